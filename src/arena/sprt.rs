//! The sequential probability ratio test.

use std::str::FromStr;

use serde::Serialize;

use super::score::Score;

/// A test of two hypotheses on the strength of a player against another, at error rates of 5 %.
///
/// Wald's test of two rates of success; a draw counts as half a win and half a loss.
///
/// ```
/// use tetreach::arena::{Score, Sprt, SprtVerdict};
///
/// let test: Sprt = "0,100".parse()?;
/// assert_eq!(test.verdict(&Score { wins: 90, draws: 0, losses: 10 }), SprtVerdict::Stronger);
/// assert_eq!(test.verdict(&Score { wins: 10, draws: 0, losses: 90 }), SprtVerdict::NotStronger);
/// assert_eq!(test.verdict(&Score { wins: 6, draws: 0, losses: 4 }), SprtVerdict::Open);
/// # Ok::<(), tetreach::arena::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the hypothesis to be rejected.
    low: f64,
    /// The Elo difference of the hypothesis to be accepted.
    high: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    /// The upper hypothesis is accepted.
    Stronger,
    /// The lower hypothesis is accepted.
    NotStronger,
    /// More games are needed.
    Open,
}

impl SprtVerdict {
    /// What tables say.
    pub fn words(self) -> &'static str {
        match self {
            SprtVerdict::Stronger => "stronger",
            SprtVerdict::NotStronger => "not stronger",
            SprtVerdict::Open => "open",
        }
    }
}

/// A text that states no two hypotheses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two Elo differences, the smaller first, such as 0,100, found {text:?}")]
pub struct SprtError {
    text: String,
}

/// Both errors.
const ERROR: f64 = 0.05;

impl Sprt {
    /// The logarithm of the likelihood of the upper hypothesis over that of the lower; 0 without games.
    pub fn log_likelihood_ratio(&self, score: &Score) -> f64 {
        let [low, high] = [self.low, self.high].map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
        let lost = score.games() as f64 - score.points();
        score.points() * (high / low).ln() + lost * ((1.0 - high) / (1.0 - low)).ln()
    }

    /// Which hypothesis is accepted.
    pub fn verdict(&self, score: &Score) -> SprtVerdict {
        let (ratio, bound) = (self.log_likelihood_ratio(score), ((1.0 - ERROR) / ERROR).ln());
        if ratio >= bound {
            SprtVerdict::Stronger
        } else if ratio <= -bound {
            SprtVerdict::NotStronger
        } else {
            SprtVerdict::Open
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let number = |part: &str| part.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 2000.0);
        let parts = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
        match parts {
            Some((low, high)) if low < high => Ok(Sprt { low, high }),
            _ => Err(SprtError { text: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn the_test_errs_about_as_often_as_it_may() {
        let test: Sprt = "0,100".parse().unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        for (win, expected) in [(0.5, SprtVerdict::NotStronger), (0.640, SprtVerdict::Stronger)] {
            let mut right = 0;
            for _ in 0..400 {
                let mut score = Score::default();
                while test.verdict(&score) == SprtVerdict::Open {
                    score.add(f64::from(u8::from(rng.random::<f64>() < win)));
                }
                right += usize::from(test.verdict(&score) == expected);
            }
            assert!(right >= 370, "{right} of 400 at {win}");
        }
    }

    #[test]
    fn hypotheses_that_are_none_are_refused() {
        for text in ["", "0", "100,0", "0,0", "a,b", "0,nan", "0,1e9"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
