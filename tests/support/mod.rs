//! Help shared by tests; each test file uses a part of it.
#![allow(dead_code, reason = "every test file is a crate of its own and uses a part")]

pub mod docs;
pub mod events;
