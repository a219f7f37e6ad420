//! The search itself: walk down, add a node, play at random, carry the value back up.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::tree::{EdgeId, UctNodeId};
use super::{SearchProblem, Selection, UctError, UctSettings, UctTree};
use crate::search::Player;

/// A search from one position, which can be run on, moved on along with the game, and asked for a move.
#[derive(Clone, Debug)]
pub struct Uct<P: SearchProblem> {
    problem: P,
    settings: UctSettings,
    root: P::State,
    tree: UctTree<P::Move>,
    win: Option<Vec<P::Move>>,
    /// Room that every iteration uses again.
    path: Vec<EdgeId>,
    line: Vec<P::Move>,
    moves: Vec<P::Move>,
}

impl<P: SearchProblem> Uct<P> {
    /// A search that has not looked at anything yet.
    pub fn new(problem: P, root: P::State, settings: UctSettings) -> Result<Self, UctError> {
        settings.validate()?;
        let tree = UctTree::new(problem.mover(&root), problem.outcome(&root));
        Ok(Uct {
            problem,
            settings,
            root,
            tree,
            win: None,
            path: Vec::new(),
            line: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// Runs at most `iterations`, fewer if `stop` says so before one of them, and returns how many.
    ///
    /// Equal seeds give equal trees; without iterations or with an ended root there is nothing to do.
    pub fn run<R: Rng + ?Sized>(
        &mut self,
        iterations: u64,
        rng: &mut R,
        mut stop: impl FnMut() -> bool,
    ) -> u64 {
        for done in 0..iterations {
            let solved = self.settings.stop_at_win && self.win.is_some();
            if solved || self.tree.node(UctTree::<P::Move>::ROOT).ended.is_some() || stop() {
                return done;
            }
            self.iterate(rng);
        }
        iterations
    }

    /// The move to make, `None` if nothing was tried.
    pub fn best_move(&self) -> Option<P::Move> {
        self.tree.best(self.settings.choice).map(|edge| edge.action)
    }

    /// The shortest sequence from the root that was seen to win a puzzle, in the tree or in a random game.
    ///
    /// In a game of two it is `None`: a win against random replies proves nothing.
    pub fn win(&self) -> Option<&[P::Move]> {
        self.win.as_deref()
    }

    /// Makes a legal move and goes on with the part of the tree below it.
    pub fn advance(&mut self, action: P::Move) {
        self.problem.apply(&mut self.root, action);
        let fresh = || UctTree::new(self.problem.mover(&self.root), self.problem.outcome(&self.root));
        self.tree = self.tree.below(action).unwrap_or_else(fresh);
        self.win =
            self.win.take().filter(|line| line.first() == Some(&action)).map(|line| line[1..].to_vec());
    }

    /// The position searched from.
    pub fn root(&self) -> &P::State {
        &self.root
    }

    /// The tree so far.
    pub fn tree(&self) -> &UctTree<P::Move> {
        &self.tree
    }

    fn iterate<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let mut state = self.root.clone();
        let mut node = UctTree::<P::Move>::ROOT;
        self.path.clear();
        self.line.clear();
        let value = loop {
            if !self.tree.is_open(node) && self.tree.node(node).ended.is_none() {
                self.open(node, &state, rng);
            }
            if let Some(value) = self.tree.node(node).ended {
                self.note_win(&state);
                break value;
            }
            let (edge, new) = self.select(node);
            let action = self.tree.edge(edge).action;
            self.problem.apply(&mut state, action);
            self.path.push(edge);
            self.line.push(action);
            if new {
                self.tree.node_mut(node).tried += 1;
                let ended = self.problem.outcome(&state);
                let child = self.tree.add_node(self.problem.mover(&state), ended);
                self.tree.edge_mut(edge).child = Some(child);
                break self.evaluate(&state, ended, rng);
            }
            node = self.tree.edge(edge).child.expect("invariant: a tried edge has a child");
        };
        self.back_up(value);
    }

    /// Asks for the moves of a node, in random order; a node without any has ended.
    fn open<R: Rng + ?Sized>(&mut self, node: UctNodeId, state: &P::State, rng: &mut R) {
        self.moves.clear();
        self.problem.moves(state, &mut self.moves);
        if self.moves.is_empty() {
            self.tree.node_mut(node).ended = Some(self.problem.dead_end(state));
        } else {
            self.moves.shuffle(rng);
            self.tree.open(node, &self.moves);
        }
    }

    /// The edge to follow from an open node, and whether it is a new one.
    fn select(&self, node: UctNodeId) -> (EdgeId, bool) {
        let visits = self.tree.node(node).visits;
        let exploration = self.settings.exploration;
        let uct = |edge: EdgeId| {
            let stats = self.tree.edge(edge).stats;
            stats.uct(stats.mean(), visits, exploration)
        };
        let best =
            self.tree.tried(node).map(|edge| (edge, uct(edge))).reduce(|a, b| if b.1 > a.1 { b } else { a });
        match (self.tree.untried(node), best) {
            (Some(new), None) => (new, true),
            (Some(new), Some((old, value))) => {
                let root = node == UctTree::<P::Move>::ROOT;
                let grow = match self.settings.selection {
                    Selection::FullExpansion => true,
                    Selection::BreadthFirstRoot if root => true,
                    Selection::BreadthFirstRoot | Selection::SelfSelecting => value <= self.own_uct(node),
                };
                if grow { (new, true) } else { (old, false) }
            }
            (None, Some((old, _))) => (old, false),
            (None, None) => unreachable!("an open node has moves"),
        }
    }

    /// The UCT value of a node itself, for its own mover, so that it can be compared with its children's.
    fn own_uct(&self, node: UctNodeId) -> f64 {
        let Some(&edge) = self.path.last() else {
            let stats = self.tree.root_stats;
            return stats.uct(stats.mean(), stats.visits, self.settings.exploration);
        };
        let parent = match self.path.len() {
            1 => UctTree::<P::Move>::ROOT,
            length => {
                let above = self.tree.edge(self.path[length - 2]).child;
                above.expect("invariant: an edge on the path has a child")
            }
        };
        let stats = self.tree.edge(edge).stats;
        let same_side = self.tree.node(parent).mover == self.tree.node(node).mover;
        let mean = if same_side { stats.mean() } else { 1.0 - stats.mean() };
        stats.uct(mean, self.tree.node(parent).visits, self.settings.exploration)
    }

    /// The value of a new node: what it is if it has ended, else the mean of random games.
    fn evaluate<R: Rng + ?Sized>(&mut self, state: &P::State, ended: Option<f64>, rng: &mut R) -> f64 {
        if let Some(value) = ended {
            self.note_win(state);
            return value;
        }
        let depth = self.line.len();
        let mut sum = 0.0;
        for _ in 0..self.settings.rollouts {
            sum += self.rollout(state.clone(), rng);
            self.line.truncate(depth);
        }
        sum / f64::from(self.settings.rollouts)
    }

    fn rollout<R: Rng + ?Sized>(&mut self, mut state: P::State, rng: &mut R) -> f64 {
        for _ in 0..self.settings.rollout_depth {
            self.moves.clear();
            self.problem.moves(&state, &mut self.moves);
            if self.moves.is_empty() {
                return self.problem.dead_end(&state);
            }
            let action = self.moves[rng.random_range(0..self.moves.len())];
            self.problem.apply(&mut state, action);
            self.line.push(action);
            if let Some(value) = self.problem.outcome(&state) {
                self.note_win(&state);
                return value;
            }
        }
        self.problem.cutoff(&state)
    }

    /// Keeps the present line, which leads to `state`, if it is the shortest win of a puzzle.
    fn note_win(&mut self, state: &P::State) {
        let shorter = self.win.as_ref().is_none_or(|win| self.line.len() < win.len());
        let won = self.problem.outcome(state).is_some_and(|value| value >= 1.0);
        if shorter && won && self.is_puzzle() {
            self.win = Some(self.line.clone());
        }
    }

    fn is_puzzle(&self) -> bool {
        let mut state = self.root.clone();
        self.line.iter().all(|&action| {
            let alone = self.problem.mover(&state) == Player::First;
            self.problem.apply(&mut state, action);
            alone
        })
    }

    fn back_up(&mut self, value: f64) {
        let mut node = UctTree::<P::Move>::ROOT;
        let for_mover = |mover| if mover == Player::First { value } else { 1.0 - value };
        self.tree.root_stats.add(for_mover(self.tree.node(node).mover));
        self.tree.node_mut(node).visits += 1;
        for &edge in &self.path {
            let value = for_mover(self.tree.node(node).mover);
            self.tree.edge_mut(edge).stats.add(value);
            node = self.tree.edge(edge).child.expect("invariant: an edge on the path has a child");
            self.tree.node_mut(node).visits += 1;
        }
    }
}
