//! Moves that were tried, and the numbers by which the best of them is found.

use super::node::NodeId;
use super::range::RangeScale;
use crate::env::Action;

/// An edge by its node and its place among the edges there; edges are moved about, so numbers would not last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    pub node: NodeId,
    pub place: u32,
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
    pub q: f32,
    pub reward: f32,
}

impl Edge {
    /// What lies where no edge is yet.
    pub const NONE: Edge = Edge {
        action: Action(0),
        closed: true,
        under_way: 0,
        visits: 0,
        log_prior: 0.0,
        prior: 0.0,
        q: 0.0,
        reward: 0.0,
    };
}

/// Edges side by side in a [`EdgeLanes`].
pub(super) const WIDTH: usize = 8;

/// What PUCT compares edges by, of several edges at a time: a copy of what they say, kept up to date with them, so that
/// neither a division nor a branch is needed to compare them.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct EdgeLanes {
    q: [f32; WIDTH],
    /// How much of its value an edge keeps: nothing before its first visit, less than all with simulations under way.
    trust: [f32; WIDTH],
    /// `prior / (1 + visits)`, those under way included; minus infinity for edges that are closed or not there.
    share: [f32; WIDTH],
    /// Where the edges lead: here because whoever follows the best edge needs it next.
    child: [NodeId; WIDTH],
}

impl EdgeLanes {
    /// No edges.
    pub const EMPTY: EdgeLanes = EdgeLanes {
        q: [0.0; WIDTH],
        trust: [0.0; WIDTH],
        share: [f32::NEG_INFINITY; WIDTH],
        child: [NodeId::NONE; WIDTH],
    };

    /// Where an edge leads.
    #[inline]
    pub fn child(&self, lane: usize) -> NodeId {
        self.child[lane]
    }

    /// Says where an edge leads.
    pub fn set_child(&mut self, lane: usize, child: NodeId) {
        self.child[lane] = child;
    }

    /// Copies what an edge says; a simulation under way counts as `virtual_loss` losses.
    #[inline]
    pub fn set(&mut self, lane: usize, edge: &Edge, virtual_loss: f32) {
        let done = edge.visits as f32;
        self.q[lane] = edge.q;
        self.trust[lane] = match (edge.visits, edge.under_way) {
            (0, _) => 0.0,
            (_, 0) => 1.0,
            (_, under_way) => done / (done + under_way as f32 * virtual_loss),
        };
        let seen = (1 + edge.visits + edge.under_way) as f32;
        self.share[lane] = if edge.closed { f32::NEG_INFINITY } else { edge.prior / seen };
    }

    /// The highest of `value * trust + share * explore` and its place, the first of equals; `None` if all are closed.
    #[inline]
    pub fn best(all: &[EdgeLanes], scale: RangeScale, explore: f32) -> Option<(f32, usize)> {
        let (mut best, mut block_of) = ([f32::NEG_INFINITY; WIDTH], [0_u32; WIDTH]);
        for (block, lanes) in all.iter().enumerate() {
            for lane in 0..WIDTH {
                let value = scale.place(lanes.q[lane]) * lanes.trust[lane];
                let score = value + lanes.share[lane] * explore;
                let is_better = score > best[lane];
                best[lane] = if is_better { score } else { best[lane] };
                block_of[lane] = if is_better { block as u32 } else { block_of[lane] };
            }
        }
        let top = best.iter().fold(f32::NEG_INFINITY, |top, &score| if score > top { score } else { top });
        let places = (0..WIDTH).filter(|&lane| best[lane] == top);
        let first = places.map(|lane| block_of[lane] as usize * WIDTH + lane).min();
        first.filter(|_| top > f32::NEG_INFINITY).map(|place| (top, place))
    }
}
