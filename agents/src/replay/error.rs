//! What replay refuses.

use thiserror::Error;

/// Why replay refused a call.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// There is nothing to sample from yet.
    #[error("no episode is finished yet: sample after the first one has ended")]
    NoFinishedEpisode,
    /// Nothing but goals that the caller does not accept.
    #[error("no goal in replay is accepted: all of them are kept for a test")]
    GoalsRefused,
    /// A number that is not one of the writers.
    #[error("writer {writer} does not exist: there are {writers}, numbered from 0")]
    UnknownWriter {
        /// The number given.
        writer: usize,
        /// The number of writers.
        writers: usize,
    },
    /// A step or an end without a beginning.
    #[error("writer {writer} has no open episode: begin one first")]
    NoOpenEpisode {
        /// The writer.
        writer: usize,
    },
    /// An episode that cannot be stored whole.
    #[error("an episode of {length} steps does not fit into a replay of {capacity}: raise the capacity")]
    EpisodeTooLong {
        /// Its number of steps.
        length: usize,
        /// The capacity in transitions.
        capacity: usize,
    },
    /// A finished episode whose arrays do not belong together.
    #[error("an episode of {actions} actions has {expected} states, not {states}", expected = actions + 1)]
    UnevenEpisode {
        /// The number of states given.
        states: usize,
        /// The number of actions given.
        actions: usize,
    },
    /// Settings that make no sense.
    #[error("replay settings: {reason}")]
    InvalidSettings {
        /// What is wrong and what was expected.
        reason: &'static str,
    },
    /// Stored data that contradicts itself.
    #[error("the stored replay is damaged: {reason}")]
    Damaged {
        /// What does not fit.
        reason: &'static str,
    },
}
