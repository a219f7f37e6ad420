//! A learned estimate of the lines still needed to build a board: a small network over the patterns of each row.
//!
//! Each row adds up the learned vectors of the patterns it shows, passes them through one hidden layer, and gives a
//! number that cannot be negative. The board needs the sum of them: nothing for the empty board, and never less than
//! nothing for a board unlike those it has seen.

use std::sync::OnceLock;

use super::estimate::LinesAhead;
use super::rows::{COLUMNS, PATTERNS, RowView, for_each_row};
use crate::game::Board;

/// Numbers in a pattern's vector. The first goes straight to the row's output, the others through the hidden layer.
pub const LANES: usize = 8;

/// The vector of a pattern, or the sum of several.
pub type Lanes = [f32; LANES];

/// The learned estimate.
#[derive(Clone, PartialEq)]
pub struct RowNet {
    pub(super) patterns: Vec<Lanes>,
    /// Added to every row's sum.
    pub(super) bias: Lanes,
    /// What each hidden number counts for; the first is one.
    pub(super) output: Lanes,
}

impl std::fmt::Debug for RowNet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowNet")
            .field("bias", &self.bias)
            .field("output", &self.output)
            .finish_non_exhaustive()
    }
}

/// Why bytes hold no learned estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowNetError {
    /// They begin with something else.
    #[error("the file is no learned estimate: it begins otherwise")]
    OtherFormat,
    /// They were made for other patterns.
    #[error(
        "the learned estimate has {found} bytes instead of {expected}: it is damaged or of another version"
    )]
    OtherLength {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The bytes changed since they were written.
    #[error("the learned estimate is damaged: its checksum does not match")]
    Checksum,
    /// A scale is not a number.
    #[error("the learned estimate is damaged: it holds numbers that are not finite")]
    NotFinite,
}

const MAGIC: &[u8; 8] = b"tetrrow1";
/// Magic, bias, output and scales, vectors, checksum.
const BYTES: usize = 8 + 3 * 4 * LANES + PATTERNS * LANES + 4;

impl LinesAhead for RowNet {
    fn lines(&self, board: &Board) -> f32 {
        let mut lines = 0.0;
        for_each_row(board, |view| lines += non_negative(self.row(view).1));
        lines
    }
}

