//! The state of a game, and what moves do to it.

use serde::{Deserialize, Serialize};

use super::cells::Cells;
use super::colour::Colour;
use super::moves::PlacementSet;
use super::placement::TetressPlacement;

/// The number of moves of both players together after which the game ends.
pub const MAX_TURNS: u8 = 150;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameEnd {
    /// This player has won.
    Winner(Colour),
    /// Equally many tokens after the last move.
    Draw,
}

/// The tokens of both colours and the number of moves made.
///
/// ```
/// use tetreach_games::tetress::{Cells, Colour, GameEnd, TetressPosition};
///
/// // Red is to move but has no token left, so that no placement touches one.
/// let position = TetressPosition::new(Cells::EMPTY, Cells::from_bits(0b1111), 20)?;
/// assert_eq!(position.mover(), Colour::Red);
/// assert_eq!(position.outcome(), Some(GameEnd::Winner(Colour::Blue)));
/// # Ok::<(), tetreach_games::tetress::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct TetressPosition {
    tokens: [Cells; 2],
    turn: u8,
}

/// What [`TetressPosition::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    before: TetressPosition,
}

/// A position as it is stored, before it is checked.
#[derive(Serialize, Deserialize)]
struct Stored {
    red: Cells,
    blue: Cells,
    turn: u8,
}

/// Why tokens and a turn are no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A cell has tokens of both colours.
    #[error("a cell cannot hold a red and a blue token")]
    Shared,
    /// More moves than a game has.
    #[error("a game has at most 150 moves, not {0}")]
    Turn(u8),
}

/// Why a placement may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalPlacement {
    /// The game has ended.
    #[error("{placement} is illegal: the game is over")]
    Over {
        /// The placement.
        placement: TetressPlacement,
    },
    /// It lies on tokens.
    #[error("{placement} is illegal: cell {cell} is not empty")]
    Occupied {
        /// The placement.
        placement: TetressPlacement,
        /// The first of its cells that has a token.
        cell: super::Coordinate,
    },
    /// It touches no token of the own colour.
    #[error("{placement} is illegal: it touches no {colour} token")]
    Apart {
        /// The placement.
        placement: TetressPlacement,
        /// Who wanted to move.
        colour: Colour,
    },
}

impl TetressPosition {
    /// The empty board.
    pub const START: TetressPosition = TetressPosition { tokens: [Cells::EMPTY; 2], turn: 0 };

    /// The position after `turn` moves with these tokens.
    pub fn new(red: Cells, blue: Cells, turn: u8) -> Result<Self, PositionError> {
        if red.meets(blue) {
            return Err(PositionError::Shared);
        }
        if turn > MAX_TURNS {
            return Err(PositionError::Turn(turn));
        }
        Ok(TetressPosition { tokens: [red, blue], turn })
    }

    /// The number of moves made so far by both players.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Who moves: red after an even number of moves.
    pub fn mover(&self) -> Colour {
        Colour::ALL[usize::from(self.turn % 2)]
    }

    /// The tokens of a colour.
    pub fn tokens(&self, colour: Colour) -> Cells {
        self.tokens[colour.index()]
    }

    /// The cells without a token.
    #[inline]
    pub fn empty(&self) -> Cells {
        !(self.tokens[0] | self.tokens[1])
    }

    /// The legal placements; none if the game is over.
    #[inline]
    pub fn moves(&self) -> PlacementSet {
        self.moves_of(self.mover())
    }

    /// The placements that this player could make if it were its turn now; none after the last turn.
    #[inline]
    pub fn moves_of(&self, colour: Colour) -> PlacementSet {
        if self.turn >= MAX_TURNS {
            PlacementSet::NONE
        } else {
            PlacementSet::new(self.empty(), self.touch(colour))
        }
    }

    /// The empty cells of which a placement of this player must cover at least one.
    #[inline]
    fn touch(&self, colour: Colour) -> Cells {
        // The first two moves of the game may lie anywhere.
        if self.turn < 2 { self.empty() } else { self.tokens(colour).neighbours() & self.empty() }
    }

    /// Whether the mover may make the placement, and if not, why.
    pub fn check(&self, placement: TetressPlacement) -> Result<(), IllegalPlacement> {
        let (cells, colour) = (placement.cells(), self.mover());
        if self.outcome().is_some() {
            Err(IllegalPlacement::Over { placement })
        } else if let Some(cell) = cells.without(self.empty()).iter().next() {
            Err(IllegalPlacement::Occupied { placement, cell })
        } else if !cells.meets(self.touch(colour)) {
            Err(IllegalPlacement::Apart { placement, colour })
        } else {
            Ok(())
        }
    }

    /// Makes a placement, if it is legal.
    pub fn play(&mut self, placement: TetressPlacement) -> Result<Undo, IllegalPlacement> {
        self.check(placement)?;
        let before = *self;
        *self = self.after(placement);
        Ok(Undo { before })
    }

    /// Takes back the move that gave `undo`.
    pub fn undo(&mut self, undo: Undo) {
        *self = undo.before;
    }

    /// Where a placement leads that is known to be legal.
    #[inline]
    pub fn after(&self, placement: TetressPlacement) -> TetressPosition {
        let mut tokens = self.tokens;
        let mover = self.mover().index();
        tokens[mover] = tokens[mover] | placement.cells();
        let lines = (tokens[0] | tokens[1]).full_lines();
        TetressPosition { tokens: tokens.map(|tokens| tokens.without(lines)), turn: self.turn + 1 }
    }

    /// The position with both sets of tokens mapped by a map of cells onto cells.
    pub(super) fn mapped(&self, map: impl Fn(Cells) -> Cells) -> TetressPosition {
        TetressPosition { tokens: self.tokens.map(map), turn: self.turn }
    }

    /// How the game ended, `None` if it goes on.
    #[inline]
    pub fn outcome(&self) -> Option<GameEnd> {
        if self.turn >= MAX_TURNS {
            let [red, blue] = self.tokens.map(Cells::len);
            return Some(match red.cmp(&blue) {
                std::cmp::Ordering::Greater => GameEnd::Winner(Colour::Red),
                std::cmp::Ordering::Less => GameEnd::Winner(Colour::Blue),
                std::cmp::Ordering::Equal => GameEnd::Draw,
            });
        }
        let stuck = !PlacementSet::exist(self.empty(), self.touch(self.mover()));
        stuck.then(|| GameEnd::Winner(self.mover().other()))
    }
}

impl TryFrom<Stored> for TetressPosition {
    type Error = PositionError;

    fn try_from(Stored { red, blue, turn }: Stored) -> Result<Self, PositionError> {
        TetressPosition::new(red, blue, turn)
    }
}

impl From<TetressPosition> for Stored {
    fn from(position: TetressPosition) -> Stored {
        let [red, blue] = position.tokens;
        Stored { red, blue, turn: position.turn }
    }
}
