//! A beam over the visible queue.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHasher};

use super::BotBudget;
use super::beyond::{Beyond, Surroundings};
use super::judge::{BotJudge, ReadyJudge};
use crate::game::Piece;
use crate::game::guideline::{
    Bag, GuidelineGame, GuidelinePlacement, GuidelinePosition, GuidelineRules, Lock, PlacementList,
};
use crate::guideline::perfect_clear::{PerfectClear, PerfectClearSearch};

/// Expansions of the first pass by the clock: few enough for the shortest time that can be asked for.
const FIRST_PASS: u64 = 60;
/// The most by which a pass is longer than the one before it, whose speed says how long it will take.
const GROWTH: u64 = 16;
/// The share of the time left that a pass is made for; the rest is for a machine that becomes slower.
const SHARE: f64 = 0.7;

/// Positions of the search for perfect clears: per expansion of the budget, and per millisecond of it, so that it takes
/// a fifth of the budget at most.
const PERFECT_PER_EXPANSION: f64 = 0.25;
const PERFECT_PER_MILLISECOND: f64 = 40.0;

/// A search that plays a perfect clear where the queue has one, and else by a beam.
///
/// Layer by layer, the best positions are expanded by all placements of the current piece and of the one that hold
/// brings; of positions that are equal only the best way is kept.
#[derive(Clone, Debug)]
pub struct PlacementBeam {
    rules: GuidelineRules,
    judge: ReadyJudge,
    lookahead: Lookahead,
    /// What follows a position, before a network has judged it.
    children: Vec<(GuidelinePlacement, Node)>,
}

/// What the bot knows of a game.
#[derive(Clone, Copy, Debug)]
pub struct BotView<'a> {
    /// Field, combo and chain.
    pub position: GuidelinePosition,
    /// The held piece.
    pub hold: Option<Piece>,
    /// The current piece and those in view.
    pub queue: &'a [Piece],
    /// The pieces of which those behind the queue are drawn.
    pub bag: Bag,
}

impl<'a> From<&'a GuidelineGame> for BotView<'a> {
    fn from(game: &'a GuidelineGame) -> Self {
        BotView { position: game.position, hold: game.hold, queue: &game.queue, bag: game.bag }
    }
}

/// The tree behind the queue: the best lines of the beam are judged by what the pieces that may come next allow.
///
/// It is used where weights judge positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lookahead {
    /// The number of lines whose ends are looked behind; none if 0.
    pub lines: usize,
    /// The number of pieces that the tree is deep, at least 1.
    pub depth: u32,
    /// The placements of a piece that are followed beyond the last one.
    pub beam: usize,
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
    /// The number of positions that will be expanded.
    width: usize,
    /// What a position must be worth to be among them, and the number of positions at which that is asked again.
    least: f32,
    ask_at: usize,
}

impl Layer {
    fn new(width: usize) -> Self {
        let ask_at = 4 * width;
        Layer { nodes: Vec::new(), places: FxHashMap::default(), width, least: f32::NEG_INFINITY, ask_at }
    }

    fn add(&mut self, node: Node) {
        if node.score < self.least {
            return;
        }
        let place = self.places.entry(node.key()).or_insert(self.nodes.len() as u32);
        match self.nodes.get_mut(*place as usize) {
            Some(known) if known.score >= node.score => {}
            Some(known) => *known = node,
            None => self.nodes.push(node),
        }
        if self.nodes.len() == self.ask_at {
            // What is not among the best now will not be later.
            let mut scores: Vec<f32> = self.nodes.iter().map(|node| node.score).collect();
            let (_, least, _) = scores.select_nth_unstable_by(self.width, |a, b| b.total_cmp(a));
            self.least = *least;
            self.ask_at *= 2;
        }
    }
}

/// A position of a layer by what it is worth, and by where it was found first if that is equal.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rank {
    score: f32,
    place: u32,
}

impl Eq for Rank {}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PlacementBeam {
    /// A search by these rules whose positions are judged by weights or by a learned value.
    pub fn new(rules: GuidelineRules, judge: impl Into<BotJudge>) -> Self {
        PlacementBeam {
            rules,
            judge: judge.into().into(),
            lookahead: Lookahead::default(),
            children: Vec::new(),
        }
    }

    /// The same with a tree behind the queue.
    #[must_use]
    pub fn with_lookahead(self, lookahead: Lookahead) -> Self {
        PlacementBeam { lookahead, ..self }
    }

    /// The rules by which it searches.
    pub fn rules(&self) -> &GuidelineRules {
        &self.rules
    }

    /// Thinks about the first piece of a queue; no moves if there is no piece or no place for it.
    ///
    /// If the queue holds a perfect clear, its first placement is the only one suggested.
    ///
    /// By the clock there are several passes, each as long as the speed of the one before it allows. A pass that is not
    /// over in time is given up, so that all layers of the answer are equally wide even if the machine does something
    /// else meanwhile.
    pub fn think(&mut self, view: &BotView<'_>, budget: BotBudget) -> Thinking {
        let BotView { position, hold, queue, .. } = *view;
        let began = Instant::now();
        let most = match budget {
            BotBudget::Expansions(all) => PERFECT_PER_EXPANSION * all as f64,
            BotBudget::Time(all) => PERFECT_PER_MILLISECOND * 1000.0 * all.as_secs_f64(),
        };
        let mut perfect = PerfectClearSearch::new(self.rules);
        if let PerfectClear::Found(way) = perfect.nearest(&position.field, hold, queue, most as u64) {
            let depth = way.len();
            return Thinking { moves: way.into_iter().take(1).collect(), nodes: perfect.expanded(), depth };
        }
        let root = Node { position, hold, used: 0, first: 0, earned: 0.0, score: 0.0 };
        let all = match budget {
            BotBudget::Expansions(all) => return self.pass(root, view, all, None).unwrap_or_default(),
            BotBudget::Time(all) => all,
        };
        let mut expansions = FIRST_PASS;
        let mut pass_began = Instant::now();
        let mut thinking = self.pass(root, view, expansions, None).unwrap_or_default();
        loop {
            let (now, took) = (Instant::now(), pass_began.elapsed());
            let left = all.saturating_sub(now - began);
            let allowed = SHARE * left.as_secs_f64() / took.as_secs_f64().max(1e-6);
            let next = (expansions as f64 * allowed).min((expansions * GROWTH) as f64) as u64;
            if next < 2 * expansions {
                return thinking;
            }
            let Some(deeper) = self.pass(root, view, next, Some(began + all)) else { return thinking };
            let nodes = thinking.nodes + deeper.nodes;
            thinking = Thinking { nodes, ..deeper };
            (expansions, pass_began) = (next, now);
        }
    }

