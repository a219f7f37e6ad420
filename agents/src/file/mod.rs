//! Files: written whole or not at all, read up to a limit, and refused in one sentence.

mod atomic;
mod bounded;
mod error;

pub use atomic::{sync_folder, write_atomically, write_atomically_with};
pub use bounded::{read_at_most, read_file_at_most};
pub use error::FileError;
