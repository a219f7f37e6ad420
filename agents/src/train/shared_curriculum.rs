//! One curriculum for all actors.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand_pcg::Pcg64Mcg;

use super::Curriculum;

/// A curriculum that several threads draw from and report to.
#[derive(Clone, Debug)]
pub struct SharedCurriculum(Arc<Mutex<Curriculum>>);

impl SharedCurriculum {
    /// Shares a curriculum.
    pub fn new(curriculum: Curriculum) -> Self {
        Self(Arc::new(Mutex::new(curriculum)))
    }

    /// A level to set a goal at.
    pub fn draw(&self, rng: &mut Pcg64Mcg) -> u32 {
        self.lock().draw(rng)
    }

    /// Takes note of an outcome at a level.
    pub fn record(&self, level: u32, success: bool) {
        self.lock().record(level, success);
    }

    /// The present level.
    pub fn level(&self) -> u32 {
        self.lock().level()
    }

    /// The curriculum itself, to be kept.
    pub fn state(&self) -> Curriculum {
        self.lock().clone()
    }

    /// Continues from the state of another curriculum.
    pub fn restore(&self, curriculum: Curriculum) {
        *self.lock() = curriculum;
    }

    fn lock(&self) -> MutexGuard<'_, Curriculum> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
