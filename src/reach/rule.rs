//! The rule that a network must beat: what counting cells knows of the next placement, and nothing learned.

use tetreach_agents::ActionMask;

use super::distance::for_each_detour;
use crate::game::{ActionId, Actions, Board};
use crate::numbering::to_action;

/// The lowest placement that [`for_each_detour`] does not speak against, or the lowest of all if it speaks against all;
/// `None` where nothing fits.
///
/// Low is the sum of the rows of the piece's cells; of equally low placements that with the smallest number is taken.
///
/// ```
/// use tetreach::game::{Board, Size};
/// use tetreach::reach::lowest_hinted;
///
/// let goal: Board = "####......".parse()?;
/// let mut board = Board::empty(Size::STANDARD);
/// let action = lowest_hinted(&board, &goal).ok_or("nothing fits")?;
/// board.play_action(action)?;
/// assert_eq!(board, goal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lowest_hinted(state: &Board, goal: &Board) -> Option<ActionId> {
    let mut detours = ActionMask::first(0);
    for_each_detour(state, goal, |id| detours.insert(to_action(id)));
    let (actions, rows) = (Actions::of_width(state.width()), state.landing_rows());
    let height = |id: ActionId| {
        let placement = actions.placement(id).expect("invariant: legal actions have placements");
        let within: usize = placement.orientation.shape().places().map(|(row, _)| row).sum();
        4 * usize::from(rows[id.index()]) + within
    };
    state.legal_actions().min_by_key(|id| (detours.contains(to_action(*id)), height(*id), *id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    #[test]
    fn what_the_hints_speak_against_comes_last_and_the_lowest_first() {
        // Two rows of four cells: a lying I is lower than an O, and both are steps on the way.
        let goal = Board::from_rows(Size::STANDARD, [0b1111, 0b1111]);
        let mut board = Board::empty(Size::STANDARD);
        for expected in [&[0b1111][..], &[0b1111, 0b1111]] {
            board.play_action(lowest_hinted(&board, &goal).unwrap()).unwrap();
            assert_eq!(board, Board::from_rows(Size::STANDARD, expected.iter().copied()));
        }
        // Nothing is left to gain: the lowest of all placements, which lies on the floor.
        let onwards = lowest_hinted(&board, &goal).unwrap();
        assert_eq!(board.play_action(onwards).unwrap().row, 0);
        let full = Board::from_rows(Size::new(4, 4).unwrap(), [0b0111; 4]);
        let top = Board::from_rows(Size::new(4, 2).unwrap(), [0b0111, 0b0101]);
        assert!(lowest_hinted(&full, &Board::empty(full.size())).is_some(), "an I stands in the well");
        assert_eq!(lowest_hinted(&top, &Board::empty(top.size())), None);
    }
}
