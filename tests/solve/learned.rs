//! Searches with a network find ways to boards, on fakes that know little and on exact distances.

use std::cell::RefCell;
use std::collections::HashMap;

use tetreach::game::{Board, Size, Solution};
use tetreach::reach::{Direction, LoadOptions, ReachSettings, ReachTask, ReverseTask, Target, load_suite};
use tetreach::solve::learned::{
    LearnedSearch, MctsAgentSettings, Method, RefutationTime, SearchAgentSettings, solve_with,
};
use tetreach::solve::{Budget, Cancel, Meter, Request};
use tetreach::to_placement;
use tetreach_agents::search::mcts::MctsSettings;
use tetreach_agents::{EvaluateError, Evaluations, Evaluator, GoalTask, HashEvaluator, UniformEvaluator};

fn methods() -> Vec<LearnedSearch> {
    let search =
        |method| LearnedSearch::Search(SearchAgentSettings { method, ..SearchAgentSettings::default() });
    let mcts = |tree| LearnedSearch::Mcts(MctsAgentSettings { tree, ..MctsAgentSettings::default() });
    vec![
        search(Method::default()),
        search(Method::PolicyBeam { width: 8, growth: 2, distance: 0.5 }),
        search(Method::Levin),
        search(Method::PhsStar),
        search(Method::QStar { weight: 0.6 }),
        search(Method::AStar { weight: 0.8 }),
        mcts(MctsSettings::default()),
        mcts(MctsSettings::gumbel(16, 64)),
    ]
}

fn both_ways() -> impl Iterator<Item = (LearnedSearch, Direction)> {
    let directions = [Direction::Forward, Direction::Backward];
    methods().into_iter().flat_map(move |search| directions.map(|direction| (search, direction)))
}

/// Solves with a senseless network.
fn solve(
    search: &LearnedSearch,
    direction: Direction,
    request: &Request<'_>,
    meter: &mut Meter,
) -> Option<Solution> {
    let settings = ReachSettings::default();
    match direction {
        Direction::Forward => {
            let mut network = HashEvaluator { task: ReachTask::new(settings), seed: 1 };
            solve_with(search, direction, request, &mut network, meter).unwrap()
        }
        Direction::Backward => {
            let mut network = HashEvaluator { task: ReverseTask::new(settings), seed: 1 };
            solve_with(search, direction, request, &mut network, meter).unwrap()
        }
    }
}

fn targets(suite: &str, count: usize) -> Vec<Board> {
    let options = LoadOptions { count: Some(count), ..LoadOptions::default() };
    load_suite(suite, &options).unwrap().sketches.into_iter().map(|sketch| sketch.board).collect()
}

fn task(size: Size) -> ReachTask {
    ReachTask::new(ReachSettings { size, ..ReachSettings::default() })
}

#[test]
fn every_search_solves_small_stacks_even_with_a_senseless_network_and_keeps_its_budget() {
    for (search, direction) in both_ways() {
        for target in targets("stack-3@validation", 8) {
            let request = Request::new(Target::new(target).unwrap(), Budget::nodes(3000));
            let mut meter = Meter::start(request.budget, Cancel::default());
            let solution = solve(&search, direction, &request, &mut meter);
            let solution = solution.unwrap_or_else(|| panic!("{search:?}\n{target}"));
            assert_eq!((*solution.target(), solution.pieces()), (target, 3));
            assert!(meter.nodes() <= 3000);
        }
    }
}

#[test]
fn budgets_and_cancelling_end_every_search() {
    let target = targets("letters", 1)[0];
    for (search, direction) in both_ways() {
        for nodes in [1, 7, 50] {
            let request = Request::new(Target::new(target).unwrap(), Budget::nodes(nodes));
            let mut meter = Meter::start(request.budget, Cancel::default());
            assert_eq!(solve(&search, direction, &request, &mut meter), None, "{search:?}");
            assert!(meter.nodes() <= nodes, "{search:?}: {} of {nodes}", meter.nodes());
        }
        let request = Request::new(Target::new(target).unwrap(), Budget::default());
        let mut meter = Meter::start(request.budget, request.cancel.clone());
        request.cancel.cancel();
        assert_eq!(solve(&search, direction, &request, &mut meter), None);
    }
}

