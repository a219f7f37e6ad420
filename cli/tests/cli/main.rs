//! The commands from outside: answers, exit codes, and one clear sentence for what is refused.

mod bad_input;
mod bench;
mod bot;
mod budgets;
mod check;
mod classic;
mod eval;
mod guideline;
mod perft;
mod playground;
mod serve;
mod solve;
mod targets;
#[path = "../tmux/mod.rs"]
mod tmux;
mod tournament;
mod training_program;
