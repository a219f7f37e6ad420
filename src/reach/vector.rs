//! Thousands of boards stepped in one call, without any allocation in a step.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::vector::expect_count;
use tetreach_agents::{Action, Autoreset, EnvError, Episode, GoalVectorEnv, RunningEpisode, VectorError};

use super::goal_source::{Ends, SharedSource};
use super::illegal::IllegalActions;
use super::options::{ReachOptions, ReachSettings};
use super::snapshot::ReachSnapshot;
use super::step_arrays::StepArrays;
use super::task::ReachTask;
use crate::game::Board;
use crate::numbering::to_placement;

/// Where one of the boards stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    NeverReset,
    Running,
    Ended,
}

/// Many reachability environments in arrays; step by step equal to as many [`super::ReachEnv`]s.
///
/// [`VectorReachEnv::advance`] is the fast way: it steps all boards and leaves the choice of what to write to the
/// caller. The `step` of [`tetreach_agents::VectorEnv`] also writes whole observations and infos. Actors play it as a
/// [`GoalVectorEnv`].
#[derive(Clone, Debug)]
pub struct VectorReachEnv {
    task: ReachTask,
    source: SharedSource,
    autoreset: Autoreset,
    states: Vec<Board>,
    goals: Vec<Board>,
    elapsed: Vec<u32>,
    /// The levels at which the goals were drawn, 0 without a curriculum.
    levels: Vec<u32>,
    limits: Vec<u32>,
    stages: Vec<Stage>,
    rngs: Vec<Pcg64Mcg>,
    arrays: StepArrays,
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

    /// What follows the end of an episode.
    pub(super) fn resets(&self) -> Autoreset {
        self.autoreset
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

    /// Takes one action on each board, without writing observations; errors are those of a whole step.
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
        let Ok(landing) = state.play_action(to_placement(action)) else {
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

    pub(super) fn restart(
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
        let ends = options.ends(self.task.settings().size, &self.source, rng).map_err(refuse)?;
        self.states[index] = ends.start;
        self.goals[index] = ends.goal;
        self.elapsed[index] = 0;
        self.limits[index] = self.task.step_limit(&ends.goal);
        self.stages[index] = Stage::Running;
        self.arrays.start(index);
        Ok(())
    }
}

impl GoalVectorEnv for VectorReachEnv {
    type Task = ReachTask;

    fn count(&self) -> usize {
        self.states.len()
    }

    fn states(&self) -> &[Board] {
        &self.states
    }

    fn goals(&self) -> &[Board] {
        &self.goals
    }

    fn elapsed(&self) -> &[u32] {
        &self.elapsed
    }

    fn levels(&self) -> &[u32] {
        &self.levels
    }

    fn rewards(&self) -> &[f32] {
        &self.arrays.rewards
    }

    fn terminated(&self) -> &[bool] {
        &self.arrays.terminated
    }

    fn truncated(&self) -> &[bool] {
        &self.arrays.truncated
    }

    fn is_success(&self, index: usize) -> bool {
        self.states[index] == self.goals[index]
    }

    fn begin(&mut self, index: usize, rng: &mut Pcg64Mcg) -> Result<(), VectorError> {
        let empty = Board::empty(self.task.settings().size);
        let Some((ends, level)) = self.source.draw_leveled(&empty, rng) else {
            let reason = "the source of goals drew none: choose easier goals or a larger board".to_string();
            return Err(VectorError::Env { index, source: EnvError::InvalidOptions { reason } });
        };
        self.place(index, ends, 0)?;
        self.levels[index] = level.unwrap_or(0);
        Ok(())
    }

    fn resume(&mut self, index: usize, episode: RunningEpisode<Board, Board>) -> Result<(), VectorError> {
        self.place(index, Ends { start: episode.state, goal: episode.goal }, episode.elapsed)?;
        self.levels[index] = episode.level;
        Ok(())
    }

    fn advance(&mut self, actions: &[Action], _rng: &mut Pcg64Mcg) -> Result<(), VectorError> {
        VectorReachEnv::advance(self, actions).map(drop)
    }
}
