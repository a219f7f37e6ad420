//! The rules of guideline Tetris as a task without goals.

use tetreach_agents::{ActionList, GoalTask, Transition};

use super::action::{ACTIONS, action_of, placement_of};
use crate::game::guideline::{Game, Moves, Preset, Rules, Slot};

/// Send lines: the reward of a placement is its attack. A game that is over ends the episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuidelineTask {
    /// The rules.
    pub rules: Rules,
    /// The number of pieces after which an episode is cut short.
    pub pieces: u32,
}

impl Default for GuidelineTask {
    fn default() -> Self {
        GuidelineTask { rules: Preset::default().rules(), pieces: 600 }
    }
}

impl GoalTask for GuidelineTask {
    type State = Game;
    type Goal = ();
    type Legal = ActionList;

    fn action_count(&self) -> usize {
        ACTIONS
    }

    fn legal_actions(&self, game: &Game) -> ActionList {
        let mut actions = Vec::new();
        if !game.topped_out {
            for slot in Slot::ALL {
                if let Some(piece) = game.piece(slot) {
                    Moves::for_each(&game.position.field, piece, &self.rules, |placement| {
                        actions.push(action_of(slot, placement));
                    });
                }
            }
        }
        actions.into()
    }

    fn achieved_goal(&self, _game: &Game) {}

    fn reward(&self, transition: &Transition<Game>, _goal: &()) -> f32 {
        let placement = placement_of(&transition.state, transition.action);
        placement.map_or(0.0, |placement| {
            let mut position = transition.state.position;
            position.play(placement, &self.rules).attack as f32
        })
    }

    fn terminated(&self, transition: &Transition<Game>, _goal: &()) -> bool {
        transition.next_state.is_over(&self.rules)
    }

    fn truncated(&self, transition: &Transition<Game>, _goal: &()) -> bool {
        transition.elapsed >= self.pieces
    }
}
