//! The way back up: values, and proofs, from where a walk ended to the root.

use super::edge::Hop;
use super::node::{NodeId, NodeStatus};
use super::settings::Backup;
use super::tree::Tree;
use crate::search::{PlanningProblem, Player};

impl<P: PlanningProblem> Tree<P> {
    /// Carries a value from a leaf to the root.
    pub(super) fn back_up(&mut self, path: &[Hop], leaf: NodeId, value: f32) {
        self.simulations += 1;
        // A simulation that ran into its own path ends at a node that is counted further up.
        if !path.iter().any(|hop| hop.node == leaf) {
            self.arrive(leaf, value);
        }
        let mut value = value;
        for &hop in path.iter().rev() {
            let best = match self.settings.backup {
                Backup::Mean => value,
                Backup::Best => self.best_value(self.arena.child(hop)).unwrap_or(value),
            };
            value = self.arena.edge(hop).reward + self.problem.discount() * best;
            self.range.include(value);
            let backup = self.settings.backup;
            self.arena.edit(hop, |edge| {
                edge.under_way -= 1;
                edge.visits += 1;
                match backup {
                    Backup::Mean => edge.q += (value - edge.q) / edge.visits as f32,
                    Backup::Best => edge.q = value,
                }
            });
            self.arena.node_mut(hop.node).under_way -= 1;
            self.arrive(hop.node, value);
        }
    }

    #[inline]
    fn arrive(&mut self, node: NodeId, value: f32) {
        let node = self.arena.node_mut(node);
        node.visits += 1;
        node.mean += (value - node.mean) / node.visits as f32;
    }

    /// The value of the best tried move of a node for the player who moves there; the mean where chance moves.
    fn best_value(&self, node: NodeId) -> Option<f32> {
        if P::CHANCE && self.arena.node(node).status == NodeStatus::Chance {
            return self.mean_over_chance(node);
        }
        let edges = self.arena.edges(node).iter().filter(|edge| edge.visits > 0 && !edge.closed);
        let values = edges.map(|edge| edge.q);
        match self.arena.node(node).mover {
            Player::First => values.reduce(f32::max),
            Player::Second => values.reduce(f32::min),
        }
    }

    /// Takes back a walk that ended without a value.
    pub(super) fn undo(&mut self, path: &[Hop]) {
        for &hop in path {
            self.arena.edit(hop, |edge| edge.under_way -= 1);
            self.arena.node_mut(hop.node).under_way -= 1;
        }
    }

    /// Carries a proof up a path whose last edge leads to a proved node (compare Winands et al. 2008).
    pub(super) fn settle(&mut self, path: &[Hop]) {
        for &hop in path.iter().rev() {
            if P::CHANCE && self.arena.node(hop.node).status == NodeStatus::Chance {
                // Proofs end where chance moves.
                return;
            }
            let proved = self.arena.node(self.arena.child(hop)).status;
            let mover = self.arena.node(hop.node).mover;
            if proved == lost_for(mover) {
                self.arena.edit(hop, |edge| edge.closed = true);
                let nothing_left = self.arena.node(hop.node).untried.len == 0
                    && self.arena.edges(hop.node).iter().all(|edge| edge.closed);
                if !nothing_left {
                    return;
                }
            } else if !matches!(proved, NodeStatus::Won | NodeStatus::Lost) {
                return;
            }
            let proof = self.arena.edge(hop).action;
            let node = self.arena.node_mut(hop.node);
            node.status = proved;
            node.proof = proof;
        }
    }
}

/// The status of a node that is lost for the player who moves there.
pub(super) fn lost_for(mover: Player) -> NodeStatus {
    match mover {
        Player::First => NodeStatus::Lost,
        Player::Second => NodeStatus::Won,
    }
}
