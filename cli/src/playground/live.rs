//! Games by the newest weights of a training run, played move by move in the background.

use std::path::Path;
use std::time::Duration;

use super::game::CellRows;
use super::live_given::LiveGiven;
use super::live_reach::LiveReach;
use crate::run_game::RunGame;

/// Most pieces of the targets that are played.
const MOST_PIECES: usize = 16;

/// A game by the weights of a run, then the next one.
#[derive(Debug)]
pub enum LiveGame {
    /// Of reach.
    Reach(LiveReach),
    /// Of a game whose pieces are given.
    Given(LiveGiven),
    /// There is nothing to show, for this reason.
    Nothing(String),
}

impl LiveGame {
    /// Games by the run in this folder.
    pub fn start(run: &Path) -> anyhow::Result<Self> {
        Ok(match RunGame::of(run) {
            RunGame::Reach => LiveGame::Reach(LiveReach::start(run)?),
            RunGame::Classic(game) => LiveGame::Given(LiveGiven::classic(run, game)),
            RunGame::Guideline(game) => LiveGame::Given(LiveGiven::guideline(run, game)),
            RunGame::Other(kind) => LiveGame::Nothing(format!("{kind} is not shown")),
        })
    }

    /// Lets time pass; whether there is something new to see.
    pub fn pass(&mut self, time: Duration) -> bool {
        match self {
            LiveGame::Reach(live) => live.pass(time),
            LiveGame::Given(live) => live.pass(time),
            LiveGame::Nothing(_) => false,
        }
    }

    /// The board; nothing before the first game.
    pub fn board(&self) -> Option<CellRows> {
        match self {
            LiveGame::Reach(live) => live.board(),
            LiveGame::Given(live) => live.board(),
            LiveGame::Nothing(_) => None,
        }
    }

    /// What is known of the game and those before it.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        match self {
            LiveGame::Reach(live) => live.facts(),
            LiveGame::Given(live) => live.facts(),
            LiveGame::Nothing(_) => Vec::new(),
        }
    }

    /// Why there is nothing to see, in a sentence.
    pub fn trouble(&self) -> Option<&str> {
        match self {
            LiveGame::Reach(live) => live.trouble.as_deref(),
            LiveGame::Given(live) => live.trouble.as_deref(),
            LiveGame::Nothing(reason) => Some(reason),
        }
    }

    /// Pieces of the targets, where there are targets.
    pub fn pieces(&self) -> Option<usize> {
        match self {
            LiveGame::Reach(live) => Some(live.pieces),
            _ => None,
        }
    }

    /// Asks for targets of this many pieces, or as near as there are.
    pub fn set_pieces(&mut self, pieces: usize) {
        if let LiveGame::Reach(live) = self {
            live.pieces = pieces.clamp(1, MOST_PIECES);
        }
    }
}
