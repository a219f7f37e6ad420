//! Nodes in which chance moves.
//!
//! All that chance can do becomes an edge at once, its probability in place of a prior. Simulations follow the edge
//! that is furthest behind its probability, so that after any number of them each was followed as often as it should
//! be, to within a few: the mean over simulations is the expectation without the noise of a generator.

use super::edge::{Edge, Hop};
use super::node::{NodeId, NodeStatus};
use super::tree::Tree;
use crate::env::Action;
use crate::search::{Outcome, PlanningProblem, Successor};

/// Whether chance moves in a state.
#[inline]
pub(super) fn is_chance<P: PlanningProblem>(problem: &P, state: &P::State) -> bool {
    let mut found = false;
    if P::CHANCE {
        problem.for_each_chance(state, |_, _| found = true);
    }
    found
}

impl<P: PlanningProblem> Tree<P> {
    /// The place of the edge that a simulation follows where chance moves.
    pub(super) fn draw(&mut self, node: NodeId) -> u32 {
        if self.arena.edges(node).is_empty() {
            self.open_chance(node);
        }
        let seen = |edge: &Edge| (edge.visits + edge.under_way) as f32;
        let total = 1.0 + self.arena.edges(node).iter().map(seen).sum::<f32>();
        let (mut most, mut place) = (f32::NEG_INFINITY, 0);
        for (index, edge) in self.arena.edges(node).iter().enumerate() {
            let behind = edge.prior * total - seen(edge);
            if behind > most {
                (most, place) = (behind, index as u32);
            }
        }
        place
    }

    /// Makes an edge of everything that chance can do.
    fn open_chance(&mut self, node: NodeId) {
        let state = *self.arena.state(node);
        let mut outcomes = Vec::new();
        self.problem
            .for_each_chance(&state, |probability, successor| outcomes.push((probability, successor)));
        for (index, (probability, successor)) in outcomes.into_iter().enumerate() {
            let edge = Edge {
                action: Action(index as u16),
                closed: false,
                under_way: 0,
                visits: 0,
                log_prior: probability.ln(),
                prior: probability,
                q: 0.0,
                reward: successor.reward,
            };
            let child = self.enter(&successor.state);
            self.arena.add_edge(node, edge, child);
        }
    }

    /// Where an action leads; where chance moves, the number of what it does.
    pub(super) fn successor(&self, state: &P::State, action: Action) -> Option<Successor<P::State>> {
        if !is_chance(&self.problem, state) {
            return self.problem.step(state, action);
        }
        let (mut index, mut found) = (0, None);
        self.problem.for_each_chance(state, |_, successor| {
            if index == action.index() {
                found = Some(successor);
            }
            index += 1;
        });
        found
    }

    /// Whether the last step of a walk was made by chance.
    pub(super) fn is_by_chance(&self, path: &[Hop]) -> bool {
        path.last().is_some_and(|hop| self.arena.node(hop.node).status == NodeStatus::Chance)
    }

    /// What a proved node is worth beside others that chance may lead to.
    pub(super) fn value_of_proof(&self, node: NodeId) -> f32 {
        let outcome =
            if self.arena.node(node).status == NodeStatus::Won { Outcome::Won } else { Outcome::Lost };
        outcome.value()
    }

    /// The mean of what chance can do, weighted by its probabilities, as far as it was looked at.
    pub(super) fn mean_over_chance(&self, node: NodeId) -> Option<f32> {
        let (mut total, mut mean) = (0.0, 0.0);
        for edge in self.arena.edges(node).iter().filter(|edge| edge.visits > 0) {
            total += edge.prior;
            mean += edge.prior * edge.q;
        }
        (total > 0.0).then(|| mean / total)
    }
}
