//! Rotation systems: what is tried when a piece turns, as tables.

use serde::{Deserialize, Serialize};

use super::shape::Rotation;
use crate::Piece;

/// Which way a piece turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnDirection {
    /// A quarter clockwise.
    Clockwise,
    /// A quarter anticlockwise.
    Anticlockwise,
    /// Half a turn.
    Half,
}

impl TurnDirection {
    /// All turns.
    pub const ALL: [TurnDirection; 3] =
        [TurnDirection::Clockwise, TurnDirection::Anticlockwise, TurnDirection::Half];

    /// Where the turn leads.
    #[inline(always)]
    pub const fn of(self, from: Rotation) -> Rotation {
        from.turned(match self {
            TurnDirection::Clockwise => 1,
            TurnDirection::Anticlockwise => -1,
            TurnDirection::Half => 2,
        })
    }
}

/// When a kick is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Guard {
    /// Whenever those before it failed.
    Always,
    /// If a cell of the turned piece's leftmost column was blocked at the first try.
    LeftBlocked,
    /// If none of them was.
    LeftFree,
}

/// One place to try: how far the centre moves, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kick {
    /// Columns to the right.
    pub dx: i8,
    /// Rows up.
    pub dy: i8,
    /// When it is tried.
    pub guard: Guard,
}

/// How pieces turn: the kicks are tried in order, and the first place that is free is taken.
///
/// ```
/// use tetreach_games::Piece;
/// use tetreach_games::guideline::{KickSystem, Rotation, TurnDirection};
///
/// let kicks = KickSystem::Srs.kicks(Piece::T, Rotation::North, TurnDirection::Clockwise);
/// assert_eq!((kicks.len(), kicks[4].dx, kicks[4].dy), (5, -1, -2));
/// assert!(KickSystem::Srs.kicks(Piece::T, Rotation::North, TurnDirection::Half).is_empty());
/// assert_eq!(KickSystem::SrsPlus.kicks(Piece::T, Rotation::North, TurnDirection::Half).len(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KickSystem {
    /// The Super Rotation System, without half turns.
    Srs,
    /// TETR.IO's: other kicks for the I, and half turns.
    SrsPlus,
    /// AlphaTetris': one try sideways and down, away from what was hit.
    AlphaTetris,
}

impl KickSystem {
    /// All systems.
    pub const ALL: [KickSystem; 3] = [KickSystem::Srs, KickSystem::SrsPlus, KickSystem::AlphaTetris];

    /// The places to try, as movements of the centre; none if the piece cannot turn that way at all.
    ///
    /// The O stays where it is: turning it changes nothing, so it has no kicks.
    #[inline(always)]
    pub const fn kicks(self, piece: Piece, from: Rotation, turn: TurnDirection) -> &'static [Kick] {
        let from = from as usize;
        match (self, piece, turn) {
            (_, Piece::O, _) | (KickSystem::Srs | KickSystem::AlphaTetris, _, TurnDirection::Half) => &[],
            (KickSystem::Srs, Piece::I, TurnDirection::Clockwise) => &I_CLOCKWISE[from],
            (KickSystem::Srs, Piece::I, TurnDirection::Anticlockwise) => &I_ANTICLOCKWISE[from],
            (KickSystem::SrsPlus, Piece::I, TurnDirection::Clockwise) => &I_PLUS_CLOCKWISE[from],
            (KickSystem::SrsPlus, Piece::I, TurnDirection::Anticlockwise) => &I_PLUS_ANTICLOCKWISE[from],
            (KickSystem::SrsPlus, Piece::I, TurnDirection::Half) => &I_HALF[from],
            (KickSystem::SrsPlus, _, TurnDirection::Half) => &HALF[from],
            (KickSystem::AlphaTetris, Piece::I, TurnDirection::Clockwise) => &ALPHA_I_CLOCKWISE[from],
            (KickSystem::AlphaTetris, Piece::I, TurnDirection::Anticlockwise) => &ALPHA_I_ANTICLOCKWISE[from],
            (KickSystem::AlphaTetris, ..) => &ALPHA,
            (_, _, TurnDirection::Clockwise) => &CLOCKWISE[from],
            (_, _, TurnDirection::Anticlockwise) => &ANTICLOCKWISE[from],
        }
    }
}

/// Kicks that are tried whatever was hit.
const fn plain<const N: usize>(offsets: [(i8, i8); N]) -> [Kick; N] {
    let mut kicks = [Kick { dx: 0, dy: 0, guard: Guard::Always }; N];
    let mut i = 0;
    while i < N {
        (kicks[i].dx, kicks[i].dy) = offsets[i];
        i += 1;
    }
    kicks
}

