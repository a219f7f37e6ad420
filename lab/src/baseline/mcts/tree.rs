//! The tree: boards in one arena, with the thesis' wins and visits.

use tetreach::game::{ActionId, Board};

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThesisNodeId(u32);

/// A board that was tried.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The board.
    pub board: Board,
    /// The node and the placement it came from.
    pub parent: Option<(ThesisNodeId, ActionId)>,
    /// The nodes tried from here, in order.
    pub children: Vec<ThesisNodeId>,
    /// Placements since the empty board.
    pub depth: u32,
    /// The sum of all values, the thesis' "wins".
    pub wins: f64,
    /// How many values were added.
    pub visits: u32,
    /// The logarithm of the visits, which UCT asks for again and again.
    pub(super) log_visits: f64,
    /// Whether this is the target, as far as anyone looked.
    pub is_target: bool,
    /// The placements that were not tried yet, once they were asked for.
    pub(super) untried: Option<Vec<ActionId>>,
}

/// All boards that were tried, the first one in front.
#[derive(Clone, Debug)]
pub struct SearchTree {
    nodes: Vec<TreeNode>,
}

impl SearchTree {
    /// The first node.
    pub const FIRST: ThesisNodeId = ThesisNodeId(0);

    /// A tree of one board.
    pub(super) fn new(board: Board) -> Self {
        let mut tree = Self { nodes: Vec::new() };
        tree.add(board, None, 0);
        tree
    }

    /// Adds a board below a node.
    pub(super) fn add(
        &mut self,
        board: Board,
        parent: Option<(ThesisNodeId, ActionId)>,
        depth: u32,
    ) -> ThesisNodeId {
        let id = ThesisNodeId(self.nodes.len() as u32);
        self.nodes.push(TreeNode {
            board,
            parent,
            children: Vec::new(),
            depth,
            wins: 0.0,
            visits: 0,
            log_visits: 0.0,
            is_target: false,
            untried: None,
        });
        if let Some((parent, _)) = parent {
            self.node_mut(parent).children.push(id);
        }
        id
    }

    /// The node with this number.
    #[inline]
    pub fn node(&self, id: ThesisNodeId) -> &TreeNode {
        &self.nodes[id.0 as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: ThesisNodeId) -> &mut TreeNode {
        &mut self.nodes[id.0 as usize]
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the first board.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// All nodes at and below one.
    pub fn below(&self, root: ThesisNodeId) -> Vec<ThesisNodeId> {
        let mut found = vec![root];
        let mut next = 0;
        while next < found.len() {
            found.extend(&self.node(found[next]).children);
            next += 1;
        }
        found
    }

    /// Placements from the first board to a node.
    pub fn line(&self, id: ThesisNodeId) -> Vec<ActionId> {
        let mut line = Vec::new();
        let mut at = id;
        while let Some((parent, action)) = self.node(at).parent {
            line.push(action);
            at = parent;
        }
        line.reverse();
        line
    }

    /// Adds a value to a node and all above it, up to the very first (Algorithm 4).
    pub(super) fn back_up(&mut self, id: ThesisNodeId, value: f64) {
        let mut at = Some(id);
        while let Some(id) = at {
            let node = self.node_mut(id);
            node.wins += value;
            node.visits += 1;
            node.log_visits = f64::from(node.visits).ln();
            at = node.parent.map(|(parent, _)| parent);
        }
    }
}

impl TreeNode {
    /// Wins / visits.
    pub fn mean(&self) -> f64 {
        self.wins / f64::from(self.visits.max(1))
    }
}
