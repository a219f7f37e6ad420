//! A board seen as columns, with its counts, from which those of its successors follow.

use super::counts::{
    COLUMN_TRANSITIONS, COUNTED, Counts, DIVERSITY, HOLE_DEPTH, HOLES, LANDING, PILE_HEIGHT, ROW_TRANSITIONS,
    ROWS_WITH_HOLES, WEIGHTED, WELLS,
};
use super::lanes::{ColumnLanes, below, each, from, row_sum, runs};
use crate::board::Board;
use crate::piece::Shape;

/// Where column 0 is: before it are the wall and one more, so that a piece's neighbours can always be read.
const FIRST: usize = 2;

/// The columns of a board and what was counted in them.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// Bit `r` of a column: whether row `r` is filled there; the walls are filled.
    columns: [u32; 24],
    heights: [u32; 24],
    /// Row transitions between a column and the next.
    transitions: [u32; 24],
    /// Cumulative wells of a column above its height.
    open_wells: [u32; 24],
    /// The cells of a column below its height that are wells.
    covered_wells: [u32; 24],
    /// The steps between neighbours in all columns before the one, as bits.
    steps_before: [u32; 24],
    /// The same for the columns from the one on.
    steps_from: [u32; 24],
    /// The rows that have a hole.
    hole_rows: u32,
    counts: Counts,
}

impl Profile {
    /// Counts a whole board.
    #[inline]
    pub fn of(board: &Board) -> Self {
        let (width, stack) = (usize::from(board.width()), board.stack_height());
        let wall = below(u32::from(board.height()));
        let mut profile = Profile {
            columns: [wall; 24],
            heights: [0; 24],
            transitions: [0; 24],
            open_wells: [0; 24],
            covered_wells: [0; 24],
            steps_before: [0; 24],
            steps_from: [0; 24],
            hole_rows: 0,
            counts: Counts::default(),
        };
        let mut cells = [0_u32; 16];
        for row in 0..stack {
            let filled = u32::from(board.row(row));
            cells = each(|column| cells[column] | (filled >> column & 1) << row);
        }
        let heights = each(|column| u32::from(board.column_heights()[column]));
        profile.columns[FIRST..FIRST + width].copy_from_slice(&cells[..width]);
        profile.heights[FIRST..FIRST + 16].copy_from_slice(&heights);
        profile.count(width);
        profile.counts.0[PILE_HEIGHT] = stack as i32;
        profile
    }

    #[inline(always)]
    fn count(&mut self, width: usize) {
        // Columns beyond the board are walls: no holes, no wells, no transitions among them; what else is counted is
        // cut off.
        let (left, here) = (from(&self.columns, FIRST - 1), from(&self.columns, FIRST));
        let (right, heights) = (from(&self.columns, FIRST + 1), from(&self.heights, FIRST));
        let own = each(|i| if i < width { here[i] } else { 0 });
        let holes = each(|i| !here[i] & below(heights[i]));
        self.hole_rows = holes.iter().fold(0, |rows, holes| rows | holes);
        let changes = each(|i| (here[i] ^ here[i] << 1 ^ 1).count_ones() + (here[i] >> 31));
        let transitions = each(|i| (left[i] ^ here[i]).count_ones());
        let open = each(|i| left[i] & right[i] & !here[i]);
        let covered = each(|i| open[i] & below(heights[i]));
        let above = each(|i| open[i] & !covered[i]);
        let open_wells = each(|i| row_sum(above[i]) - heights[i] * above[i].count_ones());
        let covered_wells = runs(covered, &here);
        self.transitions[FIRST - 1..FIRST + 15].copy_from_slice(&transitions);
        self.transitions[FIRST + 15] = (here[15] ^ right[15]).count_ones();
        self.open_wells[FIRST..FIRST + 16].copy_from_slice(&open_wells);
        self.covered_wells[FIRST..FIRST + 16].copy_from_slice(&covered);
        let sum = |lanes: &ColumnLanes| lanes.iter().sum::<u32>() as i32;
        let counts = &mut self.counts.0;
        counts[HOLES] = sum(&each(|i| holes[i].count_ones()));
        counts[ROW_TRANSITIONS] = sum(&transitions) + self.transitions[FIRST + 15] as i32;
        counts[COLUMN_TRANSITIONS] = sum(&each(|i| if i < width { changes[i] } else { 0 }));
        // What stands on the floor without a gap has no hole under it.
        counts[HOLE_DEPTH] = sum(&each(|i| (own[i] & own[i].wrapping_add(1)).count_ones()));
        counts[WELLS] = sum(&open_wells) + sum(&covered_wells);
        counts[WEIGHTED] = sum(&each(|i| row_sum(own[i])));
        counts[ROWS_WITH_HOLES] = self.hole_rows.count_ones() as i32;
        let steps = each(|i| if i + 1 < width { step(heights[i], self.heights[FIRST + i + 1]) } else { 0 });
        for at in FIRST..FIRST + 16 {
            self.steps_before[at + 1] = self.steps_before[at] | steps[at - FIRST];
        }
        for at in (FIRST..FIRST + 16).rev() {
            self.steps_from[at] = self.steps_from[at + 1] | steps[at - FIRST];
        }
        counts[DIVERSITY] = self.steps_from[FIRST].count_ones() as i32;
    }

