//! Ways that are known beforehand, shown forwards and backwards.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::Action;
use tetreach_agents::train::{Demonstrate, TrainError, Trajectory};

use crate::game::{ActionId, Board};
use crate::reach::{DirectedBoard, Direction, TwoWayTask};
use crate::train::reach::{Demonstrations, ShownWay};

/// The demonstrations of reach, and those from which something can be learned about the way back also backwards.
#[derive(Debug)]
pub struct TwoWayDemonstrations {
    task: TwoWayTask,
    forward: Demonstrations,
}

impl TwoWayDemonstrations {
    /// Shows what the demonstrations of reach show.
    pub fn new(task: TwoWayTask, forward: Demonstrations) -> Self {
        Self { task, forward }
    }
}

impl Demonstrate<DirectedBoard, Board> for TwoWayDemonstrations {
    fn show(&mut self) -> Result<Vec<Trajectory<DirectedBoard, Board>>, TrainError> {
        let ShownWay { way, is_direct } = self.forward.draw()?;
        let back = is_direct.then(|| backwards(&self.task, &way));
        Ok(std::iter::once(forwards(way)).chain(back).collect())
    }

    fn advise(&mut self, trajectory: &mut Trajectory<DirectedBoard, Board>) {
        if trajectory.states[0].direction == Direction::Forward {
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
pub(super) fn forwards(way: Trajectory<Board, Board>) -> Trajectory<DirectedBoard, Board> {
    let states = way.states.into_iter().map(DirectedBoard::forward).collect();
    Trajectory { states, actions: way.actions, goal: way.goal, advice: way.advice }
}

/// The same way taken back, from its end to its beginning.
pub(super) fn backwards(
    task: &TwoWayTask,
    way: &Trajectory<Board, Board>,
) -> Trajectory<DirectedBoard, Board> {
    let mut back = Trajectory::new(DirectedBoard::backward(way.end()), way.states[0]);
    for step in (0..way.len()).rev() {
        let (before, after) = (&way.states[step], &way.states[step + 1]);
        let moves = after.moves_that_take_back(before, ActionId(way.actions[step].0));
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
    use tetreach_agents::TaskModel;

    use super::*;
    use crate::config::{GoalsConfig, ReachReplayConfig};
    use crate::game::Size;
    use crate::reach::ReachSettings;
    use crate::train::reach::{SolvedTargets, TrainingGoals};

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
        let forward = Demonstrations::new(goals, solved, 0.0, Pcg64Mcg::seed_from_u64(4));
        let mut shown = TwoWayDemonstrations::new(task, forward);
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
}
