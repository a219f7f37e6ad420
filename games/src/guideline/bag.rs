//! The seven-bag.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::Piece;

/// The pieces that are still to come before all seven come again, as a set.
///
/// ```
/// use rand::SeedableRng;
/// use tetreach_games::guideline::Bag;
///
/// let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(3);
/// let mut bag = Bag::FULL;
/// let mut drawn: Vec<_> = (0..7).map(|_| bag.draw(&mut rng)).collect();
/// drawn.sort();
/// drawn.dedup();
/// assert_eq!((drawn.len(), bag), (7, Bag::FULL));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Piece>", into = "Vec<Piece>")]
pub struct Bag {
    pieces: u8,
}

impl Bag {
    /// One of each piece.
    pub const FULL: Bag = Bag { pieces: 0b111_1111 };

    /// A bag with these pieces; an empty one is filled at once.
    pub fn of(pieces: impl IntoIterator<Item = Piece>) -> Self {
        let pieces = pieces.into_iter().fold(0, |set, piece| set | 1 << piece as u8);
        Bag { pieces }.refilled()
    }

    /// The pieces in the bag.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::ALL.into_iter().filter(move |&piece| self.contains(piece))
    }

    /// Whether a piece may come next.
    pub fn contains(self, piece: Piece) -> bool {
        self.pieces >> piece as u8 & 1 == 1
    }

    /// The number of pieces in the bag.
    pub fn count(self) -> u32 {
        self.pieces.count_ones()
    }

    /// The bag after a piece was taken; a piece that was not in it was the first of a new bag.
    #[must_use]
    pub fn without(self, piece: Piece) -> Self {
        let from = if self.contains(piece) { self } else { Bag::FULL };
        Bag { pieces: from.pieces & !(1 << piece as u8) }.refilled()
    }

    /// Draws a piece.
    pub fn draw<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Piece {
        let rank = rng.random_range(0..self.count()) as usize;
        let piece = self.pieces().nth(rank).expect("invariant: a bag is never empty");
        *self = self.without(piece);
        piece
    }

    fn refilled(self) -> Self {
        if self.pieces == 0 { Bag::FULL } else { self }
    }
}

impl From<Vec<Piece>> for Bag {
    fn from(pieces: Vec<Piece>) -> Self {
        Self::of(pieces)
    }
}

impl From<Bag> for Vec<Piece> {
    fn from(bag: Bag) -> Self {
        bag.pieces().collect()
    }
}
