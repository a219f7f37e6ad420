//! The environment of one player under the keys.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{
    Action, ActionMask, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo, GoalObservation,
    GoalOptions, GoalSpace, GoalTask, NoGoal, Space, StepOf, SyncVector,
};

use super::action::KeyAction;
use super::game::KeyGame;
use super::task::KeyTask;
use crate::game::guideline::{GuidelineGame, GuidelineRules, Lock};
use crate::guideline::GameSpace;

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
#[derive(Clone, Debug)]
pub struct KeyEnv {
    task: KeyTask,
    rng: Pcg64Mcg,
    episode: Option<Episode<KeyGame, ()>>,
}

impl KeyEnv {
    /// An environment with these rules.
    pub fn new(task: KeyTask) -> Self {
        KeyEnv { task, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
    }
}

impl Default for KeyEnv {
    fn default() -> Self {
        Self::new(KeyTask::default())
    }
}

impl Env for KeyEnv {
    type Observation = GoalObservation<KeyGame, ()>;
    type ObservationSpace = GoalSpace<KeyGameSpace, NoGoal>;
    type Options = GoalOptions<KeyGame, ()>;
    type Legal = ActionMask;
    /// What the last press locked, if it did.
    type Extra = GoalInfo<Option<Lock>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count()).expect("invariant: there are few keys")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        GoalSpace { observation: KeyGameSpace { rules: self.task.rules }, goal: NoGoal }
    }

    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<EpisodeStart<Self>, EnvError> {
        if options.start.is_some_and(|game| game.is_over(&self.task.rules)) {
            let reason = "the game to start with is over".to_string();
            return Err(EnvError::InvalidOptions { reason });
        }
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let start = options.start;
        let game =
            start.unwrap_or_else(|| KeyGame::new(GuidelineGame::start(&mut self.rng), &self.task.rules));
        let episode = self.episode.insert(Episode::new(game, ()));
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, rng) = (&self.task, &mut self.rng);
        episode.advance(task, action, |game| {
            let press = KeyAction::of(action).expect("invariant: the action is legal");
            let mut next = *game;
            let lock = next.press(press, &task.rules, rng);
            (next, lock)
        })
    }
}

impl GoalEnv for KeyEnv {
    type Task = KeyTask;
    type Detail = Option<Lock>;

    fn task(&self) -> &KeyTask {
        &self.task
    }

    fn options_for(&self, game: KeyGame, desired_goal: ()) -> Self::Options {
        GoalOptions { start: Some(game), desired_goal: Some(desired_goal) }
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
