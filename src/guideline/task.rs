//! The rules of guideline Tetris as a task without goals.

use tetreach_agents::{ActionList, GoalTask, Transition};

use super::action::{ACTIONS, action_of, placement_of};
use crate::game::guideline::{GuidelineGame, GuidelinePreset, GuidelineRules, PlacementList, Slot};

/// Send lines: the reward of a placement is its attack. A game that is over ends the episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuidelineTask {
    /// The rules.
    pub rules: GuidelineRules,
    /// The number of pieces after which an episode is cut short.
    pub pieces: u32,
}

impl Default for GuidelineTask {
    fn default() -> Self {
        GuidelineTask { rules: GuidelinePreset::default().rules(), pieces: 600 }
    }
}

impl GoalTask for GuidelineTask {
    type State = GuidelineGame;
    type Goal = ();
    type Legal = ActionList;

    fn action_count(&self) -> usize {
        ACTIONS
    }

    fn legal_actions(&self, game: &GuidelineGame) -> ActionList {
        let mut actions = Vec::new();
        if !game.topped_out {
            for slot in Slot::ALL {
                if let Some(piece) = game.piece(slot) {
                    PlacementList::for_each(&game.position.field, piece, &self.rules, |placement| {
                        actions.push(action_of(slot, placement));
                    });
                }
            }
        }
        actions.into()
    }

    fn achieved_goal(&self, _game: &GuidelineGame) {}

    fn reward(&self, transition: &Transition<GuidelineGame>, _goal: &()) -> f32 {
        let placement = placement_of(&transition.state, transition.action);
        placement.map_or(0.0, |placement| {
            let mut position = transition.state.position;
            position.play(placement, &self.rules).attack as f32
        })
    }

    fn terminated(&self, transition: &Transition<GuidelineGame>, _goal: &()) -> bool {
        transition.next_state.is_over(&self.rules)
    }

    fn truncated(&self, transition: &Transition<GuidelineGame>, _goal: &()) -> bool {
        transition.elapsed >= self.pieces
    }
}
