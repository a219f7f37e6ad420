//! Ways that are known beforehand, written into replay as if they had been played.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::Action;
use tetreach_agents::replay::ReplayBuffer;

use super::error::TrainError;
use super::training_goals::TrainingGoals;
use crate::game::Board;

/// Random games and exact reverse walks; hindsight makes every board on the way a goal.
#[derive(Clone, Debug)]
pub struct Demonstrations {
    goals: TrainingGoals,
    /// The stream that everything is drawn from.
    pub rng: Pcg64Mcg,
    states: Vec<Board>,
    actions: Vec<Action>,
}

impl Demonstrations {
    /// Demonstrations of the goals that training draws.
    pub fn new(goals: TrainingGoals, rng: Pcg64Mcg) -> Self {
        Self { goals, rng, states: Vec::new(), actions: Vec::new() }
    }

    /// Writes one way into replay and returns its length.
    pub fn write(&mut self, replay: &mut ReplayBuffer<Board, Board>) -> Result<u64, TrainError> {
        let sample = self.goals.draw_with_way(&mut self.rng).ok_or(TrainError::NoGoals)?;
        let mut board = sample.start;
        self.actions.clear();
        self.states.clear();
        self.states.push(board);
        for &id in sample.way.as_deref().unwrap_or_default() {
            board.play_action(id).expect("invariant: the ways of generators can be played");
            self.states.push(board);
            self.actions.push(Action(id.0));
        }
        replay.ring.push_episode(&self.states, &self.actions, *sample.target.board())?;
        Ok(self.actions.len() as u64)
    }
}
