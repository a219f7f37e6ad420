//! What a tree knows of a state.

use crate::env::Action;
use crate::search::{Outcome, Player};

use super::packed::Packed;

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeId(pub u32);

impl NodeId {
    /// Where an edge leads whose node was forgotten.
    pub const NONE: NodeId = NodeId(u32::MAX);
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NodeStatus {
    /// Nothing yet.
    New,
    /// Its judgement is under way.
    Waiting,
    /// It has moves.
    Open,
    /// Chance moves here.
    Chance,
    /// The first player wins from here: proved.
    Won,
    /// The first player cannot win from here: proved.
    Lost,
    /// The problem has ended here with this value.
    Drawn(f32),
}

impl NodeStatus {
    /// The status of a state of which nothing is known but how the problem ended there.
    pub fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => NodeStatus::New,
            Some(Outcome::Won) => NodeStatus::Won,
            Some(Outcome::Lost) => NodeStatus::Lost,
            Some(Outcome::Drawn(value)) => NodeStatus::Drawn(value),
        }
    }
}

/// A state that was reached, without the state itself: all that a walk down the tree reads, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    pub status: NodeStatus,
    pub mover: Player,
    /// The move that proved it won or lost for its mover.
    pub proof: Action,
    /// Simulations that came here and ended, and those under way.
    pub visits: u32,
    pub under_way: u32,
    /// What the evaluator said.
    pub value: f32,
    /// The mean of what was carried up from here.
    pub mean: f32,
    /// The prior probability of all untried moves together.
    pub untried_prior: f32,
    pub edges: EdgeSpan,
    /// Edges that fit where they lie now.
    pub room: u32,
    pub untried: EdgeSpan,
    /// The untried move with the highest prior, if there is one, and that prior.
    pub best: Packed,
    pub best_prior: f32,
}

impl Node {
    /// A node without moves.
    pub fn new(mover: Player, status: NodeStatus) -> Self {
        Node {
            status,
            mover,
            proof: Action(0),
            visits: 0,
            under_way: 0,
            value: 0.0,
            mean: 0.0,
            untried_prior: 0.0,
            edges: EdgeSpan::default(),
            room: 0,
            untried: EdgeSpan::default(),
            best: Packed::LEAST,
            best_prior: 0.0,
        }
    }

    /// The untried move with the highest prior, and that prior.
    #[inline]
    pub fn best_untried(&self) -> Option<(Packed, f32)> {
        (self.untried.len > 0).then_some((self.best, self.best_prior))
    }
}

/// A part of an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EdgeSpan {
    pub first: u32,
    pub len: u32,
}

impl EdgeSpan {
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_fills_one_cache_line() {
        assert_eq!(size_of::<Node>(), 64);
    }
}
