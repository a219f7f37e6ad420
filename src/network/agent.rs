//! The learned searches as solvers.

use std::sync::Arc;

use super::inference::Inference;
use crate::solve::learned::{LearnedSearch, LearnedSettingsError, solve_with};
use crate::solve::{Progress, Run, Solver, Verdict};

/// A search with a trained network.
#[derive(Clone, Debug)]
pub struct LearnedAgent {
    name: String,
    inference: Arc<Inference>,
    search: LearnedSearch,
}

impl LearnedAgent {
    /// A search under a name, on a network that others may use too, unless its settings make no sense.
    pub fn new(
        name: impl Into<String>,
        inference: Arc<Inference>,
        search: LearnedSearch,
    ) -> Result<Self, LearnedSettingsError> {
        search.validate()?;
        Ok(Self { name: name.into(), inference, search })
    }
}

impl Solver for LearnedAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let request = run.request;
        let direction = self.search.direction().resolve(self.inference.knows_way_back());
        let Some(mut network) = self.inference.client(run.target().size(), direction) else {
            return Verdict::NotFound;
        };
        match solve_with(&self.search, direction, request, &mut network, &mut run.meter) {
            Ok(found) => found.into(),
            Err(error) => {
                request.observer.observe(Progress::Failed(&error));
                Verdict::NotFound
            }
        }
    }
}
