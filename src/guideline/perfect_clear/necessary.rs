//! What must hold of every field from which a number of rows can still be cleared down to nothing.

use crate::game::Piece;
use crate::game::guideline::Field;

/// Whether the empty cells of the rows can be divided among pieces at all, judged by walls.
///
/// A piece that reaches from one column into the next covers two neighbouring cells of a row, and cells of a row stay
/// neighbours whatever is cleared. Where no row has both cells empty, the empty cells on each side are filled by
/// pieces of their own, so that there are four for each.
pub(super) fn walls_allow(field: &Field, rows: u8) -> bool {
    let mask = (1_u64 << rows) - 1;
    let columns = field.columns();
    let mut empty = 0;
    columns.windows(2).all(|pair| {
        let here = !pair[0] & mask;
        empty += here.count_ones();
        here & !pair[1] != 0 || empty % 4 == 0
    })
}

/// How many of each piece may still come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceSupply([u8; 7]);

impl PieceSupply {
    /// With one more piece.
    pub fn with(mut self, piece: Option<Piece>) -> Self {
        if let Some(piece) = piece {
            self.0[piece as usize] += 1;
        }
        self
    }

    /// Whether the empty cells of the rows can be divided among pieces, judged by even and odd columns.
    ///
    /// A cleared row takes five cells of each, so that only pieces change the difference: an upright I by four, J and L
    /// by two in every rotation, an upright T by two, and everything else not at all.
    pub fn columns_allow(self, field: &Field, rows: u8) -> bool {
        let mask = (1_u64 << rows) - 1;
        let (mut even, mut odd) = (0, 0);
        for pair in field.columns().as_chunks::<2>().0 {
            even += (!pair[0] & mask).count_ones();
            odd += (!pair[1] & mask).count_ones();
        }
        let (pieces, steps) = ((even + odd) / 4, even.abs_diff(odd) / 2);
        let of = |piece: Piece| u32::from(self.0[piece as usize]);
        let hooks = of(Piece::J) + of(Piece::L);
        let most = 2 * of(Piece::I) + of(Piece::T) + hooks;
        let all_are_placed = self.0.iter().map(|&count| u32::from(count)).sum::<u32>() == pieces;
        let is_even = of(Piece::T) > 0 || !all_are_placed || (steps + hooks).is_multiple_of(2);
        steps <= most && is_even
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_behind_a_wall_come_in_fours() {
        let walled = |text: &str, rows| walls_allow(&Field::from_text(text).unwrap(), rows);
        assert!(walled("....######\n....######", 2), "eight cells");
        assert!(!walled("...#######\n...#######", 2), "six cells");
        assert!(walled("..########\n..########\n.#########\n...#######", 4));
        assert!(!walled(".###......\n.##.......\n.##.......", 3), "three cells beside seventeen");
        assert!(walled("", 4));
    }

    #[test]
    fn columns_tell_which_pieces_are_needed() {
        let well = Field::from_text(&".#########\n".repeat(4)).unwrap();
        let supply = |pieces: &[Piece]| {
            pieces.iter().fold(PieceSupply::default(), |supply, &piece| supply.with(Some(piece)))
        };
        assert!(supply(&[Piece::I]).columns_allow(&well, 4));
        assert!(!supply(&[Piece::S, Piece::T]).columns_allow(&well, 4), "an I is needed");
        let notch = Field::from_text("..########\n..########\n").unwrap();
        assert!(supply(&[Piece::O]).columns_allow(&notch, 2));
        assert!(!supply(&[Piece::J]).columns_allow(&notch, 2), "a hook covers three of one kind");
        assert!(supply(&[Piece::J, Piece::S]).columns_allow(&notch, 2), "another piece may be placed");
    }
}
