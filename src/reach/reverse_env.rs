//! The thesis' "play backwards": start at the target and take pieces away until the start board is left.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{
    Action, ActionList, ActionSet, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo,
    GoalSpace, GoalTask, StepOf, TaskModel,
};

use super::board_space::BoardSpace;
use super::env::ReachObservation;
use super::goal_source::SharedSource;
use super::illegal::stay;
use super::options::{ReachOptions, ReachSettings};
use super::reverse_task::{ReverseTask, has_reverse_move};
use super::snapshot::ReachSnapshot;
use crate::game::{Board, ReverseMove};

/// The reverse environment: what its source draws as a goal for the way forward is where it starts.
#[derive(Clone, Debug)]
pub struct ReverseEnv {
    task: ReverseTask,
    source: SharedSource,
    rng: Pcg64Mcg,
    episode: Option<Episode<Board, Board>>,
}

impl ReverseEnv {
    /// An environment whose starts come from `source`.
    pub fn new(settings: ReachSettings, source: SharedSource) -> Self {
        Self { task: ReverseTask::new(settings), source, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
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

impl Env for ReverseEnv {
    type Observation = ReachObservation;
    type ObservationSpace = GoalSpace<BoardSpace, BoardSpace>;
    type Options = ReachOptions;
    type Legal = ActionList;
    /// The move that was made; `None` after a reset.
    type Extra = GoalInfo<Option<ReverseMove>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count()).expect("invariant: a board has cells")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        let space = BoardSpace { size: self.task.settings().size };
        GoalSpace { observation: space, goal: space }
    }

    fn reset(&mut self, seed: Option<u64>, options: &ReachOptions) -> Result<EpisodeStart<Self>, EnvError> {
        let size = self.task.settings().size;
        options.check_sizes(size)?;
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let source = options.source.as_ref().unwrap_or(&self.source);
        // The way forward leads from this environment's goal to its start.
        let ends = ReachOptions::settle(size, options.goal, options.start, source, &mut self.rng)?;
        let (start, goal) = (ends.goal, ends.start);
        if !has_reverse_move(&start) {
            let reason =
                "no placement leads to the start board, so there is nothing to take back".to_string();
            return Err(EnvError::InvalidOptions { reason });
        }
        let episode = self.episode.insert(Episode::new(start, goal));
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, settings) = (&self.task, self.task.settings());
        if let Some(ends) = settings.stays(episode, || task.legal_actions(&episode.state).contains(action)) {
            return Ok(stay(episode, task, settings, action, ends));
        }
        episode.advance(task, action, |state| {
            let reverse = task.actions().reverse_move(action.index());
            (task.next(state, action), reverse)
        })
    }
}

impl GoalEnv for ReverseEnv {
    type Task = ReverseTask;
    type Detail = Option<ReverseMove>;

    fn task(&self) -> &ReverseTask {
        &self.task
    }

    fn options_for(&self, state: Board, desired_goal: Board) -> ReachOptions {
        ReachOptions::between(state, desired_goal)
    }
}
