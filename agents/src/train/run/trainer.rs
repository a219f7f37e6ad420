//! A run from its beginning, or from its last checkpoint, to its end.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use super::builder::RunBuilder;
use super::init::weights_for;
use super::learner_loop::{Actors, Ended, LearnerLoop, ValidatorOf};
use super::outbox::{MeanAge, Outbox};
use super::recorder;
use super::saved_state::{SavedState, json, read_card};
use crate::cancel::Cancel;
use crate::config::Resolved;
use crate::nn::one_thread;
use crate::nn::{Device, Network};
use crate::record::{Ending, MetricWriter, Recorder, Tag, hyperparameters, tags};
use crate::store::checkpoint::{CheckpointError, OPTIMIZER, Place, REPLAY, STATE, WEIGHTS};
use crate::store::run_dir::{Facts, RunDir, read_facts};
use crate::store::{Model, SuiteScore, merit, overall};
use crate::train::remote::{Exchange, RemoteError};
use crate::train::{
    Domain, Episodes, LatestWeights, RolloutStats, Summary, Throughput, TrainConfig, TrainError,
};

/// A run: actors, a validator and the learner.
///
/// With `run.deterministic` the three take turns in one thread; else each has its own. The work is cut into the same
/// turns both ways, and everything else is the same code.
#[derive(Debug)]
pub struct Trainer<D: Domain> {
    actors: Actors<D>,
    validator: ValidatorOf<D>,
    learner: LearnerLoop<D>,
}

impl<D: Domain> Trainer<D> {
    /// A new run in its own new folder, from random weights or from those of a model.
    pub fn create<C: TrainConfig<Domain = D>>(
        folder: RunDir,
        resolved: &Resolved<C>,
        facts: Facts,
        init: Option<&Model>,
        writers: Vec<Box<dyn MetricWriter>>,
    ) -> Result<Self, TrainError> {
        let recorder = recorder::begin(&folder, writers)?;
        let mut trainer = Self::new(folder, resolved, facts, recorder)?;
        let LearnerLoop { learner, recorder, facts, settings, seconds_before, .. } = &mut trainer.learner;
        if let Some(model) = init {
            let weights = weights_for(model, learner.learner.network().plan(), settings.run.seed);
            let weights = weights.map_err(TrainError::other)?;
            learner.learner.start_from(&weights).map_err(TrainError::other)?;
            *seconds_before = model.card().training_seconds.unwrap_or(0.0);
        }
        let scores: Vec<Tag> = ["success_rate"].map(|score| tags::FINAL_SCORE.of(score)).to_vec();
        recorder.settings(&hyperparameters(&resolved.settings()), &scores)?;
        recorder.text(0, &tags::CONFIG, &format!("```toml\n{}\n```", resolved.to_toml()))?;
        recorder.text(0, &tags::COMMAND, &format!("`{}`", facts.command_line()))?;
        Ok(trainer)
    }

