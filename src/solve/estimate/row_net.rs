//! A learned estimate of the lines still needed to build a board: a small network over the patterns of each row.
//!
//! Each row adds up the learned vectors of the patterns it shows, passes them through one hidden layer, and gives a
//! number that cannot be negative. The board needs the sum of them: nothing for the empty board, and never less than
//! nothing for a board unlike those it has seen.

use std::sync::OnceLock;

use super::LinesAhead;
use super::appraiser::LINE;
use super::rows::{COLUMNS, PATTERNS, RowKey, SEEN, patterns, row_keys};
use crate::game::Board;

/// Numbers in a pattern's vector. The first goes straight to the row's output, the others through the hidden layer.
pub const LANES: usize = 16;

/// The vector of a pattern, or the sum of several.
pub type PatternLanes = [f32; LANES];

/// A vector with a byte a number, so that the processor's cache holds them all: each is 128 more than what it stands
/// for, so that none is negative and eight can be added at a time, four in the even bytes of a word and four in the
/// odd.
type Packed = [u64; LANES / 8];

/// The even bytes of a word, with room to add up 256 of them.
const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
/// What stands for zero.
const ZERO: i16 = 128;

/// The learned estimate.
#[derive(Clone, PartialEq)]
pub struct RowNet {
    patterns: Vec<Packed>,
    /// What a one in each lane of a pattern's vector stands for.
    scales: PatternLanes,
    /// Added to every row's sum.
    pub(super) bias: PatternLanes,
    /// What each hidden number counts for; the first is one.
    pub(super) output: PatternLanes,
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

const MAGIC: &[u8; 8] = b"tetrrow2";
/// Magic, bias, output and scales, vectors, checksum.
const BYTES: usize = 8 + 3 * 4 * LANES + PATTERNS * LANES + 4;

impl LinesAhead for RowNet {
    fn lines(&self, board: &Board) -> f32 {
        let units: u32 = row_keys(board).map(|key| self.units(key)).sum();
        units as f32 / LINE as f32
    }
}

impl RowNet {
    /// The estimate that comes with tetreach; `src/solve/estimate/lines-10.md` says how it was trained.
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

    /// The network whose patterns have vectors like these, rounded to a byte a number.
    pub(super) fn rounded(vectors: &[PatternLanes], bias: PatternLanes, output: PatternLanes) -> Self {
        let largest = |lane: usize| vectors.iter().map(|vector| vector[lane].abs()).fold(1e-6, f32::max);
        let scales: PatternLanes = std::array::from_fn(|lane| largest(lane) / 127.0);
        let round = |vector: &PatternLanes| {
            packed(std::array::from_fn(|lane| ((vector[lane] / scales[lane]).round() as i16 + ZERO) as u8))
        };
        Self { patterns: vectors.iter().map(round).collect(), scales, bias, output }
    }

    /// What a row adds to the estimate, in parts of a [`LINE`].
    #[inline]
    pub fn units(&self, key: RowKey) -> u32 {
        let (mut even, mut odd) = ([0; LANES / 8], [0; LANES / 8]);
        for pattern in patterns(key) {
            let vector = &self.patterns[pattern as usize];
            for word in 0..LANES / 8 {
                even[word] += vector[word] & EVEN;
                odd[word] += vector[word] >> 8 & EVEN;
            }
        }
        let sums = std::array::from_fn(|lane| {
            let halves = if lane % 2 == 0 { &even } else { &odd };
            let count = (halves[lane / 8] >> (16 * (lane % 8 / 2))) as i16 - SEEN as i16 * ZERO;
            self.bias[lane] + self.scales[lane] * f32::from(count)
        });
        (non_negative(row_output(&sums, &self.output)) * LINE as f32) as u32
    }

    /// The estimate as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for lanes in [&self.bias, &self.output, &self.scales] {
            lanes.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        bytes.extend(self.patterns.as_flattened().iter().flat_map(|word| word.to_le_bytes()));
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
        let lanes = |first: usize| -> PatternLanes { std::array::from_fn(|lane| number(first + lane)) };
        let (bias, output, scales) = (lanes(0), lanes(LANES), lanes(2 * LANES));
        if !(0..3 * LANES).all(|index| number(index).is_finite()) {
            return Err(RowNetError::NotFinite);
        }
        Ok(Self {
            patterns: vectors.as_chunks().0.iter().copied().map(packed).collect(),
            scales,
            bias,
            output,
        })
    }
}

fn packed(bytes: [u8; LANES]) -> Packed {
    std::array::from_fn(|word| u64::from_le_bytes(bytes.as_chunks().0[word]))
}

/// The output of a row, before the last curve, from the sums of its patterns' vectors.
#[inline]
pub(super) fn row_output(sums: &PatternLanes, output: &PatternLanes) -> f32 {
    sums[0] + (1..LANES).map(|lane| output[lane] * sums[lane].max(0.0)).sum::<f32>()
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
        RowNetFit::new(3).net()
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
    fn bytes_keep_the_estimate() {
        let net = net();
        assert!(RowNet::from_bytes(&net.to_bytes()).unwrap() == net);
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
