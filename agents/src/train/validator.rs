//! Judges the network on episodes that training never sees.

use std::fmt::Debug;
use std::time::Instant;

use super::TrainError;
use super::weights::BoxedEvaluator;
use crate::record::Picture;
use crate::store::SuiteScore;

/// Episodes that are played by the network as it stands.
pub trait ValidationSuite<S, G>: Debug + Send {
    /// The name, as scores and curves have it.
    fn name(&self) -> &str;

    /// Plays all episodes.
    fn run(&self, evaluator: &mut BoxedEvaluator<S, G>) -> Result<SuiteRun, TrainError>;
}

/// What came of a suite.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteRun {
    /// The score.
    pub score: SuiteScore,
    /// The ends of some episodes.
    pub picture: Option<Picture>,
    /// An episode that went well, as a user can name it.
    pub example: Option<String>,
}

/// The scores of one set of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Validation {
    /// The gradient steps of the network.
    pub step: u64,
    /// Its score on each suite.
    pub scores: Vec<SuiteScore>,
    /// Pictures of some suites, by name.
    pub pictures: Vec<(String, Picture)>,
    /// How long it took.
    pub seconds: f64,
}

/// Its own network, and the suites that judge it.
#[derive(Debug)]
pub struct Validator<S, G> {
    evaluator: BoxedEvaluator<S, G>,
    suites: Vec<Box<dyn ValidationSuite<S, G>>>,
}

impl<S, G> Validator<S, G> {
    /// A validator that plays by an evaluator.
    pub fn new(evaluator: BoxedEvaluator<S, G>, suites: Vec<Box<dyn ValidationSuite<S, G>>>) -> Self {
        Validator { evaluator, suites }
    }

    /// Judges the weights of a gradient step; `None` if `is_stopped` says so between two suites.
    pub fn validate(
        &mut self,
        step: u64,
        weights: &[f32],
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<Validation>, TrainError> {
        let begun = Instant::now();
        self.evaluator.load_weights(weights);
        let mut validation = Validation { step, scores: Vec::new(), pictures: Vec::new(), seconds: 0.0 };
        for suite in &self.suites {
            if is_stopped() {
                return Ok(None);
            }
            let run = suite.run(&mut self.evaluator)?;
            validation.scores.push(run.score);
            validation.pictures.extend(run.picture.map(|picture| (suite.name().to_owned(), picture)));
        }
        validation.seconds = begun.elapsed().as_secs_f64();
        Ok(Some(validation))
    }
}
