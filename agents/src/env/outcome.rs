//! Ends of a game or puzzle.

/// How a problem ended.
///
/// ```
/// use tetreach_agents::Outcome;
///
/// assert_eq!([Outcome::Won, Outcome::Lost, Outcome::DRAW].map(Outcome::value), [1.0, 0.0, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The first player, or the only one, has what it wanted.
    Won,
    /// It can never have it.
    Lost,
    /// Neither, and this is what it is worth.
    Drawn(f32),
}

impl Outcome {
    /// A draw of a game in which a win is 1 and a loss 0.
    pub const DRAW: Outcome = Outcome::Drawn(0.5);

    /// What the end of a game is worth to the first player, between 0 and 1.
    pub fn value(self) -> f32 {
        match self {
            Outcome::Won => 1.0,
            Outcome::Lost => 0.0,
            Outcome::Drawn(value) => value,
        }
    }
}
