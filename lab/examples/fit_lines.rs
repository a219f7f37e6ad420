//! Trains the learned estimate of the lines still needed (`RowNet`) by searching with it.
//!
//! `cargo run --release --no-default-features --example fit_lines -- OUT [ROUNDS] [SEED]`
//! makes `src/solve/estimate/lines-10.bin`; `lines-10.md` beside it says with which numbers and how long it took.
//!
//! Each round takes random boards of the train split apart with the beam and the estimate so far (in the first round
//! the hand-made one). Every board that a beam kept is then worth what the beam found out about it: the least, over all
//! boards that lead to it, of the lines to them and what *they* are worth, down to the empty board where the beam came
//! that far, otherwise down to estimates (TreeStrap, Veness et al. 2009). The network is fitted to some of these
//! values, as many of each level, and to all along the way that was found.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;
use tetreach::game::{Board, Size};
use tetreach::reach::Split;
use tetreach::solve::construct::{MAX_ROWS, Window, WindowFrame};
use tetreach::solve::estimate::{Appraiser, HandAppraiser, LINE, RowAppraiser, RowNetFit};
use tetreach::solve::unstack::{BeamEnd, UnstackBeam, UnstackSettings};
use tetreach::solve::{Budget, Cancel, Meter};

/// Boards taken apart in a round.
const TARGETS: usize = 60;
/// Most rows of a board.
const ROWS: usize = 10;
/// Newest values that are learned from.
const MEMORY: usize = 400_000;
/// Times that a value is learned from while it is new.
const PASSES: usize = 4;
/// Values learned of the boards of a level, besides the one on the way.
const OF_A_LEVEL: f64 = 6.0;
/// How much more the boards on a way count.
const ON_THE_WAY: f32 = 2.0;
/// Rounds between two tests on boards of the validation split.
const TEST_EVERY: usize = 10;

/// A board, what a search found it to be worth, and how much that counts.
struct Valued {
    board: Board,
    lines: f32,
    weight: f32,
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let out = PathBuf::from(arguments.next().unwrap_or_else(|| "lines-10.bin".to_owned()));
    let mut number = |otherwise: u64| arguments.next().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let (rounds, seed) = (number(200) as usize, number(0));
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut tests = Pcg64Mcg::seed_from_u64(seed ^ 0x7e57);
    let tests: Vec<Board> = (0..60).map(|_| draw(&mut tests, Split::Validation)).collect();
    report("hand-made", &tests, &|| Box::new(HandAppraiser::default()));

    let mut fit = RowNetFit::new(seed);
    let mut memory: Vec<Valued> = Vec::new();
    let started = Instant::now();
    for round in 1..=rounds {
        let net = fit.net();
        let appraiser = || -> Box<dyn Appraiser + '_> {
            if round == 1 { Box::new(HandAppraiser::default()) } else { Box::new(RowAppraiser::new(&net)) }
        };
        let mut search = Takedown { beam: UnstackBeam::new(appraiser()), appraiser: appraiser() };
        let fresh: Vec<Valued> = (0..TARGETS)
            .flat_map(|_| {
                let target = draw(&mut rng, Split::Train);
                let (rows, width) = (rng.random_range(3..=5), [16, 32, 64][rng.random_range(0..3)]);
                let settings = UnstackSettings { rows, cleared: 2, width };
                search.values(&target, settings, &mut rng)
            })
            .collect();
        let steps = fresh.len() * PASSES;
        memory.extend(fresh);
        let too_many = memory.len().saturating_sub(MEMORY);
        memory.drain(..too_many);
        let left = 1.0 - (round - 1) as f32 / rounds as f32;
        let rate = 0.002 + 0.03 * left * left;
        let mut squares = 0.0;
        for _ in 0..steps {
            let Valued { board, lines, weight } = &memory[rng.random_range(0..memory.len())];
            squares += f64::from(fit.step(board, *lines, *weight, rate)).powi(2);
        }
        let error = (squares / steps as f64).sqrt();
        let seconds = started.elapsed().as_secs_f64();
        eprintln!("round {round}: {} values, error {error:.2} lines, {seconds:.0} s", memory.len());
        if round % TEST_EVERY == 0 || round == rounds {
            let net = fit.net();
            report(&format!("round {round}"), &tests, &|| Box::new(RowAppraiser::new(&net)));
            write(&out, &net.to_bytes())?;
        }
    }
    Ok(())
}

