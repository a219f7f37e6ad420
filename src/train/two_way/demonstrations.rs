//! Ways that are known beforehand, shown forwards and backwards.

use std::sync::Arc;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::Action;
use tetreach_agents::train::{Demonstrate, TrainError, Trajectory};

use crate::game::Board;
use crate::numbering::to_placement;
use crate::reach::{DirectedBoard, Direction, Split, TwoWayTask};
use crate::train::reach::{Demonstrations, ShownWay, SolvedTargets, played_out};

type TwoWayTrajectory = Trajectory<DirectedBoard, Board>;

/// A solver that takes over what the network plays.
#[derive(Clone, Debug)]
pub struct Expert {
    /// The share of the games backwards that it takes over.
    pub share: f64,
    /// What it solves with.
    pub solver: Arc<SolvedTargets>,
}

/// The demonstrations of reach, and those from which something can be learned about the way back also backwards.
#[derive(Debug)]
pub struct TwoWayDemonstrations {
    task: TwoWayTask,
    forward: Demonstrations,
    expert: Option<Expert>,
}

impl TwoWayDemonstrations {
    /// Shows what the demonstrations of reach show.
    pub fn new(task: TwoWayTask, forward: Demonstrations, expert: Option<Expert>) -> Self {
        Self { task, forward, expert }
    }

    /// The expert's way from a board of a game that was played backwards, drawn by chance, on to the empty board.
    ///
    /// These are the boards that the network meets, mistakes included, which the ways to random targets hardly show
    /// (Ross et al. 2011, "DAgger").
    fn take_over(&mut self, played: &TwoWayTrajectory) -> Option<TwoWayTrajectory> {
        let Expert { share, solver } = self.expert.as_ref()?;
        let rng = self.forward.rng();
        if !played.goal.is_empty() || !rng.random_bool(*share) {
            return None;
        }
        let board = played.states.choose(rng)?.board;
        if board.without_full_rows().1.count() > 0 || Split::of(&board) != Split::Train {
            return None;
        }
        Some(backwards(&self.task, &played_out(&solver.way_to(&board)?)))
    }
}

impl Demonstrate<DirectedBoard, Board> for TwoWayDemonstrations {
    fn show(&mut self) -> Result<Vec<TwoWayTrajectory>, TrainError> {
        let ShownWay { way, is_direct } = self.forward.draw()?;
        let back = is_direct.then(|| backwards(&self.task, &way));
        Ok(std::iter::once(forwards(way)).chain(back).collect())
    }

    fn advise(&mut self, trajectory: &mut TwoWayTrajectory) {
        if trajectory.states[0].direction == Direction::Backward
            && let Some(way) = self.take_over(trajectory)
        {
            *trajectory = way;
        } else if trajectory.states[0].direction == Direction::Forward {
            let boards = trajectory.states.iter().map(|state| state.board).collect();
            let mut way = Trajectory {
                states: boards,
                actions: trajectory.actions.clone(),
                goal: trajectory.goal,
                advice: Vec::new(),
            };
            self.forward.advise(&mut way);
            *trajectory = forwards(way);
        }
    }

    fn rng(&mut self) -> &mut Pcg64Mcg {
        self.forward.rng()
    }
}

/// A way as it is played.
pub(super) fn forwards(way: Trajectory<Board, Board>) -> TwoWayTrajectory {
    let states = way.states.into_iter().map(DirectedBoard::forward).collect();
    Trajectory { states, actions: way.actions, goal: way.goal, advice: way.advice }
}

