//! A recorded game of classic Tetris.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::reach::RecordedDrop;
use super::recorded_game::RecordingProblem;
use crate::game::Size;
use crate::game::classic::{ClassicRules, Preset, Randomizer};

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

    /// Replays the game.
    pub(super) fn check(&self) -> Result<(), RecordingProblem> {
        let rules = self.rules()?;
        let mut pieces = Pcg64Mcg::seed_from_u64(self.seed);
        let mut state = rules.start(&mut pieces);
        let (mut lines, mut points) = (0, 0);
        for (index, drop) in self.moves.iter().enumerate() {
            let at = |reason: String| RecordingProblem::at(index, reason);
            let action = drop.action(rules.size().width()).map_err(at)?;
            if drop.piece != state.piece {
                return Err(at(format!("the piece is {}, not {}", state.piece, drop.piece)));
            }
            let after = rules.after(&state, action).ok_or_else(|| at("it is not offered there".into()))?;
            lines += u64::from(after.lines);
            points += u64::from(rules.points(&after));
            state = rules.draw(&after, &mut pieces);
        }
        RecordingProblem::compare("lines", &self.lines, &lines)?;
        RecordingProblem::compare("points", &self.points, &points)?;
        RecordingProblem::compare("lost", &self.lost, &state.is_over)
    }
}
