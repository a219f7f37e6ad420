//! Bit-flip as a game that can be trained: the test of hindsight replay.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::BitFlipTask;
use crate::config::{BrokenRules, Settings};
use crate::env::{GoalTask, ModelVector, SpaceError, TaskModel};
use crate::evaluate::{GreedyBy, Policy};
use crate::nn::ValueRange;
use crate::store::SuiteScore;
use crate::train::settings::{
    ActorsConfig, Algorithm, BudgetConfig, CheckpointConfig, ExplorationConfig, LearnerConfig, NetworkConfig,
    ReplayConfig, RunConfig, SelfPlaySettings, TrainSettings, ValidationConfig, check_priority,
};
use crate::train::{
    ActorParts, BoxedEvaluator, Collector, Domain, Episodes, PlayOf, SuiteOf, SuiteRun, TrainConfig,
    TrainError, ValidationSuite,
};

/// Which game is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum BitFlipGame {
    /// Flip bits until they equal a goal.
    BitFlip {
        /// The number of bits.
        #[schemars(range(min = 1, max = 64))]
        bits: usize,
    },
}

impl Default for BitFlipGame {
    fn default() -> Self {
        BitFlipGame::BitFlip { bits: 50 }
    }
}

/// Everything that settles a training run of bit-flip.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BitFlipConfig {
    /// Which game is learned.
    pub game: BitFlipGame,
    /// The run itself.
    pub run: RunConfig,
    /// The neural network.
    pub network: NetworkConfig,
    /// What is remembered of the episodes played, and how it is drawn.
    pub replay: ReplayConfig,
    /// How the network learns.
    pub learner: LearnerConfig,
    /// How often the actors leave the policy.
    pub exploration: ExplorationConfig,
    /// Who plays.
    pub actors: ActorsConfig,
    /// How progress is judged.
    pub evaluation: ValidationConfig,
    /// When the state of the run is saved.
    pub checkpoint: CheckpointConfig,
    /// When the run ends: at the first limit reached.
    pub budget: BudgetConfig,
}

impl Settings for BitFlipConfig {
    const TITLE: &'static str = "tetreach config, bit-flip";

    fn check(&self, rules: &mut BrokenRules) {
        check_priority(&self.replay.priority, rules);
        self.train_settings().check(rules);
        let is_dqn = self.learner.algorithm == Algorithm::Dqn;
        rules.hold(is_dqn, "learner.algorithm", || {
            "`learner.algorithm` must be \"dqn\": bits are flipped without search".into()
        });
    }

    fn name(&self) -> Option<&str> {
        Some(self.run.name.as_str()).filter(|name| !name.is_empty())
    }
}

impl TrainConfig for BitFlipConfig {
    type Domain = BitFlipDomain;

    fn domain(&self) -> Result<BitFlipDomain, TrainError> {
        let BitFlipGame::BitFlip { bits } = self.game;
        BitFlipDomain::new(bits, self.learner.gamma as f32, self.evaluation.count).map_err(TrainError::other)
    }

    fn train_settings(&self) -> TrainSettings {
        TrainSettings {
            run: self.run.clone(),
            network: self.network.settings(self.learner.value_loss.atoms()),
            replay: self.replay.settings(self.learner.gamma as f32, self.learner.any_order),
            annealing: self.replay.annealing(),
            learner: self.learner.clone(),
            demonstrations: 0.0,
            exploration: self.exploration.clone(),
            actors: self.actors.clone(),
            search: SelfPlaySettings::default(),
            validation_interval: self.evaluation.interval,
            tests: false,
            checkpoint: self.checkpoint.clone(),
            budget: self.budget.clone(),
        }
    }
}

/// Bit-flip with all that training needs.
#[derive(Clone, Debug)]
pub struct BitFlipDomain {
    task: BitFlipTask,
    discount: f32,
    episodes: usize,
}

impl BitFlipDomain {
    /// A number of bits, the discount of returns, and the number of episodes in a validation.
    pub fn new(bits: usize, discount: f32, episodes: usize) -> Result<Self, SpaceError> {
        Ok(BitFlipDomain { task: BitFlipTask::new(bits)?, discount, episodes })
    }
}

/// A start and a goal that differ, drawn uniformly.
fn draw(bits: usize, rng: &mut Pcg64Mcg) -> (u64, u64) {
    let mut word = || rng.random::<u64>() >> (64 - bits);
    let start = word();
    let mut goal = word();
    while goal == start {
        goal = word();
    }
    (start, goal)
}

impl Domain for BitFlipDomain {
    type Task = BitFlipTask;
    type Encoder = BitFlipTask;

    fn task(&self) -> &BitFlipTask {
        &self.task
    }

    fn encoder(&self) -> BitFlipTask {
        self.task
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::of_step_costs(self.discount)
    }

    fn player(&self, actor: ActorParts<'_, Self>) -> Result<Box<PlayOf<Self>>, TrainError> {
        let bits = self.task.action_count();
        let env = ModelVector::new(self.task, actor.settings.actors.environments, move |rng| draw(bits, rng));
        let policy = actor.settings.policy(self.task, actor.evaluator);
        Ok(Box::new(Collector::new(env, policy, actor.rng)))
    }

    fn suites(&self, of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError> {
        let seed = match of {
            Episodes::Validation => 1,
            Episodes::Test => 2,
        };
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let bits = self.task.action_count();
        let pairs = (0..self.episodes).map(|_| draw(bits, &mut rng)).collect();
        Ok(vec![Box::new(RandomGoals { task: self.task, pairs })])
    }
}

/// Random starts and goals, played by the best action always.
#[derive(Clone, Debug)]
struct RandomGoals {
    task: BitFlipTask,
    pairs: Vec<(u64, u64)>,
}

impl ValidationSuite<u64, u64> for RandomGoals {
    fn name(&self) -> &str {
        "random-goals"
    }

    fn run(&self, evaluator: &mut BoxedEvaluator<u64, u64>) -> Result<SuiteRun, TrainError> {
        let mut policy = Policy::new(self.task, evaluator, GreedyBy::Q);
        // Nothing is drawn from it: the best action is taken always.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let (mut pairs, mut lengths, mut actions) =
            (self.pairs.clone(), vec![0; self.pairs.len()], Vec::new());
        for _ in 0..self.task.action_count() {
            let open: Vec<usize> = (0..pairs.len()).filter(|&i| pairs[i].0 != pairs[i].1).collect();
            let running: Vec<_> = open.iter().map(|&i| pairs[i]).collect();
            policy.act(&running, 0.0, &mut rng, &mut actions)?;
            for (&i, &action) in open.iter().zip(&actions) {
                pairs[i].0 = self.task.next(&pairs[i].0, action);
                lengths[i] += 1;
            }
        }
        let ends = pairs.iter().zip(lengths).map(|((state, goal), length)| (length, state == goal));
        Ok(SuiteRun { score: SuiteScore::new(self.name(), ends), picture: None, example: None })
    }
}
