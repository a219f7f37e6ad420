//! The learner's side of a run: takes what the actors collect, learns, records, saves.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tetreach_agents::learn::Distributions;

use super::blueprint::{NetworkJudge, greedy};
use super::crew::Crew;
use super::error::TrainError;
use super::exam_room::ExamRoom;
use super::examiner::Exam;
use super::harvest::Harvest;
use super::learning_window::ActorsSoFar;
use super::lessons::Lessons;
use super::newest::NewestWeights;
use super::rollout::Rollout;
use super::saved::{SavedState, json};
use super::shared_curriculum::SharedCurriculum;
use super::speed::{Mark, Speed};
use crate::config::Config;
use crate::solve::Cancel;
use tetreach_agents::record::{Histogram, Progress, Recorder, tags};
use tetreach_agents::store::card::Card;
use tetreach_agents::store::checkpoint::{CARD, Checkpoints, OPTIMIZER, Place, REPLAY, STATE, WEIGHTS};
use tetreach_agents::store::run_dir::{Facts, RunDir};
use tetreach_agents::store::{SuiteScore, overall};

/// Gradient steps between two records of the learner's numbers.
const RECORD_EVERY: u64 = 20;

/// Gradient steps that the actors may be ahead of the learner, so that neither waits for the other's every step.
const LEAD: u64 = 4;

/// Everything of a run but the actors and the evaluator.
#[derive(Debug)]
pub struct Session {
    pub(super) config: Config,
    pub(super) facts: Facts,
    pub(super) folder: RunDir,
    pub(super) checkpoints: Checkpoints,
    pub(super) recorder: Recorder,
    pub(super) lessons: Lessons,
    pub(super) rollout: Rollout,
    pub(super) curriculum: Option<SharedCurriculum>,
    pub(super) newest: Arc<NewestWeights>,
    pub(super) validation: Vec<SuiteScore>,
    pub(super) best: Option<usize>,
    /// Whether the present weights are still to be judged.
    pub(super) owes_an_exam: bool,
    /// Where everything stood before the first gradient step of this process.
    pub(super) first: Option<Mark>,
}

/// Whether the budget is used up, for a run that ends.
type Ended = bool;

impl Session {
    /// Learns until the budget is used up or someone cancels; whether the budget was used up.
    pub fn train(
        &mut self,
        crew: &Crew<NetworkJudge>,
        room: &ExamRoom<NetworkJudge>,
        cancel: &Cancel,
    ) -> Result<Ended, TrainError> {
        if self.lessons.updates() == 0 {
            // Whatever ends the run before its first checkpoint is due, it can be gone on with.
            self.save_last(crew, room)?;
        }
        loop {
            if std::mem::take(&mut self.owes_an_exam) {
                self.examine(room)?;
            }
            if let ControlFlow::Break(ended) = self.gather(crew, cancel)? {
                return Ok(ended);
            }
            if self.first.is_none() {
                self.first = Some(self.mark(crew));
            }
            let step = self.lessons.updates() + 1;
            let is_exam = step.is_multiple_of(self.config.evaluation.interval);
            let distributions = self.lessons.learn(is_exam)?;
            if let Some(distributions) = distributions {
                self.record_distributions(&distributions)?;
            }
            if step.is_multiple_of(RECORD_EVERY) {
                self.record(crew)?;
            }
            if is_exam {
                self.examine(room)?;
            }
            if let Some(exam) = room.result(Duration::ZERO) {
                self.take_exam(exam?, room)?;
            }
            let keep = self.config.checkpoint.keep_interval;
            let is_kept = keep > 0 && step.is_multiple_of(keep);
            if is_kept || step.is_multiple_of(self.config.checkpoint.interval) {
                self.save_last(crew, room)?;
            }
            if is_kept {
                self.checkpoints.copy(Place::Last, Place::Step(step), &[REPLAY, OPTIMIZER, STATE])?;
                self.checkpoints.prune(self.config.checkpoint.keep)?;
            }
        }
    }

