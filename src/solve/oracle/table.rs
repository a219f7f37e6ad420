//! Exact distances of all boards of a small size, in a compact table.
//!
//! One bit for every packed board tells whether it was met, and one byte for every board *met* holds its distance,
//! found by counting the bits before it. 10x3 takes 64 MiB + 81 MB this way, a byte for every packed board 1 GiB.
//! (The usual two bits "distance modulo 3" are not enough here: moves cannot be undone, so a neighbour may be any
//! number of steps farther, and at width 6 all boards with the same cells even agree modulo 3.)

use super::closure::{Cancelled, ClosureRun, Met, layers};
use super::mapped::Bytes;
use super::packed::{PackedBoard, PackedRules, TooLarge};
use crate::game::{ActionId, Board, Size, cell_divisor};

/// Bits between two stored counts.
const RANK_BITS: usize = 512;

/// Which way the distances are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableDirection {
    /// From the origin to each board.
    From,
    /// From each board to the origin.
    To,
}

/// Why a table cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The board has too many cells.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The run was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The exact distance between one board, the origin, and every other board of a small size.
#[derive(Debug)]
pub struct DistanceTable {
    rules: PackedRules,
    direction: TableDirection,
    origin: PackedBoard,
    implied: u32,
    /// First the bits, then the distances.
    bytes: Bytes,
    /// Bytes of `bytes` that come before the bits.
    skipped: usize,
    bits_len: usize,
    /// Boards met before each block of bits.
    ranks: Vec<u32>,
    met: usize,
}

impl DistanceTable {
    /// Distances from the empty board to every board that can be reached on this size.
    pub fn from_empty(size: Size, run: &ClosureRun<'_>) -> Result<Self, BuildError> {
        let rules = PackedRules::new(size)?;
        let expand = |board, visit: &mut dyn FnMut(PackedBoard)| rules.for_each_successor(board, visit);
        Ok(Self::build(&rules, TableDirection::From, 0, &expand, true, run)?)
    }

    /// Distances to `goal` from every board of `within` that can reach it, or from all boards if none is given.
    pub fn to_goal(
        goal: &Board,
        within: Option<&DistanceTable>,
        run: &ClosureRun<'_>,
    ) -> Result<Self, BuildError> {
        let rules = PackedRules::new(goal.size())?;
        let expand = |board, visit: &mut dyn FnMut(PackedBoard)| {
            rules.unpack(board).for_each_predecessor(4, |predecessor| {
                let before = rules.pack(&predecessor.board);
                if within.is_none_or(|table| table.packed_distance(before).is_some()) {
                    visit(before);
                }
            });
        };
        let origin = rules.pack(goal);
        let symmetric = rules.mirrored(origin) == origin;
        Ok(Self::build(&rules, TableDirection::To, origin, &expand, symmetric, run)?)
    }

    fn build(
        rules: &PackedRules,
        direction: TableDirection,
        origin: PackedBoard,
        expand: &(impl Fn(PackedBoard, &mut dyn FnMut(PackedBoard)) + Sync),
        symmetric: bool,
        run: &ClosureRun<'_>,
    ) -> Result<Self, Cancelled> {
        let implied = implied_bits(rules.size());
        let mirror = |board| rules.mirrored(board);
        let met = Met::new(packed_cells(rules.size()), implied);
        let layers = layers(&met, origin, expand, symmetric.then_some(&mirror as _), run)?;
        let words = met.into_words();
        let count: usize = layers.iter().map(Vec::len).sum();
        let bits_len = 8 * words.len();
        let mut bytes = Vec::with_capacity(bits_len + count);
        for word in words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.resize(bits_len + count, 0);
        let (ranks, _) = ranks(&bytes[..bits_len]);
        for (distance, layer) in layers.iter().enumerate() {
            for &board in layer {
                let rank = rank_of(&bytes[..bits_len], &ranks, (board >> implied) as usize);
                bytes[bits_len + rank.expect("invariant: every board of a layer was marked")] =
                    distance as u8;
            }
        }
        let rules = rules.clone();
        Ok(Self {
            rules,
            direction,
            origin,
            implied,
            bytes: bytes.into(),
            skipped: 0,
            bits_len,
            ranks,
            met: count,
        })
    }

    /// A table over stored bytes, unless they do not have the length and count that they should have.
    pub(super) fn from_bytes(
        rules: PackedRules,
        direction: TableDirection,
        origin: PackedBoard,
        bytes: Bytes,
        skipped: usize,
    ) -> Option<Self> {
        let implied = implied_bits(rules.size());
        let bits_len = 8 * (1_usize << (packed_cells(rules.size()) - implied)).div_ceil(64);
        let (ranks, met) = ranks(bytes.get(skipped..skipped + bits_len)?);
        let complete = bytes.len() == skipped + bits_len + met;
        complete.then_some(Self { rules, direction, origin, implied, bytes, skipped, bits_len, ranks, met })
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.rules.size()
    }

    /// Which way the distances are measured.
    pub fn direction(&self) -> TableDirection {
        self.direction
    }

    /// The board that the distances are measured from or to.
    pub fn origin(&self) -> Board {
        self.rules.unpack(self.origin)
    }

