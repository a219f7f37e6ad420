//! The learner's side of a run: takes what the actors collect, learns, records, saves.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::outbox::{MeanAge, Outbox};
use super::replay_learner::ReplayLearner;
use super::saved_state::{SavedState, json};
use crate::cancel::Cancel;
use crate::learn::Distributions;
use crate::nn::Device;
use crate::nn::Network;
use crate::record::{Histogram, Recorder, RunProgress, tags};
use crate::store::card::Card;
use crate::store::checkpoint::{CARD, Checkpoints, OPTIMIZER, Place, REPLAY, STATE, WEIGHTS};
use crate::store::run_dir::{Facts, RunDir};
use crate::store::{SuiteScore, merit, overall};
use crate::train::remote::RemoteError;
use crate::train::settings::TrainSettings;
use crate::train::{
    ActorPool, ActorsSoFar, Domain, DomainGoal, DomainState, Experience, LatestWeights, RolloutStats,
    SharedCurriculum, Snapshot, Throughput, TrainError, ValidatedWeights, Validation, ValidatorThread,
};

/// Gradient steps between two records of the learner's numbers.
const RECORD_EVERY: u64 = 20;

/// Gradient steps that the actors may be ahead of the learner, so that neither waits for the other's every step.
const LEAD: u64 = 4;

/// Gradient steps on a GPU between two sets of weights for the actors.
const PUBLISH_EVERY: u64 = 20;

/// The actors of a domain.
pub type Actors<D> = ActorPool<DomainState<D>, DomainGoal<D>>;

/// The validator of a domain.
pub type ValidatorOf<D> = ValidatorThread<DomainState<D>, DomainGoal<D>>;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The budget was used up.
    BudgetUsed,
    /// Someone cancelled it.
    Cancelled,
}

/// Everything of a run but the actors and the validator.
#[derive(Debug)]
pub struct LearnerLoop<D: Domain> {
    pub(super) domain: D,
    pub(super) settings: TrainSettings,
    /// All settings, those of the game included, for the card.
    pub(super) config: Value,
    pub(super) facts: Facts,
    pub(super) folder: RunDir,
    pub(super) checkpoints: Checkpoints,
    pub(super) recorder: Recorder,
    pub(super) learner: ReplayLearner<D>,
    pub(super) rollout: RolloutStats,
    pub(super) weights: Arc<LatestWeights>,
    /// Where weights for remote actors go, if there may be some.
    pub(super) outbox: Option<Outbox>,
    /// How old the weights were that remote actors played with.
    pub(super) weights_age: MeanAge,
    pub(super) validation: Vec<SuiteScore>,
    /// The merit of the best network.
    pub(super) best: Option<f64>,
    /// Whether the present weights are still to be judged.
    pub(super) owes_validation: bool,
    /// Seconds of training behind the weights that the run started from.
    pub(super) seconds_before: f64,
    /// Where everything stood before the first gradient step of this process.
    pub(super) first: Option<Snapshot>,
}

impl<D: Domain> LearnerLoop<D> {
    /// Learns until the budget is used up or someone cancels.
    pub fn train(
        &mut self,
        actors: &Actors<D>,
        validator: &ValidatorOf<D>,
        cancel: &Cancel,
    ) -> Result<Ended, TrainError> {
        if self.learner.updates() == 0 {
            // Whatever ends the run before its first checkpoint is due, it can be resumed.
            self.save_last(actors, validator)?;
        }
        loop {
            if std::mem::take(&mut self.owes_validation) {
                self.validate(validator)?;
            }
            if let ControlFlow::Break(ended) = self.gather(actors, cancel)? {
                return Ok(ended);
            }
            if self.first.is_none() {
                self.first = Some(self.snapshot(actors));
            }
            let step = self.learner.updates() + 1;
            let is_validated = step.is_multiple_of(self.settings.validation_interval);
            let distributions = self.learner.learn(&self.domain, is_validated)?;
            if let Some(distributions) = distributions {
                self.record_distributions(&distributions)?;
            }
            if step.is_multiple_of(RECORD_EVERY) {
                self.record(actors)?;
            }
            if is_validated {
                self.validate(validator)?;
            }
            if let Some(result) = validator.result(Duration::ZERO) {
                self.take_validation(result?)?;
            }
            let keep = self.settings.checkpoint.keep_interval;
            let is_kept = keep > 0 && step.is_multiple_of(keep);
            if is_kept || step.is_multiple_of(self.settings.checkpoint.interval) {
                self.save_last(actors, validator)?;
            }
            if is_kept {
                self.checkpoints.copy(Place::Last, Place::Step(step), &[REPLAY, OPTIMIZER, STATE])?;
                self.checkpoints.prune(self.settings.checkpoint.keep)?;
            }
        }
    }