    /// One beam, with the expansions divided evenly among the layers; `None` if it is not over at the deadline.
    fn pass(
        &mut self,
        root: Node,
        view: &BotView<'_>,
        expansions: u64,
        deadline: Option<Instant>,
    ) -> Option<Thinking> {
        let queue = view.queue;
        let mut firsts: Vec<GuidelinePlacement> = Vec::new();
        let mut thinking = Thinking::default();
        let mut layer = vec![root];
        let mut expanded = 0;
        let layers = queue.len() + usize::from(root.hold.is_some());
        for depth in 0..layers {
            // What earlier layers did not use is left for the later ones.
            let share = |depth: usize| expansions.saturating_sub(expanded) / (layers - depth).max(1) as u64;
            let width = if depth == 0 { 1 } else { share(depth).max(1) as usize };
            let mut next = Layer::new(share(depth).max(1) as usize * 2);
            let mut order: BinaryHeap<Rank> = layer
                .iter()
                .enumerate()
                .map(|(place, node)| Rank { score: node.score, place: place as u32 })
                .collect();
            for count in 0..width {
                let Some(rank) = order.pop() else { break };
                self.expand(&layer[rank.place as usize], depth, queue, |placement, mut child| {
                    if depth == 0 {
                        child.first = firsts.len() as u16;
                        firsts.push(placement);
                    }
                    thinking.nodes += 1;
                    next.add(child);
                });
                expanded += 1;
                if count % 16 == 15 && deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return None;
                }
            }
            if next.nodes.is_empty() {
                break;
            }
            thinking.depth = depth + 1;
            layer = next.nodes;
        }
        if thinking.depth > 0 {
            self.look_behind(&mut layer, view.bag);
            thinking.moves = ranked(&layer, &firsts);
        }
        Some(thinking)
    }

    /// Judges the ends of the best lines by the tree behind the queue; of all others nothing more is known than that
    /// they seemed worse.
    fn look_behind(&self, layer: &mut Vec<Node>, bag: Bag) {
        let Lookahead { lines, depth, beam } = self.lookahead;
        let ReadyJudge::Linear(judge) = &self.judge else { return };
        if lines == 0 {
            return;
        }
        layer.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
        layer.truncate(lines);
        let beyond = Beyond { rules: &self.rules, judge };
        for node in layer {
            let end = Surroundings { position: node.position, hold: node.hold, bag };
            node.score = node.earned + beyond.value(&end, depth.max(1), beam.max(1)) as f32;
        }
    }

    /// Visits everything that follows a position.
    fn expand(
        &mut self,
        node: &Node,
        depth: usize,
        queue: &[Piece],
        mut visit: impl FnMut(GuidelinePlacement, Node),
    ) {
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
        let rules = &self.rules;
        let follow = |visit: &mut dyn FnMut(GuidelinePlacement, Node, Lock)| {
            for (piece, hold, used) in plain.into_iter().chain(brought) {
                PlacementList::for_each(&node.position.field, piece, rules, |placement| {
                    let mut position = node.position;
                    let lock = position.play(placement, rules);
                    if !lock.topped_out {
                        visit(placement, Node { position, hold, used, ..*node }, lock);
                    }
                });
            }
        };
        match &mut self.judge {
            ReadyJudge::Linear(linear) => follow(&mut |placement, mut child, lock| {
                child.earned += linear.placement(placement, &lock);
                child.score = child.earned + linear.position(&child.position, child.hold);
                visit(placement, child);
            }),
            ReadyJudge::Network(value) => {
                let weight = value.discount().powi(depth as i32);
                self.children.clear();
                value.clear();
                follow(&mut |placement, mut child, lock| {
                    if value.push(&child.position, child.hold, placement, &lock) {
                        child.earned += weight * value.reward(&lock);
                        self.children.push((placement, child));
                    }
                });
                // A value holds the reward of the placement that leads there, as what was earned does too.
                for ((placement, mut child), value) in self.children.drain(..).zip(value.values()) {
                    child.score = node.earned + weight * value;
                    visit(placement, child);
                }
            }
        }
    }
}

/// First placements by the best line that begins with each, as far as lines were followed.
fn ranked(layer: &[Node], firsts: &[GuidelinePlacement]) -> Vec<GuidelinePlacement> {
    let mut best: Vec<Option<f32>> = vec![None; firsts.len()];
    for node in layer {
        let best = &mut best[usize::from(node.first)];
        *best = Some(best.map_or(node.score, |score| score.max(node.score)));
    }
    let mut moves: Vec<(f32, GuidelinePlacement)> =
        best.iter().zip(firsts).filter_map(|(score, &first)| score.map(|score| (score, first))).collect();
    moves.sort_by(|a, b| b.0.total_cmp(&a.0));
    moves.into_iter().map(|(_, first)| first).collect()
}
