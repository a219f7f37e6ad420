//! Whether the conditions on a window can be met.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, lbool};

use super::Precedence;
use super::formula::{Before, Formula, Literal};
use super::part::PiecePart;
use super::precedence::to_solver;
use super::refutation::WindowRefutation;
use super::window::StackWindow;
use crate::solve::Meter;

/// What is known of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WindowDecision {
    /// Its conditions can be met by these parts of pieces, given in an order in which they land.
    ///
    /// The order is `None` in the rare case that two pieces would have to land at once, which the conditions do not
    /// exclude where each completes a line that the other must not find gone.
    Possible(Option<Vec<PiecePart>>),
    /// They cannot, for this reason if it was to be kept.
    Impossible(Option<WindowRefutation>),
    /// The effort or the meter ended first.
    Undecided,
}

/// Decides a window with at most `effort` decisions of the SAT solver, each of which the meter counts as a node.
pub fn decide(
    window: &StackWindow,
    effort: u64,
    keeps_refutation: bool,
    meter: &mut Meter,
) -> WindowDecision {
    let Some(formula) = Formula::of(window, || meter.is_spent()) else { return WindowDecision::Undecided };
    let refuted =
        |refutation: WindowRefutation| WindowDecision::Impossible(keeps_refutation.then_some(refutation));
    let mut order = Precedence::new(&formula, keeps_refutation);
    let most = meter.remaining().nodes.map_or(effort, |nodes| nodes.min(effort));
    let callbacks = SolverLimit {
        meter,
        most,
        asked: Cell::new(0),
        is_over: Cell::new(false),
        learned: keeps_refutation.then(Vec::new),
    };
    let mut solver = Solver::new(Default::default(), callbacks);
    let outcome = solve(&mut solver, &formula, &mut order);
    let decision = match outcome {
        Some(true) => {
            let value = |literal: Literal| solver.value_lit(to_solver(literal)) == lbool::TRUE;
            let chosen = (0..formula.parts.len()).filter(|&part| value(Literal(2 * part as u32)));
            let parts: Vec<&PiecePart> = chosen.map(|part| &formula.parts[part]).collect();
            WindowDecision::Possible(in_order(window, &parts, &order.steps(value)))
        }
        Some(false) => {
            let learned = solver.cb_mut().learned.take().unwrap_or_default();
            refuted(WindowRefutation { lemmas: order.lemmas.take().unwrap_or_default(), learned })
        }
        None => WindowDecision::Undecided,
    };
    let asked = solver.cb().asked.get();
    drop(solver);
    meter.count(asked);
    decision
}

/// Whether the formula can be met; `None` if the callbacks end the search.
fn solve(
    solver: &mut Solver<SolverLimit<'_>>,
    formula: &Formula,
    order: &mut Precedence<'_>,
) -> Option<bool> {
    for _ in 0..formula.variables {
        solver.new_var_default();
    }
    let mut literals = Vec::new();
    for (index, clause) in formula.clauses.iter().enumerate() {
        if index % 4096 == 0 && solver.cb().meter.is_spent() {
            return None;
        }
        literals.clear();
        literals.extend(clause.iter().map(|&literal| to_solver(literal)));
        if !solver.add_clause_reuse(&mut literals) {
            return Some(false);
        }
    }
    let answer = solver.solve_limited_th(order, &[]);
    if answer == lbool::UNDEF { None } else { Some(answer == lbool::TRUE) }
}

/// Ends the solver when its decisions or the meter's budget are spent, and keeps what it learned.
struct SolverLimit<'m> {
    meter: &'m Meter,
    most: u64,
    asked: Cell<u64>,
    is_over: Cell<bool>,
    learned: Option<Vec<Vec<Literal>>>,
}

/// Decisions between two looks at the clock.
const LOOK: u64 = 32;

