//! Vector environments of any task that can be looked ahead in.

use std::fmt;
use std::sync::Arc;

use rand_pcg::Pcg64Mcg;

use super::vector::expect_count;
use super::{
    Action, AfterstateTask, EnvError, GoalTask, GoalVectorEnv, RunningEpisode, TaskModel, Transition,
    VectorError,
};

/// A state of a task.
type StateOf<T> = <T as GoalTask>::State;
/// Draws the start and the goal of an episode.
type Draw<T> = dyn Fn(&mut Pcg64Mcg) -> (StateOf<T>, <T as GoalTask>::Goal) + Send + Sync;
/// The state that an action leads to, `None` if it is not legal.
type Next<T> = fn(&T, &StateOf<T>, Action, &mut Pcg64Mcg) -> Option<StateOf<T>>;

/// Environments of a task in arrays, for tasks that do not bring a faster one.
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
pub struct ModelVector<T: GoalTask> {
    task: T,
    draw: Arc<Draw<T>>,
    next: Next<T>,
    is_success: fn(&Self, usize) -> bool,
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
        let is_success =
            |env: &Self, index: usize| env.task.is_success(&env.states[index], &env.goals[index]);
        Self::of(
            task,
            count,
            Arc::new(draw),
            |task, state, action, _| task.try_next(state, action),
            is_success,
        )
    }
}

impl<T> ModelVector<T>
where
    T: GoalTask<Goal = ()> + AfterstateTask<State = StateOf<T>>,
{
    /// `count` environments of a game of scores with chance: an action is taken, then chance moves. Episodes start
    /// where `start` says.
    ///
    /// There is nothing to reach, so that an episode counts as a success if it was cut short rather than ended.
    ///
    /// ```
    /// use rand::SeedableRng;
    /// use rand_pcg::Pcg64Mcg;
    /// use tetreach_agents::env::{GoalVectorEnv, ModelVector};
    /// use tetreach_agents::toy::CoinWalk;
    /// use tetreach_agents::toy::corridor::RIGHT;
    ///
    /// let mut env = ModelVector::with_chance(CoinWalk { places: 9, cost: 0.125 }, 2, |_| 4);
    /// let mut rng = Pcg64Mcg::seed_from_u64(0);
    /// (0..2).try_for_each(|index| env.begin(index, &mut rng))?;
    /// env.advance(&[RIGHT, RIGHT], &mut rng)?;
    /// assert!(env.states().iter().all(|place| [5, 6].contains(place)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_chance(
        task: T,
        count: usize,
        start: impl Fn(&mut Pcg64Mcg) -> StateOf<T> + Send + Sync + 'static,
    ) -> Self {
        let next: Next<T> = |task, state, action, rng| Some(task.draw(&task.after(state, action)?, rng));
        let is_success = |env: &Self, index: usize| env.truncated[index] && !env.terminated[index];
        Self::of(task, count, Arc::new(move |rng| (start(rng), ())), next, is_success)
    }
}

impl<T: GoalTask> ModelVector<T> {
    fn of(
        task: T,
        count: usize,
        draw: Arc<Draw<T>>,
        next: Next<T>,
        is_success: fn(&Self, usize) -> bool,
    ) -> Self {
        use rand::SeedableRng;
        // Replaced by the first episodes: an environment that has not begun has ended.
        let (state, goal) = draw(&mut Pcg64Mcg::seed_from_u64(0));
        ModelVector {
            task,
            draw,
            next,
            is_success,
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

impl<T: GoalTask + fmt::Debug> fmt::Debug for ModelVector<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelVector").field("task", &self.task).field("states", &self.states).finish()
    }
}

impl<T> GoalVectorEnv for ModelVector<T>
where
    T: GoalTask<State: Send, Goal: Send> + fmt::Debug + Send,
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
        (self.is_success)(self, index)
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

    fn advance(&mut self, actions: &[Action], rng: &mut Pcg64Mcg) -> Result<(), VectorError> {
        expect_count("actions", self.states.len(), actions.len())?;
        for (index, &action) in actions.iter().enumerate() {
            let refuse = |source| VectorError::Env { index, source };
            if self.terminated[index] || self.truncated[index] {
                return Err(refuse(EnvError::StepAfterEnd));
            }
            let (state, goal) = (self.states[index], self.goals[index]);
            let next_state = (self.next)(&self.task, &state, action, rng);
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

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::toy::CoinWalk;
    use crate::toy::corridor::{LEFT, RIGHT};

    #[test]
    fn chance_moves_by_its_stream_and_what_ended_stays_until_it_begins_again() {
        let walk = CoinWalk { places: 4, cost: 0.25 };
        let mut env = ModelVector::with_chance(walk, 200, |_| 2);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        assert!(env.advance(&[LEFT; 200], &mut rng).is_err(), "nothing has begun");
        (0..200).try_for_each(|index| env.begin(index, &mut rng)).unwrap();
        let (mut twin, mut stream) = (env.clone(), rng.clone());
        env.advance(&[LEFT; 200], &mut rng).unwrap();
        twin.advance(&[LEFT; 200], &mut stream).unwrap();
        assert_eq!(env.states(), twin.states());
        let ended = env.terminated().iter().filter(|ended| **ended).count();
        assert!((70..130).contains(&ended), "{ended}");
        for index in 0..200 {
            let prize = if env.states()[index] == 0 { 1.0 } else { 0.0 };
            assert_eq!((env.rewards()[index], env.terminated()[index]), (prize - 0.25, prize > 0.0));
            assert!(!env.is_success(index));
        }
        assert!(env.advance(&[RIGHT; 200], &mut rng).is_err(), "some have ended");
        assert!(env.advance(&[RIGHT; 3], &mut rng).is_err(), "too few actions");
    }
}
