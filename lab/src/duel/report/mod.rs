//! The report of a duel: one HTML file that stands alone, and Markdown with its pictures beside it.

mod boards;
mod figures;
mod findings;
mod html;
mod markdown;
mod words;

use super::analysis::Analysis;
use super::plan::DuelPlan;
use super::results_file::ResultsFile;

pub use boards::board_gallery;
pub use figures::{Figure, figures};
pub use findings::findings;
pub use html::html;
pub use markdown::{PICTURES, markdown};
pub use words::{STANDING_HEADER, standing_cells};

/// The report in all its forms.
#[derive(Clone, Debug)]
pub struct DuelReport {
    /// The page.
    pub html: String,
    /// The text.
    pub markdown: String,
    /// The pictures that the text shows, by file name.
    pub pictures: Vec<(String, String)>,
}

impl DuelReport {
    /// Writes a report; `command` is the line that repeats the duel.
    pub fn new(plan: &DuelPlan, analysis: &Analysis, results: &ResultsFile, command: &str) -> Self {
        let figures = figures(analysis);
        let gallery = board_gallery(plan, analysis, results);
        let html = html(plan, analysis, &figures, gallery.as_deref(), command);
        let markdown = markdown(plan, analysis, &figures, gallery.is_some(), command);
        let mut pictures: Vec<(String, String)> =
            figures.into_iter().map(|figure| (figure.file(), figure.svg)).collect();
        pictures.extend(gallery.map(|svg| (boards::FILE.to_owned(), svg)));
        Self { html, markdown, pictures }
    }
}
