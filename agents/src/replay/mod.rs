//! Experience replay for goal-conditioned learning.
//!
//! [`EpisodeRing`] keeps whole episodes, one state and one action per step and one goal per episode. Everything else is
//! computed when a batch is drawn: which goal to pretend ([`HindsightSettings`]), the rewards and ends under it (the
//! task's own rules), and the return of the next few steps ([`n_step`]). [`ReplayBuffer`] ties them together.
//!
//! A transition takes `size_of::<State>() + 2` bytes, an episode of `n` steps `size_of::<State>() +
//! size_of::<Goal>() + 8` bytes more. With states and goals of 64 bytes and episodes of 8 steps that is 83 bytes a
//! transition, 83 MB a million, and at most an eighth more for room to grow; prioritised sampling adds 16 to 32
//! bytes per transition.

mod buffer;
mod error;
mod hindsight;
mod minibatch;
pub mod n_step;
mod order;
mod priority;
mod ring;

pub use buffer::{ReplayBuffer, ReplaySettings};
pub use error::ReplayError;
pub use hindsight::{GoalSelection, HindsightSettings};
pub use minibatch::Minibatch;
pub use priority::{Priorities, PrioritySettings};
pub use ring::{EpisodeRing, StoredEpisode, TransitionId};