/// The same way taken back, from its end to its beginning.
pub(super) fn backwards(task: &TwoWayTask, way: &Trajectory<Board, Board>) -> TwoWayTrajectory {
    let mut back = Trajectory::new(DirectedBoard::backward(way.end()), way.states[0]);
    for step in (0..way.len()).rev() {
        let (before, after) = (&way.states[step], &way.states[step + 1]);
        let moves = after.moves_that_take_back(before, to_placement(way.actions[step]));
        let mut board = *after;
        for reverse in moves.expect("invariant: a way leads from each of its boards to the next") {
            board = board.take_back(reverse).expect("invariant: what was placed can be taken back");
            let action = Action(task.reverse().actions().id(reverse) as u16);
            back.push(task.of_reverse(action), DirectedBoard::backward(board));
        }
    }
    back
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use tetreach_agents::{GoalTask, TaskModel};

    use super::*;
    use crate::config::{GoalsConfig, ReachReplayConfig};
    use crate::game::Size;
    use crate::reach::ReachSettings;
    use crate::train::reach::TrainingGoals;

    #[test]
    fn solved_targets_and_stacks_are_shown_both_ways_and_every_step_is_legal() {
        let task = TwoWayTask::new(ReachSettings::default());
        let mut goals = GoalsConfig::default();
        goals.stack.pieces = [3, 3];
        goals.clears.weight = 1.0;
        goals.pixels.rows = [2, 3];
        let config = ReachReplayConfig { demonstrations: 1.0, solved: 0.3, ..ReachReplayConfig::default() };
        let goals = TrainingGoals::new(goals, Size::STANDARD);
        let solved = SolvedTargets::new(&config, Size::STANDARD).unwrap().map(std::sync::Arc::new);
        let forward = Demonstrations::new(goals, (solved, None), 0.0, Pcg64Mcg::seed_from_u64(4));
        let mut shown = TwoWayDemonstrations::new(task, forward, None);
        let (mut both, mut alone) = (0, 0);
        for _ in 0..40 {
            let ways = shown.show().unwrap();
            if ways.len() == 2 {
                both += 1
            } else {
                alone += 1
            }
            for way in &ways {
                assert_eq!(way.end().board, way.goal);
                for (step, action) in way.actions.iter().enumerate() {
                    assert_eq!(task.try_next(&way.states[step], *action), Some(way.states[step + 1]));
                }
            }
            if let [there, back] = &ways[..] {
                assert_eq!((there.states[0].board, there.goal), (back.goal, back.states[0].board));
            }
        }
        assert!(both > 10 && alone > 3, "{both} {alone}");
    }

    #[test]
    fn the_solver_takes_over_a_game_at_one_of_its_boards() {
        let task = TwoWayTask::new(ReachSettings::default());
        let solver = "unstack".to_owned();
        let config =
            ReachReplayConfig { demonstrations: 0.5, solved: 1.0, solver, ..ReachReplayConfig::default() };
        let goals = TrainingGoals::new(GoalsConfig::default(), Size::STANDARD);
        let solver = Arc::new(SolvedTargets::new(&config, Size::STANDARD).unwrap().unwrap());
        let target = Board::from_rows(Size::STANDARD, [0b1101, 0b0111]);
        let empty = Board::empty(Size::STANDARD);
        // A row comes back, for nothing.
        let mut played = Trajectory::new(DirectedBoard::backward(target), empty);
        let row =
            task.legal_actions(&played.states[0]).as_slice().last().copied().expect("a row may come back");
        let next = task.try_next(&played.states[0], row).unwrap();
        played.push(row, next);
        let mut taken_over = 0;
        for share in [0.0, 1.0] {
            let expert = Some(Expert { share, solver: solver.clone() });
            let mut shown = TwoWayDemonstrations::new(
                task,
                Demonstrations::new(goals.clone(), (None, None), 0.0, Pcg64Mcg::seed_from_u64(4)),
                expert,
            );
            for _ in 0..20 {
                let mut way = played.clone();
                shown.advise(&mut way);
                let is_shown = way.end().board == empty;
                assert!(is_shown || way == played);
                assert!(!is_shown || played.states.contains(&way.states[0]));
                taken_over += usize::from(is_shown);
            }
            assert_eq!(taken_over > 0, share > 0.0);
        }
    }
}
