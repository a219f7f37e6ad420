//! What replay tells of dead ends, against exact distances.

use std::collections::HashMap;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Board, Size};
use tetreach::reach::{ReachSettings, ReachTask, Reward, RewardKind};
use tetreach::solve::oracle::{ClosureRun, DistanceTable};
use tetreach::solve::{Cancel, Silent};
use tetreach::to_action;
use tetreach_agents::GoalTask;
use tetreach_agents::replay::{HindsightSettings, Minibatch, ReplayBuffer, ReplaySettings};

fn run<T>(build: impl FnOnce(&ClosureRun<'_>) -> T) -> T {
    build(&ClosureRun { threads: 1, observer: &Silent, cancel: &Cancel::default() })
}

/// Every placement on every board that can be reached, each as an episode of its own.
fn all_placements(
    table: &DistanceTable,
    goal: &Board,
    settings: ReplaySettings,
) -> ReplayBuffer<Board, Board> {
    let mut replay = ReplayBuffer::new(settings).unwrap();
    for (board, _) in table.boards().filter(|(board, _)| board != goal) {
        board.for_each_successor(|action, next, _| {
            replay.push_episode(&[board, *next], &[to_action(action)], *goal).unwrap();
        });
    }
    replay
}

/// Q-learning in a table from what replay says, with the lowest value where nothing can be done.
fn learn_values(
    task: &ReachTask,
    replay: &mut ReplayBuffer<Board, Board>,
    low: f32,
    batches: usize,
) -> HashMap<Board, Vec<f32>> {
    let (mut rng, mut batch) = (Pcg64Mcg::seed_from_u64(1), Minibatch::default());
    let mut values: HashMap<Board, Vec<f32>> = HashMap::new();
    for _ in 0..batches {
        replay.sample(task, 1000, &mut rng, &mut batch).unwrap();
        for i in 0..batch.len() {
            let next = &batch.next_states[i];
            let after = match task.legal_actions(next).iter().next() {
                None => low,
                // What has never been tried may be worth as much as anything.
                Some(_) => values.get(next).map_or(0.0, |row| best(task, next, row)),
            };
            let row = values.entry(batch.states[i]).or_insert_with(|| vec![0.0; task.action_count()]);
            row[batch.actions[i].index()] = (batch.rewards[i] + batch.bootstraps[i] * after).max(low);
        }
    }
    values
}

fn best(task: &ReachTask, board: &Board, row: &[f32]) -> f32 {
    task.legal_actions(board).iter().map(|action| row[action.index()]).fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn values_learned_from_replay_are_the_exact_distances_however_many_games_die() {
    let size = Size::new(4, 4).unwrap();
    let reward = Reward { gamma: 0.8, ..Reward::default() };
    let task = ReachTask::new(ReachSettings { size, reward, ..ReachSettings::default() });
    let from_empty = run(|run| DistanceTable::from_empty(size, run)).unwrap();
    let dead =
        from_empty.boards().filter(|(board, _)| task.legal_actions(board).iter().next().is_none()).count();
    assert!(dead > 0, "boards on which nothing fits are what this is about");
    let (goal, farthest) = from_empty.boards().max_by_key(|(_, distance)| *distance).unwrap();
    let to_goal = run(|run| DistanceTable::to_goal(&goal, Some(&from_empty), run)).unwrap();

    let settings = ReplaySettings {
        capacity: 200_000,
        hindsight: HindsightSettings { n_sampled_goal: 0, ..HindsightSettings::default() },
        discount: reward.gamma,
        ..ReplaySettings::default()
    };
    let low = -reward.discounted_steps(200.0);
    let mut replay = all_placements(&from_empty, &goal, settings);
    let batches = replay.len() * 60 / 1000;
    let values = learn_values(&task, &mut replay, low, batches);
    let mut compared = 0;
    for (board, row) in &values {
        let learned = best(&task, board, row);
        match to_goal.distance(board) {
            Some(distance) => {
                let exact = -reward.discounted_steps(distance as f32 - 1.0);
                assert!((learned - exact).abs() < 0.02, "{learned} for {exact}, {distance} pieces:\n{board}");
                compared += 1;
            }
            // The goal is out of reach: nothing is worth less.
            None => assert!(learned < low + 0.1, "{learned} for {low}:\n{board}"),
        }
    }
    assert!(compared > 1000 && farthest == 5, "{compared} boards, up to {farthest} pieces");
}

#[test]
fn only_costs_make_an_early_end_the_lowest_value() {
    let size = Size::new(4, 4).unwrap();
    let table = run(|run| DistanceTable::from_empty(size, run)).unwrap();
    for kind in RewardKind::ALL {
        let task =
            ReachTask::new(ReachSettings { size, reward: Reward::of_kind(kind), ..ReachSettings::default() });
        let stuck = |board: &Board| task.legal_actions(board).iter().next().is_none();
        let (full, _) = table.boards().find(|(board, _)| stuck(board)).expect("boards fill up");
        let is_cost = matches!(kind, RewardKind::Sparse | RewardKind::Potential);
        assert_eq!(task.is_lost(&full, &Board::empty(size)), is_cost, "{kind}");
        assert!(!task.is_lost(&full, &full), "{kind}: reached is not lost");
        assert!(!task.is_lost(&Board::empty(size), &full), "{kind}: there is something to do");
    }
}
