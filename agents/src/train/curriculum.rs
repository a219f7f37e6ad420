//! A difficulty that grows with success and falls with failure.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// When the level changes, and what is drawn beside it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CurriculumSettings {
    /// The level to start at, never gone below.
    pub min_level: u32,
    /// The level never gone beyond.
    pub max_level: u32,
    /// The number of latest outcomes at the present level that decide.
    pub window: usize,
    /// The success rate from which the level rises.
    pub raise_at: f64,
    /// The success rate up to which the level falls.
    pub lower_at: f64,
    /// The share of draws from the levels already passed, so that they are not forgotten.
    pub review: f64,
}

impl Default for CurriculumSettings {
    fn default() -> Self {
        CurriculumSettings {
            min_level: 1,
            max_level: 16,
            window: 100,
            raise_at: 0.8,
            lower_at: 0.2,
            review: 0.2,
        }
    }
}

/// What is wrong with the settings of a curriculum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("curriculum settings: {reason}")]
pub struct CurriculumError {
    reason: &'static str,
}

/// The present level and the outcomes that will change it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Curriculum {
    settings: CurriculumSettings,
    level: u32,
    outcomes: VecDeque<bool>,
}

impl Curriculum {
    /// A curriculum at its lowest level.
    pub fn new(settings: CurriculumSettings) -> Result<Self, CurriculumError> {
        let CurriculumSettings { min_level, max_level, window, raise_at, lower_at, review } = settings;
        for (holds, reason) in [
            (min_level <= max_level, "min_level is not above max_level"),
            (window > 0, "the window holds at least 1 outcome"),
            (lower_at < raise_at, "lower_at is below raise_at"),
            (raise_at <= 1.0, "raise_at is at most 1"),
            ((0.0..=1.0).contains(&review), "review is between 0 and 1"),
        ] {
            if !holds {
                return Err(CurriculumError { reason });
            }
        }
        Ok(Curriculum { settings, level: min_level, outcomes: VecDeque::new() })
    }

    /// The present level.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// The success rate at the present level, `None` before the first outcome.
    pub fn success_rate(&self) -> Option<f64> {
        let successes = self.outcomes.iter().filter(|success| **success).count();
        if self.outcomes.is_empty() { None } else { Some(successes as f64 / self.outcomes.len() as f64) }
    }

    /// A level to set a task at: the present one, or, by the share of review, a lower one.
    pub fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> u32 {
        if self.level > self.settings.min_level && rng.random_bool(self.settings.review) {
            rng.random_range(self.settings.min_level..self.level)
        } else {
            self.level
        }
    }

    /// Takes note of an outcome at a level, and changes the present level if a full window says so.
    ///
    /// Outcomes at other levels do not count: they come from review, or from tasks set before the last change.
    pub fn record(&mut self, level: u32, success: bool) {
        if level != self.level {
            return;
        }
        if self.outcomes.len() >= self.settings.window {
            self.outcomes.pop_front();
        }
        self.outcomes.push_back(success);
        if self.outcomes.len() < self.settings.window {
            return;
        }
        let rate = self.success_rate().unwrap_or(0.0);
        if rate >= self.settings.raise_at && self.level < self.settings.max_level {
            self.move_to(self.level + 1);
        } else if rate <= self.settings.lower_at && self.level > self.settings.min_level {
            self.move_to(self.level - 1);
        }
    }

    fn move_to(&mut self, level: u32) {
        self.level = level;
        self.outcomes.clear();
    }
}

/// A curriculum as read from a file, before it is known to make sense.
#[derive(Deserialize)]
struct Stored {
    settings: CurriculumSettings,
    level: u32,
    outcomes: VecDeque<bool>,
}

impl TryFrom<Stored> for Curriculum {
    type Error = CurriculumError;

    fn try_from(stored: Stored) -> Result<Self, CurriculumError> {
        let Stored { settings, level, outcomes } = stored;
        if !(settings.min_level..=settings.max_level).contains(&level) {
            return Err(CurriculumError { reason: "the level is between min_level and max_level" });
        }
        Ok(Curriculum { level, outcomes, ..Curriculum::new(settings)? })
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    fn small() -> Curriculum {
        let settings = CurriculumSettings {
            max_level: 3,
            window: 4,
            raise_at: 0.75,
            lower_at: 0.25,
            ..Default::default()
        };
        Curriculum::new(settings).unwrap()
    }

    fn feed(curriculum: &mut Curriculum, outcomes: &[bool]) {
        outcomes.iter().for_each(|&success| curriculum.record(curriculum.level(), success));
    }

    #[test]
    fn success_raises_and_failure_lowers_the_level() {
        let mut curriculum = small();
        feed(&mut curriculum, &[true, true, false, true]);
        assert_eq!((curriculum.level(), curriculum.success_rate()), (2, None));
        feed(&mut curriculum, &[true, false, true, false]);
        assert_eq!((curriculum.level(), curriculum.success_rate()), (2, Some(0.5)));
        feed(&mut curriculum, &[false, false]);
        assert_eq!(curriculum.level(), 1);
    }

    #[test]
    fn the_level_keeps_its_bounds() {
        let mut curriculum = small();
        feed(&mut curriculum, &[false; 20]);
        assert_eq!(curriculum.level(), 1);
        feed(&mut curriculum, &[true; 40]);
        assert_eq!(curriculum.level(), 3);
    }

    #[test]
    fn outcomes_of_other_levels_do_not_count() {
        let mut curriculum = small();
        (0..20).for_each(|_| curriculum.record(2, true));
        assert_eq!((curriculum.level(), curriculum.success_rate()), (1, None));
    }

    #[test]
    fn reviews_take_their_share_of_the_draws() {
        let mut curriculum = small();
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        assert!((0..100).all(|_| curriculum.draw(&mut rng) == 1));
        feed(&mut curriculum, &[true; 8]);
        let mut counts = [0; 4];
        (0..10_000).for_each(|_| counts[curriculum.draw(&mut rng) as usize] += 1);
        assert!(
            counts[0] == 0 && (900..1100).contains(&counts[1]) && (900..1100).contains(&counts[2]),
            "{counts:?}"
        );
    }

    #[test]
    fn a_restored_curriculum_goes_on_exactly() {
        let mut curriculum = small();
        feed(&mut curriculum, &[true, true, true]);
        let bytes = postcard::to_stdvec(&curriculum).unwrap();
        let mut restored: Curriculum = postcard::from_bytes(&bytes).unwrap();
        feed(&mut restored, &[true]);
        assert_eq!(restored.level(), 2);
    }

    #[test]
    fn senseless_settings_are_refused() {
        let sound = CurriculumSettings::default();
        for broken in [
            CurriculumSettings { min_level: 17, ..sound },
            CurriculumSettings { window: 0, ..sound },
            CurriculumSettings { raise_at: 0.1, ..sound },
            CurriculumSettings { raise_at: 1.1, ..sound },
            CurriculumSettings { review: f64::NAN, ..sound },
        ] {
            assert!(Curriculum::new(broken).is_err(), "{broken:?}");
        }
    }
}