    /// Takes what the actors collect until there is enough for the next gradient step, or the run ends.
    fn gather(&mut self, actors: &Actors<D>, cancel: &Cancel) -> Result<ControlFlow<Ended>, TrainError> {
        let step = self.learner.updates();
        // Copying weights waits for the device, and those who play can do with weights that are a few steps old.
        let every = if self.learner.learner.network().device().is_cuda() { PUBLISH_EVERY } else { 1 };
        if self.settings.demonstrations < 1.0 && step.is_multiple_of(every) {
            self.weights.publish(self.learner.weights());
        }
        if let Some(outbox) = &mut self.outbox {
            let published = outbox.publish(step, self.rollout.environment_steps, || self.learner.weights());
            published.map_err(RemoteError::from)?;
        }
        let wanted = self.settings.wanted(step);
        actors.allow(self.settings.wanted(step + LEAD));
        loop {
            while let Some(experience) = actors.ready() {
                self.store(&experience?)?;
            }
            let environment_steps = self.rollout.environment_steps;
            let done = self.settings.budget.share(self.recorder.seconds(), environment_steps, step);
            self.recorder.progress(RunProgress { done, environment_steps, gradient_steps: step })?;
            if done >= 1.0 {
                return Ok(ControlFlow::Break(Ended::BudgetUsed));
            }
            if cancel.is_cancelled() {
                return Ok(ControlFlow::Break(Ended::Cancelled));
            }
            if self.rollout.collected() >= wanted {
                if !self.learner.replay.is_empty() {
                    return Ok(ControlFlow::Continue(()));
                }
                // Long first episodes: none has ended yet.
                actors.allow(self.settings.wanted(step + LEAD).max(self.rollout.collected() + 1));
            }
            let begun = Instant::now();
            if let Some(experience) = actors.wait() {
                self.store(&experience?)?;
            }
            self.learner.stats.waited(begun.elapsed().as_secs_f64());
        }
    }

    fn snapshot(&self, actors: &Actors<D>) -> Snapshot {
        let waited = actors.waited() / actors.count().max(1) as f64;
        Snapshot::now(self.learner.updates(), &self.rollout, self.learner.stats.times(), waited)
    }

    /// How fast this process has been since its first gradient step, if it made one.
    pub fn throughput(&self, actors: &Actors<D>) -> Option<Throughput> {
        self.first.map(|first| self.snapshot(actors).since(&first))
    }

    fn store(&mut self, experience: &Experience<DomainState<D>, DomainGoal<D>>) -> Result<(), TrainError> {
        self.rollout.add(experience);
        if let Some(step) = experience.weights_step {
            self.weights_age.add(self.learner.updates().saturating_sub(step));
        }
        self.learner.store(experience)
    }

    fn record(&mut self, actors: &Actors<D>) -> Result<(), TrainError> {
        let (step, rollout) = (self.learner.updates(), &self.rollout);
        let environment_steps = rollout.environment_steps;
        let actors = ActorsSoFar { environment_steps, waited: actors.waited(), count: actors.count() };
        let mut scalars = self.learner.stats.take(actors);
        scalars.extend(rollout.means());
        scalars.extend(self.weights_age.take().map(|age| (tags::WEIGHTS_AGE, age)));
        let level = self.domain.curriculum().map(SharedCurriculum::level);
        scalars.extend(level.map(|level| (tags::CURRICULUM_LEVEL, f64::from(level))));
        let learned = step * self.settings.learner.batch_size as u64;
        scalars.extend([
            (tags::ENVIRONMENT_STEPS, environment_steps as f64),
            (tags::EXPLORATION_RATE, self.settings.exploration.epsilon.at(environment_steps)),
            (tags::REPLAY_SIZE, self.learner.replay.len() as f64),
            (tags::DEMONSTRATION_FRACTION, rollout.demonstration_fraction()),
            (tags::HINDSIGHT_FRACTION, self.settings.replay.hindsight.her_ratio()),
            (tags::REPLAY_REUSE, learned as f64 / rollout.collected().max(1) as f64),
        ]);
        Ok(self.recorder.scalars(step, &scalars)?)
    }

    fn record_distributions(&mut self, seen: &Distributions) -> Result<(), TrainError> {
        let step = self.learner.updates();
        let histogram = |numbers: &[f32]| Histogram::of(numbers.iter().copied().map(f64::from));
        let batch = [
            (tags::Q_VALUE_DISTRIBUTION, &seen.q_values),
            (tags::DISTANCE_DISTRIBUTION, &seen.distances),
            (tags::TD_ERROR_DISTRIBUTION, &seen.td_errors),
        ];
        let weights = seen.weights.iter().map(|(layer, numbers)| (tags::LAYER_WEIGHTS.of(layer), numbers));
        let gradients =
            seen.gradients.iter().map(|(layer, numbers)| (tags::LAYER_GRADIENTS.of(layer), numbers));
        for (tag, numbers) in batch.into_iter().chain(weights).chain(gradients) {
            if !numbers.is_empty() {
                self.recorder.histogram(step, &tag, &histogram(numbers))?;
            }
        }
        Ok(())
    }

