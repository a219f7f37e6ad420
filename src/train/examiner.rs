//! Who judges the network on the validation suites.

use std::time::Instant;

use tetreach_agents::evaluate::Policy;

use super::episode_picture::beside_each_other;
use super::error::TrainError;
use super::examination::ExamSuite;
use super::judge::Judge;
use crate::network::{Attempt, play_greedily};
use crate::reach::ReachTask;
use tetreach_agents::record::Picture;
use tetreach_agents::store::SuiteScore;

/// The result of an examination.
#[derive(Clone, Debug, PartialEq)]
pub struct Exam {
    /// The gradient steps of the network.
    pub step: u64,
    /// Its score on each suite.
    pub scores: Vec<SuiteScore>,
    /// The last boards of some episodes of each suite.
    pub pictures: Vec<(String, Picture)>,
    /// How long it took.
    pub seconds: f64,
}

/// A network of its own, and the targets.
#[derive(Debug)]
pub struct Examiner<J> {
    /// Who plays.
    pub player: Policy<ReachTask, J>,
    task: ReachTask,
    suites: Vec<ExamSuite>,
    pictures: usize,
}

impl<J: Judge> Examiner<J> {
    /// An examiner who draws so many episodes of each suite.
    pub fn new(
        player: Policy<ReachTask, J>,
        task: ReachTask,
        suites: Vec<ExamSuite>,
        pictures: usize,
    ) -> Self {
        Examiner { player, task, suites, pictures }
    }

    /// Judges the weights of a gradient step; `None` if `is_stopped` says so between two suites.
    pub fn examine(
        &mut self,
        step: u64,
        weights: &[f32],
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<Exam>, TrainError> {
        let begun = Instant::now();
        self.player.evaluator.follow(weights);
        let mut exam = Exam { step, scores: Vec::new(), pictures: Vec::new(), seconds: 0.0 };
        for suite in &self.suites {
            if is_stopped() {
                return Ok(None);
            }
            let attempts = play_greedily(&mut self.player, &self.task, &suite.targets)?;
            exam.scores.push(SuiteScore::new(&suite.name, attempts.iter().map(Attempt::score)));
            let shown = suite.targets.iter().zip(&attempts).take(self.pictures);
            exam.pictures.extend(beside_each_other(shown).map(|picture| (suite.name.clone(), picture)));
        }
        exam.seconds = begun.elapsed().as_secs_f64();
        Ok(Some(exam))
    }
}
