//! Turns as movements of sets of places, worked out when compiling.

use super::kicks::{Guard, KickSystem, TurnDirection};
use super::shape::{Rotation, canonical};
use crate::Piece;

/// One kick as a movement between places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Movement {
    pub dx: i8,
    pub dy: i8,
    pub guard: Guard,
}

/// A turn out of one rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning {
    /// The rotation that it leads to, and the first one with the same cells.
    pub to: usize,
    pub same: usize,
    movements: [Movement; 6],
    count: usize,
}

impl Turning {
    /// The kicks in order; none if there is no such turn.
    #[inline(always)]
    pub fn movements(&self) -> &[Movement] {
        &self.movements[..self.count]
    }

    /// Places are kept in the coordinates of the first rotation with the same cells, so that a turn moves by the kick
    /// and by the difference of the coordinates.
    const fn of(system: KickSystem, piece: Piece, from: Rotation, turn: TurnDirection) -> Self {
        let to = turn.of(from);
        let (_, from_x, from_y) = canonical(piece, from);
        let (same, to_x, to_y) = canonical(piece, to);
        let kicks = system.kicks(piece, from, turn);
        let mut movements = [Movement { dx: 0, dy: 0, guard: Guard::Always }; 6];
        let mut i = 0;
        while i < kicks.len() {
            movements[i] = Movement {
                dx: kicks[i].dx + to_x - from_x,
                dy: kicks[i].dy + to_y - from_y,
                guard: kicks[i].guard,
            };
            i += 1;
        }
        Turning { to: to as usize, same: same as usize, movements, count: kicks.len() }
    }
}

/// All turns of a piece, by rotation and by [`TurnDirection`].
pub(super) type Turnings = [[Turning; 3]; 4];

/// The turns of a piece.
#[inline(always)]
pub(super) fn turnings(system: KickSystem, piece: Piece) -> &'static Turnings {
    &TURNINGS[system as usize][piece as usize]
}

static TURNINGS: [[Turnings; 7]; 3] = {
    let none = Turning::of(KickSystem::Srs, Piece::O, Rotation::North, TurnDirection::Half);
    let mut all = [[[[none; 3]; 4]; 7]; 3];
    let mut system = 0;
    while system < 3 {
        let mut piece = 0;
        while piece < 7 {
            let mut from = 0;
            while from < 4 {
                let mut turn = 0;
                while turn < 3 {
                    all[system][piece][from][turn] = Turning::of(
                        KickSystem::ALL[system],
                        Piece::ALL[piece],
                        Rotation::ALL[from],
                        TurnDirection::ALL[turn],
                    );
                    turn += 1;
                }
                from += 1;
            }
            piece += 1;
        }
        system += 1;
    }
    all
};
