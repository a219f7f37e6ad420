//! The report as Markdown, with its pictures in files beside it.

use std::fmt::Write;

use super::super::analysis::Analysis;
use super::super::comparison::Comparison;
use super::super::plan::DuelPlan;
use super::boards;
use super::figures::Figure;
use super::findings::findings;
use super::words::{STANDING_HEADER, comparison_sentence, percent, standing_cells};

/// The folder of the pictures, beside the text.
pub const PICTURES: &str = "pictures";

/// The report as text.
pub fn markdown(
    plan: &DuelPlan,
    analysis: &Analysis,
    figures: &[Figure],
    has_boards: bool,
    command: &str,
) -> String {
    let mut text = String::from("# Duel\n\n");
    for finding in findings(analysis) {
        let _ = writeln!(text, "- {finding}");
    }
    let _ = writeln!(text, "\n```\n{command}\n```\n");
    let _ = writeln!(text, "{} of {} runs finished.", analysis.finished, analysis.planned);
    for agent in &analysis.missing {
        let _ = writeln!(text, "Left out: `{}` ({}).", agent.name, agent.reason);
    }
    let show = |text: &mut String, figure: &Figure| {
        let _ = writeln!(text, "\n![{0}]({PICTURES}/{1})\n\n{0}", figure.caption, figure.file());
    };
    for comparison in &analysis.comparisons {
        let _ = writeln!(text, "\n## {}\n", comparison.cost_model.title(comparison.limit));
        let _ = writeln!(text, "{}\n", comparison_sentence(comparison, plan));
        standings(&mut text, comparison);
        for figure in figures.iter().filter(|figure| figure.cost_model == Some(comparison.cost_model)) {
            show(&mut text, figure);
        }
        suites(&mut text, comparison);
        improvements(&mut text, comparison);
    }
    for figure in figures.iter().filter(|figure| figure.cost_model.is_none()) {
        let _ = writeln!(text, "\n## Learning cost");
        show(&mut text, figure);
    }
    if has_boards {
        let _ =
            writeln!(text, "\n## Final boards\n\n![Targets and final boards]({PICTURES}/{})", boards::FILE);
    }
    text
}

fn row(text: &mut String, cells: impl IntoIterator<Item = String>) {
    let cells: Vec<String> = cells.into_iter().map(|cell| cell.replace('|', "\\|")).collect();
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}

fn header(text: &mut String, names: &[String]) {
    row(text, names.iter().cloned());
    let rules = names.iter().enumerate().map(|(index, _)| if index == 0 { "---" } else { "---:" }.to_owned());
    row(text, rules);
}

fn standings(text: &mut String, comparison: &Comparison) {
    header(text, &STANDING_HEADER.map(str::to_owned));
    for standing in &comparison.standings {
        row(text, standing_cells(standing));
    }
}

fn suites(text: &mut String, comparison: &Comparison) {
    let Some(first) = comparison.standings.first() else { return };
    let _ = writeln!(text, "\nSolved, by suite:\n");
    let names = first.suites.iter().map(|suite| format!("{} ({})", suite.suite, suite.targets));
    header(text, &std::iter::once("agent".to_owned()).chain(names).collect::<Vec<_>>());
    for standing in &comparison.standings {
        let cells = standing.suites.iter().map(|suite| percent(suite.success));
        row(text, std::iter::once(standing.agent.clone()).chain(cells));
    }
}

fn improvements(text: &mut String, comparison: &Comparison) {
    let _ =
        writeln!(text, "\nProbability that a run of the agent on the left beats one of the agent above:\n");
    let names = comparison.standings.iter().map(|standing| standing.agent.clone());
    header(text, &std::iter::once("agent".to_owned()).chain(names).collect::<Vec<_>>());
    for x in &comparison.standings {
        let cells = comparison.standings.iter().map(|y| {
            let chance = comparison.improvement(&x.agent, &y.agent);
            chance.map_or_else(|| "–".to_owned(), |chance| format!("{:.2}", chance.probability))
        });
        row(text, std::iter::once(x.agent.clone()).chain(cells));
    }
}
