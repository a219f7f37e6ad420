//! The learned searches as solvers.

use std::sync::Arc;

use super::inference::Inference;
use super::quest::{LearnedSearch, solve_with};
use super::settings::LearnedSettingsError;
use crate::solve::{Meter, Report, Request, Solver, Verdict};

/// A search with a trained network.
#[derive(Clone, Debug)]
pub struct LearnedAgent {
    name: &'static str,
    inference: Arc<Inference>,
    search: LearnedSearch,
}

impl LearnedAgent {
    /// A search under a name, on a network that others may use too, unless its settings make no sense.
    pub fn new(
        name: &'static str,
        inference: Arc<Inference>,
        search: LearnedSearch,
    ) -> Result<Self, LearnedSettingsError> {
        search.validate()?;
        Ok(Self { name, inference, search })
    }
}

impl Solver for LearnedAgent {
    fn name(&self) -> &'static str {
        self.name
    }

    fn solve(&self, request: &Request<'_>) -> Report {
        let mut meter = Meter::start(request.budget, request.cancel.clone());
        if let Err(reason) = request.target.check_admissible() {
            return Report::new(Verdict::Unreachable(reason.to_string()), &meter);
        }
        let solution = self.inference.client(request.target.size()).and_then(|mut network| {
            solve_with(&self.search, request, &mut network, &mut meter).unwrap_or_else(|error| {
                eprintln!("warning: {error}");
                None
            })
        });
        Report::new(solution.map_or(Verdict::NotFound, Verdict::Solved), &meter)
    }
}
