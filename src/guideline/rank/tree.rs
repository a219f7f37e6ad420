//! The look-ahead tree.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::faults::ProgramFaults;
use super::ranker::Ranker;
use super::slides::slides;
use crate::game::Piece;
use crate::game::guideline::{
    GuidelineGame, GuidelinePlacement, GuidelinePosition, GuidelineRules, PlacementList,
};
use crate::guideline::agent::{GuidelineAgent, GuidelineAgentError};

/// AlphaTetris: a tree over the next pieces, whose cheapest leaf decides.
#[derive(Clone, Debug)]
pub struct AlphaTetris {
    ranker: Ranker,
    faults: ProgramFaults,
    rules: GuidelineRules,
    /// The number of pieces in the tree, the current one included.
    depth: usize,
    rng: Pcg64Mcg,
    root: Option<Node>,
    nodes: u64,
}

#[derive(Clone, Debug)]
struct Node {
    position: GuidelinePosition,
    hold: Option<Piece>,
    /// Whether hold is forbidden here.
    locked: bool,
    /// Pieces of the queue used up on the way from the root of this move.
    used: usize,
    sent: u32,
    knocked_out: bool,
    chance: f64,
    children: Vec<(GuidelinePlacement, Node)>,
}

impl AlphaTetris {
    /// A player that looks `depth` pieces ahead, the current one included; the paper's depth is 2.
    pub fn new(
        ranker: Ranker,
        rules: GuidelineRules,
        faults: ProgramFaults,
        depth: usize,
        seed: u64,
    ) -> Self {
        let rng = Pcg64Mcg::seed_from_u64(seed);
        AlphaTetris { ranker, faults, rules, depth: depth.max(1), rng, root: None, nodes: 0 }
    }

    fn node(&mut self, position: GuidelinePosition, hold: Option<Piece>, locked: bool, used: usize) -> Node {
        self.nodes += 1;
        let chance = if self.ranker == Ranker::Random { self.rng.random() } else { 0.0 };
        Node { position, hold, locked, used, sent: 0, knocked_out: false, chance, children: Vec::new() }
    }

    /// Adds children until all pieces that the tree may know are used up.
    fn grow(&mut self, node: &mut Node, queue: &[Piece]) {
        if node.knocked_out || node.used >= queue.len() {
            return;
        }
        if node.children.is_empty() {
            let current = queue[node.used];
            self.add_children(node, current, node.hold, node.used + 1, false);
            let brought = match node.hold {
                Some(held) => Some((held, node.used + 1)),
                None => queue.get(node.used + 1).map(|&next| (next, node.used + 2)),
            };
            if let Some((piece, used)) = brought.filter(|(piece, _)| !node.locked && *piece != current) {
                self.add_children(node, piece, Some(current), used, true);
            }
        }
        let mut children = std::mem::take(&mut node.children);
        for (_, child) in &mut children {
            self.grow(child, queue);
        }
        node.children = children;
    }

    fn add_children(&mut self, node: &mut Node, piece: Piece, hold: Option<Piece>, used: usize, held: bool) {
        let field = &node.position.field;
        let moves = if self.faults.slides_from_rest {
            slides(field, piece, &self.rules)
        } else {
            PlacementList::of(field, piece, &self.rules).iter().collect()
        };
        for placement in moves {
            let mut position = node.position;
            let lock = position.play(placement, &self.rules);
            let mut child = self.node(position, hold, held && self.faults.hold_locks_next, used);
            child.sent = node.sent + lock.attack;
            child.knocked_out = lock.topped_out;
            node.children.push((placement, child));
        }
    }

