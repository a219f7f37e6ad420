//! Targets searched for move by move.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::train::{Begun, SearchEpisode, SearchGame, Trajectory};
use tetreach_agents::{GoalTask, TaskModel, Transition, ValueScale};

use super::training_goals::TrainingGoals;
use crate::game::{ActionId, Board};
use crate::numbering::{to_action, to_placement};
use crate::reach::{ReachTask, fewest_pieces};
use crate::solve::Position;
use crate::solve::learned::{LearnedForward, RefutationTime};

/// What a success is worth one piece later.
const DISCOUNT: f32 = 0.95;

/// Searches from the start to the target.
#[derive(Clone, Debug)]
pub struct ForwardSearch {
    task: ReachTask,
    goals: TrainingGoals,
    spare_rows: u32,
}

impl ForwardSearch {
    /// Searches for ways that may clear `spare_rows` rows beyond the fewest possible, where no way is known.
    pub fn new(task: ReachTask, goals: TrainingGoals, spare_rows: u32) -> Self {
        ForwardSearch { task, goals, spare_rows }
    }
}

impl SearchGame for ForwardSearch {
    type Task = ReachTask;
    type Problem = LearnedForward;

    fn begin(&self, rng: &mut Pcg64Mcg) -> Begun<Self> {
        let (sample, level) = self.goals.draw(rng)?;
        let (start, target) = (sample.start, *sample.target.board());
        let lines = sample.way.as_ref().map(|way| cleared_rows(start, way));
        let lines = lines.or_else(|| fewest_rows(&start, &target).map(|rows| rows + self.spare_rows));
        Ok(lines.map(|lines| {
            let scale = ValueScale::Success { discount: DISCOUNT, reachable: false };
            let root = Position { board: start, lines };
            let limit = self.task.step_limit(&target) as usize;
            (
                LearnedForward { target, scale, refute: RefutationTime::Early },
                SearchEpisode::new(root, target, level, limit),
            )
        }))
    }

    fn trajectory(
        &self,
        episode: &SearchEpisode<Self>,
        _last: &Position,
        _reached: bool,
    ) -> (Trajectory<Board, Board>, f32) {
        let placements = episode.line.iter().copied().map(to_placement);
        replayed(&self.task, episode.root.board, episode.goal, placements)
    }

    fn record(&self, episode: &SearchEpisode<Self>, reached: bool) {
        self.goals.record(episode.level, reached);
    }
}

/// Placements as steps, with the sum of their rewards.
pub(in crate::train) fn replayed(
    task: &ReachTask,
    start: Board,
    goal: Board,
    placements: impl IntoIterator<Item = ActionId>,
) -> (Trajectory<Board, Board>, f32) {
    let mut trajectory = Trajectory::new(start, goal);
    let mut earned = 0.0;
    for (elapsed, placement) in (1..).zip(placements) {
        let (state, action) = (trajectory.end(), to_action(placement));
        let Some(next_state) = task.try_next(&state, action) else { break };
        earned += task.reward(&Transition { state, action, next_state, elapsed }, &goal);
        trajectory.push(action, next_state);
    }
    (trajectory, earned)
}

/// The rows that a way clears.
pub(in crate::train) fn cleared_rows(start: Board, way: &[ActionId]) -> u32 {
    let mut board = start;
    way.iter().filter_map(|id| board.play_action(*id).ok()).map(|landing| landing.cleared.count()).sum()
}

/// The fewest rows that a way between two boards may clear, as far as counting tells.
pub(in crate::train) fn fewest_rows(start: &Board, target: &Board) -> Option<u32> {
    let cells = 4 * fewest_pieces(start, target)? + start.cells();
    Some((cells - target.cells()) / u32::from(target.width()))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use tetreach_agents::HashEvaluator;
    use tetreach_agents::train::settings::SelfPlaySettings;
    use tetreach_agents::train::{Advice, Experience, Play, SelfPlay, TurnContext};

    use super::*;
    use crate::config::GoalsConfig;
    use crate::game::Size;
    use crate::reach::{ReachSettings, Split};

    fn searched(pieces: u32, seed: u64) -> Experience<Board, Board> {
        let task = ReachTask::new(ReachSettings::default());
        let mut goals = GoalsConfig { use_curriculum: false, ..GoalsConfig::default() };
        goals.stack.pieces = [pieces; 2];
        let goals = TrainingGoals::new(goals, Size::STANDARD);
        let settings = SelfPlaySettings { full_share: 0.5, ..SelfPlaySettings::default() };
        let (evaluator, rng) = (Box::new(HashEvaluator { task, seed: 1 }), Pcg64Mcg::seed_from_u64(seed));
        let mut experience = Experience::default();
        let turn = TurnContext { epsilon: 0.0, environment_steps: 0 };
        let game = ForwardSearch::new(task, goals, 2);
        SelfPlay::new(game, evaluator, settings, 8, rng).play(turn, &mut experience).unwrap();
        experience
    }

    #[test]
    fn searches_reach_small_targets_and_record_ways_that_can_be_played() {
        let experience = searched(2, 5);
        assert_eq!(experience, searched(2, 5));
        assert_eq!(experience.trajectories.len(), 8);
        let reached = experience.ends.iter().filter(|end| end.reached).count();
        assert!(reached >= 6, "{reached}");
        for (trajectory, end) in experience.trajectories.iter().zip(&experience.ends) {
            let mut board = trajectory.states[0];
            for (action, next) in trajectory.actions.iter().zip(&trajectory.states[1..]) {
                board.play_action(to_placement(*action)).unwrap();
                assert_eq!(board, *next);
            }
            assert_eq!(Split::of(&trajectory.goal), Split::Train);
            assert!(!end.reached || trajectory.end() == trajectory.goal && trajectory.states[0].is_empty());
        }
    }

    #[test]
    fn advice_is_a_policy_over_legal_moves() {
        let advised: Vec<(Board, Advice)> = (0..4)
            .flat_map(|seed| searched(12, seed).trajectories)
            .flat_map(|trajectory| {
                let states = trajectory.states.clone();
                trajectory.advice.into_iter().map(move |advice| (states[advice.step], advice))
            })
            .collect();
        assert!(!advised.is_empty());
        for (board, advice) in advised {
            let total: f32 = advice.policy.iter().map(|(_, share)| share).sum();
            assert!((total - 1.0).abs() < 1e-4, "{total}");
            for (action, _) in &advice.policy {
                assert!({ board }.play_action(to_placement(*action)).is_ok());
            }
        }
    }
}
