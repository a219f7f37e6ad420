//! Leaves that wait together for their judgements.

use tetreach_agents::search::mcts::{Batcher, Gathered, MctsSettings, Tree};
use tetreach_agents::toy::BitFlipTask;
use tetreach_agents::toy::corridor::{CorridorTask, LEFT, RIGHT};
use tetreach_agents::{
    EvaluateError, Evaluations, Evaluator, HashEvaluator, Pursuit, UniformEvaluator, ValueScale,
};

use super::{NOWHERE, bits, rng};

/// Fails every second time.
struct Flaky {
    inner: HashEvaluator<BitFlipTask>,
    calls: u32,
}

impl Evaluator for Flaky {
    type State = u64;
    type Goal = u64;

    fn evaluate(&mut self, pairs: &[(u64, u64)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        self.calls += 1;
        if self.calls.is_multiple_of(2) {
            return Err(EvaluateError { reason: "no luck".into() });
        }
        self.inner.evaluate(pairs, out)
    }
}

#[test]
fn a_failed_batch_leaves_no_trace() {
    let task = BitFlipTask::new(12).unwrap();
    let problem = Pursuit { task, goal: 1 << 12, scale: ValueScale::Steps };
    let mut flaky = Flaky { inner: HashEvaluator { task: problem.task, seed: 3 }, calls: 0 };
    let mut tree = Tree::new(problem, 0, MctsSettings::default(), rng(1)).unwrap();
    let mut batcher = Batcher::new(4);
    for call in 0..20 {
        let round = batcher.round(std::slice::from_mut(&mut tree), &mut flaky);
        assert_eq!(round.is_err(), call % 2 == 1);
        assert_eq!(tree.under_way(), 0);
        tree.check_sums();
    }
}

#[test]
fn many_trees_share_a_batch() {
    let task = CorridorTask { length: 30, max_steps: 99 };
    let mut trees: Vec<_> = (2..10)
        .map(|goal| {
            let problem = Pursuit { task, goal: 3 * goal, scale: ValueScale::Steps };
            Tree::new(problem, 1, MctsSettings { leaves: 1, ..MctsSettings::default() }, rng(0)).unwrap()
        })
        .collect();
    let mut batcher = Batcher::new(64);
    let first = batcher.round(&mut trees, &mut UniformEvaluator { task }).unwrap();
    assert_eq!(first.judged, 8, "one leaf of each");
    while batcher.round(&mut trees, &mut UniformEvaluator { task }).unwrap().proved < 8 {}
    for tree in &trees {
        let right = tree.winning_line().iter().filter(|action| **action == RIGHT).count();
        let left = tree.winning_line().iter().filter(|action| **action == LEFT).count();
        assert_eq!(1 + right - left, usize::from(tree.problem().goal));
    }
}

#[test]
fn a_leaf_under_way_is_not_gathered_twice() {
    let problem = bits(NOWHERE);
    let mut tree = Tree::new(problem, 0, MctsSettings::default(), rng(1)).unwrap();
    let Gathered::Leaf(ticket) = tree.gather() else { panic!("the root must be judged first") };
    assert!(matches!(tree.gather(), Gathered::Pending));
    tree.release(ticket);
    assert!(matches!(tree.gather(), Gathered::Leaf(_)));
}
