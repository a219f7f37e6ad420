//! Random pixels as targets.

use rand::{Rng, RngExt};

use super::target::Target;
use crate::game::{Board, Size};

/// Rows of random pixels, none empty or full; `None` if they happen to be inadmissible.
pub(super) fn random_pixels(size: Size, rows: u32, density: u32, rng: &mut impl Rng) -> Option<Target> {
    let pixels: Vec<u16> = (0..rows)
        .map(|_| {
            loop {
                let row = (0..size.width())
                    .fold(0_u16, |row, column| row | u16::from(rng.random_range(0..100) < density) << column);
                if row != 0 && row != size.full_row() {
                    break row;
                }
            }
        })
        .collect();
    Target::new(Board::from_rows(size, pixels)).ok()
}
