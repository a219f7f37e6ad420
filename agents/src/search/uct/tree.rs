//! The search tree: nodes and edges in two arenas, statistics on the edges.

use std::fmt::{Debug, Write};

use super::FinalMove;
use crate::search::Player;

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UctNodeId(u32);

/// The number of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeId(u32);

/// A position that was reached; the position itself is replayed from the root and not kept.
#[derive(Clone, Debug)]
pub(super) struct UctNode {
    pub mover: Player,
    /// The value for the first player, if nothing follows.
    pub ended: Option<f64>,
    pub visits: u32,
    /// Where its edges lie, once its moves were asked for: most nodes are leaves that never are.
    edges: Option<(u32, u32)>,
    /// The number of its edges that were tried; they are tried in order.
    pub tried: u32,
}

/// A move from a node, and what came of it for the player who made it.
#[derive(Clone, Debug)]
pub(super) struct UctEdge<M> {
    pub action: M,
    pub stats: Stats,
    pub child: Option<UctNodeId>,
}

/// Visits and the sum of their values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stats {
    pub visits: u32,
    pub value: f64,
}

impl Stats {
    pub fn add(&mut self, value: f64) {
        self.visits += 1;
        self.value += value;
    }

    pub fn mean(&self) -> f64 {
        self.value / f64::from(self.visits.max(1))
    }

    /// UCB1 applied to trees: mean + c sqrt(ln N / n), equation (1) of Kocsis and Szepesvári 2006.
    pub fn uct(&self, mean: f64, parent_visits: u32, exploration: f64) -> f64 {
        mean + exploration * (f64::from(parent_visits.max(1)).ln() / f64::from(self.visits.max(1))).sqrt()
    }
}

/// A move of the root as the caller sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeView<M> {
    /// The move.
    pub action: M,
    /// The number of iterations that made it.
    pub visits: u32,
    /// Their mean value for the player who moves.
    pub mean: f64,
}

/// The tree of a search.
#[derive(Clone, Debug)]
pub struct UctTree<M> {
    nodes: Vec<UctNode>,
    edges: Vec<UctEdge<M>>,
    /// What the root is worth, for the player who moves there.
    pub(super) root_stats: Stats,
}

impl<M: Copy + PartialEq + Debug> UctTree<M> {
    pub(super) const ROOT: UctNodeId = UctNodeId(0);

    pub(super) fn new(mover: Player, ended: Option<f64>) -> Self {
        let mut tree = UctTree { nodes: Vec::new(), edges: Vec::new(), root_stats: Stats::default() };
        tree.add_node(mover, ended);
        tree
    }

    pub(super) fn add_node(&mut self, mover: Player, ended: Option<f64>) -> UctNodeId {
        self.nodes.push(UctNode { mover, ended, visits: 0, edges: None, tried: 0 });
        UctNodeId(self.nodes.len() as u32 - 1)
    }

    /// Gives a node its moves, in the order in which they will be tried.
    pub(super) fn open(&mut self, node: UctNodeId, moves: &[M]) {
        let first = self.edges.len() as u32;
        self.edges.extend(moves.iter().map(|&action| UctEdge {
            action,
            stats: Stats::default(),
            child: None,
        }));
        self.node_mut(node).edges = Some((first, self.edges.len() as u32));
    }

    pub(super) fn is_open(&self, node: UctNodeId) -> bool {
        self.node(node).edges.is_some()
    }

    pub(super) fn node(&self, node: UctNodeId) -> &UctNode {
        &self.nodes[node.0 as usize]
    }

    pub(super) fn node_mut(&mut self, node: UctNodeId) -> &mut UctNode {
        &mut self.nodes[node.0 as usize]
    }

    pub(super) fn edge(&self, edge: EdgeId) -> &UctEdge<M> {
        &self.edges[edge.0 as usize]
    }

    pub(super) fn edge_mut(&mut self, edge: EdgeId) -> &mut UctEdge<M> {
        &mut self.edges[edge.0 as usize]
    }

