//! The contact sheet: all steps of a solution side by side, as SVG.

use std::fmt::Write;

use crate::game::{Board, Piece, Solution};
use crate::text::counted;

use super::colour::Rgb;
use super::markup::escaped;
use super::mosaic::{Mosaic, StepBoards, Tile, rows_used, stages};

/// Pixels of a cell's side.
const CELL: usize = 13;
const MARGIN: usize = 28;
const GAP: usize = 26;
const TITLE: usize = 52;
const CAPTION: usize = 26;
const MOST_COLUMNS: usize = 8;
const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace";

/// The solution as an SVG document: one panel per step, with full rows marked before they vanish, and the result.
pub fn contact_sheet(solution: &Solution, title: &str) -> String {
    let target = solution.target();
    let panels = solution.pieces() + 1;
    let rows_shown = (rows_used(solution) + 1).clamp(4, usize::from(target.height()));
    let mut sheet = Sheet { rows_shown, columns: usize::from(target.width()), across: 1 };
    let columns = columns_for(panels, sheet.steps());
    sheet.across = columns;
    let down = panels.div_ceil(columns);
    let (step_x, step_y) = sheet.steps();
    let summary = summary(solution);
    // Monospaced letters are about 0.6 times as wide as they are high: 24 pixels for the title, 15 after it.
    let heading = 14 + title.chars().count() * 145 / 10 + summary.len() * 91 / 10;
    let width = 2 * MARGIN + (columns * step_x - GAP).max(heading);
    let height = 2 * MARGIN + TITLE + down * step_y - GAP;

    let mut svg = String::new();
    let (card, frame, text, muted) = (Rgb::CARD, Rgb::FRAME, Rgb::TEXT, Rgb::MUTED);
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\">\n\
         <title>{name}: {summary}</title>\n\
         <rect x=\".5\" y=\".5\" width=\"{w}\" height=\"{h}\" rx=\"10\" fill=\"{card}\" stroke=\"{frame}\"/>\n\
         <text x=\"{MARGIN}\" y=\"{base}\" font-size=\"24\" font-weight=\"bold\" fill=\"{text}\">{name}\
         <tspan dx=\"14\" font-size=\"15\" font-weight=\"normal\" fill=\"{muted}\">{summary}</tspan></text>\n",
        name = escaped(title),
        w = width - 1,
        h = height - 1,
        base = MARGIN + 20,
    );
    sheet.definitions(&mut svg, target);
    for stage in stages(solution) {
        sheet.panel(&mut svg, stage.number - 1, &Panel::of(&stage));
        if stage.number == solution.pieces() {
            sheet.panel(&mut svg, stage.number, &Panel::result(&stage.after));
        }
    }
    if solution.pieces() == 0 {
        sheet.panel(&mut svg, 0, &Panel::result(&Mosaic::of(solution.start())));
    }
    svg.push_str("</svg>\n");
    svg
}

/// A number of columns that makes the sheet about 1.6 times as wide as high and leaves few places empty.
fn columns_for(panels: usize, (step_x, step_y): (usize, usize)) -> usize {
    let square = panels as f64 * step_y as f64 / step_x as f64;
    let ideal = ((1.6 * square).sqrt().round() as usize).clamp(1, MOST_COLUMNS);
    let near = ideal.saturating_sub(1).max(1)..=(ideal + 2).min(MOST_COLUMNS).min(panels);
    let empty_places = |columns: usize| panels.div_ceil(columns) * columns - panels;
    near.min_by_key(|&columns| (empty_places(columns), columns.abs_diff(ideal))).unwrap_or(1)
}

fn summary(solution: &Solution) -> String {
    let cleared = solution.cleared() as usize;
    format!("{}, {} cleared", counted(solution.pieces(), "piece"), counted(cleared, "row"))
}

/// What one panel shows.
struct Panel<'a> {
    number: String,
    caption: String,
    note: String,
    mosaic: &'a Mosaic,
    bright: Option<usize>,
    cleared: Vec<usize>,
}

impl<'a> Panel<'a> {
    fn of(stage: &'a StepBoards) -> Self {
        let placement = stage.step.placement;
        let cleared: Vec<usize> = stage.step.cleared().iter().collect();
        Self {
            number: stage.number.to_string(),
            caption: format!("{} col {}", placement.orientation.piece(), placement.column),
            note: if cleared.is_empty() { String::new() } else { format!("-{}", cleared.len()) },
            mosaic: &stage.landed,
            bright: Some(stage.number),
            cleared,
        }
    }

    fn result(mosaic: &'a Mosaic) -> Self {
        let (caption, note) = ("reached".into(), String::new());
        Self { number: "=".into(), caption, note, mosaic, bright: None, cleared: Vec::new() }
    }
}

/// How the panels are laid out.
struct Sheet {
    rows_shown: usize,
    columns: usize,
    across: usize,
}

impl Sheet {
    /// From one panel to the next, across and down.
    fn steps(&self) -> (usize, usize) {
        (self.columns * CELL + GAP, self.rows_shown * CELL + CAPTION + GAP)
    }