    /// Takes what the actors collect until there is enough for the next gradient step, or the run ends.
    fn gather(
        &mut self,
        crew: &Crew<NetworkJudge>,
        cancel: &Cancel,
    ) -> Result<ControlFlow<Ended>, TrainError> {
        let step = self.lessons.updates();
        if self.config.replay.demonstrations < 1.0 {
            self.newest.put(self.lessons.weights());
        }
        let wanted = self.wanted(step);
        crew.allow(self.wanted(step + LEAD));
        loop {
            while let Some(harvest) = crew.ready() {
                self.take_harvest(&harvest?)?;
            }
            let environment_steps = self.rollout.environment_steps;
            let done = self.config.budget.share(self.recorder.seconds(), environment_steps, step);
            self.recorder.progress(Progress { done, environment_steps, gradient_steps: step })?;
            if done >= 1.0 {
                return Ok(ControlFlow::Break(true));
            }
            if cancel.is_cancelled() {
                return Ok(ControlFlow::Break(false));
            }
            if self.rollout.collected() >= wanted {
                if !self.lessons.is_empty() {
                    return Ok(ControlFlow::Continue(()));
                }
                // Long first episodes: none has ended yet.
                crew.allow(self.wanted(step + LEAD).max(self.rollout.collected() + 1));
            }
            let begun = Instant::now();
            if let Some(harvest) = crew.wait() {
                self.take_harvest(&harvest?)?;
            }
            self.lessons.window.waited(begun.elapsed().as_secs_f64());
        }
    }

    fn mark(&self, crew: &Crew<NetworkJudge>) -> Mark {
        let waited = crew.waited() / crew.count().max(1) as f64;
        Mark::now(self.lessons.updates(), &self.rollout, self.lessons.window.times(), waited)
    }

    /// How fast this process has been since its first gradient step, if it made one.
    pub fn speed(&self, crew: &Crew<NetworkJudge>) -> Option<Speed> {
        self.first.map(|first| self.mark(crew).since(&first))
    }

    /// Placements to be collected before a gradient step.
    fn wanted(&self, step: u64) -> u64 {
        let learner = &self.config.learner;
        let wanted = (step * learner.batch_size as u64) as f64 / self.config.actors.replay_ratio;
        (wanted as u64).max(learner.learning_starts)
    }

    fn take_harvest(&mut self, harvest: &Harvest) -> Result<(), TrainError> {
        self.rollout.add(harvest);
        self.lessons.store(harvest)
    }

    fn record(&mut self, crew: &Crew<NetworkJudge>) -> Result<(), TrainError> {
        let (step, rollout) = (self.lessons.updates(), &self.rollout);
        let environment_steps = rollout.environment_steps;
        let actors = ActorsSoFar { environment_steps, waited: crew.waited(), count: crew.count() };
        let mut scalars = self.lessons.window.take(actors);
        scalars.extend(rollout.means());
        let level = self.curriculum.as_ref().map(SharedCurriculum::level);
        scalars.extend(level.map(|level| (tags::CURRICULUM_LEVEL, f64::from(level))));
        let learned = step * self.config.learner.batch_size as u64;
        scalars.extend([
            (tags::ENVIRONMENT_STEPS, environment_steps as f64),
            (tags::EXPLORATION_RATE, self.config.exploration.epsilon.at(environment_steps)),
            (tags::REPLAY_SIZE, self.lessons.replay.ring.len() as f64),
            (tags::DEMONSTRATION_FRACTION, rollout.demonstration_fraction()),
            (tags::HINDSIGHT_FRACTION, self.config.replay.hindsight.her_ratio()),
            (tags::REPLAY_REUSE, learned as f64 / rollout.collected().max(1) as f64),
        ]);
        Ok(self.recorder.scalars(step, &scalars)?)
    }

