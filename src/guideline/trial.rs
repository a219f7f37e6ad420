//! Some pieces of one agent, counted.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use super::agent::{GuidelineAgent, GuidelineAgentError};
use crate::game::guideline::{Clear, GuidelineGame, GuidelinePlacement, GuidelineRules, Spin};

/// Clears by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Clears {
    /// One line without a spin.
    pub singles: u32,
    /// Two lines without a spin.
    pub doubles: u32,
    /// Three lines.
    pub triples: u32,
    /// Four lines.
    pub tetrises: u32,
    /// Minis that cleared something.
    pub minis: u32,
    /// One line by a full spin.
    pub spin_singles: u32,
    /// Two lines by a full spin.
    pub spin_doubles: u32,
    /// Three lines by a full spin.
    pub spin_triples: u32,
    /// Clears of any kind that left the field empty; counted by their kind too.
    pub perfect_clears: u32,
}

impl Clears {
    /// Counts a clear.
    pub fn add(&mut self, clear: &Clear) {
        self.perfect_clears += u32::from(clear.perfect);
        let kind = match (clear.spin, clear.lines) {
            (_, 0) => return,
            (Spin::Mini, _) => &mut self.minis,
            (Spin::Full, 1) => &mut self.spin_singles,
            (Spin::Full, 2) => &mut self.spin_doubles,
            (Spin::Full, 3) => &mut self.spin_triples,
            (_, 1) => &mut self.singles,
            (_, 2) => &mut self.doubles,
            (_, 3) => &mut self.triples,
            _ => &mut self.tetrises,
        };
        *kind += 1;
    }
}

/// What an agent did with some pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Trial {
    /// Pieces placed before the game was over or the limit reached.
    pub pieces: u32,
    /// Lines sent.
    pub attack: u32,
    /// Lines cleared.
    pub lines: u32,
    /// The longest run of clears.
    pub longest_combo: u32,
    /// Clears by kind.
    pub clears: Clears,
    /// Whether the game was over before the limit.
    pub topped_out: bool,
    /// Positions looked at.
    pub nodes: u64,
}

impl Trial {
    /// Plays at most `pieces` pieces of the game that the seed gives.
    pub fn play(
        agent: &mut dyn GuidelineAgent,
        rules: &GuidelineRules,
        pieces: u32,
        seed: u64,
    ) -> Result<Trial, GuidelineAgentError> {
        Self::watch(agent, rules, pieces, seed, |_, _, _| {})
    }

    /// Plays as [`play`](Self::play) does and shows every placement with the game before it.
    pub fn watch(
        agent: &mut dyn GuidelineAgent,
        rules: &GuidelineRules,
        pieces: u32,
        seed: u64,
        mut watch: impl FnMut(&GuidelineGame, GuidelinePlacement, &Trial),
    ) -> Result<Trial, GuidelineAgentError> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut game = GuidelineGame::start(&mut rng);
        let mut trial = Trial::default();
        agent.start(&game)?;
        while trial.pieces < pieces && !game.is_over(rules) {
            let Some(placement) = agent.choose(&game)? else { break };
            if !game.allows(placement, rules) {
                return Err(GuidelineAgentError::Illegal { placement });
            }
            watch(&game, placement, &trial);
            let lock = game.play(placement, rules, &mut rng);
            trial.pieces += 1;
            trial.attack += lock.attack;
            trial.lines += u32::from(lock.clear.lines);
            trial.longest_combo = trial.longest_combo.max(game.position.combo.into());
            trial.clears.add(&lock.clear);
            agent.played(placement, &game)?;
        }
        trial.topped_out = trial.pieces < pieces;
        trial.nodes = agent.nodes();
        Ok(trial)
    }
}
