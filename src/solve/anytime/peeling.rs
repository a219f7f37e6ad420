//! The peeling steps of the constructive solver as the moves of a planning problem.
//!
//! A move leads from a board to a waypoint below it and costs the lines that it un-clears; the puzzle is won at the
//! empty board, or at one that a known way builds. The estimate of the lines still needed is the value of a board, and
//! a move is the more probable beforehand the fewer lines it and what it leaves need together.

use rustc_hash::FxHashMap;
use tetreach_agents::{Action, Candidate, Judgement, Moves, Outcome, PlanningProblem, Successor};

use crate::game::{ActionId, Board, Solution};
use crate::solve::construct::{KnownWays, LocalSearch, Waypoint, WaypointSettings, neighbours};
use crate::solve::estimate::LinesAhead;
use crate::solve::{Deadline, Position, lower_bound};

/// The number of lines by which a move must need more than another to be 1/e, about a third, as probable.
const TEMPERATURE: f32 = 0.5;

/// The puzzle of peeling a board under a cap on the lines, with the steps of all boards that were looked at.
#[derive(Debug)]
pub(super) struct Peeling<'a> {
    pub settings: WaypointSettings,
    estimate: &'a dyn LinesAhead,
    local: LocalSearch,
    known: FxHashMap<Board, Steps>,
    ways: KnownWays,
}

/// What is known of the steps from a board; a move is the place of a step among them.
#[derive(Debug, Default)]
struct Steps {
    /// Whether the local search has added its own.
    is_searched: bool,
    steps: Vec<Waypoint>,
}

impl<'a> Peeling<'a> {
    pub fn new(settings: WaypointSettings, estimate: &'a dyn LinesAhead) -> Self {
        let (local, known, ways) = Default::default();
        Self { settings, estimate, local, known, ways }
    }

    /// From now on searches for steps end at this moment.
    pub fn end_at(&mut self, deadline: Deadline) {
        self.local.end_at(deadline);
    }

    /// Forgets all steps and ways.
    pub fn clear(&mut self) {
        self.known.clear();
        self.ways.clear();
    }

    /// Takes a way from elsewhere: its placements, in reverse, are steps of its boards too, and whoever meets one of
    /// its boards with lines to spare has won.
    ///
    /// Moves change their meaning for no one: a board that has steps keeps them in their order.
    pub fn learn(&mut self, solution: &Solution) {
        self.ways.learn(solution);
        for (step, (board, next)) in
            solution.steps().iter().zip(solution.boards().zip(solution.boards().skip(1)))
        {
            let lines = step.cleared().count() as usize;
            let steps = &mut self.known.entry(next).or_default().steps;
            if steps.iter().all(|known| known.board != board || known.lines > lines) {
                let ahead = self.estimate.lines(&board);
                steps.push(Waypoint { board, lines, ahead, plan: vec![step.action] });
            }
        }
    }

    /// Looks for the steps from a board, unless that was done before; returns how many boards it generated for it.
    pub fn search(&mut self, board: &Board) -> u64 {
        let before = self.local.generated();
        let known = self.known.entry(*board).or_default();
        if !known.is_searched {
            known.is_searched = true;
            known.steps.extend(neighbours(board, &self.settings, self.estimate, &mut self.local));
        }
        self.local.generated() - before
    }

    /// The placements, in playing order, of a line of moves that begins at `board` and ends where the puzzle is won.
    pub fn placements(&self, mut board: Board, line: &[Action]) -> Vec<ActionId> {
        let mut plans = Vec::new();
        for &action in line {
            let step = self.step_of(&board, action);
            plans.push(step.plan.as_slice());
            board = step.board;
        }
        let rest = self.ways.placements(&board).iter();
        rest.chain(plans.into_iter().rev().flatten()).copied().collect()
    }

    fn step_of(&self, board: &Board, action: Action) -> &Waypoint {
        &self.known[board].steps[action.index()]
    }
}

