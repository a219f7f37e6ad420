//! The learned tree search grows the tree that its rules say, proves what is true, and solves what is known.

mod support;

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::mcts::{
    Backup, Batcher, Gathered, Interior, MctsError, MctsSettings, RootNoise, RootRule, Tree, Unvisited,
};
use tetreach_agents::toy::corridor::{CorridorTask, LEFT, RIGHT};
use tetreach_agents::toy::{BitFlipTask, tic_tac_toe::Grid};
use tetreach_agents::uct::Player;
use tetreach_agents::{
    Action, Candidate, EvaluateError, Evaluations, Evaluator, HashEvaluator, Judgement, Outcome,
    PlanningProblem, Pursuit, Successor, UniformEvaluator, ValueScale,
};

use support::minimax;

const SUCCESS: ValueScale = ValueScale::Success { discount: 0.9, reachable: false };

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

/// Searches until the root is proved or so many states were judged; returns how many were.
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
    assert_eq!(puct, include_str!("golden/mcts_puct.txt"));
    assert_eq!(batched, include_str!("golden/mcts_puct_batched.txt"));
    assert_eq!(gumbel, include_str!("golden/mcts_gumbel.txt"));
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

/// Tic-Tac-Toe for a tree search: a win is 1, a loss -1.
#[derive(Clone, Copy, Debug)]
struct TicTacToe;

impl PlanningProblem for TicTacToe {
    type State = Grid;
    type Seen = Grid;
    type Goal = ();

    fn question(&self, grid: &Grid) -> (Grid, ()) {
        (*grid, ())
    }

    fn judge(&self, _: &Grid, judgement: &Judgement<'_>, moves: &mut Vec<Candidate>) -> f32 {
        judgement.candidates(moves);
        0.0
    }

    fn step(&self, grid: &Grid, action: Action) -> Option<Successor<Grid>> {
        Some(Successor { state: grid.after(action.0 as u8), reward: 0.0 })
    }

    fn outcome(&self, grid: &Grid) -> Option<Outcome> {
        grid.outcome().map(|value| match value {
            1.0 => Outcome::Won,
            0.0 => Outcome::Lost,
            _ => Outcome::Drawn(0.0),
        })
    }

    fn mover(&self, grid: &Grid) -> Player {
        grid.mover()
    }
}

/// Knows which squares are empty, and nothing else.
struct Referee;

impl Evaluator for Referee {
    type State = Grid;
    type Goal = ();

