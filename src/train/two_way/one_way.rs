//! One direction of an evaluator for both.

use tetreach_agents::{EvaluateError, Evaluations, Evaluator};

use crate::game::Board;
use crate::reach::{DirectedBoard, Direction, TwoWayTask};

/// Asks an evaluator for both directions about one of them, whose actions are numbered from 0 then.
#[derive(Debug)]
pub struct OneWayEvaluator<V> {
    inner: V,
    direction: Direction,
    placements: usize,
    pairs: Vec<(DirectedBoard, Board)>,
    both: Evaluations,
}

impl<V> OneWayEvaluator<V> {
    /// The direction `direction` of `inner`.
    pub fn new(inner: V, task: &TwoWayTask, direction: Direction) -> Self {
        let placements = task.first_reverse();
        Self { inner, direction, placements, pairs: Vec::new(), both: Evaluations::default() }
    }
}

impl<V: Evaluator<State = DirectedBoard, Goal = Board>> Evaluator for OneWayEvaluator<V> {
    type State = Board;
    type Goal = Board;

    fn evaluate(&mut self, pairs: &[(Board, Board)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        self.pairs.clear();
        let direction = self.direction;
        self.pairs
            .extend(pairs.iter().map(|(board, goal)| (DirectedBoard { direction, board: *board }, *goal)));
        self.inner.evaluate(&self.pairs, &mut self.both)?;
        let own = own_actions(direction, self.placements, self.both.actions);
        out.clear(own.len());
        for index in 0..pairs.len() {
            out.log_policy.extend_from_slice(&self.both.log_policy(index)[own.clone()]);
            out.q.extend_from_slice(&self.both.q(index)[own.clone()]);
        }
        out.distance.extend_from_slice(&self.both.distance);
        out.success.extend_from_slice(&self.both.success);
        Ok(())
    }
}

/// The numbers of a direction's actions among those of both.
pub(super) fn own_actions(direction: Direction, placements: usize, all: usize) -> std::ops::Range<usize> {
    match direction {
        Direction::Forward => 0..placements,
        Direction::Backward => placements..all,
    }
}
