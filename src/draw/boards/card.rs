//! The card: one board with title, step number, column numbers and the strip of pieces so far.

use super::mosaic::rows_used;
use super::well::Well;
use crate::draw::surface::{Area, Canvas, Rgb, font};
use crate::game::{Board, Solution};

const MARGIN: i32 = 18;
const HEADER: i32 = 46;
const RULER: i32 = 30;
const STRIP: i32 = 8;
/// Rows of air above the highest piece, so that one sees the pieces come down.
const AIR: usize = 3;
/// Fewest rows shown, so that low boards are not mere stripes.
const FEWEST_ROWS: usize = 6;

/// The layout that all pictures of one solution share, and its parts that never change.
#[derive(Clone, Debug)]
pub struct SolutionLayout {
    well: Well,
    blank: Canvas,
    target: Board,
    colours: Vec<Rgb>,
}

impl SolutionLayout {
    /// The card for a solution under a title; a cell is `cell` pixels wide.
    pub fn new(solution: &Solution, title: &str, cell: usize) -> Self {
        let target = *solution.target();
        let rows = (rows_used(solution) + AIR).max(FEWEST_ROWS).min(usize::from(target.height()));
        let columns = usize::from(target.width());
        let well = Well { x: MARGIN, y: HEADER, cell: cell as i32, columns, rows };
        let area = well.area();
        let height = area.y + area.height + RULER + STRIP + MARGIN;
        let mut blank = Canvas::new((area.width + 2 * MARGIN) as usize, height as usize, Rgb::CARD);
        blank.frame(Area::new(0, 0, blank.width() as i32, height), 1, Rgb::FRAME);
        well.paint_empty(&mut blank);

        let count = format!("{0}/{0}", solution.pieces());
        let room = (area.width - 2 * font::width(&count)) / 2 - 6;
        let text = font::fitted(title, room);
        blank.write(area.x, (HEADER - 2 * font::GLYPH_HEIGHT) / 2, 2, Rgb::TEXT, &text);
        for column in 0..columns {
            let digit = (column % 10).to_string();
            let place = well.cell_area(0, column);
            let x = place.x + (place.width - 2 * font::GLYPH_WIDTH + 2) / 2;
            blank.write(x, area.y + area.height + 9, 2, Rgb::MUTED.mixed(Rgb::CARD, 110), &digit);
        }
        let colours =
            solution.steps().iter().map(|step| Rgb::of(step.placement.orientation.piece())).collect();
        Self { well, blank, target, colours }
    }

    /// The well on the card.
    pub fn well(&self) -> &Well {
        &self.well
    }

    /// The board to reach.
    pub fn target(&self) -> &Board {
        &self.target
    }

    /// A fresh card on which `placed` pieces are counted.
    pub fn blank(&self, placed: usize) -> Canvas {
        let mut canvas = self.blank.clone();
        let (area, total) = (self.well.area(), self.colours.len());
        let count = format!("{placed}/{total}");
        let x = area.x + area.width - 2 * font::width(&count);
        let colour = if placed == total { Rgb::TEXT } else { Rgb::MUTED };
        canvas.write(x, (HEADER - 2 * font::GLYPH_HEIGHT) / 2, 2, colour, &count);

        let top = area.y + area.height + RULER;
        canvas.fill(Area::new(area.x, top, area.width, STRIP), Rgb::WELL);
        let edge = |index: usize| area.x + area.width * index as i32 / total.max(1) as i32;
        for (index, colour) in self.colours.iter().enumerate().take(placed) {
            // Segments touch when they are too narrow for a gap.
            let gap = i32::from(area.width >= 4 * total as i32);
            canvas.fill(Area::new(edge(index), top, edge(index + 1) - edge(index) - gap, STRIP), *colour);
        }
        canvas
    }
}
