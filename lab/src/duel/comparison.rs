//! The numbers of one comparison: all agents on the same targets and rounds, under one cost model.

use serde::Serialize;

use super::attempt::KeyedAttempt;
use super::bootstrap::{Bootstrap, RESAMPLES};
use super::limit::{AttemptLimit, CostModel};
use super::plan::{DuelPlan, PlannedAttempt};
use super::results_file::ResultsFile;
use super::scores::{
    Scores, interquartile_mean, median_of_targets, optimality_gap, probability_of_improvement, profile,
};
use tetreach::eval::{Interval, mean, median, wilson_of_rate};

/// Points of a performance profile.
const PROFILE_POINTS: usize = 101;
/// Draws of the band around a profile, which has many points.
const PROFILE_RESAMPLES: usize = 500;

/// A share of successes on one suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SuiteStanding {
    /// The suite.
    pub suite: String,
    /// Its targets.
    pub targets: usize,
    /// The share of attempts that reached the target.
    pub success: f64,
    /// Its 95 % interval (Wilson, over targets).
    pub success_interval: Interval,
    /// The mean score.
    pub score: f64,
}

/// The numbers of one agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentStanding {
    /// Its name.
    pub agent: String,
    /// Its place among the agents.
    #[serde(skip)]
    pub agent_index: usize,
    /// The share of attempts that reached the target.
    pub success: f64,
    /// Its 95 % interval (Wilson, with targets as the units: rounds on the same target are no new evidence).
    pub success_interval: Interval,
    /// The interquartile mean of the scores.
    pub iqm: f64,
    /// Its 95 % interval (stratified bootstrap).
    pub iqm_interval: Interval,
    /// The mean score.
    pub mean: f64,
    /// Its 95 % interval (stratified bootstrap).
    pub mean_interval: Interval,
    /// The median over targets of the mean over rounds.
    pub median: f64,
    /// How far the mean stays below 1.
    pub optimality_gap: f64,
    /// Mean of pieces over the lower bound, successes only.
    pub bound_ratio: Option<f64>,
    /// 5, 25, 50, 75 and 95 % points of pieces over the lower bound, successes only.
    pub bound_quantiles: Option<[f64; 5]>,
    /// Mean boards generated.
    pub nodes_mean: f64,
    /// Mean seconds, as the cost model counts them.
    pub seconds_mean: f64,
    /// Mean seconds of search alone.
    pub search_seconds_mean: f64,
    /// Median seconds, as the cost model counts them.
    pub seconds_median: f64,
    /// Mean seconds of training for one target, if there was any.
    pub training_seconds_mean: Option<f64>,
    /// Suite by suite.
    pub suites: Vec<SuiteStanding>,
    /// The share of runs with a score above each threshold of the profile.
    pub profile: Vec<f64>,
    /// The band around each of them (stratified bootstrap).
    pub profile_band: Vec<Interval>,
    /// All scores.
    #[serde(skip)]
    pub scores: Scores,
}

/// How likely a run of one agent beats one of another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Improvement {
    /// The agent that may be better.
    pub x: String,
    /// The one it is compared with.
    pub y: String,
    /// The probability that a run of X scores more than one of Y on the same target, half for draws.
    pub probability: f64,
    /// Its 95 % interval (stratified bootstrap).
    pub interval: Interval,
}

/// All agents under one limit and one cost model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// What counts as equal.
    #[serde(rename = "reckoning")]
    pub cost_model: CostModel,
    /// The limit.
    pub limit: AttemptLimit,
    /// Rounds compared, from 0.
    pub rounds: usize,
    /// Targets compared, as indices into the list of targets.
    pub targets: Vec<usize>,
    /// The agents, the highest interquartile mean first.
    pub standings: Vec<AgentStanding>,
    /// Every agent against every other.
    pub improvements: Vec<Improvement>,
    /// Thresholds of the profiles.
    pub thresholds: Vec<f64>,
}

