//! The mean label of the nearest training boards.

use serde::{Deserialize, Serialize};

use super::cells::for_each_cell;
use crate::baseline::samples::BoardSample;
use tetreach::game::Board;

/// Neighbours that are asked, as in the thesis.
const NEIGHBOURS: usize = 5;

/// All training boards as bits, and their labels.
///
/// Between boards of zeros and ones the Euclidean distance orders as the number of different cells does, which is an
/// exclusive or and a count of bits: looking at all boards is quicker than any index of 200 dimensions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Neighbours {
    words: usize,
    bits: Vec<u64>,
    labels: Vec<f32>,
}

impl Neighbours {
    pub(super) fn fit(samples: &[BoardSample], cells: usize) -> Self {
        let words = cells.div_ceil(64);
        let mut bits = Vec::with_capacity(samples.len() * words);
        let mut packed = vec![0; words];
        for sample in samples {
            pack(&sample.board, &mut packed);
            bits.extend(&packed);
        }
        Self { words, bits, labels: samples.iter().map(|sample| sample.score as f32).collect() }
    }

    /// The guess for a board; among equally near ones the earlier are asked.
    pub fn predict(&self, board: &Board) -> f64 {
        let mut packed = vec![0; self.words];
        pack(board, &mut packed);
        // Nearest first; few enough to be kept in order by insertion.
        let mut nearest = [(u32::MAX, 0.0_f32); NEIGHBOURS];
        for (other, label) in self.bits.chunks_exact(self.words).zip(&self.labels) {
            let distance = other.iter().zip(&packed).map(|(a, b)| (a ^ b).count_ones()).sum();
            if distance < nearest[NEIGHBOURS - 1].0 {
                let place = nearest.partition_point(|entry| entry.0 <= distance);
                nearest[place..].rotate_right(1);
                nearest[place] = (distance, *label);
            }
        }
        let asked = NEIGHBOURS.min(self.labels.len()).max(1);
        nearest[..asked].iter().map(|entry| f64::from(entry.1)).sum::<f64>() / asked as f64
    }

    pub(super) fn fits(&self, cells: usize) -> bool {
        self.words == cells.div_ceil(64) && self.bits.len() == self.words * self.labels.len()
    }
}

fn pack(board: &Board, packed: &mut [u64]) {
    packed.fill(0);
    for_each_cell(board, |cell| packed[cell / 64] |= 1 << (cell % 64));
}