/// A beam, and the estimate that it goes by.
struct Takedown<'a> {
    beam: UnstackBeam<'a>,
    appraiser: Box<dyn Appraiser + 'a>,
}

impl Takedown<'_> {
    /// Some of the boards that the beam keeps, with what it finds them to be worth; none if it finds no way.
    fn values(&mut self, target: &Board, settings: UnstackSettings, rng: &mut impl Rng) -> Vec<Valued> {
        self.beam.start(target, settings, most_lines(target));
        if !matches!(self.beam.go_on(&mut unlimited()), BeamEnd::Found(_)) {
            return Vec::new();
        }
        let kept = self.beam.kept();
        let last =
            kept.iter().rposition(|kept| kept.board.is_empty()).expect("the way ends on the empty board");
        let mut is_on_way = vec![false; kept.len()];
        self.beam.way_to(last).for_each(|index| is_on_way[index] = true);
        let numbers: FxHashMap<Board, usize> =
            kept.iter().enumerate().map(|(index, kept)| (kept.board, index)).collect();
        // Boards of the last level were not expanded: what they are worth is estimated.
        let mut worth: Vec<f32> = vec![f32::INFINITY; kept.len()];
        worth[last] = 0.0;
        for index in (0..kept.len()).rev() {
            let board = &kept[index].board;
            let floor = board.stack_height().saturating_sub(settings.rows);
            self.appraiser.settle(board, floor);
            let (appraiser, worth) = (&mut self.appraiser, &mut worth);
            let mut least = worth[index];
            let frame = WindowFrame::above(board, floor, MAX_ROWS);
            frame.for_each_predecessor(Window::of_board(board, floor), settings.cleared, |undone| {
                let known = numbers.get(&undone.window.onto(board, floor)).map(|&index| worth[index]);
                let ahead = known.filter(|lines| lines.is_finite());
                let estimated = || appraiser.appraise(undone.window, u32::MAX) as f32 / LINE as f32;
                least = least.min(undone.cleared as f32 + ahead.unwrap_or_else(estimated));
            });
            worth[index] = least;
        }
        let mut pieces = vec![0_usize; kept.len()];
        let mut sizes = FxHashMap::default();
        for (index, kept) in kept.iter().enumerate() {
            pieces[index] =
                (target.cells() as usize + 10 * usize::from(kept.lines) - kept.board.cells() as usize) / 4;
            *sizes.entry(pieces[index]).or_insert(0_usize) += 1;
        }
        let chosen = (0..kept.len()).filter_map(|index| {
            let (board, lines) = (kept[index].board, worth[index]);
            let share = (OF_A_LEVEL / sizes[&pieces[index]] as f64).min(1.0);
            let weight = if is_on_way[index] { ON_THE_WAY } else { 1.0 };
            let is_chosen = is_on_way[index] || rng.random_bool(share);
            (is_chosen && lines.is_finite() && !board.is_empty()).then_some(Valued { board, lines, weight })
        });
        chosen.collect()
    }
}

/// Prints how many pieces a narrow beam needs with this estimate.
fn report<'a>(name: &str, boards: &[Board], appraiser: &dyn Fn() -> Box<dyn Appraiser + 'a>) {
    let settings = UnstackSettings { rows: 4, cleared: 2, width: 30 };
    let (mut pieces, mut solved, mut meter) = (0, 0, unlimited());
    let mut beam = UnstackBeam::new(appraiser());
    for board in boards {
        beam.start(board, settings, most_lines(board));
        if let BeamEnd::Found(way) = beam.go_on(&mut meter) {
            pieces += way.len();
            solved += 1;
        }
    }
    println!("{name}: {pieces} pieces for {solved} of {} validation boards", boards.len());
}

/// Boards that take more are given up.
fn most_lines(board: &Board) -> usize {
    2 * board.stack_height() + 6
}

fn unlimited() -> Meter {
    Meter::start(Budget::default(), Cancel::default())
}

fn write(out: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let partial = out.with_extension("partial");
    std::fs::write(&partial, bytes)?;
    std::fs::rename(partial, out)
}

/// Random pixels from sparse to dense, of one density or of a density for each row.
fn draw(rng: &mut impl Rng, split: Split) -> Board {
    loop {
        let rows = rng.random_range(1..=ROWS);
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
