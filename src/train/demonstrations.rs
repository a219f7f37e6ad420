//! Ways that are known beforehand, for replay to take as if they had been played.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::Action;

use super::error::TrainError;
use super::harvest::Episode;
use super::training_goals::TrainingGoals;

/// Random games and exact reverse walks; hindsight makes every board on the way a goal.
#[derive(Clone, Debug)]
pub struct Demonstrations {
    goals: TrainingGoals,
    /// The stream that everything is drawn from.
    pub rng: Pcg64Mcg,
}

impl Demonstrations {
    /// Demonstrations of the goals that training draws.
    pub fn new(goals: TrainingGoals, rng: Pcg64Mcg) -> Self {
        Self { goals, rng }
    }

    /// Shows one way.
    pub fn show(&mut self) -> Result<Episode, TrainError> {
        let sample = self.goals.draw_with_way(&mut self.rng).ok_or(TrainError::NoGoals)?;
        let mut board = sample.start;
        let mut episode = Episode::new(board, *sample.target.board());
        for &id in sample.way.as_deref().unwrap_or_default() {
            board.play_action(id).expect("invariant: the ways of generators can be played");
            episode.push(Action(id.0), board);
        }
        Ok(episode)
    }
}
