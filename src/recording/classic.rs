//! A recorded game of classic Tetris.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::reach::RecordedDrop;
use super::recorded_game::RecordingProblem;
use crate::game::classic::{After, ClassicRules, Preset, Randomizer, State};
use crate::game::{ActionId, Size};

/// Given pieces that somebody placed; the seed gives the pieces again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedClassic {
    /// The kind of game.
    pub rules: String,
    /// Columns x rows.
    pub size: String,
    /// Where pieces come from.
    pub pieces: String,
    /// The seed of the pieces.
    pub seed: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Points by the rules' score.
    pub points: u64,
    /// Whether the game was lost rather than left.
    pub lost: bool,
    /// The placements.
    pub moves: Vec<RecordedDrop>,
}

impl RecordedClassic {
    /// The rules of the game.
    pub fn rules(&self) -> Result<ClassicRules, RecordingProblem> {
        let start = |error: &dyn std::fmt::Display| RecordingProblem::Start(error.to_string());
        let preset: Preset = self.rules.parse().map_err(|error| start(&error))?;
        let size: Size = self.size.parse().map_err(|error| start(&error))?;
        let mut rules = ClassicRules::preset(preset).with_size(size).map_err(|error| start(&error))?;
        rules.randomizer = self.pieces.parse::<Randomizer>().map_err(|error| start(&error))?;
        Ok(rules)
    }

    /// The decisions with the placements chosen, and what the last of them led to.
    pub fn states(&self) -> Result<(Vec<(State, ActionId)>, State), RecordingProblem> {
        let mut passed = Vec::with_capacity(self.moves.len());
        let last = self.replay(|state, action, _| passed.push((*state, action)))?;
        Ok((passed, last))
    }

    /// Replays the game.
    pub(super) fn check(&self) -> Result<(), RecordingProblem> {
        let rules = self.rules()?;
        let (mut lines, mut points) = (0, 0);
        let last = self.replay(|_, _, after| {
            lines += u64::from(after.lines);
            points += u64::from(rules.points(after));
        })?;
        RecordingProblem::compare("lines", &self.lines, &lines)?;
        RecordingProblem::compare("points", &self.points, &points)?;
        RecordingProblem::compare("lost", &self.lost, &last.is_over)
    }

    /// Shows every decision with the placement chosen and what it led to; the state after the last one.
    fn replay(&self, mut show: impl FnMut(&State, ActionId, &After)) -> Result<State, RecordingProblem> {
        let rules = self.rules()?;
        let mut pieces = Pcg64Mcg::seed_from_u64(self.seed);
        let mut state = rules.start(&mut pieces);
        for (index, drop) in self.moves.iter().enumerate() {
            let at = |reason: String| RecordingProblem::at(index, reason);
            let action = drop.action(rules.size().width()).map_err(at)?;
            if drop.piece != state.piece {
                return Err(at(format!("the piece is {}, not {}", state.piece, drop.piece)));
            }
            let after = rules.after(&state, action).ok_or_else(|| at("it is not offered there".into()))?;
            show(&state, action, &after);
            state = rules.draw(&after, &mut pieces);
        }
        Ok(state)
    }
}
