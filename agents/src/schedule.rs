//! Numbers that change as training goes on: exploration, learning rate, steps of a return, importance correction.

use schemars::{JsonSchema, Schema, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// A number as a function of the step; after its last step it stays where it ended.
///
/// A plain number is read as one that never changes.
///
/// ```
/// use tetreach_agents::Schedule;
///
/// let plain: Schedule = serde_json::from_str("0.5")?;
/// assert_eq!(plain, Schedule::Constant { value: 0.5 });
/// let warm = Schedule::Cosine { start: 1.0, end: 0.0, steps: 10, warm_up: 2 };
/// assert_eq!([warm.at(0), warm.at(1), warm.at(2), warm.at(10)], [0.5, 1.0, 1.0, 0.0]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(transform = or_a_number)]
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
    /// Up in a straight line, then down along half a wave of the cosine (Loshchilov and Hutter 2017).
    Cosine {
        /// The number after the warm-up.
        start: f64,
        /// The number from step `steps` on.
        end: f64,
        /// The length of the way, the warm-up included.
        steps: u64,
        /// Steps in which the number rises from nearly 0 to `start`.
        #[serde(default)]
        warm_up: u64,
    },
}

/// What a config may say: the number alone, or all of it.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenSchedule {
    Number(f64),
    Table(#[serde(with = "Schedule")] Schedule),
}

impl<'de> Deserialize<'de> for Schedule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match WrittenSchedule::deserialize(deserializer)? {
            WrittenSchedule::Number(value) => Schedule::Constant { value },
            WrittenSchedule::Table(schedule) => schedule,
        })
    }
}

impl Serialize for Schedule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Schedule::serialize(self, serializer)
    }
}

fn or_a_number(schema: &mut Schema) {
    let forms = schema.get_mut("oneOf").and_then(|forms| forms.as_array_mut());
    forms.into_iter().for_each(|forms| {
        forms.push(json_schema!({ "type": "number", "description": "Always this number." }).to_value());
    });
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
            Schedule::Linear { end, steps, .. }
            | Schedule::Exponential { end, steps, .. }
            | Schedule::Cosine { end, steps, .. }
                if step >= steps =>
            {
                end
            }
            Schedule::Linear { start, end, steps } => start + (end - start) * (step as f64 / steps as f64),
            Schedule::Exponential { start, end, steps } => {
                start * (end / start).powf(step as f64 / steps as f64)
            }
            Schedule::Cosine { start, warm_up, .. } if step < warm_up => {
                start * (step + 1) as f64 / warm_up as f64
            }
            Schedule::Cosine { start, end, steps, warm_up } => {
                let done = (step - warm_up) as f64 / (steps - warm_up) as f64;
                end + (start - end) * 0.5 * (1.0 + (std::f64::consts::PI * done).cos())
            }
        }
    }

    /// The two numbers between which all others lie, but for those of a warm-up.
    pub fn ends(&self) -> [f64; 2] {
        match *self {
            Schedule::Constant { value } => [value; 2],
            Schedule::Linear { start, end, .. }
            | Schedule::Exponential { start, end, .. }
            | Schedule::Cosine { start, end, .. } => [start, end],
        }
    }

    /// Checks the numbers, which may come from a config file.
    pub fn validate(&self) -> Result<(), ScheduleError> {
        let [start, end] = self.ends();
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
    fn a_cosine_schedule_warms_up_and_falls_slowly_at_both_ends() {
        let rate = Schedule::Cosine { start: 2.0, end: 1.0, steps: 12, warm_up: 4 };
        let values: Vec<f64> = (0..14).map(|step| rate.at(step)).collect();
        assert_eq!(values[..5], [0.5, 1.0, 1.5, 2.0, 2.0]);
        assert!((values[8] - 1.5).abs() < 1e-12, "half of the way down");
        assert!(values[4..].windows(2).all(|pair| pair[0] >= pair[1]), "{values:?}");
        assert!(values[4] - values[5] < values[7] - values[8]);
        assert_eq!(values[12..], [1.0, 1.0]);
        assert_eq!(Schedule::Cosine { start: 2.0, end: 1.0, steps: 3, warm_up: 9 }.at(2), 2.0 * 3.0 / 9.0);
    }

    #[test]
    fn a_schedule_is_written_as_a_table_and_read_from_a_number_too() {
        let linear = Schedule::Linear { start: 10.0, end: 3.0, steps: 5 };
        let written = serde_json::to_string(&linear).unwrap();
        assert_eq!(written, r#"{"kind":"linear","start":10.0,"end":3.0,"steps":5}"#);
        assert_eq!(serde_json::from_str::<Schedule>(&written).unwrap(), linear);
        assert_eq!(serde_json::from_str::<Schedule>("8").unwrap(), Schedule::Constant { value: 8.0 });
        assert!(serde_json::from_str::<Schedule>(r#"{"kind":"linear","start":1.0}"#).is_err());
        assert!(serde_json::from_str::<Schedule>(r#"{"kind":"constant","value":1.0,"x":2}"#).is_err());
    }

    #[test]
    fn senseless_numbers_are_refused() {
        let vanishing = Schedule::Exponential { start: 1.0, end: 0.0, steps: 2 };
        assert_eq!(vanishing.validate(), Err(ScheduleError::NotPositive { start: 1.0, end: 0.0 }));
        assert_eq!(Schedule::Constant { value: f64::NAN }.validate(), Err(ScheduleError::NotFinite));
        assert_eq!(Schedule::Linear { start: 1.0, end: 0.0, steps: 2 }.validate(), Ok(()));
    }
}