impl Callbacks for SolverLimit<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if let (Some(learned), ClauseKind::Learnt | ClauseKind::Theory) = (&mut self.learned, kind) {
            learned.push(clause.iter().map(|literal| Literal(literal.idx())).collect());
        }
    }

    fn stop(&self) -> bool {
        let asked = self.asked.get() + 1;
        self.asked.set(asked);
        if asked >= self.most || asked.is_multiple_of(LOOK) && self.meter.is_spent() {
            self.is_over.set(true);
        }
        // Asked again after it has ended a search, it must not let it begin again.
        self.is_over.get()
    }
}

/// The parts in an order that keeps all steps; `None` if two of them would have to land at once.
fn in_order(window: &StackWindow, parts: &[&PiecePart], steps: &[Before]) -> Option<Vec<PiecePart>> {
    let mut numbers = vec![vec![usize::MAX; window.width()]; window.rows().len()];
    let mut count = 0;
    for (row, numbers) in numbers.iter_mut().enumerate() {
        for (column, number) in numbers.iter_mut().enumerate() {
            if window.is_filled(row, column) {
                *number = count;
                count += 1;
            }
        }
    }
    let number = |part: &PiecePart| numbers[usize::from(part.cells[0].0)][usize::from(part.cells[0].1)];
    let things =
        steps.iter().map(|step| 1 + usize::from(step.from.max(step.to))).max().unwrap_or(0).max(count);
    let mut later = vec![Vec::new(); things];
    for step in steps {
        later[usize::from(step.from)].push(usize::from(step.to));
    }
    // Whether each thing comes after the first cell of each part, or at the same time.
    let reached: Vec<Vec<bool>> = parts.iter().map(|part| reached_from(number(part), &later)).collect();
    let comes_after = |one: usize, other: usize| reached[other][number(parts[one])];
    let mut left: Vec<usize> = (0..parts.len()).collect();
    let mut order = Vec::with_capacity(parts.len());
    while !left.is_empty() {
        let first = left
            .iter()
            .position(|&part| left.iter().all(|&other| other == part || !comes_after(part, other)))?;
        order.push(parts[left.swap_remove(first)].clone());
    }
    Some(order)
}

/// The things to which steps lead from one of them.
fn reached_from(start: usize, later: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; later.len()];
    let mut open = vec![start];
    while let Some(thing) = open.pop() {
        if !std::mem::replace(&mut reached[thing], true) {
            open.extend(&later[thing]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Size};
    use crate::solve::{Budget, Cancel};

    fn decision(rows: &[u16], first: usize, lines: &[u8]) -> WindowDecision {
        let board = Board::from_rows(Size::STANDARD, rows.iter().copied());
        let mut meter = Meter::start(Budget::default(), Cancel::default());
        decide(&StackWindow::around(&board, first, lines), 10_000, true, &mut meter)
    }

    #[test]
    fn one_line_is_not_enough_between_two_rows_without_contact() {
        let rows = [0b1, 0b100];
        // Without any line the upper cell may belong to a piece that hangs from above the window.
        for (lines, is_possible) in [(0, true), (1, false)] {
            let decision = decision(&rows, 1, &[lines]);
            assert_eq!(matches!(decision, WindowDecision::Possible(_)), is_possible, "{lines} {decision:?}");
        }
    }

    #[test]
    fn a_refutation_is_accepted_by_the_check_for_its_window_only() {
        let rows = [0b1, 0b100];
        let WindowDecision::Impossible(Some(refutation)) = decision(&rows, 1, &[1]) else {
            panic!("one line is not enough")
        };
        let board = Board::from_rows(Size::STANDARD, rows);
        let formula = |lines: u8| Formula::of(&StackWindow::around(&board, 1, &[lines]), || false).unwrap();
        assert_eq!(refutation.check(&formula(1)), Ok(()));
        assert!(refutation.check(&formula(2)).is_err());
    }

    #[test]
    fn a_spent_meter_decides_nothing() {
        let board = Board::from_rows(Size::STANDARD, [0b1, 0b100]);
        let mut meter = Meter::start(Budget::nodes(0), Cancel::default());
        let window = StackWindow::around(&board, 1, &[1]);
        assert_eq!(decide(&window, 1000, false, &mut meter), WindowDecision::Undecided);
    }
}
