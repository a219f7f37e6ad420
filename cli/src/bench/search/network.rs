//! The network, the search on it, and the server between them.

use std::cell::RefCell;
use std::sync::Arc;

use tetreach_agents::search::mcts::Batcher;
use tetreach_agents::store::Model;

use super::*;
use crate::bench::net::standard_evaluator;
use tetreach::network::{Backend, Inference, LearnedAgent};
use tetreach::reach::load_suite;
use tetreach::solve::learned::{LearnedSearch, MctsAgentSettings, SearchDirection};
use tetreach::solve::{Budget, Request, Solver};

const BATCHES: [usize; 7] = [1, 4, 8, 16, 32, 64, 128];
/// Trees that share the batches.
const TREES: usize = 8;

/// Adds the rates of the network, of the search on it, and their ratio.
pub fn add(
    report: &mut Map<String, Value>,
    target: Board,
    model: &Model,
    backend: &dyn Backend,
    seconds: f64,
) -> anyhow::Result<()> {
    let evaluator = RefCell::new(standard_evaluator(backend, model)?);
    let raw = |batch: usize| {
        let evaluator = &evaluator;
        let pairs: Vec<(Board, Board)> = (0..batch).map(|_| (Board::empty(Size::STANDARD), target)).collect();
        let mut out = Evaluations::default();
        Workload::new(batch.to_string(), move || match evaluator.borrow_mut().evaluate(&pairs, &mut out) {
            Ok(()) => batch as u64,
            Err(_) => 0,
        })
    };
    let mut by_batch: Vec<Workload<'_>> = BATCHES.map(raw).into();
    let first = rates(&mut by_batch, 0.4 * seconds);
    let numbers = BATCHES.iter().zip(&first).map(|(batch, rate)| (batch.to_string(), json!(rate.round())));
    report.insert("network_evaluations_per_second".into(), Value::Object(numbers.collect()));
    let (best, _) = BATCHES.iter().zip(&first).max_by(|a, b| a.1.total_cmp(b.1)).unwrap_or((&32, &0.0));

    let problem = LearnedForward { target, scale: ValueScale::Steps, refute: RefutationTime::Early };
    let settings =
        MctsSettings { leaves: 2 * (*best as u32).div_ceil(TREES as u32), ..MctsSettings::default() };
    let grow = || -> anyhow::Result<Vec<Tree<LearnedForward>>> {
        let tree = |seed| Tree::new(problem, problem.root(LINES), settings, Pcg64Mcg::seed_from_u64(seed));
        Ok((0..TREES as u64).map(tree).collect::<Result<_, _>>()?)
    };
    let mut trees = grow()?;
    let mut batcher = Batcher::new(*best);
    let search = Workload::new("search", || {
        let before: u64 = trees.iter().map(Tree::simulations).sum();
        let round = batcher.round(&mut trees, &mut *evaluator.borrow_mut());
        let done = trees.iter().map(Tree::simulations).sum::<u64>() - before;
        let is_over = round.map_or(true, |round| round.proved > 0);
        if (is_over || trees[0].size().nodes > TREE_NODES)
            && let Ok(fresh) = grow()
        {
            trees = fresh;
        }
        done
    });
    let measured = rates(&mut [raw(*best), search], 0.6 * seconds);
    report.insert("best_batch".into(), json!(best));
    report.insert("best_network_evaluations_per_second".into(), json!(measured[0].round()));
    report.insert("search_simulations_per_second".into(), json!(measured[1].round()));
    let ratio = measured[1] / measured[0].max(f64::MIN_POSITIVE);
    report.insert("search_ratio_to_network".into(), json!((ratio * 1000.0).round() / 1000.0));
    Ok(())
}

/// What the inference server does for the tree search: questions, hits of its cache, batches by size.
pub fn serve(backend: Arc<dyn Backend>, model: Model) -> anyhow::Result<Value> {
    let inference = Arc::new(Inference::on(backend, model));
    let search = LearnedSearch::Mcts(MctsAgentSettings::default());
    let agent = LearnedAgent::new("mcts", Arc::clone(&inference), search)?;
    let suite = load_suite("art", &LoadOptions::default())?;
    for target in suite.targets()?.into_iter().take(4) {
        agent.solve(&Request::new(target, Budget::seconds(1.0)));
    }
    let numbers =
        inference.numbers(Size::STANDARD, SearchDirection::Auto.resolve(inference.knows_way_back()));
    let numbers = numbers.ok_or_else(|| anyhow::anyhow!("the network cannot see 10x20 boards"))?;
    let batches = numbers.batches.iter().enumerate().filter(|(_, count)| **count > 0);
    let batches: Map<String, Value> =
        batches.map(|(digits, count)| ((1_u64 << digits).to_string(), json!(count))).collect();
    Ok(json!({
        "questions": numbers.asked,
        "cache_hit_rate": (numbers.hit_rate() * 1000.0).round() / 1000.0,
        "mean_batch": (numbers.mean_batch() * 10.0).round() / 10.0,
        "batches": batches,
    }))
}
