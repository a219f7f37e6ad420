//! What differs between the games that call themselves guideline.

use super::attack::AttackRule;
use super::field::Field;
use super::garbage::GarbageRule;
use super::kicks::KickSystem;

/// Where a piece appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spawn {
    /// With its centre in this row, or not at all.
    Row(u8),
    /// With its centre in this row, else in the row above, else not at all.
    RowOrAbove(u8),
    /// In any rotation and column, as high as the ceiling allows: AlphaTetris chooses where pieces begin to fall.
    Ceiling,
}

/// Which turns are told apart from other ways to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpinRule {
    /// None: a place is a place.
    Ignored,
    /// Those of a T into three filled corners, as a mini or in full.
    ThreeCorners,
    /// Those of any piece into places that nothing but a turn reaches, AlphaTetris' idea of a spin.
    AnyTurn,
}

/// The rules of a game.
///
/// A game is over by *block-out* if no piece that may be played, neither the current one nor the one that hold would
/// bring, can appear; and by *lock-out*, where `lock_out` says so, if a piece comes to rest wholly above the rows in
/// view without clearing one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuidelineRules {
    /// How pieces turn.
    pub kicks: KickSystem,
    /// Which spins count.
    pub spins: SpinRule,
    /// Where pieces appear.
    pub spawn: Spawn,
    /// The number of rows in which pieces can be, at most [`Field::HEIGHT`].
    pub ceiling: u8,
    /// Whether a piece at rest wholly above the rows in view ends the game.
    pub lock_out: bool,
    /// Whether a field that reaches the ceiling ends the game.
    pub built_out: bool,
    /// Whether a piece locks wherever its keys leave it, in the air too.
    pub floats: bool,
    /// What clears send.
    pub attack: AttackRule,
    /// How garbage arrives.
    pub garbage: GarbageRule,
}

impl GuidelineRules {
    /// The blocked cells of each column: those of the field, and all from the ceiling up.
    #[inline]
    pub(super) fn blocked(&self, field: &Field) -> [u64; Field::WIDTH] {
        field.columns().map(|column| column | u64::MAX << self.ceiling)
    }
}