    /// Continues a run exactly where its last checkpoint was saved.
    pub fn resume<C: TrainConfig<Domain = D>>(
        folder: RunDir,
        resolved: &Resolved<C>,
        facts: Facts,
        writers: Vec<Box<dyn MetricWriter>>,
    ) -> Result<Self, TrainError> {
        let checkpoint = folder.checkpoints()?.load(Place::Last)?;
        let damaged = |reason: String| CheckpointError::Damaged { path: checkpoint.path().into(), reason };
        let state = SavedState::read(&checkpoint)?;
        let recorder = recorder::resume(&folder, checkpoint.step(), state.seconds, writers)?;
        folder.note_resume(&resolved.to_toml(), &facts)?;
        // The card names the command that began the run.
        let facts = Facts { command: read_facts(folder.path())?.command, ..facts };
        let mut trainer = Self::new(folder, resolved, facts, recorder)?;
        let Trainer { learner: run, actors, .. } = &mut trainer;
        let learner = &mut run.learner;
        learner.learner.load_bytes(&checkpoint.read(OPTIMIZER)?).map_err(TrainError::other)?;
        let settings = *learner.replay.settings();
        learner.replay = postcard::from_bytes(&checkpoint.read(REPLAY)?)
            .map_err(|error| damaged(format!("{REPLAY}: {error}")))?;
        if *learner.replay.settings() != settings {
            return Err(damaged(format!("{REPLAY} belongs to other settings")).into());
        }
        learner.rng = state.learner_rng;
        let others = || damaged(format!("{STATE} belongs to other settings"));
        actors.restore(state.actors, state.rollout.environment_steps)?.ok_or_else(others)?;
        match (run.domain.curriculum(), state.curriculum) {
            (Some(shared), Some(curriculum)) => shared.restore(curriculum),
            (None, None) => {}
            _ => return Err(others().into()),
        }
        run.rollout = state.rollout;
        run.owes_validation = state.pending_validation.is_some();
        let card = read_card(&checkpoint)?;
        (run.validation, run.seconds_before) = (card.validation, card.seconds_before);
        run.best = match run.checkpoints.load(Place::Best) {
            Ok(best) => Some(merit(&read_card(&best)?.validation)),
            Err(CheckpointError::Missing { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(trainer)
    }

    fn new<C: TrainConfig<Domain = D>>(
        folder: RunDir,
        resolved: &Resolved<C>,
        facts: Facts,
        recorder: Recorder,
    ) -> Result<Self, TrainError> {
        let (domain, settings) = (resolved.config.domain()?, resolved.config.train_settings());
        let builder = RunBuilder::new(&domain, &settings)?;
        let learner = builder.learner()?;
        let network = learner.learner.network();
        let (plan, weights) = (*network.plan(), Arc::new(LatestWeights::default()));
        let remote = Path::new(&settings.actors.remote);
        let exchange = (!remote.as_os_str().is_empty()).then(|| Exchange::open(remote)).transpose();
        let exchange = exchange.map_err(RemoteError::from)?;
        let outbox = exchange.clone().map(|exchange| Outbox::new(exchange, resolved.settings(), network));
        let actors = builder.actors(plan, &weights, exchange)?;
        let validator = builder.validator(plan)?;
        let learner = LearnerLoop {
            domain,
            settings,
            config: resolved.settings(),
            facts,
            checkpoints: folder.checkpoints()?,
            folder,
            recorder,
            learner,
            rollout: RolloutStats::default(),
            weights,
            outbox,
            weights_age: MeanAge::default(),
            validation: Vec::new(),
            best: None,
            owes_validation: false,
            seconds_before: 0.0,
            first: None,
        };
        Ok(Trainer { actors, validator, learner })
    }

    /// Trains until the budget is used up or someone cancels, and saves.
    pub fn run(&mut self, cancel: &Cancel) -> Result<Summary, TrainError> {
        let trained = self.train(cancel);
        let summary = trained.and_then(|(ended, throughput)| self.finish(ended, throughput));
        if summary.is_err() {
            let step = self.learner.learner.updates();
            // The first error is the one to tell.
            drop(self.learner.recorder.end(step, Ending::Failed, &[]));
        }
        summary
    }

    /// How the run ended, and how fast it was; it is saved as it is at the end.
    fn train(&mut self, cancel: &Cancel) -> Result<(Ended, Option<Throughput>), TrainError> {
        let Trainer { actors, validator, learner } = self;
        thread::scope(|scope| {
            // However this ends, no thread is left waiting.
            let _stop: StopOnDrop<'_, D> = StopOnDrop { actors, validator };
            actors.start(scope, one_thread)?;
            validator.start(scope, one_thread)?;
            let ended = learner.train(actors, validator, cancel)?;
            let throughput = learner.throughput(actors);
            if ended == Ended::BudgetUsed {
                learner.await_validation(validator)?;
                let step = learner.learner.updates();
                if step > 0 && !step.is_multiple_of(learner.settings.validation_interval) {
                    learner.validate(validator)?;
                    learner.await_validation(validator)?;
                }
            }
            learner.save_last(actors, validator)?;
            Ok((ended, throughput))
        })
    }

    /// The end of the run in numbers, with the scores of its best network.
    fn finish(&mut self, ended: Ended, throughput: Option<Throughput>) -> Result<Summary, TrainError> {
        let (mut unseen, mut example) = (Vec::new(), None);
        let mut validation = Vec::new();
        if ended == Ended::BudgetUsed {
            match self.learner.checkpoints.load(Place::Best) {
                Ok(best) => {
                    validation = read_card(&best)?.validation;
                    if self.learner.settings.tests {
                        self.learner.validation.clone_from(&validation);
                        (unseen, example) = self.test(&best.read(WEIGHTS)?)?;
                        self.learner.save_best(&best.read(WEIGHTS)?, unseen.clone(), best.step())?;
                    }
                }
                // A run without a single gradient step.
                Err(CheckpointError::Missing { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let LearnerLoop { recorder, learner, .. } = &mut self.learner;
        let step = learner.updates();
        let (ending, scores) = match ended {
            Ended::BudgetUsed => {
                let last = if unseen.is_empty() { &validation } else { &unseen };
                (Ending::Finished, vec![(tags::FINAL_SCORE.of("success_rate"), overall(last))])
            }
            Ended::Cancelled => (Ending::Stopped, Vec::new()),
        };
        recorder.end(step, ending, &scores)?;
        let (finished, seconds) = (ended == Ended::BudgetUsed, recorder.seconds());
        let greedy = self.learner.settings.greedy();
        Ok(Summary { finished, updates: step, seconds, greedy, throughput, validation, unseen, example })
    }

    /// Scores on episodes that nothing before has touched, and one that went well.
    fn test(&mut self, weights: &[u8]) -> Result<(Vec<SuiteScore>, Option<String>), TrainError> {
        let LearnerLoop { domain, settings, recorder, learner, folder, .. } = &mut self.learner;
        let plan = *learner.learner.network().plan();
        let mut network = Network::new(plan, Device::Cpu, 0).map_err(TrainError::other)?;
        network.load_bytes(weights).map_err(TrainError::other)?;
        let mut evaluator = RunBuilder::new(domain, settings)?.playing_evaluator(plan)?;
        evaluator.load_weights(&network.parameters().to_vec());
        let (mut unseen, mut example) = (Vec::new(), None);
        for suite in domain.suites(Episodes::Test)? {
            let run = suite.run(&mut evaluator)?;
            unseen.push(run.score);
            example = run.example.or(example);
        }
        recorder.scalars(learner.updates(), &[(tags::UNSEEN_SUCCESS_RATE, overall(&unseen))])?;
        folder.write_evaluation("unseen.json", &json(&unseen))?;
        Ok((unseen, example))
    }

    /// The folder of the run.
    pub fn folder(&self) -> &RunDir {
        &self.learner.folder
    }
}

/// Ends the threads when it is dropped, be it in a panic.
struct StopOnDrop<'a, D: Domain> {
    actors: &'a Actors<D>,
    validator: &'a ValidatorOf<D>,
}

impl<D: Domain> Drop for StopOnDrop<'_, D> {
    fn drop(&mut self) {
        self.actors.stop();
        self.validator.stop();
    }
}
