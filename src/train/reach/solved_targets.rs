//! Targets with a way to them, found by a solver.

use std::fmt;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::train::TrainError;

use super::error::ReachTrainError;
use super::training_goals::TrainingGoals;
use crate::config::{ReachReplayConfig, SolvedKinds};
use crate::game::{Board, Size, Solution};
use crate::reach::{Split, Target};
use crate::registry::{AgentOptions, Registry};
use crate::solve::oracle::{DistanceTable, Oracle, draw_of_each_distance};
use crate::solve::{Budget, Cancel, Request, Silent, Solver, Verdict};

/// Targets in a row that the solver may leave unsolved before the run ends.
const MAX_UNSOLVED: u32 = 1000;
/// Boards of each distance to choose from.
const OF_EACH_DISTANCE: usize = 20_000;

/// Draws targets and solves them.
pub struct SolvedTargets {
    /// Share of the demonstrations that come from here.
    pub share: f64,
    source: Source,
}

/// Where targets and their solutions come from.
enum Source {
    /// Random targets, solved by a search.
    Search { solver: Box<dyn Solver>, nodes: u64, kinds: SolvedKinds },
    /// Boards of a table, by distance.
    Distances { table: Arc<DistanceTable>, levels: Vec<Vec<Board>> },
}

impl SolvedTargets {
    /// What the config asks for on boards of a size; nothing if that is no solved targets at all.
    pub fn new(config: &ReachReplayConfig, size: Size) -> Result<Option<Self>, TrainError> {
        if config.demonstrations * config.solved == 0.0 {
            return Ok(None);
        }
        let source = if config.solved_evenly {
            Source::distances(size)?
        } else {
            Source::Search {
                solver: Registry::standard()
                    .agent(&config.solver, AgentOptions::default())
                    .map_err(TrainError::other)?,
                nodes: config.solver_nodes,
                kinds: config.solved_kinds,
            }
        };
        Ok(Some(Self { share: config.solved, source }))
    }

    /// A target of the train split with a way from the empty board.
    pub fn draw(&self, goals: &TrainingGoals, rng: &mut Pcg64Mcg) -> Result<Solution, TrainError> {
        match &self.source {
            Source::Search { solver, nodes, kinds } => search(solver.as_ref(), *nodes, *kinds, goals, rng),
            Source::Distances { table, levels } => {
                let board = levels
                    .choose(rng)
                    .and_then(|boards| boards.choose(rng))
                    .ok_or(ReachTrainError::NoGoals)?;
                let way = table.route(board).and_then(|way| Solution::replay(board, way).ok());
                Ok(way.expect("invariant: every board of a table has a way that replays"))
            }
        }
    }
}

impl SolvedTargets {
    /// The solver's way to a board that was met in play; `None` if there is none, or it was not found.
    pub fn way_to(&self, board: &Board) -> Option<Solution> {
        let Source::Search { solver, nodes, .. } = &self.source else { return None };
        let request = Request::new(Target::new(*board).ok()?, Budget::nodes(*nodes));
        match solver.solve(&request).verdict {
            Verdict::Solved(solution) => Some(solution),
            _ => None,
        }
    }
}

impl Source {
    /// Boards of the train split from the table of a size, which is built if need be.
    fn distances(size: Size) -> Result<Self, TrainError> {
        let table = Oracle::table_size(size).filter(|table| *table == size);
        let table = table.and_then(|size| Oracle::default().table(size, &Cancel::default(), &Silent));
        let table = table.ok_or(ReachTrainError::NoOracle { size })?;
        // Always the same boards, so that a run that is resumed has them too.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut levels = draw_of_each_distance(&table, Split::Train, OF_EACH_DISTANCE, &mut rng);
        levels.retain(|boards| !boards.is_empty());
        Ok(Source::Distances { table, levels })
    }
}

/// A random target of the train split with the way that a search found.
fn search(
    solver: &dyn Solver,
    nodes: u64,
    kinds: SolvedKinds,
    goals: &TrainingGoals,
    rng: &mut Pcg64Mcg,
) -> Result<Solution, TrainError> {
    for _ in 0..MAX_UNSOLVED {
        let sample = goals.draw_to_solve(kinds, rng)?;
        let request = Request::new(sample.target, Budget::nodes(nodes));
        if let Verdict::Solved(solution) = solver.solve(&request).verdict {
            return Ok(solution);
        }
    }
    let solver = solver.name().to_owned();
    Err(ReachTrainError::Unsolved { solver, targets: MAX_UNSOLVED, nodes }.into())
}

impl fmt::Debug for SolvedTargets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = match &self.source {
            Source::Search { solver, .. } => solver.name(),
            Source::Distances { .. } => "oracle, by distance",
        };
        f.debug_struct("SolvedTargets").field("share", &self.share).field("source", &source).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GoalsConfig;

    #[test]
    fn all_distances_come_equally_often_with_shortest_ways() {
        let size = Size::new(4, 4).unwrap();
        let solver = "oracle".to_owned();
        let config = ReachReplayConfig {
            demonstrations: 1.0,
            solved: 1.0,
            solver,
            solved_evenly: true,
            ..Default::default()
        };
        let solved = SolvedTargets::new(&config, size).unwrap().unwrap();
        let Source::Distances { table, levels } = &solved.source else { panic!("asked for distances") };
        let goals = TrainingGoals::new(GoalsConfig::default(), size);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let mut counts = vec![0; levels.len() + 1];
        for _ in 0..100 * levels.len() {
            let solution = solved.draw(&goals, &mut rng).unwrap();
            assert_eq!(table.distance(solution.target()), Some(solution.pieces() as u32));
            assert_eq!(Split::of(solution.target()), Split::Train);
            counts[solution.pieces()] += 1;
        }
        assert!(counts[1..].iter().all(|count| (60..140).contains(count)), "{counts:?}");
    }

    #[test]
    fn boards_without_a_table_are_refused() {
        let config =
            ReachReplayConfig { demonstrations: 1.0, solved: 1.0, solved_evenly: true, ..Default::default() };
        let error = SolvedTargets::new(&config, Size::STANDARD).unwrap_err();
        assert!(error.to_string().contains("10x20"), "{error}");
    }
}