    /// The value of the best leaf under a node.
    fn best_leaf(&self, node: &Node) -> f64 {
        if node.children.is_empty() {
            if node.knocked_out && !self.faults.knock_out_looks_normal {
                return f64::NEG_INFINITY;
            }
            let cost = self.ranker.cost(&node.position.field, &self.faults, node.chance);
            return 1.0 - (0.4 * cost + 0.6 * (100.0 - f64::from(node.sent)) / 100.0);
        }
        let values = node.children.iter().map(|(_, child)| self.best_leaf(child));
        values.fold(f64::NEG_INFINITY, f64::max)
    }
}

impl GuidelineAgent for AlphaTetris {
    fn start(&mut self, game: &GuidelineGame) -> Result<(), GuidelineAgentError> {
        self.root = Some(self.node(game.position, game.hold, false, 0));
        Ok(())
    }

    fn choose(&mut self, game: &GuidelineGame) -> Result<Option<GuidelinePlacement>, GuidelineAgentError> {
        let mut root = match self.root.take() {
            Some(root) if root.position == game.position && root.hold == game.hold => root,
            _ => self.node(game.position, game.hold, false, 0),
        };
        self.grow(&mut root, &game.queue[..self.depth.min(game.queue.len())]);
        let mut best: Option<(f64, GuidelinePlacement)> = None;
        for (placement, child) in &root.children {
            let value = self.best_leaf(child);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, *placement));
            }
        }
        self.root = Some(root);
        Ok(best.map(|(_, placement)| placement))
    }

    /// The child that was played becomes the root, and all others are dropped.
    fn played(
        &mut self,
        placement: GuidelinePlacement,
        game: &GuidelineGame,
    ) -> Result<(), GuidelineAgentError> {
        let children = self.root.take().map(|root| root.children).unwrap_or_default();
        let kept = children.into_iter().find(|(other, child)| *other == placement && child.hold == game.hold);
        self.root = kept.map(|(_, mut child)| {
            let used = child.used;
            child.forget(used);
            child
        });
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Node {
    /// Counts used pieces from a new root on.
    fn forget(&mut self, used: usize) {
        self.used -= used;
        self.children.iter_mut().for_each(|(_, child)| child.forget(used));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::guideline::GuidelinePreset;
    use crate::guideline::Trial;

    #[test]
    fn re_rooting_plays_as_a_new_tree_would() {
        // The chance of the random ranker is drawn once for a node, so that only the others can be compared.
        let rules = GuidelinePreset::Ppt.rules();
        for ranker in [Ranker::Tetris, Ranker::Normal] {
            let agent = || AlphaTetris::new(ranker, rules, ProgramFaults::NONE, 2, 1);
            let mut fresh = Fresh(agent());
            let one = Trial::play(&mut agent(), &rules, 30, 4).unwrap();
            let other = Trial::play(&mut fresh, &rules, 30, 4).unwrap();
            assert_eq!((one.attack, one.lines, one.clears), (other.attack, other.lines, other.clears));
            assert!(one.nodes < fresh.0.nodes, "a kept tree saves work");
        }
    }

    /// An agent that forgets its tree.
    struct Fresh(AlphaTetris);

    impl GuidelineAgent for Fresh {
        fn start(&mut self, game: &GuidelineGame) -> Result<(), GuidelineAgentError> {
            self.0.start(game)
        }

        fn choose(
            &mut self,
            game: &GuidelineGame,
        ) -> Result<Option<GuidelinePlacement>, GuidelineAgentError> {
            self.0.root = None;
            self.0.choose(game)
        }

        fn played(
            &mut self,
            _placement: GuidelinePlacement,
            _game: &GuidelineGame,
        ) -> Result<(), GuidelineAgentError> {
            Ok(())
        }
    }

    #[test]
    fn a_deeper_tree_sends_no_less_on_a_well() {
        let rules = GuidelinePreset::Ppt.rules();
        let attack = |depth| {
            let mut agent = AlphaTetris::new(Ranker::Tetris, rules, ProgramFaults::NONE, depth, 1);
            Trial::play(&mut agent, &rules, 100, 7).unwrap().attack
        };
        assert!(attack(2) >= attack(1));
    }
}
