//! Nodes, edges and untried moves, each kind in one vector.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

use crate::planning::{Candidate, Outcome};
use crate::space::Action;
use crate::uct::Player;

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeId(pub u32);

impl NodeId {
    /// Where an edge leads whose node was forgotten.
    pub const NONE: NodeId = NodeId(u32::MAX);
}

/// An edge by its node and its place among the edges there; edges are moved about, so numbers would not last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    pub node: NodeId,
    pub place: u32,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Status {
    /// Nothing yet.
    New,
    /// Its judgement is under way.
    Waiting,
    /// It has moves.
    Open,
    /// The first player wins from here: proved.
    Won,
    /// The first player cannot win from here: proved.
    Lost,
    /// The problem has ended here with this value.
    Drawn(f32),
}

/// A state that was reached.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    pub state: S,
    pub status: Status,
    pub mover: Player,
    /// Simulations that came here and ended, and those under way.
    pub visits: u32,
    pub under_way: u32,
    /// What the evaluator said.
    pub value: f32,
    /// The mean of what was carried up from here.
    pub mean: f32,
    /// The prior probability of all untried moves together.
    pub untried_prior: f32,
    /// The move that proved it won or lost for its mover.
    pub proof: Action,
    pub edges: Span,
    room: u32,
    pub untried: Span,
    /// The place of the best untried move among them.
    best: u32,
}

/// A part of an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub first: u32,
    pub len: u32,
}

impl Span {
    #[inline]
    fn range(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

/// A move that was tried, and what came of it for the first player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub action: Action,
    /// Whether it is proved bad for who makes it.
    pub closed: bool,
    pub under_way: u32,
    pub visits: u32,
    pub log_prior: f32,
    pub prior: f32,
    /// `prior / (1 + visits)`, those under way included: kept so that choosing a move needs no division.
    pub share: f32,
    pub q: f32,
    pub reward: f32,
    pub child: NodeId,
}

impl Edge {
    /// Brings the share in line with the visits.
    #[inline]
    pub fn refresh(&mut self) {
        self.share = self.prior / (1 + self.visits + self.under_way) as f32;
    }
}

/// An untried move in four bytes: its log-prior in steps of 1/2048 from -32 up, then its number, inverted.
///
/// Equal priors are told apart by the number, the smaller first, so that the order never depends on chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packed(u32);

impl Packed {
    const LOWEST: f32 = -32.0;
    const STEPS: f32 = 2047.0;

    #[inline]
    pub fn new(candidate: &Candidate) -> Self {
        Packed::from_parts(candidate.log_prior, candidate.action)
    }

    #[inline]
    pub fn from_parts(log_prior: f32, action: Action) -> Self {
        // The cast saturates: no prior is below -32 or above 0 by more than rounding.
        let steps = ((log_prior - Self::LOWEST) * Self::STEPS) as u16;
        Packed(u32::from(steps) << 16 | u32::from(!action.0))
    }

    #[inline]
    pub fn log_prior(self) -> f32 {
        (self.0 >> 16) as f32 / Self::STEPS + Self::LOWEST
    }

    #[inline]
    pub fn action(self) -> Action {
        Action(!(self.0 as u16))
    }
}

/// All nodes of a tree with their edges; equal states are one node.
#[derive(Clone, Debug)]
pub(super) struct Arena<S> {
    pub nodes: Vec<Node<S>>,
    edges: Vec<Edge>,
    untried: Vec<Packed>,
    /// The evaluator's values of untried moves, beside them; empty if nobody asks for them.
    untried_q: Vec<f32>,
    by_state: HashTable<NodeId>,
    keeps_q: bool,
}

impl<S: Copy + Eq + Hash> Arena<S> {
    pub fn new(keeps_q: bool) -> Self {
        Arena {
            nodes: Vec::new(),
            edges: Vec::new(),
            untried: Vec::new(),
            untried_q: Vec::new(),
            by_state: HashTable::new(),
            keeps_q,
        }
    }

