//! Scores: estimates in the middle, wins and losses beyond them.

use crate::env::Outcome;

/// The largest estimate.
pub(super) const ESTIMATE: i32 = 1_000_000;
/// A win on the spot; a win in `n` moves is `n` less.
pub(super) const WIN: i32 = 1_000_000_000;
/// Beyond all scores.
pub(super) const INFINITE: i32 = i32::MAX;
/// No game that is searched is longer.
const LONGEST: i32 = 1_000_000;

/// A score, and whether it was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub score: i32,
    /// No estimate and no move left out had a part in the score.
    pub exact: bool,
}

impl Value {
    /// The same for the opponent.
    pub fn negated(self) -> Self {
        Value { score: -self.score, ..self }
    }
}

/// The score of an end that is worth `value` to a player, `ply` moves from the root.
pub(super) fn of_outcome(value: f32, ply: i32) -> i32 {
    if value == Outcome::Won.value() {
        WIN - ply
    } else if value == Outcome::Lost.value() {
        ply - WIN
    } else {
        ((f64::from(value) - 0.5) * 2.0 * f64::from(ESTIMATE)) as i32
    }
}

/// What a score that was proved is worth, between 0 and 1.
pub(super) fn to_outcome(score: i32) -> f32 {
    if is_win(score) {
        Outcome::Won.value()
    } else if is_loss(score) {
        Outcome::Lost.value()
    } else {
        (f64::from(score) / (2.0 * f64::from(ESTIMATE)) + 0.5) as f32
    }
}

pub(super) fn is_win(score: i32) -> bool {
    score >= WIN - LONGEST
}

pub(super) fn is_loss(score: i32) -> bool {
    score <= LONGEST - WIN
}

/// A score counted from the root as one counted from a position `ply` moves on, for the table.
pub(super) fn from_root(score: i32, ply: i32) -> i32 {
    if is_win(score) {
        score + ply
    } else if is_loss(score) {
        score - ply
    } else {
        score
    }
}

/// The other way round.
pub(super) fn to_root(score: i32, ply: i32) -> i32 {
    from_root(score, -ply)
}
