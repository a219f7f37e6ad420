//! Finding weights: an optimiser proposes them, games of the same pieces judge them.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tetreach_agents::optimise::{Optimiser, OptimiserMethod};

use super::game::{FinishedGame, GameLimit, play};
use super::player::ClassicPlayer;
use super::task::ClassicTask;
use crate::eval::Hazard;
use crate::game::classic::{Feature, Linear, Weights};
use crate::tune::{JudgedRound, TuneRound, TuneRun};

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

impl Tuning<'_> {
    /// A run that has not begun.
    pub fn begin(
        &self,
        rules: String,
        method: OptimiserMethod,
        start: Vec<f64>,
        spread: f64,
        seed: u64,
    ) -> TuneRun {
        let names = self.features.iter().map(Feature::to_string).collect();
        TuneRun::new(names, rules, method, start, spread, seed)
    }

    /// Asks a run for candidates, judges them and tells it; does nothing if that is cancelled on the way.
    pub fn advance<'a>(&self, run: &'a mut TuneRun) -> Option<&'a TuneRound> {
        let first =
            run.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add((run.rounds.len() * self.games) as u64);
        run.advance(|candidates, optimiser| self.judge(candidates, optimiser, first))
    }

    /// Games of all candidates, those of each from the same seed on.
    fn judge(&self, candidates: &[Vec<f64>], optimiser: &Optimiser, first: u64) -> Option<JudgedRound> {
        let width = self.task.rules.size().width();
        let games: Vec<FinishedGame> = (0..candidates.len() * self.games)
            .into_par_iter()
            .map(|index| {
                let player =
                    ClassicPlayer::Linear(linear(self.features, &candidates[index / self.games], width));
                let seed = first.wrapping_add((index % self.games) as u64);
                if (self.limit.is_cancelled)() {
                    return FinishedGame::default();
                }
                play(self.task, &player, seed, self.limit)
            })
            .collect();
        if (self.limit.is_cancelled)() {
            return None;
        }
        let lines: Vec<f64> = games.chunks(self.games).map(|games| lines_per_game(games, width)).collect();
        // Logarithms, except where slopes in lines are the point.
        let scores = match optimiser {
            Optimiser::FiniteDifference(_) => lines.clone(),
            _ => lines.iter().map(|lines| (lines + 0.1).ln()).collect(),
        };
        let placements = games.iter().map(|game| game.placements).sum();
        Some(JudgedRound { scores, results: lines, placements })
    }

    /// The weights that a run found so far.
    pub fn weights(&self, run: &TuneRun) -> Weights {
        Weights::new(self.features.to_vec(), run.optimiser.centre().to_vec())
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
        let mut run = tuning.begin("test".to_owned(), OptimiserMethod::CrossEntropy, vec![0.0; 6], 1.0, 1);
        tuning.advance(&mut run).unwrap();
        let mut again: TuneRun = serde_json::from_str(&serde_json::to_string(&run).unwrap()).unwrap();
        assert_eq!(again, run);
        tuning.advance(&mut run).unwrap();
        tuning.advance(&mut again).unwrap();
        assert_eq!(again, run);
        for _ in 0..3 {
            tuning.advance(&mut run).unwrap();
        }
        let (first, last) = (run.rounds[0].mean, run.rounds[4].mean);
        assert!(last > 3.0 * first, "{first} and {last}");
        for svg in [run.curve("lines per game"), run.trends()] {
            roxmltree::Document::parse(&svg).unwrap();
        }
        let cancelled = Tuning { limit: GameLimit { placements: 10, is_cancelled: &|| true }, ..tuning };
        let before = again.clone();
        assert!(cancelled.advance(&mut again).is_none());
        assert_eq!(again, before, "a round that was cancelled has not happened");
    }
}
