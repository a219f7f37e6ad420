//! The thesis' grid of searches: targets, budgets, scores and selections, with the faults and without.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use tetreach_agents::search::uct::{FinalMove, Selection};

use super::Faults;
use super::mcts::{Mcts, PlayoutScore, ThesisMctsSettings};
use super::regress::TrainedRegressor;
use tetreach::game::{Board, Solution};
use tetreach::solve::{Budget, Cancel, Meter, Silent};

/// Iterations and random games of the thesis' two budgets.
pub const THESIS_BUDGETS: [(u32, u32); 2] = [(10_000, 50), (1000, 500)];

/// One setting of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Setting {
    /// Whether the faults are on.
    pub has_faults: bool,
    /// How the search runs.
    pub search: ThesisMctsSettings,
}

/// What came of one setting on one target.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SettingResult {
    /// The target's name.
    pub target: String,
    /// The setting.
    pub setting: Setting,
    /// Runs, each with its own seed.
    pub runs: u32,
    /// Runs that reached the target by the rules.
    pub reached: u32,
    /// Pieces of the shortest way.
    pub pieces: Option<usize>,
    /// Placements of all runs.
    pub placements: u64,
    /// Seconds of search of all runs.
    pub seconds: f64,
    /// The boards of the first run that reached the target, or of the first run.
    #[serde(skip)]
    pub boards: Vec<Board>,
}

/// All settings of the thesis with a share of its random games: both budgets, linear and distinguished, UCT and
/// breadth-first; twice, with the faults and without.
///
/// The iterations stay as they are: with fewer of them than moves the thesis' search could not see what it saw.
pub fn thesis_grid(effort: f64, max_steps: u32) -> Vec<Setting> {
    let mut settings = Vec::new();
    for has_faults in [true, false] {
        let faults = if has_faults { Faults::thesis() } else { Faults::repaired() };
        for (iterations, playouts) in THESIS_BUDGETS {
            for score in [PlayoutScore::Linear, PlayoutScore::Distinguished] {
                for selection in [Selection::SelfSelecting, Selection::BreadthFirstRoot] {
                    let playouts = ((f64::from(playouts) * effort).round() as u32).max(1);
                    let choice = if has_faults { FinalMove::WinRate } else { FinalMove::Visits };
                    let search = ThesisMctsSettings {
                        iterations,
                        playouts,
                        max_steps,
                        score,
                        selection,
                        choice,
                        ..ThesisMctsSettings::thesis(faults)
                    };
                    settings.push(Setting { has_faults, search });
                }
            }
        }
    }
    settings
}

impl Setting {
    /// Runs it on a target with a number of seeds.
    pub fn run(
        &self,
        name: &str,
        target: Board,
        model: &TrainedRegressor,
        seeds: std::ops::Range<u64>,
        cancel: &Cancel,
    ) -> SettingResult {
        let mut cell = SettingResult {
            target: name.to_owned(),
            setting: *self,
            runs: 0,
            reached: 0,
            pieces: None,
            placements: 0,
            seconds: 0.0,
            boards: Vec::new(),
        };
        for seed in seeds {
            let mut meter = Meter::start(Budget::default(), cancel.clone());
            let mut search = Mcts::new(target, model, self.search);
            let outcome = search.run(&mut meter, &mut Pcg64Mcg::seed_from_u64(seed), &Silent);
            if cancel.is_cancelled() {
                break;
            }
            let way = Solution::replay(&target, outcome.actions.iter().copied()).ok();
            if cell.boards.is_empty() || way.is_some() && cell.reached == 0 {
                cell.boards = outcome.boards;
            }
            cell.runs += 1;
            cell.reached += u32::from(way.is_some());
            let pieces = way.map(|way| way.pieces());
            cell.pieces = cell.pieces.into_iter().chain(pieces).min();
            cell.placements += meter.nodes();
            cell.seconds += meter.elapsed().as_secs_f64();
        }
        cell
    }

    /// The preset's name.
    pub fn preset(&self) -> &'static str {
        if self.has_faults { "thesis" } else { "repaired" }
    }

    /// The name of the selection in the thesis' words.
    pub fn selection(&self) -> &'static str {
        match self.search.selection {
            Selection::SelfSelecting => "UCT",
            Selection::BreadthFirstRoot => "UCT + breadth-first",
            Selection::FullExpansion => "UCT, full expansion",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_has_the_thesis_settings_twice() {
        let grid = thesis_grid(1.0, 20);
        assert_eq!(grid.len(), 16);
        assert!(grid.iter().all(|setting| setting.search.validate().is_ok()));
        let budgets: std::collections::BTreeSet<_> =
            grid.iter().map(|setting| (setting.search.iterations, setting.search.playouts)).collect();
        assert_eq!(budgets.into_iter().collect::<Vec<_>>(), [(1000, 500), (10_000, 50)]);
    }
}
