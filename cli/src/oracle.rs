//! `tetreach oracle`: exact distances on small boards, and the lower bound measured against them.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use clap::{Args, Subcommand};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use serde_json::json;

use super::CommandOutcome;
use super::pixels::Pixels;
use crate::format::Format;
use tetreach::game::{Board, Size};
use tetreach::solve::bound::lower_bound;
use tetreach::solve::bound::unfolded::Prover;
use tetreach::solve::oracle::{ClosureRun, DistanceTable, OracleCache};
use tetreach::solve::{Budget, Cancel, Meter, Observer, Progress};

/// What to do with the exact distances of a small board.
#[derive(Debug, Subcommand)]
pub enum OracleArgs {
    /// Finds every reachable board and its distance, stores the table and prints the boards at each distance.
    Build(Build),
    /// Compares the lower bound with the exact distance of every board.
    Bound(BoundArgs),
    /// Measures the lower bound on random boards of the standard size.
    Pixels(Pixels),
}

/// Options of `tetreach oracle build`.
#[derive(Debug, Args)]
pub struct Build {
    /// Board size, at most 30 cells.
    #[arg(long, value_parser = parse_size)]
    size: Size,
    /// Where to store the table; the user's cache folder if left out.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How to print the counts.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Options of `tetreach oracle bound`.
#[derive(Debug, Args)]
pub struct BoundArgs {
    /// Board size, at most 30 cells; its table is taken from the cache or built.
    #[arg(long, value_parser = parse_size)]
    size: Size,
    /// Look at every n-th block of boards only.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Only boards that leave at least this many rows free at the top.
    #[arg(long, default_value_t = 0)]
    free_rows: usize,
    /// Also looks at windows of the unfolded stack, with this many decisions for each board.
    #[arg(long, value_name = "N")]
    windows: Option<u64>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How to print the comparison.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Prints finished layers to stderr.
#[derive(Debug)]
struct ToStderr;

impl Observer<Progress<'_>> for ToStderr {
    fn observe(&self, progress: Progress<'_>) {
        if let Progress::Searching { stage, nodes } = progress {
            eprintln!("{stage}, {nodes} in all");
        }
    }
}

impl OracleArgs {
    /// Runs the command and prints its result.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        match self {
            OracleArgs::Build(build) => build.run()?,
            OracleArgs::Bound(bound) => return bound.run(),
            OracleArgs::Pixels(pixels) => pixels.run()?,
        }
        Ok(CommandOutcome::Done)
    }
}

impl Build {
    fn run(self) -> anyhow::Result<()> {
        let path = self.out.or_else(|| OracleCache::of_user().file(self.size));
        let path = path.context("neither --out nor a home folder says where to store the table")?;
        let started = Instant::now();
        let cancel = Cancel::default();
        let run = ClosureRun { threads: self.threads, observer: &ToStderr, cancel: &cancel };
        let table = DistanceTable::from_empty(self.size, &run)?;
        table.save(&path)?;
        let (depths, seconds) = (table.depths(), started.elapsed().as_secs_f64());
        match self.format {
            Format::Json => println!(
                "{}",
                json!({"size": self.size.to_string(), "boards": table.len(), "deepest": depths.len() - 1,
                       "depths": depths, "seconds": seconds, "file": path})
            ),
            Format::Text => {
                println!("pieces      boards");
                for (depth, count) in depths.iter().enumerate() {
                    println!("{depth:>6} {count:>11}");
                }
                println!("   all {:>11}  ({seconds:.1} s, {})", table.len(), path.display());
            }
        }
        Ok(())
    }
}

/// What one bound amounts to over many boards.
#[derive(Clone, Debug, Default)]
struct Gaps {
    boards: u64,
    tight: u64,
    missing: u64,
    too_high: u64,
    /// Boards by how far the distance lies above the bound.
    spread: Vec<u64>,
}

impl Gaps {
    fn add(&mut self, bound: u32, distance: u32) {
        self.boards += 1;
        if bound > distance {
            self.too_high += 1;
            return;
        }
        let gap = (distance - bound) as usize;
        self.tight += u64::from(gap == 0);
        self.missing += gap as u64;
        self.spread.resize(self.spread.len().max(gap + 1), 0);
        self.spread[gap] += 1;
    }