impl Comparison {
    /// The comparison under one limit; `None` while there is no target that all agents have met.
    ///
    /// Only whole rounds count; before the first is whole, its targets that all agents have met.
    pub fn new(plan: &DuelPlan, results: &ResultsFile, limit: usize, cost_model: CostModel) -> Option<Self> {
        let kept =
            |agent, target, round| results.get(&plan.key(PlannedAttempt { agent, target, limit, round }));
        let is_met = |target: usize, round: usize| {
            (0..plan.agents.len()).all(|agent| kept(agent, target, round).is_some())
        };
        let all: Vec<usize> = (0..plan.targets.len()).collect();
        let whole = (0..plan.rounds).take_while(|round| all.iter().all(|t| is_met(*t, *round))).count();
        let targets: Vec<usize> =
            if whole > 0 { all } else { all.into_iter().filter(|target| is_met(*target, 0)).collect() };
        if targets.is_empty() || plan.agents.is_empty() {
            return None;
        }
        let rounds = whole.max(1);
        // Suites as places in the list of targets compared.
        let suites: Vec<(&str, Vec<usize>)> = plan
            .suites()
            .into_iter()
            .map(|(name, members)| {
                (name, (0..targets.len()).filter(|place| members.contains(&targets[*place])).collect())
            })
            .filter(|(_, members): &(&str, Vec<usize>)| !members.is_empty())
            .collect();
        let strata: Vec<Vec<usize>> = suites.iter().map(|(_, members)| members.clone()).collect();
        let bootstrap = Bootstrap::new(strata.clone(), RESAMPLES, plan.seed);
        let bands = Bootstrap::new(strata, PROFILE_RESAMPLES, plan.seed);
        let thresholds: Vec<f64> =
            (0..PROFILE_POINTS).map(|point| point as f64 / (PROFILE_POINTS - 1) as f64).collect();

        let mut standings: Vec<AgentStanding> = (0..plan.agents.len())
            .map(|index| {
                let rows: Vec<Vec<&KeyedAttempt>> = (0..rounds)
                    .map(|round| targets.iter().filter_map(|t| kept(index, *t, round)).collect())
                    .collect();
                let agent = &plan.agents[index].name;
                let tools = (&bootstrap, &bands, thresholds.as_slice());
                standing(index, agent, &rows, &suites, cost_model, tools)
            })
            .collect();
        standings.sort_by(|a, b| {
            (b.iqm, b.mean, b.success)
                .partial_cmp(&(a.iqm, a.mean, a.success))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let improvements = improvements(&standings, &bootstrap);
        let limit = plan.limits[limit];
        Some(Self { cost_model, limit, rounds, targets, standings, improvements, thresholds })
    }

    /// The chance of one agent against another.
    pub fn improvement(&self, x: &str, y: &str) -> Option<&Improvement> {
        self.improvements.iter().find(|improvement| improvement.x == x && improvement.y == y)
    }
}

fn standing(
    agent_index: usize,
    agent: &str,
    rows: &[Vec<&KeyedAttempt>],
    suites: &[(&str, Vec<usize>)],
    cost_model: CostModel,
    (bootstrap, bands, thresholds): (&Bootstrap, &Bootstrap, &[f64]),
) -> AgentStanding {
    let scores = rows.iter().map(|row| row.iter().map(|run| run.score(cost_model)).collect()).collect();
    let scores = Scores::new(scores).expect("invariant: only whole rounds are compared");
    let runs: Vec<&KeyedAttempt> = rows.iter().flatten().copied().collect();
    let targets = scores.targets();
    let success_on = |members: &[usize]| {
        mean(rows.iter().flat_map(|row| {
            members.iter().map(|place| f64::from(u8::from(row[*place].is_success(cost_model))))
        }))
        .unwrap_or(0.0)
    };
    let success = success_on(&(0..targets).collect::<Vec<_>>());
    let mut values: Vec<f64> = scores.values().collect();
    let mut ratios: Vec<f64> = runs
        .iter()
        .filter(|run| run.is_success(cost_model) && run.attempt.lower_bound > 0)
        .filter_map(|run| Some(run.attempt.pieces? as f64 / f64::from(run.attempt.lower_bound)))
        .collect();
    ratios.sort_unstable_by(f64::total_cmp);
    let quantile = |share| tetreach::eval::quantile(&ratios, share);
    let seconds: Vec<f64> = runs.iter().map(|run| run.counted_seconds(cost_model)).collect();
    let training: Vec<f64> = runs.iter().filter_map(|run| run.attempt.training_seconds).collect();
    AgentStanding {
        agent: agent.to_owned(),
        agent_index,
        success,
        success_interval: wilson_of_rate(success, targets),
        iqm: interquartile_mean(&mut values),
        iqm_interval: bootstrap.interval(&scores, interquartile_mean),
        mean: mean(values.iter().copied()).unwrap_or(0.0),
        mean_interval: bootstrap.interval(&scores, |values| mean(values.iter().copied()).unwrap_or(0.0)),
        median: median_of_targets(&scores),
        optimality_gap: optimality_gap(&values),
        bound_ratio: mean(ratios.iter().copied()),
        bound_quantiles: (!ratios.is_empty()).then(|| [0.05, 0.25, 0.5, 0.75, 0.95].map(quantile)),
        nodes_mean: mean(runs.iter().map(|run| run.attempt.nodes as f64)).unwrap_or(0.0),
        seconds_mean: mean(seconds.iter().copied()).unwrap_or(0.0),
        search_seconds_mean: mean(runs.iter().map(|run| run.attempt.seconds)).unwrap_or(0.0),
        seconds_median: median(&seconds).unwrap_or(0.0),
        training_seconds_mean: mean(training),
        suites: suites
            .iter()
            .map(|(suite, members)| {
                let success = success_on(members);
                let score = mean((0..scores.rounds()).flat_map(|round| {
                    members.iter().map(|place| scores.at(round, *place)).collect::<Vec<_>>()
                }))
                .unwrap_or(0.0);
                SuiteStanding {
                    suite: (*suite).to_owned(),
                    targets: members.len(),
                    success,
                    success_interval: wilson_of_rate(success, members.len()),
                    score,
                }
            })
            .collect(),
        profile: profile(&mut values, thresholds),
        profile_band: bands.bands(&scores, |values| profile(values, thresholds)),
        scores,
    }
}

fn improvements(standings: &[AgentStanding], bootstrap: &Bootstrap) -> Vec<Improvement> {
    let mut improvements = Vec::new();
    for (index, x) in standings.iter().enumerate() {
        for y in &standings[index + 1..] {
            let probability = probability_of_improvement(&x.scores, &y.scores);
            let interval = bootstrap.improvement(&x.scores, &y.scores);
            // A draw counts half on both sides, so the other direction is what is left.
            let back = Interval { low: 1.0 - interval.high, high: 1.0 - interval.low };
            for (x, y, probability, interval) in
                [(x, y, probability, interval), (y, x, 1.0 - probability, back)]
            {
                let (x, y) = (x.agent.clone(), y.agent.clone());
                improvements.push(Improvement { x, y, probability, interval });
            }
        }
    }
    improvements
}
