//! `tetreach targets generate`: the targets of a built-in suite as text or images.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::super::{CommandOutcome, output};
use super::note_shortage;
use tetreach::game::Size;
use tetreach::reach::{
    DEFAULT_COUNT, MOST_SCALE, Sketch, Split, Suite, SuiteName, SuiteOptions, board_to_png,
};

/// Options of `tetreach targets generate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Suites: thesis, letters, art (drawn by hand), stack-N (N random pieces, no row cleared), clears-K (random games
that clear at least K rows), pixels-RxD (R rows of random pixels, D % filled), drawing-R (R rows of random lines,
boxes and blobs). A name may end in @train, @validation or @test; plain names are the test split. The same seed always
gives the same targets.

Examples:
  tetreach targets generate stack-8 --count 20
  tetreach targets generate pixels-6x50@train --seed 7 --out pixels.txt
  tetreach targets generate art --png-dir pictures --scale 16")]
pub struct Generate {
    /// Which suite, such as stack-8 or pixels-6x50@validation.
    suite: SuiteName,
    /// How many targets; all of a suite drawn by hand and 50 of a generated one if left out.
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Seed of generated suites.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Which split: train, validation or test; another way to write SUITE@SPLIT.
    #[arg(long, value_name = "SPLIT")]
    split: Option<Split>,
    /// Columns x rows of the board.
    #[arg(long, value_name = "SIZE", default_value = "10x20")]
    size: Size,
    /// Store the suite as text here instead of printing it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Store one PNG per target in this folder, which is made if it is missing.
    #[arg(long, value_name = "DIR")]
    png_dir: Option<PathBuf>,
    /// Pixels on a side of a cell in the PNGs.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SCALE)))]
    scale: u32,
}

impl Generate {
    /// Makes the targets, then prints or stores them.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let name = match (self.split, self.suite.split) {
            (None, _) => self.suite,
            (Some(split), named) if named == Split::Test || named == split => {
                SuiteName { suite: self.suite.suite, split }
            }
            (Some(split), named) => {
                anyhow::bail!("the suite is named @{named} but --split says {split}: drop one")
            }
        };
        let suite = name.build(&SuiteOptions { size: self.size, count: self.count, seed: self.seed })?;
        note_shortage(&suite);
        if suite.sketches.is_empty() {
            let asked = self.count.unwrap_or(DEFAULT_COUNT);
            anyhow::bail!("the suite {name} has no targets on a {} board, {asked} were asked for", self.size);
        }
        if let Some(folder) = &self.png_dir {
            let images = self.images(&suite)?;
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            for (file, bytes) in &images {
                output::write_file(&folder.join(file), bytes)?;
            }
            eprintln!("wrote {} images to {}", images.len(), folder.display());
        }
        match &self.out {
            Some(path) => {
                output::write_file(path, suite.to_text().as_bytes())?;
                eprintln!("wrote {} targets to {}", suite.sketches.len(), path.display());
            }
            None if self.png_dir.is_none() => output::print(&suite.to_text())?,
            None => {}
        }
        Ok(CommandOutcome::Done)
    }

    /// A file name and the bytes of a PNG for every target; names of built-in targets are unique and plain.
    fn images(&self, suite: &Suite) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        let image = |sketch: &Sketch| {
            let name = sketch.name.as_deref().unwrap_or("target");
            Ok((format!("{name}.png"), board_to_png(&sketch.board, self.scale)?))
        };
        suite.sketches.iter().map(image).collect()
    }
}
