//! Numbers that change as training goes on: exploration, learning rate, importance correction.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A number as a function of the step; after its last step it stays where it ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Schedule {
    /// Always the same.
    Constant {
        /// The number.
        value: f64,
    },
    /// In a straight line.
    Linear {
        /// The number at step 0.
        start: f64,
        /// The number from step `steps` on.
        end: f64,
        /// The length of the way.
        steps: u64,
    },
    /// By the same factor in every step, from one positive number to another.
    Exponential {
        /// The number at step 0.
        start: f64,
        /// The number from step `steps` on.
        end: f64,
        /// The length of the way.
        steps: u64,
    },
}

/// What is wrong with a schedule.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ScheduleError {
    /// A number is infinite or not a number.
    #[error("the numbers of a schedule are finite")]
    NotFinite,
    /// An exponential schedule touches zero.
    #[error("an exponential schedule goes between positive numbers, not from {start} to {end}")]
    NotPositive {
        /// Its start.
        start: f64,
        /// Its end.
        end: f64,
    },
}

impl Schedule {
    /// The number at a step.
    pub fn at(&self, step: u64) -> f64 {
        match *self {
            Schedule::Constant { value } => value,
            Schedule::Linear { end, steps, .. } | Schedule::Exponential { end, steps, .. }
                if step >= steps =>
            {
                end
            }
            Schedule::Linear { start, end, steps } => start + (end - start) * (step as f64 / steps as f64),
            Schedule::Exponential { start, end, steps } => {
                start * (end / start).powf(step as f64 / steps as f64)
            }
        }
    }

    /// Checks the numbers, which may come from a config file.
    pub fn validate(&self) -> Result<(), ScheduleError> {
        let (start, end) = match *self {
            Schedule::Constant { value } => (value, value),
            Schedule::Linear { start, end, .. } | Schedule::Exponential { start, end, .. } => (start, end),
        };
        if !start.is_finite() || !end.is_finite() {
            return Err(ScheduleError::NotFinite);
        }
        if matches!(self, Schedule::Exponential { .. }) && (start <= 0.0 || end <= 0.0) {
            return Err(ScheduleError::NotPositive { start, end });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_schedule_is_straight_and_then_flat() {
        let epsilon = Schedule::Linear { start: 1.0, end: 0.0, steps: 4 };
        let values: Vec<f64> = (0..6).map(|step| epsilon.at(step)).collect();
        assert_eq!(values, [1.0, 0.75, 0.5, 0.25, 0.0, 0.0]);
    }

    #[test]
    fn an_exponential_schedule_halves_evenly() {
        let rate = Schedule::Exponential { start: 1.0, end: 0.25, steps: 2 };
        assert_eq!([rate.at(0), rate.at(1), rate.at(2), rate.at(99)], [1.0, 0.5, 0.25, 0.25]);
    }

    #[test]
    fn a_schedule_without_length_is_its_end() {
        assert_eq!(Schedule::Linear { start: 1.0, end: 0.5, steps: 0 }.at(0), 0.5);
        assert_eq!(Schedule::Constant { value: 0.1 }.at(u64::MAX), 0.1);
    }

    #[test]
    fn senseless_numbers_are_refused() {
        let vanishing = Schedule::Exponential { start: 1.0, end: 0.0, steps: 2 };
        assert_eq!(vanishing.validate(), Err(ScheduleError::NotPositive { start: 1.0, end: 0.0 }));
        assert_eq!(Schedule::Constant { value: f64::NAN }.validate(), Err(ScheduleError::NotFinite));
        assert_eq!(Schedule::Linear { start: 1.0, end: 0.0, steps: 2 }.validate(), Ok(()));
    }
}
