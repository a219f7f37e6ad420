//! Tetress for searches, learners and tournaments: the game as the agents see it, agents by name, referee, tournament.
//!
//! The rules are in [`crate::game::tetress`].

mod agent;
pub mod agents;
mod bot;
mod encoder;
mod faults;
mod game;
mod heuristic;
mod mobility;
mod network;
mod referee;
mod roster;
mod standings;
mod standings_page;
mod symmetries;
mod tournament;
mod tournament_folder;

pub use agent::{AgentFailure, TetressAgent};
pub use bot::{BotError, RefereeClient, RefereeRequest};
pub use encoder::TetressEncoder;
pub use faults::{ReportFault, ReportFaults};
pub use game::Tetress;
pub use heuristic::{REGION, report_heuristic, report_holes};
pub use mobility::Mobility;
pub use network::{TetressNetwork, TetressNetworkError};
pub use referee::{GameRecord, Reason, Referee};
pub use roster::{AgentName, AgentNameError, ROSTER, RosterEntry, offered, opening};
pub use standings::{Elo, Pairing, Standing, Standings};
pub use symmetries::TorusImages;
pub use tournament::{Fixture, LoggedGame, PlayedGame, Tournament};
pub use tournament_folder::{TournamentFolder, TournamentFolderError};