    pub(super) fn edge_ids(&self, node: UctNodeId) -> impl Iterator<Item = EdgeId> + use<M> {
        let (first, end) = self.node(node).edges.unwrap_or((0, 0));
        (first..end).map(EdgeId)
    }

    pub(super) fn tried(&self, node: UctNodeId) -> impl Iterator<Item = EdgeId> + use<M> {
        self.edge_ids(node).take(self.node(node).tried as usize)
    }

    /// The first edge that was not tried yet.
    pub(super) fn untried(&self, node: UctNodeId) -> Option<EdgeId> {
        self.edge_ids(node).nth(self.node(node).tried as usize)
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of edges, tried or not: what a tree costs in memory.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The number of iterations behind the root.
    pub fn visits(&self) -> u32 {
        self.node(Self::ROOT).visits
    }

    /// The moves of the root that were tried, in the order of trying.
    pub fn root_edges(&self) -> impl Iterator<Item = EdgeView<M>> + '_ {
        self.tried(Self::ROOT).map(|edge| self.view(edge))
    }

    /// The best of the moves tried at the root.
    pub fn best(&self, choice: FinalMove) -> Option<EdgeView<M>> {
        let key = |edge: &EdgeView<M>| match choice {
            FinalMove::WinRate => (edge.mean, f64::from(edge.visits)),
            FinalMove::Visits => (f64::from(edge.visits), edge.mean),
        };
        // The first of equals, so that the answer does not depend on how a maximum is searched for.
        self.root_edges().reduce(|best, edge| if key(&edge) > key(&best) { edge } else { best })
    }

    fn view(&self, edge: EdgeId) -> EdgeView<M> {
        let edge = self.edge(edge);
        EdgeView { action: edge.action, visits: edge.stats.visits, mean: edge.stats.mean() }
    }

    /// The tree below the root's move `action`, in its own arenas; `None` if it was never tried.
    pub(super) fn below(&self, action: M) -> Option<UctTree<M>> {
        let edge = self.tried(Self::ROOT).map(|edge| self.edge(edge)).find(|edge| edge.action == action)?;
        let root = edge.child?;
        let node = self.node(root);
        let same_side = node.mover == self.node(Self::ROOT).mover;
        let value =
            if same_side { edge.stats.value } else { f64::from(edge.stats.visits) - edge.stats.value };
        let mut tree = UctTree::new(node.mover, node.ended);
        tree.root_stats = Stats { visits: edge.stats.visits, value };
        let mut copied = vec![(root, Self::ROOT)];
        while let Some((from, to)) = copied.pop() {
            let first = tree.edges.len() as u32;
            let old = self.node(from);
            tree.edges.extend(self.edge_ids(from).map(|edge| self.edge(edge).clone()));
            let end = tree.edges.len() as u32;
            *tree.node_mut(to) = UctNode { edges: old.edges.map(|_| (first, end)), ..old.clone() };
            for edge in first..end {
                if let Some(child) = tree.edges[edge as usize].child {
                    let new = tree.add_node(self.node(child).mover, None);
                    tree.edges[edge as usize].child = Some(new);
                    copied.push((child, new));
                }
            }
        }
        Some(tree)
    }

    /// The tree as indented text, `depth` levels of it: a line a tried move with its visits and mean value.
    pub fn outline(&self, depth: usize) -> String {
        let mut text = format!("root {} {:.3}\n", self.visits(), self.root_stats.mean());
        self.write_below(Self::ROOT, 1, depth, &mut text);
        text
    }

    fn write_below(&self, node: UctNodeId, level: usize, depth: usize, text: &mut String) {
        if level > depth {
            return;
        }
        for edge in self.tried(node) {
            let EdgeView { action, visits, mean } = self.view(edge);
            writeln!(text, "{:indent$}{action:?} {visits} {mean:.3}", "", indent = 2 * level)
                .expect("invariant: writing to a string succeeds");
            if let Some(child) = self.edge(edge).child {
                self.write_below(child, level + 1, depth, text);
            }
        }
    }
}
