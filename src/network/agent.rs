//! The learned searches as solvers.

use std::sync::Arc;

use super::inference::Inference;
use crate::solve::learned::{LearnedSearch, LearnedSettingsError, solve_with};
use crate::solve::{AnytimeRun, AnytimeSearch, Meter, Progress, Run, Solver, Verdict};

/// The share of the seconds that the network's own search has where other searches go before it and follow it.
const NETWORK_SHARE: f64 = 0.1;

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
        let mut search = AnytimeRun::new(run);
        let is_timed = request.budget.nodes.is_none() && request.budget.seconds.is_some();
        let goes_on = is_timed && matches!(self.search, LearnedSearch::Search(settings) if settings.unstack);
        if goes_on {
            AnytimeSearch::default().first_way(&mut search);
        }
        let share = if goes_on { NETWORK_SHARE } else { 1.0 };
        if !search.is_settled()
            && let Some(mut network) = self.inference.client(search.target().size())
        {
            let mut meter = Meter::start(search.run.meter.share(share), request.cancel.clone());
            match solve_with(&self.search, request, &mut network, &mut meter) {
                Ok(solution) => solution.into_iter().for_each(|solution| search.offer(solution)),
                Err(error) => request.observer.observe(Progress::Failed(&error)),
            }
            search.run.meter.count(meter.nodes());
        }
        if goes_on && !search.is_done() {
            AnytimeSearch::default().shorten(&mut search);
        }
        search.verdict()
    }
}
