//! Help shared by tests.

pub mod docs;
pub mod events;
