//! (state, goal) as planes for a network, and the cell at which a network's output is read for each placement.
//!
//! Planes have the shape `[PLANES, height, width]`, batches `[batch, PLANES, height, width]`; row 0 is the bottom, as
//! on the board. In bytes a cell is 0 to 255 as in a picture, in `f32` it is that byte divided by 255.

use tetreach_agents::ActionMask;

use super::task::legal_mask;
use crate::game::{Actions, Board, NO_LANDING, Orientation, Size};

/// What the planes show, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Filled cells of the state.
    State,
    /// Filled cells of the goal.
    Goal,
    /// Filled in the goal only: to be filled.
    Missing,
    /// Filled in the state only: to be cleared.
    Surplus,
    /// Cells of the state with something above them: no drop gets there until rows vanish.
    Covered,
    /// Cells of the goal with something above them: the last piece that touched them came before.
    GoalCovered,
    /// The lowest row.
    Floor,
    /// The leftmost and the rightmost column.
    Walls,
    /// How full each row of the state is.
    StateFill,
    /// How full each row of the goal is.
    GoalFill,
}

impl Plane {
    /// All planes in order.
    pub const ALL: [Plane; PLANES] = [
        Plane::State,
        Plane::Goal,
        Plane::Missing,
        Plane::Surplus,
        Plane::Covered,
        Plane::GoalCovered,
        Plane::Floor,
        Plane::Walls,
        Plane::StateFill,
        Plane::GoalFill,
    ];
}

/// The number of planes.
pub const PLANES: usize = 10;

/// The number of values that all planes of a board have.
pub fn plane_count(size: Size) -> usize {
    PLANES * cell_count(size)
}

fn cell_count(size: Size) -> usize {
    usize::from(size.width()) * usize::from(size.height())
}

/// A number that planes are made of.
pub trait PlaneValue: Copy + Default + 'static {
    /// The value for a byte from 0 to 255.
    fn from_byte(byte: u8) -> Self;

    /// Eight cells from eight bits, leftmost in bit 0; looked up, because every encoded row asks for two.
    fn from_bits(bits: u8) -> &'static [Self; 8];
}

impl PlaneValue for u8 {
    #[inline]
    fn from_byte(byte: u8) -> u8 {
        byte
    }

    #[inline]
    fn from_bits(bits: u8) -> &'static [u8; 8] {
        &BYTES[usize::from(bits)]
    }
}

impl PlaneValue for f32 {
    #[inline]
    fn from_byte(byte: u8) -> f32 {
        f32::from(byte) / 255.0
    }

    #[inline]
    fn from_bits(bits: u8) -> &'static [f32; 8] {
        &FLOATS[usize::from(bits)]
    }
}

static BYTES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        table[at / 8][at % 8] = if ((at / 8) >> (at % 8)) & 1 == 1 { 255 } else { 0 };
        at += 1;
    }
    table
};

