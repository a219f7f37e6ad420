//! One piece under the keys.

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::kicks::{Guard, TurnDirection};
use super::placement::{GuidelinePlacement, Spin};
use super::rules::{GuidelineRules, Spawn, SpinRule};
use super::shape::{CENTRE_COLUMN, Rotation, cells, distinct, highest_row};
use crate::Piece;

/// A key of the game, held for one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Key {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// A quarter turn clockwise.
    #[strum(serialize = "cw")]
    Clockwise,
    /// A quarter turn anticlockwise.
    #[strum(serialize = "ccw")]
    Anticlockwise,
    /// Half a turn, where the rules have it.
    #[strum(serialize = "180")]
    Half,
    /// One row down.
    #[strum(serialize = "down")]
    SoftDrop,
    /// Down to where the piece rests, and lock.
    #[strum(serialize = "drop")]
    HardDrop,
}

impl Key {
    /// The keys that move a piece without locking it.
    pub const MOVES: [Key; 6] =
        [Key::Left, Key::Right, Key::Clockwise, Key::Anticlockwise, Key::Half, Key::SoftDrop];

    /// The turn that the key makes.
    pub fn turn(self) -> Option<TurnDirection> {
        match self {
            Key::Clockwise => Some(TurnDirection::Clockwise),
            Key::Anticlockwise => Some(TurnDirection::Anticlockwise),
            Key::Half => Some(TurnDirection::Half),
            _ => None,
        }
    }
}

/// A piece that is moved key by key.
///
/// ```
/// use tetreach_games::Piece;
/// use tetreach_games::guideline::{Active, Field, Key, GuidelinePreset};
///
/// let rules = GuidelinePreset::Ppt.rules();
/// let mut piece = Active::spawn(&Field::EMPTY, Piece::L, &rules).expect("the field is empty");
/// for key in [Key::Left, Key::Clockwise, Key::HardDrop] {
///     assert!(piece.press(key, &Field::EMPTY, &rules));
/// }
/// assert_eq!(piece.placement().to_string(), "L east 3,1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Active {
    /// The piece.
    pub piece: Piece,
    /// Which way it faces, not canonical.
    pub rotation: Rotation,
    /// The column of its centre.
    pub x: i8,
    /// The row of its centre.
    pub y: i8,
    /// The spin, if the piece were locked here and now.
    pub spin: Spin,
}

impl Active {
    /// A piece where it appears, `None` if there is no room.
    pub fn spawn(field: &Field, piece: Piece, rules: &GuidelineRules) -> Option<Self> {
        Self::spawns(field, piece, rules).next()
    }

