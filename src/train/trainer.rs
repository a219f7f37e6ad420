//! The training itself: actors and learner take turns, so that a run can be repeated and resumed bit for bit.

use std::num::NonZeroU16;
use std::time::Instant;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::dqn::{Actor, DqnLearner, Greedy};
use tetreach_agents::net::{Network, NetworkEvaluator};
use tetreach_agents::replay::{Minibatch, ReplayBuffer};
use tetreach_agents::{Curriculum, Schedule, device};

use super::card::Card;
use super::checkpoint::{
    CARD, Checkpoint, CheckpointError, Checkpoints, OPTIMIZER, Place, REPLAY, STATE, WEIGHTS,
};
use super::collector::{Collector, CollectorState};
use super::demonstrations::Demonstrations;
use super::encoder::{MirrorSymmetry, ReachEncoder};
use super::error::TrainError;
use super::examination::{Attempt, ExamSuite, SuiteScore, play_greedily};
use super::learning_window::LearningWindow;
use super::run_folder::{Facts, RunFolder};
use super::training_goals::TrainingGoals;
use super::value_range::value_range;
use crate::config::{Config, DeviceName, Resolved, Trunk};
use crate::game::{Board, Size};
use crate::reach::{DEFAULT_COUNT, ReachTask, Split};
use crate::record::{Ending, Progress, Recorder, Tag, hyperparameters, tags};
use crate::solve::Cancel;

/// Gradient steps between two records of the learner's numbers.
const RECORD_EVERY: u64 = 20;

/// The counts and random streams of a run, as a checkpoint keeps them beside network and replay.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    seconds: f64,
    environment_steps: u64,
    demonstration_steps: u64,
    learner_rng: Pcg64Mcg,
    demonstrations_rng: Pcg64Mcg,
    collector: CollectorState,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Whether the budget was used up, rather than the run stopped.
    pub finished: bool,
    /// Gradient steps.
    pub updates: u64,
    /// Seconds, pauses not counted.
    pub seconds: f64,
    /// The scores on targets never used before; empty if the run was stopped.
    pub unseen: Vec<SuiteScore>,
    /// One of these targets that was reached, from the last suite that has any, as `suite:name`.
    pub example: Option<String>,
}

type Player = Actor<ReachTask, NetworkEvaluator<ReachEncoder>>;

/// A run that is going on.
#[derive(Debug)]
pub struct Trainer {
    config: Config,
    folder: RunFolder,
    checkpoints: Checkpoints,
    recorder: Recorder,
    facts: Facts,
    task: ReachTask,
    learner: DqnLearner<ReachTask, ReachEncoder>,
    learner_rng: Pcg64Mcg,
    replay: ReplayBuffer<Board, Board>,
    batch: Minibatch<Board, Board>,
    collector: Collector<NetworkEvaluator<ReachEncoder>>,
    demonstrations: Demonstrations,
    environment_steps: u64,
    demonstration_steps: u64,
    examinee: Player,
    suites: Vec<ExamSuite>,
    validation: Vec<SuiteScore>,
    best: Option<usize>,
    window: LearningWindow,
}

impl Trainer {
    /// A new run in its own new folder.
    pub fn create(folder: RunFolder, resolved: &Resolved, facts: Facts) -> Result<Self, TrainError> {
        let recorder = folder.recorder()?;
        let mut trainer = Self::new(folder, resolved.config.clone(), facts, recorder)?;
        let scores: Vec<Tag> = ["success_rate"].map(|score| tags::FINAL_SCORE.of(score)).to_vec();
        trainer.recorder.settings(&hyperparameters(&resolved.settings()), &scores)?;
        trainer.recorder.text(0, &tags::CONFIG, &format!("```toml\n{}\n```", resolved.to_toml()))?;
        trainer.recorder.text(0, &tags::COMMAND, &format!("`{}`", trainer.facts.command_line()))?;
        trainer.collector.begin(&mut trainer.replay)?;
        Ok(trainer)
    }

