//! Refutes numbers of vanished lines, from the fewest up, until one is a way.

use rustc_hash::FxHashMap;

use super::decision::{WindowDecision, decide};
use super::part::PiecePart;
use super::shares::LineShares;
use super::window::StackWindow;
use super::witness::{RefutedWindow, Witness};
use crate::game::{ActionId, Actions, Board, Orientation, Placement, Solution};
use crate::solve::Meter;
use crate::solve::bound::{lower_bound, next_possible};

/// Decisions for each window at first; every round in which nothing is refuted doubles them.
const FIRST_EFFORT: u64 = 500;
/// Lines of one gap with which windows are not looked at any more: there is room for anything between them.
const MANY_LINES: u8 = 8;
/// Windows with more cells are not looked at: to write down their conditions alone would take tenths of a second.
const MANY_CELLS: u32 = 220;

/// A growing proof that every way to a board clears many lines.
///
/// It takes a share of the fewest lines that are not refuted, and looks for a window in which that share is
/// impossible, the small ones first. What is impossible there rules out many shares at once. If even the whole stack
/// is possible, it is a way.
///
/// ```
/// use tetreach::game::{Board, Size};
/// use tetreach::solve::bound::unfolded::Prover;
/// use tetreach::solve::{Budget, Cancel, Meter, lower_bound};
///
/// let board = Board::from_rows(Size::STANDARD, [0b1001, 0b1001]);
/// let mut prover = Prover::new(&board);
/// let mut meter = Meter::start(Budget::nodes(100_000), Cancel::default());
/// let way = prover.prove(u32::MAX, &mut meter).expect("it is a small board");
/// assert_eq!(way.cleared(), prover.lines());
/// assert!(prover.lines() >= lower_bound(&board).cleared);
/// ```
#[derive(Clone, Debug)]
pub struct Prover {
    target: Board,
    shares: LineShares,
    known: FxHashMap<(usize, Vec<u8>), WindowState>,
    effort: u64,
    lines: u32,
    /// The refuted windows with their refutations, if they are kept.
    refuted: Option<Vec<RefutedWindow>>,
    /// Whether a share was found that is possible in all windows, and yet is no way under this ceiling.
    is_stuck: bool,
}

/// What was found out about a window, and with how much effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowState {
    Possible,
    Undecided(u64),
}

/// What came of a look at all windows of one share.
enum ShareOutcome {
    Refuted,
    Way(Box<Solution>),
    Undecided,
    /// All windows are possible, without a way.
    Possible,
    Spent,
}

impl Prover {
    /// A proof that begins with what [`lower_bound`] knows of the board.
    pub fn new(target: &Board) -> Self {
        let mut prover = Self::from_nothing(target);
        prover.lines = lower_bound(target).cleared;
        prover.refuted = None;
        prover
    }

    /// A proof that begins with nothing and keeps its refutations for a [`Witness`].
    pub fn from_nothing(target: &Board) -> Self {
        let gaps = target.stack_height() + 1;
        Self {
            target: *target,
            shares: LineShares::new(gaps, super::shares::MOST_LINES),
            known: FxHashMap::default(),
            effort: FIRST_EFFORT,
            lines: next_possible(target, 0),
            refuted: Some(Vec::new()),
            is_stuck: false,
        }
    }

    /// Takes over what was proved elsewhere: no way clears fewer lines than this.
    pub fn know(&mut self, lines: u32) {
        if lines > self.lines {
            (self.lines, self.effort, self.is_stuck) = (lines, FIRST_EFFORT, false);
        }
    }

    /// No way clears fewer lines than this.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// Whether more effort will prove no more.
    pub fn is_stuck(&self) -> bool {
        self.is_stuck
    }

    /// What was refuted, if the refutations are kept.
    pub fn witness(&self) -> Option<Witness> {
        Some(Witness { lines: self.lines, windows: self.refuted.clone()? })
    }

    /// Goes on until at least `wanted` lines are proved, a way with the lines proved is found, or the meter is spent.
    ///
    /// A way that it returns is a shortest one.
    pub fn prove(&mut self, wanted: u32, meter: &mut Meter) -> Option<Solution> {
        while !self.is_stuck && !meter.is_spent() {
            let whole = |lines: u32| next_possible(&self.target, lines) == lines;
            let Some(lines) = self.shares.least(self.lines, whole) else {
                self.is_stuck = true;
                break;
            };
            if lines > self.lines {
                (self.lines, self.effort) = (lines, FIRST_EFFORT);
            }
            if self.lines >= wanted {
                break;
            }
            let share = self.shares.with_total(lines)?;
            match self.look(&share, meter) {
                ShareOutcome::Refuted => {}
                ShareOutcome::Way(solution) => return Some(*solution),
                ShareOutcome::Undecided => self.effort = self.effort.saturating_mul(2),
                ShareOutcome::Possible => self.is_stuck = true,
                ShareOutcome::Spent => break,
            }
        }
        None
    }

