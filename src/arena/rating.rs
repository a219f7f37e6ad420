//! Elo ratings of a round robin.

use serde::Serialize;

use super::score::Score;
use crate::eval::Interval;

/// Elo per unit of the natural logarithm of the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// The 97.5 % point of the standard normal distribution: two-sided 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The strength of a player, 0 being the mean of all.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo points.
    pub elo: f64,
    /// The 95 % interval, from the curvature of the likelihood.
    pub interval: Interval,
}

/// Bradley-Terry ratings; `scores[i][j]` are the games of player `i` against player `j`.
///
/// Every pair that met gets one drawn game more, without which a player that won all its games would have no rating.
///
/// ```
/// use tetreach::arena::{Score, ratings};
///
/// let won = Score { wins: 75, draws: 0, losses: 25 };
/// let none = Score::default();
/// let ratings = ratings(&[vec![none, won], vec![won.reversed(), none]]);
/// assert!((ratings[0].elo - ratings[1].elo - 190.0).abs() < 5.0, "75 % are 191 points");
/// ```
pub fn ratings(scores: &[Vec<Score>]) -> Vec<Rating> {
    let players = scores.len();
    let mut strengths = vec![0.0_f64; players];
    let met = |i: usize, j: usize| i != j && scores[i][j].games() > 0;
    let games = |i: usize, j: usize| if met(i, j) { scores[i][j].games() as f64 + 1.0 } else { 0.0 };
    let points =
        |i: usize| (0..players).filter(|j| met(i, *j)).map(|j| scores[i][j].points() + 0.5).sum::<f64>();
    // Newton's method on the concave likelihood; the information matrix is that of the intervals, too.
    let mut covariance = vec![vec![0.0; players]; players];
    for _ in 0..100 {
        let expected = |i: usize, j: usize| 1.0 / (1.0 + (strengths[j] - strengths[i]).exp());
        let gradient: Vec<f64> = (0..players)
            .map(|i| points(i) - (0..players).map(|j| games(i, j) * expected(i, j)).sum::<f64>())
            .collect();
        let weight = |i: usize, j: usize| games(i, j) * expected(i, j) * expected(j, i);
        let total = |i: usize| (0..players).map(|j| weight(i, j)).sum::<f64>();
        let entry = |i: usize, j: usize| if i == j { total(i) } else { -weight(i, j) };
        let information: Vec<Vec<f64>> =
            (0..players).map(|i| (0..players).map(|j| entry(i, j)).collect()).collect();
        covariance = pseudo_inverse(&information);
        let mut largest = 0.0_f64;
        for i in 0..players {
            let step: f64 = (0..players).map(|j| covariance[i][j] * gradient[j]).sum();
            largest = largest.max(step.abs());
            // Steps are bounded, since the likelihood is flat far from its maximum.
            strengths[i] += step.clamp(-1.0, 1.0);
        }
        if largest < 1e-10 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    (0..players)
        .map(|i| {
            let elo = SCALE * (strengths[i] - mean);
            let half = Z * SCALE * covariance[i][i].max(0.0).sqrt();
            Rating { elo, interval: Interval { low: elo - half, high: elo + half } }
        })
        .collect()
}

/// The pseudo-inverse of a matrix whose rows add up to 0, as those of a graph of games do.
fn pseudo_inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let part = 1.0 / size.max(1) as f64;
    let mut rows: Vec<Vec<f64>> = (0..size)
        .map(|i| {
            let left = matrix[i].iter().map(|value| value + part);
            left.chain((0..size).map(|j| f64::from(u8::from(i == j)))).collect()
        })
        .collect();
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()));
        rows.swap(column, pivot.unwrap_or(column));
        // Players that never met: there is nothing to learn of their difference.
        let divisor = if rows[column][column].abs() < 1e-12 { 1e-12 } else { rows[column][column] };
        rows[column].iter_mut().for_each(|value| *value /= divisor);
        let reduced = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != column) {
            let factor = row[column];
            row.iter_mut().zip(&reduced).for_each(|(value, part)| *value -= factor * part);
        }
    }
    rows.into_iter().map(|row| row[size..].iter().map(|value| value - part).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn the_strengths_behind_random_results_lie_in_their_intervals() {
        let truth = [0.0_f64, 100.0, 250.0, 600.0];
        let mean = truth.iter().sum::<f64>() / 4.0;
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        let mut held = 0;
        for _ in 0..100 {
            let mut scores = vec![vec![Score::default(); 4]; 4];
            for i in 0..4 {
                for j in i + 1..4 {
                    let win = 1.0 / (1.0 + 10_f64.powf((truth[j] - truth[i]) / 400.0));
                    (0..200).for_each(|_| scores[i][j].add(f64::from(u8::from(rng.random::<f64>() < win))));
                    scores[j][i] = scores[i][j].reversed();
                }
            }
            for (rating, truth) in ratings(&scores).into_iter().zip(truth) {
                held += usize::from((rating.interval.low..rating.interval.high).contains(&(truth - mean)));
            }
        }
        assert!((365..=395).contains(&held), "{held} of 400 intervals hold the truth");
    }

    #[test]
    fn whoever_wins_all_games_still_has_a_rating() {
        let all = Score { wins: 100, draws: 0, losses: 0 };
        let none = Score::default();
        let rated = ratings(&[vec![none, all], vec![all.reversed(), none]]);
        assert!(rated[0].elo > 300.0 && rated[0].elo < 1000.0, "{rated:?}");
        assert!((rated[0].elo + rated[1].elo).abs() < 1e-6);
        assert_eq!(ratings(&[vec![none]])[0].elo, 0.0);
        assert!(ratings(&[]).is_empty());
    }
}
