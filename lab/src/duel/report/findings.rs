//! What the numbers say, in plain sentences: also where a hand-made search is better than a learned one.

use super::super::analysis::Analysis;
use super::super::comparison::{AgentStanding, Comparison};
use super::super::limit::CostModel;
use tetreach::registry::Family;
use tetreach::text::duration;

/// The findings, the most important first; names of agents stand between backquotes.
pub fn findings(analysis: &Analysis) -> Vec<String> {
    let mut findings: Vec<String> = Vec::new();
    for comparison in &analysis.comparisons {
        findings.extend(order(analysis, comparison));
        findings.extend(behind(analysis, comparison));
        findings.extend(against_per_target(analysis, comparison));
    }
    findings.extend(cost(analysis));
    findings
}

/// How a sentence about a comparison begins.
fn beginning(cost_model: CostModel) -> &'static str {
    match cost_model {
        CostModel::Nodes => "At equal nodes",
        CostModel::Seconds => "At equal seconds of search",
        CostModel::SecondsWithTraining => "At equal seconds, training counted,",
    }
}

fn best<'a>(analysis: &Analysis, comparison: &'a Comparison, family: Family) -> Option<&'a AgentStanding> {
    comparison.standings.iter().find(|standing| analysis.agents[standing.agent_index].family == family)
}

fn iqm(standing: &AgentStanding) -> String {
    format!("`{}` (IQM {:.3}, {:.0} % solved)", standing.agent, standing.iqm, 100.0 * standing.success)
}

/// Who is best, and whether what was learned is better than what was made by hand.
fn order(analysis: &Analysis, comparison: &Comparison) -> Option<String> {
    let start = beginning(comparison.cost_model);
    let first = comparison.standings.first()?;
    let learned = best(analysis, comparison, Family::Learned);
    let hand_made = best(analysis, comparison, Family::HandMade);
    let (Some(learned), Some(hand_made)) = (learned, hand_made) else {
        return Some(format!("{start} {} scores highest.", iqm(first)));
    };
    let chance = comparison.improvement(&learned.agent, &hand_made.agent)?;
    let odds = format!(
        "a run of `{}` beats one of `{}` with probability {:.2} (95 %: {:.2} to {:.2}, draws count half)",
        learned.agent, hand_made.agent, chance.probability, chance.interval.low, chance.interval.high
    );
    let pair =
        format!("the best learned agent is {}, the best hand-made one {}", iqm(learned), iqm(hand_made));
    let verdict = if chance.interval.low > 0.5 {
        "the learned one is better"
    } else if chance.interval.high < 0.5 {
        "the hand-made one is better"
    } else {
        "neither is shown to be better"
    };
    Some(format!("{start} {pair}: {odds}; {verdict}."))
}

/// The suites on which an agent without a network for all targets solves more than every one with it.
fn behind(analysis: &Analysis, comparison: &Comparison) -> Option<String> {
    let most = |families: &[Family], suite: usize| {
        let members = comparison
            .standings
            .iter()
            .filter(|standing| families.contains(&analysis.agents[standing.agent_index].family));
        let solved = members.map(|standing| (standing.agent.as_str(), standing.suites[suite].success));
        // Of equals the one that stands higher.
        solved.reduce(|best, next| if next.1 > best.1 { next } else { best })
    };
    let suites = &comparison.standings.first()?.suites;
    let behind: Vec<String> = (0..suites.len())
        .filter_map(|suite| {
            let learned = most(&[Family::Learned], suite)?;
            let by_hand = most(&[Family::HandMade, Family::LearnedEstimate], suite)?;
            let shares = (100.0 * by_hand.1, 100.0 * learned.1);
            (by_hand.1 > learned.1).then(|| {
                let name = &suites[suite].suite;
                format!("{name} (`{}` {:.0} %, `{}` {:.0} %)", by_hand.0, shares.0, learned.0, shares.1)
            })
        })
        .collect();
    (!behind.is_empty()).then(|| {
        let start = beginning(comparison.cost_model);
        format!("{start} agents without a network solve more than any learned one on {}.", behind.join(", "))
    })
}

/// What replacing training for each target gains.
fn against_per_target(analysis: &Analysis, comparison: &Comparison) -> Option<String> {
    let learned = best(analysis, comparison, Family::Learned)?;
    let rivals = comparison
        .standings
        .iter()
        .filter(|standing| analysis.agents[standing.agent_index].family == Family::PerTarget);
    let rivals: Vec<String> = rivals
        .filter_map(|rival| {
            let chance = comparison.improvement(&learned.agent, &rival.agent)?;
            let AgentStanding { agent, success, .. } = rival;
            let (low, high) = (chance.interval.low, chance.interval.high);
            Some(format!(
                "`{agent}` ({:.0} % solved) with probability {:.2} (95 %: {low:.2} to {high:.2})",
                100.0 * success,
                chance.probability
            ))
        })
        .collect();
    (!rivals.is_empty()).then(|| {
        let start = beginning(comparison.cost_model);
        format!("{start} `{}` beats {}.", learned.agent, rivals.join(" and "))
    })
}

/// From how many targets on one network is the cheaper way.
fn cost(analysis: &Analysis) -> Option<String> {
    let once = analysis.costs.iter().find(|cost| cost.each.is_none() && cost.once > 0.0)?;
    let each = analysis.costs.iter().filter(|cost| cost.each.is_some());
    let dearest = each.max_by(|a, b| a.each.unwrap_or(0.0).total_cmp(&b.each.unwrap_or(0.0)))?;
    let seconds = dearest.each.filter(|seconds| *seconds > 0.0)?;
    let targets = (once.once / seconds).ceil();
    Some(format!(
        "Training for each target takes `{}` {} per target; the network of `{}` took {} once, so it is the cheaper way \
         from {targets:.0} targets on.",
        dearest.agent,
        duration(seconds),
        once.agent,
        duration(once.once)
    ))
}
