//! Nodes, states, edges and untried moves, each kind in one vector.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

use super::edge::{Edge, EdgeLanes, Hop, WIDTH};
use super::node::{EdgeSpan, Node, NodeId, NodeStatus};
use super::packed::Packed;
use crate::search::{Moves, Player};

/// All nodes of a tree with their edges; equal states are one node.
#[derive(Clone, Debug)]
pub(super) struct Arena<S> {
    pub nodes: Vec<Node>,
    /// The state of each node; apart from them because a walk down the tree does not need it.
    pub states: Vec<S>,
    edges: Vec<Edge>,
    /// What edges are compared by, [`WIDTH`] of them in one place.
    lanes: Vec<EdgeLanes>,
    untried: Vec<Packed>,
    /// The evaluator's values of untried moves, beside them; empty if nobody asks for them.
    untried_q: Vec<f32>,
    by_state: HashTable<Entry>,
    keeps_q: bool,
    virtual_loss: f32,
}

/// A node in the table of states, with half of its hash, so that few states have to be looked at.
#[derive(Clone, Copy, Debug)]
struct Entry {
    half: u32,
    node: NodeId,
}

impl Entry {
    /// A whole hash again.
    #[inline]
    fn hash(half: u32) -> u64 {
        u64::from(half).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl<S: Copy + Eq + Hash> Arena<S> {
    pub fn new(keeps_q: bool, virtual_loss: f32) -> Self {
        Arena {
            nodes: Vec::new(),
            states: Vec::new(),
            edges: Vec::new(),
            lanes: Vec::new(),
            untried: Vec::new(),
            untried_q: Vec::new(),
            by_state: HashTable::new(),
            keeps_q,
            virtual_loss,
        }
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.states.clear();
        self.edges.clear();
        self.lanes.clear();
        self.untried.clear();
        self.untried_q.clear();
        self.by_state.clear();
    }

    #[inline]
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.0 as usize]
    }

    #[inline]
    pub fn state(&self, node: NodeId) -> &S {
        &self.states[node.0 as usize]
    }

    #[inline]
    pub fn edge(&self, hop: Hop) -> &Edge {
        &self.edges[(self.node(hop.node).edges.first + hop.place) as usize]
    }

    /// Changes an edge.
    #[inline]
    pub fn edit(&mut self, hop: Hop, change: impl FnOnce(&mut Edge)) {
        let at = (self.node(hop.node).edges.first + hop.place) as usize;
        let edge = &mut self.edges[at];
        change(edge);
        self.lanes[at / WIDTH].set(at % WIDTH, edge, self.virtual_loss);
    }

    /// Where an edge leads.
    #[inline]
    pub fn child(&self, hop: Hop) -> NodeId {
        let at = (self.node(hop.node).edges.first + hop.place) as usize;
        self.lanes[at / WIDTH].child(at % WIDTH)
    }

    /// Says where an edge leads.
    pub fn set_child(&mut self, hop: Hop, child: NodeId) {
        let at = (self.node(hop.node).edges.first + hop.place) as usize;
        self.lanes[at / WIDTH].set_child(at % WIDTH, child);
    }

    #[inline]
    pub fn edges(&self, node: NodeId) -> &[Edge] {
        &self.edges[self.node(node).edges.range()]
    }

