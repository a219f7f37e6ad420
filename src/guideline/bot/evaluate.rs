//! How good a position is, and a placement.

use super::slots::best_slot;
use super::weights::BotWeights;
use crate::game::Piece;
use crate::game::guideline::{Field, GuidelinePlacement, GuidelinePosition, Lock, Spin};

/// What a position is worth to come from.
pub fn evaluate(weights: &BotWeights, position: &GuidelinePosition, hold: Option<Piece>) -> f32 {
    let mut columns = *position.field.columns();
    let mut heights = position.field.heights();
    let mut value = 0.0;
    if position.back_to_back > 0 {
        value += weights.back_to_back;
    }
    value += weights.combo * f32::from(position.combo);
    if hold == Some(Piece::T) {
        value += weights.held_t;
    }
    // A T will come; what it leaves behind is judged, so that the slot itself does not look like a hole.
    if let Some(slot) = best_slot(&columns, &heights) {
        value += weights.t_slot[slot.lines as usize];
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
    value + surface(weights, &columns, &heights)
}

/// What the shape of a stack is worth.
fn surface(weights: &BotWeights, columns: &[u64; Field::WIDTH], heights: &[u32; Field::WIDTH]) -> f32 {
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
    weights.hole * holes as f32
        + weights.cover * cover as f32
        + weights.row_transition * transitions as f32
        + weights.bump * bumps as f32
        + weights.height * highest as f32
        + weights.upper_half * highest.saturating_sub(10) as f32
        + weights.upper_quarter * highest.saturating_sub(15) as f32
        + weights.well_row * well_rows as f32
}

/// What a placement is worth by itself.
pub(super) fn reward(weights: &BotWeights, placement: GuidelinePlacement, lock: &Lock) -> f32 {
    let clear = &lock.clear;
    let mut value = weights.attack * lock.attack as f32;
    if clear.perfect {
        return value + weights.perfect_clear;
    }
    if clear.spin == Spin::None {
        value += weights.plain_clear[usize::from(clear.lines)];
    }
    if placement.piece == Piece::T && !(clear.spin == Spin::Full && clear.lines >= 2) {
        value += weights.wasted_t;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f32 {
        let position =
            GuidelinePosition { field: Field::from_text(text).unwrap(), ..GuidelinePosition::default() };
        evaluate(&BotWeights::default(), &position, None)
    }

    #[test]
    fn flat_stacks_without_holes_are_better() {
        assert!(value("#########.") > value("########..\n........#."), "a hole");
        assert!(value("#########.") > value("#.#.#.###.\n#########."), "bumps");
        assert!(value("") > value(&"#########.\n".repeat(16)), "height");
    }

    #[test]
    fn a_slot_for_a_t_is_worth_more_than_the_same_cells_without_a_roof() {
        assert!(value("..##......\n...#######\n#.########") > value("...##.....\n...#######\n#.########"));
    }
}
