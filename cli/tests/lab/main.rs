//! The experiments: the thesis' pipeline and the duel.

mod baseline;
mod duel;
mod duel_report;
