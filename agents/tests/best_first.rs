//! Best-first searches find what theory says they find.

use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;
use tetreach_agents::search::best_first::{
    BeamSearch, BeamSettings, BestFirst, BestFirstSettings, Cost, Found, SearchLimit,
};
use tetreach_agents::toy::BitFlipTask;
use tetreach_agents::toy::corridor::CorridorTask;
use tetreach_agents::{
    Action, EvaluateError, Evaluations, Evaluator, HashEvaluator, Judgement, Moves, Outcome, PlanningProblem,
    Pursuit, Successor, UniformEvaluator, ValueScale,
};

const COSTS: [Cost; 4] =
    [Cost::Levin, Cost::PhsStar, Cost::QStar { weight: 0.6 }, Cost::AStar { weight: 1.0 }];

fn run<P, V>(
    problem: &P,
    root: P::State,
    settings: BestFirstSettings,
    evaluator: &mut V,
    most: u64,
) -> (Found, u64)
where
    P: PlanningProblem,
    V: Evaluator<State = P::Seen, Goal = P::Goal>,
{
    let mut search = BestFirst::new(problem, root, settings);
    let found = search.run(evaluator, &mut SearchLimit { judged: most, stop: &mut |_| false }).unwrap();
    assert!(search.judged() <= most);
    (found, search.judged())
}

#[test]
fn every_cost_and_the_beam_solve_the_toys() {
    let corridor = CorridorTask { length: 20, max_steps: 99 };
    let along = Pursuit { task: corridor, goal: 17, scale: ValueScale::Steps };
    let task = BitFlipTask::new(10).unwrap();
    let bits = Pursuit { task, goal: 0x2AA, scale: ValueScale::Steps };
    for batch in [1, 8] {
        for cost in COSTS {
            let settings = BestFirstSettings { batch, ..BestFirstSettings::by(cost) };
            let (found, _) = run(&along, 3, settings, &mut UniformEvaluator { task: corridor }, 1000);
            let Found::Way(line) = found else { panic!("{cost:?}: {found:?}") };
            assert_eq!(line.iter().fold(3, |place, &action| corridor.walk(place, action)), 17);
            let (found, _) = run(&bits, 0, settings, &mut HashEvaluator { task, seed: 2 }, 2000);
            let Found::Way(line) = found else { panic!("{cost:?}: {found:?}") };
            assert_eq!(line.iter().fold(0, |word, action| word ^ 1 << action.0), 0x2AA);
        }
        let settings = BeamSettings { batch, distance: 1.0, width: 20, ..BeamSettings::default() };
        let mut limit = SearchLimit { judged: 10_000, stop: &mut |_| false };
        let beamed = BeamSearch::new(&bits, 0, settings)
            .run(&mut HashEvaluator { task, seed: 2 }, &mut limit)
            .unwrap();
        let Found::Way(line) = beamed.found else { panic!("{beamed:?}") };
        assert_eq!(line.len(), 5, "layer by layer, no way is longer than needed");
    }
}

#[test]
fn a_root_that_is_the_goal_needs_no_move_and_no_judgement() {
    let task = CorridorTask { length: 4, max_steps: 9 };
    let problem = Pursuit { task, goal: 2, scale: ValueScale::Steps };
    for cost in COSTS {
        let found = run(&problem, 2, BestFirstSettings::by(cost), &mut UniformEvaluator { task }, 9);
        assert_eq!(found, (Found::Way(vec![]), 0));
    }
}

#[test]
fn a_finite_problem_without_a_way_is_searched_to_its_end_and_limits_are_kept() {
    let task = BitFlipTask::new(6).unwrap();
    let problem = Pursuit { task, goal: 1 << 6, scale: ValueScale::Steps };
    for cost in COSTS {
        let settings = BestFirstSettings::by(cost);
        let mut evaluator = HashEvaluator { task, seed: 1 };
        assert_eq!(run(&problem, 0, settings, &mut evaluator, 1000), (Found::Nothing, 64), "{cost:?}");
        assert_eq!(run(&problem, 0, settings, &mut evaluator, 50), (Found::Limit, 50));
        let full = BestFirstSettings { max_states: 20, batch: 1, ..settings };
        assert_eq!(run(&problem, 0, full, &mut evaluator, 1000).0, Found::Limit);
    }
}

#[test]
fn a_search_can_be_run_on_after_its_limit() {
    let task = BitFlipTask::new(8).unwrap();
    let problem = Pursuit { task, goal: 0xFF, scale: ValueScale::Steps };
    let mut evaluator = HashEvaluator { task, seed: 1 };
    let settings = BestFirstSettings { batch: 1, ..BestFirstSettings::by(Cost::Levin) };
    let whole = run(&problem, 0, settings, &mut evaluator, 300);
    let mut search = BestFirst::new(&problem, 0, settings);
    let mut parts = Found::Limit;
    for judged in (1..=300).step_by(7) {
        parts = search.run(&mut evaluator, &mut SearchLimit { judged, stop: &mut |_| false }).unwrap();
        if parts != Found::Limit {
            break;
        }
    }
    assert_eq!((parts, search.judged()), whole);
}