    /// The counts of the board.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The weighted counts after a shape came to rest in each column, on top of the stack, in the row given for it,
    /// without clearing a line; what stands for columns without a landing means nothing.
    #[inline]
    pub fn values(&self, shape: &Shape, width: u8, rows: &[u8; 16], weights: &[f64; COUNTED]) -> [f64; 16] {
        // The width as a constant lets the compiler unroll everything.
        match shape.width {
            1 => self.values_of::<1>(shape, width, rows, weights),
            2 => self.values_of::<2>(shape, width, rows, weights),
            3 => self.values_of::<3>(shape, width, rows, weights),
            _ => self.values_of::<4>(shape, width, rows, weights),
        }
    }

    #[inline(always)]
    fn values_of<const WIDTH: usize>(
        &self,
        shape: &Shape,
        width: u8,
        rows: &[u8; 16],
        weights: &[f64; COUNTED],
    ) -> [f64; 16] {
        let rows = each(|i| u32::from(rows[i] & 31));
        let mut near: [ColumnLanes; 8] = std::array::from_fn(|k| from(&self.columns, k));
        let mut tops: [ColumnLanes; 8] = std::array::from_fn(|k| from(&self.heights, k));
        let (mut holes, mut raised, mut depth, mut weighted) =
            ([0_u32; 16], [0_u32; 16], [0_u32; 16], [0_u32; 16]);
        let mut hole_rows = [self.hole_rows; 16];
        for offset in 0..WIDTH {
            let (low, high) = (u32::from(shape.bottoms[offset]), u32::from(shape.tops[offset]));
            let (old, height) = (near[FIRST + offset], tops[FIRST + offset]);
            let (bottom, top) = (each(|i| rows[i] + low), each(|i| rows[i] + high));
            let gap = each(|i| bottom[i].wrapping_sub(height[i]));
            let is_over_hole = each(|i| gap[i] | old[i] & old[i].wrapping_add(1));
            hole_rows = each(|i| hole_rows[i] | below(bottom[i]) & !below(height[i]));
            holes = each(|i| holes[i].wrapping_add(gap[i]));
            raised = each(|i| raised[i] + if gap[i] > 0 { 2 } else { 0 });
            depth = each(|i| depth[i] + if is_over_hole[i] > 0 { high - low } else { 0 });
            // The sum of the rows from bottom + 1 to top.
            weighted = each(|i| weighted[i] + (high - low) * (top[i] + bottom[i] + 1) / 2);
            near[FIRST + offset] = each(|i| old[i] | below(top[i]) & !below(bottom[i]));
            tops[FIRST + offset] = top;
        }
        let mut transitions = [0_u32; 16];
        for k in 1..2 + WIDTH {
            let (before, here, next) = (from(&self.transitions, k), near[k], near[k + 1]);
            let after = each(|i| (here[i] ^ next[i]).count_ones());
            transitions = each(|i| transitions[i].wrapping_add(after[i].wrapping_sub(before[i])));
        }
        let wells = self.new_wells::<WIDTH>(&near, &tops, &rows, shape);
        let mut values = [0.0; 16];
        let mut weigh = |count: usize, delta: &ColumnLanes| {
            let (weight, base) = (weights[count], self.counts.0[count] as u32);
            if weight != 0.0 {
                for i in 0..16 {
                    values[i] += weight * f64::from(delta[i].wrapping_add(base) as i32);
                }
            }
        };
        // In the order of the counts, so that sums are the same to the last bit as those of whole boards.
        weigh(LANDING, &each(|i| 2 * rows[i] + u32::from(shape.height) - 1));
        weigh(ROW_TRANSITIONS, &transitions);
        weigh(COLUMN_TRANSITIONS, &raised);
        weigh(HOLES, &holes);
        weigh(WELLS, &wells);
        weigh(HOLE_DEPTH, &depth);
        let base = |count: usize| self.counts.0[count] as u32;
        let changed = |count: usize, after: ColumnLanes| each(|i| after[i].wrapping_sub(base(count)));
        weigh(ROWS_WITH_HOLES, &changed(ROWS_WITH_HOLES, each(|i| hole_rows[i].count_ones())));
        let pile = each(|i| base(PILE_HEIGHT).max(rows[i] + u32::from(shape.height)));
        weigh(PILE_HEIGHT, &changed(PILE_HEIGHT, pile));
        weigh(WEIGHTED, &weighted);
        if weights[DIVERSITY] != 0.0 {
            weigh(DIVERSITY, &changed(DIVERSITY, self.diversity::<WIDTH>(&tops, width)));
        }
        values
    }

