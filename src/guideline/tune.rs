//! Finding the bot's weights: an optimiser proposes them, games of the same pieces judge them.

use std::fmt;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tetreach_agents::optimise::OptimiserMethod;

use super::bot::{BeamBot, BotBudget, BotWeights};
use super::trial::Trial;
use crate::game::guideline::GuidelineRules;
use crate::tune::{JudgedRound, TuneRound, TuneRun};

/// How candidates for the bot's weights are judged: by the lines that they send in some pieces.
#[derive(Clone, Copy)]
pub struct BotTuning<'a> {
    /// The rules.
    pub rules: GuidelineRules,
    /// Positions expanded per piece.
    pub expansions: u64,
    /// The number of pieces of a game.
    pub pieces: u32,
    /// How many games each candidate plays; all candidates of a round see the same pieces.
    pub games: usize,
    /// Asked between games; a round that is cancelled has not happened.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for BotTuning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuning = f.debug_struct("BotTuning");
        tuning.field("rules", &self.rules).field("expansions", &self.expansions);
        tuning.field("pieces", &self.pieces).field("games", &self.games).finish_non_exhaustive()
    }
}

/// The least that a weight is measured by.
const LEAST_UNIT: f64 = 0.5;

impl BotTuning<'_> {
    /// A run that has not begun.
    ///
    /// Each weight is measured in units of its value at the start, so that one spread fits all.
    pub fn begin(&self, rules: String, method: OptimiserMethod, spread: f64, seed: u64) -> TuneRun {
        let units = units();
        let start =
            BotWeights::default().tuned().iter().zip(units).map(|(value, unit)| value / unit).collect();
        let names = BotWeights::TUNED.map(str::to_owned).to_vec();
        TuneRun::new(names, rules, method, start, spread, seed)
    }

    /// Asks a run for candidates, judges them and tells it; does nothing if that is cancelled on the way.
    pub fn advance<'a>(&self, run: &'a mut TuneRun) -> Option<&'a TuneRound> {
        // Seeds of tournaments are small numbers; those of tuning are far away from them.
        let first = (run.seed + 1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add((run.rounds.len() * self.games) as u64);
        run.advance(|candidates, _| self.judge(candidates, first))
    }

    fn judge(&self, candidates: &[Vec<f64>], first: u64) -> Option<JudgedRound> {
        let trials: Option<Vec<Trial>> = (0..candidates.len() * self.games)
            .into_par_iter()
            .map(|index| {
                let weights = weights(&candidates[index / self.games]);
                let mut bot = BeamBot::new(self.rules, weights, BotBudget::Expansions(self.expansions));
                let seed = first.wrapping_add((index % self.games) as u64);
                // The bot plays by the rules, so that no trial fails.
                let trial =
                    (!(self.is_cancelled)()).then(|| Trial::play(&mut bot, &self.rules, self.pieces, seed));
                trial.and_then(Result::ok)
            })
            .collect();
        let trials = trials?;
        let attack = |trials: &[Trial]| {
            trials.iter().map(|trial| f64::from(trial.attack)).sum::<f64>() / self.games as f64
        };
        let results: Vec<f64> = trials.chunks(self.games).map(attack).collect();
        let placements = trials.iter().map(|trial| u64::from(trial.pieces)).sum();
        Some(JudgedRound { scores: results.clone(), results, placements })
    }

    /// The weights that a run found so far.
    pub fn weights(&self, run: &TuneRun) -> BotWeights {
        weights(run.optimiser.centre())
    }
}

/// What the weights are measured in.
fn units() -> [f64; BotWeights::TUNED.len()] {
    BotWeights::default().tuned().map(|value| value.abs().max(LEAST_UNIT))
}

fn weights(candidate: &[f64]) -> BotWeights {
    let values: Vec<f64> = candidate.iter().zip(units()).map(|(value, unit)| value * unit).collect();
    BotWeights::default().with_tuned(&values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::guideline::GuidelinePreset;

    #[test]
    fn a_run_begins_with_the_hand_set_weights_and_can_be_resumed() {
        let rules = GuidelinePreset::Ppt.rules();
        let tuning = BotTuning { rules, expansions: 8, pieces: 12, games: 2, is_cancelled: &|| false };
        let mut run = tuning.begin("test".to_owned(), OptimiserMethod::CrossEntropy, 0.3, 1);
        assert_eq!(tuning.weights(&run), BotWeights::default());
        tuning.advance(&mut run).unwrap();
        let mut again: TuneRun = serde_json::from_str(&serde_json::to_string(&run).unwrap()).unwrap();
        tuning.advance(&mut run).unwrap();
        tuning.advance(&mut again).unwrap();
        assert_eq!(run, again);
        assert!(run.rounds[1].placements > 0 && tuning.weights(&run) != BotWeights::default());
        let cancelled = BotTuning { is_cancelled: &|| true, ..tuning };
        assert!(cancelled.advance(&mut again).is_none());
        assert_eq!(run, again, "a round that was cancelled has not happened");
    }
}
