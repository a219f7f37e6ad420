//! Forgetting what matters least.

use super::tree::{ROOT, Tree};
use crate::search::PlanningProblem;

impl<P: PlanningProblem> Tree<P> {
    /// Forgets the less visited half of the nodes, or more where many are alike; what their edges know stays.
    pub(super) fn evict(&mut self) {
        let mut visits: Vec<u32> = self.arena.nodes.iter().map(|node| node.visits).collect();
        let middle = visits.len() / 2;
        let least = *visits.select_nth_unstable(middle).1;
        let before = self.arena.nodes.len();
        self.arena = self.arena.collect(ROOT, |node| node.visits > least);
        self.evicted += (before - self.arena.nodes.len()) as u64;
    }
}
