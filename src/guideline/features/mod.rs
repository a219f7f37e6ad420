//! What a position and the placement that led to it look like, as numbers.

mod slots;

use slots::best_slot;

use crate::game::Piece;
use crate::game::guideline::{Field, GuidelinePlacement, GuidelinePosition, Lock, Spin};

/// The number of features of a position.
pub const OF_POSITION: usize = 15;
/// The number of features of a placement.
pub const OF_PLACEMENT: usize = 8;

/// The names of all features, those of the position first.
pub const FEATURES: [&str; OF_POSITION + OF_PLACEMENT] = [
    "hole",
    "cover",
    "row_transition",
    "bump",
    "height",
    "upper_half",
    "upper_quarter",
    "well_row",
    "t_slot.0",
    "t_slot.1",
    "t_slot.2",
    "t_slot.3",
    "back_to_back",
    "combo",
    "held_t",
    "attack",
    "perfect_clear",
    "plain_clear.0",
    "plain_clear.1",
    "plain_clear.2",
    "plain_clear.3",
    "plain_clear.4",
    "wasted_t",
];

/// The features of a position, by their order in [`FEATURES`].
pub fn position_features(position: &GuidelinePosition, hold: Option<Piece>) -> [f32; OF_POSITION] {
    let mut columns = *position.field.columns();
    let mut heights = position.field.heights();
    let mut slots = [0.0; 4];
    // A T will come; what it leaves behind is judged, so that the slot itself does not look like a hole.
    if let Some(slot) = best_slot(&columns, &heights) {
        slots[slot.lines as usize] = 1.0;
        if slot.lines == 2 {
            let mut field = Field::from_columns(columns);
            for (x, y) in [(slot.x - 1, slot.y), (slot.x, slot.y), (slot.x + 1, slot.y), (slot.x, slot.y - 1)]
            {
                field.fill(x, y as usize);
            }
            field.clear_rows();
            (columns, heights) = (*field.columns(), field.heights());
        }
    }
    let [hole, cover, row_transition, bump, height, upper_half, upper_quarter, well_row] =
        surface(&columns, &heights).map(|count| count as f32);
    let is = |holds: bool| f32::from(u8::from(holds));
    [
        hole,
        cover,
        row_transition,
        bump,
        height,
        upper_half,
        upper_quarter,
        well_row,
        slots[0],
        slots[1],
        slots[2],
        slots[3],
        is(position.back_to_back > 0),
        f32::from(position.combo),
        is(hold == Some(Piece::T)),
    ]
}

/// The features of a placement, by their order in [`FEATURES`] after those of a position.
pub fn placement_features(placement: GuidelinePlacement, lock: &Lock) -> [f32; OF_PLACEMENT] {
    let clear = &lock.clear;
    let mut features = [0.0; OF_PLACEMENT];
    features[0] = lock.attack as f32;
    if clear.perfect {
        features[1] = 1.0;
        return features;
    }
    if clear.spin == Spin::None {
        features[2 + usize::from(clear.lines)] = 1.0;
    }
    if placement.piece == Piece::T && !(clear.spin == Spin::Full && clear.lines >= 2) {
        features[7] = 1.0;
    }
    features
}

/// The shape of a stack: the first eight features.
fn surface(columns: &[u64; Field::WIDTH], heights: &[u32; Field::WIDTH]) -> [u32; 8] {
    let highest = heights.iter().copied().max().unwrap_or(0);
    let (mut holes, mut cover) = (0, 0);
    for (column, height) in columns.iter().zip(heights) {
        let mut under = !column & ((1 << height) - 1);
        holes += under.count_ones();
        while under != 0 {
            let y = under.trailing_zeros();
            cover += (column >> y).count_ones().min(6);
            under &= under - 1;
        }
    }
    let rows = (1_u64 << highest) - 1;
    let mut transitions =
        (!columns[0] & rows).count_ones() + (!columns[Field::WIDTH - 1] & rows).count_ones();
    transitions += columns.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones()).sum::<u32>();

    let well = (0..Field::WIDTH).min_by_key(|&x| heights[x]).unwrap_or(0);
    let lacking = (0..Field::WIDTH).filter(|&x| x != well).fold(u64::MAX, |all, x| all & columns[x]);
    let well_rows = (lacking >> heights[well]).trailing_ones().min(4);
    let mut bumps = 0;
    let mut last: Option<u32> = None;
    for (x, &height) in heights.iter().enumerate() {
        if x != well {
            bumps += last.map_or(0, |last| last.abs_diff(height));
            last = Some(height);
        }
    }
    [
        holes,
        cover,
        transitions,
        bumps,
        highest,
        highest.saturating_sub(10),
        highest.saturating_sub(15),
        well_rows,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_stack_is_counted_by_hand() {
        let field = Field::from_text("###.......\n#.#######.\n#.#######.").unwrap();
        let position = GuidelinePosition { field, combo: 2, back_to_back: 1 };
        let features = position_features(&position, Some(Piece::T));
        // The well of the last column lacks the floor alone; the hole is two cells deep under one.
        assert_eq!(features[..8], [2.0, 2.0, 10.0, 1.0, 3.0, 0.0, 0.0, 0.0]);
        assert_eq!(features[8..], [0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 1.0]);
    }

    #[test]
    fn a_placement_is_its_attack_and_the_kind_of_its_clear() {
        use crate::game::guideline::{Clear, Rotation};

        let t =
            GuidelinePlacement { piece: Piece::T, rotation: Rotation::South, x: 4, y: 1, spin: Spin::Full };
        let lock = |lines, spin, perfect, attack| Lock {
            clear: Clear { lines, spin, perfect, ..Clear::default() },
            attack,
            topped_out: false,
        };
        let set = |lock| {
            let features = placement_features(t, &lock);
            let names = FEATURES[OF_POSITION..].iter().zip(features).filter(|(_, value)| *value != 0.0);
            names.map(|(name, _)| *name).collect::<Vec<_>>()
        };
        assert_eq!(set(lock(2, Spin::Full, false, 4)), ["attack"]);
        assert_eq!(set(lock(1, Spin::None, false, 0)), ["plain_clear.1", "wasted_t"]);
        assert_eq!(set(lock(0, Spin::None, false, 0)), ["plain_clear.0", "wasted_t"]);
        assert_eq!(set(lock(1, Spin::Full, true, 10)), ["attack", "perfect_clear"]);
    }
}
