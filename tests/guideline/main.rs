//! Guideline Tetris from outside: the contract of environments, and the bot protocol.

mod contract;
mod protocol;
