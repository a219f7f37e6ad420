//! Training in one thread, for small problems: play a little, learn a little, and so on.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tch::Device;
use thiserror::Error;

use super::{DqnMetrics, DqnSettings, GoalLearner, LearnError, LossWeights, TargetUpdate};
use crate::env::{Action, EnvError, GoalEnv, GoalOf, StateOf};
use crate::evaluate::{ActError, Greedy, Policy};
use crate::nn::{Encoder, NetSettings, Network, NetworkEvaluator, Trunk, ValueRange, WeightsError};
use crate::replay::{ReplayBuffer, ReplayError, ReplaySettings};
use crate::train::schedule::Schedule;

/// How a toy run goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ToySettings {
    /// The number of rounds of playing and learning.
    pub rounds: u64,
    /// The number of episodes played in a round, side by side.
    pub episodes: usize,
    /// The number of updates in a round.
    pub updates: usize,
    /// The share of random actions, by the number of rounds.
    pub epsilon: Schedule,
    /// The number of rounds between two tests.
    pub test_every: u64,
    /// The number of episodes in a test.
    pub test_episodes: usize,
    /// The success in a test at which the run ends early.
    pub enough: f64,
    /// The network.
    pub network: NetSettings,
    /// The learner.
    pub dqn: DqnSettings,
    /// The replay; its number of writers is set to the number of episodes.
    pub replay: ReplaySettings,
}

impl Default for ToySettings {
    /// Settings that solve the bit-flip task of 50 bits: a convolution, because flipping is alike for all bits.
    fn default() -> Self {
        ToySettings {
            rounds: 200,
            episodes: 16,
            updates: 40,
            epsilon: Schedule::Linear { start: 1.0, end: 0.1, steps: 20 },
            test_every: 5,
            test_episodes: 200,
            enough: 0.99,
            network: NetSettings { trunk: Trunk::Conv { channels: 16, blocks: 1 }, ..NetSettings::default() },
            dqn: DqnSettings {
                batch_size: 128,
                losses: LossWeights::Q,
                target: TargetUpdate::Soft { rate: 0.02 },
                ..DqnSettings::default()
            },
            replay: ReplaySettings { capacity: 200_000, discount: 0.98, ..ReplaySettings::default() },
        }
    }
}

/// What a test during a run found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToyReport {
    /// The number of rounds so far.
    pub round: u64,
    /// The number of episodes played so far.
    pub episodes: u64,
    /// The number of updates so far.
    pub updates: u64,
    /// The share of test episodes that reached their goal, playing the best action always.
    pub success: f64,
    /// The share of random actions now.
    pub epsilon: f64,
    /// The numbers of the last update.
    pub metrics: DqnMetrics,
}

