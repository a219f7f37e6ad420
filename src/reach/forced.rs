//! Pieces that gaps force: cells that only one piece can fill, and what follows from filling them.

use crate::game::{Board, Orientation, Size};

/// Rows of a board and as many more as a piece may stick out.
const ROWS: usize = Size::MAX_HEIGHT as usize + 3;
type Rows = [u16; ROWS];

/// Where a piece in one orientation could come to rest, by its lowest row and leftmost column.
type Places = [u16; Size::MAX_HEIGHT as usize];

/// Fills every gap that a single piece can fill with that piece, again and again; `false` if one has none, or two want
/// the same cell.
///
/// `gaps` are missing cells of the target with nothing above them, bottom row first; those that are left when nothing
/// is forced any more stay in them. What a piece rests on is still there at the end, so the target says what is held.
/// No choice is ever tried: this is the unit propagation of exact-cover solvers, not a search.
pub(super) fn fill_forced(gaps: &mut [u16], target: &Board) -> bool {
    let mut left: Rows = [0; ROWS];
    left[..gaps.len()].copy_from_slice(gaps);
    let below = Below::of(target);
    let is_filled = loop {
        let covers = Covers::of(&left, &below);
        if covers.leave_out_any(&left) {
            break false;
        }
        match covers.place_forced(&mut left) {
            Forced::Nothing => break true,
            Forced::Placed => {}
            Forced::Clash => break false,
        }
    };
    gaps.copy_from_slice(&left[..gaps.len()]);
    is_filled
}

/// What lies directly under each row of a board; the floor is all filled.
struct Below(Rows);

impl Below {
    fn of(board: &Board) -> Self {
        let mut below = [0; ROWS];
        below[0] = u16::MAX;
        for (below, row) in below[1..].iter_mut().zip(board.filled_rows()) {
            *below = row;
        }
        Below(below)
    }
}

/// What became of the forced pieces.
enum Forced {
    Nothing,
    Placed,
    /// Two of them overlap.
    Clash,
}

/// All pieces that fit into some gaps and are held, and how many of them cover each cell.
struct Covers {
    places: [Places; Orientation::COUNT],
    /// Cells in at least one of them.
    some: Rows,
    /// Cells in at least two.
    several: Rows,
}

impl Covers {
    fn of(gaps: &Rows, below: &Below) -> Self {
        let mut covers =
            Covers { places: [Places::default(); Orientation::COUNT], some: [0; ROWS], several: [0; ROWS] };
        let Covers { places, some, several } = &mut covers;
        for (orientation, places) in Orientation::all().zip(places) {
            let shape = orientation.shape();
            for offset in 0..usize::from(shape.width) {
                let bottom = usize::from(shape.bottoms[offset]);
                for (place, below) in places.iter_mut().zip(&below.0[bottom..]) {
                    *place |= below >> offset;
                }
            }
            for (row, column) in shape.places() {
                for (place, gaps) in places.iter_mut().zip(&gaps[row..]) {
                    *place &= gaps >> column;
                }
            }
            for (row, column) in shape.places() {
                let counts = some[row..].iter_mut().zip(&mut several[row..]);
                for (place, (some, several)) in places.iter().zip(counts) {
                    let covered = place << column;
                    *several |= *some & covered;
                    *some |= covered;
                }
            }
        }
        covers
    }

    /// Whether some gap is in none of the pieces.
    fn leave_out_any(&self, gaps: &Rows) -> bool {
        gaps.iter().zip(&self.some).fold(0, |left_out, (gaps, some)| left_out | gaps & !some) != 0
    }

    /// Takes the cells of all pieces with a cell that no other covers out of the gaps.
    fn place_forced(&self, gaps: &mut Rows) -> Forced {
        let mut single: Rows = [0; ROWS];
        for (single, (some, several)) in single.iter_mut().zip(self.some.iter().zip(&self.several)) {
            *single = some & !several;
        }
        let mut forced = Forced::Nothing;
        for (orientation, places) in Orientation::all().zip(&self.places) {
            let shape = orientation.shape();
            for (row, place) in places.iter().enumerate().filter(|(_, place)| **place != 0) {
                let mut wanted = shape
                    .places()
                    .fold(0, |wanted, (up, column)| wanted | (single[row + up] >> column & place));
                while wanted != 0 {
                    let first = wanted.trailing_zeros() as usize;
                    wanted &= wanted - 1;
                    for (up, column) in shape.places() {
                        let cell = 1 << (first + column);
                        if gaps[row + up] & cell == 0 {
                            return Forced::Clash;
                        }
                        gaps[row + up] ^= cell;
                    }
                    forced = Forced::Placed;
                }
            }
        }
        forced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of the gaps between nothing and a board, if nothing stands against filling them.
    fn left(rows: &[u16]) -> Option<Vec<u16>> {
        let target = Board::from_rows(Size::STANDARD, rows.iter().copied());
        let mut gaps = rows.to_vec();
        fill_forced(&mut gaps, &target).then_some(gaps)
    }

    #[test]
    fn pieces_in_a_row_are_forced_one_after_the_other() {
        // A lying I, and beside it a tower that can only be filled from its ends.
        assert_eq!(left(&[0b1111]), Some(vec![0]));
        assert_eq!(left(&[0b1; 12]), Some(vec![0; 12]));
        // Two squares or two lying I or two standing L and J: nothing is forced.
        assert_eq!(left(&[0b1111, 0b1111]), Some(vec![0b1111; 2]));
    }

    #[test]
    fn cells_that_no_piece_fills_or_two_want_are_found() {
        assert_eq!(left(&[0b11]), None);
        // Eight cells in one group: both ends of the row want the cell in the middle.
        assert_eq!(left(&[0b111_1111, 0b000_1000]), None);
        // Held by nothing.
        assert_eq!(left(&[0b1, 0b1, 0b1, 0b1_1110 | 1]), None);
    }
}
