//! Results of one player against another.

use serde::Serialize;

use crate::eval::{Interval, wilson_of_rate};

/// Games won, drawn and lost.
///
/// ```
/// use tetreach::arena::Score;
///
/// let score = Score { wins: 60, draws: 10, losses: 30 };
/// assert_eq!((score.games(), score.rate()), (100, Some(0.65)));
/// assert_eq!(score.reversed().rate(), Some(0.35));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Score {
    /// Adds a game: 1 a win, 0 a loss, anything else a draw.
    pub fn add(&mut self, value: f64) {
        if value >= 1.0 {
            self.wins += 1;
        } else if value <= 0.0 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// All games.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Wins and half of the draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points per game, `None` without games.
    pub fn rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The 95 % interval of the rate (Wilson); draws count one half, which makes it a little too wide.
    pub fn interval(&self) -> Interval {
        wilson_of_rate(self.rate().unwrap_or(0.0), self.games())
    }

    /// The same games as the other player sees them.
    #[must_use]
    pub fn reversed(self) -> Self {
        Score { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}
