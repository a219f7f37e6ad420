//! Vector environments of any task that can be looked ahead in.

use std::fmt;
use std::sync::Arc;

use rand_pcg::Pcg64Mcg;

use super::vector::expect_count;
use super::{Action, EnvError, GoalVectorEnv, RunningEpisode, TaskModel, Transition, VectorError};

/// Draws the start and the goal of an episode.
type Draw<T> =
    dyn Fn(&mut Pcg64Mcg) -> (<T as super::GoalTask>::State, <T as super::GoalTask>::Goal) + Send + Sync;

/// Environments of a [`TaskModel`] in arrays, for tasks that do not bring a faster one.
///
/// ```
/// use rand::SeedableRng;
/// use rand_pcg::Pcg64Mcg;
/// use tetreach_agents::env::{GoalVectorEnv, ModelVector};
/// use tetreach_agents::toy::corridor::{CorridorTask, RIGHT};
///
/// let task = CorridorTask { length: 5, max_steps: 9 };
/// let mut env = ModelVector::new(task, 2, |_| (0, 2));
/// let mut rng = Pcg64Mcg::seed_from_u64(0);
/// (0..2).try_for_each(|index| env.begin(index, &mut rng))?;
/// env.advance(&[RIGHT, RIGHT], &mut rng)?;
/// env.advance(&[RIGHT, RIGHT], &mut rng)?;
/// assert!(env.is_success(0) && env.terminated()[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ModelVector<T: TaskModel> {
    task: T,
    draw: Arc<Draw<T>>,
    states: Vec<T::State>,
    goals: Vec<T::Goal>,
    elapsed: Vec<u32>,
    levels: Vec<u32>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl<T: TaskModel> ModelVector<T> {
    /// `count` environments whose starts and goals `draw` draws.
    pub fn new(
        task: T,
        count: usize,
        draw: impl Fn(&mut Pcg64Mcg) -> (T::State, T::Goal) + Send + Sync + 'static,
    ) -> Self {
        use rand::SeedableRng;
        // Replaced by the first episodes: an environment that has not begun has ended.
        let (state, goal) = draw(&mut Pcg64Mcg::seed_from_u64(0));
        ModelVector {
            task,
            draw: Arc::new(draw),
            states: vec![state; count],
            goals: vec![goal; count],
            elapsed: vec![0; count],
            levels: vec![0; count],
            rewards: vec![0.0; count],
            terminated: vec![true; count],
            truncated: vec![false; count],
        }
    }
}

impl<T: TaskModel + fmt::Debug> fmt::Debug for ModelVector<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelVector").field("task", &self.task).field("states", &self.states).finish()
    }
}

impl<T> GoalVectorEnv for ModelVector<T>
where
    T: TaskModel<State: Send, Goal: Send> + fmt::Debug + Send,
{
    type Task = T;

    fn count(&self) -> usize {
        self.states.len()
    }

    fn states(&self) -> &[T::State] {
        &self.states
    }

    fn goals(&self) -> &[T::Goal] {
        &self.goals
    }

    fn elapsed(&self) -> &[u32] {
        &self.elapsed
    }

    fn levels(&self) -> &[u32] {
        &self.levels
    }

    fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    fn terminated(&self) -> &[bool] {
        &self.terminated
    }

    fn truncated(&self) -> &[bool] {
        &self.truncated
    }

    fn is_success(&self, index: usize) -> bool {
        self.task.is_success(&self.states[index], &self.goals[index])
    }

    fn begin(&mut self, index: usize, rng: &mut Pcg64Mcg) -> Result<(), VectorError> {
        let (state, goal) = (self.draw)(rng);
        self.resume(index, RunningEpisode { state, goal, elapsed: 0, level: 0 })
    }

    fn resume(
        &mut self,
        index: usize,
        episode: RunningEpisode<T::State, T::Goal>,
    ) -> Result<(), VectorError> {
        (self.states[index], self.goals[index]) = (episode.state, episode.goal);
        (self.elapsed[index], self.levels[index]) = (episode.elapsed, episode.level);
        (self.rewards[index], self.terminated[index], self.truncated[index]) = (0.0, false, false);
        Ok(())
    }

    fn advance(&mut self, actions: &[Action], _rng: &mut Pcg64Mcg) -> Result<(), VectorError> {
        expect_count("actions", self.states.len(), actions.len())?;
        for (index, &action) in actions.iter().enumerate() {
            let refuse = |source| VectorError::Env { index, source };
            if self.terminated[index] || self.truncated[index] {
                return Err(refuse(EnvError::StepAfterEnd));
            }
            let (state, goal) = (self.states[index], self.goals[index]);
            let next_state = self.task.try_next(&state, action);
            let next_state = next_state.ok_or_else(|| refuse(EnvError::IllegalAction { action }))?;
            self.elapsed[index] += 1;
            let transition = Transition { state, action, next_state, elapsed: self.elapsed[index] };
            self.rewards[index] = self.task.reward(&transition, &goal);
            self.terminated[index] = self.task.terminated(&transition, &goal);
            self.truncated[index] = self.task.truncated(&transition, &goal);
            self.states[index] = next_state;
        }
        Ok(())
    }
}
