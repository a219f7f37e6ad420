//! Fits the learned estimate to boards whose needed lines are known, or better known than before.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::row_net::{LANES, PatternLanes, RowNet, non_negative, row_output};
use super::rows::{PATTERNS, SEEN, patterns, row_keys};
use crate::game::Board;

/// A learned estimate in training, with the step sizes of Adagrad (Duchi, Hazan and Singer 2011).
#[derive(Clone, Debug)]
pub struct RowNetFit {
    patterns: Vec<Trained>,
    bias: Trained,
    output: Trained,
    views: Vec<View>,
}

/// Numbers with the sums of their squared slopes.
#[derive(Clone, Copy, Debug)]
struct Trained {
    numbers: PatternLanes,
    squares: PatternLanes,
}

/// What a row shows, the sums of the vectors, and its output before the last curve.
#[derive(Clone, Copy, Debug)]
struct View {
    seen: [u32; SEEN],
    sums: PatternLanes,
    output: f32,
}

/// Squared slopes that every number starts with: the first steps are not larger than this allows.
const FIRST_SLOPE: f32 = 0.1;

impl RowNetFit {
    /// A network that knows nothing: small random vectors, and rows that need about half a line.
    pub fn new(seed: u64) -> Self {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut small = |lane| if lane == 0 { 0.0 } else { (rng.random::<f32>() - 0.5) * 0.1 };
        let patterns = (0..PATTERNS).map(|_| Trained::new(std::array::from_fn(&mut small))).collect();
        let output = std::array::from_fn(|lane| if lane % 2 == 0 { 0.5 } else { -0.5 });
        Self { patterns, bias: Trained::new([0.0; LANES]), output: Trained::new(output), views: Vec::new() }
    }

    /// The network so far, as it is used and stored.
    pub fn net(&self) -> RowNet {
        let vectors: Vec<PatternLanes> = self.patterns.iter().map(|pattern| pattern.numbers).collect();
        RowNet::rounded(&vectors, self.bias.numbers, self.output.numbers)
    }

    /// One step towards `lines` for this board, `weight` times as large as usual; returns the error before it. Errors
    /// of boards that need many lines count less, so that they count in proportion.
    pub fn step(&mut self, board: &Board, lines: f32, weight: f32, rate: f32) -> f32 {
        self.views.clear();
        let mut guess = 0.0;
        for key in row_keys(board) {
            let seen = patterns(key);
            let mut sums = self.bias.numbers;
            for pattern in seen {
                let vector = &self.patterns[pattern as usize].numbers;
                (0..LANES).for_each(|lane| sums[lane] += vector[lane]);
            }
            let output = row_output(&sums, &self.output.numbers);
            guess += non_negative(output);
            self.views.push(View { seen, sums, output });
        }
        let error = guess - lines;
        let slope = weight * error / (1.0 + lines).sqrt();
        for index in 0..self.views.len() {
            let view = self.views[index];
            let through = slope * 0.5 * (1.0 + view.output / (view.output * view.output + 1.0).sqrt());
            self.update_row(&view, through, rate);
        }
        error
    }

    fn update_row(&mut self, view: &View, slope: f32, rate: f32) {
        let sums = &view.sums;
        let slopes: PatternLanes = std::array::from_fn(|lane| match lane {
            0 => slope,
            _ if sums[lane] > 0.0 => slope * self.output.numbers[lane],
            _ => 0.0,
        });
        let outputs = std::array::from_fn(|lane| if lane == 0 { 0.0 } else { slope * sums[lane].max(0.0) });
        self.output.descend(&outputs, rate);
        self.bias.descend(&slopes, rate);
        for pattern in view.seen {
            self.patterns[pattern as usize].descend(&slopes, rate);
        }
    }
}

impl Trained {
    fn new(numbers: PatternLanes) -> Self {
        Self { numbers, squares: [FIRST_SLOPE; LANES] }
    }

    #[inline]
    fn descend(&mut self, slopes: &PatternLanes, rate: f32) {
        for ((number, square), slope) in self.numbers.iter_mut().zip(&mut self.squares).zip(slopes) {
            *square += slope * slope;
            *number -= rate * slope / square.sqrt();
        }
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
            fit.step(&board, lines(&board), 1.0, 0.02);
        }
        let boards: Vec<Board> = (0..200).map(|_| board()).collect();
        let net = fit.net();
        let error = boards.iter().map(|board| (net.lines(board) - lines(board)).abs()).sum::<f32>() / 200.0;
        assert!(error < 0.3, "{error}");
    }

    #[test]
    fn training_is_the_same_under_the_same_seed() {
        let board = Board::from_rows(Size::STANDARD, [0b11_0001_0001, 0b01_1110_0000]);
        let train = || {
            let mut fit = RowNetFit::new(7);
            (0..10).for_each(|_| {
                fit.step(&board, 3.0, 1.0, 0.05);
            });
            fit.net().to_bytes()
        };
        assert_eq!(train(), train());
    }
}
