//! Random games: pieces dropped one after another, more or less carefully, or taken back.

use rand::{Rng, RngExt};

use crate::game::{ActionId, Actions, Board, Orientation, Piece, Size};

/// Draws for one piece before a game counts as stuck.
const DRAWS_A_PIECE: u32 = 64;

/// A random game and where it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    /// The last board.
    pub board: Board,
    /// The placements.
    pub way: Vec<ActionId>,
    /// Rows that vanished.
    pub cleared: u32,
}

/// How a random game is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkStyle {
    /// Pieces to place.
    pub pieces: u32,
    /// Random placements among which the tidiest is taken; 1 plays blindly.
    pub care: u32,
    /// Whether rows may vanish.
    pub may_clear: bool,
    /// Rows that the stack may have after each piece.
    pub roof: u8,
}

/// Plays a random game from the empty board; `None` if it gets stuck.
pub(super) fn random_walk(size: Size, style: WalkStyle, rng: &mut impl Rng) -> Option<Walk> {
    let mut walk =
        Walk { board: Board::empty(size), way: Vec::with_capacity(style.pieces as usize), cleared: 0 };
    for _ in 0..style.pieces {
        let mut best: Option<(u32, ActionId, Board, u32)> = None;
        let mut found = 0;
        for _ in 0..DRAWS_A_PIECE.max(4 * style.care) {
            let action = random_action(size, rng);
            let mut next = walk.board;
            let Ok(landing) = next.play_action(action) else { continue };
            let cleared = landing.cleared.count();
            if (cleared > 0 && !style.may_clear) || next.stack_height() > usize::from(style.roof) {
                continue;
            }
            let mess = untidiness(&next);
            if best.as_ref().is_none_or(|(least, ..)| mess < *least) {
                best = Some((mess, action, next, cleared));
            }
            found += 1;
            if found == style.care {
                break;
            }
        }
        let (_, action, next, cleared) = best?;
        walk.board = next;
        walk.way.push(action);
        walk.cleared += cleared;
    }
    Some(walk)
}

/// Random reverse moves from a board, and the placements that lead back; `None` if a board has no predecessor.
pub(super) fn walk_backwards(
    target: &Board,
    steps: u32,
    rng: &mut impl Rng,
) -> Option<(Board, Vec<ActionId>)> {
    let mut board = *target;
    let mut way = Vec::with_capacity(steps as usize);
    for _ in 0..steps {
        // Reservoir sampling: every predecessor has equal chances without listing them.
        let (mut seen, mut chosen) = (0_u32, None);
        board.for_each_predecessor(4, |predecessor| {
            seen += 1;
            if rng.random_range(0..seen) == 0 {
                chosen = Some((predecessor.board, predecessor.action));
            }
        });
        let (before, action) = chosen?;
        board = before;
        way.push(action);
    }
    way.reverse();
    Some((board, way))
}

/// A piece, then one of its orientations, then a column, each with equal chances.
fn random_action(size: Size, rng: &mut impl Rng) -> ActionId {
    let piece = Piece::ALL[rng.random_range(0..Piece::ALL.len())];
    let turns = Orientation::all().filter(|orientation| orientation.piece() == piece).count();
    let orientation = Orientation::of(piece, rng.random_range(0..turns as u8))
        .expect("invariant: rotations of a piece are numbered from 0");
    let range = Actions::of_width(size.width()).of_orientation(orientation);
    ActionId(rng.random_range(range) as u16)
}

/// Covered holes count most, then unevenness, then height: what a careful player avoids.
fn untidiness(board: &Board) -> u32 {
    let heights = board.heights();
    let covered: u32 = heights.iter().map(|height| u32::from(*height)).sum();
    let steps: u32 = heights.windows(2).map(|pair| u32::from(pair[0].abs_diff(pair[1]))).sum();
    4 * (covered - board.cells()) + steps + covered
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn a_walk_replays_to_its_board_and_keeps_to_its_style() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for care in [1, 8, 32] {
            for may_clear in [false, true] {
                let style = WalkStyle { pieces: 12, care, may_clear, roof: 18 };
                let walk = random_walk(Size::STANDARD, style, &mut rng).unwrap();
                let mut board = Board::empty(Size::STANDARD);
                let mut cleared = 0;
                for action in &walk.way {
                    cleared += board.play_action(*action).unwrap().cleared.count();
                }
                assert_eq!((board, cleared), (walk.board, walk.cleared));
                assert_eq!(walk.way.len(), 12);
                assert!(may_clear || cleared == 0);
                assert!(walk.board.stack_height() <= 18);
            }
        }
    }
}
