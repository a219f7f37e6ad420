//! `tetreach oracle pixels`: the lower bound on random boards, where no oracle reaches.

use std::time::Instant;

use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use tetreach::game::{Board, Size};
use tetreach::solve::bound::lower_bound;

/// Options of `tetreach oracle pixels`.
#[derive(Debug, Args)]
pub struct Pixels {
    /// Heights of the boards.
    #[arg(long, value_delimiter = ',', default_value = "1,2,4,6,8,12,16")]
    rows: Vec<u8>,
    /// Chances in percent that a cell is filled.
    #[arg(long, value_delimiter = ',', default_value = "30,50,70",
          value_parser = clap::value_parser!(u32).range(5..=95))]
    density: Vec<u32>,
    /// Admissible boards of each kind.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Seed of the boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Pixels {
    /// Prints one line for each height and density.
    pub fn run(self) -> anyhow::Result<()> {
        let highest = Size::STANDARD.height() - 2;
        anyhow::ensure!(
            self.rows.iter().all(|rows| (1..=highest).contains(rows)),
            "--rows takes heights from 1 to {highest}"
        );
        println!("density  rows  counting  proved  lines  median us");
        for &density in &self.density {
            for &rows in &self.rows {
                self.measure(density, rows);
            }
        }
        Ok(())
    }

    fn measure(&self, density: u32, rows: u8) {
        let mut random =
            Pcg64Mcg::seed_from_u64(self.seed ^ u64::from(density) << 16 ^ u64::from(rows) << 32);
        let (mut counting, mut pieces, mut lines, mut micros) = (0, 0, 0, Vec::new());
        while micros.len() < self.count as usize {
            let mut row =
                || (0..10).map(|column| u16::from(random.random_range(0..100) < density) << column).sum();
            let board = Board::from_rows(Size::STANDARD, (0..rows).map(|_| row()));
            if board.stack_height() != usize::from(rows) || board.check_admissible().is_err() {
                continue;
            }
            let started = Instant::now();
            let bound = lower_bound(&board);
            micros.push(started.elapsed().as_secs_f64() * 1e6);
            counting += board.counting_bound();
            pieces += bound.pieces;
            lines += bound.cleared;
        }
        micros.sort_by(f64::total_cmp);
        let mean = |sum: u32| f64::from(sum) / f64::from(self.count);
        println!(
            "{density:>5} %  {rows:>4}  {:>8.1}  {:>6.1}  {:>5.1}  {:>9.1}",
            mean(counting),
            mean(pieces),
            mean(lines),
            micros[micros.len() / 2]
        );
    }
}