    fn evaluate(&mut self, pairs: &[(Grid, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        out.clear(9);
        for (grid, ()) in pairs {
            let empty: HashSet<u8> = grid.empty().collect();
            let each = -(empty.len() as f32).ln();
            out.log_policy.extend((0..9).map(
                |square| {
                    if empty.contains(&square) { each } else { f32::NEG_INFINITY }
                },
            ));
            out.q.extend([0.0; 9]);
            out.distance.push(0.0);
            out.reachable.push(1.0);
        }
        Ok(())
    }
}

#[test]
fn tic_tac_toe_is_played_perfectly_and_every_proof_is_true() {
    let mut perfect = HashMap::new();
    minimax(Grid::default(), &mut perfect);
    for settings in [MctsSettings::default(), MctsSettings::gumbel(9, 64)] {
        let mut proofs = 0;
        let running = perfect.iter().filter(|(grid, _)| grid.outcome().is_none() && grid.empty().count() < 7);
        for (&grid, &value) in running.step_by(7) {
            let mut tree = Tree::new(TicTacToe, grid, settings, rng(1)).unwrap();
            // Enough for every position that can follow.
            search(&mut tree, &mut Referee, 4, 600);
            let best = tree.best_action().unwrap();
            let after = perfect[&grid.after(best.0 as u8)];
            assert_eq!(after, value, "{grid}\n{best}\n{}", tree.outline(1));
            for (state, won) in tree.proofs() {
                assert_eq!(perfect[&state], if won { 1.0 } else { 0.0 }, "{state}");
                proofs += 1;
            }
        }
        assert!(proofs > 1000);
    }
}

/// A random graph with dead ends and cycles.
#[derive(Clone, Copy, Debug)]
struct Maze {
    states: u16,
    actions: u16,
    seed: u64,
    goal: u16,
}

impl Maze {
    fn next(&self, state: u16, action: u16) -> Option<u16> {
        let mix = (self.seed ^ (u64::from(state) << 16 | u64::from(action)))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
            .wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // A third of the moves is illegal.
        (!(mix >> 40).is_multiple_of(3)).then(|| ((mix >> 20) % u64::from(self.states)) as u16)
    }

    fn can_win(&self) -> Vec<bool> {
        let mut wins: Vec<bool> = (0..self.states).map(|state| state == self.goal).collect();
        for _ in 0..self.states {
            for state in 0..self.states {
                wins[state as usize] |= (0..self.actions)
                    .any(|action| self.next(state, action).is_some_and(|next| wins[next as usize]));
            }
        }
        wins
    }
}

impl PlanningProblem for Maze {
    type State = u16;
    type Seen = u16;
    type Goal = ();

    fn question(&self, state: &u16) -> (u16, ()) {
        (*state, ())
    }

    fn judge(&self, _: &u16, judgement: &Judgement<'_>, moves: &mut Vec<Candidate>) -> f32 {
        judgement.candidates(moves);
        -judgement.distance
    }

    fn step(&self, state: &u16, action: Action) -> Option<Successor<u16>> {
        self.next(*state, action.0).map(|state| Successor { state, reward: -1.0 })
    }

    fn outcome(&self, state: &u16) -> Option<Outcome> {
        (*state == self.goal).then_some(Outcome::Won)
    }
}

impl Evaluator for Maze {
    type State = u16;
    type Goal = ();

    fn evaluate(&mut self, pairs: &[(u16, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        out.clear(self.actions.into());
        for (state, ()) in pairs {
            let legal = (0..self.actions).filter(|&action| self.next(*state, action).is_some()).count();
            for action in 0..self.actions {
                let is_legal = self.next(*state, action).is_some();
                out.log_policy.push(if is_legal { -(legal as f32).ln() } else { f32::NEG_INFINITY });
                out.q.push(-f32::from(action));
            }
            out.distance.push(f32::from(state % 7));
            out.reachable.push(1.0);
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn what_is_proved_in_a_maze_is_true_and_sums_hold(
        states in 2..40_u16, actions in 1..6_u16, seed: u64, rule in 0..8_usize, batch in 1..6_usize,
        max_nodes in prop_oneof![Just(16_u32), Just(1000)],
    ) {
        let maze = Maze { states, actions, seed, goal: states - 1 };
        let truth = maze.can_win();
        let settings = MctsSettings { leaves: batch as u32, max_nodes, ..every_rule()[rule] };
        let mut tree = Tree::new(maze, 0, settings, rng(seed)).unwrap();
        search(&mut tree, &mut maze.clone(), batch, 300);
        for (state, won) in tree.proofs() {
            prop_assert_eq!(truth[state as usize], won);
        }
        prop_assert_eq!(tree.under_way(), 0);
        if max_nodes == 1000 {
            tree.check_sums();
            prop_assert_eq!(tree.size().evicted, 0);
        }
        prop_assert!(tree.size().nodes <= max_nodes as usize + batch);
        if tree.is_won() {
            let line = tree.winning_line();
            let end = line.iter().try_fold(0, |state, action| maze.next(state, action.0));
            prop_assert_eq!(end, Some(states - 1));
        }
        let policy = tree.improved_policy();
        let total: f32 = policy.iter().map(|(_, share)| share).sum();
        prop_assert!(policy.is_empty() || (total - 1.0).abs() < 0.02 || total == 0.0, "{total} {policy:?}");
    }
}

#[test]
fn a_tree_without_cycles_and_without_a_way_is_proved_lost() {
    // Each bit may be set once and never cleared; the goal lacks a bit of the start.
    #[derive(Clone, Copy, Debug)]
    struct SetBits;
    impl PlanningProblem for SetBits {
        type State = u8;
        type Seen = u8;
        type Goal = ();
        fn question(&self, state: &u8) -> (u8, ()) {
            (*state, ())
        }
        fn judge(&self, state: &u8, _: &Judgement<'_>, moves: &mut Vec<Candidate>) -> f32 {
            let free = (0..5).filter(|bit| state >> bit & 1 == 0);
            moves.extend(free.map(|bit| Candidate { action: Action(bit), log_prior: -1.7, q: 0.0 }));
            0.0
        }
        fn step(&self, state: &u8, action: Action) -> Option<Successor<u8>> {
            Some(Successor { state: state | 1 << action.0, reward: -1.0 })
        }
        fn outcome(&self, _: &u8) -> Option<Outcome> {
            None
        }
    }
    struct Mute;
    impl Evaluator for Mute {
        type State = u8;
        type Goal = ();
        fn evaluate(&mut self, pairs: &[(u8, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
            out.clear(1);
            out.log_policy.resize(pairs.len(), 0.0);
            out.q.resize(pairs.len(), 0.0);
            out.distance.resize(pairs.len(), 0.0);
            out.reachable.resize(pairs.len(), 0.0);
            Ok(())
        }
    }
    for settings in every_rule() {
        let mut tree = Tree::new(SetBits, 1, settings, rng(1)).unwrap();
        let judged = search(&mut tree, &mut Mute, 3, 1000);
        assert!(tree.is_lost());
        assert_eq!(tree.size().nodes, 16, "one node a state");
        assert!(judged <= 16, "no state is judged twice");
        assert_eq!(tree.improved_policy(), []);
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