    #[inline]
    pub fn node(&self, node: NodeId) -> &Node<S> {
        &self.nodes[node.0 as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, node: NodeId) -> &mut Node<S> {
        &mut self.nodes[node.0 as usize]
    }

    #[inline]
    pub fn edge(&self, hop: Hop) -> &Edge {
        &self.edges[(self.node(hop.node).edges.first + hop.place) as usize]
    }

    #[inline]
    pub fn edge_mut(&mut self, hop: Hop) -> &mut Edge {
        let at = self.node(hop.node).edges.first + hop.place;
        &mut self.edges[at as usize]
    }

    #[inline]
    pub fn edges(&self, node: NodeId) -> &[Edge] {
        &self.edges[self.node(node).edges.range()]
    }

    pub fn edges_mut(&mut self, node: NodeId) -> &mut [Edge] {
        let range = self.node(node).edges.range();
        &mut self.edges[range]
    }

    #[inline]
    pub fn untried(&self, node: NodeId) -> &[Packed] {
        &self.untried[self.node(node).untried.range()]
    }

    /// The evaluator's values of the untried moves, if they are kept.
    #[inline]
    pub fn untried_q(&self, node: NodeId) -> Option<&[f32]> {
        self.keeps_q.then(|| &self.untried_q[self.node(node).untried.range()])
    }

    /// The place of the untried move with the highest prior.
    #[inline]
    pub fn best_untried(&self, node: NodeId) -> Option<usize> {
        let node = self.node(node);
        (node.untried.len > 0).then_some(node.best as usize)
    }

    /// The number of edges, tried or not.
    pub fn edge_count(&self) -> usize {
        self.edges.len() + self.untried.len()
    }

    /// The node of a state, and whether it is new; `describe` says who moves and how the problem ended there.
    #[inline]
    pub fn enter(
        &mut self,
        state: &S,
        describe: impl FnOnce() -> (Player, Option<Outcome>),
    ) -> (NodeId, bool) {
        let hash = FxBuildHasher.hash_one(state);
        let Arena { nodes, by_state, .. } = self;
        if let Some(&found) = by_state.find(hash, |id| nodes[id.0 as usize].state == *state) {
            return (found, false);
        }
        let id = NodeId(nodes.len() as u32);
        let (mover, outcome) = describe();
        let status = match outcome {
            None => Status::New,
            Some(Outcome::Won) => Status::Won,
            Some(Outcome::Lost) => Status::Lost,
            Some(Outcome::Drawn(value)) => Status::Drawn(value),
        };
        nodes.push(Node {
            state: *state,
            status,
            mover,
            visits: 0,
            under_way: 0,
            value: 0.0,
            mean: 0.0,
            untried_prior: 0.0,
            proof: Action(0),
            edges: Span::default(),
            room: 0,
            untried: Span::default(),
            best: 0,
        });
        by_state.insert_unique(hash, id, |id| FxBuildHasher.hash_one(nodes[id.0 as usize].state));
        (id, true)
    }

    /// Gives a node its moves.
    pub fn open(&mut self, node: NodeId, moves: &[Candidate]) {
        let first = self.untried.len() as u32;
        self.untried.extend(moves.iter().map(Packed::new));
        if self.keeps_q {
            self.untried_q.extend(moves.iter().map(|candidate| candidate.q));
        }
        let node_ref = self.node_mut(node);
        node_ref.status = Status::Open;
        node_ref.untried = Span { first, len: moves.len() as u32 };
        node_ref.untried_prior = 1.0;
        self.find_best(node);
    }

    /// Takes an untried move out and returns it.
    pub fn take_untried(&mut self, node: NodeId, place: usize) -> Packed {
        let Span { first, len } = self.node(node).untried;
        let (at, last) = (first as usize + place, (first + len - 1) as usize);
        let taken = self.untried[at];
        self.untried[at] = self.untried[last];
        if self.keeps_q {
            self.untried_q[at] = self.untried_q[last];
        }
        let node_ref = self.node_mut(node);
        node_ref.untried.len -= 1;
        node_ref.untried_prior = (node_ref.untried_prior - taken.log_prior().exp()).max(0.0);
        self.find_best(node);
        taken
    }

    /// Puts other log-priors in the place of those of the untried moves.
    pub fn reweigh(&mut self, node: NodeId, weigh: impl FnMut(Packed) -> Packed) {
        let range = self.node(node).untried.range();
        let mut weigh = weigh;
        self.untried[range].iter_mut().for_each(|packed| *packed = weigh(*packed));
        self.find_best(node);
    }

    fn find_best(&mut self, node: NodeId) {
        let untried = self.untried(node);
        // Two passes, both of which the compiler turns into vector instructions.
        let best = untried.iter().fold(Packed(0), |best, &packed| best.max(packed));
        let place = untried.iter().position(|&packed| packed == best).unwrap_or(0);
        self.node_mut(node).best = place as u32;
    }

    /// Adds an edge behind those of a node.
    pub fn add_edge(&mut self, node: NodeId, edge: Edge) -> Hop {
        let Node { edges: span, room, .. } = *self.node(node);
        if span.len == room {
            // Moved to the end with twice the room; the hole left behind costs at most as much again.
            let first = self.edges.len() as u32;
            let room = (2 * room).max(2);
            self.edges.extend_from_within(span.range());
            self.edges.resize((first + room) as usize, edge);
            let node_ref = self.node_mut(node);
            node_ref.edges.first = first;
            node_ref.room = room;
        }
        self.node_mut(node).edges.len += 1;
        let hop = Hop { node, place: span.len };
        *self.edge_mut(hop) = edge;
        hop
    }

    /// A copy with the nodes that `keep` wants, as far as they are reached from `root` through such nodes.
    ///
    /// The new root is node 0. Edges to forgotten nodes stay, with what they know.
    pub fn collect(&self, root: NodeId, keep: impl Fn(&Node<S>) -> bool) -> Arena<S> {
        let mut arena = Arena::new(self.keeps_q);
        let mut moved = vec![NodeId::NONE; self.nodes.len()];
        let mut queue = vec![root];
        arena.adopt(self.node(root));
        moved[root.0 as usize] = NodeId(0);
        let mut next = 0;
        while let Some(&from) = queue.get(next) {
            let to = NodeId(next as u32);
            next += 1;
            let node = self.node(from);
            let first = arena.untried.len() as u32;
            arena.untried.extend_from_slice(self.untried(from));
            arena.untried_q.extend_from_slice(self.untried_q(from).unwrap_or(&[]));
            let first_edge = arena.edges.len() as u32;
            for edge in self.edges(from) {
                let mut edge = *edge;
                if edge.child != NodeId::NONE {
                    let child = self.node(edge.child);
                    let place = &mut moved[edge.child.0 as usize];
                    if *place == NodeId::NONE && keep(child) {
                        *place = arena.adopt(child);
                        queue.push(edge.child);
                    }
                    edge.child = *place;
                }
                arena.edges.push(edge);
            }
            let copy = arena.node_mut(to);
            copy.untried = Span { first, len: node.untried.len };
            copy.edges = Span { first: first_edge, len: node.edges.len };
            copy.room = node.edges.len;
        }
        arena
    }

    /// Adds a copy of a node of another arena, still without its moves.
    fn adopt(&mut self, node: &Node<S>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { edges: Span::default(), untried: Span::default(), room: 0, ..node.clone() });
        let Arena { nodes, by_state, .. } = self;
        by_state.insert_unique(FxBuildHasher.hash_one(node.state), id, |id| {
            FxBuildHasher.hash_one(nodes[id.0 as usize].state)
        });
        id
    }
}