#[test]
fn the_empty_board_needs_nothing() {
    for (search, direction) in both_ways() {
        let request = Request::new(Target::new(Board::empty(Size::STANDARD)).unwrap(), Budget::nodes(10));
        let mut meter = Meter::start(request.budget, Cancel::default());
        let solution = solve(&search, direction, &request, &mut meter);
        assert_eq!(solution.map(|solution| solution.pieces()), Some(0), "{search:?}");
    }
}

/// Exact distances from every board of a small size to one goal, and a policy that follows them.
struct Exact {
    task: ReachTask,
    to_goal: RefCell<HashMap<Board, HashMap<Board, u32>>>,
}

impl Exact {
    fn new(size: Size) -> Self {
        Exact { task: task(size), to_goal: RefCell::default() }
    }

    fn distance(&self, state: &Board, goal: &Board) -> Option<u32> {
        let mut tables = self.to_goal.borrow_mut();
        let table = tables.entry(*goal).or_insert_with(|| {
            let mut table = HashMap::from([(*goal, 0)]);
            let mut layer = vec![*goal];
            for depth in 1.. {
                let mut next = Vec::new();
                for board in &layer {
                    board.for_each_predecessor(4, |before| {
                        table.entry(before.board).or_insert_with(|| {
                            next.push(before.board);
                            depth
                        });
                    });
                }
                if next.is_empty() {
                    break;
                }
                layer = next;
            }
            table
        });
        table.get(state).copied()
    }
}

impl Evaluator for Exact {
    type State = Board;
    type Goal = Board;

    fn evaluate(&mut self, pairs: &[(Board, Board)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        UniformEvaluator { task: self.task }.evaluate(pairs, out)?;
        let actions = out.actions;
        for (row, (state, goal)) in pairs.iter().enumerate() {
            out.distance[row] = self.distance(state, goal).map_or(1e6, |steps| steps as f32);
            for action in self.task.legal_actions(state) {
                let mut next = *state;
                next.play_action(to_placement(action)).unwrap();
                let after = self.distance(&next, goal).map_or(1e6, |steps| steps as f32);
                out.q[row * actions + action.index()] = -after - 1.0;
            }
        }
        Ok(())
    }
}

#[test]
fn a_star_finds_shortest_ways_on_small_boards() {
    let size = Size::new(4, 4).unwrap();
    let mut exact = Exact::new(size);
    let empty = Board::empty(size);
    let mut boards = vec![empty];
    let mut seen = std::collections::HashSet::from([empty]);
    for index in 0..4000 {
        let Some(&board) = boards.get(index) else { break };
        board.for_each_successor(|_, next, _| {
            if seen.insert(*next) {
                boards.push(*next);
            }
        });
    }
    let method = Method::AStar { weight: 1.0 };
    let settings = SearchAgentSettings {
        method,
        batch: 1,
        refute: RefutationTime::Off,
        ..SearchAgentSettings::default()
    };
    let mut longest = 0;
    for &target in boards.iter().skip(7).step_by(499) {
        let Some(shortest) = exact.distance(&empty, &target) else { continue };
        for exact_network in [true, false] {
            let request = Request::new(Target::new(target).unwrap(), Budget::nodes(3000));
            let mut meter = Meter::start(request.budget, Cancel::default());
            let search = LearnedSearch::Search(settings);
            let solution = if exact_network {
                solve_with(&search, Direction::Forward, &request, &mut exact, &mut meter)
            } else {
                let mut bound = UniformEvaluator { task: task(size) };
                solve_with(&search, Direction::Forward, &request, &mut bound, &mut meter)
            };
            // Caps come from the fewest lines up, and under each cap the shortest way is found first.
            if let Some(solution) = solution.unwrap() {
                assert!(solution.pieces() as u32 >= shortest);
                assert_eq!(solution.pieces() as u32, shortest, "{target}");
                longest = longest.max(shortest);
            } else {
                assert!(!exact_network, "{target}");
            }
        }
    }
    assert!(longest >= 4, "{longest}");
}
