//! How results are printed.

use clap::ValueEnum;
use tetreach::eval::ReportFormat;

/// For people or for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people.
    #[value(alias = "table")]
    Text,
    /// One JSON object.
    Json,
}

/// Tables for people, for programs and for pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// A table of suites for people.
    Table,
    /// One JSON object with all results and moves.
    Json,
    /// One line per target.
    Csv,
    /// A Markdown table of suites.
    Md,
}

impl From<TableFormat> for ReportFormat {
    fn from(format: TableFormat) -> Self {
        match format {
            TableFormat::Table => ReportFormat::Table,
            TableFormat::Json => ReportFormat::Json,
            TableFormat::Csv => ReportFormat::Csv,
            TableFormat::Md => ReportFormat::Md,
        }
    }
}
