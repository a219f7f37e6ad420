//! The environment of one player under the keys.

use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::{GoallessEnv, GoallessTask};
use tetreach_agents::{Action, Space, SyncVector};

use super::action::KeyAction;
use super::game::KeyGame;
use super::task::KeyTask;
use crate::game::guideline::{GuidelineGame, GuidelineRules, Lock};
use crate::guideline::GameSpace;
use crate::guideline::env::IS_OVER;

/// Many games under the keys side by side.
pub type VectorKeyEnv = SyncVector<KeyEnv>;

/// Guideline Tetris with key presses as actions; a clone goes on exactly as the original would.
///
/// ```
/// use tetreach::game::guideline::Key;
/// use tetreach::guideline::keys::{KeyAction, KeyEnv};
/// use tetreach_agents::{ActionSet, Env};
///
/// let mut env = KeyEnv::default();
/// let (_, info) = env.reset(Some(1), &Default::default())?;
/// let half = KeyAction::Move(Key::Half).action();
/// assert!(!info.legal_actions.contains(half), "SRS has no half turns");
/// let step = env.step(KeyAction::Move(Key::HardDrop).action())?;
/// assert_eq!((step.observation.observation.placed, step.done()), (1, false));
/// # Ok::<(), tetreach_agents::EnvError>(())
/// ```
pub type KeyEnv = GoallessEnv<KeyTask>;

impl GoallessTask for KeyTask {
    type Space = KeyGameSpace;
    /// What the press locked, if it did.
    type Detail = Lock;

    fn space(&self) -> KeyGameSpace {
        KeyGameSpace { rules: self.rules }
    }

    fn check_start(&self, start: &KeyGame) -> Result<(), &'static str> {
        if start.is_over(&self.rules) { Err(IS_OVER) } else { Ok(()) }
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> KeyGame {
        KeyGame::new(GuidelineGame::start(rng), &self.rules)
    }

    fn play(&self, game: &KeyGame, action: Action, rng: &mut Pcg64Mcg) -> (KeyGame, Option<Lock>) {
        let press = KeyAction::of(action).expect("invariant: the action is legal");
        let mut next = *game;
        let lock = next.press(press, &self.rules, rng);
        (next, lock)
    }
}

/// All games with a piece somewhere in them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyGameSpace {
    /// The rules by which pieces appear and move.
    pub rules: GuidelineRules,
}

impl Space for KeyGameSpace {
    type Item = KeyGame;

    /// The moving piece is the one of its slot and covers free cells.
    fn contains(&self, keys: &KeyGame) -> bool {
        keys.active.is_none_or(|active| {
            keys.game.piece(keys.slot) == Some(active.piece)
                && active.fits(&keys.game.position.field, &self.rules)
        })
    }

    /// A random game, and up to ten random keys.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> KeyGame {
        let mut keys = KeyGame::new(GameSpace.sample(rng), &self.rules);
        for _ in 0..rng.random_range(0..=10) {
            let press = KeyAction::ALL[rng.random_range(0..KeyAction::ALL.len())];
            keys.press(press, &self.rules, rng);
        }
        keys
    }
}
