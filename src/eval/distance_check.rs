//! Learned distances compared with exact ones.

use tetreach_agents::{EvaluateError, Evaluations, Evaluator};

use super::statistics::{mean, pearson, spearman};
use crate::game::Board;

/// Boards judged in one go.
const TOGETHER: usize = 256;

/// An exact distance and what a network makes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistancePair {
    /// Pieces of a shortest way from the empty board.
    pub exact: u32,
    /// Pieces that the distance head expects.
    pub head: f64,
    /// The value of the best first placement.
    pub value: f64,
}

/// Asks a network how far boards are from the empty one; each comes with its exact distance.
pub fn judge_distances<V: Evaluator<State = Board, Goal = Board>>(
    evaluator: &mut V,
    boards: &[(Board, u32)],
) -> Result<Vec<DistancePair>, EvaluateError> {
    let mut judged = Evaluations::default();
    let mut pairs = Vec::with_capacity(boards.len());
    for together in boards.chunks(TOGETHER) {
        let asked: Vec<(Board, Board)> =
            together.iter().map(|(board, _)| (Board::empty(board.size()), *board)).collect();
        evaluator.evaluate(&asked, &mut judged)?;
        pairs.extend(together.iter().enumerate().map(|(i, &(_, exact))| DistancePair {
            exact,
            head: f64::from(judged.distance[i]),
            value: f64::from(judged.q(i).iter().copied().fold(f32::NEG_INFINITY, f32::max)),
        }));
    }
    Ok(pairs)
}

/// The number of pieces after which the goal is reached if every piece costs 1 but the last and the value is the
/// discounted sum: the inverse of `-(1 - gamma^(d - 1)) / (1 - gamma)`.
pub fn pieces_of_value(value: f64, gamma: f64) -> f64 {
    let costs = (-value).max(0.0);
    if gamma >= 1.0 {
        return 1.0 + costs;
    }
    let left = (1.0 - costs * (1.0 - gamma)).max(1e-9);
    1.0 + left.ln() / gamma.ln()
}

/// How well estimates agree with exact numbers.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Agreement {
    /// How many pairs.
    pub n: usize,
    /// Pearson's correlation.
    pub pearson: f64,
    /// Spearman's rank correlation.
    pub spearman: f64,
    /// The mean of estimate minus exact.
    pub mean_error: f64,
    /// The mean size of the same.
    pub mean_absolute_error: f64,
}

impl Agreement {
    /// Compares pairs of (exact, estimate).
    pub fn of(pairs: &[(f64, f64)]) -> Self {
        let errors = pairs.iter().map(|(exact, estimate)| estimate - exact);
        Agreement {
            n: pairs.len(),
            pearson: pearson(pairs),
            spearman: spearman(pairs),
            mean_error: mean(errors.clone()).unwrap_or(0.0),
            mean_absolute_error: mean(errors.map(f64::abs)).unwrap_or(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_knows_lines_and_orders() {
        let line: Vec<(f64, f64)> = (0..10).map(|i| (f64::from(i), 2.0 * f64::from(i) + 1.0)).collect();
        let agreement = Agreement::of(&line);
        assert!((agreement.pearson - 1.0).abs() < 1e-12 && (agreement.spearman - 1.0).abs() < 1e-12);
        assert_eq!((agreement.n, agreement.mean_error, agreement.mean_absolute_error), (10, 5.5, 5.5));
        let curve: Vec<(f64, f64)> = (0..10).map(|i| (f64::from(i), -f64::from(i).exp())).collect();
        let agreement = Agreement::of(&curve);
        assert!((agreement.spearman + 1.0).abs() < 1e-12 && agreement.pearson > -0.9, "{agreement:?}");
        assert_eq!(Agreement::of(&[(1.0, 3.0), (1.0, 4.0)]).pearson, 0.0);
    }

    #[test]
    fn values_tell_the_pieces_that_made_them() {
        for pieces in [1, 2, 7, 24] {
            let costs = |gamma: f64| (0..pieces - 1).map(|i| gamma.powi(i)).sum::<f64>();
            for gamma in [1.0, 0.99, 0.9] {
                assert!((pieces_of_value(-costs(gamma), gamma) - f64::from(pieces)).abs() < 1e-6);
            }
        }
        assert!(pieces_of_value(-1e9, 0.9).is_finite());
    }
}
