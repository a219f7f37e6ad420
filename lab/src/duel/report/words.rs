//! Numbers as both reports write them.

use super::super::comparison::{AgentStanding, Comparison};
use super::super::limit::{AttemptLimit, CostModel};
use super::super::plan::DuelPlan;
use tetreach::eval::Interval;
use tetreach::text::{duration, short};

/// Spending more than this share of the limit is worth a remark.
const OVERSPENT: f64 = 1.1;

/// Columns of the table of standings.
pub const STANDING_HEADER: [&str; 9] =
    ["agent", "solved", "95 %", "IQM", "95 %", "pieces / bound", "nodes", "seconds", "training per target"];

/// A rate in percent.
pub fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

/// An interval of rates in percent.
pub fn percent_interval(interval: Interval) -> String {
    format!("{:.0} to {:.0} %", 100.0 * interval.low, 100.0 * interval.high)
}

/// An interval of scores.
pub fn score_interval(interval: Interval) -> String {
    format!("{:.3} to {:.3}", interval.low, interval.high)
}

/// One line of the table of standings.
pub fn standing_cells(standing: &AgentStanding) -> [String; 9] {
    let dash = || "–".to_owned();
    [
        standing.agent.clone(),
        percent(standing.success),
        percent_interval(standing.success_interval),
        format!("{:.3}", standing.iqm),
        score_interval(standing.iqm_interval),
        standing.bound_ratio.map_or_else(dash, |ratio| format!("{ratio:.3}")),
        short(standing.nodes_mean),
        duration(standing.seconds_mean),
        standing.training_seconds_mean.map_or_else(dash, duration),
    ]
}

/// What a comparison is made of, in one sentence.
pub fn comparison_sentence(comparison: &Comparison, plan: &DuelPlan) -> String {
    let seeds = if comparison.rounds == 1 { "1 seed" } else { &format!("{} seeds", comparison.rounds) };
    let mut sentence = format!("{} targets, {seeds} each.", comparison.targets.len());
    if comparison.targets.len() < plan.targets.len() || comparison.rounds < plan.rounds {
        sentence.push_str(&format!(
            " The duel was stopped early: {} targets and {} seeds were planned; what all agents finished is compared.",
            plan.targets.len(),
            plan.rounds
        ));
    }
    sentence.push_str(match comparison.cost_model {
        CostModel::Nodes => {
            " A node is a board generated; training for a target is not counted here, nor is thinking time."
        }
        CostModel::Seconds => {
            " Each attempt has one thread; training for a target comes before the clock starts."
        }
        CostModel::SecondsWithTraining => {
            " A way counts only if training for this target and search together stayed within the limit."
        }
    });
    let overspent: Vec<String> = comparison
        .standings
        .iter()
        .filter_map(|standing| {
            let (spent, limit, text) = match comparison.limit {
                AttemptLimit::Nodes(nodes) => (standing.nodes_mean, nodes as f64, short(standing.nodes_mean)),
                AttemptLimit::Seconds(seconds) => {
                    (standing.search_seconds_mean, seconds, duration(standing.search_seconds_mean))
                }
            };
            (spent > OVERSPENT * limit).then(|| format!("{} ({text})", standing.agent))
        })
        .collect();
    if !overspent.is_empty() {
        sentence.push_str(&format!(
            " Above the limit on average, since they work in larger pieces: {}.",
            overspent.join(", ")
        ));
    }
    sentence
}
