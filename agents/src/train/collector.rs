//! Plays for training: many environments in lockstep.

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::weights::BoxedEvaluator;
use super::{EpisodeEnd, Experience, Play, PlayState, TrainError, Trajectory, TurnContext};
use crate::env::{Action, GoalTask, GoalVectorEnv, RunningEpisode};
use crate::evaluate::Policy;

/// All that changes in playing, to be kept in a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollectorState<S, G> {
    open: Vec<Trajectory<S, G>>,
    levels: Vec<u32>,
    earned: Vec<f32>,
    rng: Pcg64Mcg,
}

/// The states of an environment's task.
type State<E> = <<E as GoalVectorEnv>::Task as GoalTask>::State;

/// The goals of an environment's task.
type Goal<E> = <<E as GoalVectorEnv>::Task as GoalTask>::Goal;

/// Environments that are played, and the policy that plays.
#[derive(Debug)]
pub struct Collector<E: GoalVectorEnv> {
    env: E,
    policy: Policy<E::Task, BoxedEvaluator<State<E>, Goal<E>>>,
    /// One trajectory per environment; none before the first goals are drawn.
    open: Vec<Trajectory<State<E>, Goal<E>>>,
    earned: Vec<f32>,
    rng: Pcg64Mcg,
    pairs: Vec<(State<E>, Goal<E>)>,
    actions: Vec<Action>,
}

impl<E: GoalVectorEnv> Collector<E> {
    /// Environments that get their goals with the first step.
    pub fn new(env: E, policy: Policy<E::Task, BoxedEvaluator<State<E>, Goal<E>>>, rng: Pcg64Mcg) -> Self {
        let earned = vec![0.0; env.count()];
        Self { env, policy, open: Vec::new(), earned, rng, pairs: Vec::new(), actions: Vec::new() }
    }

    /// Starts the next episode of an environment.
    fn begin(&mut self, index: usize) -> Result<Trajectory<State<E>, Goal<E>>, TrainError> {
        self.env.begin(index, &mut self.rng)?;
        self.earned[index] = 0.0;
        Ok(Trajectory::new(self.env.states()[index], self.env.goals()[index]))
    }
}

impl<E> Play<State<E>, Goal<E>> for Collector<E>
where
    E: GoalVectorEnv<Task: GoalTask<State: Send, Goal: Send> + std::fmt::Debug + Send>,
{
    fn turn_length(&self) -> u64 {
        self.env.count() as u64
    }

    fn load_weights(&mut self, weights: &[f32]) {
        self.policy.evaluator.load_weights(weights);
    }

    /// Takes one step in every environment.
    fn play(
        &mut self,
        turn: TurnContext,
        experience: &mut Experience<State<E>, Goal<E>>,
    ) -> Result<(), TrainError> {
        while self.open.len() < self.env.count() {
            let trajectory = self.begin(self.open.len())?;
            self.open.push(trajectory);
        }
        self.pairs.clear();
        self.pairs.extend(self.env.states().iter().copied().zip(self.env.goals().iter().copied()));
        self.policy.act(&self.pairs, turn.epsilon, &mut self.rng, &mut self.actions)?;
        self.env.advance(&self.actions, &mut self.rng)?;
        for index in 0..self.actions.len() {
            self.open[index].push(self.actions[index], self.env.states()[index]);
            self.earned[index] += self.env.rewards()[index];
            let terminated = self.env.terminated()[index];
            if terminated || self.env.truncated()[index] {
                let reached = self.env.is_success(index);
                experience.ends.push(EpisodeEnd {
                    reached,
                    stuck: terminated && !reached,
                    length: self.env.elapsed()[index],
                    earned: self.earned[index],
                });
                let next = self.begin(index)?;
                experience.trajectories.push(std::mem::replace(&mut self.open[index], next));
            }
        }
        experience.environment_steps += self.actions.len() as u64;
        Ok(())
    }

    fn state(&self) -> PlayState<State<E>, Goal<E>> {
        PlayState::Policy(CollectorState {
            open: self.open.clone(),
            levels: self.env.levels().to_vec(),
            earned: self.earned.clone(),
            rng: self.rng.clone(),
        })
    }

    fn restore(&mut self, state: PlayState<State<E>, Goal<E>>) -> Result<Option<()>, TrainError> {
        let PlayState::Policy(CollectorState { open, levels, earned, rng }) = state else {
            return Ok(None);
        };
        let count = self.env.count();
        if !(open.is_empty() || open.len() == count)
            || [levels.len(), earned.len()] != [count; 2]
            || !open.iter().all(Trajectory::is_sound)
        {
            return Ok(None);
        }
        for (index, trajectory) in open.iter().enumerate() {
            let elapsed = trajectory.len() as u32;
            let (state, goal, level) = (trajectory.end(), trajectory.goal, levels[index]);
            self.env.resume(index, RunningEpisode { state, goal, elapsed, level })?;
        }
        (self.open, self.earned, self.rng) = (open, earned, rng);
        Ok(Some(()))
    }
}
