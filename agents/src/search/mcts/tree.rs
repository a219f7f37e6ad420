//! The search itself: walk down to a state that must be judged, take the judgement, carry the value back up.

use rand_pcg::Pcg64Mcg;

use super::arena::Arena;
use super::backward::lost_for;
use super::chance::is_chance;
use super::edge::{Edge, Hop};
use super::gumbel::Halving;
use super::node::{NodeId, NodeStatus};
use super::packed::Packed;
use super::range::TreeValueRange;
use super::select::{Descent, NodeView};
use super::settings::{MctsError, MctsSettings, RootRule, Unvisited};
use crate::env::Action;
use crate::search::{Judgement, Moves, PlanningProblem, Player};

/// What a walk down the tree came to.
#[derive(Debug)]
pub enum Gathered {
    /// A state that must be judged; the ticket comes back with the judgement.
    Leaf(Ticket),
    /// A simulation that needed no judgement.
    Finished,
    /// Nothing can be done before judgements under way have come back.
    Pending,
    /// The root is proved won or lost.
    Proved,
}

/// A simulation under way.
#[derive(Debug)]
pub struct Ticket {
    pub(super) leaf: NodeId,
    path: Vec<Hop>,
}

/// A tree search from one state.
#[derive(Debug)]
pub struct Tree<P: PlanningProblem> {
    pub(super) problem: P,
    pub(super) settings: MctsSettings,
    pub(super) arena: Arena<P::State>,
    pub(super) range: TreeValueRange,
    pub(super) halving: Option<Halving>,
    pub(super) rng: Pcg64Mcg,
    pub(super) under_way: u32,
    pub(super) simulations: u64,
    pub(super) evicted: u64,
    /// Whether the root's priors have had their noise.
    pub(super) is_noisy: bool,
    /// Room that every simulation uses again.
    paths: Vec<Vec<Hop>>,
    moves: Moves,
}

pub(super) const ROOT: NodeId = NodeId(0);

impl<P: PlanningProblem> Tree<P> {
    /// A search that has not looked at anything yet; `rng` decides about noise and samples at the root.
    pub fn new(problem: P, root: P::State, settings: MctsSettings, rng: Pcg64Mcg) -> Result<Self, MctsError> {
        settings.validate()?;
        let mut arena = Arena::new(matches!(settings.unvisited, Unvisited::Q), settings.virtual_loss);
        arena.enter(&root, || describe(&problem, &root));
        Ok(Tree {
            problem,
            settings,
            arena,
            range: TreeValueRange::default(),
            halving: None,
            rng,
            under_way: 0,
            simulations: 0,
            evicted: 0,
            is_noisy: false,
            paths: Vec::new(),
            moves: Moves::default(),
        })
    }

    /// Restarts from another root, in the memory of the old tree; what the tree knew is forgotten.
    ///
    /// # Panics
    /// If simulations are under way.
    pub fn restart(&mut self, root: P::State) {
        assert_eq!(self.under_way, 0, "a tree is restarted between simulations");
        self.arena.clear();
        self.enter(&root);
        self.range = TreeValueRange::default();
        self.halving = None;
        self.simulations = 0;
        self.evicted = 0;
        self.is_noisy = false;
    }

    /// Changes how much chance is in the moves that sequential halving samples at the root from the next round on.
    pub fn set_gumbel_scale(&mut self, wanted: f32) {
        if let RootRule::Gumbel { scale, .. } = &mut self.settings.root {
            *scale = wanted;
        }
    }

