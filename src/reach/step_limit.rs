//! When an episode is cut short.

use serde::{Deserialize, Serialize};

/// The number of pieces after which an episode is cut short.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StepLimit {
    /// As many for every goal.
    Steps(u32),
    /// The fewest pieces that the goal needs from the empty board, times a factor, and some more.
    Scaled {
        /// Multiplies the lower bound.
        factor: f32,
        /// Added to the product.
        slack: u32,
    },
}

impl Default for StepLimit {
    fn default() -> Self {
        StepLimit::Scaled { factor: 2.0, slack: 10 }
    }
}

impl StepLimit {
    /// The limit where at least `pieces` pieces are needed; never below 1.
    #[inline]
    pub fn steps(&self, pieces: u32) -> u32 {
        match *self {
            StepLimit::Steps(steps) => steps.max(1),
            // A cast from f32 saturates, so no factor can overflow.
            StepLimit::Scaled { factor, slack } => {
                ((factor * pieces as f32).ceil() as u32).saturating_add(slack).max(1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_at_least_one_whatever_its_numbers() {
        assert_eq!(StepLimit::default().steps(11), 32);
        assert_eq!(StepLimit::Steps(0).steps(5), 1);
        assert_eq!(StepLimit::Scaled { factor: f32::NAN, slack: 0 }.steps(9), 1);
        assert_eq!(StepLimit::Scaled { factor: 1e30, slack: 9 }.steps(9), u32::MAX);
    }

    #[test]
    fn limits_are_read_from_configurations() {
        let scaled: StepLimit = serde_json::from_str(r#"{"scaled": {"factor": 1.5, "slack": 3}}"#).unwrap();
        assert_eq!(scaled.steps(4), 9);
        assert_eq!(serde_json::from_str::<StepLimit>(r#"{"steps": 40}"#).unwrap(), StepLimit::Steps(40));
    }
}
