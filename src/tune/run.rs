//! A run of an optimiser over rounds.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::optimise::{Optimiser, OptimiserMethod};

use crate::draw::chart::{Axis, Frame, Line, Stroke, line_chart, series_colour};

/// Where a run stands: enough to go on with it.
///
/// ```
/// use tetreach::tune::{JudgedRound, TuneRun};
/// use tetreach_agents::optimise::OptimiserMethod;
///
/// let mut run = TuneRun::new(vec!["x".into()], "a parabola".into(), OptimiserMethod::Cma, vec![3.0], 1.0, 1);
/// for _ in 0..60 {
///     run.advance(|candidates, _| {
///         let scores: Vec<f64> = candidates.iter().map(|x| -x[0] * x[0]).collect();
///         Some(JudgedRound { results: scores.clone(), scores, placements: 1 })
///     });
/// }
/// assert!(run.optimiser.centre()[0].abs() < 0.1 && run.placements() == 60);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneRun {
    /// The names of what gets weights, to tell runs apart.
    pub features: Vec<String>,
    /// The rules of the game, to tell runs apart.
    pub rules: String,
    /// The seed that it began with.
    pub seed: u64,
    /// The optimiser.
    pub optimiser: Optimiser,
    rng: Pcg64Mcg,
    /// What happened so far.
    pub rounds: Vec<TuneRound>,
}

/// One round: candidates judged, the optimiser told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneRound {
    /// Placements of all games.
    pub placements: u64,
    /// The mean of the candidates' results.
    pub mean: f64,
    /// The best candidate's result.
    pub best: f64,
    /// The weights that the optimiser would answer with now.
    pub weights: Vec<f64>,
}

/// What the games of a round say about its candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedRound {
    /// What the optimiser is told of each candidate; higher is better.
    pub scores: Vec<f64>,
    /// What people are shown of each.
    pub results: Vec<f64>,
    /// Placements of all games.
    pub placements: u64,
}

impl TuneRun {
    /// A run that has not begun.
    pub fn new(
        features: Vec<String>,
        rules: String,
        method: OptimiserMethod,
        start: Vec<f64>,
        spread: f64,
        seed: u64,
    ) -> Self {
        let optimiser = Optimiser::new(method, start, spread);
        TuneRun { features, rules, seed, optimiser, rng: Pcg64Mcg::seed_from_u64(seed), rounds: Vec::new() }
    }

    /// Asks for candidates, lets them be judged and tells the optimiser; a round that is not judged has not happened.
    pub fn advance(
        &mut self,
        judge: impl FnOnce(&[Vec<f64>], &Optimiser) -> Option<JudgedRound>,
    ) -> Option<&TuneRound> {
        let (mut optimiser, mut rng) = (self.optimiser.clone(), self.rng.clone());
        let candidates = optimiser.ask(&mut rng);
        let judged = judge(&candidates, &optimiser)?;
        optimiser.tell(&judged.scores);
        (self.optimiser, self.rng) = (optimiser, rng);
        self.rounds.push(TuneRound {
            placements: judged.placements,
            mean: judged.results.iter().sum::<f64>() / judged.results.len() as f64,
            best: judged.results.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            weights: self.optimiser.centre().to_vec(),
        });
        self.rounds.last()
    }

    /// Placements of all rounds.
    pub fn placements(&self) -> u64 {
        self.rounds.iter().map(|round| round.placements).sum()
    }

    /// The learning curve as SVG, each point the mean of a group of rounds; `result` says what results are.
    pub fn curve(&self, result: &str) -> String {
        let line = |name: &str, index: usize, of: fn(&TuneRound) -> f64| Line {
            name: name.to_owned(),
            colour: series_colour(index),
            points: self.grouped(of),
            band: Vec::new(),
        };
        let lines = [
            line("mean of the candidates", 0, |round| round.mean),
            line("best candidate", 1, |round| round.best),
        ];
        let values = lines.iter().flat_map(|line| line.points.iter().map(|point| point.1));
        let y = Axis::log(result, values.collect::<Vec<_>>());
        let x = Axis::linear("round", 0.0, self.rounds.len() as f64);
        line_chart(&Frame::new("Learning curve", 720.0, 420.0), &x, &y, Stroke::Straight, &lines).svg()
    }

    /// How the weights went, as SVG.
    pub fn trends(&self) -> String {
        let lines: Vec<Line> = self
            .features
            .iter()
            .enumerate()
            .map(|(index, name)| Line {
                name: name.clone(),
                colour: series_colour(index),
                points: (0..self.rounds.len())
                    .map(|at| (at as f64 + 1.0, self.rounds[at].weights[index]))
                    .collect(),
                band: Vec::new(),
            })
            .collect();
        let values = || lines.iter().flat_map(|line| line.points.iter().map(|point| point.1));
        let y = Axis::linear("weight", values().fold(0.0, f64::min), values().fold(0.0, f64::max));
        let x = Axis::linear("round", 0.0, self.rounds.len() as f64);
        line_chart(&Frame::new("Weights", 760.0, 460.0), &x, &y, Stroke::Straight, &lines).svg()
    }

    /// Means of at most 200 groups of rounds.
    fn grouped(&self, of: fn(&TuneRound) -> f64) -> Vec<(f64, f64)> {
        let size = self.rounds.len().div_ceil(200).max(1);
        let mean = |(index, rounds): (usize, &[TuneRound])| {
            let mean = rounds.iter().map(of).sum::<f64>() / rounds.len() as f64;
            ((index * size + rounds.len()) as f64, mean)
        };
        self.rounds.chunks(size).enumerate().map(mean).collect()
    }
}
