//! `tetreach targets prove`: repeats the machine's part of the proof that every admissible board is reachable.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::Format;
use crate::CommandOutcome;
use crate::output::{print, write_file};
use crate::progress::cancel_on_interrupt;
use tetreach::game::Size;
use tetreach::solve::construct::{Certificate, PlanTable};

/// Replays every plan of the table that peels boards row by row, which proves that it always can.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tetreach targets prove                      verifies the table for ten columns that ships with the program
  tetreach targets prove --rebuild            searches all its plans again first
  tetreach targets prove --width 7            builds and verifies a table for seven columns
  tetreach targets prove --rebuild --write plans.bin")]
pub struct Prove {
    /// Columns of the boards; 10 is the width of the table that ships with the program.
    #[arg(long, value_name = "N", default_value_t = 10)]
    width: usize,
    /// Searches the plans again even where a table ships with the program.
    #[arg(long)]
    rebuild: bool,
    /// Stores the table.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// How the certificate is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Prove {
    /// Builds the table if need be, verifies it and prints the certificate.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let size = Size::new(self.width, usize::from(Size::STANDARD.height()))?;
        let began = Instant::now();
        let built = size == Size::STANDARD && !self.rebuild;
        let table = if built { PlanTable::standard().clone() } else { build(size)? };
        let searched = began.elapsed().as_secs_f64();
        let certificate = table.verify()?;
        if let Some(file) = &self.write {
            write_file(file, &table.to_bytes())?;
        }
        print(&match self.format {
            Format::Text => in_words(&certificate, (!built).then_some(searched)),
            Format::Json => format!("{}\n", serde_json::to_string(&certificate)?),
        })?;
        Ok(CommandOutcome::Done)
    }
}

fn build(size: Size) -> anyhow::Result<PlanTable> {
    let cancel = cancel_on_interrupt()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let bar = ProgressBar::new(PlanTable::count(size) as u64);
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} plans  {per_sec}  {eta} left")?);
    let found = AtomicUsize::new(0);
    let table = PlanTable::build(size, threads, &|| {
        bar.set_position(found.fetch_add(1, Ordering::Relaxed) as u64 + 1);
        !cancel.is_cancelled()
    });
    bar.finish_and_clear();
    Ok(table?)
}

fn in_words(certificate: &Certificate, searched: Option<f64>) -> String {
    let Certificate { width, row_plans, nub_plans, placements, longest } = certificate;
    let searched = searched.map_or(String::new(), |seconds| format!("searched in {seconds:.0} s, then "));
    format!(
        "{} plans {searched}replayed: {row_plans} peel a row, {nub_plans} a lone cell with the row under it; \
         {placements} placements in all, at most {longest} a plan.\n\
         So every admissible board of {width} columns with two free rows above it is reachable (docs/theorem.md).\n",
        row_plans + nub_plans
    )
}
