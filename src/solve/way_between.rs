//! Ways from any board to a target: found backwards, or refuted by proofs.

use std::collections::HashSet;

use super::{Auto, Budget, Cancel, Meter, Request, Solver, Verdict, lower_bound};
use crate::game::{ActionId, Board};
use crate::reach::{Target, fewest_pieces, has_legal_action, may_become};

/// Seconds that the proof of a dead end may take, at most as many as the search before it.
const PROOF_SECONDS: f64 = 3.0;
/// Boards of the proof that nothing leads to the target any more.
const FORWARD_NODES: u64 = 200_000;
/// Cleared rows beyond the fewest that are tried.
const MORE_LINES: u32 = 8;

/// What is known of the way from a board to the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WayJudgement {
    /// The board is the target.
    Reached,
    /// These placements lead there.
    Reachable {
        /// The placements.
        way: Vec<ActionId>,
        /// Whether it is proved that none are fewer.
        is_shortest: bool,
    },
    /// It is proved that nothing leads there any more.
    DeadEnd {
        /// Why.
        reason: String,
    },
    /// Neither was found in time.
    Open {
        /// Fewer pieces do not do.
        at_least: u32,
    },
}

/// Looks for the shortest way from a board to a target, for as long as the budget allows, and then for a proof that
/// there is none.
///
/// From the empty board the portfolio [`Auto`] answers. From others, pieces are taken off the target until the board is
/// left, with rising numbers of cleared rows, so that the first way is a shortest one.
///
/// ```
/// use tetreach::game::Board;
/// use tetreach::solve::{Budget, Cancel, WayJudgement, way_between};
///
/// let start: Board = "####......".parse()?;
/// let target: Board = "........##".parse()?;
/// let judgement = way_between(&start, &target, Budget::seconds(5.0), &Cancel::default());
/// let WayJudgement::Reachable { way, is_shortest } = judgement else { panic!("two pieces do it") };
/// assert_eq!((way.len(), is_shortest), (2, true), "the row is completed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn way_between(board: &Board, target: &Board, budget: Budget, cancel: &Cancel) -> WayJudgement {
    if board == target {
        return WayJudgement::Reached;
    }
    let Some(least) = fewest_pieces(board, target) else {
        return dead_end("the number of cells can never fit again");
    };
    if board.is_empty() {
        return from_empty(target, budget, cancel);
    }
    if !has_legal_action(board) {
        return dead_end("no piece fits under the top any more");
    }
    let mut search = Backwards {
        start: *board,
        meter: Meter::start(budget, cancel.clone()),
        refuted: HashSet::new(),
        way: Vec::new(),
    };
    let width = u32::from(board.width());
    // Equal lines mean equal pieces, so the first number of lines with a way gives a shortest one.
    let first = (4 * least + board.cells() - target.cells()) / width;
    let mut at_least = least;
    for lines in first..=first + MORE_LINES {
        let cells = target.cells() + width * lines - board.cells();
        if !cells.is_multiple_of(4) {
            continue;
        }
        at_least = cells / 4;
        match search.find(target, lines) {
            Branch::Found => {
                return WayJudgement::Reachable { way: search.way, is_shortest: true };
            }
            Branch::Refuted => {}
            Branch::Spent => break,
        }
    }
    match exhausted(board, target, budget, cancel) {
        Some(boards) => dead_end(&format!("all {boards} boards that can follow were examined")),
        None => WayJudgement::Open { at_least },
    }
}

fn dead_end(reason: &str) -> WayJudgement {
    WayJudgement::DeadEnd { reason: reason.to_owned() }
}

/// The portfolio knows the way from the empty board.
fn from_empty(target: &Board, budget: Budget, cancel: &Cancel) -> WayJudgement {
    let checked = match Target::new(*target) {
        Ok(checked) => checked,
        Err(unreachable) => return dead_end(&unreachable.reason.to_string()),
    };
    let request = Request { cancel: cancel.clone(), ..Request::new(checked, budget) };
    let least = lower_bound(target).pieces;
    match Auto::default().solve(&request).verdict {
        Verdict::Solved(solution) => WayJudgement::Reachable {
            is_shortest: solution.pieces() == least as usize,
            way: solution.actions().collect(),
        },
        Verdict::Unreachable(reason) => dead_end(&reason.to_string()),
        Verdict::NotFound => WayJudgement::Open { at_least: least },
    }
}

/// How a branch of the backward search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    Found,
    Refuted,
    Spent,
}

