//! Thousands of boards stepped in one call, without any allocation in a step.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::vector::expect_count;
use tetreach_agents::{
    Action, ActionMask, Autoreset, Batch, BatchOf, Discrete, EnvError, Episode, GoalInfo, GoalTask, Info,
    VectorEnv, VectorError,
};

use super::encode::{PlaneValue, encode_batch, encode_landings_batch};
use super::env::{ReachEnv, ReachInfo, ReachObservation};
use super::goal_source::{Ends, SharedSource};
use super::illegal::IllegalActions;
use super::landing::legal_mask;
use super::options::{ReachOptions, ReachSettings};
use super::snapshot::ReachSnapshot;
use super::step_arrays::StepArrays;
use super::task::ReachTask;
use crate::game::{ActionId, Board, Landing};

/// Where one of the boards stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    NeverReset,
    Running,
    Ended,
}

/// Many reachability environments in arrays; step by step equal to as many [`ReachEnv`]s.
///
/// [`VectorReachEnv::advance`] is the fast way: it steps all boards and leaves the choice of what to write to the
/// caller. The [`VectorEnv`] trait's `step` also writes whole observations and infos.
#[derive(Clone, Debug)]
pub struct VectorReachEnv {
    pub(super) task: ReachTask,
    pub(super) source: SharedSource,
    autoreset: Autoreset,
    pub(super) states: Vec<Board>,
    pub(super) goals: Vec<Board>,
    pub(super) elapsed: Vec<u32>,
    /// The levels at which the goals were drawn, 0 without a curriculum.
    pub(super) levels: Vec<u32>,
    limits: Vec<u32>,
    stages: Vec<Stage>,
    rngs: Vec<Pcg64Mcg>,
    pub(super) arrays: StepArrays,
}

impl VectorReachEnv {
    /// `count` environments, at least one, whose goals come from `source`.
    pub fn new(
        count: usize,
        settings: ReachSettings,
        source: SharedSource,
        autoreset: Autoreset,
    ) -> Result<Self, VectorError> {
        if count == 0 {
            return Err(VectorError::Empty);
        }
        let empty = Board::empty(settings.size);
        Ok(Self {
            task: ReachTask::new(settings),
            source,
            autoreset,
            states: vec![empty; count],
            goals: vec![empty; count],
            elapsed: vec![0; count],
            levels: vec![0; count],
            limits: vec![0; count],
            stages: vec![Stage::NeverReset; count],
            rngs: vec![Pcg64Mcg::seed_from_u64(0); count],
            arrays: StepArrays::new(count, settings.size),
        })
    }

    /// The rules.
    pub fn task(&self) -> &ReachTask {
        &self.task
    }

    /// The boards.
    pub fn states(&self) -> &[Board] {
        &self.states
    }

    /// The goals.
    pub fn goals(&self) -> &[Board] {
        &self.goals
    }

    /// What the last call did.
    pub fn arrays(&self) -> &StepArrays {
        &self.arrays
    }

    /// Takes goals from another source from the next resets on.
    pub fn set_source(&mut self, source: SharedSource) {
        self.source = source;
    }

    /// Resets all boards, number `i` with `seed + i`, without writing observations.
    pub fn restart_all(&mut self, seed: Option<u64>, options: &ReachOptions) -> Result<(), VectorError> {
        (0..self.states.len()).try_for_each(|index| self.restart(index, seed, options))
    }

    /// Resets one board, with its own seed, without writing observations.
    pub fn restart_one(
        &mut self,
        index: usize,
        seed: Option<u64>,
        options: &ReachOptions,
    ) -> Result<(), VectorError> {
        self.restart(index, seed.map(|seed| seed.wrapping_sub(index as u64)), options)
    }

    /// Whether the episode on board `index` has ended; `None` before its first reset.
    pub fn has_ended(&self, index: usize) -> Option<bool> {
        (self.stages[index] != Stage::NeverReset).then_some(self.stages[index] == Stage::Ended)
    }

    /// Where board `index` stands.
    pub fn snapshot(&self, index: usize) -> ReachSnapshot {
        let (state, desired_goal) = (self.states[index], self.goals[index]);
        let ended = self.stages[index] == Stage::Ended;
        let episode = Episode { state, desired_goal, elapsed: self.elapsed[index], ended };
        let was_reset = self.stages[index] != Stage::NeverReset;
        ReachSnapshot { rng: self.rngs[index].clone(), episode: was_reset.then_some(episode) }
    }

    /// Puts board `index` where it stood when the snapshot was taken; the arrays tell of a start until its next step.
    pub fn restore(&mut self, index: usize, snapshot: &ReachSnapshot) -> Result<(), VectorError> {
        let size = self.task.settings().size;
        snapshot.check(size).map_err(|source| VectorError::Env { index, source })?;
        let empty = Episode::new(Board::empty(size), Board::empty(size));
        let episode = snapshot.episode.unwrap_or(empty);
        self.rngs[index] = snapshot.rng.clone();
        self.states[index] = episode.state;
        self.goals[index] = episode.desired_goal;
        self.elapsed[index] = episode.elapsed;
        self.limits[index] = self.task.step_limit(&episode.desired_goal);
        self.stages[index] = match snapshot.episode {
            None => Stage::NeverReset,
            Some(Episode { ended: true, .. }) => Stage::Ended,
            Some(_) => Stage::Running,
        };
        self.arrays.start(index);
        Ok(())
    }

