//! The learning curves of runs: a panel per number, the runs over each other, or the mean of those that differ by seed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;

use super::mean_curve::mean_curve;

use tetreach::draw::chart::{Axis, Frame, Legend, Line, Scene, Stroke, line_chart, panels, series_colour};
use tetreach_agents::record::{MetricLine, read_metrics, tags};
use tetreach_agents::store::run_dir::METRICS;

/// What goes across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Across {
    /// Gradient steps.
    Step,
    /// Seconds since the start.
    Seconds,
}

const PANEL: (f64, f64) = (400.0, 280.0);
const MOST_ACROSS: usize = 2;

/// What is drawn of runs.
#[derive(Clone, Copy, Debug)]
pub struct CurveOptions {
    /// What goes across.
    pub across: Across,
    /// Whether runs that differ by nothing but seed and time get one line, their mean with its 95 % interval.
    pub is_mean: bool,
}

/// The curves of these runs under these tags; without tags the points, or else the success, on every suite.
pub fn picture(folders: &[PathBuf], options: CurveOptions, chosen: &[String]) -> anyhow::Result<Scene> {
    let CurveOptions { across, is_mean } = options;
    let mut runs = Vec::new();
    for folder in folders {
        let lines = read_metrics(&folder.join(METRICS))?;
        runs.push(Run { name: name(folder), lines });
    }
    let shown = if chosen.is_empty() { suites(&runs) } else { chosen.to_vec() };
    if shown.is_empty() {
        bail!("no run has been evaluated on a suite yet; `--tag` shows other numbers");
    }
    let points = |tag| runs.iter().flat_map(move |run| run.points(across, tag));
    if let Some(tag) = shown.iter().find(|tag| points(tag).next().is_none()) {
        bail!(no_such(&runs, tag));
    }
    // The same for all panels, so that they can be compared.
    let farthest = shown.iter().flat_map(|tag| points(tag)).map(|point| point.0).fold(0.0, f64::max);
    let label = if across == Across::Step { "gradient steps" } else { "seconds" };
    let x = Axis::linear(label, 0.0, farthest);
    let groups = groups(&runs, is_mean);
    let charts = shown.iter().map(|tag| panel(&groups, across, &x, tag)).collect();
    let colours = groups.iter().enumerate();
    let legend = Legend(colours.map(|(index, group)| (group.name.clone(), series_colour(index))).collect());
    Ok(panels("Learning curves", charts, MOST_ACROSS, &legend))
}

/// Runs that share a line.
struct SeedGroup<'a> {
    name: String,
    runs: Vec<&'a Run>,
}

/// Each run by itself, or those together whose folders have the same first part of a name.
fn groups(runs: &[Run], is_mean: bool) -> Vec<SeedGroup<'_>> {
    let mut groups: Vec<SeedGroup<'_>> = Vec::new();
    for run in runs {
        let first = run.name.split("__").next().unwrap_or(&run.name);
        let name = if is_mean { first } else { &run.name };
        match groups.iter_mut().find(|group| is_mean && group.name == name) {
            Some(group) => group.runs.push(run),
            None => groups.push(SeedGroup { name: name.to_owned(), runs: vec![run] }),
        }
    }
    if is_mean {
        groups.iter_mut().for_each(|group| group.name += &format!(", n = {}", group.runs.len()));
    }
    groups
}

struct Run {
    name: String,
    lines: Vec<MetricLine>,
}

impl Run {
    fn points(&self, across: Across, tag: &str) -> Vec<(f64, f64)> {
        let point = |line: &MetricLine| {
            let x = match across {
                Across::Step => line.step as f64,
                Across::Seconds => line.seconds,
            };
            Some((x, line.scalar(tag)?))
        };
        self.lines.iter().filter_map(point).filter(|(_, value)| value.is_finite()).collect()
    }

    fn tags(&self) -> impl Iterator<Item = &String> {
        self.lines.iter().flat_map(|line| line.entries.keys())
    }
}

/// The last part of the folder's name.
fn name(folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned()
}

/// The tags of the points on a suite, or of the success where there are none, measured again and again, in the order of
/// the config.
fn suites(runs: &[Run]) -> Vec<String> {
    let at_the_end = tags::UNSEEN_SUCCESS_RATE;
    let mut found: Vec<String> = Vec::new();
    for tag in runs.iter().flat_map(Run::tags) {
        if suite(tag).is_some() && tag != at_the_end.name() && !found.contains(tag) {
            found.push(tag.clone());
        }
    }
    let of_points: Vec<String> = found.iter().filter(|tag| tag.ends_with(POINTS)).cloned().collect();
    found.retain(|tag| tag.ends_with(POINTS) || !of_points.iter().any(|other| suite(other) == suite(tag)));
    found
}

const POINTS: &str = "/mean_points";

/// The suite that points or a success rate belong to.
fn suite(tag: &str) -> Option<&str> {
    let rest = tag.strip_prefix("eval/")?;
    rest.strip_suffix("/success_rate").or_else(|| rest.strip_suffix(POINTS))
}

