//! A beam over the visible queue.

use std::hash::{Hash, Hasher};
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHasher};

use super::BotBudget;
use super::evaluate::{evaluate, reward};
use super::weights::BotWeights;
use crate::game::Piece;
use crate::game::guideline::{GuidelinePlacement, GuidelinePosition, GuidelineRules, PlacementList};

/// The most positions of a layer that are expanded.
const WIDEST: usize = 8192;

/// A beam search. Layer by layer, the best positions are expanded by all placements of the current piece and of the one
/// that hold brings; of positions that are equal only the best way is kept.
#[derive(Clone, Debug)]
pub struct PlacementBeam {
    rules: GuidelineRules,
    weights: BotWeights,
}

/// What came out of thinking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thinking {
    /// The placements for now, the best one first.
    pub moves: Vec<GuidelinePlacement>,
    /// Positions generated.
    pub nodes: u64,
    /// Pieces placed in the deepest line.
    pub depth: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    position: GuidelinePosition,
    hold: Option<Piece>,
    /// Pieces of the queue used up.
    used: u8,
    /// The number of the first placement of the line.
    first: u16,
    /// What the placements of the line were worth.
    earned: f32,
    score: f32,
}

impl Node {
    fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.position, self.hold, self.used).hash(&mut hasher);
        hasher.finish()
    }
}

/// One layer: the positions, and where each one is.
#[derive(Debug, Default)]
struct Layer {
    nodes: Vec<Node>,
    places: FxHashMap<u64, u32>,
}

impl Layer {
    fn add(&mut self, node: Node) {
        let place = self.places.entry(node.key()).or_insert(self.nodes.len() as u32);
        match self.nodes.get_mut(*place as usize) {
            Some(known) if known.score >= node.score => {}
            Some(known) => *known = node,
            None => self.nodes.push(node),
        }
    }
}

impl PlacementBeam {
    /// A search by these rules and weights.
    pub fn new(rules: GuidelineRules, weights: BotWeights) -> Self {
        PlacementBeam { rules, weights }
    }

    /// Thinks about the first piece of a queue; no moves if there is no piece or no place for it.
    pub fn think(
        &self,
        position: &GuidelinePosition,
        hold: Option<Piece>,
        queue: &[Piece],
        budget: BotBudget,
    ) -> Thinking {
        let began = Instant::now();
        let root = Node { position: *position, hold, used: 0, first: 0, earned: 0.0, score: 0.0 };
        let mut firsts: Vec<GuidelinePlacement> = Vec::new();
        let mut thinking = Thinking::default();
        let mut layer = vec![root];
        let mut expanded = 0;
        let layers = queue.len() + usize::from(hold.is_some());
        for depth in 0..layers {
            let mut next = Layer::default();
            for (count, node) in layer.iter().enumerate() {
                self.expand(node, queue, |placement, mut child| {
                    if depth == 0 {
                        child.first = firsts.len() as u16;
                        firsts.push(placement);
                    }
                    thinking.nodes += 1;
                    next.add(child);
                });
                expanded += 1;
                let share = (layers - depth) as u64;
                let is_over = match budget {
                    BotBudget::Expansions(all) => {
                        count as u64 + 1 >= (all.saturating_sub(expanded - count as u64 - 1) / share).max(1)
                    }
                    // What earlier layers did not use is left for the later ones.
                    BotBudget::Time(all) => {
                        count % 16 == 15 && began.elapsed() > all * (depth as u32 + 1) / layers as u32
                    }
                };
                if depth > 0 && is_over {
                    break;
                }
            }
            if next.nodes.is_empty() {
                break;
            }
            thinking.depth = depth + 1;
            layer = best_of(next.nodes, depth + 1 == layers);
        }
        thinking.moves = ranked(&layer, &firsts, thinking.depth);
        thinking
    }

    /// Visits everything that follows a position.
    fn expand(&self, node: &Node, queue: &[Piece], mut visit: impl FnMut(GuidelinePlacement, Node)) {
        let current = queue.get(usize::from(node.used)).copied();
        let after = |pieces: u8| node.used + pieces;
        // Behind the queue a piece is not known, but what is held can still be placed.
        let brought = match (node.hold, current) {
            (Some(held), Some(current)) => Some((held, Some(current), after(1))),
            (Some(held), None) => Some((held, None, after(0))),
            (None, current) => {
                let next = queue.get(usize::from(node.used) + 1);
                next.map(|&next| (next, current, after(2)))
            }
        };
        let brought = brought.filter(|(piece, ..)| Some(*piece) != current);
        let plain = current.map(|piece| (piece, node.hold, after(1)));
        for (piece, hold, used) in plain.into_iter().chain(brought) {
            PlacementList::for_each(&node.position.field, piece, &self.rules, |placement| {
                let mut position = node.position;
                let lock = position.play(placement, &self.rules);
                if !lock.topped_out {
                    let earned = node.earned + reward(&self.weights, placement, &lock);
                    let score = earned + evaluate(&self.weights, &position, hold);
                    visit(placement, Node { position, hold, used, first: node.first, earned, score });
                }
            });
        }
    }
}

/// The best positions of a layer, the very best one first; all of them if nothing follows.
fn best_of(mut nodes: Vec<Node>, all: bool) -> Vec<Node> {
    let order = |a: &Node, b: &Node| b.score.total_cmp(&a.score).then(a.first.cmp(&b.first));
    if !all && nodes.len() > WIDEST {
        nodes.select_nth_unstable_by(WIDEST, order);
        nodes.truncate(WIDEST);
    }
    nodes.sort_by(order);
    nodes
}

/// First placements by the best line that begins with each, as far as lines were followed.
fn ranked(layer: &[Node], firsts: &[GuidelinePlacement], depth: usize) -> Vec<GuidelinePlacement> {
    let mut seen = vec![false; firsts.len()];
    let mut moves = Vec::new();
    for node in layer.iter().filter(|_| depth > 0) {
        if !std::mem::replace(&mut seen[usize::from(node.first)], true) {
            moves.push(firsts[usize::from(node.first)]);
        }
    }
    moves
}
