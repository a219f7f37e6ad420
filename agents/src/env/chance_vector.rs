//! Vector environments of tasks in which chance moves.

use std::fmt;
use std::sync::Arc;

use rand_pcg::Pcg64Mcg;

use super::vector::expect_count;
use super::{
    Action, AfterstateTask, EnvError, GoalTask, GoalVectorEnv, RunningEpisode, Transition, VectorError,
};

/// Draws the state that an episode starts in.
type Start<S> = dyn Fn(&mut Pcg64Mcg) -> S + Send + Sync;

/// Environments of a game of scores with chance in arrays: an action is taken, then chance moves.
///
/// There is nothing to reach, so that an episode counts as a success if it was cut short rather than ended.
///
/// ```
/// use rand::SeedableRng;
/// use rand_pcg::Pcg64Mcg;
/// use tetreach_agents::env::{ChanceVector, GoalVectorEnv};
/// use tetreach_agents::toy::CoinWalk;
/// use tetreach_agents::toy::corridor::RIGHT;
///
/// let mut env = ChanceVector::new(CoinWalk { places: 9, cost: 0.125 }, 2, |_| 4);
/// let mut rng = Pcg64Mcg::seed_from_u64(0);
/// (0..2).try_for_each(|index| env.begin(index, &mut rng))?;
/// env.advance(&[RIGHT, RIGHT], &mut rng)?;
/// assert!(env.states().iter().all(|place| [5, 6].contains(place)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ChanceVector<T: GoalTask> {
    task: T,
    start: Arc<Start<T::State>>,
    states: Vec<T::State>,
    goals: Vec<T::Goal>,
    elapsed: Vec<u32>,
    levels: Vec<u32>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl<T> ChanceVector<T>
where
    T: GoalTask<Goal = ()> + AfterstateTask<State = <T as GoalTask>::State>,
{
    /// `count` environments whose episodes start where `start` says.
    pub fn new(
        task: T,
        count: usize,
        start: impl Fn(&mut Pcg64Mcg) -> <T as GoalTask>::State + Send + Sync + 'static,
    ) -> Self {
        use rand::SeedableRng;
        // Replaced by the first episodes: an environment that has not begun has ended.
        let state = start(&mut Pcg64Mcg::seed_from_u64(0));
        ChanceVector {
            task,
            start: Arc::new(start),
            states: vec![state; count],
            goals: vec![(); count],
            elapsed: vec![0; count],
            levels: vec![0; count],
            rewards: vec![0.0; count],
            terminated: vec![true; count],
            truncated: vec![false; count],
        }
    }
}

impl<T: GoalTask + fmt::Debug> fmt::Debug for ChanceVector<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChanceVector").field("task", &self.task).field("states", &self.states).finish()
    }
}

impl<T> GoalVectorEnv for ChanceVector<T>
where
    T: GoalTask<Goal = (), State: Send> + AfterstateTask<State = <T as GoalTask>::State> + fmt::Debug + Send,
{
    type Task = T;

    fn count(&self) -> usize {
        self.states.len()
    }

    fn states(&self) -> &[<T as GoalTask>::State] {
        &self.states
    }

    fn goals(&self) -> &[()] {
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
        self.truncated[index] && !self.terminated[index]
    }

    fn begin(&mut self, index: usize, rng: &mut Pcg64Mcg) -> Result<(), VectorError> {
        let state = (self.start)(rng);
        self.resume(index, RunningEpisode { state, goal: (), elapsed: 0, level: 0 })
    }

    fn resume(
        &mut self,
        index: usize,
        episode: RunningEpisode<<T as GoalTask>::State, ()>,
    ) -> Result<(), VectorError> {
        self.states[index] = episode.state;
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
            let state = self.states[index];
            let after = self.task.after(&state, action);
            let after = after.ok_or_else(|| refuse(EnvError::IllegalAction { action }))?;
            let next_state = self.task.draw(&after, rng);
            self.elapsed[index] += 1;
            let transition = Transition { state, action, next_state, elapsed: self.elapsed[index] };
            self.rewards[index] = self.task.reward(&transition, &());
            self.terminated[index] = self.task.terminated(&transition, &());
            self.truncated[index] = self.task.truncated(&transition, &());
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
        let mut env = ChanceVector::new(walk, 200, |_| 2);
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
