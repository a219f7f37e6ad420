//! The switches of the search.

use serde::{Deserialize, Serialize};
use tetreach_agents::search::uct::{FinalMove, Selection};

use crate::baseline::Faults;

/// What the end of a random game is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum PlayoutScore {
    /// 100 less the guessed steps; the target itself 100 (the thesis' "linear").
    Linear,
    /// A hundredth of that; the target itself 100 (the thesis' "distinguished win").
    #[default]
    Distinguished,
    /// 1 or -1 divided by the playouts, by the sign of the sum of linear scores (the thesis' Algorithm 3).
    Sign,
}

/// How the search runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThesisMctsSettings {
    /// New nodes for each move that is made.
    pub iterations: u32,
    /// Random games from each new node; with none the regressor is asked about the node itself.
    pub playouts: u32,
    /// The most moves that are made.
    pub max_steps: u32,
    /// The weight of exploration, `c` in UCT.
    pub exploration: f64,
    /// What the end of a random game is worth.
    pub score: PlayoutScore,
    /// Where the tree grows; with the fault `whole-tree-selection` only whether the root comes first counts.
    pub selection: Selection,
    /// Which move is made, without the fault `least-visited-choice`.
    pub choice: FinalMove,
    /// What goes wrong on purpose.
    pub faults: Faults,
}

/// What is wrong with the settings of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// Nothing would be searched.
    #[error("the search needs at least 1 iteration and 1 step")]
    Nothing,
    /// The weight of exploration is negative or not a number.
    #[error("the weight of exploration is finite and not negative")]
    Exploration,
}

impl ThesisMctsSettings {
    /// The larger of the thesis' two budgets: 10000 iterations of 50 random games, 20 moves.
    pub fn thesis(faults: Faults) -> Self {
        Self {
            iterations: 10_000,
            playouts: 50,
            max_steps: 20,
            exploration: std::f64::consts::SQRT_2,
            score: PlayoutScore::Distinguished,
            selection: Selection::BreadthFirstRoot,
            choice: FinalMove::WinRate,
            faults,
        }
    }

    /// Checks the numbers, which may come from the command line.
    pub fn validate(&self) -> Result<(), SettingsError> {
        if self.iterations == 0 || self.max_steps == 0 {
            return Err(SettingsError::Nothing);
        }
        if !self.exploration.is_finite() || self.exploration < 0.0 {
            return Err(SettingsError::Exploration);
        }
        Ok(())
    }
}

impl PlayoutScore {
    /// All ways to score.
    pub const ALL: [PlayoutScore; 3] =
        [PlayoutScore::Linear, PlayoutScore::Distinguished, PlayoutScore::Sign];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The value of a node whose games ended at boards with these guesses, `wins` more of them at the target.
    pub(super) fn value(self, guesses: &[f64], wins: usize) -> f64 {
        let games = (guesses.len() + wins).max(1) as f64;
        let linear: f64 = guesses.iter().map(|guess| TARGET_VALUE - guess).sum();
        let won = TARGET_VALUE * wins as f64;
        match self {
            PlayoutScore::Linear => (linear + won) / games,
            PlayoutScore::Distinguished => (linear / TARGET_VALUE + won) / games,
            PlayoutScore::Sign => {
                if linear + won < 0.0 {
                    -1.0 / games
                } else {
                    1.0 / games
                }
            }
        }
    }

    /// The value of the target itself.
    pub(super) fn of_target(self) -> f64 {
        if self == PlayoutScore::Sign { 1.0 } else { TARGET_VALUE }
    }
}

/// What the thesis gives the target.
const TARGET_VALUE: f64 = 100.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_text() {
        assert_eq!(PlayoutScore::Linear.value(&[1.0, 3.0], 0), 98.0);
        assert_eq!(PlayoutScore::Distinguished.value(&[1.0], 0), 0.99);
        assert_eq!(PlayoutScore::Distinguished.value(&[1.0], 1), (0.99 + 100.0) / 2.0);
        assert_eq!(PlayoutScore::Sign.value(&[7.0; 50], 0), 1.0 / 50.0);
        assert_eq!(PlayoutScore::Sign.value(&[107.0; 50], 0), -1.0 / 50.0);
    }
}
