//! Players by name.

use std::path::Path;

use tetreach_agents::search::Expectation;
use thiserror::Error;

use super::player::ClassicPlayer;
use super::weights_file::{WeightsFileError, read_weights};
use crate::game::classic::{Linear, Weights, WeightsPreset, WidthError};

/// A player and the name that it was asked for by.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPlayer {
    /// The name.
    pub name: String,
    /// Who plays.
    pub player: ClassicPlayer,
}

/// Why there is no such player.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// No player has that name.
    #[error(
        "no agent is called `{name}`: choose random, {presets}, weights:FILE.toml or \
         expectation:DEPTH:BEAM:WEIGHTS such as expectation:2:5:alarfaj-final",
        presets = WeightsPreset::ALL.map(WeightsPreset::name).join(", ")
    )]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// A search of impossible depth or width.
    #[error("`{name}` cannot search: expected a depth of 1 to 4 and a beam of at least 1 or `all`")]
    Search {
        /// The name asked for.
        name: String,
    },
    /// Weights that could not be read.
    #[error(transparent)]
    Weights(#[from] WeightsFileError),
    /// Weights for features that the board does not have.
    #[error("`{name}` cannot play here: {source}")]
    Width {
        /// The name asked for.
        name: String,
        /// What is missing.
        source: WidthError,
    },
}

impl NamedPlayer {
    /// The player with this name on boards with this many columns.
    ///
    /// ```
    /// use tetreach::classic::NamedPlayer;
    ///
    /// assert!(NamedPlayer::named("expectation:2:5:alarfaj-final", 10).is_ok());
    /// let error = NamedPlayer::named("expectation:9:5:bcts", 10).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`expectation:9:5:bcts` cannot search: expected a depth of 1 to 4 and a beam of at least 1 or `all`"
    /// );
    /// ```
    pub fn named(name: &str, width: u8) -> Result<Self, PlayerError> {
        let player = if name == "random" {
            ClassicPlayer::Random
        } else if let Some(rest) = name.strip_prefix("expectation:") {
            let wrong = || PlayerError::Search { name: name.to_owned() };
            let mut parts = rest.splitn(3, ':');
            let (depth, beam, weights) =
                (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().ok_or_else(wrong)?);
            let depth = depth.parse().ok().filter(|depth| (1..=4).contains(depth)).ok_or_else(wrong)?;
            let beam = match beam {
                "all" => None,
                number => Some(number.parse().ok().filter(|beam| *beam > 0).ok_or_else(wrong)?),
            };
            ClassicPlayer::Expectation(
                Expectation { depth, beam, rewards: 0.0 },
                linear(name, weights, width)?,
            )
        } else {
            ClassicPlayer::Linear(linear(name, name, width)?)
        };
        Ok(NamedPlayer { name: name.to_owned(), player })
    }
}

fn linear(name: &str, text: &str, width: u8) -> Result<Linear, PlayerError> {
    let weights: Weights = match text.strip_prefix("weights:") {
        Some(path) => read_weights(Path::new(path), width)?,
        None => WeightsPreset::named(text)
            .ok_or_else(|| PlayerError::Unknown { name: text.to_owned() })?
            .weights(),
    };
    Linear::new(&weights, width).map_err(|source| PlayerError::Width { name: name.to_owned(), source })
}
