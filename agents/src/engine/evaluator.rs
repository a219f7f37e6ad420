//! The engine as an evaluator.

use std::sync::Arc;

use super::background::Background;
use super::heads::{Answer, Row};
use super::network::Engine;
use super::trunk::Scratch;
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};
use crate::nn::{Encoder, Encoding};

/// An engine and the encoder that shows it the task.
#[derive(Debug)]
pub struct EngineEvaluator<E> {
    encoder: E,
    engine: Arc<Engine>,
    background: Option<Background>,
    encoding: Encoding,
    scratch: Scratch,
    answer: Answer,
}

impl<E: Encoder> EngineEvaluator<E> {
    /// An evaluator that computes every question in full.
    pub fn new(encoder: E, engine: Arc<Engine>) -> Self {
        let encoding = Encoding::new(encoder.shape());
        let (scratch, answer) = (Scratch::default(), Answer::default());
        Self { encoder, engine, background: None, encoding, scratch, answer }
    }

    /// The same with a question, such as the empty board with itself as the goal, to which most others are alike in
    /// their upper rows: what it makes the layers answer there is not computed again.
    pub fn with_background(mut self, state: &E::State, goal: &E::Goal) -> Self {
        self.encoding.clear();
        self.encoding.push(&self.encoder, state, goal);
        self.background = self.engine.background(self.encoding.planes(), self.encoding.shape());
        self
    }

    /// Answers by other weights from now on; the background is forgotten.
    pub fn set_engine(&mut self, engine: Arc<Engine>) {
        self.engine = engine;
        self.background = None;
    }

    /// How the task is shown to the network.
    pub fn encoder(&self) -> &E {
        &self.encoder
    }

    /// The network.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }
}

impl<E: Encoder> Evaluator for EngineEvaluator<E> {
    type State = E::State;
    type Goal = E::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(E::State, E::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        let shape = self.encoder.shape();
        out.clear(shape.actions);
        for (state, goal) in pairs {
            self.encoding.clear();
            self.encoding.push(&self.encoder, state, goal);
            let row = Row {
                planes: self.encoding.planes(),
                landing: self.encoding.landing(),
                legal: self.encoding.legal(),
                hints: self.encoding.hints(),
            };
            let background = self.background.as_ref();
            self.engine.answer(row, shape, background, &mut self.scratch, &mut self.answer);
            out.log_policy.extend_from_slice(&self.answer.log_policy);
            out.q.extend_from_slice(&self.answer.q);
            out.distance.push(self.answer.distance);
            out.success.push(self.answer.success);
        }
        Ok(())
    }
}