    /// Walks down to a state that must be judged, or ends a simulation without.
    pub fn gather(&mut self) -> Gathered {
        if self.under_way >= self.settings.leaves {
            return Gathered::Pending;
        }
        if self.arena.nodes.len() >= self.settings.max_nodes as usize {
            if self.under_way > 0 {
                return Gathered::Pending;
            }
            self.evict();
        }
        let mut path = self.paths.pop().unwrap_or_default();
        let end = self.walk(&mut path);
        match end {
            End::Leaf(leaf) => {
                self.arena.node_mut(leaf).status = NodeStatus::Waiting;
                self.under_way += 1;
                return Gathered::Leaf(Ticket { leaf, path });
            }
            End::Value(leaf, value) => self.back_up(&path, leaf, value),
            End::Pending | End::Proved => self.undo(&path),
        }
        path.clear();
        self.paths.push(path);
        match end {
            End::Value(..) => Gathered::Finished,
            End::Pending => Gathered::Pending,
            End::Proved | End::Leaf(_) => Gathered::Proved,
        }
    }

    /// What the evaluator is asked about a leaf.
    pub fn question(&self, ticket: &Ticket) -> (P::Seen, P::Goal) {
        self.problem.question(self.arena.state(ticket.leaf))
    }

    /// Opens a leaf with its judgement and carries its value up.
    pub fn apply(&mut self, ticket: Ticket, judgement: &Judgement<'_>) {
        let Ticket { leaf, mut path } = ticket;
        self.under_way -= 1;
        self.moves.clear();
        let state = self.arena.state(leaf);
        let value = self.problem.judge(state, judgement, &mut self.moves);
        if self.moves.is_empty() {
            let node = self.arena.node_mut(leaf);
            node.status = lost_for(node.mover);
            self.undo(&path);
            self.settle(&path);
        } else {
            self.arena.open(leaf, &self.moves);
            self.arena.node_mut(leaf).value = value;
            self.back_up(&path, leaf, value);
        }
        path.clear();
        self.paths.push(path);
    }

    /// Gives a leaf back without a judgement.
    pub fn release(&mut self, ticket: Ticket) {
        let Ticket { leaf, mut path } = ticket;
        self.under_way -= 1;
        self.arena.node_mut(leaf).status = NodeStatus::New;
        self.undo(&path);
        path.clear();
        self.paths.push(path);
    }

    fn walk(&mut self, path: &mut Vec<Hop>) -> End {
        let mut node = ROOT;
        loop {
            match self.arena.node(node).status {
                NodeStatus::New => return End::Leaf(node),
                NodeStatus::Waiting => return End::Pending,
                NodeStatus::Drawn(value) => return End::Value(node, value),
                NodeStatus::Won | NodeStatus::Lost if P::CHANCE && self.is_by_chance(path) => {
                    return End::Value(node, self.value_of_proof(node));
                }
                NodeStatus::Won | NodeStatus::Lost => {
                    self.undo(path);
                    self.settle(path);
                    path.clear();
                    if matches!(self.arena.node(ROOT).status, NodeStatus::Won | NodeStatus::Lost) {
                        return End::Proved;
                    }
                    node = ROOT;
                    continue;
                }
                NodeStatus::Chance => {
                    let place = self.draw(node);
                    match self.follow(Hop { node, place }, path) {
                        Ok(child) => node = child,
                        Err(end) => return end,
                    }
                    continue;
                }
                NodeStatus::Open => {}
            }
            let choice = if node == ROOT { self.choose_at_root() } else { self.choose(node) };
            let place = match choice {
                Chosen::Wait => return End::Pending,
                Chosen::Nothing => {
                    let lost = lost_for(self.arena.node(node).mover);
                    self.arena.node_mut(node).status = lost;
                    continue;
                }
                Chosen::Move(Descent::Untried(packed)) => match self.try_move(node, packed) {
                    Some(place) => place,
                    // Refuted at once: choose again among the rest.
                    None => continue,
                },
                Chosen::Move(Descent::Tried(place)) => place as u32,
            };
            match self.follow(Hop { node, place }, path) {
                Ok(child) => node = child,
                Err(end) => return end,
            }
        }
    }

