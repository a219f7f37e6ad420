//! Players by name.

use std::path::Path;

use tetreach_agents::search::Expectation;
use thiserror::Error;

use super::player::Player;
use super::weights_file::{WeightsError, read_weights};
use crate::game::classic::{Linear, Weights, WeightsPreset, WidthError};

/// A player and the name that it was asked for by.
#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    /// The name.
    pub name: String,
    /// Who plays.
    pub player: Player,
}

/// Why there is no such player.
#[derive(Debug, Error)]
pub enum AgentError {
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
    Weights(#[from] WeightsError),
    /// Weights for features that the board does not have.
    #[error("`{name}` cannot play here: {source}")]
    Width {
        /// The name asked for.
        name: String,
        /// What is missing.
        source: WidthError,
    },
}

impl Agent {
    /// The player with this name on boards with this many columns.
    ///
    /// ```
    /// use tetreach::classic::Agent;
    ///
    /// assert!(Agent::named("expectation:2:5:alarfaj-final", 10).is_ok());
    /// let error = Agent::named("expectation:9:5:bcts", 10).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`expectation:9:5:bcts` cannot search: expected a depth of 1 to 4 and a beam of at least 1 or `all`"
    /// );
    /// ```
    pub fn named(name: &str, width: u8) -> Result<Self, AgentError> {
        let player = if name == "random" {
            Player::Random
        } else if let Some(rest) = name.strip_prefix("expectation:") {
            let wrong = || AgentError::Search { name: name.to_owned() };
            let mut parts = rest.splitn(3, ':');
            let (depth, beam, weights) =
                (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().ok_or_else(wrong)?);
            let depth = depth.parse().ok().filter(|depth| (1..=4).contains(depth)).ok_or_else(wrong)?;
            let beam = match beam {
                "all" => None,
                number => Some(number.parse().ok().filter(|beam| *beam > 0).ok_or_else(wrong)?),
            };
            Player::Expectation(Expectation { depth, beam, rewards: 0.0 }, linear(name, weights, width)?)
        } else {
            Player::Linear(linear(name, name, width)?)
        };
        Ok(Agent { name: name.to_owned(), player })
    }
}

fn linear(name: &str, text: &str, width: u8) -> Result<Linear, AgentError> {
    let weights: Weights = match text.strip_prefix("weights:") {
        Some(path) => read_weights(Path::new(path), width)?,
        None => {
            WeightsPreset::named(text).ok_or_else(|| AgentError::Unknown { name: text.to_owned() })?.weights()
        }
    };
    Linear::new(&weights, width).map_err(|source| AgentError::Width { name: name.to_owned(), source })
}
