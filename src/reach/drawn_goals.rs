//! Goals from generators and suites.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::generate::Generator;
use super::generator_error::GeneratorError;
use super::goal_source::{Ends, GoalSource};
use super::split::Split;
use super::target::Target;
use crate::game::{Board, Size};

/// The samples of a generator that belong to one split, with the starts that the generator gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratedGoals {
    generator: Generator,
    size: Size,
    split: Split,
}

impl GeneratedGoals {
    /// The goals of a generator on boards of one size, if its knobs make any there.
    pub fn new(generator: Generator, size: Size, split: Split) -> Result<Self, GeneratorError> {
        generator.check(size)?;
        Ok(Self { generator, size, split })
    }
}

impl GoalSource for GeneratedGoals {
    fn draw(&self, _start: &Board, rng: &mut Pcg64Mcg) -> Option<Ends> {
        let mut stream = self.generator.resume(self.size, self.split, rng.clone()).ok()?;
        let sample = stream.next();
        // The environment's stream goes on where the generator stopped.
        rng.clone_from(stream.rng());
        sample.map(|sample| Ends { start: sample.start, goal: *sample.target.board() })
    }
}

/// The targets of a suite, each as likely as the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteGoals {
    /// What is drawn from; an empty list draws nothing.
    pub targets: Vec<Target>,
}

impl GoalSource for SuiteGoals {
    fn draw(&self, start: &Board, rng: &mut Pcg64Mcg) -> Option<Ends> {
        if self.targets.is_empty() {
            return None;
        }
        let target = &self.targets[rng.random_range(0..self.targets.len())];
        Some(Ends { start: *start, goal: *target.board() })
    }
}
