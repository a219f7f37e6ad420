//! How long the rest of a duel will take, from what its attempts took so far.

use super::limit::AttemptLimit;
use super::plan::{DuelPlan, PlannedAttempt};
use super::results_file::ResultsFile;

/// Seconds that attempts took, by agent and limit.
#[derive(Clone, Debug)]
pub struct Forecast {
    /// For each agent and limit: seconds spent, attempts made, attempts to go.
    cells: Vec<(f64, usize, usize)>,
    limits: Vec<AttemptLimit>,
    jobs: usize,
}

impl Forecast {
    /// The forecast for a plan of which the file has a part.
    pub fn new(plan: &DuelPlan, pairings: &[PlannedAttempt], results: &ResultsFile, jobs: usize) -> Self {
        let cells = vec![(0.0, 0, 0); plan.agents.len() * plan.limits.len()];
        let mut forecast = Self { cells, limits: plan.limits.clone(), jobs: jobs.max(1) };
        for pairing in pairings {
            let cell = forecast.cell(pairing.agent, pairing.limit);
            match results.get(&plan.key(*pairing)) {
                Some(keyed) => {
                    cell.0 += keyed.attempt.all_seconds();
                    cell.1 += 1;
                }
                None => cell.2 += 1,
            }
        }
        forecast
    }

    /// Takes note of a finished attempt.
    pub fn finished(&mut self, agent: usize, limit: usize, seconds: f64) {
        let cell = self.cell(agent, limit);
        cell.0 += seconds;
        cell.1 += 1;
        cell.2 = cell.2.saturating_sub(1);
    }

    /// Attempts to go.
    pub fn left(&self) -> usize {
        self.cells.iter().map(|cell| cell.2).sum()
    }

    /// Seconds to go: those of an agent are the mean so far, or the limit where nothing is known yet.
    pub fn seconds_left(&self) -> f64 {
        let left = self.cells.iter().enumerate().map(|(index, (spent, made, left))| {
            let unknown = match self.limits[index % self.limits.len()] {
                AttemptLimit::Seconds(seconds) => seconds,
                AttemptLimit::Nodes(_) => 0.0,
            };
            let mean = if *made > 0 { spent / *made as f64 } else { unknown };
            mean * *left as f64
        });
        left.sum::<f64>() / self.jobs as f64
    }

    fn cell(&mut self, agent: usize, limit: usize) -> &mut (f64, usize, usize) {
        &mut self.cells[agent * self.limits.len() + limit]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_what_was_seen() {
        let limits = vec![AttemptLimit::Nodes(9), AttemptLimit::Seconds(2.0)];
        let mut forecast = Forecast { cells: vec![(0.0, 0, 10), (0.0, 0, 10)], limits, jobs: 2 };
        assert_eq!(forecast.seconds_left(), 10.0);
        forecast.finished(0, 1, 0.5);
        forecast.finished(0, 0, 3.0);
        assert_eq!(forecast.left(), 18);
        assert_eq!(forecast.seconds_left(), (9.0 * 3.0 + 9.0 * 0.5) / 2.0);
    }
}