/// The chart of one tag.
fn panel(groups: &[SeedGroup<'_>], across: Across, x: &Axis, tag: &str) -> Scene {
    let line = |(index, group): (usize, &SeedGroup<'_>)| {
        let curves: Vec<_> = group.runs.iter().map(|run| run.points(across, tag)).collect();
        let (points, band) = mean_curve(&curves);
        Line { name: String::new(), colour: series_colour(index), points, band }
    };
    let lines: Vec<Line> = groups.iter().enumerate().map(line).collect();
    let points = || lines.iter().flat_map(|line| &line.points);
    let y = if tag.ends_with("success_rate") {
        Axis::share("targets reached")
    } else {
        let low = points().map(|point| point.1).fold(0.0, f64::min);
        let high = points().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
        Axis::linear(if tag.ends_with(POINTS) { "points per game" } else { "" }, low, high)
    };
    let frame = Frame::new(suite(tag).unwrap_or(tag), PANEL.0, PANEL.1);
    line_chart(&frame, x, &y, Stroke::Straight, &lines)
}

fn no_such(runs: &[Run], tag: &str) -> String {
    let known: BTreeSet<&String> = runs
        .iter()
        .flat_map(|run| run.lines.iter())
        .flat_map(|line| line.entries.keys().filter(|tag| line.scalar(tag).is_some()))
        .collect();
    let known: Vec<&str> = known.into_iter().map(String::as_str).collect();
    format!("no run has the number {tag}; there are {}", known.join(", "))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn run(folder: &Path, name: &str, rates: &[f64]) -> PathBuf {
        let folder = folder.join(name);
        fs::create_dir_all(&folder).unwrap();
        let mut text = String::new();
        for (index, rate) in rates.iter().enumerate() {
            let (step, seconds) = (1000 * index, 10 * index);
            text += &format!("{{\"step\":{step},\"seconds\":{seconds},\"losses/td_loss\":{rate}}}\n");
            text +=
                &format!("{{\"step\":{step},\"seconds\":{seconds},\"eval/letters/success_rate\":{rate}}}\n");
        }
        text += "{\"step\":9000,\"seconds\":90,\"eval/unseen/success_rate\":0.5,\"end\":\"done\"}\n";
        fs::write(folder.join(METRICS), text).unwrap();
        folder
    }

    #[test]
    fn runs_lie_over_each_other_under_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let runs =
            [run(folder.path(), "first", &[0.0, 0.25, 1.0]), run(folder.path(), "second", &[0.0, 0.5, 0.75])];
        let by = |across| CurveOptions { across, is_mean: false };
        let svg = picture(&runs, by(Across::Step), &[]).unwrap().svg();
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        let curves = parsed.descendants().filter(|node| node.attribute("stroke-width") == Some("2")).count();
        assert_eq!(curves, 2, "the only suite has a curve for each run");
        for word in [">first<", ">second<", ">letters<", ">gradient steps<", ">100 %<", ">2000<"] {
            assert!(svg.contains(word), "{word} is missing");
        }
        let chosen = ["losses/td_loss".to_owned(), "eval/letters/success_rate".to_owned()];
        let svg = picture(&runs, by(Across::Seconds), &chosen).unwrap().svg();
        assert!(svg.contains(">seconds<") && svg.contains(">losses/td_loss<") && svg.contains(">20<"));
    }

    #[test]
    fn where_there_are_points_they_are_drawn_in_place_of_successes() {
        let folder = tempfile::tempdir().unwrap();
        let run = run(folder.path(), "game", &[0.0, 0.0]);
        let mut text = fs::read_to_string(run.join(METRICS)).unwrap();
        for (step, points) in [(0, 3.0), (1000, 41.0)] {
            text += &format!("{{\"step\":{step},\"seconds\":1,\"eval/games/success_rate\":0.0}}\n");
            text += &format!("{{\"step\":{step},\"seconds\":1,\"eval/games/mean_points\":{points}}}\n");
        }
        fs::write(run.join(METRICS), text).unwrap();
        let options = CurveOptions { across: Across::Step, is_mean: false };
        let svg = picture(&[run], options, &[]).unwrap().svg();
        for (word, count) in
            [(">games<", 1), (">letters<", 1), (">points per game<", 1), (">targets reached<", 1)]
        {
            assert_eq!(svg.matches(word).count(), count, "{word}");
        }
    }

    #[test]
    fn runs_of_several_seeds_become_one_curve_with_a_band() {
        let folder = tempfile::tempdir().unwrap();
        let rates =
            [("a__0__1", [0.0, 0.25, 0.5]), ("a__1__2", [0.0, 0.5, 1.0]), ("b__0__3", [0.0, 0.1, 0.2])];
        let runs = rates.map(|(name, rates)| run(folder.path(), name, &rates));
        let options = CurveOptions { across: Across::Step, is_mean: true };
        let svg = picture(&runs, options, &[]).unwrap().svg();
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        let curves = parsed.descendants().filter(|node| node.attribute("stroke-width") == Some("2")).count();
        assert_eq!(curves, 2, "one for each config");
        assert!(svg.contains(">a, n = 2<") && svg.contains(">b, n = 1<"));
    }

    #[test]
    fn a_number_that_no_run_has_is_named_with_those_that_exist() {
        let folder = tempfile::tempdir().unwrap();
        let runs = [run(folder.path(), "only", &[0.5])];
        let options = CurveOptions { across: Across::Step, is_mean: false };
        let error = picture(&runs, options, &["losses/of_time".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("losses/of_time") && error.contains("losses/td_loss"), "{error}");
        assert!(!error.contains("end"), "{error}");
    }
}
