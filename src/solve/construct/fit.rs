//! Fits the learned estimate to boards whose needed lines are known, or better known than before.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::learned::{LANES, Lanes, RowNet, non_negative};
use super::rows::{PATTERNS, RowView, for_each_row};
use crate::game::Board;

/// A learned estimate in training, with the step sizes of Adagrad (Duchi, Hazan and Singer 2011).
#[derive(Clone, Debug)]
pub struct RowNetFit {
    net: RowNet,
    /// Sums of squared slopes of the patterns' vectors, of the bias and of the output.
    patterns: Vec<Lanes>,
    bias: Lanes,
    output: Lanes,
    views: Vec<(RowView, Lanes, f32)>,
}

/// Squared slopes that every number starts with: the first steps are not larger than this allows.
const FIRST_SLOPE: f32 = 0.1;

impl RowNetFit {
    /// A network that knows nothing: small random vectors, and rows that need about half a line.
    pub fn new(seed: u64) -> Self {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut small = |_| (rng.random::<f32>() - 0.5) * 0.1;
        let patterns = (0..PATTERNS)
            .map(|_| {
                let mut vector: Lanes = std::array::from_fn(&mut small);
                vector[0] = 0.0;
                vector
            })
            .collect();
        let output = std::array::from_fn(|lane| if lane % 2 == 0 { 0.5 } else { -0.5 });
        let net = RowNet { patterns, bias: [0.0; LANES], output };
        Self::from_net(net)
    }

    /// Goes on from a trained network, with fresh step sizes.
    pub fn from_net(net: RowNet) -> Self {
        let patterns = vec![[FIRST_SLOPE; LANES]; PATTERNS];
        Self { net, patterns, bias: [FIRST_SLOPE; LANES], output: [FIRST_SLOPE; LANES], views: Vec::new() }
    }

    /// The network so far.
    pub fn net(&self) -> &RowNet {
        &self.net
    }

    /// One step towards `lines` for this board; returns the error before it. Errors of boards that need many lines
    /// count less, so that they count in proportion.
    pub fn step(&mut self, board: &Board, lines: f32, rate: f32) -> f32 {
        self.views.clear();
        let mut guess = 0.0;
        for_each_row(board, |view| {
            let (sums, output) = self.net.row(view);
            guess += non_negative(output);
            self.views.push((*view, sums, output));
        });
        let error = guess - lines;
        let slope = error / (1.0 + lines).sqrt();
        for index in 0..self.views.len() {
            let (view, sums, output) = self.views[index];
            let through = slope * 0.5 * (1.0 + output / (output * output + 1.0).sqrt());
            self.update_row(&view, &sums, through, rate);
        }
        error
    }

    fn update_row(&mut self, view: &RowView, sums: &Lanes, slope: f32, rate: f32) {
        let net = &mut self.net;
        let slopes: Lanes = std::array::from_fn(|lane| match lane {
            0 => slope,
            _ if sums[lane] > 0.0 => slope * net.output[lane],
            _ => 0.0,
        });
        let outputs: Lanes =
            std::array::from_fn(|lane| if lane == 0 { 0.0 } else { slope * sums[lane].max(0.0) });
        descend(&mut net.output, &mut self.output, &outputs, rate);
        descend(&mut net.bias, &mut self.bias, &slopes, rate);
        let seen = view.singles.into_iter().chain(view.pairs.into_iter().flatten());
        for pattern in seen.map(|pattern| pattern as usize) {
            descend(&mut net.patterns[pattern], &mut self.patterns[pattern], &slopes, rate);
        }
    }
}

#[inline]
fn descend(numbers: &mut Lanes, squares: &mut Lanes, slopes: &Lanes, rate: f32) {
    for lane in 0..LANES {
        squares[lane] += slopes[lane] * slopes[lane];
        numbers[lane] -= rate * slopes[lane] / squares[lane].sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::super::LinesAhead;
    use super::*;
    use crate::game::Size;

    #[test]
    fn it_learns_what_it_is_shown() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut fit = RowNetFit::new(0);
        // Two lines for every row with a cell in its left corner or its right one, and half a line for the others.
        let lines = |board: &Board| {
            board.filled_rows().map(|row| if row & 0b10_0000_0001 != 0 { 2.0 } else { 0.5 }).sum::<f32>()
        };
        let mut board = || Board::from_rows(Size::STANDARD, (0..5).map(|_| rng.random_range(1..1023)));
        for _ in 0..20_000 {
            let board = board();
            fit.step(&board, lines(&board), 0.02);
        }
        let boards: Vec<Board> = (0..200).map(|_| board()).collect();
        let error =
            boards.iter().map(|board| (fit.net().lines(board) - lines(board)).abs()).sum::<f32>() / 200.0;
        assert!(error < 0.3, "{error}");
    }

    #[test]
    fn training_is_the_same_under_the_same_seed() {
        let board = Board::from_rows(Size::STANDARD, [0b11_0001_0001, 0b01_1110_0000]);
        let train = || {
            let mut fit = RowNetFit::new(7);
            (0..10).for_each(|_| {
                fit.step(&board, 3.0, 0.05);
            });
            fit.net().to_bytes()
        };
        assert_eq!(train(), train());
    }
}