    /// All places where a piece can appear: one, unless the rules leave the choice.
    pub fn spawns<'a>(
        field: &'a Field,
        piece: Piece,
        rules: &'a GuidelineRules,
    ) -> impl Iterator<Item = Self> + 'a {
        let at = move |rotation, x, y| Active { piece, rotation, x, y, spin: Spin::None };
        let rows = match rules.spawn {
            Spawn::Row(row) => row..row + 1,
            Spawn::RowOrAbove(row) => row..row + 2,
            Spawn::Ceiling => 0..0,
        };
        let one = rows.map(move |y| at(Rotation::North, CENTRE_COLUMN, y as i8));
        let rotations = if rules.spawn == Spawn::Ceiling { distinct(piece) } else { 0 };
        let many = Rotation::ALL.into_iter().take(rotations).flat_map(move |rotation| {
            let y = highest_row(piece, rotation, rules.ceiling);
            (0..Field::WIDTH as i8).map(move |x| at(rotation, x, y))
        });
        let first = one.filter(|active| active.fits(field, rules)).take(1);
        first.chain(many.filter(|active| active.fits(field, rules)))
    }

    /// Presses a key; `false`, and nothing changes, if the piece cannot move that way.
    ///
    /// A hard drop moves the piece to where it rests, and keeps a spin only if it was there already.
    pub fn press(&mut self, key: Key, field: &Field, rules: &GuidelineRules) -> bool {
        match key {
            Key::Left => self.shift(-1, 0, field, rules),
            Key::Right => self.shift(1, 0, field, rules),
            Key::SoftDrop => self.shift(0, -1, field, rules),
            Key::HardDrop => {
                while self.shift(0, -1, field, rules) {}
                true
            }
            Key::Clockwise | Key::Anticlockwise | Key::Half => {
                key.turn().is_some_and(|turn| self.turn(turn, field, rules))
            }
        }
    }

    /// Whether the piece rests on something.
    pub fn is_resting(&self, field: &Field, rules: &GuidelineRules) -> bool {
        !Active { y: self.y - 1, ..*self }.fits(field, rules)
    }

    /// Where the piece is, as a placement.
    pub fn placement(&self) -> GuidelinePlacement {
        let Active { piece, rotation, x, y, spin } = *self;
        GuidelinePlacement { piece, rotation, x, y, spin }.canonical()
    }

    /// Whether the cells of the piece are free.
    pub fn fits(&self, field: &Field, rules: &GuidelineRules) -> bool {
        self.cells().iter().all(|&(x, y)| y < i32::from(rules.ceiling) && !field.is_filled(x, y))
    }

    fn cells(&self) -> [(i32, i32); 4] {
        cells(self.piece, self.rotation).map(|(dx, dy)| (i32::from(self.x + dx), i32::from(self.y + dy)))
    }

    fn shift(&mut self, dx: i8, dy: i8, field: &Field, rules: &GuidelineRules) -> bool {
        let moved = Active { x: self.x + dx, y: self.y + dy, spin: Spin::None, ..*self };
        let fits = moved.fits(field, rules);
        if fits {
            *self = moved;
        }
        fits
    }

    fn turn(&mut self, turn: TurnDirection, field: &Field, rules: &GuidelineRules) -> bool {
        let kicks = rules.kicks.kicks(self.piece, self.rotation, turn);
        let at = |dx: i8, dy: i8| Active {
            rotation: turn.of(self.rotation),
            x: self.x + dx,
            y: self.y + dy,
            spin: Spin::None,
            ..*self
        };
        let left_free = kicks.first().is_some_and(|first| at(first.dx, first.dy).left_is_free(field, rules));
        for (test, kick) in kicks.iter().enumerate() {
            let mut turned = at(kick.dx, kick.dy);
            let tried = match kick.guard {
                Guard::Always => true,
                Guard::LeftBlocked => !left_free,
                Guard::LeftFree => left_free,
            };
            if tried && turned.fits(field, rules) {
                turned.spin = turned.spin_after(test, field, rules);
                *self = turned;
                return true;
            }
        }
        false
    }

    /// Whether the cells of the leftmost column of the piece are free.
    pub fn left_is_free(&self, field: &Field, rules: &GuidelineRules) -> bool {
        let cells = self.cells();
        let leftmost = cells.iter().map(|cell| cell.0).min();
        cells
            .iter()
            .filter(|cell| Some(cell.0) == leftmost)
            .all(|&(x, y)| y < i32::from(rules.ceiling) && !field.is_filled(x, y))
    }

    /// The spin right after a turn by the kick with this number.
    fn spin_after(&self, test: usize, field: &Field, rules: &GuidelineRules) -> Spin {
        match rules.spins {
            SpinRule::ThreeCorners if self.piece == Piece::T => {}
            SpinRule::AnyTurn => return Spin::Full,
            _ => return Spin::None,
        }
        let (x, y) = (i32::from(self.x), i32::from(self.y));
        let filled = |dx: i32, dy: i32| field.is_filled(x + dx, y + dy);
        // Clockwise from the left upper corner; the rotation's number is that of the first one it faces.
        let corners = [filled(-1, 1), filled(1, 1), filled(1, -1), filled(-1, -1)];
        let facing = corners[self.rotation as usize] && corners[(self.rotation as usize + 1) % 4];
        match corners.iter().filter(|&&filled| filled).count() {
            3.. if facing || test == 4 => Spin::Full,
            3.. => Spin::Mini,
            _ => Spin::None,
        }
    }
}