/// Why a toy run ended.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "each names the error that it carries on")]
pub enum ToyError {
    #[error(transparent)]
    Env(#[from] EnvError),
    #[error(transparent)]
    Act(#[from] ActError),
    #[error(transparent)]
    Learn(#[from] LearnError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// Trains from random weights, tells every test to `report`, and returns the last of them.
pub fn train_toy<V, E>(
    env: &V,
    encoder: E,
    settings: &ToySettings,
    seed: u64,
    mut report: impl FnMut(&ToyReport),
) -> Result<ToyReport, ToyError>
where
    V: GoalEnv,
    E: Encoder<State = StateOf<V>, Goal = GoalOf<V>> + Clone,
{
    let range = ValueRange::of_step_costs(settings.replay.discount);
    let task = env.task().clone();
    let mut learner = GoalLearner::new(
        task.clone(),
        encoder.clone(),
        settings.network,
        range,
        settings.dqn,
        Device::Cpu,
        seed,
    )?;
    let network = Network::new(*learner.network().plan(), Device::Cpu, seed).map_err(LearnError::from)?;
    let mut actor = Policy::new(task, NetworkEvaluator::new(encoder, network), Greedy::Q);
    let mut replay = ReplayBuffer::new(ReplaySettings { writers: settings.episodes, ..settings.replay })?;
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut envs = vec![env.clone(); settings.episodes];
    for (i, env) in envs.iter_mut().enumerate() {
        env.reset(Some(seed.wrapping_add(1 + i as u64)), &Default::default())?;
    }
    let mut tests = vec![env.clone(); settings.test_episodes];
    for (i, env) in tests.iter_mut().enumerate() {
        env.reset(Some(!seed.wrapping_add(i as u64)), &Default::default())?;
    }
    let mut last = ToyReport {
        round: 0,
        episodes: 0,
        updates: 0,
        success: 0.0,
        epsilon: settings.epsilon.at(0),
        metrics: DqnMetrics::default(),
    };
    for round in 1..=settings.rounds {
        last.round = round;
        last.epsilon = settings.epsilon.at(round - 1);
        last.episodes += envs.len() as u64;
        play(&mut envs, &mut actor, last.epsilon, &mut rng, Some(&mut replay))?;
        for _ in 0..settings.updates {
            last.metrics = learner.step(&mut replay, &mut rng)?;
            last.updates += 1;
        }
        actor.evaluator.network.load_bytes(&learner.network().to_bytes())?;
        if round % settings.test_every == 0 || round == settings.rounds {
            last.success = evaluate_toy(&mut tests, &mut actor, &mut rng)?;
            report(&last);
            if last.success >= settings.enough {
                break;
            }
        }
    }
    Ok(last)
}

/// The actor of a toy run.
type ToyActor<V, E> = Policy<<V as GoalEnv>::Task, NetworkEvaluator<E>>;

/// The share of new episodes, one an environment, that reach their goal by the best actions.
pub fn evaluate_toy<V, E, R>(envs: &mut [V], actor: &mut ToyActor<V, E>, rng: &mut R) -> Result<f64, ToyError>
where
    V: GoalEnv,
    E: Encoder<State = StateOf<V>, Goal = GoalOf<V>>,
    R: Rng,
{
    let count = envs.len().max(1);
    Ok(play(envs, actor, 0.0, rng, None)? as f64 / count as f64)
}

/// Plays one episode in every environment, writes them down, and returns how many reached their goal.
fn play<V, E, R>(
    envs: &mut [V],
    actor: &mut ToyActor<V, E>,
    epsilon: f64,
    rng: &mut R,
    mut replay: Option<&mut ReplayBuffer<StateOf<V>, GoalOf<V>>>,
) -> Result<usize, ToyError>
where
    V: GoalEnv,
    E: Encoder<State = StateOf<V>, Goal = GoalOf<V>>,
    R: Rng,
{
    let mut pairs = Vec::new();
    let mut running: Vec<usize> = (0..envs.len()).collect();
    for (i, env) in envs.iter_mut().enumerate() {
        let (start, _) = env.reset(None, &Default::default())?;
        pairs.push((start.observation, start.desired_goal));
        if let Some(replay) = &mut replay {
            replay.begin(i, start.observation, start.desired_goal)?;
        }
    }
    let mut actions: Vec<Action> = Vec::new();
    let mut reached = 0;
    while !running.is_empty() {
        actor.act(&pairs, epsilon, rng, &mut actions)?;
        let (mut next_running, mut next_pairs) = (Vec::new(), Vec::new());
        for (&i, &action) in running.iter().zip(&actions) {
            let step = envs[i].step(action)?;
            let observation = step.observation;
            if let Some(replay) = &mut replay {
                replay.push(i, action, observation.observation)?;
            }
            if step.terminated || step.truncated {
                reached += usize::from(step.info.extra.is_success);
                if let Some(replay) = &mut replay {
                    replay.end(i)?;
                }
            } else {
                next_running.push(i);
                next_pairs.push((observation.observation, observation.desired_goal));
            }
        }
        (running, pairs) = (next_running, next_pairs);
    }
    Ok(reached)
}
