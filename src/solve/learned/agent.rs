//! The learned searches as solvers.

use std::sync::Arc;

use super::inference::Inference;
use super::quest::{LearnedSearch, solve_with};
use super::settings::LearnedSettingsError;
use crate::solve::anytime::Anytime;
use crate::solve::{Meter, Report, Request, Scouting, Solver, Verdict};

/// The share of the seconds that the network's own search has where other searches go before it and follow it.
const NETWORK_SHARE: f64 = 0.1;

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
        let mut run = Anytime::start(request);
        if let Err(reason) = request.target.check_admissible() {
            return Report::new(Verdict::Unreachable(reason.to_string()), &run.meter);
        }
        let is_timed = request.budget.nodes.is_none() && request.budget.seconds.is_some();
        let goes_on = is_timed && matches!(self.search, LearnedSearch::Search(settings) if settings.unstack);
        if goes_on {
            Scouting::default().first_way(&mut run);
        }
        let share = if goes_on { NETWORK_SHARE } else { 1.0 };
        if !run.is_settled()
            && let Some(mut network) = self.inference.client(request.target.size())
        {
            let mut meter = Meter::start(run.meter.share(share), request.cancel.clone());
            match solve_with(&self.search, request, &mut network, &mut meter) {
                Ok(solution) => solution.into_iter().for_each(|solution| run.offer(solution)),
                Err(error) => eprintln!("warning: {error}"),
            }
            run.meter.count(meter.nodes());
        }
        if goes_on && !run.is_done() {
            Scouting::default().shorten(&mut run);
        }
        Report::new(run.best.take().map_or(Verdict::NotFound, Verdict::Solved), &run.meter)
    }
}
