//! An evaluation as table, JSON, CSV or Markdown.

use comfy_table::presets::{ASCII_MARKDOWN, UTF8_FULL_CONDENSED};
use comfy_table::{CellAlignment, Table, TableStyle};
use serde::Serialize;

use super::evaluation::{Evaluated, Evaluation, Group};
use super::record::Record;
use super::statistics::Interval;
use crate::text::short;

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// A table of suites for people.
    Table,
    /// One JSON object with all results and moves.
    Json,
    /// One line per target.
    Csv,
    /// A Markdown table of suites.
    Md,
}

/// The evaluation in the fields and the order of the JSON output.
#[derive(Serialize)]
struct Written<'a> {
    agent: &'a str,
    budget: Limits,
    seed: u64,
    #[serde(flatten)]
    total: &'a Group,
    groups: &'a [Group],
    results: Vec<Record<'a>>,
}

/// The limits of one attempt.
#[derive(Serialize)]
struct Limits {
    nodes: Option<u64>,
    seconds: Option<f64>,
}

impl Evaluation {
    /// The evaluation in a format, with a line end at its end.
    pub fn written(&self, format: ReportFormat) -> Result<String, serde_json::Error> {
        Ok(match format {
            ReportFormat::Table => format!("{}\n{}\n", self.heading(), self.table(UTF8_FULL_CONDENSED)),
            ReportFormat::Md => format!("{}\n\n{}\n", self.heading(), self.table(ASCII_MARKDOWN)),
            ReportFormat::Json => format!("{}\n", self.json()?),
            ReportFormat::Csv => self.csv(),
        })
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        let records = self.results.iter().map(|Evaluated { task, attempt, .. }| {
            Record::new(&task.name, &self.agent, &task.board, attempt)
        });
        serde_json::to_string(&Written {
            agent: &self.agent,
            budget: Limits { nodes: self.budget.nodes, seconds: self.budget.seconds },
            seed: self.seed,
            total: &self.total,
            groups: &self.groups,
            results: records.collect(),
        })
    }

    fn heading(&self) -> String {
        let limits = [
            self.budget.seconds.map(|seconds| format!("{seconds} s")),
            self.budget.nodes.map(|nodes| format!("{} nodes", short(nodes as f64))),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        format!("agent {}, {} per target, seed {}", self.agent, limits.join(" and "), self.seed)
    }

    fn table(&self, style: TableStyle) -> Table {
        let mut table = Table::new();
        table.load_style(style);
        let known = self.total.exact_n > 0;
        let mut header =
            vec!["suite", "n", "solved", "95 %", "pieces", "/ bound", "95 %", "shortest", "95 %", "gap"];
        header.extend(known.then_some("/ exact (n)"));
        header.extend(["nodes", "seconds"]);
        table.set_header(header);
        let total = Group { suite: "all".into(), ..self.total.clone() };
        let sum = (self.groups.len() > 1).then_some(&total);
        for group in self.groups.iter().chain(sum) {
            table.add_row(row(group, known));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    fn csv(&self) -> String {
        let mut csv = String::from(
            "suite,name,status,agent,pieces,lower_bound,proved_optimal,exact,nodes,seconds,reason\n",
        );
        let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        for Evaluated { task, attempt, exact } in &self.results {
            let fields = [
                quoted(&task.suite),
                quoted(&task.name),
                attempt.status.key().to_owned(),
                quoted(&self.agent),
                number(attempt.pieces.map(|pieces| pieces as u64)),
                attempt.lower_bound.to_string(),
                attempt.proved_optimal().to_string(),
                number(exact.map(u64::from)),
                attempt.nodes.to_string(),
                format!("{:.6}", attempt.seconds),
                quoted(attempt.reason.as_deref().unwrap_or("")),
            ];
            csv.push_str(&fields.join(","));
            csv.push('\n');
        }
        csv
    }
}

fn row(group: &Group, known: bool) -> Vec<String> {
    let optional = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let percent = |rate: f64| format!("{:.1}", 100.0 * rate);
    let share = |count: usize| percent(if group.n == 0 { 0.0 } else { count as f64 / group.n as f64 });
    let between = |Interval { low, high }: Interval| format!("{}-{} %", percent(low), percent(high));
    let mut cells = vec![
        group.suite.clone(),
        group.n.to_string(),
        format!("{} ({} %)", group.solved, share(group.solved)),
        between(group.interval),
        optional(group.pieces_mean, 1),
        optional(group.bound_ratio, 3),
        group.bound_ratio_interval.map_or_else(|| "-".to_owned(), |i| format!("{:.3}-{:.3}", i.low, i.high)),
        format!("{} ({} %)", group.proved, share(group.proved)),
        between(group.proved_interval),
        optional(group.gap_mean, 1),
    ];
    cells.extend(known.then(|| format!("{} ({})", optional(group.exact_ratio, 3), group.exact_n)));
    cells.extend([group.nodes_mean.map_or_else(|| "-".to_owned(), short), optional(group.seconds_mean, 3)]);
    cells
}

/// The field as CSV wants it (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
