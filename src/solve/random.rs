//! The agent that knows nothing: random walks from the empty board.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::game::{ActionId, Board, Solution};

use super::{Progress, Run, Solver, Verdict};

/// Plays random legal placements, starts again when it is stuck, and stops when it meets the target.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomWalks;

/// Placements between two reports.
const NEWS_EVERY: u64 = 1 << 16;

impl Solver for RandomWalks {
    fn name(&self) -> &str {
        "random"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        walk(run).into()
    }
}

fn walk(run: &mut Run<'_>) -> Option<Solution> {
    let target = run.target();
    let mut random = Pcg64Mcg::seed_from_u64(run.request.seed);
    let (mut board, mut way) = (Board::empty(target.size()), Vec::new());
    // Nothing is gained by walking on far beyond the cells that fit on the board.
    let longest = usize::from(board.width()) * usize::from(board.height());
    let mut told = 0;
    loop {
        if board == *target {
            let solution = Solution::replay(target, way.iter().copied())
                .expect("invariant: every placement of the walk was played");
            run.found(&solution);
            return Some(solution);
        }
        if run.meter.is_spent() {
            run.request.observer.observe(Progress::Ended(&board));
            return None;
        }
        let legal: Vec<ActionId> = board.legal_actions().collect();
        if legal.is_empty() || way.len() == longest {
            board = Board::empty(target.size());
            way.clear();
            continue;
        }
        let action = legal[random.random_range(0..legal.len())];
        board.play_action(action).expect("invariant: the action is legal");
        way.push(action);
        run.meter.count(1);
        if run.meter.nodes() - told >= NEWS_EVERY {
            told = run.meter.nodes();
            run.tell("random walks");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::reach::Target;
    use crate::solve::{Budget, Request};

    #[test]
    fn meets_targets_of_one_piece_and_gives_up_on_far_ones() {
        let size = Size::new(4, 6).unwrap();
        let near = Request::new(
            Target::new(Board::from_rows(size, [0b0110, 0b0110])).unwrap(),
            Budget::nodes(100_000),
        );
        let report = RandomWalks.solve(&near);
        assert!(matches!(&report.verdict, Verdict::Solved(solution) if solution.pieces() >= 1));
        assert_eq!(report.nodes, RandomWalks.solve(&near).nodes, "equal seeds, equal walks");
        let empty =
            RandomWalks.solve(&Request::new(Target::new(Board::empty(size)).unwrap(), Budget::nodes(1)));
        assert!(matches!(&empty.verdict, Verdict::Solved(solution) if solution.pieces() == 0));

        let far = Board::from_rows(Size::STANDARD, (0..16).map(|row| 0b01_0101_0101 << (row % 2)));
        let report = RandomWalks.solve(&Request::new(Target::new(far).unwrap(), Budget::nodes(1000)));
        assert_eq!((report.verdict, report.nodes), (Verdict::NotFound, 1000));
    }
}
