//! `tetreach inspect mistakes`

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::distance::DistanceFormat;
use tetreach::eval::mistakes::{Mistake, Mistakes};
use tetreach::game::{Board, Size};
use tetreach::network::{load_or_shipped, player};
use tetreach::reach::{LoadOptions, ReachSettings, ReachTask, load_suite};

/// Pictures in a line of text: they fit into 80 columns.
const SIDE_BY_SIDE: usize = 6;

/// Counts the mistakes of greedy play by the number of pieces still missing.
///
/// Every placement on the way to a target that needs no clears is judged exactly: can the target still be built after
/// it? Refuted are mistakes that show without a search: cells too many, covered cells, or groups of missing cells that
/// no pieces fill, be it only after the pieces that are forced. The others leave a rest without a tiling, or with none
/// that can be dropped in any order.
#[derive(Debug, Args)]
pub struct MistakesArgs {
    /// A run folder, checkpoint or weights; without one the agent that comes with the program.
    #[arg(long, value_name = "PATH")]
    checkpoint: Option<PathBuf>,
    /// The targets.
    #[arg(long, default_value = "stack-8@validation")]
    suite: String,
    /// How many of them.
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Draws N of the mistakes: `X` the piece, `#` what was there, `o` what is missing after it.
    #[arg(long, default_value_t = 0)]
    show: usize,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = DistanceFormat::Text)]
    format: DistanceFormat,
}

/// Plays, judges, counts.
pub(super) fn describe(arguments: &MistakesArgs) -> anyhow::Result<String> {
    let model = load_or_shipped(arguments.checkpoint.as_deref())?;
    let options = LoadOptions { size: Size::STANDARD.into(), count: Some(arguments.count), seed: 0 };
    let suite = load_suite(&arguments.suite, &options)?;
    let targets: Vec<Board> = suite.targets()?.iter().map(|target| *target.board()).collect();
    let size = targets.first().map_or(Size::STANDARD, Board::size);
    let task = ReachTask::new(ReachSettings { size, ..ReachSettings::default() });
    let player = player(&model, task);
    let mut player = player.with_context(|| format!("the network cannot see boards of {size}"))?;
    let found = Mistakes::find(&mut player, &task, &targets)?;
    Ok(match arguments.format {
        DistanceFormat::Json => {
            let report = json!({ "suite": suite.name, "mistakes": found });
            format!("{}\n", serde_json::to_string_pretty(&report)?)
        }
        DistanceFormat::Text => {
            let shown = arguments.show.min(found.all.len());
            table(&suite.name, &found) + &pictures(&found.all[..shown])
        }
    })
}

fn table(suite: &str, found: &Mistakes) -> String {
    let Mistakes { targets, left_out, reached, stages, .. } = found;
    let mut text = format!("{suite}: reached {reached} of {targets}");
    if *left_out > 0 {
        let _ = write!(text, ", {left_out} left out because they need clears or are too hard to judge");
    }
    let _ = writeln!(
        text,
        "\n\n{:>14} {:>8} {:>10} {:>8} {:>14}",
        "pieces missing", "boards", "mistakes", "share", "refuted"
    );
    for (missing, stage) in stages {
        let share = 100.0 * stage.mistakes as f64 / stage.boards.max(1) as f64;
        let _ = writeln!(
            text,
            "{missing:>14} {:>8} {:>10} {share:>6.1} % {:>14}",
            stage.boards, stage.mistakes, stage.refuted
        );
    }
    text
}

/// Targets side by side in text, with what was there, the wrong piece, and what is missing after it.
fn pictures(mistakes: &[Mistake]) -> String {
    let mut text = String::new();
    for beside in mistakes.chunks(SIDE_BY_SIDE) {
        let rows = beside.iter().map(|it| it.target.stack_height().max(it.after.stack_height())).max();
        text.push('\n');
        for row in (0..rows.unwrap_or(0)).rev() {
            for Mistake { target, before, after } in beside {
                for column in 0..usize::from(target.width()) {
                    let is_filled = |board: &Board| board.is_filled(row, column);
                    text.push(match (is_filled(before), is_filled(after), is_filled(target)) {
                        (true, ..) => '#',
                        (_, true, _) => 'X',
                        (.., true) => 'o',
                        _ => '.',
                    });
                }
                text.push_str("   ");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
    text
}