    fn panel(&self, svg: &mut String, index: usize, panel: &Panel<'_>) {
        let (step_x, step_y) = self.steps();
        let (x, y) = (MARGIN + index % self.across * step_x, MARGIN + TITLE + index / self.across * step_y);
        let w = self.columns * CELL;
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        let _ = writeln!(
            svg,
            "<text y=\"14\" font-size=\"16\" font-weight=\"bold\" fill=\"{}\">{}<tspan dx=\"8\" font-size=\"13\" \
             font-weight=\"normal\" fill=\"{}\">{}</tspan></text>",
            Rgb::TEXT,
            panel.number,
            Rgb::MUTED,
            panel.caption,
        );
        if !panel.note.is_empty() {
            let _ = writeln!(
                svg,
                "<text x=\"{w}\" y=\"14\" font-size=\"13\" text-anchor=\"end\" fill=\"{}\">{}</text>",
                Rgb::of(Piece::O),
                panel.note
            );
        }
        let _ = writeln!(svg, "<g transform=\"translate(0 {CAPTION})\"><use href=\"#ground\"/>");
        self.tiles(svg, panel);
        for row in &panel.cleared {
            let _ = writeln!(
                svg,
                "<rect y=\"{}\" width=\"{w}\" height=\"{CELL}\" fill=\"{}\" opacity=\".6\"/>",
                (self.rows_shown - 1 - row) * CELL,
                Rgb::LIGHT
            );
        }
        svg.push_str("<use href=\"#outline\"/></g></g>\n");
    }

    /// What lies under and over the pieces of every panel: the well with the target's cells, and their outline.
    fn definitions(&self, svg: &mut String, target: &Board) {
        let wanted = |row, column| target.is_filled(row, column);
        let _ = writeln!(
            svg,
            "<defs>\n<g id=\"ground\"><rect x=\"-1\" y=\"-1\" width=\"{}\" height=\"{}\" \
             fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>",
            self.columns * CELL + 2,
            self.rows_shown * CELL + 2,
            Rgb::WELL,
            Rgb::FRAME
        );
        self.path(svg, Rgb::GRID, 1.0, &self.grid());
        self.fill_cells(svg, Rgb::LIGHT, 0.12, wanted);
        svg.push_str("</g>\n<g id=\"outline\">");
        self.path(
            svg,
            Rgb::LIGHT,
            1.6,
            &self.borders(|row, column| wanted(row, column).then_some(()), false),
        );
        svg.push_str("</g>\n</defs>\n");
    }

    /// The pieces as areas of one colour with seams between them.
    fn tiles(&self, svg: &mut String, panel: &Panel<'_>) {
        let pieces = Piece::ALL.into_iter().map(Some).chain([None]);
        for (piece, colour) in pieces.map(|piece| (piece, Tile { piece, step: 0 }.colour())) {
            let is = |tile: Option<Tile>, bright: bool| {
                tile.is_some_and(|t| t.piece == piece && panel.bright.is_none_or(|b| b == t.step) == bright)
            };
            let mosaic = panel.mosaic;
            self.fill_cells(svg, colour, 1.0, |r, c| is(mosaic.tile(r, c), true));
            self.fill_cells(svg, colour.dimmed(), 1.0, |r, c| is(mosaic.tile(r, c), false));
        }
        self.path(svg, Rgb::WELL, 1.4, &self.borders(|r, c| panel.mosaic.tile(r, c), true));
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns;
        (0..self.rows_shown).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// Left and top edge of a cell.
    fn corner(&self, row: usize, column: usize) -> (usize, usize) {
        (column * CELL, (self.rows_shown - 1 - row) * CELL)
    }

    fn fill_cells(&self, svg: &mut String, colour: Rgb, opacity: f64, wanted: impl Fn(usize, usize) -> bool) {
        let mut path = String::new();
        for (row, column) in self.cells().filter(|&(row, column)| wanted(row, column)) {
            let (x, y) = self.corner(row, column);
            let _ = write!(path, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
        }
        if !path.is_empty() {
            let faint = if opacity < 1.0 { format!(" opacity=\"{opacity}\"") } else { String::new() };
            let _ = writeln!(svg, "<path d=\"{path}\" fill=\"{colour}\"{faint}/>");
        }
    }

    fn path(&self, svg: &mut String, colour: Rgb, width: f64, path: &str) {
        if !path.is_empty() {
            let _ = writeln!(
                svg,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"square\"/>"
            );
        }
    }

    fn grid(&self) -> String {
        let (w, h) = (self.columns * CELL, self.rows_shown * CELL);
        let upright = (1..self.columns).map(|column| format!("M{} 0v{h}", column * CELL));
        upright.chain((1..self.rows_shown).map(|row| format!("M0 {}h{w}", row * CELL))).collect()
    }

    /// The lines between cells of different owners; with `inner` only those between two owned cells.
    fn borders<T: PartialEq>(&self, owner: impl Fn(usize, usize) -> Option<T>, inner: bool) -> String {
        let at = |row: Option<usize>, column: Option<usize>| {
            let (row, column) = (row?, column?);
            if row < self.rows_shown && column < self.columns { owner(row, column) } else { None }
        };
        let mut path = String::new();
        let mut line = |a: Option<T>, b: Option<T>, stroke: String| {
            if a != b && (!inner || a.is_some() && b.is_some()) {
                path.push_str(&stroke);
            }
        };
        for row in 0..=self.rows_shown {
            for column in 0..=self.columns {
                let (x, y) = (column * CELL, (self.rows_shown - row) * CELL);
                let here = || at(Some(row), Some(column));
                if row < self.rows_shown {
                    line(at(Some(row), column.checked_sub(1)), here(), format!("M{x} {}v{CELL}", y - CELL));
                }
                if column < self.columns {
                    line(at(row.checked_sub(1), Some(column)), here(), format!("M{x} {y}h{CELL}"));
                }
            }
        }
        path
    }
}
