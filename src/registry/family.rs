//! Where an agent's knowledge comes from.

use serde::Serialize;

/// Where an agent's knowledge comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// One network for all targets.
    Learned,
    /// A model trained for every target again.
    PerTarget,
    /// A search without weights to choose, ranked by an estimate of the lines still needed that was learned once.
    LearnedEstimate,
    /// Hand-made, or nothing at all.
    HandMade,
}

impl Family {
    /// What a report says.
    pub fn title(self) -> &'static str {
        match self {
            Family::Learned => "one network for all targets",
            Family::PerTarget => "trained for each target",
            Family::LearnedEstimate => "a search ranked by a learned estimate",
            Family::HandMade => "hand-made, nothing learned",
        }
    }
}
