//! Nelder and Mead's simplex.

use serde::{Deserialize, Serialize};

use super::optimiser::ranking;

/// A simplex that turns over, stretches and shrinks its way up a hill (Nelder and Mead 1965), with all of a step's
/// possible corners evaluated at once: reflection, expansion and both contractions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simplex {
    corners: Vec<Vec<f64>>,
    scores: Vec<f64>,
    asked: Vec<Vec<f64>>,
}

impl Simplex {
    /// Starts with a corner here and the others `spread` away along each axis.
    pub fn new(start: Vec<f64>, spread: f64) -> Self {
        let mut corners = vec![start.clone(); start.len() + 1];
        for (axis, corner) in corners[1..].iter_mut().enumerate() {
            corner[axis] += spread;
        }
        Simplex { corners, scores: Vec::new(), asked: Vec::new() }
    }

    /// The corners not evaluated yet, or those that the worst one could move to.
    pub fn ask(&mut self) -> Vec<Vec<f64>> {
        self.asked = if self.scores.is_empty() {
            self.corners.clone()
        } else {
            let size = self.corners[0].len();
            let (worst, others) = self.corners.split_last().expect("invariant: a simplex has corners");
            let middle: Vec<f64> = (0..size)
                .map(|axis| others.iter().map(|corner| corner[axis]).sum::<f64>() / others.len() as f64)
                .collect();
            let away = |by: f64| middle.iter().zip(worst).map(|(m, w)| m + by * (m - w)).collect();
            vec![away(1.0), away(2.0), away(0.5), away(-0.5)]
        };
        self.asked.clone()
    }

    /// Moves a corner, or shrinks.
    ///
    /// # Panics
    /// If there are not as many scores as corners asked for.
    pub fn tell(&mut self, scores: &[f64]) {
        assert_eq!(scores.len(), self.asked.len(), "one score for each candidate");
        if self.scores.is_empty() {
            self.scores = scores.to_vec();
            return self.sort();
        }
        let last = self.scores.len() - 1;
        let [reflected, expanded, outside, inside] = [0, 1, 2, 3].map(|index| scores[index]);
        let taken = if reflected > self.scores[0] {
            Some(if expanded > reflected { 1 } else { 0 })
        } else if reflected > self.scores[last - 1] {
            Some(0)
        } else if reflected > self.scores[last] {
            (outside >= reflected).then_some(2)
        } else {
            (inside > self.scores[last]).then_some(3)
        };
        if let Some(taken) = taken {
            self.corners[last].clone_from(&self.asked[taken]);
            self.scores[last] = scores[taken];
            return self.sort();
        }
        let best = self.corners[0].clone();
        for corner in &mut self.corners[1..] {
            for (x, b) in corner.iter_mut().zip(&best) {
                *x = b + 0.5 * (*x - b);
            }
        }
        // All corners but one are new.
        self.scores.clear();
    }

    fn sort(&mut self) {
        let order = ranking(&self.scores);
        self.corners = order.iter().map(|&index| self.corners[index].clone()).collect();
        self.scores = order.iter().map(|&index| self.scores[index]).collect();
    }

    /// The best corner.
    pub fn centre(&self) -> &[f64] {
        &self.corners[0]
    }
}
