//! A solution as moving pictures: each piece falls, full rows flash and vanish, the last picture stays.

use super::card::SolutionLayout;
use super::mosaic::{Mosaic, StepBoards, stages};
use crate::draw::surface::Canvas;
use crate::game::Solution;

/// Hundredths of a second, the unit of GIF.
pub type Centiseconds = u16;

/// Pictures that a fall takes at most.
const FALL_FRAMES: i32 = 5;
/// Browsers slow down anything faster.
const QUICKEST: Centiseconds = 3;
const FLASH: Centiseconds = 9;
const FIRST_HOLD: Centiseconds = 70;
const LAST_HOLD: Centiseconds = 350;

/// The pictures of a solution under one title.
#[derive(Debug)]
pub struct Film<'a> {
    solution: &'a Solution,
    card: SolutionLayout,
}

impl<'a> Film<'a> {
    /// A film of the solution; a cell is `cell` pixels wide.
    pub fn new(solution: &'a Solution, title: &str, cell: usize) -> Self {
        Self { solution, card: SolutionLayout::new(solution, title, cell) }
    }

    /// One still for each board: the one it begins with first, then the board after each step.
    pub fn stills(&self) -> impl Iterator<Item = Canvas> + '_ {
        let first = self.picture(&Mosaic::of(self.solution.start()), 0, None);
        let last = self.solution.pieces();
        let later = stages(self.solution).map(move |stage| {
            let bright = (stage.number < last).then_some(stage.number);
            self.picture(&stage.after, stage.number, bright)
        });
        std::iter::once(first).chain(later)
    }

    /// Shows every picture of the film in order with the time it stays.
    pub fn play<E>(&self, mut show: impl FnMut(Canvas, Centiseconds) -> Result<(), E>) -> Result<(), E> {
        let start = Mosaic::of(self.solution.start());
        let total = self.solution.pieces();
        show(self.picture(&start, 0, None), if total == 0 { LAST_HOLD } else { FIRST_HOLD })?;
        // Long solutions are shown faster, so that some hundred pieces take less than a minute.
        let hold = (1600 / total.max(1)).clamp(6, 34) as Centiseconds;
        let falls = if total > 60 { 2 } else { FALL_FRAMES };
        for stage in stages(self.solution) {
            for picture in self.fall(&stage, falls) {
                show(picture, QUICKEST)?;
            }
            let bright = Some(stage.number);
            let landed = self.picture(&stage.landed, stage.number, bright);
            if stage.step.cleared().count() > 0 {
                let flashed = |share| {
                    let mut picture = landed.clone();
                    self.card.well().paint_flash(&mut picture, stage.step.cleared().iter(), share);
                    picture
                };
                show(landed.clone(), hold / 2)?;
                show(flashed(200), FLASH)?;
                show(flashed(64), FLASH)?;
                show(flashed(230), FLASH)?;
                show(self.picture(&stage.after, stage.number, bright), hold)?;
            } else {
                show(landed, hold)?;
            }
            if stage.number == total {
                show(self.picture(&stage.after, total, None), LAST_HOLD)?;
            }
        }
        Ok(())
    }

    /// The piece on its way down, ever faster.
    fn fall<'s>(&'s self, stage: &'s StepBoards, frames: i32) -> impl Iterator<Item = Canvas> + 's {
        let well = self.card.well();
        let shape = stage.step.placement.orientation.shape();
        let start = (well.rows as i32 - i32::from(shape.height)) - i32::from(stage.step.landing.row);
        let cells: Vec<(usize, usize)> = stage.step.cells().collect();
        let frames = frames.min(start);
        (0..frames).map(move |frame| {
            let lift = start * well.cell * (frames * frames - frame * frame) / (frames * frames);
            let mut canvas = self.card.blank(stage.number - 1);
            let filled = |row: usize, column: usize| stage.before.tile(row, column).is_some();
            well.paint_ghost(&mut canvas, self.card.target(), filled);
            // Nothing is new while a piece falls: all that lies there steps back.
            well.paint_tiles(&mut canvas, &stage.before, Some(stage.number));
            well.paint_outline(&mut canvas, self.card.target());
            well.paint_falling(&mut canvas, shape.piece, &cells, lift);
            canvas
        })
    }

    /// The board at rest; tiles of other steps than `bright` step back.
    fn picture(&self, mosaic: &Mosaic, placed: usize, bright: Option<usize>) -> Canvas {
        let (mut canvas, well) = (self.card.blank(placed), self.card.well());
        well.paint_ghost(&mut canvas, self.card.target(), |row, column| mosaic.tile(row, column).is_some());
        well.paint_tiles(&mut canvas, mosaic, bright);
        well.paint_outline(&mut canvas, self.card.target());
        canvas
    }
}
