//! Trees one after the other, with different caps on the lines, until a way is found or the budget ends.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::uct::Uct;

use super::PlainUctSettings;
use super::budgeted::Puzzle;
use crate::game::{ActionId, Board};
use crate::solve::bound::next_possible;
use crate::solve::{Progress, Request, lower_bound};

/// Boards that the first tree may generate; each further one may generate half as many again.
const FIRST_ROUND: f64 = 100_000.0;
const ROUND_GROWTH: f64 = 1.5;
/// Iterations in a row after which a tree that did not grow is given up: it was searched to its end, or the rule of
/// selection keeps it in a dead end.
const MOST_IDLE: u32 = 500;
/// Edges of one tree, 32 bytes each.
const MOST_EDGES: usize = 1 << 22;
/// Boards between two reports.
const NEWS_EVERY: u64 = 1 << 16;

/// Looks for a winning line in tree after tree and returns its placements.
///
/// Every second tree allows as few lines as the lower bound, every fourth the next number that counting allows, and
/// so on: the ruler sequence, which gives no cap much less than its share (compare Luby, Sinclair, Zuckerman 1993).
pub(super) fn search<P: Puzzle + Clone>(
    puzzle: &P,
    settings: &PlainUctSettings,
    request: &Request<'_>,
) -> Option<Vec<ActionId>> {
    let target = request.target.board();
    if target.is_empty() {
        return Some(Vec::new());
    }
    let spending = puzzle.spending();
    let mut random = Pcg64Mcg::seed_from_u64(request.seed);
    let (mut round, mut most_boards, mut told) = (0_u32, FIRST_ROUND, 0);
    while !spending.is_spent() {
        let lines = lines_of_round(target, round);
        let root = puzzle.root(lines);
        let tree = settings.tree(target.pieces_with_clears(lines));
        let mut uct =
            Uct::new(puzzle.clone(), root, tree).expect("invariant: the settings were validated before");
        let end = spending.boards().saturating_add(most_boards as u64);
        let mut idle = 0;
        while idle < MOST_IDLE && spending.boards() < end && uct.tree().edge_count() < MOST_EDGES {
            let grown = uct.tree().node_count();
            if uct.run(1, &mut random, || spending.is_spent()) == 0 {
                break;
            }
            idle = if uct.tree().node_count() > grown { 0 } else { idle + 1 };
            if spending.boards() >= told + NEWS_EVERY {
                told = spending.boards();
                let stage = format!("tree {} with at most {lines} lines", round + 1);
                request.observer.observe(Progress::Searching { stage: &stage, nodes: told });
            }
        }
        if let Some(line) = uct.win() {
            return Some(puzzle.placements(root, line));
        }
        round += 1;
        most_boards *= ROUND_GROWTH;
    }
    None
}

/// The lines that ways of this round may clear.
fn lines_of_round(target: &Board, round: u32) -> u32 {
    let step = |lines: u32| next_possible(target, lines + 1);
    (0..round.trailing_ones()).fold(lower_bound(target).cleared, |lines, _| step(lines))
}