    fn record_distributions(&mut self, seen: &Distributions) -> Result<(), TrainError> {
        let step = self.lessons.updates();
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

    /// Has the network judged, once the judgement before is known.
    pub fn examine(&mut self, room: &ExamRoom<NetworkJudge>) -> Result<(), TrainError> {
        self.await_exam(room)?;
        room.hand_in(self.lessons.updates(), self.lessons.weights());
        Ok(())
    }

    /// Waits for the judgement that is on its way, if one is.
    pub fn await_exam(&mut self, room: &ExamRoom<NetworkJudge>) -> Result<(), TrainError> {
        while room.pending().is_some() {
            if let Some(exam) = room.result(Duration::from_millis(200)) {
                self.take_exam(exam?, room)?;
            }
        }
        Ok(())
    }

    /// Records a judgement, and keeps the network if it is the best so far.
    fn take_exam(&mut self, exam: Exam, room: &ExamRoom<NetworkJudge>) -> Result<(), TrainError> {
        let Exam { step, scores, pictures, seconds } = exam;
        for (suite, picture) in &pictures {
            self.recorder.picture(step, &tags::EPISODES.of(suite), picture)?;
        }
        let targets: usize = scores.iter().map(|score| score.targets).sum();
        let pieces: f64 = scores.iter().map(|score| score.mean_length * score.targets as f64).sum();
        let mut scalars = vec![
            (tags::EVAL_SUCCESS_RATE, overall(&scores)),
            (tags::EVAL_MEAN_LENGTH, pieces / targets.max(1) as f64),
            (tags::EVAL_SECONDS, seconds),
        ];
        for score in &scores {
            scalars.push((tags::SUITE_SUCCESS_RATE.of(&score.suite), score.rate()));
            scalars.push((tags::SUITE_MEAN_LENGTH.of(&score.suite), score.mean_length));
        }
        self.recorder.scalars(step, &scalars)?;
        self.recorder.flush()?;
        self.folder.write_evaluation(&format!("step-{step}.json"), &json(&scores))?;
        let reached = scores.iter().map(|score| score.reached).sum();
        self.validation = scores;
        if self.best.is_none_or(|best| reached >= best) {
            self.best = Some(reached);
            // The evaluator has them until the next paper is handed in.
            let weights = room.examiner().player.evaluator.network.to_bytes();
            self.save_best(&weights, Vec::new(), step)?;
        }
        Ok(())
    }

    fn card(&self, step: u64, unseen: Vec<SuiteScore>) -> Card {
        Card {
            step,
            training_seconds: Some(self.recorder.seconds()),
            network: *self.lessons.learner.network().plan(),
            greedy: greedy(&self.config),
            version: self.facts.version.clone(),
            git: self.facts.git.clone(),
            command: Some(self.facts.command_line()),
            validation: self.validation.clone(),
            unseen,
            // Plain data of finite numbers: nothing in it can fail to be written.
            config: serde_json::to_value(&self.config).unwrap_or_default(),
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

    /// Saves all that is needed to go on, with the actors at rest meanwhile.
    pub fn save_last(
        &mut self,
        crew: &Crew<NetworkJudge>,
        room: &ExamRoom<NetworkJudge>,
    ) -> Result<(), TrainError> {
        self.recorder.flush()?;
        crew.at_rest(|workers, harvests| {
            for harvest in harvests {
                self.take_harvest(&harvest?)?;
            }
            let state = SavedState {
                seconds: self.recorder.seconds(),
                rollout: self.rollout.clone(),
                learner_rng: self.lessons.rng.clone(),
                workers,
                curriculum: self.curriculum.as_ref().map(SharedCurriculum::state),
                pending_exam: room.pending(),
            };
            let step = self.lessons.updates();
            let card = self.card(step, Vec::new());
            Ok(self.checkpoints.save(Place::Last, step, |draft| {
                draft.add(WEIGHTS, &self.lessons.learner.network().to_bytes())?;
                draft.add(OPTIMIZER, &self.lessons.learner.to_bytes())?;
                draft.stream(REPLAY, |writer| {
                    let written = postcard::to_io(&self.lessons.replay, writer);
                    written.map(drop).map_err(std::io::Error::other)
                })?;
                draft.add(STATE, &json(&state))?;
                draft.add(CARD, &json(&card))
            })?)
        })
    }
}
