//! The games that can be trained, by name.

use std::path::Path;

use strum::{Display, EnumString, VariantNames};
use tetreach_agents::config::{Assignment, peek};
use tetreach_agents::toy::{BitFlipConfig, TicTacToeConfig};
use tetreach_agents::train::TrainConfig;
use thiserror::Error;

use super::classic::ClassicConfig;
use super::guideline::GuidelineConfig;
use super::tetress::TetressConfig;
use super::two_way::TwoWayConfig;
use crate::config::Config;

/// A game that can be trained: `game.kind` of a config.
///
/// ```
/// use tetreach::train::GameName;
///
/// assert_eq!("bit-flip".parse(), Ok(GameName::BitFlip));
/// assert_eq!(GameName::TicTacToe.to_string(), "tic-tac-toe");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum GameName {
    /// Reach a target board.
    #[default]
    Reach,
    /// Reach a target board, and take one apart: one network for both directions.
    ReachTwoWay,
    /// Place the pieces that come: classic Tetris, for points.
    Classic,
    /// Send lines: guideline Tetris alone.
    Guideline,
    /// Place tetrominoes on a torus, two players against each other.
    Tetress,
    /// Flip bits until they equal a goal: the test of hindsight replay.
    BitFlip,
    /// Tic-Tac-Toe: the test of expert iteration in a game of two.
    TicTacToe,
}

/// A config asks for a game that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`game.kind` is {name:?}, but must be one of {}", GameName::VARIANTS.join(", "))]
pub struct UnknownGame {
    name: String,
}

/// Something to do with the config of a game, whichever it is.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<C: TrainConfig>(self) -> Self::Output;
}

impl GameName {
    /// The game of a config file with assignments over it; a file that cannot be read is taken for one of reach, whose
    /// reader names its faults.
    pub fn of(file: Option<&Path>, assignments: &[Assignment]) -> Result<Self, UnknownGame> {
        let Some(name) = peek(file, assignments, "game.kind") else { return Ok(GameName::default()) };
        name.parse().map_err(|_| UnknownGame { name })
    }

    /// Does something with the config of this game.
    pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
        match self {
            GameName::Reach => visitor.visit::<Config>(),
            GameName::ReachTwoWay => visitor.visit::<TwoWayConfig>(),
            GameName::Classic => visitor.visit::<ClassicConfig>(),
            GameName::Guideline => visitor.visit::<GuidelineConfig>(),
            GameName::Tetress => visitor.visit::<TetressConfig>(),
            GameName::BitFlip => visitor.visit::<BitFlipConfig>(),
            GameName::TicTacToe => visitor.visit::<TicTacToeConfig>(),
        }
    }
}