    /// The number of pieces placed on each board in its running episode.
    pub fn elapsed(&self) -> &[u32] {
        &self.elapsed
    }

    /// Puts one board into an episode between given ends in which `elapsed` pieces were placed already: 0 starts one,
    /// more continues one that was kept.
    pub fn place(&mut self, index: usize, ends: Ends, elapsed: u32) -> Result<(), VectorError> {
        self.restart(index, None, &ReachOptions::between(ends.start, ends.goal))?;
        self.elapsed[index] = elapsed;
        Ok(())
    }

    /// Takes one action on each board, without writing observations; errors are those of the trait's `step`.
    pub fn advance(&mut self, actions: &[Action]) -> Result<&StepArrays, VectorError> {
        expect_count("actions", self.states.len(), actions.len())?;
        for (index, &action) in actions.iter().enumerate() {
            match self.stages[index] {
                Stage::Running => self.advance_one(index, action)?,
                Stage::Ended if self.autoreset == Autoreset::NextStep => {
                    self.restart(index, None, &ReachOptions::default())?;
                }
                Stage::Ended => return Err(VectorError::Env { index, source: EnvError::StepAfterEnd }),
                Stage::NeverReset => {
                    return Err(VectorError::Env { index, source: EnvError::StepBeforeReset });
                }
            }
        }
        Ok(&self.arrays)
    }

    #[inline]
    fn advance_one(&mut self, index: usize, action: Action) -> Result<(), VectorError> {
        let (state, goal) = (&mut self.states[index], &self.goals[index]);
        let settings = self.task.settings();
        if settings.stays_at_goal(state, goal) {
            return self.stay(index, false);
        }
        let earns = &settings.reward;
        let before = earns.before(state, goal);
        let Ok(landing) = state.play_action(ActionId(action.0)) else {
            return match settings.illegal {
                IllegalActions::Error => {
                    Err(VectorError::Env { index, source: EnvError::IllegalAction { action } })
                }
                IllegalActions::Stay => self.stay(index, false),
                IllegalActions::End => self.stay(index, true),
            };
        };
        let terminated = self.task.ends_at(state, goal);
        let reward = earns.after(before, state, goal, || terminated);
        self.elapsed[index] += 1;
        let truncated = self.elapsed[index] >= self.limits[index];

        let arrays = &mut self.arrays;
        arrays.rewards[index] = reward;
        arrays.terminated[index] = terminated;
        arrays.truncated[index] = truncated;
        arrays.started[index] = false;
        arrays.landings[index] = Some(landing);
        arrays.has_final[index] = terminated || truncated;
        if terminated || truncated { self.end(index) } else { Ok(()) }
    }

    /// A step that leaves a board as it is.
    #[inline(never)]
    fn stay(&mut self, index: usize, terminated: bool) -> Result<(), VectorError> {
        let (state, goal) = (&self.states[index], &self.goals[index]);
        self.elapsed[index] += 1;
        let truncated = self.elapsed[index] >= self.limits[index];
        let arrays = &mut self.arrays;
        arrays.rewards[index] = self.task.settings().reward.of(state, state, goal, || terminated);
        arrays.terminated[index] = terminated;
        arrays.truncated[index] = truncated;
        arrays.started[index] = false;
        arrays.landings[index] = None;
        arrays.has_final[index] = terminated || truncated;
        if terminated || truncated { self.end(index) } else { Ok(()) }
    }

    #[inline(never)]
    fn end(&mut self, index: usize) -> Result<(), VectorError> {
        self.stages[index] = Stage::Ended;
        let reached = self.states[index] == self.goals[index];
        self.source.record(Some(self.levels[index]).filter(|level| *level > 0), reached);
        self.arrays.final_states[index] = self.states[index];
        self.arrays.final_goals[index] = self.goals[index];
        self.arrays.final_landings[index] = self.arrays.landings[index];
        if self.autoreset != Autoreset::SameStep {
            return Ok(());
        }
        let (reward, terminated) = (self.arrays.rewards[index], self.arrays.terminated[index]);
        let truncated = self.arrays.truncated[index];
        self.restart(index, None, &ReachOptions::default())?;
        self.arrays.rewards[index] = reward;
        self.arrays.terminated[index] = terminated;
        self.arrays.truncated[index] = truncated;
        self.arrays.has_final[index] = true;
        Ok(())
    }