    /// How the cumulative wells change with a shape in these rows, given the columns and heights after it.
    #[inline(always)]
    fn new_wells<const WIDTH: usize>(
        &self,
        near: &[ColumnLanes; 8],
        tops: &[ColumnLanes; 8],
        rows: &ColumnLanes,
        shape: &Shape,
    ) -> ColumnLanes {
        let (mut sum, mut uncovered) = ([0_u32; 16], [0_u32; 16]);
        for k in 1..3 + WIDTH {
            let (height, top) = (from(&self.heights, k), tops[k]);
            let (left, here, right) = (near[k - 1], near[k], near[k + 1]);
            let open = each(|i| left[i] & right[i] & !here[i]);
            let above = each(|i| open[i] & !below(height[i]));
            let before = from(&self.open_wells, k);
            let floors = if (FIRST..FIRST + WIDTH).contains(&k) {
                // What is left open under the piece keeps its floor; what is above it has the piece for a floor.
                let bottom = u32::from(shape.bottoms[k - FIRST]);
                let under = each(|i| (above[i] & below(rows[i] + bottom)).count_ones());
                each(|i| height[i] * under[i] + top[i] * (above[i].count_ones() - under[i]))
            } else {
                each(|i| height[i] * above[i].count_ones())
            };
            sum = each(|i| {
                sum[i].wrapping_add(row_sum(above[i]).wrapping_sub(floors[i]).wrapping_sub(before[i]))
            });
            let covered = from(&self.covered_wells, k);
            uncovered = each(|i| uncovered[i] | open[i] & below(height[i]) & !covered[i]);
        }
        if uncovered.iter().fold(0, |any, cells| any | cells) != 0 {
            // Seldom: a piece comes to lie beside a hole and makes a well of it.
            for k in 1..3 + WIDTH {
                let (height, covered) = (from(&self.heights, k), from(&self.covered_wells, k));
                let open =
                    each(|i| near[k - 1][i] & near[k + 1][i] & !near[k][i] & below(height[i]) & !covered[i]);
                let more = runs(open, &near[k]);
                sum = each(|i| sum[i].wrapping_add(more[i]));
            }
        }
        sum
    }

    /// How many different small steps there are between neighbours of which some have new heights.
    #[inline(always)]
    fn diversity<const WIDTH: usize>(&self, heights: &[ColumnLanes; 8], width: u8) -> ColumnLanes {
        // The steps to the left of the left neighbour, and those from the right neighbour on.
        let mut seen = from(&self.steps_before, FIRST - 1);
        let right = from(&self.steps_from, FIRST + WIDTH);
        for k in 1..2 + WIDTH {
            // Lane i compares column i + k - FIRST with the next; walls have no height.
            let (left, right) = (heights[k], heights[k + 1]);
            let steps = each(|i| {
                let column = i + k;
                let is_inside = column >= FIRST && column + 1 < FIRST + usize::from(width);
                if is_inside { step(left[i], right[i]) } else { 0 }
            });
            seen = each(|i| seen[i] | steps[i]);
        }
        each(|i| (seen[i] | right[i]).count_ones())
    }
}

/// The step between two heights as one of five bits, none if it is larger than two.
#[inline(always)]
fn step(left: u32, right: u32) -> u32 {
    let shifted = right.wrapping_sub(left).wrapping_add(2);
    if shifted <= 4 { 1 << (shifted & 31) } else { 0 }
}
