//! The look-ahead tree.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::faults::ProgramFaults;
use super::ranker::Ranker;
use super::replay::replays;
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
    /// Pieces placed, and pieces of the queue used up, on the way from the root of this move.
    placed: usize,
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

    fn node(&mut self, position: GuidelinePosition, hold: Option<Piece>) -> Node {
        self.nodes += 1;
        let chance = if self.ranker == Ranker::Random { self.rng.random() } else { 0.0 };
        Node {
            position,
            hold,
            locked: false,
            placed: 0,
            used: 0,
            sent: 0,
            knocked_out: false,
            chance,
            children: Vec::new(),
        }
    }

    /// Adds children until as many pieces are placed as the tree is deep.
    fn grow(&mut self, node: &mut Node, queue: &[Piece]) {
        if node.knocked_out || node.placed >= self.depth || node.used >= queue.len() {
            return;
        }
        if node.children.is_empty() {
            let current = queue[node.used];
            self.add_children(node, current, node.hold, node.used + 1, false);
            let brought = match node.hold {
                Some(held) => Some((held, node.used + 1)),
                None => {
                    let used = if self.repeats_after(node) { 1 } else { 2 };
                    queue.get(node.used + 1).map(|&next| (next, node.used + used))
                }
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
        let moves = match self.faults {
            ProgramFaults { slides_from_rest: true, replays_inputs: true, .. } => {
                replays(field, piece, &self.rules)
            }
            ProgramFaults { slides_from_rest: true, .. } => slides(field, piece, &self.rules),
            _ => PlacementList::of(field, piece, &self.rules).iter().collect(),
        };
        for placement in moves {
            let mut position = node.position;
            let lock = position.play(placement, &self.rules);
            let child = Node {
                locked: held && self.faults.hold_locks_next,
                placed: node.placed + 1,
                used,
                sent: node.sent + lock.attack,
                knocked_out: lock.topped_out,
                ..self.node(position, hold)
            };
            node.children.push((placement, child));
        }
    }

    /// Whether a hold at this node brings a piece that comes once more in the tree.
    fn repeats_after(&self, node: &Node) -> bool {
        self.faults.first_hold_repeats_next && node.hold.is_none()
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
        self.root = Some(self.node(game.position, game.hold));
        Ok(())
    }

    fn choose(&mut self, game: &GuidelineGame) -> Result<Option<GuidelinePlacement>, GuidelineAgentError> {
        let mut root = match self.root.take() {
            Some(root) if root.position == game.position && root.hold == game.hold => root,
            _ => self.node(game.position, game.hold),
        };
        self.grow(&mut root, &game.queue);
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
        // After a first hold the game goes on with another piece than a tree that repeats it.
        let root = self.root.take().filter(|root| root.hold == game.hold || !self.repeats_after(root));
        let children = root.map(|root| root.children).unwrap_or_default();
        let kept = children.into_iter().find(|(other, child)| *other == placement && child.hold == game.hold);
        self.root = kept.map(|(_, mut child)| {
            let (placed, used) = (child.placed, child.used);
            child.forget(placed, used);
            child
        });
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Node {
    /// Counts pieces from a new root on.
    fn forget(&mut self, placed: usize, used: usize) {
        self.placed -= placed;
        self.used -= used;
        self.children.iter_mut().for_each(|(_, child)| child.forget(placed, used));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::guideline::{GuidelinePreset, Slot};
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
    }

    #[test]
    fn pieces_stay_in_the_air_if_inputs_are_replayed_and_never_else() {
        let in_the_air = |faults: ProgramFaults| {
            let rules = faults.rules(GuidelinePreset::AlphaTetris);
            let (mut count, mut pieces) = (0, 0);
            for seed in 1..=20 {
                let mut agent = AlphaTetris::new(Ranker::Random, rules, faults, 2, seed);
                let trial = Trial::watch(&mut agent, &rules, 60, seed, |game, placement, _| {
                    let slot = game.slot_of(placement.piece).unwrap();
                    count += u32::from(!game.moves(slot, &rules).iter().any(|legal| legal == placement));
                });
                pieces += trial.unwrap().pieces;
            }
            (count, pieces)
        };
        assert!(in_the_air(ProgramFaults::ALL).0 > 0);
        let (none, pieces) = in_the_air("all,no-replays-inputs".parse().unwrap());
        assert!(none == 0 && pieces > 100, "{pieces} pieces");
    }

    #[test]
    fn a_hold_is_looked_at_as_far_as_other_moves_and_locks_the_next_if_the_fault_is_on() {
        let holds = |faults: &str| {
            let faults: ProgramFaults = faults.parse().unwrap();
            let rules = faults.rules(GuidelinePreset::AlphaTetris);
            let mut agent = AlphaTetris::new(Ranker::Tetris, rules, faults, 2, 1);
            let mut held = Vec::new();
            Trial::watch(&mut agent, &rules, 100, 3, |game, placement, _| {
                held.push(game.slot_of(placement.piece) == Some(Slot::Hold));
            })
            .unwrap();
            (
                held.iter().filter(|held| **held).count(),
                held.windows(2).filter(|pair| pair[0] && pair[1]).count(),
            )
        };
        assert!(holds("none").1 > 0, "each piece may be held");
        let (locked, in_a_row) = holds("all");
        assert!(locked > 0 && in_a_row <= 1, "{locked} held, {in_a_row} in a row");
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
