//! A field with what the next clear depends on.

use serde::{Deserialize, Serialize};

use super::attack::Clear;
use super::field::Field;
use super::placement::GuidelinePlacement;
use super::rules::GuidelineRules;

/// A field, the combo and the chain of difficult clears.
///
/// ```
/// use tetreach_games::Piece;
/// use tetreach_games::guideline::{Field, GuidelinePlacement, GuidelinePosition, GuidelinePreset, Rotation, Spin};
///
/// let field = Field::from_text("####.#####\n###...####")?;
/// let mut position = GuidelinePosition { field, ..GuidelinePosition::default() };
/// let south = GuidelinePlacement { piece: Piece::T, rotation: Rotation::North, x: 4, y: 0, spin: Spin::Full };
/// let lock = position.play(south, &GuidelinePreset::Ppt.rules());
/// assert_eq!((lock.clear.lines, lock.clear.perfect, lock.attack), (2, true, 10));
/// # Ok::<(), tetreach_games::guideline::FieldTextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GuidelinePosition {
    /// The cells.
    pub field: Field,
    /// Placements in a row that cleared something.
    pub combo: u16,
    /// Difficult clears in a row.
    pub back_to_back: u16,
}

/// What a placement did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// What it cleared.
    pub clear: Clear,
    /// The lines that it sends.
    pub attack: u32,
    /// Whether it ended the game, by lock-out or by reaching the ceiling.
    pub topped_out: bool,
}

impl GuidelinePosition {
    /// Places a piece, which must fit: clears rows, counts attack, and says whether that was the end.
    #[inline]
    pub fn play(&mut self, placement: GuidelinePlacement, rules: &GuidelineRules) -> Lock {
        let lines = self.field.place(placement) as u8;
        let clear = Clear {
            lines,
            spin: placement.spin,
            perfect: lines > 0 && rules.attack.is_perfect(&self.field),
            combo: self.combo,
            back_to_back: self.back_to_back,
        };
        if lines == 0 {
            self.combo = 0;
        } else {
            self.combo = self.combo.saturating_add(1);
            self.back_to_back = if clear.is_difficult() { self.back_to_back.saturating_add(1) } else { 0 };
        }
        let above = || placement.cells().iter().all(|cell| cell.1 >= Field::VISIBLE as i32);
        let topped_out = rules.lock_out && lines == 0 && above()
            || rules.built_out && self.field.height() >= usize::from(rules.ceiling);
        Lock { clear, attack: rules.attack.lines(&clear), topped_out }
    }
}
