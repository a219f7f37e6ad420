//! Games as the trainer of `tetreach-agents` takes them: what each brings, and one door for all of them.

pub mod classic;
mod games;
mod games_suite;
mod goalless;
pub mod guideline;
pub mod reach;
mod remote;
pub mod tetress;
pub mod two_way;

pub use games::{GameName, GameVisitor, UnknownGame};
pub use games_suite::{GamesSuite, PointsGame};
pub use remote::{RemoteGameError, remote_actor};
