//! Exact search on boards of any size: shortest ways, with the proof that none is shorter.
//!
//! All ways that clear the same number of lines have the same length, so the search asks for a way with `k` lines
//! for rising `k`, from the proved lower bound on. The [`Prover`] does so on the unfolded stack, where what is
//! impossible in a few rows is found once and not again on every board that has these rows. It knows no ceiling: where
//! its way does not fit under that of the board, a search over boards goes on. Backwards from the target it takes
//! pieces away and puts cleared lines back; forwards from the empty board, the boards that need no clears are
//! recognised by
//! [`build_without_clears_until`] without being listed. The two meet as soon as all `k` lines are back. In between,
//! boards whose own lower bound exceeds the lines that are left are dropped, and refuted boards are remembered.

use std::collections::HashMap;

use super::bound::unfolded::Prover;
use super::bound::{Removal, build_without_clears_until, lower_bound, next_possible};
use super::{Report, Request, Run, Solver, Verdict};
use crate::game::{ActionId, Actions, Board, Solution};

/// Refuted boards that are remembered; about 110 bytes each.
const MOST_REMEMBERED: usize = 8_000_000;

/// Finds a shortest way and proves it, as far as the budget goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

/// What an exact search proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// What was found out; a solution is a shortest one.
    pub verdict: Verdict,
    /// No way clears fewer lines than this, which improves the lower bound even where no way was found.
    pub fewest_lines: u32,
    /// Boards generated.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

impl Exact {
    /// Searches within the request's budget and reports all that was proved.
    pub fn prove(&self, request: &Request<'_>) -> Proof {
        let mut run = Run::start(request);
        let (verdict, fewest_lines) = prove(&mut run);
        let Report { verdict, nodes, seconds, .. } = run.report(verdict);
        Proof { verdict, fewest_lines, nodes, seconds }
    }
}

impl Solver for Exact {
    fn name(&self) -> &str {
        "exact"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        prove(run).0
    }
}

/// The verdict, and the fewest lines that a way may clear by what was proved.
fn prove(run: &mut Run<'_>) -> (Verdict, u32) {
    let target = run.target();
    let mut lines = lower_bound(target).cleared;
    let mut prover = Prover::new(target);
    let mut search = Search { run, refuted: HashMap::new(), moves: Vec::new() };
    let verdict = loop {
        if lines > 0 && !search.run.meter.is_spent() {
            search.run.tell("proofs");
            prover.know(lines);
            let way = prover.prove(u32::MAX, &mut search.run.meter);
            lines = prover.lines();
            if let Some(solution) = way {
                break Verdict::Solved(solution);
            }
        }
        search.run.tell(&format!("ways with {lines} cleared lines"));
        match search.find(target, lines) {
            Branch::Found => break search.solution(target),
            Branch::Refuted => lines = next_possible(target, lines + 1),
            Branch::Spent => break Verdict::NotFound,
        }
    };
    run.prove_lines(lines);
    if let Verdict::Solved(solution) = &verdict {
        run.found(solution);
    }
    (verdict, lines)
}

/// How one branch of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    Found,
    Refuted,
    Spent,
}

struct Search<'s, 'r> {
    run: &'s mut Run<'r>,
    /// Boards, one of each mirror pair, that cannot be reached with this number of lines or fewer.
    refuted: HashMap<Board, u8>,
    /// The placements found, in playing order.
    moves: Vec<ActionId>,
}

impl Search<'_, '_> {
    /// Looks for a way to the board with `lines` cleared lines; fewer are known not to do.
    fn find(&mut self, board: &Board, lines: u32) -> Branch {
        if self.run.meter.is_spent() {
            return Branch::Spent;
        }
        if lines == 0 {
            return self.finish(board);
        }
        let key = board.mirror_reduced();
        if self.refuted.get(&key).is_some_and(|&refuted| u32::from(refuted) >= lines) {
            return Branch::Refuted;
        }
        if lower_bound(board).cleared > lines {
            return self.refute(key, lines);
        }
        let mut before = Vec::new();
        board.for_each_predecessor(lines.min(4) as u8, |predecessor| before.push(*predecessor));
        self.run.meter.count(before.len() as u64);
        // Putting lines back early is what makes hard boards easy, and low boards with few cells are near the end.
        before.sort_by_key(|p| (4 - p.cleared, p.board.stack_height(), p.board.cells()));
        for predecessor in before {
            match self.find(&predecessor.board, lines - u32::from(predecessor.cleared)) {
                Branch::Refuted => {}
                Branch::Found => {
                    self.moves.push(predecessor.action);
                    return Branch::Found;
                }
                Branch::Spent => return Branch::Spent,
            }
        }
        self.refute(key, lines)
    }

    /// Decides a board for which no line is left.
    fn finish(&mut self, board: &Board) -> Branch {
        let most = self.run.meter.remaining().nodes.unwrap_or(u64::MAX);
        match build_without_clears_until(board, most, self.run.meter.deadline()) {
            Removal::Order(order) => {
                self.moves = order;
                Branch::Found
            }
            Removal::Impossible => Branch::Refuted,
            Removal::Undecided => Branch::Spent,
        }
    }

    fn refute(&mut self, board: Board, lines: u32) -> Branch {
        if self.refuted.len() < MOST_REMEMBERED {
            let refuted = self.refuted.entry(board).or_insert(0);
            *refuted = (lines as u8).max(*refuted);
        }
        Branch::Refuted
    }

    fn solution(&self, target: &Board) -> Verdict {
        debug_assert!(self.moves.iter().all(|id| id.index() < Actions::of_width(target.width()).count()));
        let solution = Solution::replay(target, self.moves.iter().copied());
        Verdict::Solved(solution.expect("invariant: the exact reverse moves replay"))
    }
}