impl PlanningProblem for Peeling<'_> {
    type State = Position;
    type Seen = Board;
    type Goal = ();

    fn question(&self, position: &Position) -> (Board, ()) {
        (position.board, ())
    }

    /// Judges by what [`Peeling::search`] has found out, which must have been called before.
    fn judge(&self, position: &Position, _: &Judgement<'_>, moves: &mut Moves) -> f32 {
        for (place, step) in self.known[&position.board].steps.iter().enumerate() {
            let q = -(step.lines as f32 + step.ahead);
            moves.push(Candidate { action: Action(place as u16), log_prior: q / TEMPERATURE, q });
        }
        moves.normalize();
        -self.estimate.lines(&position.board)
    }

    fn step(&self, position: &Position, action: Action) -> Option<Successor<Position>> {
        let step = self.step_of(&position.board, action);
        let lines = position.lines.checked_sub(step.lines as u32)?;
        let fits = lower_bound(&step.board).cleared <= lines;
        let state = Position { board: step.board, lines };
        fits.then(|| Successor { state, reward: -(step.lines as f32) })
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let built = self.ways.lines(&position.board).is_some_and(|lines| lines <= position.lines);
        built.then_some(Outcome::Won)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::reach::Target;
    use crate::solve::estimate::EstimateKind;
    use crate::solve::{Budget, Construct, Request, Solver, Verdict};

    const NOTHING: Judgement<'_> = Judgement { log_policy: &[], q: &[], success: 0.0, distance: None };

    fn board() -> Board {
        Board::from_rows(Size::STANDARD, [0b11_0011_0011, 0b01_0110_0010])
    }

    fn peeling() -> Peeling<'static> {
        Peeling::new(WaypointSettings::NARROW, EstimateKind::Hand.for_width(10))
    }

    #[test]
    fn steps_share_all_probability_and_shorter_ones_have_more() {
        let mut peeling = peeling();
        assert!(peeling.search(&board()) > 0);
        assert_eq!(peeling.search(&board()), 0, "once is enough");
        let mut moves = Moves::default();
        let value = peeling.judge(&Position { board: board(), lines: 9 }, &NOTHING, &mut moves);
        assert!(value < 0.0 && moves.len() > 1);
        let total: f32 = moves.log_priors().iter().map(|log| log.exp()).sum();
        assert!((total - 1.0).abs() < 1e-5, "{total}");
        let best = |numbers: &[f32]| (0..moves.len()).max_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
        assert_eq!(best(moves.log_priors()), best(moves.qs()));
    }

    #[test]
    fn moves_that_exceed_the_cap_are_refuted() {
        let mut peeling = peeling();
        peeling.search(&board());
        let count = peeling.known[&board()].steps.len();
        let mut refuted = 0;
        for place in 0..count {
            let (action, lines) = (Action(place as u16), peeling.known[&board()].steps[place].lines as u32);
            let exact = peeling.step(&Position { board: board(), lines }, action);
            let rest = peeling.known[&board()].steps[place].board;
            assert_eq!(exact.is_some(), lower_bound(&rest).cleared == 0);
            refuted += usize::from(exact.is_none());
            let wide = peeling.step(&Position { board: board(), lines: lines + 50 }, action).unwrap();
            assert_eq!((wide.state.lines, wide.reward), (50, -(lines as f32)));
        }
        assert!(refuted > 0);
    }

    #[test]
    fn a_way_that_was_learned_can_be_walked_back_and_its_boards_are_won() {
        let target = board();
        let request = Request::new(Target::new(target).unwrap(), Budget::default());
        let Verdict::Solved(solution) = Construct::default().solve(&request).verdict else {
            panic!("construct answers every board of two rows");
        };
        let mut peeling = peeling();
        peeling.learn(&solution);
        let way: Vec<ActionId> = solution.actions().collect();
        assert_eq!(peeling.placements(target, &vec![Action(0); way.len()]), way);
        assert_eq!(peeling.placements(target, &[Action(0)]), way, "the rest is known");
        let lines = solution.cleared();
        assert_eq!(peeling.outcome(&Position { board: target, lines }), Some(Outcome::Won));
        assert_eq!(peeling.outcome(&Position { board: target, lines: lines - 1 }), None);
    }
}
