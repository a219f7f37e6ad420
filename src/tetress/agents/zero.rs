//! A trained network, with and without a search.

use std::slice;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::engine::EngineEvaluator;
use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::search::Contest;
use tetreach_agents::search::mcts::{Batcher, MctsSettings, Tree};
use tetreach_agents::{Action, GameTask};

use super::super::agent::{AgentFailure, TetressAgent};
use super::super::encoder::TetressEncoder;
use super::super::game::Tetress;
use super::super::network::TetressNetwork;
use super::random::random_move;
use crate::game::tetress::{Colour, TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// Simulations of a move without a budget.
const SIMULATIONS: u64 = 400;
/// The fewest: the first one looks at the position itself, and only others at moves.
const LEAST: u64 = 2;

/// The tree search of AlphaZero on a network; a node of the budget is a simulation. The tree lives as long as the game.
#[derive(Debug)]
pub struct ZeroAgent {
    evaluator: EngineEvaluator<TetressEncoder>,
    tree: Option<Tree<Contest<Tetress>>>,
}

impl ZeroAgent {
    /// An agent that plays by a network.
    pub fn new(network: &TetressNetwork) -> Self {
        ZeroAgent { evaluator: network.evaluator(), tree: None }
    }

    /// The move that the search finds best, `None` if it found none.
    fn search(
        &mut self,
        position: &TetressPosition,
        budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<Option<Action>, AgentFailure> {
        let deadline = budget.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        let most = budget.nodes.unwrap_or(if deadline.is_some() { u64::MAX } else { SIMULATIONS });
        let failure = |message: String| AgentFailure { message };
        let known = self.tree.take().filter(|tree| tree.root() == position);
        let mut tree = match known {
            Some(tree) => tree,
            None => {
                // Nothing is gained by batches on the processor, and one leaf at a time is the better search.
                let settings = MctsSettings { leaves: 1, ..MctsSettings::default() };
                let rng = Pcg64Mcg::seed_from_u64(rng.random());
                let tree = Tree::new(Contest { game: Tetress }, *position, settings, rng);
                tree.map_err(|error| failure(error.to_string()))?
            }
        };
        let mut batcher = Batcher::new(1);
        let before = tree.simulations();
        loop {
            let done = tree.simulations() - before;
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if done >= LEAST && (done >= most || is_late) {
                break;
            }
            let round = batcher
                .round(slice::from_mut(&mut tree), &mut self.evaluator)
                .map_err(|error| failure(error.to_string()))?;
            if tree.is_won() || tree.is_lost() || round.judged + round.finished == 0 {
                break;
            }
        }
        let best = tree.best_action();
        self.tree = Some(tree);
        Ok(best)
    }
}

impl TetressAgent for ZeroAgent {
    fn act(
        &mut self,
        position: &TetressPosition,
        budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        let best = self.search(position, budget, rng)?;
        Ok(best.map_or_else(|| random_move(position, rng), Tetress::placement))
    }

    fn observe(&mut self, _colour: Colour, placement: TetressPlacement) {
        if let Some(tree) = &mut self.tree {
            tree.advance(Tetress::action(placement));
        }
    }
}

/// The most probable move of a network, without a search.
#[derive(Debug)]
pub struct ZeroPolicy {
    policy: Policy<GameTask<Tetress>, EngineEvaluator<TetressEncoder>>,
    actions: Vec<Action>,
}

impl ZeroPolicy {
    /// An agent that plays by a network.
    pub fn new(network: &TetressNetwork) -> Self {
        let policy = Policy::new(GameTask { game: Tetress }, network.evaluator(), GreedyBy::Policy);
        ZeroPolicy { policy, actions: Vec::new() }
    }
}

impl TetressAgent for ZeroPolicy {
    fn act(
        &mut self,
        position: &TetressPosition,
        _budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        self.policy
            .act(&[(*position, ())], 0.0, rng, &mut self.actions)
            .map_err(|error| AgentFailure { message: error.to_string() })?;
        Ok(Tetress::placement(self.actions[0]))
    }
}
