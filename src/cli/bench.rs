//! `tetreach bench`: speed measurements.

mod vector;

use std::time::Instant;

use clap::Subcommand;

use super::Outcome;
use crate::game::{ActionId, Actions, Board, Size};

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum Bench {
    /// The game and the environment on one core.
    Env,
}

impl Bench {
    /// Measures and prints.
    pub fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Bench::Env => {
                bench_env();
                bench_vector()?;
            }
        }
        Ok(Outcome::Done)
    }
}

fn bench_env() {
    let count = Actions::of_width(10).count() as u64;
    let started = Instant::now();
    let mut board = Board::empty(Size::STANDARD);
    let mut state = 1_u64;
    let (mut placed, mut boards) = (0_u64, Vec::new());
    while placed < 100_000_000 {
        state = state.wrapping_mul(0xD120_2E8F_0A5F_1C3D).wrapping_add(1);
        let action = ActionId((((state >> 32) * count) >> 32) as u16);
        if board.play_action(action).is_err() {
            boards.push(board);
            board = Board::empty(Size::STANDARD);
        }
        placed += 1;
    }
    println!("{:.1} M placements/s", placed as f64 / 1e6 / started.elapsed().as_secs_f64());

    let started = Instant::now();
    let (mut successors, mut sum) = (0_u64, 0_u64);
    boards.truncate(1000);
    for _ in 0..1000 {
        for board in &boards {
            board.for_each_successor(|_, next, _| {
                successors += 1;
                sum ^= u64::from(next.row(5)) ^ next.stack_height() as u64;
            });
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{:.3} M expansions/s, {:.1} M successors/s ({sum})",
        1.0 / seconds,
        successors as f64 / 1e6 / seconds
    );

    let started = Instant::now();
    let mut found = 0_u64;
    for _ in 0..100 {
        for board in &boards {
            board.for_each_predecessor(4, |p| found += u64::from(p.board.row(3)));
        }
    }
    println!("{:.3} k predecessor expansions/s ({found})", 100.0 / started.elapsed().as_secs_f64());
}

fn bench_vector() -> anyhow::Result<()> {
    let bench = vector::VectorBench::new()?;
    for (name, mut replay) in bench.variants()? {
        let (started, mut steps) = (Instant::now(), 0);
        while started.elapsed().as_secs_f64() < 0.5 {
            steps += replay();
        }
        println!("{name} {:.2} M", steps as f64 / 1e6 / started.elapsed().as_secs_f64());
    }
    Ok(())
}
