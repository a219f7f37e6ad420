//! Maps of the torus onto itself.

use std::sync::LazyLock;

use super::cells::{CELL_COUNT, Cells, SIDE};
use super::coordinate::Coordinate;
use super::placement::{PLACEMENTS, TetressPlacement};
use super::position::TetressPosition;

/// Turns and reflections of a square.
const TURNS: usize = 8;

/// A turn or reflection, then a translation: the rules do not change under any of the 968.
///
/// ```
/// use tetreach_games::tetress::{TetressPosition, TorusSymmetry};
///
/// let symmetry = TorusSymmetry::new(500).expect("there are 968");
/// let csv = "r,b,,,,,,,,,\n".to_owned() + &",,,,,,,,,,\n".repeat(10);
/// let position = TetressPosition::from_csv(&csv, 2)?;
/// let image = symmetry.position(&position);
/// assert_ne!(image, position);
/// assert_eq!(symmetry.inverse().position(&image), position);
/// assert_eq!(image.canonical(), position.canonical());
/// assert_eq!(TorusSymmetry::all().count(), 968);
/// # Ok::<(), tetreach_games::tetress::CsvError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TorusSymmetry {
    turn: u8,
    by: Coordinate,
}

impl TorusSymmetry {
    /// The number of symmetries.
    pub const COUNT: usize = TURNS * CELL_COUNT;

    /// The symmetry with this number, `None` from 968 on; 0 is the identity.
    pub fn new(index: usize) -> Option<Self> {
        let by = Coordinate::new(index % CELL_COUNT)?;
        (index < Self::COUNT).then_some(TorusSymmetry { turn: (index / CELL_COUNT) as u8, by })
    }

    /// All symmetries in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).filter_map(Self::new)
    }

    /// Its number.
    pub fn index(self) -> usize {
        usize::from(self.turn) * CELL_COUNT + self.by.index()
    }

    /// The symmetry that takes this one back.
    pub fn inverse(self) -> Self {
        // Quarter turns undo each other; half turns and reflections undo themselves.
        let turn = match self.turn {
            QUARTER => THREE_QUARTERS,
            THREE_QUARTERS => QUARTER,
            other => other,
        };
        let origin = turned(turn, self.by);
        let by = Coordinate::wrapped(SIDE - origin.row(), SIDE - origin.column());
        TorusSymmetry { turn, by }
    }

    /// Where a cell goes.
    pub fn cell(self, cell: Coordinate) -> Coordinate {
        let cell = turned(self.turn, cell);
        Coordinate::wrapped(cell.row() + self.by.row(), cell.column() + self.by.column())
    }

    /// Where a set of cells goes.
    pub fn cells(self, cells: Cells) -> Cells {
        self.translated(cells.iter().map(|cell| turned(self.turn, cell)).collect())
    }

    /// Where a placement goes.
    pub fn placement(self, placement: TetressPlacement) -> TetressPlacement {
        let turned = PLACED[usize::from(self.turn)][placement.index()];
        let anchor = turned.anchor();
        let anchor = Coordinate::wrapped(anchor.row() + self.by.row(), anchor.column() + self.by.column());
        TetressPlacement::at(turned.orientation(), anchor)
    }

    /// Where a position goes; who moves and how often they have moved stays.
    pub fn position(self, position: &TetressPosition) -> TetressPosition {
        position.mapped(|cells| self.cells(cells))
    }

    fn translated(self, cells: Cells) -> Cells {
        cells.moved((SIDE - self.by.row()) % SIDE, (SIDE - self.by.column()) % SIDE)
    }
}

const QUARTER: u8 = 1;
const THREE_QUARTERS: u8 = 3;

/// A cell after `turn % 4` quarter turns around cell 0-0, reflected before if `turn` is 4 or more.
fn turned(turn: u8, cell: Coordinate) -> Coordinate {
    let (row, column) = (cell.row(), cell.column());
    let (row, column) = if turn < 4 { (row, column) } else { (SIDE - row, column) };
    match turn % 4 {
        0 => Coordinate::wrapped(row, column),
        1 => Coordinate::wrapped(column, 2 * SIDE - row),
        2 => Coordinate::wrapped(2 * SIDE - row, SIDE - column),
        _ => Coordinate::wrapped(SIDE - column, row),
    }
}

/// Every placement after each turn.
static PLACED: LazyLock<Vec<[TetressPlacement; PLACEMENTS]>> = LazyLock::new(|| {
    let image = |turn: u8, placement: TetressPlacement| {
        let cells = placement.cells().iter().map(|cell| turned(turn, cell)).collect();
        TetressPlacement::from_cells(cells).expect("invariant: a turned tetromino is a tetromino")
    };
    let table = |turn| {
        let mut images =
            [TetressPlacement::at(crate::piece::Orientation::at(0), Coordinate::wrapped(0, 0)); PLACEMENTS];
        TetressPlacement::all().for_each(|placement| images[placement.index()] = image(turn, placement));
        images
    };
    (0..TURNS as u8).map(table).collect()
});

impl TetressPosition {
    /// The smallest of its 968 images: equal for positions that a symmetry maps onto each other.
    pub fn canonical(&self) -> TetressPosition {
        let mut smallest: Option<([Cells; 2], TetressPosition)> = None;
        for turn in 0..TURNS as u8 {
            let turned = self.mapped(|cells| cells.iter().map(|cell| turned(turn, cell)).collect());
            for rows in 0..SIDE {
                let up = turned.mapped(|cells| cells.moved(rows, 0));
                for columns in 0..SIDE {
                    let image = up.mapped(|cells| cells.moved(0, columns));
                    let key = super::Colour::ALL.map(|colour| image.tokens(colour));
                    if smallest.is_none_or(|(least, _)| key < least) {
                        smallest = Some((key, image));
                    }
                }
            }
        }
        smallest.map_or(*self, |(_, image)| image)
    }
}