    /// Looks at all windows of a share, and refutes what is impossible in the smallest of them.
    fn look(&mut self, share: &[u8], meter: &mut Meter) -> ShareOutcome {
        let mut all_decided = true;
        for length in 1..=share.len() {
            let mut any_refuted = false;
            for first in 0..=share.len() - length {
                let lines = &share[first..first + length];
                if lines.iter().any(|&lines| lines >= MANY_LINES) {
                    continue;
                }
                let window = StackWindow::around(&self.target, first, lines);
                if window.cells() > MANY_CELLS {
                    continue;
                }
                let is_whole = length == share.len();
                match self.known.get(&(first, lines.to_vec())) {
                    Some(WindowState::Possible) => continue,
                    Some(WindowState::Undecided(effort)) if *effort >= self.effort => {
                        all_decided = false;
                        continue;
                    }
                    _ => {}
                }
                if meter.is_spent() {
                    return ShareOutcome::Spent;
                }
                match decide(&window, self.effort, self.refuted.is_some(), meter) {
                    WindowDecision::Impossible(refutation) => {
                        any_refuted = true;
                        self.shares.refute(first, lines);
                        if let (Some(refuted), Some(refutation)) = (&mut self.refuted, refutation) {
                            refuted.push(RefutedWindow { first, lines: lines.to_vec(), refutation });
                        }
                    }
                    WindowDecision::Possible(order) => {
                        self.known.insert((first, lines.to_vec()), WindowState::Possible);
                        if let Some(order) = order.filter(|_| is_whole)
                            && let Some(solution) = replayed(&self.target, &order)
                        {
                            return ShareOutcome::Way(Box::new(solution));
                        }
                    }
                    WindowDecision::Undecided if meter.is_spent() => return ShareOutcome::Spent,
                    WindowDecision::Undecided => {
                        all_decided = false;
                        self.known.insert((first, lines.to_vec()), WindowState::Undecided(self.effort));
                    }
                }
            }
            if any_refuted {
                return ShareOutcome::Refuted;
            }
        }
        if all_decided { ShareOutcome::Possible } else { ShareOutcome::Undecided }
    }
}

/// The way that drops whole pieces in this order, if it stays under the ceiling of the board.
fn replayed(target: &Board, order: &[PiecePart]) -> Option<Solution> {
    let actions = Actions::of_width(target.width());
    let placements = order.iter().map(|part| actions.id(placement(part)?));
    let solution = Solution::replay(target, placements.collect::<Option<Vec<ActionId>>>()?);
    solution.ok()
}

/// The orientation and column of a whole piece, whose rows may have had lines between them that vanished.
fn placement(part: &PiecePart) -> Option<Placement> {
    let mut rows: Vec<u8> = part.cells.iter().map(|cell| cell.0).collect();
    rows.dedup();
    let column = part.cells.iter().map(|cell| cell.1).min()?;
    let offset = |row: u8| rows.iter().position(|&other| other == row);
    let cells: Option<Vec<(usize, usize)>> =
        part.cells.iter().map(|&(row, at)| Some((offset(row)?, usize::from(at - column)))).collect();
    let cells = cells?;
    let orientation =
        Orientation::all().find(|orientation| orientation.shape().places().eq(cells.iter().copied()))?;
    Some(Placement { orientation, column })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::solve::{Budget, Cancel};

    fn meter(nodes: u64) -> Meter {
        Meter::start(Budget::nodes(nodes), Cancel::default())
    }

    #[test]
    fn a_sparse_board_of_four_rows_is_solved_and_proved() {
        let board = Board::from_rows(Size::STANDARD, [256, 56, 594, 564]);
        let mut prover = Prover::new(&board);
        let way = prover.prove(u32::MAX, &mut meter(10_000_000)).unwrap();
        assert_eq!((way.cleared(), prover.lines()), (6, 6));
        assert!(lower_bound(&board).cleared < 6);
    }

    #[test]
    fn the_proof_ends_where_it_is_wanted_and_goes_on_from_there() {
        let board = Board::from_rows(Size::STANDARD, [256, 56, 594, 564]);
        let mut prover = Prover::from_nothing(&board);
        assert_eq!(prover.prove(4, &mut meter(1_000_000)), None);
        assert_eq!(prover.lines(), 4);
        assert_eq!(prover.prove(6, &mut meter(10_000_000)), None);
        assert_eq!(prover.lines(), 6);
    }

    #[test]
    fn a_spent_meter_proves_nothing_new() {
        let board = Board::from_rows(Size::STANDARD, [256, 56, 594, 564]);
        let mut prover = Prover::new(&board);
        assert_eq!(prover.prove(u32::MAX, &mut meter(0)), None);
        assert_eq!(prover.lines(), lower_bound(&board).cleared);
    }
}
