//! How a game begins.

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use thiserror::Error;

use super::game::GuidelineGame;
use super::preset::{GuidelinePreset, UnknownPreset};
use super::setup::{NamedSetup, UnknownSetup};

/// Rules, and the setup with which a game by them begins if it has one: `ppt`, or `ppt:t-spin-triple`.
///
/// ```
/// use tetreach_games::guideline::GuidelineStart;
///
/// let start: GuidelineStart = "tetrio:fin".parse()?;
/// assert_eq!(start.setup.map(|setup| setup.name), Some("fin"));
/// assert_eq!(start.to_string(), "tetrio:fin");
/// # Ok::<(), tetreach_games::guideline::GuidelineStartError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuidelineStart {
    /// The rules.
    pub preset: GuidelinePreset,
    /// The setup; an empty field if there is none.
    pub setup: Option<&'static NamedSetup>,
}

impl GuidelineStart {
    /// A game that begins so.
    pub fn game<R: Rng + ?Sized>(&self, rng: &mut R) -> GuidelineGame {
        match self.setup {
            Some(setup) => setup.game(rng),
            None => GuidelineGame::start(rng),
        }
    }
}

/// Why a text says not how a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GuidelineStartError {
    /// There are no such rules.
    #[error(transparent)]
    Preset(#[from] UnknownPreset),
    /// There is no such setup.
    #[error(transparent)]
    Setup(#[from] UnknownSetup),
}

impl FromStr for GuidelineStart {
    type Err = GuidelineStartError;

    fn from_str(text: &str) -> Result<Self, GuidelineStartError> {
        let (preset, setup) =
            text.split_once(':').map_or((text, None), |(preset, setup)| (preset, Some(setup)));
        Ok(GuidelineStart { preset: preset.parse()?, setup: setup.map(NamedSetup::named).transpose()? })
    }
}

impl fmt::Display for GuidelineStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.setup {
            Some(setup) => write!(f, "{}:{}", self.preset, setup.name),
            None => self.preset.fmt(f),
        }
    }
}
