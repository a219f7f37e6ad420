//! The names of checkpoints within a run.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Which checkpoint of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The latest, to resume from.
    Last,
    /// The one with the best score so far.
    Best,
    /// The one of a gradient step.
    Step(u64),
}

/// A name that no checkpoint has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no checkpoint {name:?}: choose last, best or step-N")]
pub struct PlaceError {
    name: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Last => f.write_str("last"),
            Place::Best => f.write_str("best"),
            Place::Step(step) => write!(f, "step-{step}"),
        }
    }
}

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(name: &str) -> Result<Self, PlaceError> {
        let place = match name {
            "last" => Some(Place::Last),
            "best" => Some(Place::Best),
            _ => name.strip_prefix("step-").and_then(|step| step.parse().ok()).map(Place::Step),
        };
        // Only the one spelling of a number, so that every place has one name.
        place.filter(|place| place.to_string() == name).ok_or_else(|| PlaceError { name: name.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for place in [Place::Last, Place::Best, Place::Step(0), Place::Step(1200)] {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for name in ["", "first", "step-", "step--1", "step-007", "step-+7"] {
            assert!(name.parse::<Place>().is_err(), "{name}");
        }
    }
}
