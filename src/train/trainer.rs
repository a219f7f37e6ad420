//! A run from its beginning, or from its last checkpoint, to its end.

use std::sync::Arc;
use std::thread;

use tetreach_agents::nn::device::one_thread;

use super::blueprint::{Blueprint, NetworkJudge};
use super::crew::Crew;
use super::error::TrainError;
use super::exam_room::ExamRoom;
use super::examination::ExamSuite;
use super::newest::NewestWeights;
use super::rollout::Rollout;
use super::saved::{SavedState, read_card};
use super::session::Session;
use super::speed::Speed;
use super::summary::Summary;
use crate::config::{Config, Resolved};
use crate::network::Model;
use crate::network::{Attempt, play_greedily};
use crate::reach::{DEFAULT_COUNT, ReachTask};
use crate::solve::Cancel;
use tetreach_agents::record::{Ending, Recorder, Sink, Tag, hyperparameters, tags};
use tetreach_agents::store::checkpoint::{CheckpointError, OPTIMIZER, Place, REPLAY, STATE, WEIGHTS};
use tetreach_agents::store::run_dir::{Facts, RunDir, read_facts};
use tetreach_agents::store::{SuiteScore, overall};

/// A run: actors, an evaluator and the learner.
///
/// With `run.deterministic` the three take turns in one thread; else each has its own. The work is cut into the same
/// turns both ways, and everything else is the same code.
#[derive(Debug)]
pub struct Trainer {
    task: ReachTask,
    crew: Crew<NetworkJudge>,
    room: ExamRoom<NetworkJudge>,
    session: Session,
}

impl Trainer {
    /// A new run in its own new folder, from random weights or from those of a model.
    pub fn create(
        folder: RunDir,
        resolved: &Resolved<Config>,
        facts: Facts,
        init: Option<&Model>,
        observers: Vec<Box<dyn Sink>>,
    ) -> Result<Self, TrainError> {
        let recorder = folder.recorder(observers)?;
        let mut trainer = Self::new(folder, resolved, facts, recorder)?;
        let Session { lessons, recorder, facts, .. } = &mut trainer.session;
        if let Some(model) = init {
            let seed = resolved.config.run.seed;
            let weights = model.weights_for(lessons.learner.network().plan(), seed)?;
            lessons.learner.start_from(&weights)?;
        }
        let scores: Vec<Tag> = ["success_rate"].map(|score| tags::FINAL_SCORE.of(score)).to_vec();
        recorder.settings(&hyperparameters(&resolved.settings()), &scores)?;
        recorder.text(0, &tags::CONFIG, &format!("```toml\n{}\n```", resolved.to_toml()))?;
        recorder.text(0, &tags::COMMAND, &format!("`{}`", facts.command_line()))?;
        Ok(trainer)
    }

