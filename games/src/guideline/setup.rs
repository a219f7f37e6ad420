//! Setups that players have names for.

use rand::Rng;
use thiserror::Error;

use super::field::Field;
use super::game::GuidelineGame;
use super::placement::{GuidelinePlacement, Spin};
use super::shape::Rotation;
use crate::Piece;

/// A field that is made for a placement, and what that clears.
///
/// ```
/// use tetreach_games::guideline::{GuidelinePosition, GuidelinePreset, NamedSetup};
///
/// let fin = NamedSetup::named("fin")?;
/// let mut position = GuidelinePosition { field: fin.field(), ..GuidelinePosition::default() };
/// let lock = position.play(fin.placement, &GuidelinePreset::Ppt.rules());
/// assert_eq!((lock.clear.lines, lock.attack), (2, 4));
/// # Ok::<(), tetreach_games::guideline::UnknownSetup>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedSetup {
    /// Its name, such as `t-spin-double`.
    pub name: &'static str,
    /// The placement that it is made for.
    pub placement: GuidelinePlacement,
    /// The rows that this clears.
    pub lines: u8,
    rows: &'static str,
}

const fn setup(
    name: &'static str,
    (piece, rotation, x, y, spin): (Piece, Rotation, i8, i8, Spin),
    lines: u8,
    rows: &'static str,
) -> NamedSetup {
    NamedSetup { name, placement: GuidelinePlacement { piece, rotation, x, y, spin }, lines, rows }
}

impl NamedSetup {
    /// All setups.
    pub const ALL: &'static [NamedSetup] = &[
        setup(
            "t-spin-single",
            (Piece::T, Rotation::South, 1, 1, Spin::Full),
            1,
            "..##......\n...######.\n#.########",
        ),
        setup(
            "t-spin-double",
            (Piece::T, Rotation::South, 1, 1, Spin::Full),
            2,
            "..##......\n...#######\n#.########",
        ),
        setup(
            "t-spin-triple",
            (Piece::T, Rotation::East, 1, 1, Spin::Full),
            3,
            "##........\n#.........\n#.########\n#..#######\n#.########",
        ),
        setup("t-spin-mini", (Piece::T, Rotation::East, 0, 1, Spin::Mini), 0, ".########."),
        setup("t-spin-mini-single", (Piece::T, Rotation::East, 0, 1, Spin::Mini), 1, ".#########"),
        // Two rows down, by the fourth kick: iso in full, neo as a mini.
        setup(
            "iso",
            (Piece::T, Rotation::East, 4, 1, Spin::Full),
            2,
            "...###....\n..........\n.....#....\n####..####\n####.#####",
        ),
        setup(
            "neo",
            (Piece::T, Rotation::East, 1, 1, Spin::Mini),
            2,
            "##........\n..........\n#.........\n#..#######\n#.########",
        ),
        // The corners would make it a mini, the fifth kick makes it a full spin.
        setup(
            "fin",
            (Piece::T, Rotation::East, 1, 1, Spin::Full),
            2,
            "###.......\n#.........\n#.........\n#..#######\n#.########",
        ),
        setup(
            "tetris",
            (Piece::I, Rotation::East, 0, 3, Spin::None),
            4,
            ".#########\n.#########\n.#########\n.#########\n#########.",
        ),
        setup(
            "triple",
            (Piece::I, Rotation::East, 0, 3, Spin::None),
            3,
            ".#########\n.#########\n.#########\n#########.",
        ),
        setup(
            "double",
            (Piece::O, Rotation::North, 0, 0, Spin::None),
            2,
            ".........#\n..########\n..########",
        ),
        setup("tuck", (Piece::I, Rotation::North, 2, 1, Spin::None), 0, "#####.....\n..........\n#########."),
        setup(
            "perfect-clear",
            (Piece::I, Rotation::East, 0, 2, Spin::None),
            4,
            ".#########\n.#########\n.#########\n.#########",
        ),
    ];

    /// The setup of a name.
    pub fn named(name: &str) -> Result<&'static NamedSetup, UnknownSetup> {
        let found = Self::ALL.iter().find(|setup| setup.name == name);
        found.ok_or_else(|| UnknownSetup { name: name.to_owned() })
    }

    /// The field.
    pub fn field(&self) -> Field {
        Field::from_text(self.rows).expect("invariant: the rows of setups are well-formed")
    }

    /// A game that begins with the setup, its piece the first one.
    pub fn game<R: Rng + ?Sized>(&self, rng: &mut R) -> GuidelineGame {
        loop {
            // Of the seven pieces of a bag one is not in view.
            let mut game = GuidelineGame::start(rng);
            if let Some(place) = game.queue.iter().position(|piece| *piece == self.placement.piece) {
                game.queue.swap(0, place);
                game.position.field = self.field();
                return game;
            }
        }
    }
}

/// A name that no setup has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no setup {name:?}: choose from {}", names())]
pub struct UnknownSetup {
    name: String,
}

fn names() -> String {
    NamedSetup::ALL.iter().map(|setup| setup.name).collect::<Vec<_>>().join(", ")
}
