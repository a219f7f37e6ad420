//! What is opened first.

use serde::{Deserialize, Serialize};

/// The cost of a state, the lowest of which is opened first.
///
/// `g` is the number of steps to it, `pi` the probability that the policy goes there, `h` the steps still needed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Cost {
    /// `g / pi`: at most this number of states is opened before a way of `g` steps with probability `pi` is found
    /// (Orseau et al. 2018).
    Levin,
    /// `(g + h) / pi^(1 + h / g)` (Orseau and Lelis 2021), with `h` one less than that of the state before, as in
    /// Fast Downward's deferred evaluation.
    PhsStar,
    /// `weight g - Q` of the move that leads there (Agostinelli et al. 2021); the weight on `g` is at most 1.
    QStar {
        /// How much the way so far counts.
        weight: f32,
    },
    /// `weight g + h`, where `h` is the state's own (Agostinelli et al. 2019). With weight 1 and an `h` that is
    /// consistent and never too high the way found is a shortest one.
    AStar {
        /// How much the way so far counts.
        weight: f32,
    },
}

impl Cost {
    /// The cost of what a move leads to, as far as its state tells: the lowest moves first.
    ///
    /// `g` counts the move, `log_pi` includes it, `h` and `cost` are those of the state before it.
    pub(super) fn of_move(&self, g: f32, log_pi: f32, h: f32, q: f32, cost: f32) -> f32 {
        match *self {
            Cost::Levin => g.ln() - log_pi,
            Cost::PhsStar => {
                let h = (h - 1.0).max(0.0);
                (g + h).ln() - (1.0 + h / g) * log_pi
            }
            Cost::QStar { weight } => weight * g - q,
            // A consistent `h` makes no state cheaper than the one before it.
            Cost::AStar { .. } => cost,
        }
    }

    /// The cost of a state whose own `h` is known; `None` if only moves have a cost.
    pub(super) fn of_state(&self, g: f32, h: f32) -> Option<f32> {
        match *self {
            Cost::AStar { weight } => Some(weight * g + h),
            _ => None,
        }
    }
}
