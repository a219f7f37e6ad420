//! Finding weights: an optimiser proposes them, games of the same pieces judge them.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};
use tetreach_agents::optimise::{Optimiser, OptimiserMethod};

use super::game::{FinishedGame, GameLimit, play};
use super::player::ClassicPlayer;
use super::task::ClassicTask;
use crate::draw::chart::{Axis, Frame, Line, Stroke, line_chart, series_colour};
use crate::eval::Hazard;
use crate::game::classic::{Feature, Linear, Weights};

/// What is tuned and how candidates are judged.
#[derive(Debug)]
pub struct Tuning<'a> {
    /// The rules.
    pub task: &'a ClassicTask,
    /// The features that get weights.
    pub features: &'a [Feature],
    /// How many games each candidate plays; all candidates of a round see the same pieces.
    pub games: usize,
    /// When a game is cut short.
    pub limit: GameLimit<'a>,
}

/// Where a run stands: enough to go on with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneRun {
    /// The names of the features, to tell runs apart.
    pub features: Vec<String>,
    /// The size and pieces of the game, to tell runs apart.
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
    /// The mean over the candidates of their lines per game.
    pub mean: f64,
    /// Lines per game of the best candidate.
    pub best: f64,
    /// The weights that the optimiser would answer with now.
    pub weights: Vec<f64>,
}

impl TuneRun {
    /// A run that has not begun.
    pub fn new(
        tuning: &Tuning<'_>,
        rules: String,
        method: OptimiserMethod,
        start: Vec<f64>,
        spread: f64,
        seed: u64,
    ) -> Self {
        TuneRun {
            features: tuning.features.iter().map(Feature::to_string).collect(),
            rules,
            seed,
            optimiser: Optimiser::new(method, start, spread),
            rng: Pcg64Mcg::seed_from_u64(seed),
            rounds: Vec::new(),
        }
    }

    /// Asks for candidates, judges them and tells the optimiser; does nothing if it is cancelled on the way.
    pub fn advance(&mut self, tuning: &Tuning<'_>) -> Option<&TuneRound> {
        let mut next = self.clone_without_history();
        let candidates = next.optimiser.ask(&mut next.rng);
        let width = tuning.task.rules.size().width();
        let first = self
            .seed
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add((self.rounds.len() * tuning.games) as u64);
        let games: Vec<FinishedGame> = (0..candidates.len() * tuning.games)
            .into_par_iter()
            .map(|index| {
                let player =
                    ClassicPlayer::Linear(linear(tuning.features, &candidates[index / tuning.games], width));
                let seed = first.wrapping_add((index % tuning.games) as u64);
                if (tuning.limit.is_cancelled)() {
                    return FinishedGame::default();
                }
                play(tuning.task, &player, seed, tuning.limit)
            })
            .collect();
        if (tuning.limit.is_cancelled)() {
            return None;
        }
        let lines: Vec<f64> = games.chunks(tuning.games).map(|games| lines_per_game(games, width)).collect();
        // Logarithms, except where slopes in lines are the point.
        let scores: Vec<f64> = match next.optimiser {
            Optimiser::FiniteDifference(_) => lines.clone(),
            _ => lines.iter().map(|lines| (lines + 0.1).ln()).collect(),
        };
        next.optimiser.tell(&scores);
        (self.optimiser, self.rng) = (next.optimiser, next.rng);
        self.rounds.push(TuneRound {
            placements: games.iter().map(|game| game.placements).sum(),
            mean: lines.iter().sum::<f64>() / lines.len() as f64,
            best: lines.iter().copied().fold(0.0, f64::max),
            weights: self.optimiser.centre().to_vec(),
        });
        self.rounds.last()
    }

    fn clone_without_history(&self) -> Self {
        let (features, rules) = (Vec::new(), String::new());
        let (optimiser, rng) = (self.optimiser.clone(), self.rng.clone());
        TuneRun { features, rules, seed: self.seed, optimiser, rng, rounds: Vec::new() }
    }

    /// The weights found so far.
    pub fn weights(&self, features: &[Feature]) -> Weights {
        Weights::new(features.to_vec(), self.optimiser.centre().to_vec())
    }

    /// Placements of all rounds.
    pub fn placements(&self) -> u64 {
        self.rounds.iter().map(|round| round.placements).sum()
    }

    /// The learning curve as SVG: lines per game, each point the mean of a group of rounds.
    pub fn curve(&self) -> String {
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
        let y = Axis::log("lines per game", values.collect::<Vec<_>>());
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

fn linear(features: &[Feature], weights: &[f64], width: u8) -> Linear {
    let weights = Weights::new(features.to_vec(), weights.to_vec());
    Linear::new(&weights, width).expect("invariant: the features were made for this width")
}

/// Lines per game by the hazard, as if half a death more had happened where none did.
fn lines_per_game(games: &[FinishedGame], width: u8) -> f64 {
    let deaths: u64 = games.iter().map(|game| u64::from(game.is_lost)).sum();
    let placements: u64 = games.iter().map(|game| game.placements).sum();
    if deaths == games.len() as u64 {
        return games.iter().map(|game| game.lines).sum::<u64>() as f64 / games.len() as f64;
    }
    if deaths == 0 {
        2.0 * Hazard::new(1, placements).lines(width)
    } else {
        Hazard::new(deaths, placements).lines(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::game::classic::{ClassicRules, FeatureSet, Preset};

    fn tuning<'a>(task: &'a ClassicTask, features: &'a [Feature]) -> Tuning<'a> {
        Tuning { task, features, games: 3, limit: GameLimit::placements(1000) }
    }

    #[test]
    fn weights_from_nothing_clear_lines_and_a_resumed_run_is_the_same() {
        let rules = ClassicRules::preset(Preset::Simplified).with_size(Size::new(8, 8).unwrap()).unwrap();
        let task = ClassicTask::new(rules);
        let features = FeatureSet::Dellacherie.features(8);
        let tuning = tuning(&task, &features);
        let mut run =
            TuneRun::new(&tuning, "test".to_owned(), OptimiserMethod::CrossEntropy, vec![0.0; 6], 1.0, 1);
        run.advance(&tuning).unwrap();
        let mut again: TuneRun = serde_json::from_str(&serde_json::to_string(&run).unwrap()).unwrap();
        assert_eq!(again, run);
        run.advance(&tuning).unwrap();
        again.advance(&tuning).unwrap();
        assert_eq!(again, run);
        for _ in 0..3 {
            run.advance(&tuning).unwrap();
        }
        let (first, last) = (run.rounds[0].mean, run.rounds[4].mean);
        assert!(last > 3.0 * first, "{first} and {last}");
        for svg in [run.curve(), run.trends()] {
            roxmltree::Document::parse(&svg).unwrap();
        }
        let cancelled = Tuning { limit: GameLimit { placements: 10, is_cancelled: &|| true }, ..tuning };
        let before = again.clone();
        assert!(again.advance(&cancelled).is_none());
        assert_eq!(again, before, "a round that was cancelled has not happened");
    }
}
