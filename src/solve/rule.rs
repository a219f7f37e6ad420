//! The agent that has learned nothing and looks one placement ahead.

use crate::game::{Board, Solution};
use crate::reach::{ReachSettings, ReachTask, StepLimit, lowest_hinted};

use super::{Progress, Run, Solver, Verdict};

/// Plays the lowest placement that counting cells does not speak against, up to the target or the step limit.
///
/// It is told what a network with `network.detours` is told, so that what a network reaches beyond it was learned. A
/// board counts once, as it does for a network, however many placements are looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowestFirst {
    /// Placements after which it gives up.
    pub limit: StepLimit,
}

impl Solver for LowestFirst {
    fn name(&self) -> &str {
        "rule"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        play(run, self.limit).into()
    }
}

fn play(run: &mut Run<'_>, limit: StepLimit) -> Option<Solution> {
    let target = run.target();
    let task = ReachTask::new(ReachSettings { size: target.size(), limit, ..ReachSettings::default() });
    let (mut board, mut way) = (Board::empty(target.size()), Vec::new());
    while board != *target {
        let next = lowest_hinted(&board, target);
        let next = next.filter(|_| way.len() < task.step_limit(target) as usize && !run.meter.is_spent());
        let Some(action) = next else {
            run.request.observer.observe(Progress::Ended(&board));
            return None;
        };
        board.play_action(action).expect("invariant: the action is legal");
        way.push(action);
        run.meter.count(1);
    }
    let solution = Solution::replay(target, way).expect("invariant: every placement was played");
    run.found(&solution);
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::reach::{LoadOptions, Target, load_suite};
    use crate::solve::{Budget, Request};

    #[test]
    fn reaches_most_small_stacks_the_same_way_every_time() {
        let suite = load_suite("stack-4@validation", &LoadOptions::default()).unwrap();
        let answers = || -> Vec<_> {
            let requests = suite
                .sketches
                .iter()
                .take(50)
                .map(|sketch| Request::new(Target::new(sketch.board).unwrap(), Budget::nodes(1000)));
            requests.map(|request| LowestFirst::default().solve(&request).verdict).collect()
        };
        let solved = answers().iter().filter(|verdict| matches!(verdict, Verdict::Solved(_))).count();
        assert!(solved >= 45, "{solved} of 50");
        assert_eq!(answers(), answers());
    }

    #[test]
    fn gives_up_at_the_step_limit_and_at_the_end_of_the_budget() {
        let far = Board::from_rows(Size::STANDARD, (0..16).map(|row| 0b01_0101_0101 << (row % 2)));
        let target = Target::new(far).unwrap();
        let report = LowestFirst::default().solve(&Request::new(target.clone(), Budget::nodes(1_000_000)));
        assert_eq!(report.verdict, Verdict::NotFound);
        let limit = ReachTask::new(ReachSettings::default()).step_limit(target.board());
        assert!(report.nodes <= u64::from(limit), "{} placements", report.nodes);
        let report = LowestFirst::default().solve(&Request::new(target, Budget::nodes(3)));
        assert_eq!((report.verdict, report.nodes), (Verdict::NotFound, 3));
    }
}
