//! Success against budget, by search and suite.

use std::fmt::Write;

use serde::Serialize;

use tetreach::eval::{Evaluated, Interval, wilson};

/// The curves of all searches.
#[derive(Clone, Debug, Serialize)]
pub struct Curves {
    /// The suites.
    pub suites: Vec<String>,
    /// The budgets, rising.
    pub budgets: Vec<u64>,
    /// One curve per search.
    pub all: Vec<Curve>,
}

/// The curve of one search.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// The search.
    pub name: String,
    /// Targets of each suite.
    pub targets: Vec<usize>,
    /// Targets solved, by suite and budget.
    pub solved: Vec<Vec<usize>>,
    /// Seconds spent in all.
    pub seconds: f64,
    #[serde(skip)]
    suites: Vec<String>,
    #[serde(skip)]
    budgets: Vec<u64>,
}

impl Curve {
    /// A curve without attempts.
    pub fn new(name: &str, curves: &Curves) -> Self {
        Self {
            name: name.to_owned(),
            targets: vec![0; curves.suites.len()],
            solved: vec![vec![0; curves.budgets.len()]; curves.suites.len()],
            seconds: 0.0,
            suites: curves.suites.clone(),
            budgets: curves.budgets.clone(),
        }
    }

    /// Counts an attempt: for one budget, or for all budgets if it would have gone the same way under each.
    pub fn add(&mut self, Evaluated { task, attempt, .. }: &Evaluated, only: Option<u64>) {
        let Some(suite) = self.suites.iter().position(|suite| *suite == task.suite) else { return };
        self.seconds += attempt.seconds;
        let is_first = only.is_none_or(|only| self.budgets.first() == Some(&only));
        self.targets[suite] += usize::from(is_first);
        for (budget, solved) in self.budgets.iter().zip(&mut self.solved[suite]) {
            let counts = match only {
                Some(only) => only == *budget,
                None => attempt.nodes <= *budget,
            };
            *solved += usize::from(counts && attempt.pieces.is_some());
        }
    }

    /// The share of targets solved and its 95 % interval.
    pub fn rate(&self, suite: usize, budget: usize) -> (f64, Interval) {
        let (solved, n) = (self.solved[suite][budget], self.targets[suite]);
        (solved as f64 / n.max(1) as f64, wilson(solved, n))
    }
}

impl Curves {
    /// No curves yet.
    pub fn new(suites: Vec<String>, budgets: Vec<u64>) -> Self {
        Self { suites, budgets, all: Vec::new() }
    }

    /// A table for each suite: searches down, budgets across.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for (suite, name) in self.suites.iter().enumerate() {
            let n = self.all.first().map_or(0, |curve| curve.targets[suite]);
            let _ =
                write!(text, "{name}, n = {n}, solved in % (95 % interval) by boards judged\n\n| search |");
            for budget in &self.budgets {
                let _ = write!(text, " {budget} |");
            }
            text.push_str("\n|---|");
            self.budgets.iter().for_each(|_| text.push_str("---:|"));
            text.push('\n');
            for curve in &self.all {
                let _ = write!(text, "| {} |", curve.name);
                for budget in 0..self.budgets.len() {
                    let (rate, Interval { low, high }) = curve.rate(suite, budget);
                    let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
                    let _ = write!(text, " {rate:.0} ({low:.0}-{high:.0}) |");
                }
                text.push('\n');
            }
            text.push('\n');
        }
        text
    }
}
