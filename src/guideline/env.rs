//! The environment of one player.

use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::{GoallessEnv, GoallessTask};
use tetreach_agents::{Action, GoalObservation, Space};

use super::action::placement_of;
use super::task::GuidelineTask;
use crate::game::guideline::{Field, GuidelineGame, Lock};

/// What an agent sees: the whole game but the order of the bag.
pub type GuidelineObservation = GoalObservation<GuidelineGame, ()>;

/// Guideline Tetris with placements as actions; a clone goes on exactly as the original would.
///
/// ```
/// use tetreach::guideline::GuidelineEnv;
/// use tetreach_agents::{ActionSet, Env};
///
/// let mut env = GuidelineEnv::default();
/// let (_, info) = env.reset(Some(1), &Default::default())?;
/// let action = info.legal_actions.nth(0).expect("an empty field has room");
/// let step = env.step(action)?;
/// assert_eq!((step.reward, step.done()), (0.0, false));
/// # Ok::<(), tetreach_agents::EnvError>(())
/// ```
pub type GuidelineEnv = GoallessEnv<GuidelineTask>;

/// Why no game can begin in one that is over.
pub(super) const IS_OVER: &str = "the game to start with is over";

impl GoallessTask for GuidelineTask {
    type Space = GameSpace;
    /// What the placement did.
    type Detail = Lock;

    fn space(&self) -> GameSpace {
        GameSpace
    }

    fn check_start(&self, start: &GuidelineGame) -> Result<(), &'static str> {
        if start.is_over(&self.rules) { Err(IS_OVER) } else { Ok(()) }
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> GuidelineGame {
        GuidelineGame::start(rng)
    }

    fn play(
        &self,
        game: &GuidelineGame,
        action: Action,
        rng: &mut Pcg64Mcg,
    ) -> (GuidelineGame, Option<Lock>) {
        let placement = placement_of(game, action).expect("invariant: the action is legal");
        let mut next = *game;
        let lock = next.play(placement, &self.rules, rng);
        (next, Some(lock))
    }
}

/// All games, whatever their fields look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameSpace;

impl Space for GameSpace {
    type Item = GuidelineGame;

    /// Every value is a game.
    fn contains(&self, _game: &GuidelineGame) -> bool {
        true
    }

    /// The first pieces of a bag over rows whose cells are filled with probability 1/2.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> GuidelineGame {
        let mut game = GuidelineGame::start(rng);
        let rows = rng.random_range(0..Field::VISIBLE);
        let columns = std::array::from_fn(|_| rng.random::<u64>() & ((1 << rows) - 1));
        game.position.field = Field::from_columns(columns);
        game
    }
}
