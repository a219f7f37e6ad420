//! Boards that remember which piece filled each cell; the game itself forgets.

use crate::draw::surface::Rgb;
use crate::game::{Board, Piece, Size, Solution, SolutionStep};

/// What fills a cell: a piece and the number of the step that brought it, counted from 1; 0 is what lay there at the
/// start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The piece, where that is known.
    pub piece: Option<Piece>,
    /// The step that placed it; cells of equal step belong together.
    pub step: usize,
}

impl Tile {
    /// The colour of the piece.
    pub fn colour(self) -> Rgb {
        self.piece.map_or(Rgb::PLAIN, Rgb::of)
    }
}

/// A board of tiles; row 0 is the bottom, column 0 the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mosaic {
    size: Size,
    tiles: Vec<Option<Tile>>,
}

/// The two boards that a step shows: the piece at rest, and what is left once full rows are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepBoards {
    /// The step's number, counted from 1.
    pub number: usize,
    /// The step.
    pub step: SolutionStep,
    /// The board before the piece came.
    pub before: Mosaic,
    /// The piece at rest, full rows still there.
    pub landed: Mosaic,
    /// The board after full rows vanished.
    pub after: Mosaic,
}

impl Mosaic {
    /// The board of which the pieces are not known.
    pub fn of(board: &Board) -> Self {
        let tile = Tile { piece: None, step: 0 };
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let tiles = cells.map(|(row, column)| board.is_filled(row, column).then_some(tile)).collect();
        Self { size: board.size(), tiles }
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What lies in the cell; nothing outside the board.
    pub fn tile(&self, row: usize, column: usize) -> Option<Tile> {
        let width = usize::from(self.size.width());
        if column < width { self.tiles.get(row * width + column).copied().flatten() } else { None }
    }

    /// The filled cells without their pieces.
    pub fn board(&self) -> Board {
        let width = usize::from(self.size.width());
        let rows = self.tiles.chunks(width).map(|row| {
            row.iter().enumerate().fold(0, |bits, (column, tile)| bits | u16::from(tile.is_some()) << column)
        });
        Board::from_rows(self.size, rows)
    }

    /// The board with the piece of a step at rest and full rows still there.
    fn landed(&self, step: &SolutionStep, number: usize) -> Self {
        let mut next = self.clone();
        for (row, column) in step.cells() {
            let tile = Tile { piece: Some(step.placement.orientation.piece()), step: number };
            next.tiles[row * usize::from(self.size.width()) + column] = Some(tile);
        }
        next
    }

    /// The board without the rows that vanish with a step; everything above falls.
    fn cleared(&self, step: &SolutionStep) -> Self {
        let width = usize::from(self.size.width());
        let gone: Vec<usize> = step.cleared().iter().collect();
        let kept = self.tiles.chunks(width).enumerate().filter(|(row, _)| !gone.contains(row));
        let mut tiles: Vec<_> = kept.flat_map(|(_, row)| row.iter().copied()).collect();
        tiles.resize(self.tiles.len(), None);
        Self { size: self.size, tiles }
    }
}

/// The stages of a solution, one for each step.
pub fn stages(solution: &Solution) -> impl Iterator<Item = StepBoards> + '_ {
    let mut current = Mosaic::of(solution.start());
    solution.steps().iter().enumerate().map(move |(index, step)| {
        let landed = current.landed(step, index + 1);
        let after = landed.cleared(step);
        let before = std::mem::replace(&mut current, after.clone());
        StepBoards { number: index + 1, step: *step, before, landed, after }
    })
}

/// How many rows a picture of the whole solution needs: the highest piece on the way, the start and the target.
pub fn rows_used(solution: &Solution) -> usize {
    let tops = solution
        .steps()
        .iter()
        .map(|step| usize::from(step.landing.row) + usize::from(step.placement.orientation.shape().height));
    let ends = [solution.start(), solution.target()].map(|board| board.stack_height());
    tops.chain(ends).max().unwrap_or(0)
}
