//! The environment of one player.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{
    Action, ActionList, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo, GoalObservation,
    GoalOptions, GoalSpace, GoalTask, NoGoal, Space, StepOf,
};

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
#[derive(Clone, Debug)]
pub struct GuidelineEnv {
    task: GuidelineTask,
    rng: Pcg64Mcg,
    episode: Option<Episode<GuidelineGame, ()>>,
}

impl GuidelineEnv {
    /// An environment with these rules.
    pub fn new(task: GuidelineTask) -> Self {
        GuidelineEnv { task, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
    }
}

impl Default for GuidelineEnv {
    fn default() -> Self {
        Self::new(GuidelineTask::default())
    }
}

impl Env for GuidelineEnv {
    type Observation = GuidelineObservation;
    type ObservationSpace = GoalSpace<GameSpace, NoGoal>;
    type Options = GoalOptions<GuidelineGame, ()>;
    type Legal = ActionList;
    /// What the last placement did; `None` after a reset.
    type Extra = GoalInfo<Option<Lock>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count()).expect("invariant: the actions have 16-bit numbers")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        GoalSpace { observation: GameSpace, goal: NoGoal }
    }

    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<EpisodeStart<Self>, EnvError> {
        if options.start.is_some_and(|game| game.is_over(&self.task.rules)) {
            let reason = "the game to start with is over".to_string();
            return Err(EnvError::InvalidOptions { reason });
        }
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let game = options.start.unwrap_or_else(|| GuidelineGame::start(&mut self.rng));
        let episode = self.episode.insert(Episode::new(game, ()));
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, rng) = (&self.task, &mut self.rng);
        episode.advance(task, action, |game| {
            let placement = placement_of(game, action).expect("invariant: the action is legal");
            let mut next = *game;
            let lock = next.play(placement, &task.rules, rng);
            (next, Some(lock))
        })
    }
}

impl GoalEnv for GuidelineEnv {
    type Task = GuidelineTask;
    type Detail = Option<Lock>;

    fn task(&self) -> &GuidelineTask {
        &self.task
    }

    fn options_for(&self, game: GuidelineGame, desired_goal: ()) -> Self::Options {
        GoalOptions { start: Some(game), desired_goal: Some(desired_goal) }
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