    pub(super) fn packed_origin(&self) -> PackedBoard {
        self.origin
    }

    /// Number of boards that have a distance.
    pub fn len(&self) -> usize {
        self.met
    }

    /// Whether no board has a distance; the origin always has one.
    pub fn is_empty(&self) -> bool {
        self.met == 0
    }

    /// The least number of pieces between the origin and this board, if there is a way and the size fits.
    pub fn distance(&self, board: &Board) -> Option<u32> {
        if board.size() != self.size() { None } else { self.packed_distance(self.rules.pack(board)) }
    }

    /// As [`Self::distance`], for a packed board.
    #[inline]
    pub fn packed_distance(&self, board: PackedBoard) -> Option<u32> {
        if self.implied == 1 && board.count_ones() % 2 == 1 {
            return None;
        }
        let rank = rank_of(self.bits(), &self.ranks, (board >> self.implied) as usize)?;
        Some(u32::from(self.distances()[rank]))
    }

    /// How many boards lie at each distance.
    pub fn depths(&self) -> Vec<u64> {
        let mut counts = vec![0; 256];
        for &distance in self.distances() {
            counts[usize::from(distance)] += 1;
        }
        counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        counts
    }

    /// All boards with their distances, in the order of the packed integers.
    pub fn boards(&self) -> impl Iterator<Item = (Board, u32)> + '_ {
        let blocks = 0..self.blocks();
        blocks.flat_map(|block| self.boards_of_block(block))
    }

    /// Number of blocks that [`Self::boards_of_block`] divides the boards into.
    pub fn blocks(&self) -> usize {
        self.ranks.len()
    }

    /// The boards of one block with their distances, so that several threads can share the table.
    pub fn boards_of_block(&self, block: usize) -> impl Iterator<Item = (Board, u32)> + '_ {
        let first = block * RANK_BITS;
        let end = (first + RANK_BITS).min(8 * self.bits_len);
        let slots = (first..end).filter(|slot| self.bits()[slot / 8] >> (slot % 8) & 1 == 1);
        slots.zip(self.ranks[block] as usize..).map(|(slot, rank)| {
            let cells = (slot as u32) << self.implied;
            // Where the lowest cell is not stored, it makes the number of cells even.
            let cells = cells | (cells.count_ones() & self.implied);
            (self.rules.unpack(cells), u32::from(self.distances()[rank]))
        })
    }

    /// Placements of a shortest way between the origin and this board, if there is one.
    pub fn route(&self, board: &Board) -> Option<Vec<ActionId>> {
        let mut left = self.distance(board)?;
        let (mut here, mut route) = (*board, Vec::new());
        while left > 0 {
            let (action, next) = self.step_closer(&here, left - 1)?;
            route.push(action);
            here = next;
            left -= 1;
        }
        if self.direction == TableDirection::From {
            route.reverse();
        }
        Some(route)
    }

    /// The first neighbour that is at this distance, with the placement between the two.
    fn step_closer(&self, board: &Board, distance: u32) -> Option<(ActionId, Board)> {
        let mut found = None;
        let mut consider = |action: ActionId, next: &Board| {
            if found.is_none() && self.distance(next) == Some(distance) {
                found = Some((action, *next));
            }
        };
        match self.direction {
            TableDirection::From => board.for_each_predecessor(4, |p| consider(p.action, &p.board)),
            TableDirection::To => board.for_each_successor(|action, next, _| consider(action, next)),
        }
        found
    }

    /// Bits and distances as they are stored.
    pub(super) fn payload(&self) -> &[u8] {
        &self.bytes[self.skipped..]
    }

    fn bits(&self) -> &[u8] {
        &self.bytes[self.skipped..self.skipped + self.bits_len]
    }

    fn distances(&self) -> &[u8] {
        &self.bytes[self.skipped + self.bits_len..]
    }
}

fn packed_cells(size: Size) -> u32 {
    u32::from(size.width()) * u32::from(size.height())
}

/// On boards of even width every reachable board has an even number of cells, so the lowest cell need not be stored.
fn implied_bits(size: Size) -> u32 {
    u32::from(cell_divisor(size.width()) > 1)
}

/// Boards met before each block of bits, and in all.
fn ranks(bits: &[u8]) -> (Vec<u32>, usize) {
    let mut total = 0;
    let ranks = bits.chunks(RANK_BITS / 8).map(|block| {
        let before = total;
        total += block.iter().map(|byte| byte.count_ones()).sum::<u32>();
        before
    });
    (ranks.collect(), total as usize)
}

/// How many boards were met before this slot, if the slot itself was.
#[inline]
fn rank_of(bits: &[u8], ranks: &[u32], slot: usize) -> Option<usize> {
    let (byte, bit) = (slot / 8, slot % 8);
    if bits[byte] >> bit & 1 == 0 {
        return None;
    }
    let block = slot / RANK_BITS;
    let before: u32 = bits[block * RANK_BITS / 8..byte].iter().map(|byte| byte.count_ones()).sum();
    let within = u32::from(bits[byte] & ((1 << bit) - 1)).count_ones();
    Some((ranks[block] + before + within) as usize)
}
