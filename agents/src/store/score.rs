//! How well a network plays on the targets of a suite.

use serde::{Deserialize, Serialize};

/// The score of one suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteScore {
    /// The suite.
    pub suite: String,
    /// Targets reached.
    pub reached: usize,
    /// Targets attempted.
    pub targets: usize,
    /// Steps of an attempt, averaged.
    pub mean_length: f64,
    /// Points of an attempt, averaged, in games that are played for points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_points: Option<f64>,
    /// What other players made of the same targets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<BesideScore>,
}

/// The score of another player on the targets of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BesideScore {
    /// Who played: another way to play by the same network, or a rule without one.
    pub player: String,
    /// Targets reached.
    pub reached: usize,
}

impl SuiteScore {
    /// Sums up attempts, each by its number of steps and whether it reached its target.
    pub fn new(suite: &str, attempts: impl IntoIterator<Item = (usize, bool)>) -> Self {
        let (mut steps, mut reached, mut targets) = (0, 0, 0);
        for (length, success) in attempts {
            steps += length;
            reached += usize::from(success);
            targets += 1;
        }
        let mean_length = steps as f64 / targets.max(1) as f64;
        let (suite, mean_points, beside) = (suite.to_owned(), None, Vec::new());
        SuiteScore { suite, reached, targets, mean_length, mean_points, beside }
    }

    /// The share of targets reached.
    pub fn rate(&self) -> f64 {
        self.reached as f64 / self.targets.max(1) as f64
    }
}

/// By what the best network is chosen: the points where the game is played for points, else the targets reached; all
/// suites together.
///
/// ```
/// use tetreach_agents::store::{SuiteScore, merit};
///
/// let puzzle = SuiteScore::new("puzzle", [(3, true), (9, false), (4, true)]);
/// assert_eq!(merit(&[puzzle.clone(), puzzle]), 4.0);
/// let game = SuiteScore { mean_points: Some(41.5), ..SuiteScore::new("game", [(30, false)]) };
/// assert_eq!(merit(&[game]), 41.5);
/// ```
pub fn merit(scores: &[SuiteScore]) -> f64 {
    scores.iter().map(|score| score.mean_points.unwrap_or(score.reached as f64)).sum()
}

/// The share of all targets that was reached.
pub fn overall(scores: &[SuiteScore]) -> f64 {
    let reached: usize = scores.iter().map(|score| score.reached).sum();
    let targets: usize = scores.iter().map(|score| score.targets).sum();
    reached as f64 / targets.max(1) as f64
}
