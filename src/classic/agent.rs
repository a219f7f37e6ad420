//! Players by name.

use std::path::Path;

use tetreach_agents::search::Expectation;
use thiserror::Error;

use super::network::{ClassicNetwork, ClassicNetworkError};
use super::player::ClassicPlayer;
use super::tree::{ClassicTree, TreeJudge};
use super::weights_file::{WeightsFileError, read_weights};
use crate::game::classic::{ClassicRules, Linear, Weights, WeightsPreset, WidthError};

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
        "no agent is called `{name}`: choose random, {presets}, weights:FILE.toml, network:RUN, \
         expectation:DEPTH:BEAM:WEIGHTS such as expectation:2:5:alarfaj-final, or tree:SIMULATIONS:AGENT such as \
         tree:100:bcts",
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
    /// A tree search of an impossible size.
    #[error("`{name}` cannot search: expected 2 to 1,000,000 simulations before weights or network:RUN")]
    Tree {
        /// The name asked for.
        name: String,
    },
    /// A run that makes no player.
    #[error(transparent)]
    Network(#[from] ClassicNetworkError),
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
    /// The player with this name of games by these rules.
    ///
    /// ```
    /// use tetreach::classic::NamedPlayer;
    /// use tetreach::game::classic::ClassicRules;
    ///
    /// let rules = ClassicRules::default();
    /// assert!(NamedPlayer::named("expectation:2:5:alarfaj-final", &rules).is_ok());
    /// assert!(NamedPlayer::named("tree:100:bcts", &rules).is_ok());
    /// let error = NamedPlayer::named("expectation:9:5:bcts", &rules).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`expectation:9:5:bcts` cannot search: expected a depth of 1 to 4 and a beam of at least 1 or `all`"
    /// );
    /// ```
    pub fn named(name: &str, rules: &ClassicRules) -> Result<Self, PlayerError> {
        let width = rules.size().width();
        let network = |path: &str| ClassicNetwork::load(Path::new(path), rules);
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
        } else if let Some(rest) = name.strip_prefix("tree:") {
            let wrong = || PlayerError::Tree { name: name.to_owned() };
            let (simulations, judge) = rest.split_once(':').ok_or_else(wrong)?;
            let simulations =
                simulations.parse::<u32>().ok().filter(|number| (2..=1_000_000).contains(number));
            let judge = match judge.strip_prefix("network:") {
                Some(path) => TreeJudge::Network(network(path)?),
                None => TreeJudge::Linear(linear(name, judge, width)?),
            };
            ClassicPlayer::Tree(ClassicTree { simulations: simulations.ok_or_else(wrong)?, judge })
        } else if let Some(path) = name.strip_prefix("network:") {
            ClassicPlayer::Network(network(path)?)
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
