//! Solutions as text: boards side by side, coloured where the terminal can show it.

use std::fmt::Write;

use super::mosaic::{Mosaic, Tile, rows_used, stages};
use crate::draw::surface::Rgb;
use crate::game::{Board, Orientation, Piece, Solution};

/// How text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Characters in a line.
    pub width: usize,
    /// Whether to use ANSI colours.
    pub colour: bool,
}

const GAP: &str = "   ";

/// An orientation in one line: its rows from the top, separated by strokes, as in `##/#./#.`.
pub fn shape_text(orientation: Orientation) -> String {
    let shape = orientation.shape();
    let row = |row: u8| -> String {
        (0..shape.width).map(|column| if shape.row(row) >> column & 1 == 1 { '#' } else { '.' }).collect()
    };
    (0..shape.height).rev().map(row).collect::<Vec<_>>().join("/")
}

/// One line per step: number, piece, its shape, the column of its leftmost cell, and rows that vanish.
pub fn step_lines(solution: &Solution, style: TextStyle) -> String {
    let mut lines = String::new();
    let digits = solution.pieces().to_string().len();
    for (index, step) in solution.steps().iter().enumerate() {
        let orientation = step.placement.orientation;
        let letter = painted(&orientation.piece().to_string(), Rgb::of(orientation.piece()), style);
        let rows: Vec<String> = step.cleared().iter().map(|row| row.to_string()).collect();
        let _ = write!(
            lines,
            "{:>digits$}  {letter}  {:<9} column {:>2}",
            index + 1,
            shape_text(orientation),
            step.placement.column,
        );
        if !rows.is_empty() {
            let noun = if rows.len() == 1 { "row" } else { "rows" };
            let _ = write!(lines, "  clears {noun} {}", rows.join(", "));
        }
        lines.push('\n');
    }
    lines
}

/// The boards of a solution side by side: capitals are the new piece, small letters what lay there, `:` cells that
/// the target still wants, and `<` marks rows that vanish after the picture.
pub fn board_grid(solution: &Solution, style: TextStyle) -> String {
    let target = solution.target();
    let rows = rows_used(solution).max(1);
    let mut panels: Vec<Vec<String>> = stages(solution)
        .map(|stage| {
            let cleared: Vec<usize> = stage.step.cleared().iter().collect();
            let title = format!("{} {}", stage.number, stage.step.placement.orientation.piece());
            panel(&title, &stage.landed, Some(stage.number), &cleared, target, rows, style)
        })
        .collect();
    let last = stages(solution).last().map_or_else(|| Mosaic::of(solution.start()), |stage| stage.after);
    panels.push(panel("= end", &last, None, &[], target, rows, style));

    let wide = usize::from(target.width()) + 1 + GAP.len();
    let across = ((style.width + GAP.len()) / wide).max(1);
    let mut text = String::new();
    for (index, line) in panels.chunks(across).enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for row in 0..=rows {
            let parts: Vec<&str> = line.iter().map(|panel| panel[row].as_str()).collect();
            text.push_str(parts.join(GAP).trim_end());
            text.push('\n');
        }
    }
    text
}

/// The letter of a piece, or a sign for what lay there at the start.
fn letter(tile: Tile) -> char {
    tile.piece.map_or('#', Piece::letter)
}

/// A title line and the rows from the top, all equally wide on the screen.
fn panel(
    title: &str,
    mosaic: &Mosaic,
    new: Option<usize>,
    cleared: &[usize],
    target: &Board,
    rows: usize,
    style: TextStyle,
) -> Vec<String> {
    let columns = usize::from(target.width());
    let mut lines = vec![format!("{title:<width$.width$}", width = columns + 1)];
    for row in (0..rows).rev() {
        let mut line = String::new();
        for column in 0..columns {
            match mosaic.tile(row, column) {
                Some(tile) if new.is_none_or(|step| step == tile.step) => {
                    line.push_str(&painted(&letter(tile).to_string(), tile.colour(), style));
                }
                Some(tile) => {
                    let letter = letter(tile).to_ascii_lowercase().to_string();
                    line.push_str(&painted(&letter, tile.colour().dimmed(), style));
                }
                None if target.is_filled(row, column) => line.push(':'),
                None => line.push('.'),
            }
        }
        line.push(if cleared.contains(&row) { '<' } else { ' ' });
        lines.push(line);
    }
    lines
}

/// The text in dark letters on the colour, if colours are wanted.
fn painted(text: &str, colour: Rgb, style: TextStyle) -> String {
    if !style.colour {
        return text.to_owned();
    }
    format!("\u{1b}[48;5;{};38;5;16m{text}\u{1b}[0m", terminal_colour(colour))
}

/// The nearest colour of the 6 x 6 x 6 cube that every terminal with 256 colours has; its shades are 0, 95, 135, ...
fn terminal_colour(colour: Rgb) -> u8 {
    let [r, g, b] = colour.0.map(|v| if v < 48 { 0 } else { (v.max(75) - 35) / 40 });
    16 + 36 * r + 6 * g + b
}
