//! Places that a T can spin into.

use crate::game::guideline::Field;

/// A place for a T that faces south under an overhang, and the lines that it would clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TSlot {
    pub x: usize,
    pub y: u32,
    pub lines: u32,
}

/// The slot that clears most, of those that are open from above on one side and roofed on the other.
pub(super) fn best_slot(columns: &[u64; Field::WIDTH], heights: &[u32; Field::WIDTH]) -> Option<TSlot> {
    let mut best: Option<TSlot> = None;
    for x in 1..Field::WIDTH - 1 {
        let (left, middle, right) = (columns[x - 1], columns[x], columns[x + 1]);
        // Room for the T, filled below its arms.
        let room = !left & !middle & !right & !(middle << 1) & left << 1 & right << 1;
        let open = |column: usize| u64::MAX << heights[column];
        let roofed = right >> 1 & open(x - 1) | left >> 1 & open(x + 1);
        let mut slots = room & roofed & open(x);
        while slots != 0 {
            let y = slots.trailing_zeros();
            slots &= slots - 1;
            let lines = lines_at(columns, x, y);
            if best.is_none_or(|slot| lines > slot.lines) {
                best = Some(TSlot { x, y, lines });
            }
        }
    }
    best
}

/// The rows that a T at this place would fill.
fn lines_at(columns: &[u64; Field::WIDTH], x: usize, y: u32) -> u32 {
    let (arms, stem) = (1 << y, 1 << y >> 1);
    let mut full = arms | stem;
    for (at, &column) in columns.iter().enumerate() {
        full &= match at.abs_diff(x) {
            0 => column | arms | stem,
            1 => column | arms,
            _ => column,
        };
    }
    full.count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(text: &str) -> Option<TSlot> {
        let field = Field::from_text(text).unwrap();
        best_slot(field.columns(), &field.heights())
    }

    #[test]
    fn an_overhang_over_a_notch_is_a_slot() {
        assert_eq!(slot("..##......\n...#######\n#.########"), Some(TSlot { x: 1, y: 1, lines: 2 }));
        assert_eq!(slot("..##......\n...######.\n#.########").unwrap().lines, 1);
        assert_eq!(slot("...#......\n...#######\n#.########"), None, "no roof");
        assert_eq!(slot("#.##......\n...#######\n#.########"), None, "no way in");
    }
}
