//! The [Tetris Bot Protocol](https://github.com/tetris-bot-protocol/tbp-spec): one JSON object per line.
//!
//! [`serve`] makes the bot of this crate play in any front end; [`HostedBot`] makes any bot play here.

mod host;
mod lines;
mod messages;
mod process;
mod serve;

pub use host::HostedBot;
pub use messages::{BotMessage, FrontendMessage, Location, MoveInfo, TbpMove, TbpRandomizer, TbpStart};
pub use serve::{ServeError, serve};
