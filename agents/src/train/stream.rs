//! The random streams of a run.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// A random stream, named by what it is for.
#[derive(Clone, Copy, Debug)]
pub enum RunStream {
    /// Play of the actor with this number.
    Play(u64),
    /// Demonstrations of the actor with this number.
    Demonstrations(u64),
    /// Batches of the learner.
    #[cfg_attr(not(feature = "torch"), expect(dead_code, reason = "learners need libtorch"))]
    Batches,
}

impl RunStream {
    /// The numbers that runs have had from the beginning.
    fn number(self) -> u64 {
        match self {
            RunStream::Play(actor) => 1 + 4 * actor,
            RunStream::Batches => 2,
            RunStream::Demonstrations(actor) => 3 + 4 * actor,
        }
    }

    /// The stream in a run with this seed.
    pub fn rng(self, seed: u64) -> Pcg64Mcg {
        Pcg64Mcg::seed_from_u64(seed.wrapping_add(self.number().wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }
}
