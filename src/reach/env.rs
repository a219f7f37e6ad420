//! The environment: place pieces until the board equals the goal.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{
    Action, ActionMask, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo, GoalObservation,
    GoalSpace, GoalTask, Info, StepOf,
};

use super::board_space::BoardSpace;
use super::goal_source::SharedSource;
use super::illegal::stay;
use super::options::{ReachOptions, ReachSettings};
use super::snapshot::ReachSnapshot;
use super::task::ReachTask;
use crate::game::{ActionId, Board, Landing};

/// What an agent sees: the board, the board again as what is achieved, and the board to reach.
pub type ReachObservation = GoalObservation<Board, Board>;

/// What is known beside it: the placement that led there, if one did.
pub type ReachInfo = Info<ActionMask, GoalInfo<Option<Landing>>>;

/// The reachability environment; a clone goes on exactly as the original would.
#[derive(Clone, Debug)]
pub struct ReachEnv {
    task: ReachTask,
    source: SharedSource,
    rng: Pcg64Mcg,
    episode: Option<Episode<Board, Board>>,
}

impl ReachEnv {
    /// An environment whose goals come from `source`.
    pub fn new(settings: ReachSettings, source: SharedSource) -> Self {
        Self { task: ReachTask::new(settings), source, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
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

impl Env for ReachEnv {
    type Observation = ReachObservation;
    type ObservationSpace = GoalSpace<BoardSpace, BoardSpace>;
    type Options = ReachOptions;
    type Legal = ActionMask;
    /// Where the piece came to rest and which rows vanished; `None` after a reset.
    type Extra = GoalInfo<Option<Landing>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count()).expect("invariant: no board has more actions than a mask")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        let space = BoardSpace { size: self.task.settings().size };
        GoalSpace { observation: space, goal: space }
    }

    fn reset(&mut self, seed: Option<u64>, options: &ReachOptions) -> Result<EpisodeStart<Self>, EnvError> {
        options.check(self.task.settings().size)?;
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let ends = options.ends(self.task.settings().size, &self.source, &mut self.rng)?;
        let episode = self.episode.insert(Episode::new(ends.start, ends.goal));
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, settings) = (&self.task, self.task.settings());
        if let Some(ends) = settings.stays(episode, || task.legal_actions(&episode.state).contains(action)) {
            return Ok(stay(episode, task, settings, action, ends));
        }
        episode.advance(task, action, |state| {
            let mut next = *state;
            let landing =
                next.play_action(ActionId(action.0)).expect("invariant: the mask allows the action");
            (next, Some(landing))
        })
    }
}

impl GoalEnv for ReachEnv {
    type Task = ReachTask;
    type Detail = Option<Landing>;

    fn task(&self) -> &ReachTask {
        &self.task
    }

    fn options_for(&self, state: Board, desired_goal: Board) -> ReachOptions {
        ReachOptions::between(state, desired_goal)
    }
}
