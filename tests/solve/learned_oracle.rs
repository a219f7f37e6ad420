//! Searches whose network is the oracle itself find shortest ways, forwards and backwards.

use std::collections::HashMap;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{ActionId, Board, Size};
use tetreach::reach::{Direction, ReachSettings, ReachTask, ReverseTask, Target};
use tetreach::solve::learned::{LearnedSearch, MctsAgentSettings, Method, SearchAgentSettings, solve_with};
use tetreach::solve::oracle::{ClosureRun, DistanceTable};
use tetreach::solve::{Budget, Cancel, Exact, Meter, Request, Silent, Solver, Verdict};
use tetreach::to_placement;
use tetreach_agents::search::mcts::MctsSettings;
use tetreach_agents::{
    ActionSet, EvaluateError, Evaluations, Evaluator, GoalTask, TaskModel, UniformEvaluator,
};

fn searches() -> Vec<LearnedSearch> {
    let search =
        |method| LearnedSearch::Search(SearchAgentSettings { method, ..SearchAgentSettings::default() });
    let usual = MctsAgentSettings::default();
    let gumbel = MctsSettings { leaves: 4, ..MctsSettings::gumbel(8, 32) };
    let mcts = |tree| LearnedSearch::Mcts(MctsAgentSettings { tree, ..usual });
    vec![
        mcts(usual.tree),
        mcts(gumbel),
        search(Method::default()),
        search(Method::Levin),
        search(Method::PhsStar),
        search(Method::QStar { weight: 0.6 }),
        search(Method::AStar { weight: 0.6 }),
    ]
}

fn with_run<T>(work: impl FnOnce(&ClosureRun<'_>) -> T) -> T {
    work(&ClosureRun { threads: 2, observer: &Silent, cancel: &Cancel::default() })
}

fn task(size: Size) -> ReachTask {
    ReachTask::new(ReachSettings { size, ..ReachSettings::default() })
}

fn reverse_task(size: Size) -> ReverseTask {
    ReverseTask::new(ReachSettings { size, ..ReachSettings::default() })
}

/// The oracle as a network: exact distances, and a policy that prefers what is nearer.
struct OracleNetwork<'a> {
    task: ReachTask,
    from_empty: &'a DistanceTable,
    to_goal: HashMap<Board, DistanceTable>,
}

impl OracleNetwork<'_> {
    /// Pieces from one board to another, if there is a way.
    fn distance(&mut self, from: &Board, goal: &Board) -> Option<u32> {
        if from.is_empty() {
            return self.from_empty.distance(goal);
        }
        let within = self.from_empty;
        let build = || with_run(|run| DistanceTable::to_goal(goal, Some(within), run)).unwrap();
        self.to_goal.entry(*goal).or_insert_with(build).distance(from)
    }
}

impl Evaluator for OracleNetwork<'_> {
    type State = Board;
    type Goal = Board;

    fn evaluate(&mut self, pairs: &[(Board, Board)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        UniformEvaluator { task: self.task }.evaluate(pairs, out)?;
        let actions = out.actions;
        for (row, (state, goal)) in pairs.iter().enumerate() {
            let steps = self.distance(state, goal);
            out.distance[row] = steps.map_or(100.0, |steps| steps as f32);
            let legal: Vec<usize> =
                self.task.legal_actions(state).into_iter().map(|action| action.index()).collect();
            let mut total = 0.0_f32;
            for &action in &legal {
                let mut next = *state;
                next.play_action(ActionId(action as u16)).unwrap();
                let after = self.distance(&next, goal).map_or(100.0, |steps| steps as f32);
                let at = row * actions + action;
                out.q[at] = -after - 1.0;
                out.log_policy[at] = -(after - out.distance[row]).clamp(-1.0, 20.0);
                total += out.log_policy[at].exp();
            }
            for action in legal {
                out.log_policy[row * actions + action] -= total.ln();
            }
        }
        Ok(())
    }
}

/// The oracle as a network that knows the way back to the empty board.
struct ReverseOracle<'a> {
    task: ReverseTask,
    from_empty: &'a DistanceTable,
}

impl ReverseOracle<'_> {
    /// Primitive moves to the empty board; in the middle of a move, those after the best one.
    fn moves(&self, board: &Board) -> Option<u32> {
        if board.without_full_rows().1.count() == 0 {
            let pieces = self.from_empty.distance(board)?;
            return Some(pieces + (4 * pieces - board.cells()) / u32::from(board.width()));
        }
        let legal = self.task.legal_actions(board);
        legal
            .iter()
            .filter_map(|action| self.moves(&self.task.next(board, action)))
            .min()
            .map(|moves| moves + 1)
    }
}

impl Evaluator for ReverseOracle<'_> {
    type State = Board;
    type Goal = Board;

    fn evaluate(&mut self, pairs: &[(Board, Board)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        UniformEvaluator { task: self.task }.evaluate(pairs, out)?;
        let actions = out.actions;
        for (row, (state, _)) in pairs.iter().enumerate() {
            out.distance[row] = self.moves(state).map_or(100.0, |moves| moves as f32);
            let legal = self.task.legal_actions(state);
            let mut total = 0.0_f32;
            for action in legal.iter() {
                let after = self.moves(&self.task.next(state, action)).map_or(100.0, |moves| moves as f32);
                let at = row * actions + action.index();
                out.q[at] = -after - 1.0;
                out.log_policy[at] = -(after - out.distance[row]).clamp(-1.0, 20.0);
                total += out.log_policy[at].exp();
            }
            for action in legal.iter() {
                out.log_policy[row * actions + action.index()] -= total.ln();
            }
        }
        Ok(())
    }
}