impl RowNet {
    /// The estimate that comes with tetreach; `src/solve/construct/lines-10.md` says how it was trained.
    pub fn standard() -> &'static RowNet {
        static NET: OnceLock<RowNet> = OnceLock::new();
        NET.get_or_init(|| {
            RowNet::from_bytes(include_bytes!("lines-10.bin"))
                .expect("invariant: the embedded estimate is whole")
        })
    }

    /// Whether boards of this width have the patterns that it knows.
    pub fn covers(width: u8) -> bool {
        width == COLUMNS
    }

    /// The hidden sums of a row and its output before the last curve.
    #[inline]
    pub(super) fn row(&self, view: &RowView) -> (Lanes, f32) {
        let mut sums = self.bias;
        for pattern in view.singles {
            let vector = &self.patterns[pattern as usize];
            (0..LANES).for_each(|lane| sums[lane] += vector[lane]);
        }
        for [left, right] in view.pairs {
            // The pair is summed first, so that the mirror image has exactly the same sum.
            let (left, right) = (&self.patterns[left as usize], &self.patterns[right as usize]);
            (0..LANES).for_each(|lane| sums[lane] += left[lane] + right[lane]);
        }
        let hidden: f32 = (1..LANES).map(|lane| self.output[lane] * sums[lane].max(0.0)).sum();
        (sums, sums[0] + hidden)
    }

    /// The estimate as bytes, each number of a vector in one byte with a scale for each lane.
    pub fn to_bytes(&self) -> Vec<u8> {
        let largest =
            |lane: usize| self.patterns.iter().map(|vector| vector[lane].abs()).fold(1e-6, f32::max);
        let scales: Lanes = std::array::from_fn(|lane| largest(lane) / 127.0);
        let mut bytes = MAGIC.to_vec();
        for lanes in [&self.bias, &self.output, &scales] {
            lanes.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        for vector in &self.patterns {
            bytes.extend((0..LANES).map(|lane| (vector[lane] / scales[lane]).round() as i8 as u8));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads what [`RowNet::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RowNetError> {
        if !bytes.starts_with(MAGIC) {
            return Err(RowNetError::OtherFormat);
        }
        if bytes.len() != BYTES {
            return Err(RowNetError::OtherLength { found: bytes.len(), expected: BYTES });
        }
        let (body, checksum) = bytes.split_at(BYTES - 4);
        if crc32fast::hash(body).to_le_bytes() != checksum {
            return Err(RowNetError::Checksum);
        }
        let (numbers, vectors) = body[MAGIC.len()..].split_at(3 * 4 * LANES);
        let number = |index: usize| {
            let bytes = &numbers[4 * index..4 * index + 4];
            f32::from_le_bytes(bytes.try_into().expect("invariant: four bytes"))
        };
        let lanes = |first: usize| -> Lanes { std::array::from_fn(|lane| number(first + lane)) };
        let (bias, output, scales) = (lanes(0), lanes(LANES), lanes(2 * LANES));
        if !(0..3 * LANES).all(|index| number(index).is_finite()) {
            return Err(RowNetError::NotFinite);
        }
        let vector = |bytes: &[u8]| std::array::from_fn(|lane| f32::from(bytes[lane] as i8) * scales[lane]);
        Ok(Self { patterns: vectors.chunks_exact(LANES).map(vector).collect(), bias, output })
    }
}

/// A smooth curve above zero that follows large numbers: the same on every machine, as it needs only a root.
#[inline]
pub(super) fn non_negative(number: f32) -> f32 {
    0.5 * (number + (number * number + 1.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::RowNetFit;
    use super::*;
    use crate::game::Size;
    use proptest::prelude::*;

    fn net() -> RowNet {
        RowNetFit::new(3).net().clone()
    }

    #[test]
    fn the_shipped_estimate_is_what_the_loader_expects() {
        let net = RowNet::standard();
        assert_eq!(net.to_bytes(), include_bytes!("lines-10.bin"), "written again it has the same bytes");
        let empty = Board::empty(Size::STANDARD);
        assert_eq!(net.lines(&empty), 0.0);
        let sparse = Board::from_rows(Size::STANDARD, [0b00_0001_0001; 4]);
        let dense = Board::from_rows(Size::STANDARD, [0b11_1100_1111; 4]);
        assert!(net.lines(&sparse) > net.lines(&dense) + 2.0);
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = net().to_bytes();
        assert_eq!(RowNet::from_bytes(&bytes[1..]), Err(RowNetError::OtherFormat));
        let short = RowNet::from_bytes(&bytes[..bytes.len() - 1]);
        assert_eq!(short, Err(RowNetError::OtherLength { found: bytes.len() - 1, expected: bytes.len() }));
        let mut flipped = bytes.clone();
        flipped[5000] ^= 4;
        assert_eq!(RowNet::from_bytes(&flipped), Err(RowNetError::Checksum));
    }

    #[test]
    fn bytes_keep_the_estimate_within_rounding() {
        let net = net();
        let read = RowNet::from_bytes(&net.to_bytes()).unwrap();
        let board = Board::from_rows(Size::STANDARD, [0b11_0001_0001, 0b01_1110_0000, 0b10_0000_0110]);
        assert!((net.lines(&board) - read.lines(&board)).abs() < 0.05);
        assert_eq!(read.to_bytes(), RowNet::from_bytes(&read.to_bytes()).unwrap().to_bytes());
    }

    proptest! {
        #[test]
        fn mirror_images_need_as_many_lines(rows in proptest::collection::vec(1_u16..1023, 1..20)) {
            let board = Board::from_rows(Size::STANDARD, rows);
            let net = net();
            prop_assert_eq!(net.lines(&board), net.lines(&board.mirrored()));
            prop_assert!(net.lines(&board) >= 0.0);
        }
    }
}