    /// Goes on with a run exactly where its last checkpoint was saved.
    pub fn resume(folder: RunFolder, resolved: &Resolved, facts: Facts) -> Result<Self, TrainError> {
        let checkpoint = folder.checkpoints()?.load(Place::Last)?;
        let damaged = |reason: String| CheckpointError::Damaged { path: checkpoint.path().into(), reason };
        let state: State = serde_json::from_slice(&checkpoint.read(STATE)?)
            .map_err(|error| damaged(format!("{STATE}: {error}")))?;
        let recorder = folder.resume_recorder(checkpoint.step(), state.seconds)?;
        let mut trainer = Self::new(folder, resolved.config.clone(), facts, recorder)?;
        trainer.learner.load_bytes(&checkpoint.read(OPTIMIZER)?)?;
        let settings = *trainer.replay.settings();
        trainer.replay = postcard::from_bytes(&checkpoint.read(REPLAY)?)
            .map_err(|error| damaged(format!("{REPLAY}: {error}")))?;
        if *trainer.replay.settings() != settings {
            return Err(damaged(format!("{REPLAY} belongs to other settings")).into());
        }
        trainer.environment_steps = state.environment_steps;
        trainer.demonstration_steps = state.demonstration_steps;
        trainer.learner_rng = state.learner_rng;
        trainer.demonstrations.rng = state.demonstrations_rng;
        let restored = trainer.collector.restore(state.collector)?;
        restored.ok_or_else(|| damaged(format!("{STATE} belongs to other settings")))?;
        trainer.validation = read_card(&checkpoint)?.validation;
        trainer.best = match trainer.checkpoints.load(Place::Best) {
            Ok(best) => Some(read_card(&best)?.reached()),
            Err(CheckpointError::Missing { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(trainer)
    }

    fn new(folder: RunFolder, config: Config, facts: Facts, recorder: Recorder) -> Result<Self, TrainError> {
        device::set_threads(NonZeroU16::new(config.run.threads).unwrap_or(NonZeroU16::MIN));
        let device = match config.run.device {
            DeviceName::Cpu => device::DeviceChoice::Cpu,
            DeviceName::Cuda => device::DeviceChoice::Cuda,
            DeviceName::Auto => device::DeviceChoice::Auto,
        };
        let device = device.resolve()?;
        let size = config.board.size()?;
        let (learning, seed) = (&config.learner, config.run.seed);
        let settings = config.environment.settings(size, learning.gamma);
        let task = ReachTask::new(settings);
        let encoder = ReachEncoder::new(size).with_rows(config.network.rows.into());
        let learner = DqnLearner::new(
            task,
            encoder,
            config.network.settings(learning.value_loss.atoms()),
            value_range(&settings),
            learning.settings(),
            device,
            seed,
        )?;
        let learner =
            if learning.mirror { learner.with_symmetry(MirrorSymmetry::new(size)) } else { learner };
        let plan = *learner.network().plan();
        let player = |encoder: ReachEncoder| -> Result<Player, TrainError> {
            let network = Network::new(plan, device, seed).map_err(tetreach_agents::dqn::LearnError::from)?;
            Ok(Actor::new(task, NetworkEvaluator::new(encoder, network), greedy(&config)))
        };
        let goals = TrainingGoals::new(config.goals.clone(), size);
        let curriculum = config.goals.use_curriculum.then(|| Curriculum::new(config.goals.curriculum));
        let boards = config.actors.count * config.actors.environments;
        let collector = Collector::new(
            boards,
            player(encoder)?,
            task,
            goals.clone(),
            curriculum.transpose()?,
            stream(seed, 1),
        )?;
        Ok(Trainer {
            checkpoints: folder.checkpoints()?,
            folder,
            recorder,
            facts,
            task,
            learner,
            learner_rng: stream(seed, 2),
            replay: ReplayBuffer::new(config.replay.settings(boards, learning.gamma as f32))?,
            batch: Minibatch::default(),
            collector,
            demonstrations: Demonstrations::new(goals, stream(seed, 3)),
            environment_steps: 0,
            demonstration_steps: 0,
            examinee: player(playing_encoder(&config, size))?,
            suites: ExamSuite::load(&config.evaluation, size, None)?,
            validation: Vec::new(),
            best: None,
            window: LearningWindow::default(),
            config,
        })
    }

    /// Trains until the budget is used up or someone cancels, and saves.
    pub fn run(&mut self, cancel: &Cancel) -> Result<Summary, TrainError> {
        let trained = self.train(cancel);
        let finished = match trained {
            Ok(finished) => finished,
            Err(error) => {
                // The first error is the one to tell.
                drop(self.recorder.end(self.learner.updates(), Ending::Failed, &[]));
                return Err(error);
            }
        };
        self.save_last()?;
        let step = self.learner.updates();
        let (unseen, example) = if finished { self.finish()? } else { (Vec::new(), None) };
        let (ending, scores) = if finished {
            (Ending::Finished, vec![(tags::FINAL_SCORE.of("success_rate"), overall(&unseen))])
        } else {
            (Ending::Stopped, Vec::new())
        };
        self.recorder.end(step, ending, &scores)?;
        Ok(Summary { finished, updates: step, seconds: self.recorder.seconds(), unseen, example })
    }

    /// Whether the budget was used up.
    fn train(&mut self, cancel: &Cancel) -> Result<bool, TrainError> {
        loop {
            let step = self.learner.updates();
            let done = self.config.budget.share(self.recorder.seconds(), self.environment_steps, step);
            let progress = Progress { done, environment_steps: self.environment_steps, gradient_steps: step };
            self.recorder.progress(progress)?;
            if done >= 1.0 {
                return Ok(true);
            }
            if cancel.is_cancelled() {
                return Ok(false);
            }
            self.collect()?;
            self.learn()?;
            let step = self.learner.updates();
            if step.is_multiple_of(RECORD_EVERY) {
                self.record()?;
            }
            if step.is_multiple_of(self.config.evaluation.interval) {
                self.examine()?;
            }
            if step.is_multiple_of(self.config.checkpoint.interval) {
                self.save_last()?;
            }
            let keep = self.config.checkpoint.keep_interval;
            if keep > 0 && step.is_multiple_of(keep) {
                self.save_last()?;
                self.checkpoints.copy(Place::Last, Place::Step(step), &[REPLAY, OPTIMIZER, STATE])?;
                self.checkpoints.prune(self.config.checkpoint.keep)?;
            }
        }
    }

    /// Plays and demonstrates until there is enough to learn from.
    fn collect(&mut self) -> Result<(), TrainError> {
        let learner = &self.config.learner;
        let batch = learner.batch_size as u64;
        let wanted = (self.learner.updates() * batch) as f64 / self.config.actors.replay_ratio;
        let wanted = (wanted as u64).max(learner.learning_starts);
        let share = self.config.replay.demonstrations;
        let mut is_new = false;
        let collected = |trainer: &Self| trainer.environment_steps + trainer.demonstration_steps;
        while collected(self) < wanted || self.replay.ring.is_empty() {
            if (self.demonstration_steps as f64) < share * (collected(self) + 1) as f64 {
                self.demonstration_steps += self.demonstrations.write(&mut self.replay)?;
                continue;
            }
            if !is_new {
                let network = &mut self.collector.actor.evaluator.network;
                network.parameters_mut().blend(self.learner.network().parameters(), 1.0);
                is_new = true;
            }
            let epsilon = self.config.exploration.epsilon.at(self.environment_steps);
            self.environment_steps += self.collector.step(epsilon, &mut self.replay)?;
        }
        Ok(())
    }

    fn learn(&mut self) -> Result<(), TrainError> {
        let begun = Instant::now();
        let size = self.config.learner.batch_size;
        // Boards kept for validation and test are no goals in hindsight either.
        let is_training = |goal: &Board| Split::of(goal) == Split::Train;
        self.replay.sample_where(&self.task, size, &mut self.learner_rng, &mut self.batch, is_training)?;
        let drawn = Instant::now();
        let metrics = self.learner.learn(&mut self.batch, &mut self.learner_rng)?;
        self.window.add(&metrics, drawn.elapsed().as_secs_f64(), begun.elapsed().as_secs_f64());
        if self.config.learner.loss_weights.q > 0.0 {
            self.replay.update_priorities(&self.batch.ids, self.learner.errors());
        }
        Ok(())
    }

    fn record(&mut self) -> Result<(), TrainError> {
        let step = self.learner.updates();
        let seconds = self.recorder.seconds();
        let mut scalars = self.window.take(seconds, self.environment_steps);
        let latest = self.collector.latest();
        if latest.len() > 0 {
            let count = latest.len() as f64;
            let mean = |number: &dyn Fn(&super::collector::Outcome) -> f64| {
                self.collector.latest().map(number).sum::<f64>() / count
            };
            scalars.extend([
                (tags::EPISODIC_RETURN, mean(&|outcome| f64::from(outcome.earned))),
                (tags::EPISODIC_LENGTH, mean(&|outcome| f64::from(outcome.length))),
                (tags::ROLLOUT_SUCCESS_RATE, mean(&|outcome| f64::from(u8::from(outcome.reached)))),
                (tags::DEAD_END_RATE, mean(&|outcome| f64::from(u8::from(outcome.stuck)))),
            ]);
        }
        scalars.extend(self.collector.level().map(|level| (tags::CURRICULUM_LEVEL, f64::from(level))));
        let collected = self.environment_steps + self.demonstration_steps;
        let learned = step * self.config.learner.batch_size as u64;
        let epsilon: &Schedule = &self.config.exploration.epsilon;
        scalars.extend([
            (tags::ENVIRONMENT_STEPS, self.environment_steps as f64),
            (tags::EXPLORATION_RATE, epsilon.at(self.environment_steps)),
            (tags::REPLAY_SIZE, self.replay.ring.len() as f64),
            (tags::DEMONSTRATION_FRACTION, self.demonstration_steps as f64 / collected.max(1) as f64),
            (tags::HINDSIGHT_FRACTION, self.config.replay.hindsight.her_ratio()),
            (tags::REPLAY_REUSE, learned as f64 / collected.max(1) as f64),
        ]);
        Ok(self.recorder.scalars(step, &scalars)?)
    }

    /// Judges the network on the validation suites, and keeps it if it is the best so far.
    fn examine(&mut self) -> Result<(), TrainError> {
        let (step, begun) = (self.learner.updates(), Instant::now());
        let network = &mut self.examinee.evaluator.network;
        network.parameters_mut().blend(self.learner.network().parameters(), 1.0);
        self.validation = Vec::new();
        for suite in self.suites.clone() {
            let attempts = play_greedily(&mut self.examinee, &self.task, &suite.targets)?;
            self.validation.push(SuiteScore::new(&suite.name, &attempts));
            self.draw(&suite, &attempts)?;
        }
        let mut scalars = vec![
            (tags::EVAL_SUCCESS_RATE, overall(&self.validation)),
            (tags::EVAL_SECONDS, begun.elapsed().as_secs_f64()),
        ];
        for score in &self.validation {
            scalars.push((tags::SUITE_SUCCESS_RATE.of(&score.suite), score.rate()));
            scalars.push((tags::SUITE_MEAN_LENGTH.of(&score.suite), score.mean_length));
        }
        self.recorder.scalars(step, &scalars)?;
        self.recorder.flush()?;
        let reached = self.validation.iter().map(|score| score.reached).sum();
        if self.best.is_none_or(|best| reached >= best) {
            self.best = Some(reached);
            self.save_best(&self.learner.network().to_bytes(), Vec::new(), step)?;
        }
        Ok(())
    }

    /// Shows the last boards of some episodes beside each other in TensorBoard.
    fn draw(&mut self, suite: &ExamSuite, attempts: &[Attempt]) -> Result<(), TrainError> {
        let shown = suite.targets.iter().zip(attempts).take(self.config.evaluation.pictures);
        if let Some(picture) = super::episode_picture::beside_each_other(shown) {
            self.recorder.picture(self.learner.updates(), &tags::EPISODES.of(&suite.name), &picture)?;
        }
        Ok(())
    }

    /// The scores of the best network on the test split, which nothing before has touched, and a target reached.
    fn finish(&mut self) -> Result<(Vec<SuiteScore>, Option<String>), TrainError> {
        if !self.learner.updates().is_multiple_of(self.config.evaluation.interval) {
            self.examine()?;
        }
        let best = match self.checkpoints.load(Place::Best) {
            Ok(best) => best,
            // A run without a single gradient step.
            Err(CheckpointError::Missing { .. }) => return Ok((Vec::new(), None)),
            Err(error) => return Err(error.into()),
        };
        let weights = best.read(WEIGHTS)?;
        self.validation = read_card(&best)?.validation;
        self.examinee.evaluator.network.load_bytes(&weights)?;
        let suites = ExamSuite::load(&self.config.evaluation, self.task.settings().size, Some("test"))?;
        let (mut unseen, mut example) = (Vec::new(), None);
        for suite in &suites {
            let attempts = play_greedily(&mut self.examinee, &self.task, &suite.targets)?;
            unseen.push(SuiteScore::new(&suite.name, &attempts));
            // Only so many can be asked for by name.
            let shown = attempts.iter().take(DEFAULT_COUNT).position(|attempt| attempt.reached);
            let name = suite.name.trim_end_matches("@test");
            example = shown.map(|index| format!("{name}:{}", suite.labels[index])).or(example);
        }
        self.save_best(&weights, unseen.clone(), best.step())?;
        let step = self.learner.updates();
        self.recorder.scalars(step, &[(tags::UNSEEN_SUCCESS_RATE, overall(&unseen))])?;
        let table = serde_json::to_vec_pretty(&unseen).map_err(|error| CheckpointError::Io {
            action: "write",
            path: self.folder.path().into(),
            source: error.into(),
        })?;
        self.folder.write_evaluation("unseen.json", &table)?;
        Ok((unseen, example))
    }

    fn card(&self, step: u64, unseen: Vec<SuiteScore>) -> Card {
        Card {
            step,
            network: *self.learner.network().plan(),
            greedy: greedy(&self.config),
            version: self.facts.version.clone(),
            git: self.facts.git.clone(),
            validation: self.validation.clone(),
            unseen,
            // Plain data of finite numbers: nothing in it can fail to be written.
            config: serde_json::to_value(&self.config).unwrap_or_default(),
        }
    }

    fn save_best(&self, weights: &[u8], unseen: Vec<SuiteScore>, step: u64) -> Result<(), TrainError> {
        let card = json(&self.card(step, unseen));
        Ok(self.checkpoints.save(Place::Best, step, |draft| {
            draft.add(WEIGHTS, weights)?;
            draft.add(CARD, &card)
        })?)
    }

    fn save_last(&mut self) -> Result<(), TrainError> {
        self.recorder.flush()?;
        let step = self.learner.updates();
        let state = State {
            seconds: self.recorder.seconds(),
            environment_steps: self.environment_steps,
            demonstration_steps: self.demonstration_steps,
            learner_rng: self.learner_rng.clone(),
            demonstrations_rng: self.demonstrations.rng.clone(),
            collector: self.collector.state(),
        };
        let card = self.card(step, Vec::new());
        Ok(self.checkpoints.save(Place::Last, step, |draft| {
            draft.add(WEIGHTS, &self.learner.network().to_bytes())?;
            draft.add(OPTIMIZER, &self.learner.to_bytes())?;
            draft.stream(REPLAY, |writer| {
                postcard::to_io(&self.replay, writer).map(drop).map_err(std::io::Error::other)
            })?;
            draft.add(STATE, &json(&state))?;
            draft.add(CARD, &json(&card))
        })?)
    }

    /// The folder of the run.
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }
}

/// Network inputs for play: a convolution sees whole boards, even if it learned on parts of them.
fn playing_encoder(config: &Config, size: Size) -> ReachEncoder {
    let rows = match config.network.trunk {
        Trunk::Conv => 0,
        Trunk::Mlp => config.network.rows,
    };
    ReachEncoder::new(size).with_rows(rows.into())
}

/// What the best move is the best by: the head that is trained, or both.
fn greedy(config: &Config) -> Greedy {
    let weights = &config.learner.loss_weights;
    match (weights.q > 0.0, weights.policy > 0.0) {
        (true, false) => Greedy::Q,
        (false, _) => Greedy::Policy,
        (true, true) => Greedy::Mix { weight: config.exploration.policy_weight as f32 },
    }
}

/// The random stream of one part of the run.
fn stream(seed: u64, part: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed.wrapping_add(part.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// The share of all targets that was reached.
fn overall(scores: &[SuiteScore]) -> f64 {
    let reached: usize = scores.iter().map(|score| score.reached).sum();
    let targets: usize = scores.iter().map(|score| score.targets).sum();
    reached as f64 / targets.max(1) as f64
}

fn json<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec_pretty(value).expect("invariant: plain data of finite numbers can be written")
}

fn read_card(checkpoint: &Checkpoint) -> Result<Card, CheckpointError> {
    serde_json::from_slice(&checkpoint.read(CARD)?).map_err(|error| CheckpointError::Damaged {
        path: checkpoint.path().into(),
        reason: format!("{CARD}: {error}"),
    })
}
