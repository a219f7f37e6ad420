//! Ways through toys whose shortest ones are known.

use tetreach_agents::search::mcts::{MctsSettings, Tree};
use tetreach_agents::toy::BitFlipTask;
use tetreach_agents::toy::corridor::CorridorTask;
use tetreach_agents::{HashEvaluator, Pursuit, UniformEvaluator, ValueScale};

use super::{every_rule, rng, search};

const SUCCESS: ValueScale = ValueScale::Success { discount: 0.9, reachable: false };

#[test]
fn every_rule_finds_the_way_along_a_corridor_and_through_bits() {
    for settings in every_rule() {
        for scale in [ValueScale::Steps, SUCCESS] {
            for batch in [1, 4] {
                let task = CorridorTask { length: 12, max_steps: 99 };
                let problem = Pursuit { task, goal: 10, scale };
                let mut tree = Tree::new(problem, 3, settings, rng(5)).unwrap();
                search(&mut tree, &mut UniformEvaluator { task }, batch, 2000);
                assert!(tree.is_won(), "{settings:?} {scale:?}\n{}", tree.outline(3));
                let end = tree.winning_line().iter().fold(3, |place, &action| task.walk(place, action));
                assert_eq!(end, 10);
                tree.check_sums();

                let task = BitFlipTask::new(12).unwrap();
                let problem = Pursuit { task, goal: 0xABC, scale };
                let mut tree = Tree::new(problem, 0x123, settings, rng(5)).unwrap();
                search(&mut tree, &mut HashEvaluator { task, seed: 8 }, batch, 20_000);
                let line = tree.winning_line();
                assert_eq!(line.iter().fold(0x123, |word, action| word ^ 1 << action.0), 0xABC);
                assert_eq!(tree.best_action(), line.first().copied());
                tree.check_sums();
            }
        }
    }
}

#[test]
fn a_good_value_shortens_the_search() {
    let task = BitFlipTask::new(16).unwrap();
    let problem = Pursuit { task, goal: 0xF, scale: ValueScale::Steps };
    let mut tree = Tree::new(problem, 0, MctsSettings::default(), rng(0)).unwrap();
    // The policy is uniform, but the distance exact; there are 2,500 states within four flips.
    let judged = search(&mut tree, &mut UniformEvaluator { task }, 1, 300);
    assert!(tree.is_won(), "{judged}");
}
