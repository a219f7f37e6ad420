//! Finding weights of any player: an optimiser proposes them, a game judges them, and the run can go on later.

mod run;

pub use run::{JudgedRound, TuneRound, TuneRun};