/// A grid with walls, moves in four directions, and the distance without walls as a bound.
#[derive(Clone, Debug)]
struct Walled {
    side: i16,
    walls: Vec<bool>,
    goal: (i16, i16),
}

const WAYS: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Walled {
    fn next(&self, (row, column): (i16, i16), action: usize) -> Option<(i16, i16)> {
        let next = (row + WAYS[action].0, column + WAYS[action].1);
        let inside = (0..self.side).contains(&next.0) && (0..self.side).contains(&next.1);
        (inside && !self.walls[(next.0 * self.side + next.1) as usize]).then_some(next)
    }

    fn shortest(&self) -> Option<usize> {
        let mut steps = HashMap::from([((0, 0), 0)]);
        let mut queue = VecDeque::from([(0, 0)]);
        while let Some(place) = queue.pop_front() {
            let so_far = steps[&place];
            for next in (0..4).filter_map(|action| self.next(place, action)) {
                steps.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    so_far + 1
                });
            }
        }
        steps.get(&self.goal).copied()
    }
}

impl PlanningProblem for Walled {
    type State = (i16, i16);
    type Seen = (i16, i16);
    type Goal = ();

    fn question(&self, state: &(i16, i16)) -> ((i16, i16), ()) {
        (*state, ())
    }

    fn judge(&self, state: &(i16, i16), judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        judgement.candidates(moves);
        moves.retain(|candidate| self.next(*state, candidate.action.index()).is_some());
        -judgement.steps()
    }

    fn step(&self, state: &(i16, i16), action: Action) -> Option<Successor<(i16, i16)>> {
        self.next(*state, action.index()).map(|state| Successor { state, reward: -1.0 })
    }

    fn outcome(&self, state: &(i16, i16)) -> Option<Outcome> {
        (*state == self.goal).then_some(Outcome::Won)
    }

    fn lower_bound(&self, state: &(i16, i16)) -> u32 {
        u32::from(state.0.abs_diff(self.goal.0) + state.1.abs_diff(self.goal.1))
    }
}

/// A fixed policy with an opinion and no idea of distances.
struct Opinion;

const POLICY: [f32; 4] = [0.1, 0.2, 0.3, 0.4];

impl Evaluator for Opinion {
    type State = (i16, i16);
    type Goal = ();

    fn evaluate(&mut self, pairs: &[((i16, i16), ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        out.clear(4);
        for _ in pairs {
            out.log_policy.extend(POLICY.map(f32::ln));
            out.q.extend([0.0; 4]);
            out.distance.push(0.0);
            out.success.push(1.0);
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn a_star_with_a_true_bound_finds_shortest_ways(side in 2..9_i16, seed: u64) {
        let wall = |place: i16| {
            let mix = (seed ^ place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
            place > 0 && place + 1 < side * side && mix.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 60 < 5
        };
        let problem = Walled { side, walls: (0..side * side).map(wall).collect(), goal: (side - 1, side - 1) };
        let settings = BestFirstSettings { batch: 1, ..BestFirstSettings::by(Cost::AStar { weight: 1.0 }) };
        let (found, _) = run(&problem, (0, 0), settings, &mut Opinion, 1000);
        match (found, problem.shortest()) {
            (Found::Way(line), Some(shortest)) => prop_assert_eq!(line.len(), shortest),
            (Found::Nothing, None) => {}
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn levin_search_keeps_its_promise(side in 2..6_i16) {
        let places = usize::from(side.unsigned_abs()).pow(2);
        let problem = Walled { side, walls: vec![false; places], goal: (side - 1, side - 1) };
        let settings = BestFirstSettings { batch: 1, ..BestFirstSettings::by(Cost::Levin) };
        let (found, judged) = run(&problem, (0, 0), settings, &mut Opinion, 1000);
        let Found::Way(line) = found else { panic!("{found:?}") };
        let probability: f32 = line.iter().map(|action| POLICY[action.index()]).product();
        // Theorem 3 of Orseau et al. 2018: at most depth / probability states are opened.
        prop_assert!(judged as f32 <= line.len() as f32 / probability);
    }
}

#[test]
fn a_prefiltered_beam_trusts_the_distance_where_the_policy_is_wrong() {
    let side = 8;
    let problem = Walled { side, walls: vec![false; 64], goal: (7, 7) };
    let narrow = BeamSettings { width: 2, max_depth: 30, ..BeamSettings::default() };
    let solve = |settings: BeamSettings| {
        let mut limit = SearchLimit { judged: 10_000, stop: &mut |_| false };
        BeamSearch::new(&problem, (0, 0), settings).run(&mut Opinion, &mut limit).unwrap()
    };
    let both = BeamSettings { prefilter: 4.0, policy: 0.0, distance: 1.0, ..narrow };
    let Found::Way(line) = solve(both).found else { panic!("the bound leads there") };
    assert_eq!(line.len(), 14);
    // The policy alone goes back and forth in its corner until nothing new is left.
    assert_eq!(solve(BeamSettings { width: 1, ..narrow }).found, Found::Nothing);
}
