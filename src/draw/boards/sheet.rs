//! The contact sheet: all steps of a solution side by side, as SVG.

use super::mosaic::{Mosaic, StepBoards, Tile, rows_used, stages};
use crate::draw::surface::{Anchor, Letters, Paint, Pen, Point, Rgb, Scene, SharedMarks};
use crate::game::{Board, Piece, Solution};
use crate::text::counted;

/// Units of a cell's side.
const CELL: usize = 13;
const MARGIN: usize = 28;
const GAP: usize = 26;
const TITLE: usize = 52;
const CAPTION: usize = 26;
const MOST_COLUMNS: usize = 8;

/// The solution as an SVG document: one panel per step, with full rows marked before they vanish, and the result.
pub fn contact_sheet(solution: &Solution, title: &str) -> String {
    let target = solution.target();
    let panels = solution.pieces() + 1;
    let rows_shown = (rows_used(solution) + 1).clamp(4, usize::from(target.height()));
    let grid = Grid { rows_shown, columns: usize::from(target.width()) };
    let (step_x, step_y) = grid.steps();
    let across = columns_for(panels, grid.steps());
    let down = panels.div_ceil(across);
    let summary = summary(solution);
    // Letters of one width are about 0.6 times as wide as they are high: 24 units for the title, 15 after it.
    let heading = 14 + title.chars().count() * 145 / 10 + summary.len() * 91 / 10;
    let width = 2 * MARGIN + (across * step_x - GAP).max(heading);
    let height = 2 * MARGIN + TITLE + down * step_y - GAP;

    let mut scene = Scene::on_card(&format!("{title}: {summary}"), width as f64, height as f64);
    let large = Letters::new(24.0, Anchor::Start, Rgb::TEXT).bold();
    let small = Letters::new(15.0, Anchor::Start, Rgb::MUTED);
    scene.text_with_tail((MARGIN as f64, (MARGIN + 20) as f64), large, title, (small, &summary));
    let sheet = Sheet { ground: grid.ground(target), outline: grid.outline(target), grid };
    let mut index = 0;
    let mut add = |panel: &Panel<'_>| {
        let (x, y) = (MARGIN + index % across * step_x, MARGIN + TITLE + index / across * step_y);
        scene.place(sheet.panel(panel), (x as f64, y as f64));
        index += 1;
    };
    for stage in stages(solution) {
        add(&Panel::of(&stage));
        if stage.number == solution.pieces() {
            add(&Panel::result(&stage.after));
        }
    }
    if solution.pieces() == 0 {
        add(&Panel::result(&Mosaic::of(solution.start())));
    }
    scene.svg()
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

/// The cells of every panel.
#[derive(Clone, Copy)]
struct Grid {
    rows_shown: usize,
    columns: usize,
}

impl Grid {
    /// From one panel to the next, across and down.
    fn steps(self) -> (usize, usize) {
        (self.columns * CELL + GAP, self.rows_shown * CELL + CAPTION + GAP)
    }

    /// Width and height of all cells.
    fn size(self) -> (f64, f64) {
        ((self.columns * CELL) as f64, (self.rows_shown * CELL) as f64)
    }

    /// Left and top edge of a cell.
    fn corner(self, row: usize, column: usize) -> Point {
        ((column * CELL) as f64, ((self.rows_shown - 1 - row) * CELL) as f64)
    }

    /// The left top corners of some cells.
    fn corners(self, wanted: impl Fn(usize, usize) -> bool) -> Vec<Point> {
        let cells = (0..self.rows_shown).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        cells.filter(|&(row, column)| wanted(row, column)).map(|(r, c)| self.corner(r, c)).collect()
    }

    /// What lies under the pieces: the well with the target's cells.
    fn ground(self, target: &Board) -> SharedMarks {
        let (width, height) = self.size();
        let mut ground = Scene::part();
        let well = Paint::from(Rgb::WELL);
        ground.rectangle((-1.0, -1.0), (width + 2.0, height + 2.0), well, Some(Rgb::FRAME));
        let upright = (1..self.columns).map(|column| (column * CELL) as f64);
        let level = (1..self.rows_shown).map(|row| (row * CELL) as f64);
        let lines = upright.map(|x| [(x, 0.0), (x, height)]).chain(level.map(|y| [(0.0, y), (width, y)]));
        ground.strokes(lines.collect(), Pen::new(Rgb::GRID, 1.0));
        let wanted = self.corners(|row, column| target.is_filled(row, column));
        ground.squares(wanted, CELL as f64, Paint::thin(Rgb::LIGHT, 0.12));
        ground.shared()
    }