/// AlphaTetris' tries around where the turned piece belongs.
const fn alpha(dx: i8, dy: i8) -> [Kick; 3] {
    [
        Kick { dx, dy, guard: Guard::Always },
        Kick { dx: dx + 1, dy: dy - 1, guard: Guard::LeftBlocked },
        Kick { dx: dx - 1, dy: dy - 1, guard: Guard::LeftFree },
    ]
}

// One row for each rotation from which the piece turns, from north clockwise.

static CLOCKWISE: [[Kick; 5]; 4] = [
    plain([(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]),
    plain([(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)]),
    plain([(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)]),
    plain([(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]),
];

static ANTICLOCKWISE: [[Kick; 5]; 4] = [
    plain([(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)]),
    plain([(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)]),
    plain([(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]),
    plain([(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]),
];

static I_CLOCKWISE: [[Kick; 5]; 4] = [
    plain([(1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2)]),
    plain([(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)]),
    plain([(-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2)]),
    plain([(0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2)]),
];

static I_ANTICLOCKWISE: [[Kick; 5]; 4] = [
    plain([(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)]),
    plain([(-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2)]),
    plain([(0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2)]),
    plain([(1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2)]),
];

static I_PLUS_CLOCKWISE: [[Kick; 5]; 4] = [
    plain([(1, 0), (2, 0), (-1, 0), (-1, -1), (2, 2)]),
    plain([(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)]),
    plain([(-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2)]),
    plain([(0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2)]),
];

static I_PLUS_ANTICLOCKWISE: [[Kick; 5]; 4] = [
    plain([(0, -1), (-1, -1), (2, -1), (2, -2), (-1, 1)]),
    plain([(-1, 0), (-2, 0), (1, 0), (-2, -2), (1, 1)]),
    plain([(0, 1), (-2, 1), (1, 1), (-2, 2), (1, -1)]),
    plain([(1, 0), (2, 0), (-1, 0), (2, 2), (-1, -1)]),
];

static HALF: [[Kick; 6]; 4] = [
    plain([(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)]),
    plain([(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)]),
    plain([(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)]),
    plain([(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)]),
];

static I_HALF: [[Kick; 6]; 4] = [
    plain([(1, -1), (1, 0), (2, 0), (0, 0), (2, -1), (0, -1)]),
    plain([(-1, -1), (0, -1), (0, 1), (0, 0), (-1, 1), (-1, 0)]),
    plain([(-1, 1), (-1, 0), (-2, 0), (0, 0), (-2, 1), (0, 1)]),
    plain([(1, 1), (0, 1), (0, 3), (0, 2), (1, 3), (1, 2)]),
];

static ALPHA: [Kick; 3] = alpha(0, 0);

static ALPHA_I_CLOCKWISE: [[Kick; 3]; 4] = [alpha(1, 0), alpha(0, -1), alpha(-1, 0), alpha(0, 1)];

static ALPHA_I_ANTICLOCKWISE: [[Kick; 3]; 4] = [alpha(0, -1), alpha(-1, 0), alpha(0, 1), alpha(1, 0)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_there_and_back_without_obstacles_changes_nothing() {
        for (system, piece) in KickSystem::ALL.into_iter().flat_map(|s| Piece::ALL.map(|p| (s, p))) {
            for (from, turn) in Rotation::ALL.into_iter().flat_map(|r| TurnDirection::ALL.map(|t| (r, t))) {
                let back = match turn {
                    TurnDirection::Clockwise => TurnDirection::Anticlockwise,
                    TurnDirection::Anticlockwise => TurnDirection::Clockwise,
                    TurnDirection::Half => TurnDirection::Half,
                };
                let there = system.kicks(piece, from, turn).first();
                let again = system.kicks(piece, turn.of(from), back).first();
                let sum = there.zip(again).map(|(a, b)| (a.dx + b.dx, a.dy + b.dy));
                assert!(sum.is_none_or(|sum| sum == (0, 0)), "{system:?} {piece} {from:?} {turn:?}: {sum:?}");
            }
        }
    }

    #[test]
    fn kicks_of_srs_are_mirrored_between_the_turns() {
        // A mirror swaps east and west, clockwise and anticlockwise; the T is its own image.
        for from in Rotation::ALL {
            let image = match from {
                Rotation::East => Rotation::West,
                Rotation::West => Rotation::East,
                other => other,
            };
            let one = KickSystem::Srs.kicks(Piece::T, from, TurnDirection::Clockwise);
            let other = KickSystem::Srs.kicks(Piece::T, image, TurnDirection::Anticlockwise);
            assert!(one.iter().zip(other).all(|(a, b)| (a.dx, a.dy) == (-b.dx, b.dy)), "{from:?}");
        }
    }
}