    /// Has the network judged, once the validation before is known.
    pub fn validate(&mut self, validator: &ValidatorOf<D>) -> Result<(), TrainError> {
        self.await_validation(validator)?;
        validator.request(self.learner.updates(), self.learner.weights());
        Ok(())
    }

    /// Waits for the validation that is under way, if one is.
    pub fn await_validation(&mut self, validator: &ValidatorOf<D>) -> Result<(), TrainError> {
        while validator.pending().is_some() {
            if let Some(result) = validator.result(Duration::from_millis(200)) {
                self.take_validation(result?)?;
            }
        }
        Ok(())
    }

    /// Records a validation, and keeps the network if it is the best so far.
    fn take_validation(&mut self, (validation, weights): ValidatedWeights) -> Result<(), TrainError> {
        let Validation { step, scores, pictures, seconds } = validation;
        for (suite, picture) in &pictures {
            self.recorder.picture(step, &tags::EPISODES.of(suite), picture)?;
        }
        let episodes: usize = scores.iter().map(|score| score.targets).sum();
        let steps: f64 = scores.iter().map(|score| score.mean_length * score.targets as f64).sum();
        let mut scalars = vec![
            (tags::EVAL_SUCCESS_RATE, overall(&scores)),
            (tags::EVAL_MEAN_LENGTH, steps / episodes.max(1) as f64),
            (tags::EVAL_SECONDS, seconds),
        ];
        for score in &scores {
            scalars.push((tags::SUITE_SUCCESS_RATE.of(&score.suite), score.rate()));
            scalars.push((tags::SUITE_MEAN_LENGTH.of(&score.suite), score.mean_length));
            let points = score.mean_points.map(|points| (tags::SUITE_MEAN_POINTS.of(&score.suite), points));
            scalars.extend(points);
        }
        self.recorder.scalars(step, &scalars)?;
        self.recorder.flush()?;
        self.folder.write_evaluation(&format!("step-{step}.json"), &json(&scores))?;
        let merit = merit(&scores);
        self.validation = scores;
        if self.best.is_none_or(|best| merit >= best) {
            self.best = Some(merit);
            let plan = *self.learner.learner.network().plan();
            let mut network = Network::new(plan, Device::Cpu, 0).map_err(TrainError::other)?;
            network.parameters_mut().assign(&weights);
            self.save_best(&network.to_bytes(), Vec::new(), step)?;
        }
        Ok(())
    }

    fn card(&self, step: u64, unseen: Vec<SuiteScore>) -> Card {
        Card {
            step,
            training_seconds: Some(self.seconds_before + self.recorder.seconds()),
            seconds_before: self.seconds_before,
            network: *self.learner.learner.network().plan(),
            greedy: self.settings.greedy(),
            version: self.facts.version.clone(),
            git: self.facts.git.clone(),
            command: Some(self.facts.command_line()),
            validation: self.validation.clone(),
            unseen,
            config: self.config.clone(),
        }
    }

    /// Saves the weights of a step as the best.
    pub fn save_best(&self, weights: &[u8], unseen: Vec<SuiteScore>, step: u64) -> Result<(), TrainError> {
        let card = json(&self.card(step, unseen));
        Ok(self.checkpoints.save(Place::Best, step, |draft| {
            draft.add(WEIGHTS, weights)?;
            draft.add(CARD, &card)
        })?)
    }

    /// Saves all that is needed to resume, with the actors at rest meanwhile.
    pub fn save_last(&mut self, actors: &Actors<D>, validator: &ValidatorOf<D>) -> Result<(), TrainError> {
        self.recorder.flush()?;
        actors.at_rest(|actors, late| {
            for experience in late {
                self.store(&experience?)?;
            }
            let state = SavedState {
                seconds: self.recorder.seconds(),
                rollout: self.rollout.clone(),
                learner_rng: self.learner.rng.clone(),
                actors,
                curriculum: self.domain.curriculum().map(SharedCurriculum::state),
                pending_validation: validator.pending(),
            };
            let step = self.learner.updates();
            let card = self.card(step, Vec::new());
            Ok(self.checkpoints.save(Place::Last, step, |draft| {
                draft.add(WEIGHTS, &self.learner.learner.playing_network().to_bytes())?;
                draft.add(OPTIMIZER, &self.learner.learner.to_bytes())?;
                draft.stream(REPLAY, |writer| {
                    let written = postcard::to_io(&self.learner.replay, writer);
                    written.map(drop).map_err(std::io::Error::other)
                })?;
                draft.add(STATE, &json(&state))?;
                draft.add(CARD, &json(&card))
            })?)
        })
    }
}
