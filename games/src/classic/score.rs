//! What a placement is worth.

/// How placements are counted.
///
/// ```
/// use tetreach_games::classic::Scoring;
///
/// assert_eq!([0, 1, 4].map(|lines| Scoring::Lines.points(lines, 10)), [0, 1, 4]);
/// assert_eq!([0, 1, 4].map(|lines| Scoring::Nintendo.points(lines, 10)), [0, 40, 1200]);
/// assert_eq!([0, 1, 4].map(|lines| Scoring::Squares.points(lines, 10)), [1, 11, 161]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = ScoreError, parse_err_fn = ScoreError::new)]
pub enum Scoring {
    /// One point per line, as the literature counts.
    #[default]
    Lines,
    /// 40, 100, 300 or 1200 points for one to four lines, as Sir Tet counts.
    Nintendo,
    /// One point per piece and the width times the square of the lines, as nuno-faria counts; its learner is also told
    /// -2 at the end of a game, which the score of the game leaves out.
    Squares,
}

impl Scoring {
    /// The points for a placement that clears `lines` lines on a board of this width.
    #[inline]
    pub fn points(self, lines: u8, width: u8) -> u32 {
        match self {
            Scoring::Lines => u32::from(lines),
            Scoring::Nintendo => [0, 40, 100, 300, 1200][usize::from(lines.min(4))],
            Scoring::Squares => 1 + u32::from(width) * u32::from(lines).pow(2),
        }
    }

    /// What a learner is told beyond the points when a game ends.
    pub fn last_reward(self) -> f32 {
        if self == Scoring::Squares { -2.0 } else { 0.0 }
    }
}

/// A text that names no score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no score is called `{text}`: choose lines, nintendo or squares")]
pub struct ScoreError {
    text: String,
}

impl ScoreError {
    fn new(text: &str) -> Self {
        ScoreError { text: text.to_owned() }
    }
}
