//! Random pixels with a way to them, found by a solver.

use std::fmt;

use rand_pcg::Pcg64Mcg;

use super::error::TrainError;
use super::training_goals::TrainingGoals;
use crate::config::ReplayConfig;
use crate::solve::{AgentError, Budget, Request, Solution, Solver, Verdict, agent};

/// Targets in a row that the solver may leave unsolved before the run ends.
const PATIENCE: u32 = 1000;

/// Draws targets and solves them.
pub struct SolvedTargets {
    /// Share of the demonstrations that come from here.
    pub share: f64,
    solver: Box<dyn Solver>,
    nodes: u64,
}

impl SolvedTargets {
    /// What the config asks for; nothing if that is no solved targets at all.
    pub fn new(config: &ReplayConfig) -> Result<Option<Self>, AgentError> {
        if config.demonstrations * config.solved == 0.0 {
            return Ok(None);
        }
        let solver = agent(&config.solver, None)?;
        Ok(Some(Self { share: config.solved, solver, nodes: config.solver_nodes }))
    }

    /// A target of the train split with a way from the empty board.
    pub fn draw(&self, goals: &TrainingGoals, rng: &mut Pcg64Mcg) -> Result<Solution, TrainError> {
        for _ in 0..PATIENCE {
            let sample = goals.draw_pixels(rng).ok_or(TrainError::NoGoals)?;
            let request = Request::new(*sample.target.board(), Budget::nodes(self.nodes));
            if let Verdict::Solved(solution) = self.solver.solve(&request).verdict {
                return Ok(solution);
            }
        }
        Err(TrainError::Unsolved { solver: self.solver.name(), targets: PATIENCE, nodes: self.nodes })
    }
}

impl fmt::Debug for SolvedTargets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.solver.name();
        f.debug_struct("SolvedTargets").field("share", &self.share).field("solver", &name).finish()
    }
}
