//! Guideline Tetris as environments, and its players.
//!
//! - [`GuidelineEnv`], [`GuidelineTask`]: one player, actions as placements, reward = lines sent
//! - [`Versus`]: two boards that send each other garbage
//! - [`keys`]: both with key presses as actions
//! - [`GuidelineAgent`]: who chooses placements; [`Trial`] plays one for some pieces and counts
//! - [`rank`]: AlphaTetris' rankers and its tree, with the published faults as switches
//! - [`features`]: what the bot and its learned value see of a position
//! - [`bot`]: a beam over the visible queue
//! - [`perfect_clear`]: an exact search for placements that leave the field empty
//! - [`tune`]: finding the bot's weights
//! - [`value`]: a learned value of after-states, for the trainer and for the bot
//! - [`tbp`]: the Tetris Bot Protocol, as a bot and as a host
//!
//! ```
//! use tetreach::guideline::{Agents, Trial};
//! use tetreach::game::guideline::GuidelinePreset;
//!
//! let mut agent = Agents::default().build("tetris", GuidelinePreset::Ppt.rules(), 1)?;
//! let trial = Trial::play(&mut *agent, &GuidelinePreset::Ppt.rules(), 20, 1)?;
//! assert_eq!(trial.pieces, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod agent;
pub mod bot;
mod check;
mod env;
pub mod features;
pub mod keys;
pub mod perfect_clear;
pub mod rank;
mod registry;
mod task;
pub mod tbp;
mod trial;
pub mod tune;
pub mod value;
mod versus;

pub use action::{ACTIONS, action_of, placement_of};
pub use agent::{GuidelineAgent, GuidelineAgentError, RandomAgent};
pub use check::{GuidelineEnvKind, check};
pub use env::{GameSpace, GuidelineEnv, GuidelineObservation};
pub use registry::{Agents, MakeAgentError, offered};
pub use task::GuidelineTask;
pub use trial::{Clears, Trial};
pub use versus::{Side, Versus, VersusTurn};
