//! Results of an evaluation, by suite and together, as table, JSON, CSV or Markdown.

use comfy_table::presets::{ASCII_MARKDOWN, UTF8_FULL_CONDENSED};
use comfy_table::{CellAlignment, Table, TableStyle};
use serde::Serialize;

use crate::solve::Budget;

use super::record::{Record, Status};
use super::run::Entrant;
use super::statistics::{Interval, bootstrap_mean, mean, median, wilson};

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ReportFormat {
    /// A table of suites for people.
    Table,
    /// One JSON object with all results and moves.
    Json,
    /// One line a target.
    Csv,
    /// A Markdown table of suites.
    Md,
}

/// Draws of the bootstrap.
const RESAMPLES: usize = 2000;

/// The limits of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Limits {
    nodes: Option<u64>,
    seconds: Option<f64>,
}

/// The numbers of one suite, or of all together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The suite's name.
    pub suite: String,
    /// Targets attempted.
    pub n: usize,
    /// Targets solved.
    pub solved: usize,
    /// Targets shown to be out of reach.
    pub unreachable: usize,
    /// 95 % interval (Wilson) of the rate of solved ones.
    pub interval: Interval,
    /// Mean pieces of solved targets.
    pub pieces_mean: Option<f64>,
    /// Median pieces of solved targets.
    pub pieces_median: Option<f64>,
    /// Mean of pieces over the lower bound, solved targets.
    pub bound_ratio: Option<f64>,
    /// 95 % interval (bootstrap) of that mean.
    pub bound_ratio_interval: Option<Interval>,
    /// Mean of pieces over the exact distance, solved targets for which it is known.
    pub exact_ratio: Option<f64>,
    /// Targets for which the exact distance is known and a way was found.
    pub exact_n: usize,
    /// Mean boards generated, all targets.
    pub nodes_mean: Option<f64>,
    /// Mean seconds, all targets.
    pub seconds_mean: Option<f64>,
}

impl Group {
    /// The numbers of these attempts.
    pub fn of(suite: &str, entrants: &[&Entrant], seed: u64) -> Self {
        let numbers = |of: &dyn Fn(&Entrant) -> Option<f64>| -> Vec<f64> {
            entrants.iter().filter_map(|entrant| of(entrant)).collect()
        };
        let count = |status| entrants.iter().filter(|entrant| entrant.record.status == status).count();
        let (n, solved) = (entrants.len(), count(Status::Solved));
        let pieces = numbers(&|e| e.record.pieces.map(|pieces| pieces as f64));
        let bound_ratios = numbers(&|e| e.record.bound_ratio());
        let exact_ratios = numbers(&Entrant::exact_ratio);
        Self {
            suite: suite.to_owned(),
            n,
            solved,
            unreachable: count(Status::Unreachable),
            interval: wilson(solved, n),
            pieces_mean: mean(&pieces),
            pieces_median: median(&pieces),
            bound_ratio: mean(&bound_ratios),
            bound_ratio_interval: bootstrap_mean(&bound_ratios, RESAMPLES, seed),
            exact_ratio: mean(&exact_ratios),
            exact_n: exact_ratios.len(),
            nodes_mean: mean(&numbers(&|e| Some(e.record.nodes as f64))),
            seconds_mean: mean(&numbers(&|e| Some(e.record.seconds))),
        }
    }
}

/// All results of one agent under one budget.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    agent: String,
    budget: Limits,
    seed: u64,
    #[serde(flatten)]
    total: Group,
    groups: Vec<Group>,
    #[serde(rename = "results")]
    records: Vec<Record>,
    #[serde(skip)]
    entrants: Vec<Entrant>,
}

