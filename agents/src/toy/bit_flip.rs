//! Flip bits one at a time until they equal the goal: the test that made hindsight replay known.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::env::{
    Action, ActionMask, BinaryItem, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo,
    GoalObservation, GoalOptions, GoalSpace, GoalTask, MultiBinary, SpaceError, StepOf, TaskModel,
    Transition,
};
use crate::nn::{Encoder, EncodingRow, EncodingShape};

/// The rules: action `i` flips bit `i`, every step costs 1 but the one that reaches the goal.
///
/// With 40 bits or more, learning from the given goals alone never sees a reward (Andrychowicz et al. 2017,
/// section 3.1). The episode is cut after as many steps as there are bits, which are always enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BitFlipTask {
    actions: Discrete,
}

impl BitFlipTask {
    /// The task with `bits` bits, 1 to 64.
    pub fn new(bits: usize) -> Result<Self, SpaceError> {
        if bits > 64 {
            return Err(SpaceError::ActionCount { count: bits });
        }
        Ok(BitFlipTask { actions: Discrete::new(bits)? })
    }
}

impl GoalTask for BitFlipTask {
    type State = u64;
    type Goal = u64;
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        self.actions.count()
    }

    fn legal_actions(&self, _state: &u64) -> ActionMask {
        ActionMask::first(self.actions.count())
    }

    fn achieved_goal(&self, state: &u64) -> u64 {
        *state
    }

    fn reward(&self, transition: &Transition<u64>, desired_goal: &u64) -> f32 {
        if transition.next_state == *desired_goal { 0.0 } else { -1.0 }
    }

    fn terminated(&self, transition: &Transition<u64>, desired_goal: &u64) -> bool {
        transition.next_state == *desired_goal
    }

    fn truncated(&self, transition: &Transition<u64>, _desired_goal: &u64) -> bool {
        transition.elapsed as usize >= self.actions.count()
    }

    /// The exact distance: the number of bits that differ.
    fn lower_bound(&self, state: &u64, desired_goal: &u64) -> Option<u32> {
        Some((state ^ desired_goal).count_ones())
    }

    fn look_ahead(&self, state: &u64, action: Action) -> Option<u64> {
        self.try_next(state, action)
    }
}

impl TaskModel for BitFlipTask {
    fn next(&self, state: &u64, action: Action) -> u64 {
        state ^ (1 << action.0)
    }
}

/// Two planes, the bits of the state and of the goal as -1 and 1; action `i` lands on bit `i`.
impl Encoder for BitFlipTask {
    type State = u64;
    type Goal = u64;

    fn shape(&self) -> EncodingShape {
        let bits = self.actions.count();
        EncodingShape { planes: 2, height: 1, width: bits, maps: 1, actions: bits, hints: 0 }
    }

    fn encode(&self, state: &u64, goal: &u64, row: EncodingRow<'_>) {
        let bits = self.actions.count();
        for bit in 0..bits {
            let sign = |word: &u64| if word >> bit & 1 == 1 { 1.0 } else { -1.0 };
            row.planes[bit] = sign(state);
            row.planes[bits + bit] = sign(goal);
            row.landing[bit] = bit as i64;
        }
        row.legal.fill(true);
    }
}

/// The bit-flip environment; start and goal are drawn uniformly and differ.
#[derive(Clone, Debug)]
pub struct BitFlip {
    task: BitFlipTask,
    rng: Pcg64Mcg,
    episode: Option<Episode<u64, u64>>,
}

impl BitFlip {
    /// The environment with `bits` bits, 1 to 64.
    pub fn new(bits: usize) -> Result<Self, SpaceError> {
        Ok(BitFlip { task: BitFlipTask::new(bits)?, rng: Pcg64Mcg::seed_from_u64(0), episode: None })
    }

    fn draw(&mut self) -> u64 {
        self.rng.random::<u64>() >> (64 - self.task.action_count())
    }
}

impl Env for BitFlip {
    type Observation = GoalObservation<u64, u64>;
    type ObservationSpace = GoalSpace<MultiBinary<u64>, MultiBinary<u64>>;
    type Options = GoalOptions<u64, u64>;
    type Legal = ActionMask;
    type Extra = GoalInfo<()>;

    fn action_space(&self) -> Discrete {
        self.task.actions
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        let bits = MultiBinary::new([self.task.action_count()]);
        GoalSpace { observation: bits.clone(), goal: bits }
    }

    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<EpisodeStart<Self>, EnvError> {
        let shape = [self.task.action_count()];
        if ![options.start, options.desired_goal].iter().flatten().all(|word| word.fits(&shape)) {
            return Err(EnvError::InvalidOptions {
                reason: format!("start and goal have at most {} bits", shape[0]),
            });
        }
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let start = options.start.unwrap_or_else(|| self.draw());
        let goal = options.desired_goal.unwrap_or_else(|| {
            let mut goal = self.draw();
            while goal == start {
                goal = self.draw();
            }
            goal
        });
        let episode = self.episode.insert(Episode::new(start, goal));
        Ok((episode.observation(&self.task), episode.info(&self.task, ())))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        episode.advance(&self.task, action, |state| (state ^ (1 << action.0), ()))
    }
}

impl GoalEnv for BitFlip {
    type Task = BitFlipTask;
    type Detail = ();

    fn task(&self) -> &BitFlipTask {
        &self.task
    }

    fn options_for(&self, state: u64, desired_goal: u64) -> Self::Options {
        GoalOptions { start: Some(state), desired_goal: Some(desired_goal) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_the_bits_that_differ_reaches_the_goal() {
        let mut env = BitFlip::new(50).unwrap();
        let (observation, info) = env.reset(Some(3), &Default::default()).unwrap();
        let difference = observation.observation ^ observation.desired_goal;
        let mut total = 0.0;
        let mut last = None;
        for bit in (0..50).filter(|bit| difference >> bit & 1 == 1) {
            let step = env.step(Action(bit)).unwrap();
            total += step.reward;
            last = Some(step);
        }
        let last = last.unwrap();
        assert!(last.terminated && last.info.extra.is_success);
        assert_eq!(total, 1.0 - difference.count_ones() as f32);
        assert_eq!(info.extra.lower_bound, Some(difference.count_ones()));
        assert_eq!(env.step(Action(0)), Err(EnvError::StepAfterEnd));
    }

    #[test]
    fn an_episode_is_cut_after_as_many_steps_as_bits() {
        let mut env = BitFlip::new(3).unwrap();
        env.reset(None, &env.options_for(0, 0b111)).unwrap();
        let cut: Vec<bool> = (0..3).map(|_| env.step(Action(0)).unwrap().truncated).collect();
        assert_eq!(cut, [false, false, true]);
    }

    #[test]
    fn impossible_sizes_and_options_are_refused() {
        assert!(BitFlip::new(0).is_err() && BitFlip::new(65).is_err() && BitFlip::new(64).is_ok());
        let mut env = BitFlip::new(4).unwrap();
        assert_eq!(env.step(Action(0)), Err(EnvError::StepBeforeReset));
        let options = env.options_for(16, 0);
        assert!(matches!(env.reset(None, &options), Err(EnvError::InvalidOptions { .. })));
    }
}
