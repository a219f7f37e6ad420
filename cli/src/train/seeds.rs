//! One config under several seeds: a run each, then their mean.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::TrainedRun;
use crate::inspect::curve::{Across, CurveOptions, picture};
use crate::output::write_file;
use tetreach::eval::{mean, t_interval};
use tetreach_agents::store::SuiteScore;

/// The table of the means of finished runs, and the file of their curves, which is written beside their folders.
pub fn sum_up(runs: &[TrainedRun]) -> anyhow::Result<String> {
    let folders: Vec<PathBuf> = runs.iter().map(|run| run.folder.clone()).collect();
    let mut text = table(runs);
    let file = svg_beside(&folders[0], runs.len());
    // A run that was never validated has no curve.
    if runs.iter().all(|run| !run.summary.validation.is_empty()) {
        let options = CurveOptions { across: Across::Seconds, is_mean: true };
        write_file(&file, picture(&folders, options, &[])?.svg().as_bytes())?;
        let _ = writeln!(text, "\ncurves with 95 % intervals of the mean: {}", file.display());
    }
    Ok(text)
}

/// `runs/NAME__0__TIME` becomes `runs/NAME__3-seeds__TIME.svg`.
fn svg_beside(folder: &Path, count: usize) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let parts: Vec<&str> = name.split("__").collect();
    let name = match parts[..] {
        [name, _, time] => format!("{name}__{count}-seeds__{time}.svg"),
        _ => format!("{name}__{count}-seeds.svg"),
    };
    folder.with_file_name(name)
}

/// Each suite with its mean over the seeds; the interval is that of the mean over seeds, not over targets.
fn table(runs: &[TrainedRun]) -> String {
    let scores = |run: &TrainedRun| -> Vec<SuiteScore> {
        let summary = &run.summary;
        if summary.unseen.is_empty() { summary.validation.clone() } else { summary.unseen.clone() }
    };
    let all: Vec<Vec<SuiteScore>> = runs.iter().map(scores).collect();
    let mut text = format!(
        "\nmean of {} seeds, greedy play by {}\n\n{:<22} {:>5} {:>8}   {:<16} each seed\n",
        runs.len(),
        runs[0].summary.greedy,
        "suite",
        "n",
        "mean",
        "95 % of the mean"
    );
    for (index, SuiteScore { suite, targets, .. }) in all[0].iter().enumerate() {
        let rates: Vec<f64> =
            all.iter().filter_map(|scores| scores.get(index)).map(|score| 100.0 * score.rate()).collect();
        let interval = t_interval(&rates).map_or_else(
            || "-".to_owned(),
            |interval| format!("{:.1} - {:.1} %", interval.low.max(0.0), interval.high.min(100.0)),
        );
        let each = rates.iter().map(|rate| format!("{rate:.1}")).collect::<Vec<_>>().join(" ");
        let mean = mean(rates).unwrap_or(0.0);
        let _ = writeln!(text, "{suite:<22} {targets:>5} {mean:>6.1} %   {interval:<16} {each}");
        let points: Vec<f64> =
            all.iter().filter_map(|scores| scores.get(index)).filter_map(|score| score.mean_points).collect();
        if let Some(mean) = self::mean(points.iter().copied()) {
            let interval = t_interval(&points).map_or_else(
                || "-".to_owned(),
                |interval| format!("{:.1} - {:.1}", interval.low, interval.high),
            );
            let each = points.iter().map(|points| format!("{points:.1}")).collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "{:<22} {targets:>5} {mean:>8.1}   {interval:<16} {each}", "  points");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetreach_agents::evaluate::GreedyBy;
    use tetreach_agents::train::Summary;

    fn run(seed: usize, reached: usize) -> TrainedRun {
        let attempts = (0..100).map(|attempt| (5, attempt < reached));
        TrainedRun {
            folder: format!("runs/quick__{seed}__20261118-100000").into(),
            summary: Summary {
                finished: true,
                updates: 1,
                seconds: 1.0,
                greedy: GreedyBy::Q,
                throughput: None,
                validation: vec![SuiteScore::new("letters", attempts)],
                unseen: Vec::new(),
                example: None,
            },
        }
    }

    #[test]
    fn points_have_a_line_of_their_own() {
        let scored = |seed, points| {
            let mut run = run(seed, 50);
            run.summary.validation[0].mean_points = Some(points);
            run
        };
        let text = table(&[scored(0, 100.0), scored(1, 300.0)]);
        let last = text.lines().last().unwrap();
        assert!(last.contains("points") && last.contains("200.0") && last.ends_with("100.0 300.0"), "{text}");
    }

    #[test]
    fn means_come_with_intervals_and_every_seed() {
        let text = table(&[run(0, 40), run(1, 50), run(2, 60)]);
        let last = text.lines().last().unwrap();
        assert!(last.starts_with("letters"), "{text}");
        assert!(last.contains("50.0 %") && last.contains("25.2 - 74.8 %"), "{text}");
        assert!(last.ends_with("40.0 50.0 60.0"), "{text}");
        let svg = svg_beside(&run(0, 1).folder, 3);
        assert_eq!(svg, Path::new("runs/quick__3-seeds__20261118-100000.svg"));
    }
}
