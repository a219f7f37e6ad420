//! The switches of plain UCT on boards.

use serde::{Deserialize, Serialize};
use tetreach_agents::search::uct::{Selection, UctSettings};

/// Which boards are lost at once because no way within the cap leads through them; all of it is proof, not guess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refutation {
    /// None: a game is lost only when it has no moves or too many.
    Off,
    /// Forwards, those whose cells and rows do not fit the target; backwards none.
    #[default]
    Rows,
    /// Backwards, also those whose proved lower bound exceeds the lines that are left.
    ///
    /// This is no longer plain: the bound looks for tilings itself, which the count of boards does not show.
    Bound,
}

/// How plain UCT looks for a way; the default is the textbook's rule with c = sqrt 2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlainUctSettings {
    /// Where the tree grows: `full-expansion`, or the thesis' `self-selecting` ("UCT") and `breadth-first-root`.
    pub selection: Selection,
    /// The weight of exploration, `c` in UCT.
    pub exploration: f64,
    /// The number of random games from each new node.
    pub rollouts: u32,
    /// Which boards are lost at once.
    pub refutation: Refutation,
}

impl Default for PlainUctSettings {
    fn default() -> Self {
        Self {
            selection: Selection::FullExpansion,
            exploration: std::f64::consts::SQRT_2,
            rollouts: 1,
            refutation: Refutation::Rows,
        }
    }
}

impl PlainUctSettings {
    /// The settings of the tree for ways of a bounded number of pieces.
    pub(super) fn tree(&self, most_pieces: u32) -> UctSettings {
        UctSettings {
            exploration: self.exploration,
            selection: self.selection,
            rollouts: self.rollouts,
            rollout_depth: most_pieces,
            stop_at_win: true,
            ..UctSettings::default()
        }
    }
}