    /// What lies over the pieces: the outline of the target's cells.
    fn outline(self, target: &Board) -> SharedMarks {
        let mut outline = Scene::part();
        let wanted = |row, column| target.is_filled(row, column).then_some(());
        outline.strokes(self.borders(wanted, false), Pen::new(Rgb::LIGHT, 1.6));
        outline.shared()
    }

    /// The lines between cells of different owners; with `inner` only those between two owned cells.
    fn borders<T: PartialEq>(
        self,
        owner: impl Fn(usize, usize) -> Option<T>,
        inner: bool,
    ) -> Vec<[Point; 2]> {
        let at = |row: Option<usize>, column: Option<usize>| {
            let (row, column) = (row?, column?);
            if row < self.rows_shown && column < self.columns { owner(row, column) } else { None }
        };
        let side = CELL as f64;
        let mut lines = Vec::new();
        let mut add = |a: Option<T>, b: Option<T>, line: [Point; 2]| {
            if a != b && (!inner || a.is_some() && b.is_some()) {
                lines.push(line);
            }
        };
        for row in 0..=self.rows_shown {
            for column in 0..=self.columns {
                let (x, y) = ((column * CELL) as f64, ((self.rows_shown - row) * CELL) as f64);
                let here = || at(Some(row), Some(column));
                if row < self.rows_shown {
                    add(at(Some(row), column.checked_sub(1)), here(), [(x, y - side), (x, y)]);
                }
                if column < self.columns {
                    add(at(row.checked_sub(1), Some(column)), here(), [(x, y), (x + side, y)]);
                }
            }
        }
        lines
    }
}

/// What all panels share.
struct Sheet {
    grid: Grid,
    ground: SharedMarks,
    outline: SharedMarks,
}

impl Sheet {
    fn panel(&self, panel: &Panel<'_>) -> Scene {
        let (width, _) = self.grid.size();
        let mut drawn = Scene::part();
        let number = Letters::new(16.0, Anchor::Start, Rgb::TEXT).bold();
        let caption = Letters::new(13.0, Anchor::Start, Rgb::MUTED);
        drawn.text_with_tail((0.0, 14.0), number, &panel.number, (caption, &panel.caption));
        if !panel.note.is_empty() {
            let letters = Letters::new(13.0, Anchor::End, Rgb::of(Piece::O));
            drawn.text((width, 14.0), letters, &panel.note);
        }
        let mut well = Scene::part();
        well.repeat(&self.ground);
        self.tiles(&mut well, panel);
        for &row in &panel.cleared {
            let corner = self.grid.corner(row, 0);
            well.rectangle(corner, (width, CELL as f64), Paint::thin(Rgb::LIGHT, 0.6), None);
        }
        well.repeat(&self.outline);
        drawn.place(well, (0.0, CAPTION as f64));
        drawn
    }

    /// The pieces as areas of one colour with seams between them.
    fn tiles(&self, well: &mut Scene, panel: &Panel<'_>) {
        let mosaic = panel.mosaic;
        let pieces = Piece::ALL.into_iter().map(Some).chain([None]);
        for (piece, colour) in pieces.map(|piece| (piece, Tile { piece, step: 0 }.colour())) {
            let is = |tile: Option<Tile>, bright: bool| {
                tile.is_some_and(|t| t.piece == piece && panel.bright.is_none_or(|b| b == t.step) == bright)
            };
            let cells = |bright| self.grid.corners(|row, column| is(mosaic.tile(row, column), bright));
            well.squares(cells(true), CELL as f64, colour);
            well.squares(cells(false), CELL as f64, colour.dimmed());
        }
        well.strokes(self.grid.borders(|r, c| mosaic.tile(r, c), true), Pen::new(Rgb::WELL, 1.4));
    }
}
