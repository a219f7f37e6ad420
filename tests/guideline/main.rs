//! Guideline Tetris from outside: the contract of environments, and the bot protocol.

mod contract;
#[cfg(unix)]
mod hosted;
mod keys;
#[allow(dead_code, reason = "the tests of the rules use the rest")]
#[path = "../../games/tests/guideline/naive.rs"]
mod naive;
mod perfect_clear;
mod protocol;
