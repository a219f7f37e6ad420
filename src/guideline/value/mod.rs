//! The value of after-states: what a placement leads to, judged by a small network that the trainer of
//! `tetreach-agents` learns (`game.kind = "guideline"`).
//!
//! The network sees the same numbers of an after-state as the hand-set evaluation of the bot, so that either can judge
//! the positions of its beam.

mod children;
mod encoder;
mod network;
mod settings;
mod task;

pub use children::ChildrenValue;
pub use encoder::AfterEncoder;
pub use network::{GuidelineNetwork, GuidelineNetworkError};
pub use settings::GuidelineKind;
pub use task::{GuidelineAfter, GuidelineRewards, MOST_PLACEMENTS, ValueTask};
