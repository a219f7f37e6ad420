//! The well: where the cells of a board lie on a canvas and how they are painted.

use super::mosaic::Mosaic;
use crate::draw::surface::{Area, Canvas, Rgb};
use crate::game::{Board, Piece};

/// Cells of fewer pixels have no room for lines: they are plain squares.
const FINE: i32 = 5;

/// The lowest rows of a board on a canvas.
#[derive(Clone, Copy, Debug)]
pub struct Well {
    /// Left edge of column 0.
    pub x: i32,
    /// Top edge of the highest row shown.
    pub y: i32,
    /// Pixels of a cell's side.
    pub cell: i32,
    /// Columns.
    pub columns: usize,
    /// Rows shown, from the bottom.
    pub rows: usize,
}

/// The sides of a cell on which something else begins.
#[derive(Clone, Copy, Debug, Default)]
struct Edges {
    left: bool,
    right: bool,
    up: bool,
    down: bool,
}

impl Edges {
    const ALL: Edges = Edges { left: true, right: true, up: true, down: true };

    /// The sides where the neighbour does not belong to the same whole; outside the board nothing does.
    fn of(row: usize, column: usize, belongs: impl Fn(usize, usize) -> bool) -> Self {
        Self {
            left: column == 0 || !belongs(row, column - 1),
            right: !belongs(row, column + 1),
            up: !belongs(row + 1, column),
            down: row == 0 || !belongs(row - 1, column),
        }
    }
}

impl Well {
    /// The pixels of the whole well.
    pub fn area(&self) -> Area {
        Area::new(self.x, self.y, self.cell * self.columns as i32, self.cell * self.rows as i32)
    }

    /// The pixels of a cell.
    pub fn cell_area(&self, row: usize, column: usize) -> Area {
        let top = self.y + self.cell * (self.rows as i32 - 1 - row as i32);
        Area::new(self.x + self.cell * column as i32, top, self.cell, self.cell)
    }

    /// Paints the empty well with its grid and frame.
    pub fn paint_empty(&self, canvas: &mut Canvas) {
        let area = self.area();
        canvas.frame(area.shrunk(-2), 2, Rgb::FRAME);
        canvas.fill(area, Rgb::WELL);
        if self.cell < FINE {
            return;
        }
        for column in 1..self.columns as i32 {
            canvas.fill(Area::new(area.x + column * self.cell, area.y, 1, area.height), Rgb::GRID);
        }
        for row in 1..self.rows as i32 {
            canvas.fill(Area::new(area.x, area.y + row * self.cell, area.width, 1), Rgb::GRID);
        }
    }

    /// Paints the tiles; those of other steps than `bright` step back, and pieces show as wholes.
    pub fn paint_tiles(&self, canvas: &mut Canvas, mosaic: &Mosaic, bright: Option<usize>) {
        for (row, column) in self.cells() {
            let Some(tile) = mosaic.tile(row, column) else { continue };
            let colour = tile.colour();
            let shown = bright.is_none_or(|step| step == tile.step);
            let edges = Edges::of(row, column, |r, c| mosaic.tile(r, c) == Some(tile));
            let colour = if shown { colour } else { colour.dimmed() };
            self.paint_block(canvas, self.cell_area(row, column), colour, edges);
        }
    }

    /// Paints a falling piece, `lift` pixels above the given cells.
    pub fn paint_falling(&self, canvas: &mut Canvas, piece: Piece, cells: &[(usize, usize)], lift: i32) {
        for &(row, column) in cells {
            let area = self.cell_area(row, column);
            let edges = Edges::of(row, column, |r, c| cells.contains(&(r, c)));
            self.paint_block(canvas, Area { y: area.y - lift, ..area }, Rgb::of(piece), edges);
        }
    }

    /// Paints filled cells one by one: plain without a goal, else by whether the goal has them too.
    pub fn paint_board(&self, canvas: &mut Canvas, board: &Board, goal: Option<&Board>) {
        for (row, column) in self.cells().filter(|&(row, column)| board.is_filled(row, column)) {
            let colour = match goal {
                None => Rgb::PLAIN,
                Some(goal) if goal.is_filled(row, column) => Rgb::MATCH,
                Some(_) => Rgb::EXTRA,
            };
            self.paint_block(canvas, self.cell_area(row, column), colour, Edges::ALL);
        }
    }

