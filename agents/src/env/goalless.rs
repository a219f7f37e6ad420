//! Tasks without goals as environments.

use std::fmt::Debug;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::{
    Action, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo, GoalObservation, GoalOptions,
    GoalSpace, GoalTask, NoGoal, Space, StepOf,
};

/// A task without a goal, with what an environment needs beyond its rules: where games begin and what chance does.
pub trait GoallessTask: GoalTask<Goal = ()> + Clone {
    /// The space of all states.
    type Space: Space<Item = <Self as GoalTask>::State>;
    /// What is told of an action beside the state that follows.
    type Detail: Clone + PartialEq + Debug;

    /// The space of all states.
    fn space(&self) -> Self::Space;

    /// Why no game can begin in a state, if so.
    fn check_start(&self, start: &Self::State) -> Result<(), &'static str>;

    /// Where a game begins.
    fn start(&self, rng: &mut Pcg64Mcg) -> Self::State;

    /// Takes a legal action.
    fn play(
        &self,
        state: &Self::State,
        action: Action,
        rng: &mut Pcg64Mcg,
    ) -> (Self::State, Option<Self::Detail>);
}

/// A task without a goal by the contract of environments; a clone goes on exactly as the original would.
#[derive(Clone, Debug)]
pub struct GoallessEnv<T: GoallessTask> {
    task: T,
    rng: Pcg64Mcg,
    episode: Option<Episode<T::State, ()>>,
}

impl<T: GoallessTask> GoallessEnv<T> {
    /// An environment for this task.
    pub fn new(task: T) -> Self {
        GoallessEnv { task, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
    }
}

impl<T: GoallessTask + Default> Default for GoallessEnv<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: GoallessTask> Env for GoallessEnv<T> {
    type Observation = GoalObservation<T::State, ()>;
    type ObservationSpace = GoalSpace<T::Space, NoGoal>;
    type Options = GoalOptions<T::State, ()>;
    type Legal = T::Legal;
    /// What the last action did, if there is something to tell; `None` after a reset.
    type Extra = GoalInfo<Option<T::Detail>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count()).expect("invariant: a task has actions, and all have numbers")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        GoalSpace { observation: self.task.space(), goal: NoGoal }
    }

    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<EpisodeStart<Self>, EnvError> {
        if let Some(start) = &options.start {
            let refused = |reason: &str| EnvError::InvalidOptions { reason: reason.to_owned() };
            self.task.check_start(start).map_err(refused)?;
        }
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let state = options.start.unwrap_or_else(|| self.task.start(&mut self.rng));
        let episode = self.episode.insert(Episode::new(state, ()));
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, rng) = (&self.task, &mut self.rng);
        episode.advance(task, action, |state| task.play(state, action, rng))
    }
}

impl<T: GoallessTask> GoalEnv for GoallessEnv<T> {
    type Task = T;
    type Detail = Option<T::Detail>;

    fn task(&self) -> &T {
        &self.task
    }

    fn options_for(&self, state: T::State, (): ()) -> Self::Options {
        GoalOptions { start: Some(state), desired_goal: Some(()) }
    }
}