    /// Goes along an edge to its node, unless the walk has been there.
    #[inline]
    fn follow(&mut self, hop: Hop, path: &mut Vec<Hop>) -> Result<NodeId, End> {
        let child = self.child(hop);
        self.arena.edit(hop, |edge| edge.under_way += 1);
        self.arena.node_mut(hop.node).under_way += 1;
        path.push(hop);
        if path.iter().any(|hop| hop.node == child) {
            // Back where this very simulation came from: worth what is known of that place.
            return Err(End::Value(child, self.arena.node(child).mean));
        }
        Ok(child)
    }

    fn choose(&self, node: NodeId) -> Chosen {
        let view = NodeView::new(&self.arena, node, &self.settings, self.range);
        view.choose().map_or(Chosen::Nothing, Chosen::Move)
    }

    fn choose_at_root(&mut self) -> Chosen {
        match self.settings.root {
            RootRule::Gumbel { considered, simulations, scale } => {
                self.choose_contender(considered, simulations, scale)
            }
            RootRule::Interior { noise } => {
                if let Some(noise) = noise.filter(|_| !self.is_noisy) {
                    self.add_noise(noise);
                }
                self.choose(ROOT)
            }
        }
    }

    /// Makes an untried move into an edge and returns its place, unless the move is lost.
    pub(super) fn try_move(&mut self, node: NodeId, packed: Packed) -> Option<u32> {
        self.arena.take_untried(node, packed);
        let successor = self.problem.step(self.arena.state(node), packed.action())?;
        let log_prior = packed.log_prior();
        let edge = Edge {
            action: packed.action(),
            closed: false,
            under_way: 0,
            visits: 0,
            log_prior,
            prior: log_prior.exp(),
            q: 0.0,
            reward: successor.reward,
        };
        let child = self.enter(&successor.state);
        Some(self.arena.add_edge(node, edge, child).place)
    }

    pub(super) fn enter(&mut self, state: &P::State) -> NodeId {
        let problem = &self.problem;
        self.arena.enter(state, || describe(problem, state))
    }

    /// The node that an edge leads to, made again if it was forgotten.
    fn child(&mut self, hop: Hop) -> NodeId {
        let child = self.arena.child(hop);
        if child != NodeId::NONE {
            return child;
        }
        let successor = self.successor(self.arena.state(hop.node), self.arena.edge(hop).action);
        let state = successor.expect("invariant: a move that was made once can be made again").state;
        let child = self.enter(&state);
        self.arena.set_child(hop, child);
        child
    }

    /// Moves on by an action and keeps what is known below it.
    ///
    /// Where chance moves an action is the number of what it did, in the order of
    /// [`PlanningProblem::for_each_chance`].
    ///
    /// # Panics
    /// If simulations are under way.
    pub fn advance(&mut self, action: Action) {
        assert_eq!(self.under_way, 0, "a tree is moved on between simulations");
        let place = self.arena.edges(ROOT).iter().position(|edge| edge.action == action);
        let known = place.map(|place| self.child(Hop { node: ROOT, place: place as u32 }));
        let root = known.or_else(|| {
            let state = *self.arena.state(ROOT);
            self.successor(&state, action).map(|successor| self.enter(&successor.state))
        });
        // A refuted move leads nowhere that could be searched; the tree stays where it is.
        if let Some(root) = root {
            self.arena = self.arena.collect(root, |_| true);
            self.halving = None;
            self.is_noisy = false;
        }
    }
}

/// Where a walk ended.
#[derive(Clone, Copy)]
enum End {
    Leaf(NodeId),
    Value(NodeId, f32),
    Pending,
    Proved,
}

/// What to do at a node.
pub(super) enum Chosen {
    Move(Descent),
    /// Judgements under way must come back first.
    Wait,
    /// No move is left.
    Nothing,
}

fn describe<P: PlanningProblem>(problem: &P, state: &P::State) -> (Player, NodeStatus) {
    let status = match NodeStatus::of(problem.outcome(state)) {
        NodeStatus::New if is_chance(problem, state) => NodeStatus::Chance,
        known => known,
    };
    (problem.mover(state), status)
}