    /// What the edges of a node are compared by.
    #[inline]
    pub fn lanes(&self, node: NodeId) -> &[EdgeLanes] {
        let EdgeSpan { first, len } = self.node(node).edges;
        let first = first as usize / WIDTH;
        &self.lanes[first..first + (len as usize).div_ceil(WIDTH)]
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

    /// The number of edges, tried or not.
    pub fn edge_count(&self) -> usize {
        self.edges.len() + self.untried.len()
    }

    /// The node of a state; `describe` says who moves and what is known of it if it is new.
    #[inline]
    pub fn enter(&mut self, state: &S, describe: impl FnOnce() -> (Player, NodeStatus)) -> NodeId {
        // The upper half, which is the better mixed one.
        let half = (FxBuildHasher.hash_one(state) >> 32) as u32;
        let states = &self.states;
        let is_same = |entry: &Entry| entry.half == half && states[entry.node.0 as usize] == *state;
        if let Some(found) = self.by_state.find(Entry::hash(half), is_same) {
            return found.node;
        }
        let (mover, status) = describe();
        self.insert(half, *state, Node::new(mover, status))
    }

    fn insert(&mut self, half: u32, state: S, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.states.push(state);
        let entry = Entry { half, node: id };
        self.by_state.insert_unique(Entry::hash(half), entry, |entry| Entry::hash(entry.half));
        id
    }

    /// Gives a node its moves.
    pub fn open(&mut self, node: NodeId, moves: &Moves) {
        let first = self.untried.len() as u32;
        let priors = moves.log_priors().iter().zip(moves.actions());
        self.untried.extend(priors.map(|(prior, action)| Packed::from_parts(*prior, *action)));
        if self.keeps_q {
            self.untried_q.extend_from_slice(moves.qs());
        }
        let node_ref = self.node_mut(node);
        node_ref.status = NodeStatus::Open;
        node_ref.untried = EdgeSpan { first, len: moves.len() as u32 };
        node_ref.untried_prior = 1.0;
        self.find_best(node);
    }

    /// Takes an untried move out.
    pub fn take_untried(&mut self, node: NodeId, packed: Packed) {
        let range = self.node(node).untried.range();
        let place = self.untried[range.clone()].iter().position(|&other| other == packed);
        let place = place.expect("invariant: only untried moves are tried");
        let (at, last) = (range.start + place, range.end - 1);
        self.untried[at] = self.untried[last];
        if self.keeps_q {
            self.untried_q[at] = self.untried_q[last];
        }
        let node_ref = self.node_mut(node);
        node_ref.untried.len -= 1;
        node_ref.untried_prior = (node_ref.untried_prior - packed.log_prior().exp()).max(0.0);
        self.find_best(node);
    }

    /// Puts other log-priors in the place of those of the untried moves.
    pub fn reweigh(&mut self, node: NodeId, weigh: impl FnMut(Packed) -> Packed) {
        let range = self.node(node).untried.range();
        let mut weigh = weigh;
        self.untried[range].iter_mut().for_each(|packed| *packed = weigh(*packed));
        self.find_best(node);
    }

    fn find_best(&mut self, node: NodeId) {
        let best = self.untried(node).iter().fold(Packed::LEAST, |best, &packed| best.max(packed));
        let node_ref = self.node_mut(node);
        node_ref.best = best;
        node_ref.best_prior = best.log_prior().exp();
    }

    /// Adds an edge behind those of a node.
    pub fn add_edge(&mut self, node: NodeId, edge: Edge, child: NodeId) -> Hop {
        let Node { edges: span, room, .. } = *self.node(node);
        if span.len == room {
            // The hole left behind costs at most as much again.
            self.make_room(node, (2 * room as usize).max(WIDTH));
        }
        self.node_mut(node).edges.len += 1;
        let hop = Hop { node, place: span.len };
        self.edit(hop, |place| *place = edge);
        self.set_child(hop, child);
        hop
    }

    /// Moves the edges of a node to the end, with room for a multiple of [`WIDTH`].
    fn make_room(&mut self, node: NodeId, room: usize) {
        let span = self.node(node).edges;
        let first = self.edges.len();
        self.edges.extend_from_within(span.range());
        self.edges.resize(first + room, Edge::NONE);
        let lanes = span.first as usize / WIDTH;
        self.lanes.extend_from_within(lanes..lanes + span.len as usize / WIDTH);
        self.lanes.resize((first + room) / WIDTH, EdgeLanes::EMPTY);
        let node_ref = self.node_mut(node);
        node_ref.edges.first = first as u32;
        node_ref.room = room as u32;
    }

    /// A copy with the nodes that `keep` wants, as far as they are reached from `root` through such nodes.
    ///
    /// The new root is node 0. Edges to forgotten nodes stay, with what they know.
    pub fn collect(&self, root: NodeId, keep: impl Fn(&Node) -> bool) -> Arena<S> {
        let mut arena = Arena::new(self.keeps_q, self.virtual_loss);
        let mut moved = vec![NodeId::NONE; self.nodes.len()];
        let mut queue = vec![root];
        moved[root.0 as usize] = arena.adopt(self.node(root), self.state(root));
        let mut next = 0;
        while let Some(&from) = queue.get(next) {
            let to = NodeId(next as u32);
            next += 1;
            let first = arena.untried.len() as u32;
            arena.untried.extend_from_slice(self.untried(from));
            arena.untried_q.extend_from_slice(self.untried_q(from).unwrap_or(&[]));
            arena.node_mut(to).untried = EdgeSpan { first, len: self.node(from).untried.len };
            arena.make_room(to, self.edges(from).len().next_multiple_of(WIDTH));
            for (place, edge) in self.edges(from).iter().enumerate() {
                let mut child = self.child(Hop { node: from, place: place as u32 });
                if child != NodeId::NONE {
                    let copy = &mut moved[child.0 as usize];
                    if *copy == NodeId::NONE && keep(self.node(child)) {
                        *copy = arena.adopt(self.node(child), self.state(child));
                        queue.push(child);
                    }
                    child = *copy;
                }
                arena.add_edge(to, *edge, child);
            }
        }
        arena
    }

    /// Adds a copy of a node of another arena, still without its moves.
    fn adopt(&mut self, node: &Node, state: &S) -> NodeId {
        let half = (FxBuildHasher.hash_one(state) >> 32) as u32;
        let copy = Node { edges: EdgeSpan::default(), untried: EdgeSpan::default(), room: 0, ..*node };
        self.insert(half, *state, copy)
    }
}
