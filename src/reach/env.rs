//! The environments: place pieces until the board equals the goal, or take them away.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{
    Action, ActionMask, ActionSet, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo,
    GoalObservation, GoalSpace, GoalTask, Info, StepOf,
};

use super::board_space::BoardSpace;
use super::goal_source::SharedSource;
use super::illegal::stay;
use super::options::{ReachOptions, ReachSettings};
use super::snapshot::ReachSnapshot;
use super::task::ReachTask;
use crate::game::{Board, Landing};
use crate::numbering::to_placement;

/// What an agent sees: the board, the board again as what is achieved, and the board to reach.
pub type ReachObservation = GoalObservation<Board, Board>;

/// What is known beside it: the placement that led there, if one did.
pub type ReachInfo = Info<ActionMask, GoalInfo<Option<Landing>>>;

/// The reachability environment: place pieces until the board equals the goal.
pub type ReachEnv = BoardEnv<ReachTask>;

/// A task on boards as an environment needs it.
pub trait BoardTask: GoalTask<State = Board, Goal = Board> + Clone {
    /// What is told of a move beside the board that follows.
    type Move: Clone + PartialEq + std::fmt::Debug;

    /// The task with these settings.
    fn with_settings(settings: ReachSettings) -> Self;

    /// What stays the same for all episodes.
    fn settings(&self) -> &ReachSettings;

    /// Refuses options that cannot be met, before anything changes.
    fn check(&self, options: &ReachOptions) -> Result<(), EnvError>;

    /// Begins an episode; what the options leave open is drawn.
    fn begin(
        &self,
        options: &ReachOptions,
        source: &SharedSource,
        rng: &mut Pcg64Mcg,
    ) -> Result<Episode<Board, Board>, EnvError>;

    /// Makes a legal move.
    fn play(&self, state: &Board, action: Action) -> (Board, Option<Self::Move>);
}

impl BoardTask for ReachTask {
    type Move = Landing;

    fn with_settings(settings: ReachSettings) -> Self {
        ReachTask::new(settings)
    }

    fn settings(&self) -> &ReachSettings {
        self.settings()
    }

    fn check(&self, options: &ReachOptions) -> Result<(), EnvError> {
        options.check(self.settings().size)
    }

    fn begin(
        &self,
        options: &ReachOptions,
        source: &SharedSource,
        rng: &mut Pcg64Mcg,
    ) -> Result<Episode<Board, Board>, EnvError> {
        let ends = options.ends(self.settings().size, source, rng)?;
        Ok(Episode::new(ends.start, ends.goal))
    }

    fn play(&self, state: &Board, action: Action) -> (Board, Option<Landing>) {
        let mut next = *state;
        let landing = next.play_action(to_placement(action)).expect("invariant: the mask allows the action");
        (next, Some(landing))
    }
}

/// A task on boards as an environment; a clone goes on exactly as the original would.
#[derive(Clone, Debug)]
pub struct BoardEnv<T> {
    task: T,
    source: SharedSource,
    rng: Pcg64Mcg,
    episode: Option<Episode<Board, Board>>,
}

impl<T: BoardTask> BoardEnv<T> {
    /// An environment whose goals come from `source`.
    pub fn new(settings: ReachSettings, source: SharedSource) -> Self {
        Self { task: T::with_settings(settings), source, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
    }

    /// Takes goals from another source from the next reset on.
    pub fn set_source(&mut self, source: SharedSource) {
        self.source = source;
    }

    /// The running episode, or the one that ended last.
    pub fn episode(&self) -> Option<&Episode<Board, Board>> {
        self.episode.as_ref()
    }

    /// Where the environment stands.
    pub fn snapshot(&self) -> ReachSnapshot {
        ReachSnapshot { rng: self.rng.clone(), episode: self.episode }
    }

    /// Puts the environment where it stood when the snapshot was taken.
    pub fn restore(&mut self, snapshot: &ReachSnapshot) -> Result<(), EnvError> {
        snapshot.check(self.task.settings().size)?;
        (self.rng, self.episode) = (snapshot.rng.clone(), snapshot.episode);
        Ok(())
    }
}

impl<T: BoardTask> Env for BoardEnv<T> {
    type Observation = ReachObservation;
    type ObservationSpace = GoalSpace<BoardSpace, BoardSpace>;
    type Options = ReachOptions;
    type Legal = T::Legal;
    /// The move that was made; `None` after a reset.
    type Extra = GoalInfo<Option<T::Move>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count())
            .expect("invariant: every board has actions, and all have numbers")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        let space = BoardSpace { size: self.task.settings().size };
        GoalSpace { observation: space, goal: space }
    }

    fn reset(&mut self, seed: Option<u64>, options: &ReachOptions) -> Result<EpisodeStart<Self>, EnvError> {
        self.task.check(options)?;
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let episode = self.task.begin(options, &self.source, &mut self.rng)?;
        let episode = self.episode.insert(episode);
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, settings) = (&self.task, self.task.settings());
        if let Some(ends) = settings.stays(episode, || task.legal_actions(&episode.state).contains(action)) {
            return Ok(stay(episode, task, settings, action, ends));
        }
        episode.advance(task, action, |state| task.play(state, action))
    }
}

impl<T: BoardTask> GoalEnv for BoardEnv<T> {
    type Task = T;
    type Detail = Option<T::Move>;

    fn task(&self) -> &T {
        &self.task
    }

    fn options_for(&self, state: Board, desired_goal: Board) -> ReachOptions {
        ReachOptions::between(state, desired_goal)
    }
}