    fn restart(
        &mut self,
        index: usize,
        seed: Option<u64>,
        options: &ReachOptions,
    ) -> Result<(), VectorError> {
        let refuse = |source| VectorError::Env { index, source };
        options.check(self.task.settings().size).map_err(refuse)?;
        let rng = &mut self.rngs[index];
        if let Some(seed) = seed {
            *rng = Pcg64Mcg::seed_from_u64(seed.wrapping_add(index as u64));
        }
        let ends = ReachEnv::ends(self.task.settings(), &self.source, options, rng).map_err(refuse)?;
        self.states[index] = ends.start;
        self.goals[index] = ends.goal;
        self.elapsed[index] = 0;
        self.limits[index] = self.task.step_limit(&ends.goal);
        self.stages[index] = Stage::Running;
        self.arrays.start(index);
        Ok(())
    }

    /// Writes the boards' rows, bottom row first, leftmost column in bit 0: `[count, 2, height]`, state then goal.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write_rows(&self, out: &mut [u16]) {
        let height = usize::from(self.task.settings().size.height());
        assert_eq!(out.len(), self.states.len() * 2 * height, "two boards of rows for each environment");
        for ((state, goal), rows) in self.states.iter().zip(&self.goals).zip(out.chunks_exact_mut(2 * height))
        {
            let (above, below) = rows.split_at_mut(height);
            above.iter_mut().enumerate().for_each(|(row, cells)| *cells = state.row(row));
            below.iter_mut().enumerate().for_each(|(row, cells)| *cells = goal.row(row));
        }
    }

    /// Writes planes: `[count, PLANES, height, width]`, see [`super::encode()`].
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write_planes<T: PlaneValue>(&self, out: &mut [T]) {
        encode_batch(&self.states, &self.goals, out);
    }

    /// Writes the legal actions of every board.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write_masks(&self, out: &mut [ActionMask]) {
        assert_eq!(out.len(), self.states.len(), "one mask for each environment");
        self.states.iter().zip(out).for_each(|(state, mask)| *mask = legal_mask(state));
    }

    /// Writes landing cells `[count, actions]` and masks, see [`super::encode_landings`].
    ///
    /// # Panics
    /// If a slice has another length.
    pub fn write_landings(&self, indices: &mut [i64], masks: &mut [ActionMask]) {
        encode_landings_batch(&self.states, indices, masks);
    }

    fn observe(&self, state: &Board, goal: &Board) -> ReachObservation {
        ReachObservation { observation: *state, achieved_goal: *state, desired_goal: *goal }
    }

    fn inform(&self, state: &Board, goal: &Board, landing: Option<Landing>) -> ReachInfo {
        Info {
            legal_actions: legal_mask(state),
            extra: GoalInfo {
                is_success: state == goal,
                lower_bound: self.task.lower_bound(state, goal),
                detail: landing,
            },
        }
    }

    /// Observation and info of board `index` as it stands.
    fn seen(&self, index: usize) -> (ReachObservation, ReachInfo) {
        let (state, goal) = (&self.states[index], &self.goals[index]);
        (self.observe(state, goal), self.inform(state, goal, self.arrays.landings[index]))
    }
}

impl VectorEnv for VectorReachEnv {
    type Observation = ReachObservation;
    type Options = ReachOptions;
    type Legal = ActionMask;
    type Extra = GoalInfo<Option<Landing>>;

    fn count(&self) -> usize {
        self.states.len()
    }

    fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    fn single_action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count()).expect("invariant: no board has more actions than a mask")
    }

    fn reset(&mut self, seed: Option<u64>, options: &ReachOptions) -> Result<BatchOf<Self>, VectorError> {
        self.restart_all(seed, options)?;
        let (observations, infos) = (0..self.count()).map(|index| self.seen(index)).unzip();
        Ok(Batch::new(observations, infos))
    }

    fn reset_where(
        &mut self,
        which: &[bool],
        seed: Option<u64>,
        options: &ReachOptions,
        batch: &mut BatchOf<Self>,
    ) -> Result<(), VectorError> {
        expect_count("reset flags", self.count(), which.len())?;
        expect_count("batch entries", self.count(), batch.count())?;
        for (index, _) in which.iter().enumerate().filter(|(_, reset)| **reset) {
            self.restart(index, seed, options)?;
            let (observation, info) = self.seen(index);
            batch.start(index, observation, info);
        }
        Ok(())
    }

    fn step(&mut self, actions: &[Action], batch: &mut BatchOf<Self>) -> Result<(), VectorError> {
        expect_count("batch entries", self.count(), batch.count())?;
        self.advance(actions)?;
        let arrays = &self.arrays;
        batch.rewards.copy_from_slice(&arrays.rewards);
        batch.terminated.copy_from_slice(&arrays.terminated);
        batch.truncated.copy_from_slice(&arrays.truncated);
        batch.started.copy_from_slice(&arrays.started);
        batch.has_final.copy_from_slice(&arrays.has_final);
        for index in 0..self.count() {
            (batch.observations[index], batch.infos[index]) = self.seen(index);
            if arrays.has_final[index] {
                let (state, goal) = (&arrays.final_states[index], &arrays.final_goals[index]);
                batch.final_observations[index] = self.observe(state, goal);
                batch.final_infos[index] = self.inform(state, goal, arrays.final_landings[index]);
            }
        }
        Ok(())
    }
}