    fn merge(&mut self, other: &Gaps) {
        self.boards += other.boards;
        self.tight += other.tight;
        self.missing += other.missing;
        self.too_high += other.too_high;
        self.spread.resize(self.spread.len().max(other.spread.len()), 0);
        self.spread.iter_mut().zip(&other.spread).for_each(|(mine, theirs)| *mine += theirs);
    }

    fn tight_share(&self) -> f64 {
        100.0 * self.tight as f64 / self.boards.max(1) as f64
    }

    fn mean(&self) -> f64 {
        self.missing as f64 / self.boards.max(1) as f64
    }

    fn json(&self) -> serde_json::Value {
        json!({"boards": self.boards, "tight_percent": self.tight_share(), "mean_gap": self.mean(),
               "too_high": self.too_high, "boards_by_gap": self.spread})
    }
}

/// What each bound amounts to.
#[derive(Clone, Debug, Default)]
struct BoundGaps {
    counting: Gaps,
    proved: Gaps,
    windows: Gaps,
}

/// The pieces that windows of the unfolded stack prove with this many decisions.
fn by_windows(board: &Board, decisions: u64) -> u32 {
    let mut prover = Prover::new(board);
    let mut meter = Meter::start(Budget::nodes(decisions), Cancel::default());
    prover.prove(u32::MAX, &mut meter);
    board.pieces_with_clears(prover.lines())
}

impl BoundArgs {
    fn run(self) -> anyhow::Result<CommandOutcome> {
        let cancel = Cancel::default();
        let run = ClosureRun { threads: self.threads, observer: &ToStderr, cancel: &cancel };
        let table = OracleCache::of_user().open_or_build(self.size, &run)?;
        let started = Instant::now();
        let BoundGaps { counting, proved, windows } = self.compare(&table)?;
        let windows = self.windows.map(|_| windows);
        let micros =
            started.elapsed().as_secs_f64() * 1e6 * self.threads as f64 / proved.boards.max(1) as f64;
        match self.format {
            Format::Json => println!(
                "{}",
                json!({"size": self.size.to_string(), "free_rows": self.free_rows, "counting": counting.json(),
                       "proved": proved.json(), "windows": windows.as_ref().map(Gaps::json),
                       "microseconds": micros})
            ),
            Format::Text => {
                println!("{} boards of {}, {micros:.1} us per board", proved.boards, self.size);
                let rows =
                    [("counting", Some(&counting)), ("proved", Some(&proved)), ("windows", windows.as_ref())];
                for (name, gaps) in rows.into_iter().filter_map(|(name, gaps)| Some((name, gaps?))) {
                    println!(
                        "{name:<9} tight {:6.2} %  mean gap {:.3} pieces  too high {}",
                        gaps.tight_share(),
                        gaps.mean(),
                        gaps.too_high
                    );
                }
            }
        }
        let too_high = proved.too_high + windows.map_or(0, |windows| windows.too_high);
        Ok(if too_high == 0 { CommandOutcome::Done } else { CommandOutcome::Failed })
    }

    fn compare(&self, table: &DistanceTable) -> anyhow::Result<BoundGaps> {
        let highest = usize::from(self.size.height()).saturating_sub(self.free_rows);
        let blocks = (0..table.blocks()).into_par_iter().step_by(self.every as usize);
        let sums = blocks.fold(BoundGaps::default, |mut bounds, block| {
            for (board, distance) in table.boards_of_block(block) {
                if board.stack_height() <= highest {
                    bounds.counting.add(board.counting_bound(), distance);
                    bounds.proved.add(lower_bound(&board).pieces, distance);
                    if let Some(decisions) = self.windows {
                        bounds.windows.add(by_windows(&board, decisions), distance);
                    }
                }
            }
            bounds
        });
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.max(1)).build()?;
        Ok(pool.install(|| {
            sums.reduce(BoundGaps::default, |mut sum, part| {
                sum.counting.merge(&part.counting);
                sum.proved.merge(&part.proved);
                sum.windows.merge(&part.windows);
                sum
            })
        }))
    }
}

fn parse_size(text: &str) -> Result<Size, String> {
    let numbers =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let (width, height) = numbers.ok_or("expected columns x rows, for example 10x3")?;
    Size::new(width, height).map_err(|error| error.to_string())
}