impl Evaluation {
    /// Sums up attempts, grouped by suite in the order of their first appearance.
    pub fn new(agent: &str, budget: Budget, seed: u64, entrants: Vec<Entrant>) -> Self {
        let mut suites: Vec<&str> = Vec::new();
        for entrant in &entrants {
            if !suites.contains(&entrant.suite.as_str()) {
                suites.push(&entrant.suite);
            }
        }
        let groups = suites.iter().map(|suite| {
            let members: Vec<&Entrant> = entrants.iter().filter(|e| e.suite == *suite).collect();
            Group::of(suite, &members, seed)
        });
        Self {
            agent: agent.to_owned(),
            budget: Limits { nodes: budget.nodes, seconds: budget.seconds },
            seed,
            total: Group::of(&suites.join(","), &entrants.iter().collect::<Vec<_>>(), seed),
            groups: groups.collect(),
            records: entrants.iter().map(|entrant| entrant.record.clone()).collect(),
            entrants,
        }
    }

    /// The numbers of all suites together.
    pub fn total(&self) -> &Group {
        &self.total
    }

    /// The numbers of each suite.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The evaluation in a format, with a line end at its end.
    pub fn written(&self, format: ReportFormat) -> Result<String, serde_json::Error> {
        Ok(match format {
            ReportFormat::Table => format!("{}\n{}\n", self.heading(), self.table(UTF8_FULL_CONDENSED)),
            ReportFormat::Md => format!("{}\n\n{}\n", self.heading(), self.table(ASCII_MARKDOWN)),
            ReportFormat::Json => format!("{}\n", serde_json::to_string(self)?),
            ReportFormat::Csv => self.csv(),
        })
    }

    fn heading(&self) -> String {
        let limits = [
            self.budget.seconds.map(|seconds| format!("{seconds} s")),
            self.budget.nodes.map(|nodes| format!("{} nodes", short(nodes as f64))),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        format!("agent {}, {} a target, seed {}", self.agent, limits.join(" and "), self.seed)
    }

    fn table(&self, style: TableStyle) -> Table {
        let mut table = Table::new();
        table.load_style(style);
        let known = self.total.exact_n > 0;
        let mut header = vec!["suite", "n", "solved", "95 %", "pieces", "/ bound", "95 %"];
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
        let mut csv = String::from("suite,name,status,agent,pieces,lower_bound,exact,nodes,seconds,reason\n");
        let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        for Entrant { suite, record, exact } in &self.entrants {
            let status = match record.status {
                Status::Solved => "solved",
                Status::Unreachable => "unreachable",
                Status::NotFound => "not_found",
            };
            let fields = [
                quoted(suite),
                quoted(&record.name),
                status.to_owned(),
                quoted(&record.agent),
                number(record.pieces.map(|pieces| pieces as u64)),
                record.lower_bound.to_string(),
                number(exact.map(u64::from)),
                record.nodes.to_string(),
                format!("{:.6}", record.seconds),
                quoted(record.reason.as_deref().unwrap_or("")),
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
    let rate = if group.n == 0 { 0.0 } else { group.solved as f64 / group.n as f64 };
    let Interval { low, high } = group.interval;
    let mut cells = vec![
        group.suite.clone(),
        group.n.to_string(),
        format!("{} ({} %)", group.solved, percent(rate)),
        format!("{}-{} %", percent(low), percent(high)),
        optional(group.pieces_mean, 1),
        optional(group.bound_ratio, 3),
        group.bound_ratio_interval.map_or_else(|| "-".to_owned(), |i| format!("{:.3}-{:.3}", i.low, i.high)),
    ];
    cells.extend(known.then(|| format!("{} ({})", optional(group.exact_ratio, 3), group.exact_n)));
    cells.extend([group.nodes_mean.map_or_else(|| "-".to_owned(), short), optional(group.seconds_mean, 3)]);
    cells
}

/// A count with three digits and a unit: 12.3 k, 4.57 M.
pub fn short(count: f64) -> String {
    let (value, unit) = match count {
        c if c < 1e3 => return format!("{c:.0}"),
        c if c < 1e6 => (c / 1e3, "k"),
        c if c < 1e9 => (c / 1e6, "M"),
        c => (c / 1e9, "G"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
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
    fn counts_are_short() {
        let texts = [999.0, 1000.0, 12_345.0, 456_789.0, 7_654_321.0, 2.5e10].map(short);
        assert_eq!(texts, ["999", "1.00 k", "12.3 k", "457 k", "7.65 M", "25.0 G"]);
    }

    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