    /// Tints the cells that the target has and `filled` has not, so that one sees what is still to come.
    pub fn paint_ghost(&self, canvas: &mut Canvas, target: &Board, filled: impl Fn(usize, usize) -> bool) {
        for (row, column) in self.cells() {
            if target.is_filled(row, column) && !filled(row, column) {
                let share = if self.cell < FINE { 90 } else { 26 };
                canvas.tint(self.cell_area(row, column), Rgb::LIGHT, share);
            }
        }
    }

    /// Draws the outline of the target's cells.
    pub fn paint_outline(&self, canvas: &mut Canvas, target: &Board) {
        if self.cell < FINE {
            return;
        }
        let thick = (self.cell / 10).max(1);
        let has = |row: usize, column: usize| {
            row < self.rows && column < self.columns && target.is_filled(row, column)
        };
        for (row, column) in self.cells().filter(|&(row, column)| has(row, column)) {
            let Area { x, y, width, height } = self.cell_area(row, column);
            let (right, bottom) = (x + width - thick, y + height - thick);
            let edges = Edges::of(row, column, has);
            // Corners are drawn too where the outline turns around a cell that is diagonally opposite.
            let corner = |up: bool, left: bool| {
                let r = if up { Some(row + 1) } else { row.checked_sub(1) };
                let c = if left { column.checked_sub(1) } else { Some(column + 1) };
                !r.zip(c).is_some_and(|(r, c)| has(r, c))
            };
            let strokes = [
                (edges.left, Area::new(x, y, thick, height)),
                (edges.right, Area::new(right, y, thick, height)),
                (edges.up, Area::new(x, y, width, thick)),
                (edges.down, Area::new(x, bottom, width, thick)),
                (corner(true, true), Area::new(x, y, thick, thick)),
                (corner(true, false), Area::new(right, y, thick, thick)),
                (corner(false, true), Area::new(x, bottom, thick, thick)),
                (corner(false, false), Area::new(right, bottom, thick, thick)),
            ];
            for (_, stroke) in strokes.iter().filter(|(wanted, _)| *wanted) {
                canvas.fill(*stroke, Rgb::LIGHT);
            }
        }
    }

    /// Whitens rows that are about to vanish: 256 hides them entirely.
    pub fn paint_flash(&self, canvas: &mut Canvas, rows: impl Iterator<Item = usize>, share: u16) {
        for row in rows.filter(|row| *row < self.rows) {
            let first = self.cell_area(row, 0);
            canvas.tint(Area { width: self.area().width, ..first }, Rgb::LIGHT, share);
        }
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// Paints one cell: light from above, shadow below, a thin gap where another piece begins.
    fn paint_block(&self, canvas: &mut Canvas, area: Area, colour: Rgb, edges: Edges) {
        let Area { x, y, width, height } = area;
        let bevel = self.cell / 9;
        let gap = |edge: bool| i32::from(edge && self.cell >= FINE);
        let (gap_left, gap_up) = (gap(edges.left), gap(edges.up));
        canvas.fill(area, colour);
        if edges.up && bevel > 0 {
            canvas.fill(Area::new(x, y, width, bevel + gap_up), colour.lighter());
        }
        if edges.down {
            canvas.fill(Area::new(x, y + height - bevel, width, bevel), colour.darker());
        }
        // Gaps lie on the left and upper side only, where the grid's lines are, so that all blocks are equally big.
        canvas.fill(Area::new(x, y, gap_left, height), Rgb::WELL);
        canvas.fill(Area::new(x, y, width, gap_up), Rgb::WELL);
    }
}

/// A board as a picture without margins: `[height * cell, width * cell, 3]` bytes, the goal as an outline.
///
/// With a goal, filled cells are green where the goal has them too and orange elsewhere.
pub fn board_image(board: &Board, goal: Option<&Board>, cell: usize) -> Canvas {
    let (columns, rows) = (usize::from(board.width()), usize::from(board.height()));
    let mut canvas = Canvas::new(columns * cell, rows * cell, Rgb::WELL);
    let well = Well { x: 0, y: 0, cell: cell as i32, columns, rows };
    well.paint_empty(&mut canvas);
    if let Some(goal) = goal {
        well.paint_ghost(&mut canvas, goal, |row, column| board.is_filled(row, column));
    }
    well.paint_board(&mut canvas, board, goal);
    if let Some(goal) = goal {
        well.paint_outline(&mut canvas, goal);
    }
    canvas
}
