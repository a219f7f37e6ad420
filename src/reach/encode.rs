//! (state, goal) as planes for a network, and the cell at which a network's output is read for each placement.
//!
//! Planes have the shape `[PLANES, height, width]`, batches `[batch, PLANES, height, width]`; row 0 is the bottom, as
//! on the board. In bytes a cell is 0 to 255 as in a picture, in `f32` it is that byte divided by 255.

use tetreach_agents::ActionMask;

use super::landing::{legal_mask, resting_rows};
use crate::game::{Actions, Board, Orientation, Size};

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
pub trait PlaneValue: Copy + Default {
    /// The value for a byte from 0 to 255.
    fn from_byte(byte: u8) -> Self;
}

impl PlaneValue for u8 {
    #[inline]
    fn from_byte(byte: u8) -> u8 {
        byte
    }
}

impl PlaneValue for f32 {
    #[inline]
    fn from_byte(byte: u8) -> f32 {
        f32::from(byte) / 255.0
    }
}

const LANES: usize = Size::MAX_WIDTH as usize;
const ROWS: usize = Size::MAX_HEIGHT as usize;

/// Writes the planes of one pair into `out`, which has [`plane_count`] values.
///
/// # Panics
/// If the boards differ in size or `out` in length.
pub fn encode<T: PlaneValue>(state: &Board, goal: &Board, out: &mut [T]) {
    let size = state.size();
    assert_eq!(size, goal.size(), "state and goal have one size");
    assert_eq!(out.len(), plane_count(size), "one value for each cell of each plane");
    let height = usize::from(size.height());
    let states: [u16; ROWS] = std::array::from_fn(|row| state.row(row));
    let goals: [u16; ROWS] = std::array::from_fn(|row| goal.row(row));
    let walls = 1 | 1 << (size.width() - 1);

    let mut planes = out.chunks_exact_mut(cell_count(size));
    let mut bits = |rows: &dyn Fn(usize) -> u16| {
        write_plane(planes.next().unwrap_or_default(), size, |row| spread(rows(row)));
    };
    let (covered, goal_covered) = (covered(&states, height), self::covered(&goals, height));
    bits(&|row| states[row]);
    bits(&|row| goals[row]);
    bits(&|row| goals[row] & !states[row]);
    bits(&|row| states[row] & !goals[row]);
    bits(&|row| covered[row]);
    bits(&|row| goal_covered[row]);
    bits(&|row| if row == 0 { u16::MAX } else { 0 });
    bits(&|_| walls);
    for rows in [&states, &goals] {
        write_plane(planes.next().unwrap_or_default(), size, |row| [fill(rows[row], size); LANES]);
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

/// Writes rows of cells; sixteen at a time, of which those beyond the width are overwritten by the next row.
#[inline(always)]
fn write_plane<T: PlaneValue>(plane: &mut [T], size: Size, row: impl Fn(usize) -> [T; LANES]) {
    let width = usize::from(size.width());
    let mut at = 0;
    for index in 0..usize::from(size.height()) {
        let values = row(index);
        match plane[at..].first_chunk_mut::<LANES>() {
            Some(chunk) => *chunk = values,
            None => plane[at..at + width].copy_from_slice(&values[..width]),
        }
        at += width;
    }
}

#[inline(always)]
fn spread<T: PlaneValue>(row: u16) -> [T; LANES] {
    let (empty, filled) = (T::from_byte(0), T::from_byte(255));
    std::array::from_fn(|column| if row & (1 << column) != 0 { filled } else { empty })
}

#[inline]
fn fill<T: PlaneValue>(row: u16, size: Size) -> T {
    let (filled, width) = (row.count_ones() * 255, u32::from(size.width()));
    T::from_byte(((filled + width / 2) / width) as u8)
}

#[inline]
fn covered(rows: &[u16; ROWS], height: usize) -> [u16; ROWS] {
    let mut covered = [0; ROWS];
    let mut above = 0;
    for row in (0..height).rev() {
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
    for orientation in Orientation::all() {
        let rows = resting_rows(state, orientation);
        let shape = orientation.shape();
        let first = orientation.index() as i64 * height * width;
        let indices = &mut out[actions.of_orientation(orientation)];
        for (column, (index, row)) in indices.iter_mut().zip(rows).enumerate() {
            let legal = row + shape.height <= state.height();
            *index = if legal { first + i64::from(row) * width + column as i64 } else { 0 };
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
