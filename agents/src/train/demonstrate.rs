//! Episodes that are known beforehand, for replay to take as if they had been played.

use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;

use super::{TrainError, Trajectory};

/// Shows how it is done, and comments on what was played.
pub trait Demonstrate<S, G>: Debug + Send {
    /// Shows one way, as one episode or as several that follow from each other.
    fn show(&mut self) -> Result<Vec<Trajectory<S, G>>, TrainError>;

    /// Adds advice to a played episode, of which the rest may be dropped once it is beyond help.
    fn advise(&mut self, _trajectory: &mut Trajectory<S, G>) {}

    /// The stream that everything is drawn from, to be kept in a checkpoint.
    fn rng(&mut self) -> &mut Pcg64Mcg;
}

/// For games without demonstrations.
#[derive(Clone, Debug)]
pub struct NoDemonstrations {
    rng: Pcg64Mcg,
}

impl NoDemonstrations {
    /// Keeps the stream that demonstrations would draw from.
    pub fn new(rng: Pcg64Mcg) -> Self {
        NoDemonstrations { rng }
    }
}

impl<S, G> Demonstrate<S, G> for NoDemonstrations {
    fn show(&mut self) -> Result<Vec<Trajectory<S, G>>, TrainError> {
        Err(TrainError::NoDemonstrations)
    }

    fn rng(&mut self) -> &mut Pcg64Mcg {
        &mut self.rng
    }
}
