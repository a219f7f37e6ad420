//! The learned tree search grows the tree that its rules say, proves what is true, and solves what is known.

mod batches;
mod chance;
mod maze;
mod tic_tac_toe;
mod trees;
mod ways;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::mcts::{
    Backup, Batcher, Interior, MctsSettings, RootNoise, RootRule, Tree, Unvisited,
};
use tetreach_agents::toy::BitFlipTask;
use tetreach_agents::{Evaluator, PlanningProblem, Pursuit, ValueScale};

fn rng(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

fn every_rule() -> Vec<MctsSettings> {
    let noise = Some(RootNoise { alpha: 0.3, fraction: 0.25 });
    let puct = MctsSettings::default();
    let gumbel = MctsSettings::gumbel(4, 16);
    vec![
        puct,
        MctsSettings { root: RootRule::Interior { noise }, ..puct },
        MctsSettings { unvisited: Unvisited::Q, ..puct },
        MctsSettings { unvisited: Unvisited::Worst, backup: Backup::Best, ..puct },
        gumbel,
        MctsSettings { root: RootRule::Gumbel { considered: 4, simulations: 16, scale: 1.0 }, ..gumbel },
        MctsSettings { unvisited: Unvisited::Q, backup: Backup::Best, ..gumbel },
        MctsSettings { interior: Interior::Gumbel, ..puct },
    ]
}

/// Searches until the root is proved or a number of states was judged; returns how many were.
fn search<P, V>(tree: &mut Tree<P>, evaluator: &mut V, batch: usize, most: usize) -> usize
where
    P: PlanningProblem,
    V: Evaluator<State = P::Seen, Goal = P::Goal>,
{
    let mut batcher = Batcher::new(batch);
    let mut judged = 0;
    while judged < most && tree.simulations() < 10 * most as u64 {
        batcher.size = batch.min(most - judged);
        let round = batcher.round(std::slice::from_mut(tree), evaluator).unwrap();
        judged += round.judged;
        if round.proved > 0 {
            break;
        }
    }
    judged
}

fn bits(goal: u64) -> Pursuit<BitFlipTask> {
    Pursuit { task: BitFlipTask::new(5).unwrap(), goal, scale: ValueScale::Steps }
}

/// Can never be solved: the goal has a bit that the task does not.
const NOWHERE: u64 = 1 << 5;
