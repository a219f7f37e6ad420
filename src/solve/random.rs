//! The agent that knows nothing: random walks from the empty board.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::game::{ActionId, Board};

use super::budget::Meter;
use super::solution::Solution;
use super::solver::{Progress, Report, Request, Solver, Verdict};

/// Plays random legal placements, starts again when it is stuck, and stops when it meets the target.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomWalks;

/// Placements between two reports.
const NEWS_EVERY: u64 = 1 << 16;

impl Solver for RandomWalks {
    fn name(&self) -> &'static str {
        "random"
    }

    fn solve(&self, request: &Request<'_>) -> Report {
        let mut meter = Meter::start(request.budget, request.cancel.clone());
        let verdict = match request.target.check_admissible() {
            Err(reason) => Verdict::Unreachable(reason.to_string()),
            Ok(()) => walk(request, &mut meter).map_or(Verdict::NotFound, Verdict::Solved),
        };
        Report::new(verdict, &meter)
    }
}

fn walk(request: &Request<'_>, meter: &mut Meter) -> Option<Solution> {
    let mut random = Pcg64Mcg::seed_from_u64(request.seed);
    let (mut board, mut way) = (Board::empty(request.target.size()), Vec::new());
    // Nothing is gained by walking on far beyond the cells that fit on the board.
    let longest = usize::from(board.width()) * usize::from(board.height());
    let mut told = 0;
    loop {
        if board == request.target {
            let solution = Solution::replay(&request.target, way.iter().copied())
                .expect("invariant: every placement of the walk was played");
            request.listener.hear(Progress::Found(&solution));
            return Some(solution);
        }
        if meter.is_spent() {
            request.listener.hear(Progress::Ended(&board));
            return None;
        }
        let legal: Vec<ActionId> = board.legal_actions().collect();
        if legal.is_empty() || way.len() == longest {
            board = Board::empty(request.target.size());
            way.clear();
            continue;
        }
        let action = legal[random.random_range(0..legal.len())];
        board.play_action(action).expect("invariant: the action is legal");
        way.push(action);
        meter.count(1);
        if meter.nodes() - told >= NEWS_EVERY {
            told = meter.nodes();
            request.listener.hear(Progress::Searching { stage: "random walks", nodes: told });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::solve::Budget;

    #[test]
    fn meets_targets_of_one_piece_and_gives_up_on_far_ones() {
        let size = Size::new(4, 6).unwrap();
        let near = Request::new(Board::from_rows(size, [0b0110, 0b0110]), Budget::nodes(100_000));
        let report = RandomWalks.solve(&near);
        assert!(matches!(&report.verdict, Verdict::Solved(solution) if solution.pieces() >= 1));
        assert_eq!(report.nodes, RandomWalks.solve(&near).nodes, "equal seeds, equal walks");
        let empty = RandomWalks.solve(&Request::new(Board::empty(size), Budget::nodes(1)));
        assert!(matches!(&empty.verdict, Verdict::Solved(solution) if solution.pieces() == 0));

        let far = Board::from_rows(Size::STANDARD, (0..16).map(|row| 0b01_0101_0101 << (row % 2)));
        let report = RandomWalks.solve(&Request::new(far, Budget::nodes(1000)));
        assert_eq!((report.verdict, report.nodes), (Verdict::NotFound, 1000));
    }

    #[test]
    fn says_why_a_board_is_unreachable() {
        let dot = Board::from_rows(Size::STANDARD, [1]);
        let report = RandomWalks.solve(&Request::new(dot, Budget::nodes(1000)));
        assert!(matches!(report.verdict, Verdict::Unreachable(reason) if reason.contains("1 filled cells")));
    }
}