/// The oracle, but for one thing: from the target on it knows nothing better than the longest way.
struct Roundabout<'a> {
    oracle: ReverseOracle<'a>,
    target: Board,
}

impl Evaluator for Roundabout<'_> {
    type State = Board;
    type Goal = Board;

    fn evaluate(&mut self, pairs: &[(Board, Board)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        self.oracle.evaluate(pairs, out)?;
        let actions = out.actions;
        for (row, _) in pairs.iter().enumerate().filter(|(_, (state, _))| *state == self.target) {
            for action in self.oracle.task.legal_actions(&self.target).iter() {
                let at = row * actions + action.index();
                // 100 moves and more are no way.
                let is_way = out.q[at] > -100.0;
                out.log_policy[at] = if is_way { -20.0 - out.q[at] } else { -200.0 };
            }
        }
        Ok(())
    }
}

#[test]
fn tree_search_from_the_target_shortens_the_way_that_it_found_first() {
    let size = Size::new(5, 4).unwrap();
    let from_empty = with_run(|run| DistanceTable::from_empty(size, run)).unwrap();
    let mut longer = 0;
    for (target, shortest) in from_empty.boards().skip(500).step_by(9_999) {
        let pieces = |shorten| {
            let search = LearnedSearch::Mcts(MctsAgentSettings { shorten, ..MctsAgentSettings::default() });
            let oracle = ReverseOracle { task: reverse_task(size), from_empty: &from_empty };
            let mut network = Roundabout { oracle, target };
            let request = Request::new(Target::new(target).unwrap(), Budget::nodes(5_000));
            let mut meter = Meter::start(request.budget, Cancel::default());
            let found = solve_with(&search, Direction::Backward, &request, &mut network, &mut meter);
            found.unwrap().expect("a way backwards").pieces() as u32
        };
        longer += u32::from(pieces(false) > shortest);
        assert_eq!(pieces(true), shortest, "{target}");
    }
    assert!(longer > 3, "{longer}");
}

/// Solves every `step`-th board of a size by all searches and returns the most pieces that one needed.
fn agree_on(width: usize, height: usize, step: usize) -> u32 {
    let size = Size::new(width, height).unwrap();
    let from_empty = with_run(|run| DistanceTable::from_empty(size, run)).unwrap();
    let mut longest = 0;
    for (target, shortest) in from_empty.boards().skip(step / 2).step_by(step) {
        let to_goal = with_run(|run| DistanceTable::to_goal(&target, Some(&from_empty), run)).unwrap();
        let to_goal = HashMap::from([(target, to_goal)]);
        let mut network = OracleNetwork { task: task(size), from_empty: &from_empty, to_goal };
        let mut reverse = ReverseOracle { task: reverse_task(size), from_empty: &from_empty };
        for search in searches() {
            for direction in [Direction::Forward, Direction::Backward] {
                let request = Request::new(Target::new(target).unwrap(), Budget::nodes(20_000));
                let mut meter = Meter::start(request.budget, Cancel::default());
                let solution = match direction {
                    Direction::Forward => solve_with(&search, direction, &request, &mut network, &mut meter),
                    Direction::Backward => solve_with(&search, direction, &request, &mut reverse, &mut meter),
                };
                let found = solution.unwrap();
                let found =
                    found.unwrap_or_else(|| panic!("{search:?} {direction:?} finds no way to\n{target}"));
                assert_eq!(found.pieces() as u32, shortest, "{search:?} {direction:?}\n{target}");
            }
        }
        longest = longest.max(shortest);
    }
    longest
}

#[test]
fn every_search_agrees_with_the_oracle_on_6x3() {
    assert!(agree_on(6, 3, 9973) >= 5);
}

#[test]
fn every_search_agrees_with_the_oracle_on_5x4() {
    assert!(agree_on(5, 4, 49_999) >= 5);
}

/// On the width of the game a table takes minutes; there the exact search says how long shortest ways are.
#[test]
fn every_search_agrees_with_exact_search_on_10x3() {
    let size = Size::new(10, 3).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    for pieces in [2, 3, 3, 4] {
        let mut target = Board::empty(size);
        for _ in 0..pieces {
            let legal: Vec<_> = task(size).legal_actions(&target).into_iter().collect();
            let Some(action) = legal.choose(&mut rng) else { break };
            target.play_action(to_placement(*action)).unwrap();
        }
        let Verdict::Solved(exact) =
            Exact.solve(&Request::new(Target::new(target).unwrap(), Budget::default())).verdict
        else {
            panic!("no way to\n{target}")
        };
        for search in searches() {
            let request = Request::new(Target::new(target).unwrap(), Budget::nodes(20_000));
            let mut meter = Meter::start(request.budget, Cancel::default());
            let mut network = UniformEvaluator { task: task(size) };
            let direction = Direction::Forward;
            let solution = solve_with(&search, direction, &request, &mut network, &mut meter).unwrap();
            let solution = solution.unwrap_or_else(|| panic!("{search:?} finds no way to\n{target}"));
            assert_eq!(solution.pieces(), exact.pieces(), "{search:?}\n{target}");
        }
    }
}
