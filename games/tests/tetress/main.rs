//! Tetress against its naive twin, against known counts and against its own images.

mod counts;
mod games;
mod symmetries;
