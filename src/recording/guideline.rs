//! A recorded game of guideline Tetris.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::recorded_game::RecordingProblem;
use crate::game::guideline::{GuidelinePlacement, GuidelineRules, GuidelineStart, Lock};
use crate::guideline::{Side, Versus};

/// A game of one, or of two whose placements follow each other, the left one's first; the seed gives the pieces again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedGuideline {
    /// The preset of the rules, and the setup that the game began with if it had one.
    pub rules: String,
    /// The seed of pieces and garbage.
    pub seed: u64,
    /// Who played on the right, if anybody did.
    pub against: Option<String>,
    /// Pieces that the left player placed.
    pub pieces: u32,
    /// Lines that the left player cleared.
    pub lines: u32,
    /// Lines that the left player sent.
    pub attack: u32,
    /// Who has won, `left` or `right`, if the game came to its end; alone one can only lose.
    pub winner: Option<String>,
    /// The placements.
    pub moves: Vec<GuidelinePlacement>,
}

/// The numbers of the left player.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    pieces: u32,
    lines: u32,
    attack: u32,
}

impl Counted {
    fn add(&mut self, lock: &Lock) {
        self.pieces += 1;
        self.lines += u32::from(lock.clear.lines);
        self.attack += lock.attack;
    }
}

impl RecordedGuideline {
    /// Replays the game.
    pub(super) fn check(&self) -> Result<(), RecordingProblem> {
        let start = self.rules.parse::<GuidelineStart>();
        let start = start.map_err(|error| RecordingProblem::Start(error.to_string()))?;
        let (counted, winner) = match (&self.against, start.setup) {
            (None, _) => self.replay_alone(&start)?,
            (Some(_), None) => self.replay_versus(start.preset.rules())?,
            (Some(_), Some(_)) => {
                return Err(RecordingProblem::Start("a setup is for one player".to_owned()));
            }
        };
        RecordingProblem::compare("pieces", &self.pieces, &counted.pieces)?;
        RecordingProblem::compare("lines", &self.lines, &counted.lines)?;
        RecordingProblem::compare("attack", &self.attack, &counted.attack)?;
        let said = self.winner.as_deref().unwrap_or("nobody");
        let found = winner.map_or("nobody", |side| if side == Side::Left { "left" } else { "right" });
        RecordingProblem::compare("winner", &said, &found)
    }

    fn replay_versus(&self, rules: GuidelineRules) -> Result<(Counted, Option<Side>), RecordingProblem> {
        let mut versus = Versus::new(rules, self.seed);
        let mut counted = Counted::default();
        for (index, placement) in self.moves.iter().enumerate() {
            let is_left = versus.to_place() == Side::Left;
            let turn = versus.play(*placement).map_err(|error| RecordingProblem::at(index, error))?;
            if is_left {
                counted.add(&turn.lock);
            }
        }
        Ok((counted, versus.winner()))
    }

    fn replay_alone(&self, start: &GuidelineStart) -> Result<(Counted, Option<Side>), RecordingProblem> {
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed);
        let (rules, mut game) = (&start.preset.rules(), start.game(&mut rng));
        let mut counted = Counted::default();
        for (index, placement) in self.moves.iter().enumerate() {
            let slot = game.slot_of(placement.piece);
            let is_legal =
                slot.is_some_and(|slot| game.moves(slot, rules).iter().any(|legal| legal == *placement));
            if !is_legal {
                return Err(RecordingProblem::at(index, format!("{placement} cannot be reached")));
            }
            counted.add(&game.play(*placement, rules, &mut rng));
        }
        Ok((counted, game.is_over(rules).then_some(Side::Right)))
    }
}
