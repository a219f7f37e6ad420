//! Kinds of Tetris by name.

use super::entry::PieceEntry;
use super::randomizer::Randomizer;
use super::rules::ClassicRules;
use super::score::Scoring;

/// A kind of Tetris that figures have been published for; scores of one cannot be compared with those of another.
///
/// ```
/// use tetreach_games::classic::{Preset, ClassicRules};
///
/// let rules = ClassicRules::preset("sir-tet".parse()?);
/// assert!(rules.shows_next && rules.offers_losing);
/// assert!("tetris".parse::<Preset>().is_err());
/// # Ok::<(), tetreach_games::classic::PresetError>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = PresetError, parse_err_fn = PresetError::new)]
pub enum Preset {
    /// mdptetris' simplified game, used by most papers: straight drops from above, uniform pieces, one point per line;
    /// over when a piece comes to rest partly above the top, and that piece clears nothing.
    #[default]
    Simplified,
    /// The game of the RL competition of 2008: the piece is turned and moved while it falls; over when the stack
    /// is higher than all rows but two.
    RlCompetition,
    /// Fahey's original game: the piece appears within the top rows and is turned and moved there; over when it has
    /// no room.
    Original,
    /// nuno-faria's game: a bag, the next piece known, 1 + width x lines^2 points; over when the new piece has no
    /// room in the middle of the top rows.
    Nuno,
    /// Sir Tet: a bag, the next piece known, 40/100/300/1200 points; over when a piece comes to rest partly above the
    /// top, and such placements may be chosen.
    SirTet,
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 5] =
        [Preset::Simplified, Preset::RlCompetition, Preset::Original, Preset::Nuno, Preset::SirTet];

    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl ClassicRules {
    /// The rules of a preset on its board of 10 columns and 20 rows.
    pub fn preset(preset: Preset) -> Self {
        match preset {
            Preset::Simplified => ClassicRules::entering(PieceEntry::Above, 0),
            Preset::RlCompetition => ClassicRules::entering(PieceEntry::Falling, 2),
            Preset::Original => ClassicRules::entering(PieceEntry::AlongTop, 0),
            Preset::Nuno => ClassicRules {
                randomizer: Randomizer::Bag,
                shows_next: true,
                score: Scoring::Squares,
                ..ClassicRules::entering(PieceEntry::TopRows, 0)
            },
            Preset::SirTet => ClassicRules {
                randomizer: Randomizer::Bag,
                shows_next: true,
                offers_losing: true,
                score: Scoring::Nintendo,
                ..ClassicRules::entering(PieceEntry::Above, 0)
            },
        }
    }
}

impl Default for ClassicRules {
    fn default() -> Self {
        ClassicRules::preset(Preset::default())
    }
}

/// A text that names no preset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no kind of game is called `{text}`: choose simplified, rl-competition, original, nuno or sir-tet")]
pub struct PresetError {
    text: String,
}

impl PresetError {
    fn new(text: &str) -> Self {
        PresetError { text: text.to_owned() }
    }
}
