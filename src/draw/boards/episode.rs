//! Pictures of state and goal for people.

use std::fmt::Write;

use super::board_image;
use crate::draw::surface::Canvas;
use crate::game::Board;

const RIGHT: &str = "\x1b[32m";
const SURPLUS: &str = "\x1b[31m";
const MISSING: &str = "\x1b[33m";
const PLAIN: &str = "\x1b[0m";

/// State and goal side by side in text, `#` filled and `.` empty, from two rows above both stacks downwards.
///
/// In colour, cells of the state that the goal has too are green, those it has not are red, and cells of the goal
/// that the state lacks are yellow.
pub fn ansi(state: &Board, goal: &Board, colour: bool) -> String {
    let width = usize::from(state.width());
    let rows = (state.stack_height().max(goal.stack_height()) + 2).min(usize::from(state.height()));
    let border = format!("+{}+", "-".repeat(width));
    let mut text = format!("{:<1$}  goal\n", "state", width + 2);
    for row in (0..rows).rev() {
        for (board, other, wrong) in [(state, goal, SURPLUS), (goal, state, MISSING)] {
            text.push('|');
            for column in 0..width {
                let paint = match (board.is_filled(row, column), other.is_filled(row, column)) {
                    (false, _) => None,
                    (true, true) => Some(RIGHT),
                    (true, false) => Some(wrong),
                };
                match paint {
                    None => text.push('.'),
                    Some(paint) if colour => {
                        // Writing to a string cannot fail.
                        let _ = write!(text, "{paint}#{PLAIN}");
                    }
                    Some(_) => text.push('#'),
                }
            }
            text.push_str(if std::ptr::eq(board, state) { "|  " } else { "|\n" });
        }
    }
    text + &border + "  " + &border + "\n"
}

/// The state as pixels, `[height * cell, width * cell, 3]` bytes, with the goal as an outline.
pub fn rgb(state: &Board, goal: &Board, cell: usize) -> Canvas {
    board_image(state, Some(goal), cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    fn boards() -> (Board, Board) {
        let size = Size::new(4, 6).unwrap();
        (Board::from_rows(size, [0b0011]), Board::from_rows(size, [0b0110, 0b0100]))
    }

    #[test]
    fn state_and_goal_stand_side_by_side() {
        let (state, goal) = boards();
        let expected = "\
state   goal
|....|  |....|
|....|  |....|
|....|  |..#.|
|##..|  |.##.|
+----+  +----+
";
        assert_eq!(ansi(&state, &goal, false), expected);
    }

    #[test]
    fn colours_tell_right_cells_from_wrong_ones() {
        let (state, goal) = boards();
        let text = ansi(&state, &goal, true);
        let lowest = text.lines().rev().nth(1).unwrap();
        assert_eq!(lowest, "|\x1b[31m#\x1b[0m\x1b[32m#\x1b[0m..|  |.\x1b[32m#\x1b[0m\x1b[33m#\x1b[0m.|");
    }

    #[test]
    fn pixels_show_the_state_and_outline_the_goal() {
        let (state, goal) = boards();
        let picture = rgb(&state, &goal, 5);
        assert_eq!((picture.width(), picture.height(), picture.bytes().len()), (20, 30, 20 * 30 * 3));
        assert_ne!(picture, rgb(&goal, &goal, 5));
    }
}