static FLOATS: [[f32; 8]; 256] = {
    let mut table = [[0.0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        table[at / 8][at % 8] = (((at / 8) >> (at % 8)) & 1) as f32;
        at += 1;
    }
    table
};

const LANES: usize = Size::MAX_WIDTH as usize;
const ROWS: usize = Size::MAX_HEIGHT as usize;
/// The rows of a plane of filled and empty cells.
type Bits = [u16; ROWS];

/// Writes the planes of one pair into `out`, which has [`plane_count`] values.
///
/// # Panics
/// If the boards differ in size or `out` in length.
pub fn encode<T: PlaneValue>(state: &Board, goal: &Board, out: &mut [T]) {
    let size = state.size();
    assert_eq!(size, goal.size(), "state and goal have one size");
    assert_eq!(out.len(), plane_count(size), "one value for each cell of each plane");
    let states: Bits = std::array::from_fn(|row| state.row(row));
    let goals: Bits = std::array::from_fn(|row| goal.row(row));
    let mut floor = [0; ROWS];
    floor[0] = u16::MAX;
    let bits: [Bits; PLANES - 2] = [
        states,
        goals,
        std::array::from_fn(|row| goals[row] & !states[row]),
        std::array::from_fn(|row| states[row] & !goals[row]),
        covered(&states),
        covered(&goals),
        floor,
        [1 | 1 << (size.width() - 1); ROWS],
    ];
    let mut planes = out.chunks_exact_mut(cell_count(size));
    for (rows, plane) in bits.iter().zip(&mut planes) {
        write_plane(plane, size, |row, cells| {
            let ([left, right], (low, high)) = (rows[row].to_le_bytes(), cells.split_at_mut(8));
            low.copy_from_slice(T::from_bits(left));
            high.copy_from_slice(T::from_bits(right));
        });
    }
    for (rows, plane) in [&states, &goals].into_iter().zip(&mut planes) {
        write_plane(plane, size, |row, cells| cells.fill(fill(rows[row], size)));
    }
}

/// [`encode`] of many pairs, one after the other.
///
/// # Panics
/// If the lengths do not fit together.
pub fn encode_batch<T: PlaneValue>(states: &[Board], goals: &[Board], out: &mut [T]) {
    assert_eq!(states.len(), goals.len(), "one goal for each state");
    let Some(first) = states.first() else { return };
    let count = plane_count(first.size());
    assert_eq!(out.len(), states.len() * count, "one value for each cell of each plane of each pair");
    for ((state, goal), planes) in states.iter().zip(goals).zip(out.chunks_exact_mut(count)) {
        encode(state, goal, planes);
    }
}

/// [`encode()`] of the lowest `rows` rows, `[PLANES, rows, width]`: what lies higher is seen by no plane.
pub(super) fn encode_lowest(state: &Board, goal: &Board, rows: usize, planes: &mut [f32]) {
    let (size, width) = (state.size(), usize::from(state.width()));
    if rows == usize::from(size.height()) {
        return encode(state, goal, planes);
    }
    const MOST: usize = PLANES * Size::MAX_WIDTH as usize * Size::MAX_HEIGHT as usize;
    let mut whole = [0.0; MOST];
    let whole = &mut whole[..plane_count(size)];
    encode(state, goal, whole);
    let seen = rows * width;
    for (part, plane) in planes.chunks_exact_mut(seen).zip(whole.chunks_exact(cell_count(size))) {
        part.copy_from_slice(&plane[..seen]);
    }
}

/// Has `write` write each row, always sixteen cells; what lies beyond the width is overwritten by the next row.
#[inline(always)]
fn write_plane<T: PlaneValue>(plane: &mut [T], size: Size, write: impl Fn(usize, &mut [T; LANES])) {
    let width = usize::from(size.width());
    let mut at = 0;
    for row in 0..usize::from(size.height()) {
        match plane[at..].first_chunk_mut() {
            Some(cells) => write(row, cells),
            None => {
                let mut cells = [T::default(); LANES];
                write(row, &mut cells);
                plane[at..at + width].copy_from_slice(&cells[..width]);
            }
        }
        at += width;
    }
}

/// The share of `filled` cells of `width` as a byte, rounded; a table, because a division per row is slow.
static SHARES: [[u8; LANES + 1]; LANES + 1] = {
    let mut table = [[0; LANES + 1]; LANES + 1];
    let mut width = 1;
    while width <= LANES {
        let mut filled = 0;
        while filled <= width {
            table[width][filled] = ((filled * 255 + width / 2) / width) as u8;
            filled += 1;
        }
        width += 1;
    }
    table
};

#[inline]
fn fill<T: PlaneValue>(row: u16, size: Size) -> T {
    T::from_byte(SHARES[usize::from(size.width())][row.count_ones() as usize])
}

#[inline]
fn covered(rows: &Bits) -> Bits {
    let mut covered = [0; ROWS];
    let mut above = 0;
    for row in (0..ROWS).rev() {
        covered[row] = above;
        above |= rows[row];
    }
    covered
}

/// Writes, for each action, where a head `[orientations, height, width]` is read: the lower left cell of the piece's
/// bounding box where it comes to rest, `orientation * height * width + row * width + column`; returns the legal ones.
///
/// The index of an illegal action is 0, so that a gather stays within the head; the mask tells it apart.
///
/// # Panics
/// If `out` has not one entry for each action.
pub fn encode_landings(state: &Board, out: &mut [i64]) -> ActionMask {
    let actions = Actions::of_width(state.width());
    assert_eq!(out.len(), actions.count(), "one index for each action");
    let (width, height) = (i64::from(state.width()), i64::from(state.height()));
    let rows = state.landing_rows();
    for orientation in Orientation::all() {
        let first = orientation.index() as i64 * height * width;
        let range = actions.of_orientation(orientation);
        for (column, (index, &row)) in out[range.clone()].iter_mut().zip(&rows[range]).enumerate() {
            let cell = first + i64::from(row) * width + column as i64;
            *index = if row == NO_LANDING { 0 } else { cell };
        }
    }
    legal_mask(state)
}

/// [`encode_landings`] of many states, one after the other.
///
/// # Panics
/// If the lengths do not fit together.
pub fn encode_landings_batch(states: &[Board], indices: &mut [i64], masks: &mut [ActionMask]) {
    let Some(first) = states.first() else { return };
    let count = Actions::of_width(first.width()).count();
    assert_eq!(indices.len(), states.len() * count, "one index for each action of each state");
    assert_eq!(masks.len(), states.len(), "one mask for each state");
    for ((state, indices), mask) in states.iter().zip(indices.chunks_exact_mut(count)).zip(masks) {
        *mask = encode_landings(state, indices);
    }
}