    /// Goes on with a run exactly where its last checkpoint was saved.
    pub fn resume(
        folder: RunDir,
        resolved: &Resolved<Config>,
        facts: Facts,
        observers: Vec<Box<dyn Sink>>,
    ) -> Result<Self, TrainError> {
        let checkpoint = folder.checkpoints()?.load(Place::Last)?;
        let damaged = |reason: String| CheckpointError::Damaged { path: checkpoint.path().into(), reason };
        let state = SavedState::read(&checkpoint)?;
        let recorder = folder.resume_recorder(checkpoint.step(), state.seconds, observers)?;
        folder.note_resume(&resolved.to_toml(), &facts)?;
        // The card names the command that began the run.
        let facts = Facts { command: read_facts(folder.path())?.command, ..facts };
        let mut trainer = Self::new(folder, resolved, facts, recorder)?;
        let Trainer { session, crew, .. } = &mut trainer;
        let lessons = &mut session.lessons;
        lessons.learner.load_bytes(&checkpoint.read(OPTIMIZER)?)?;
        let settings = *lessons.replay.settings();
        lessons.replay = postcard::from_bytes(&checkpoint.read(REPLAY)?)
            .map_err(|error| damaged(format!("{REPLAY}: {error}")))?;
        if *lessons.replay.settings() != settings {
            return Err(damaged(format!("{REPLAY} belongs to other settings")).into());
        }
        lessons.rng = state.learner_rng;
        let others = || damaged(format!("{STATE} belongs to other settings"));
        crew.restore(state.workers, state.rollout.environment_steps)?.ok_or_else(others)?;
        match (&session.curriculum, state.curriculum) {
            (Some(shared), Some(curriculum)) => shared.restore(curriculum),
            (None, None) => {}
            _ => return Err(others().into()),
        }
        session.rollout = state.rollout;
        session.owes_an_exam = state.pending_exam.is_some();
        session.validation = read_card(&checkpoint)?.validation;
        session.best = match session.checkpoints.load(Place::Best) {
            Ok(best) => Some(read_card(&best)?.reached()),
            Err(CheckpointError::Missing { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(trainer)
    }

    fn new(
        folder: RunDir,
        resolved: &Resolved<Config>,
        facts: Facts,
        recorder: Recorder,
    ) -> Result<Self, TrainError> {
        let blueprint = Blueprint::new(&resolved.config)?;
        let (lessons, curriculum) = (blueprint.lessons()?, blueprint.curriculum()?);
        let (plan, newest) = (*lessons.learner.network().plan(), Arc::new(NewestWeights::default()));
        Ok(Trainer {
            task: blueprint.task,
            crew: blueprint.crew(plan, curriculum.as_ref(), &newest)?,
            room: blueprint.exam_room(plan)?,
            session: Session {
                config: resolved.config.clone(),
                facts,
                checkpoints: folder.checkpoints()?,
                folder,
                recorder,
                lessons,
                rollout: Rollout::default(),
                curriculum,
                newest,
                validation: Vec::new(),
                best: None,
                owes_an_exam: false,
                first: None,
            },
        })
    }

    /// Trains until the budget is used up or someone cancels, and saves.
    pub fn run(&mut self, cancel: &Cancel) -> Result<Summary, TrainError> {
        let trained = self.train(cancel);
        let summary = trained.and_then(|(finished, speed)| self.finish(finished, speed));
        if summary.is_err() {
            let step = self.session.lessons.updates();
            // The first error is the one to tell.
            drop(self.session.recorder.end(step, Ending::Failed, &[]));
        }
        summary
    }

    /// Whether the budget was used up, and how fast that was; the run is saved as it is at the end.
    fn train(&mut self, cancel: &Cancel) -> Result<(bool, Option<Speed>), TrainError> {
        let Trainer { crew, room, session, .. } = self;
        let config = session.config.clone();
        thread::scope(|scope| {
            // However this ends, nobody is left waiting.
            let _home = SendHome { crew, room };
            crew.start(scope, one_thread)?;
            room.start(scope, one_thread)?;
            let finished = session.train(crew, room, cancel)?;
            let speed = session.speed(crew);
            if finished {
                session.await_exam(room)?;
                let step = session.lessons.updates();
                if step > 0 && !step.is_multiple_of(config.evaluation.interval) {
                    session.examine(room)?;
                    session.await_exam(room)?;
                }
            }
            session.save_last(crew, room)?;
            Ok((finished, speed))
        })
    }

    /// The end of the run in numbers, with the scores of its best network.
    fn finish(&mut self, finished: bool, speed: Option<Speed>) -> Result<Summary, TrainError> {
        let (mut unseen, mut example) = (Vec::new(), None);
        let mut validation = Vec::new();
        if finished {
            match self.session.checkpoints.load(Place::Best) {
                Ok(best) => {
                    validation = read_card(&best)?.validation;
                    if self.session.config.evaluation.test {
                        self.session.validation.clone_from(&validation);
                        (unseen, example) = self.test(&best.read(WEIGHTS)?)?;
                        self.session.save_best(&best.read(WEIGHTS)?, unseen.clone(), best.step())?;
                    }
                }
                // A run without a single gradient step.
                Err(CheckpointError::Missing { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let Session { recorder, lessons, .. } = &mut self.session;
        let step = lessons.updates();
        let (ending, scores) = if finished {
            let last = if unseen.is_empty() { &validation } else { &unseen };
            (Ending::Finished, vec![(tags::FINAL_SCORE.of("success_rate"), overall(last))])
        } else {
            (Ending::Stopped, Vec::new())
        };
        recorder.end(step, ending, &scores)?;
        let seconds = recorder.seconds();
        Ok(Summary { finished, updates: step, seconds, speed, validation, unseen, example })
    }

    /// Scores on the test split, which nothing before has touched, and a target reached.
    fn test(&mut self, weights: &[u8]) -> Result<(Vec<SuiteScore>, Option<String>), TrainError> {
        let Session { config, recorder, lessons, folder, .. } = &mut self.session;
        let mut examiner = self.room.examiner();
        examiner.player.evaluator.network.load_bytes(weights)?;
        let suites = ExamSuite::load(&config.evaluation, self.task.settings().size, Some("test"))?;
        let (mut unseen, mut example) = (Vec::new(), None);
        for suite in &suites {
            let attempts = play_greedily(&mut examiner.player, &self.task, &suite.targets)?;
            unseen.push(SuiteScore::new(&suite.name, attempts.iter().map(Attempt::score)));
            // Only so many can be asked for by name.
            let shown = attempts.iter().take(DEFAULT_COUNT).position(|attempt| attempt.reached);
            let name = suite.name.trim_end_matches("@test");
            example = shown.map(|index| format!("{name}:{}", suite.labels[index])).or(example);
        }
        recorder.scalars(lessons.updates(), &[(tags::UNSEEN_SUCCESS_RATE, overall(&unseen))])?;
        folder.write_evaluation("unseen.json", &super::saved::json(&unseen))?;
        Ok((unseen, example))
    }

    /// The folder of the run.
    pub fn folder(&self) -> &RunDir {
        &self.session.folder
    }
}

/// Ends the threads when it is dropped, be it in a panic.
struct SendHome<'a> {
    crew: &'a Crew<NetworkJudge>,
    room: &'a ExamRoom<NetworkJudge>,
}

impl Drop for SendHome<'_> {
    fn drop(&mut self) {
        self.crew.stop();
        self.room.stop();
    }
}
