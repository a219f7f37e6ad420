//! Which node the search adds to, and which move it makes at last.

use rand::Rng;
use tetreach_agents::search::uct::{FinalMove, Selection};

use super::search::Mcts;
use super::tree::ThesisNodeId;
use tetreach::game::ActionId;

impl Mcts<'_> {
    /// Opens a node, which lists its moves, and tells whether it has none that could be tried.
    pub(super) fn open(&mut self, id: ThesisNodeId) {
        let node = self.tree.node_mut(id);
        if node.untried.is_none() {
            node.untried = Some(node.board.legal_actions().collect());
        }
    }

    /// Whether no node can be added below.
    pub(super) fn is_exhausted(&self, id: ThesisNodeId) -> bool {
        let node = self.tree.node(id);
        let repeats = self.settings.faults.repeated_moves && !node.children.is_empty();
        !repeats && node.untried.as_ref().is_some_and(Vec::is_empty)
    }

    /// A random move of a random piece, one that was not tried unless repeating is the fault.
    pub(super) fn untried_move<R: Rng + ?Sized>(
        &mut self,
        id: ThesisNodeId,
        random: &mut R,
    ) -> Option<ActionId> {
        let Self { tree, player, settings, root, .. } = self;
        let node = tree.node_mut(id);
        let root_first = settings.selection == Selection::BreadthFirstRoot && id == *root;
        let untried = node.untried.as_mut()?;
        if settings.faults.repeated_moves && (!root_first || untried.is_empty()) {
            let mut board = node.board;
            return player.play_randomly(&mut board, random);
        }
        let index = player.draw(untried, random)?;
        Some(untried.swap_remove(index))
    }

    /// The node to add to, with its moves listed.
    pub(super) fn select(&mut self) -> Option<ThesisNodeId> {
        self.open(self.root);
        let breadth_first = self.settings.selection == Selection::BreadthFirstRoot;
        if breadth_first && self.has_untried(self.root) {
            return Some(self.root);
        }
        if self.settings.faults.whole_tree_selection {
            return self.select_from_all();
        }
        let mut at = self.root;
        loop {
            self.open(at);
            let node = self.tree.node(at);
            if node.is_target {
                return Some(at);
            }
            let best = self.best_by(node.children.iter().copied(), |id| self.uct(id));
            let grows = self.has_untried(at)
                && match (self.settings.selection, best) {
                    (Selection::FullExpansion, _) | (_, None) => true,
                    (_, Some(child)) => self.uct(child) <= self.uct(at),
                };
            match best {
                Some(child) if !grows => at = child,
                _ => return Some(at),
            }
        }
    }

    fn has_untried(&self, id: ThesisNodeId) -> bool {
        self.tree.node(id).untried.as_ref().is_none_or(|moves| !moves.is_empty())
    }

    /// The node with the highest UCT of all, wherever it lies, that a node can be added to.
    fn select_from_all(&mut self) -> Option<ThesisNodeId> {
        loop {
            let open = self
                .live
                .iter()
                .copied()
                .filter(|id| !self.tree.node(*id).is_target && !self.is_exhausted(*id));
            let best = self.best_by(open, |id| self.uct(id))?;
            self.open(best);
            if !self.is_exhausted(best) {
                return Some(best);
            }
        }
    }

    /// wins / visits + c sqrt(ln parent's visits / visits), equation (1) of Kocsis and Szepesvári 2006.
    fn uct(&self, id: ThesisNodeId) -> f64 {
        let node = self.tree.node(id);
        let above = node.parent.map_or(node.log_visits, |(parent, _)| self.tree.node(parent).log_visits);
        let visits = f64::from(node.visits.max(1));
        let mean = if self.settings.faults.unscaled_values { node.mean() } else { self.scaled(node.mean()) };
        mean + self.settings.exploration * (above / visits).sqrt()
    }

    /// The mean between the smallest and the largest value so far (as MuZero does, Schrittwieser et al. 2020).
    fn scaled(&self, mean: f64) -> f64 {
        let (low, high) = self.range;
        if high > low { (mean - low) / (high - low) } else { 0.5 }
    }

    /// The child of the root to move to.
    pub(super) fn best_child(&self) -> Option<ThesisNodeId> {
        let key = |id: ThesisNodeId| {
            let node = self.tree.node(id);
            let visits = f64::from(node.visits.max(1));
            if self.settings.faults.least_visited_choice {
                let iterations = f64::from(self.settings.iterations.max(1));
                let uct = node.mean() + self.settings.exploration * (iterations.ln() / visits).sqrt();
                return uct / visits;
            }
            match self.settings.choice {
                FinalMove::WinRate => node.mean(),
                // Among equally often visited ones the mean decides, which the range scales to less than a visit.
                FinalMove::Visits => visits + 0.5 * self.scaled(node.mean()),
            }
        };
        self.best_by(self.tree.node(self.root).children.iter().copied(), key)
    }

    /// The first node with the highest key.
    fn best_by(
        &self,
        nodes: impl Iterator<Item = ThesisNodeId>,
        key: impl Fn(ThesisNodeId) -> f64,
    ) -> Option<ThesisNodeId> {
        nodes
            .map(|id| (id, key(id)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .map(|(id, _)| id)
    }
}
