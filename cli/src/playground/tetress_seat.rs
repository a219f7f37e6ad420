//! A player of Tetress in its thread.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::tetress::{TetressPlacement, TetressPosition};
use tetreach::solve::Budget;
use tetreach::tetress::{AgentName, TetressAgent};

use super::thinker::Thinker;

/// What a player answers.
#[derive(Clone, Debug)]
pub struct TetressAnswer {
    /// Its placement, or what went wrong.
    pub placement: Result<TetressPlacement, String>,
    /// What it says of its placement.
    pub remarks: Vec<(&'static str, String)>,
}

/// A player in its thread.
pub type TetressSeat = Thinker<TetressPosition, TetressAnswer>;

/// The player of this name, which thinks this long about a move.
pub fn seat(name: &str, seconds: f64, seed: u64) -> anyhow::Result<TetressSeat> {
    let name: AgentName = name.parse()?;
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    Thinker::start(
        move || Ok(name.make()),
        move |agent: &mut Box<dyn TetressAgent>, position: TetressPosition| TetressAnswer {
            placement: agent
                .act(&position, Budget::seconds(seconds), &mut rng)
                .map_err(|failure| failure.message),
            remarks: agent.remarks(),
        },
    )
}

/// What a player answers about a position, which it is asked if it was not yet; nothing while it thinks.
pub fn answer_of(seat: &mut TetressSeat, position: TetressPosition) -> Result<Option<TetressAnswer>, String> {
    match seat.take() {
        Some(answer) => Ok(Some(answer)),
        None if seat.is_asked() => Ok(None),
        None => seat.ask(position).map(|()| None).map_err(|error| error.to_string()),
    }
}
