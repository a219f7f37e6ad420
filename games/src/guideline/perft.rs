//! Path counts of a queue of pieces.

use super::field::Field;
use super::kicks::KickSystem;
use super::moves::PlacementList;
use super::preset::GuidelinePreset;
use super::rules::{GuidelineRules, Spawn, SpinRule};
use crate::Piece;

/// What is counted.
///
/// The default is the rule of the public tables for SRS: a piece appears with its centre in row 19 or not at all, spins
/// are not told apart, and rotations that cover the same cells are one placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perft {
    /// How pieces turn.
    pub kicks: KickSystem,
    /// The row of the centre of a piece that appears.
    pub spawn: u8,
    /// Whether spins of the T are told apart.
    pub spins: bool,
}

impl Default for Perft {
    fn default() -> Self {
        Perft { kicks: KickSystem::Srs, spawn: 19, spins: false }
    }
}

impl Perft {
    /// The rules that it stands for.
    pub fn rules(&self) -> GuidelineRules {
        GuidelineRules {
            kicks: self.kicks,
            spins: if self.spins { SpinRule::ThreeCorners } else { SpinRule::Ignored },
            spawn: Spawn::Row(self.spawn),
            lock_out: false,
            ..GuidelinePreset::Ppt.rules()
        }
    }
}

/// The number of ways to place the pieces of a queue one after the other, full rows vanishing.
///
/// ```
/// use tetreach_games::Piece;
/// use tetreach_games::guideline::{Field, Perft, perft};
///
/// let rules = Perft::default().rules();
/// assert_eq!(perft(&Field::EMPTY, &[Piece::I, Piece::O], &rules), 153);
/// ```
pub fn perft(field: &Field, queue: &[Piece], rules: &GuidelineRules) -> u64 {
    match *queue {
        [] => 1,
        [piece] => PlacementList::count(field, piece, rules),
        [piece, ref rest @ ..] => {
            let mut nodes = 0;
            PlacementList::for_each(field, piece, rules, |placement| {
                let mut next = *field;
                next.place(placement);
                nodes += perft(&next, rest, rules);
            });
            nodes
        }
    }
}
