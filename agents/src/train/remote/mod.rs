//! Actors in other processes or on other machines: weights go out, experience comes back, both as bytes.
//!
//! The learner and whoever brings the bytes to and fro share a folder, the [`Exchange`]. The learner keeps the newest
//! [`Broadcast`] in it, from which a [`RemoteActor`] can be built anywhere, without libtorch; what such an actor
//! collects comes back as [`Parcel`]s. Every file appears whole under its name or not at all, so that an actor that is
//! killed costs what it had not sent and nothing else.

mod actor;
mod broadcast;
mod exchange;
mod inbox;
mod parcel;

use thiserror::Error;

use crate::file::FileError;

pub use actor::{CollectRemotely, CollectedBytes, RemoteActor};
pub use broadcast::{Broadcast, BroadcastHeader};
pub use exchange::Exchange;
pub use inbox::RemoteInbox;
pub use parcel::Parcel;

/// The version of what is sent, on both sides: other versions may store states in other ways.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why bytes from another process are of no use.
#[derive(Debug, Error)]
pub enum RemoteError {
    /// Not the format, or cut short.
    #[error("{what}: these bytes are none that tetreach {VERSION} sends ({reason})")]
    Damaged {
        /// Which bytes.
        what: String,
        /// What is wrong.
        reason: String,
    },
    /// Sent by another version.
    #[error("{what}: sent by tetreach {found}, but this is {VERSION}: install the same version everywhere")]
    Version {
        /// Which bytes.
        what: String,
        /// The other version.
        found: String,
    },
    /// The folder cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
}

impl RemoteError {
    fn damaged(what: &str, reason: impl ToString) -> Self {
        RemoteError::Damaged { what: what.to_owned(), reason: reason.to_string() }
    }

    /// Refuses what another version sent.
    fn check_version(what: &str, found: &str) -> Result<(), Self> {
        if found == VERSION {
            return Ok(());
        }
        Err(RemoteError::Version { what: what.to_owned(), found: found.to_owned() })
    }
}
