//! The way to a board, with a proved lower bound.
//!
//! `cargo run --release --example solve`

use std::error::Error;

use tetreach::solve::lower_bound;
use tetreach::{Auto, Board, Budget, Request, Solver, Target, Verdict};

const HI: &str = "#.#.#####.\n#.#...#...\n###...#...\n#.#...#...\n#.#.#####.";

/// Solves the word HI and prints its pieces.
pub fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = HI.parse()?;
    let target = Target::new(board)?;
    let report = Auto::default().solve(&Request::new(target, Budget::seconds(5.0)));
    let Verdict::Solved(solution) = report.verdict else { return Err("no way was found".into()) };
    for (number, step) in (1..).zip(solution.steps()) {
        let placement = step.placement;
        println!("{number:>2}. {:?} in column {}", placement.orientation, placement.column);
    }
    println!("{} pieces; no way has fewer than {}", solution.pieces(), lower_bound(&board).pieces);
    Ok(())
}
