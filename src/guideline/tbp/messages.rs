//! The messages.

use serde::{Deserialize, Serialize};

use crate::game::Piece;
use crate::game::guideline::{Field, GuidelinePlacement, Rotation, Spin};

/// What a front end says. Types and attributes that are not known are ignored, as the protocol asks.
///
/// ```
/// use tetreach::guideline::tbp::FrontendMessage;
///
/// let message: FrontendMessage = serde_json::from_str(r#"{"type": "new_piece", "piece": "T", "extra": 1}"#)?;
/// assert!(matches!(message, FrontendMessage::NewPiece { .. }));
/// let other: FrontendMessage = serde_json::from_str(r#"{"type": "pause"}"#)?;
/// assert!(matches!(other, FrontendMessage::Unknown));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FrontendMessage {
    /// The rules of the game.
    Rules {
        /// The name of the randomizer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        randomizer: Option<String>,
    },
    /// A position to think about.
    Start(TbpStart),
    /// Stop thinking.
    Stop,
    /// Which moves would you play?
    Suggest,
    /// This move was played.
    Play {
        /// The move.
        r#move: TbpMove,
    },
    /// A piece came into view.
    NewPiece {
        /// The piece.
        piece: Piece,
    },
    /// Good bye.
    Quit,
    /// Anything else.
    #[serde(other)]
    Unknown,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TbpStart {
    /// The held piece.
    pub hold: Option<Piece>,
    /// The current piece and those in view.
    pub queue: Vec<Piece>,
    /// Clears in a row.
    pub combo: u32,
    /// Whether the last clear was a difficult one.
    pub back_to_back: bool,
    /// 40 rows of 10 cells, the lowest row first; `null` is empty.
    pub board: Vec<Vec<Option<String>>>,
    /// The state of the randomizer behind the queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub randomizer: Option<TbpRandomizer>,
}

/// The state of a randomizer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TbpRandomizer {
    /// All pieces are drawn from a bag of seven.
    SevenBag {
        /// What is left in it.
        bag_state: Vec<Piece>,
    },
    /// Anything else.
    #[serde(other)]
    Unknown,
}

impl TbpStart {
    /// The cells as rows for the protocol; all filled ones are garbage, because colours are not kept.
    pub fn rows(field: &Field) -> Vec<Vec<Option<String>>> {
        let cell = |x: usize, y: usize| field.is_filled(x as i32, y as i32).then(|| "G".to_string());
        (0..Field::HEIGHT).map(|y| (0..Field::WIDTH).map(|x| cell(x, y)).collect()).collect()
    }

    /// The field; what is wrong with the rows if they are none.
    pub fn field(&self) -> Result<Field, String> {
        let mut field = Field::EMPTY;
        if self.board.len() != Field::HEIGHT {
            return Err(format!("a board has 40 rows, not {}", self.board.len()));
        }
        for (y, row) in self.board.iter().enumerate() {
            if row.len() != Field::WIDTH {
                return Err(format!("row {y} of the board has {} cells, not 10", row.len()));
            }
            for (x, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
                field.fill(x, y);
            }
        }
        Ok(field)
    }
}

/// A placement in the protocol's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpMove {
    /// Where.
    pub location: Location,
    /// How.
    pub spin: Spin,
}

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The piece.
    pub r#type: Piece,
    /// Which way it faces.
    pub orientation: Rotation,
    /// The column of its centre.
    pub x: i32,
    /// The row of its centre.
    pub y: i32,
}

impl From<GuidelinePlacement> for TbpMove {
    fn from(placement: GuidelinePlacement) -> Self {
        let GuidelinePlacement { piece, rotation, x, y, spin } = placement;
        TbpMove {
            location: Location { r#type: piece, orientation: rotation, x: x.into(), y: y.into() },
            spin,
        }
    }
}

impl TbpMove {
    /// The placement, in canonical form; `None` if it is far outside the field.
    pub fn placement(&self) -> Option<GuidelinePlacement> {
        let Location { r#type: piece, orientation: rotation, x, y } = self.location;
        let (x, y) = (i8::try_from(x).ok()?, i8::try_from(y).ok()?);
        Some(GuidelinePlacement { piece, rotation, x, y, spin: self.spin }.canonical())
    }
}

/// What a bot says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotMessage {
    /// Who it is; the first message.
    Info {
        /// Its name.
        name: String,
        /// Its version.
        #[serde(default)]
        version: String,
        /// Who wrote it.
        #[serde(default)]
        author: String,
        /// What it can beyond the minimum.
        #[serde(default)]
        features: Vec<String>,
    },
    /// It cannot play.
    Error {
        /// Why.
        reason: String,
    },
    /// It can play by these rules.
    Ready,
    /// The moves that it would play, the best one first.
    Suggestion {
        /// The moves.
        moves: Vec<TbpMove>,
        /// How it found them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_info: Option<MoveInfo>,
    },
    /// Anything else.
    #[serde(other)]
    Unknown,
}

/// How moves were found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveInfo {
    /// Positions looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<f64>,
    /// Pieces looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// A remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}
