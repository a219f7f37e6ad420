//! `tetreach perft guideline`.

use std::time::Instant;

use clap::{Args, ValueEnum};
use tetreach::game::Piece;
use tetreach::game::guideline::{Field, KickSystem, Perft, perft};

use crate::format::Format;
use crate::{CommandOutcome, output};

/// What to count.
///
/// A piece appears with its centre at column 4 and row 19 or not at all, rotations that cover the same cells are one
/// placement, and full rows vanish.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tetreach perft guideline --queue IOLJSZT --format json
  tetreach perft guideline --queue IIIIII --depth 4
  tetreach perft guideline --queue TIOLJSZ --preset srs-plus --spawn 5 --spins")]
pub struct GuidelinePerft {
    /// The pieces, one letter each: I, O, T, S, Z, J, L.
    #[arg(long, value_name = "PIECES", value_parser = pieces)]
    queue: Queue,
    /// The rotation system; srs-plus has half turns.
    #[arg(long, value_enum, default_value_t = System::Srs)]
    preset: System,
    /// The number of pieces of the queue that are placed; all of them if not given.
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// The row in which the centre of a piece appears, from the bottom row 0 up.
    #[arg(long, value_name = "ROW", default_value_t = 19, value_parser = clap::value_parser!(u8).range(1..=36))]
    spawn: u8,
    /// Tells spins of the T apart: none, mini and full.
    #[arg(long)]
    spins: bool,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum System {
    Srs,
    SrsPlus,
}

#[derive(Clone, Debug)]
struct Queue(Vec<Piece>);

fn pieces(text: &str) -> Result<Queue, String> {
    if text.is_empty() {
        return Err("a queue has at least one piece".to_owned());
    }
    let piece = |letter: char| {
        let found = Piece::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_uppercase());
        found.ok_or_else(|| format!("{letter:?} is no piece: choose from I, O, T, S, Z, J and L"))
    };
    text.chars().map(piece).collect::<Result<_, _>>().map(Queue)
}

impl GuidelinePerft {
    /// Counts and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let pieces = &self.queue.0;
        let depth = self.depth.unwrap_or(pieces.len());
        anyhow::ensure!(
            depth <= pieces.len(),
            "--depth {depth} is more than the {} pieces of --queue: give a longer queue",
            pieces.len()
        );
        let kicks = match self.preset {
            System::Srs => KickSystem::Srs,
            System::SrsPlus => KickSystem::SrsPlus,
        };
        let rules = Perft { kicks, spawn: self.spawn, spins: self.spins }.rules();
        let began = Instant::now();
        let nodes = perft(&Field::EMPTY, &pieces[..depth], &rules);
        match self.format {
            Format::Json => output::print(&format!("{}\n", serde_json::json!({ "nodes": nodes })))?,
            Format::Text => {
                let seconds = began.elapsed().as_secs_f64();
                let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
                output::print(&format!("{nodes} nodes in {seconds:.2} s, {speed:.0} million per second\n"))?;
            }
        }
        Ok(CommandOutcome::Done)
    }
}
