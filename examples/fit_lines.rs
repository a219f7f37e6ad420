//! Trains the learned estimate of the lines still needed (`RowNet`) by searching with it.
//!
//! `cargo run --release --no-default-features --example fit_lines -- OUT [ROUNDS] [SEED]`
//! takes a few minutes for the 20 rounds with seed 0 that made `src/solve/construct/lines-10.bin`.
//!
//! Each round solves random boards of the train split with the waypoint beam and the estimate so far (at first the
//! hand-made one). Every board that a search expanded is then worth what the search found out about it: the least
//! over its waypoints of the lines to it and what *it* is worth, down to the empty board where the search came that
//! far, otherwise down to estimates (TreeStrap, Veness et al. 2009). The network is fitted to these values.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Board, Size};
use tetreach::reach::Split;
use tetreach::solve::buckets::Reach;
use tetreach::solve::construct::{
    Estimate, LinesAhead, RowNet, RowNetFit, Waypoint, WaypointBeam, WaypointSettings,
};
use tetreach::solve::{Budget, Cancel, Meter};

/// Boards solved in a round.
const TARGETS: usize = 200;
/// Newest values that are learned from.
const MEMORY: usize = 400_000;
/// Times that a value is learned from while it is new.
const PASSES: usize = 10;
/// Rounds between two tests on boards of the validation split.
const TEST_EVERY: usize = 10;
/// Rounds over which the steps become smaller.
const SLOWING: f32 = 120.0;
/// More lines than any way needs.
const MOST_LINES: usize = 400;

/// A board and what a search found it to be worth.
struct Valued {
    board: Board,
    lines: f32,
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let out = PathBuf::from(arguments.next().unwrap_or_else(|| "lines-10.bin".to_owned()));
    let mut number = |otherwise: u64| arguments.next().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let (rounds, seed) = (number(20) as usize, number(0));
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut tests = Pcg64Mcg::seed_from_u64(seed ^ 0x7e57);
    let tests: Vec<Board> = (0..60).map(|_| draw(&mut tests, Split::Validation)).collect();
    println!("hand-made: {:.2} lines a validation board", mean_lines(&tests, &Estimate::FITTED));

    let mut fit = RowNetFit::new(seed);
    let mut memory: Vec<Valued> = Vec::new();
    let started = Instant::now();
    for round in 1..=rounds {
        let estimate: &dyn LinesAhead = if round == 1 { &Estimate::FITTED } else { fit.net() };
        let mut fresh = Vec::new();
        for _ in 0..TARGETS {
            let target = draw(&mut rng, Split::Train);
            let settings = SETTINGS[rng.random_range(0..SETTINGS.len())];
            fresh.extend(search(&target, settings, estimate));
        }
        let steps = fresh.len() * PASSES;
        memory.extend(fresh);
        let too_many = memory.len().saturating_sub(MEMORY);
        memory.drain(..too_many);
        let left = (1.0 - (round - 1) as f32 / SLOWING).max(0.0);
        let rate = 0.004 + 0.03 * left * left;
        let mut squares = 0.0;
        for _ in 0..steps {
            let Valued { board, lines } = &memory[rng.random_range(0..memory.len())];
            squares += f64::from(fit.step(board, *lines, rate)).powi(2);
        }
        let error = (squares / steps as f64).sqrt();
        eprintln!(
            "round {round}: {} values, error {error:.2} lines, {:.0} s",
            memory.len(),
            started.elapsed().as_secs_f64()
        );
        if round % TEST_EVERY == 0 || round == rounds {
            let bytes = fit.net().to_bytes();
            let written = RowNet::from_bytes(&bytes).map_err(std::io::Error::other)?;
            println!("round {round}: {:.2} lines a validation board", mean_lines(&tests, &written));
            let partial = out.with_extension("partial");
            std::fs::write(&partial, bytes)?;
            std::fs::rename(partial, &out)?;
        }
    }
    Ok(())
}

/// Searches to learn from: windows of three and four rows.
const SETTINGS: [WaypointSettings; 3] = [
    WaypointSettings { rows: 3, room: 3, reach: Reach { lines: 2, width: 20 }, keep: 20, beam: 5 },
    WaypointSettings { rows: 3, room: 4, reach: Reach { lines: 2, width: 20 }, keep: 20, beam: 5 },
    WaypointSettings { rows: 4, room: 3, reach: Reach { lines: 2, width: 20 }, keep: 20, beam: 3 },
];

/// The boards that a search expanded, with what it found them to be worth.
fn search(target: &Board, settings: WaypointSettings, estimate: &dyn LinesAhead) -> Vec<Valued> {
    let mut expanded: HashMap<Board, Vec<(Board, f32)>> = HashMap::new();
    let mut meter = Meter::start(Budget::default(), Cancel::default());
    let mut watch = |board: &Board, next: &[Waypoint]| {
        let edges = next.iter().map(|waypoint| (waypoint.board, waypoint.lines as f32)).collect();
        expanded.insert(*board, edges);
    };
    WaypointBeam::new(settings, estimate).run_watched(target, MOST_LINES, &mut meter, &mut watch);
    // Waypoints are smaller than what they lead to, so this order knows them first.
    let mut order: Vec<&Board> = expanded.keys().collect();
    order.sort_by_key(|board| (board.stack_height(), board.cells(), board.hash64()));
    let mut worth: HashMap<Board, f32> = HashMap::new();
    for board in &order {
        let ways = expanded[board]
            .iter()
            .map(|(next, lines)| lines + worth.get(next).copied().unwrap_or_else(|| estimate.lines(next)));
        let least = ways.fold(f32::INFINITY, f32::min);
        if least.is_finite() {
            worth.insert(**board, least);
        }
    }
    order.into_iter().filter_map(|board| Some(Valued { board: *board, lines: *worth.get(board)? })).collect()
}

/// Lines that the fast setting of the beam needs with this estimate.
fn mean_lines(boards: &[Board], estimate: &dyn LinesAhead) -> f64 {
    let lines = |board: &Board| {
        let mut meter = Meter::start(Budget::default(), Cancel::default());
        let plan = WaypointBeam::new(WaypointSettings::FAST, estimate).run(board, MOST_LINES, &mut meter);
        let pieces = plan.expect("the theorem covers these boards").len();
        (4.0 * pieces as f64 - f64::from(board.cells())) / 10.0
    };
    boards.iter().map(lines).sum::<f64>() / boards.len() as f64
}

/// One to 18 rows of random pixels, mostly few because they are cheap and as instructive, from sparse to dense, of one density or of a density for each row.
fn draw(rng: &mut impl Rng, split: Split) -> Board {
    loop {
        let rows = if rng.random_bool(0.8) { rng.random_range(1..=9) } else { rng.random_range(10..=18) };
        let density = rng.random_range(0.12..0.88);
        let mixed = rng.random_bool(0.25);
        let rows = (0..rows).map(|_| {
            let density = if mixed { rng.random_range(0.1..0.9) } else { density };
            (0..10).fold(0, |row, bit| row | u16::from(rng.random_bool(density)) << bit)
        });
        let board = Board::from_rows(Size::STANDARD, rows.collect::<Vec<_>>());
        if !board.is_empty() && board.check_admissible().is_ok() && Split::of(&board) == split {
            return board;
        }
    }
}