/// Takes pieces off the target until the board is left.
struct Backwards {
    start: Board,
    meter: Meter,
    /// Boards with the lines that were left, from which the start cannot be reached backwards.
    refuted: HashSet<(Board, u32)>,
    /// The placements found, in playing order.
    way: Vec<ActionId>,
}

impl Backwards {
    fn find(&mut self, board: &Board, lines: u32) -> Branch {
        if lines == 0 && *board == self.start {
            return Branch::Found;
        }
        if !may_become(&self.start, board, lines) || self.refuted.contains(&(*board, lines)) {
            return Branch::Refuted;
        }
        if self.meter.is_spent() {
            return Branch::Spent;
        }
        let mut before = Vec::new();
        board.for_each_predecessor(lines.min(4) as u8, |predecessor| before.push(*predecessor));
        self.meter.count(before.len() as u64);
        before.sort_by_key(|p| (4 - p.cleared, p.board.stack_height(), p.board.cells()));
        for predecessor in before {
            match self.find(&predecessor.board, lines - u32::from(predecessor.cleared)) {
                Branch::Refuted => {}
                Branch::Found => {
                    self.way.push(predecessor.action);
                    return Branch::Found;
                }
                Branch::Spent => return Branch::Spent,
            }
        }
        self.refuted.insert((*board, lines));
        Branch::Refuted
    }
}

/// How many boards can follow, if they are few enough to be examined and the target is not among them.
fn exhausted(board: &Board, target: &Board, budget: Budget, cancel: &Cancel) -> Option<usize> {
    let seconds = budget.seconds.unwrap_or(PROOF_SECONDS).min(PROOF_SECONDS);
    let budget = Budget { nodes: Some(FORWARD_NODES), seconds: Some(seconds) };
    let mut meter = Meter::start(budget, cancel.clone());
    let mut seen = HashSet::from([*board]);
    let mut open = vec![*board];
    while let Some(board) = open.pop() {
        if meter.is_spent() {
            return None;
        }
        board.for_each_successor(|_, next, _| {
            meter.count(1);
            if seen.insert(*next) {
                open.push(*next);
            }
        });
        if seen.contains(target) {
            return None;
        }
    }
    Some(seen.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    const LONG: Budget = Budget { nodes: Some(2_000_000), seconds: Some(20.0) };

    /// On a small board every judgement agrees with the exact closure, and ways are as short as they claim.
    #[test]
    fn judgements_agree_with_the_exact_distances_of_a_small_board() {
        let size = Size::new(4, 3).unwrap();
        let target = Board::from_text(".#..\n###.", size).unwrap();
        let mut distance = std::collections::HashMap::from([(target, 0_usize)]);
        let mut open = vec![target];
        for steps in 1.. {
            let mut next = Vec::new();
            for board in &open {
                board.for_each_predecessor(4, |before| {
                    distance.entry(before.board).or_insert_with(|| {
                        next.push(before.board);
                        steps
                    });
                });
            }
            open = next;
            if open.is_empty() {
                break;
            }
        }
        let mut counts = [0, 0];
        let mut seen = HashSet::from([Board::empty(size)]);
        let mut frontier = vec![Board::empty(size)];
        while let Some(board) = frontier.pop() {
            board.for_each_successor(|_, after, _| {
                if seen.insert(*after) {
                    frontier.push(*after);
                }
            });
        }
        for board in &seen {
            match (way_between(board, &target, LONG, &Cancel::default()), distance.get(board)) {
                (WayJudgement::Reached, Some(0)) => {}
                (WayJudgement::Reachable { way, is_shortest }, Some(steps)) => {
                    assert!(way.len() == *steps || (!is_shortest && way.len() > *steps), "{board:?}");
                    let mut replayed = *board;
                    for action in way {
                        replayed.play_action(action).unwrap();
                    }
                    assert_eq!(replayed, target);
                    counts[0] += 1;
                }
                (WayJudgement::DeadEnd { .. }, None) => counts[1] += 1,
                (judgement, steps) => panic!("{board:?}: {judgement:?}, but the distance is {steps:?}"),
            }
        }
        assert!(counts[0] > 20 && counts[1] > 20, "{counts:?}");
    }

    #[test]
    fn the_way_from_the_empty_board_is_that_of_the_portfolio() {
        let target: Board = "####......".parse().unwrap();
        let WayJudgement::Reachable { way, is_shortest } =
            way_between(&Board::empty(Size::STANDARD), &target, LONG, &Cancel::default())
        else {
            panic!("one piece builds it")
        };
        assert_eq!((way.len(), is_shortest), (1, true));
    }
}
