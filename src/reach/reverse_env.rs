//! The thesis' "play backwards": start at the target and take pieces away until the start board is left.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{
    Action, ActionMask, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo, GoalSpace,
    GoalTask, StepOf, Transition,
};

use super::board_space::BoardSpace;
use super::distance::fewest_pieces;
use super::env::ReachObservation;
use super::goal_source::SharedSource;
use super::illegal::{OnSuccess, stay};
use super::options::{ReachOptions, ReachSettings};
use super::reverse_moves::ReverseMoves;
use super::snapshot::ReachSnapshot;
use crate::game::{ActionId, Board};

/// Reach the goal board by reverse moves; an action is an index into [`ReverseMoves`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReverseTask {
    settings: ReachSettings,
}

impl ReverseTask {
    /// What stays the same for all episodes.
    pub fn settings(&self) -> &ReachSettings {
        &self.settings
    }

    /// The number of moves after which an episode is cut short.
    ///
    /// The way's length lies in the board where it began, which no later state tells: a full board's worth of pieces
    /// takes the place of the lower bound.
    pub fn step_limit(&self) -> u32 {
        let size = self.settings.size;
        self.settings.limit.steps(u32::from(size.width()) * u32::from(size.height()) / 4)
    }

    fn ends_at(&self, board: &Board, goal: &Board) -> bool {
        if board == goal { self.settings.on_success == OnSuccess::End } else { !board.has_predecessor() }
    }
}

impl GoalTask for ReverseTask {
    type State = Board;
    type Goal = Board;
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        ReverseMoves::CAPACITY
    }

    fn legal_actions(&self, state: &Board) -> ActionMask {
        ReverseMoves::of(state).mask()
    }

    fn achieved_goal(&self, state: &Board) -> Board {
        *state
    }

    fn reward(&self, transition: &Transition<Board>, goal: &Board) -> f32 {
        let ends = || self.ends_at(&transition.next_state, goal);
        self.settings.reward.of(&transition.state, &transition.next_state, goal, ends)
    }

    fn terminated(&self, transition: &Transition<Board>, goal: &Board) -> bool {
        self.ends_at(&transition.next_state, goal)
    }

    fn truncated(&self, transition: &Transition<Board>, _goal: &Board) -> bool {
        transition.elapsed >= self.step_limit()
    }

    /// The bound of the forward way, which leads from the goal to the state.
    fn lower_bound(&self, state: &Board, goal: &Board) -> Option<u32> {
        fewest_pieces(goal, state)
    }
}

/// The placement that a reverse move took back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The placement that leads forward again.
    pub action: ActionId,
    /// How many rows vanish with it.
    pub cleared: u8,
}

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
        let task = ReverseTask { settings };
        Self { task, source, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
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
        snapshot.check(self.task.settings.size)?;
        (self.rng, self.episode) = (snapshot.rng.clone(), snapshot.episode);
        Ok(())
    }
}

impl Env for ReverseEnv {
    type Observation = ReachObservation;
    type ObservationSpace = GoalSpace<BoardSpace, BoardSpace>;
    type Options = ReachOptions;
    /// What the move took back; `None` after a reset.
    type Legal = ActionMask;
    type Extra = GoalInfo<Option<Undone>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(ReverseMoves::CAPACITY).expect("invariant: the capacity is that of a mask")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        let space = BoardSpace { size: self.task.settings.size };
        GoalSpace { observation: space, goal: space }
    }

    fn reset(&mut self, seed: Option<u64>, options: &ReachOptions) -> Result<EpisodeStart<Self>, EnvError> {
        let size = self.task.settings.size;
        options.check(size)?;
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let source = options.source.as_ref().unwrap_or(&self.source);
        // The way forward leads from this environment's goal to its start.
        let ends = ReachOptions::settle(size, options.goal, options.start, source, &mut self.rng)?;
        let (start, goal) = (ends.goal, ends.start);
        if !start.has_predecessor() {
            let reason =
                "no placement leads to the start board, so there is nothing to take back".to_string();
            return Err(EnvError::InvalidOptions { reason });
        }
        let episode = self.episode.insert(Episode::new(start, goal));
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, settings) = (&self.task, &self.task.settings);
        if let Some(ends) = settings.stays(episode, || task.legal_actions(&episode.state).contains(action)) {
            return Ok(stay(episode, task, settings, action, ends));
        }
        episode.advance(task, action, |state| {
            let before = ReverseMoves::of(state).as_slice()[action.index()];
            (before.board, Some(Undone { action: before.action, cleared: before.cleared }))
        })
    }
}

impl GoalEnv for ReverseEnv {
    type Task = ReverseTask;
    type Detail = Option<Undone>;

    fn task(&self) -> &ReverseTask {
        &self.task
    }

    fn options_for(&self, state: Board, desired_goal: Board) -> ReachOptions {
        ReachOptions::between(state, desired_goal)
    }
}
