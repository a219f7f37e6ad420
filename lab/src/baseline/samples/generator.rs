//! One sample: a random walk back from the target, or a random game from the empty board.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::raw_reverse::StepsBack;
use super::recipe::Recipe;
use tetreach::game::{ActionId, Actions, Board, Piece};

/// The label of a forward sample before its moves are taken off.
const FORWARD_LABEL: u32 = 100;

/// A board and how far from the target it is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardSample {
    /// The board.
    pub board: Board,
    /// Steps back from the target, or 100 less the moves from the empty board.
    pub score: u32,
}

/// The sample with this number.
pub fn make_sample(recipe: &Recipe, index: u64) -> BoardSample {
    walk(recipe, index, |_, _, _| ())
}

/// The sample with this number; every step back is shown as board after it, board before it and whether it was drawn
/// from the line steps.
pub(super) fn walk(recipe: &Recipe, index: u64, watch: impl FnMut(&Board, &Board, bool)) -> BoardSample {
    // A separate stream for each sample: Weyl's sequence keeps neighbours apart.
    let seed = recipe.seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    if recipe.forward_share > 0.0 && random.random_bool(recipe.forward_share) {
        forward(recipe, &mut random)
    } else {
        backward(recipe, &mut random, watch)
    }
}

fn backward(
    recipe: &Recipe,
    random: &mut Pcg64Mcg,
    mut watch: impl FnMut(&Board, &Board, bool),
) -> BoardSample {
    let wanted = random.random_range(1..=recipe.depth);
    let (mut board, mut steps) = (recipe.target, StepsBack::default());
    let mut done = 0;
    while done < wanted {
        steps.fill(&board, &recipe.faults);
        let wants_line = random.random_bool(recipe.line_chance);
        let (first, second) = if wants_line {
            (&steps.line_steps, &steps.removals)
        } else {
            (&steps.removals, &steps.line_steps)
        };
        let may_change = wants_line || !recipe.faults.early_stop;
        let chosen = match (first.is_empty(), second.is_empty()) {
            (false, _) => first,
            (true, false) if may_change => second,
            _ => break,
        };
        let before = chosen[random.random_range(0..chosen.len())].before(&board);
        watch(&board, &before, std::ptr::eq(chosen, &steps.line_steps));
        board = before;
        done += 1;
    }
    BoardSample { board, score: done }
}

fn forward(recipe: &Recipe, random: &mut Pcg64Mcg) -> BoardSample {
    let wanted = random.random_range(1..=recipe.depth);
    let mut board = Board::empty(recipe.target.size());
    let (mut done, mut moves) = (0, Vec::new());
    while done < wanted {
        moves.clear();
        for action in board.legal_actions() {
            moves.push(action);
            moves.extend((recipe.faults.doubled_turns && is_doubled(&board, action)).then_some(action));
        }
        if moves.is_empty() {
            break;
        }
        let action = moves[random.random_range(0..moves.len())];
        if recipe.faults.forward_lines_stay {
            board.pile_action(action).expect("invariant: the action is legal");
        } else {
            board.play_action(action).expect("invariant: the action is legal");
        }
        done += 1;
    }
    BoardSample { board, score: FORWARD_LABEL - done }
}

/// Whether the thesis has the action twice: S and Z have two distinct turns of its four.
pub(in crate::baseline) fn is_doubled(board: &Board, action: ActionId) -> bool {
    let placement = Actions::of_width(board.width()).placement(action);
    placement.is_some_and(|placement| matches!(placement.orientation.piece(), Piece::S | Piece::Z))
}
