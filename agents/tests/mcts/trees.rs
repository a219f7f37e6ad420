//! The shape of the tree: what was written down, what seeds change, what is kept and what is forgotten.

use tetreach_agents::search::mcts::{MctsError, MctsSettings, RootRule, Tree};
use tetreach_agents::toy::BitFlipTask;
use tetreach_agents::{HashEvaluator, Pursuit, ValueScale};

use super::{NOWHERE, bits, every_rule, rng, search};

#[test]
fn the_tree_of_a_fixed_opinion_is_the_one_written_down() {
    let golden = |settings: MctsSettings, batch| {
        let problem = bits(NOWHERE);
        let mut tree = Tree::new(problem, 0, settings, rng(1)).unwrap();
        search(&mut tree, &mut HashEvaluator { task: problem.task, seed: 3 }, batch, 24);
        tree.check_sums();
        tree.outline(2)
    };
    let puct = golden(MctsSettings::default(), 1);
    let batched = golden(MctsSettings { leaves: 4, ..MctsSettings::default() }, 4);
    let gumbel = golden(MctsSettings::gumbel(4, 16), 1);
    assert_eq!(puct, include_str!("../golden/mcts_puct.txt"));
    assert_eq!(batched, include_str!("../golden/mcts_puct_batched.txt"));
    assert_eq!(gumbel, include_str!("../golden/mcts_gumbel.txt"));
}

#[test]
fn equal_seeds_give_equal_trees_and_noise_depends_on_them() {
    for settings in every_rule() {
        let grown = |seed| {
            let problem = bits(NOWHERE);
            let mut tree = Tree::new(problem, 0, settings, rng(seed)).unwrap();
            search(&mut tree, &mut HashEvaluator { task: problem.task, seed: 3 }, 3, 20);
            tree.outline(9)
        };
        assert_eq!(grown(1), grown(1));
        let drawn = match settings.root {
            RootRule::Interior { noise } => noise.is_some(),
            RootRule::Gumbel { scale, .. } => scale > 0.0,
        };
        assert_eq!(drawn, grown(1) != grown(2), "{settings:?}");
    }
}

#[test]
fn moving_on_keeps_what_is_known_below() {
    let problem = bits(NOWHERE);
    let mut evaluator = HashEvaluator { task: problem.task, seed: 3 };
    let mut tree = Tree::new(problem, 0, MctsSettings::default(), rng(1)).unwrap();
    search(&mut tree, &mut evaluator, 2, 20);
    let best = tree.best_action().unwrap();
    let visits = tree.root_moves().find(|edge| edge.action == best).unwrap().visits;
    let before = tree.size();
    tree.advance(best);
    assert_eq!(*tree.root(), 1 << best.0);
    let below: u32 = tree.root_moves().map(|edge| edge.visits).sum();
    assert!(below + 1 >= visits && below > 2, "{below} of {visits}");
    assert!(tree.size().nodes <= before.nodes);
    tree.check_sums();
    search(&mut tree, &mut evaluator, 2, 10);
    tree.check_sums();
}

#[test]
fn a_full_tree_forgets_and_goes_on() {
    let task = BitFlipTask::new(14).unwrap();
    let problem = Pursuit { task, goal: 0x3FFF, scale: ValueScale::Steps };
    let settings = MctsSettings { max_nodes: 200, ..MctsSettings::default() };
    let mut tree = Tree::new(problem, 0, settings, rng(1)).unwrap();
    search(&mut tree, &mut HashEvaluator { task, seed: 1 }, 4, 5000);
    assert!(tree.is_won() || tree.size().evicted > 1000);
    assert!(tree.size().nodes <= 204);
}

#[test]
fn a_tree_that_starts_over_grows_as_a_new_one() {
    for settings in every_rule() {
        let problem = bits(NOWHERE);
        let mut evaluator = HashEvaluator { task: problem.task, seed: 3 };
        let grown = |tree: &mut Tree<_>, evaluator: &mut _| {
            search(tree, evaluator, 3, 20);
            tree.check_sums();
            (tree.simulations(), tree.size().nodes)
        };
        let mut used = Tree::new(problem, 7, settings, rng(1)).unwrap();
        grown(&mut used, &mut evaluator);
        used.restart(0);
        assert_eq!((*used.root(), used.simulations(), used.value_range()), (0, 0, None));
        let mut new = Tree::new(problem, 0, settings, rng(1)).unwrap();
        let sizes = [grown(&mut used, &mut evaluator), grown(&mut new, &mut evaluator)];
        // Where chance is in the root, the stream goes on instead of restarting.
        if matches!(settings.root, RootRule::Interior { noise: None }) {
            assert_eq!(sizes[0], sizes[1], "{settings:?}");
            assert_eq!(used.outline(9), new.outline(9), "{settings:?}");
        }
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |settings: MctsSettings| Tree::new(bits(1), 0, settings, rng(0)).err();
    let puct = MctsSettings::default();
    assert_eq!(refused(puct), None);
    assert_eq!(refused(MctsSettings { leaves: 0, ..puct }), Some(MctsError::Zero { name: "leaves" }));
    assert_eq!(refused(MctsSettings { max_nodes: 3, ..puct }), Some(MctsError::TooFewNodes));
    let nan = MctsSettings { virtual_loss: f32::NAN, ..puct };
    assert_eq!(refused(nan), Some(MctsError::Weight { name: "virtual_loss" }));
    assert_eq!(refused(MctsSettings::gumbel(0, 4)), Some(MctsError::Zero { name: "root.considered" }));
}
