//! Fits the weights of `Estimate`: solves random boards with the waypoint beam, labels boards that it met with the
//! lines they needed, and finds the non-negative weights with the least weighted squares.
//!
//! `cargo run --release --no-default-features --example fit_estimate -- [BOARDS] [SEED]`

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Board, Size, Solution};
use tetreach::solve::construct::{WaypointBeam, WaypointSettings};
use tetreach::solve::estimate::{Estimate, FEATURES, features};
use tetreach::solve::{Budget, Cancel, Meter};

/// Boards of a search that get their own label.
const SAMPLES: usize = 6;
/// Keeps weights of rare features small.
const RIDGE: f64 = 1.0;

fn main() {
    let number =
        |index, otherwise| std::env::args().nth(index).and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let (boards, seed) = (number(1, 500), number(2, 0));
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut labelled = Vec::new();
    for index in 0..boards {
        let target = random_board(&mut rng);
        let (lines, met) = solve(&target);
        labelled.push((features(&target), lines));
        for _ in 0..SAMPLES {
            let board = met[rng.random_range(0..met.len())];
            labelled.push((features(&board), solve(&board).0));
        }
        eprint!("\r{} of {boards} boards", index + 1);
    }
    let weights = fit(&labelled);
    let error = |(x, y): &([f32; FEATURES], u32)| {
        let guess: f64 = x.iter().zip(weights).map(|(x, w)| f64::from(*x) * w).sum();
        (guess - f64::from(*y)).powi(2)
    };
    let mean = labelled.iter().map(error).sum::<f64>() / labelled.len() as f64;
    println!("{} boards, root mean square error {:.2} lines", labelled.len(), mean.sqrt());
    println!("{weights:.2?}");
}

/// One to 16 rows of random pixels, from sparse to dense.
fn random_board(rng: &mut Pcg64Mcg) -> Board {
    loop {
        let (rows, density) = (rng.random_range(1..=16), rng.random_range(0.15..0.85));
        let row =
            |rng: &mut Pcg64Mcg| (0..10).fold(0, |row, bit| row | u16::from(rng.random_bool(density)) << bit);
        let board = Board::from_rows(Size::STANDARD, (0..rows).map(|_| row(rng)).collect::<Vec<_>>());
        if !board.is_empty() && board.check_admissible().is_ok() {
            return board;
        }
    }
}

/// The lines that the waypoint beam needs, and the boards it met.
fn solve(board: &Board) -> (u32, Vec<Board>) {
    let estimate = Estimate::FITTED;
    let mut beam = WaypointBeam::new(WaypointSettings::FAST, &estimate);
    let plan = beam.run(board, 400, &mut Meter::start(Budget::default(), Cancel::default()));
    let solution = Solution::replay(board, plan.expect("the theorem covers these boards"));
    (solution.expect("plans replay").cleared(), beam.boards().copied().collect())
}

/// Coordinate descent on the weighted squares, each weight kept from going below zero. A board counts the less the
/// more lines it needs, so that errors count in proportion.
fn fit(labelled: &[([f32; FEATURES], u32)]) -> [f64; FEATURES] {
    let mut squares = [[0.0; FEATURES]; FEATURES];
    let mut products = [0.0; FEATURES];
    for (x, y) in labelled {
        let share = 1.0 / (1.0 + f64::from(*y));
        for i in 0..FEATURES {
            products[i] += share * f64::from(x[i]) * f64::from(*y);
            for j in 0..FEATURES {
                squares[i][j] += share * f64::from(x[i]) * f64::from(x[j]);
            }
        }
    }
    let mut weights = [0.0; FEATURES];
    for _ in 0..1000 {
        for i in 0..FEATURES {
            let others: f64 = (0..FEATURES).filter(|j| *j != i).map(|j| squares[i][j] * weights[j]).sum();
            weights[i] = ((products[i] - others) / (squares[i][i] + RIDGE)).max(0.0);
        }
    }
    weights
}
