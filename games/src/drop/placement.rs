//! Placements and the fixed numbering of actions.

use crate::board::HEIGHTS_IN_OUTLINE;
use crate::piece::{Orientation, Shape};
use crate::size::Size;

/// An orientation dropped with its leftmost cell in a column.
///
/// ```
/// use tetreach_games::{Board, Orientation, Piece, Placement, Size};
///
/// let flat = Orientation::of(Piece::O, 0).expect("the O has one rotation");
/// let mut board = Board::empty(Size::new(4, 4)?);
/// board.play(Placement { orientation: flat, column: 0 })?;
/// assert_eq!(board.to_string(), "##..\n##..");
///
/// // The second square fills both rows, and they vanish.
/// let landing = board.play(Placement { orientation: flat, column: 2 })?;
/// assert_eq!(landing.cleared.count(), 2);
/// assert!(board.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// The piece and how it is turned.
    pub orientation: Orientation,
    /// The column of its leftmost cell.
    pub column: u8,
}

impl Placement {
    /// The placement as seen in a mirror on a board of this width.
    pub fn mirrored(self, width: u8) -> Self {
        Self {
            orientation: self.orientation.mirrored(),
            column: width - self.column - self.orientation.shape().width,
        }
    }
}

/// The number of a placement on a board of a given width: by piece, then rotation, then column.
///
/// It belongs to the rules alone; agents number the actions of any task by a type of their own.
///
/// ```
/// use tetreach_games::{ActionId, Actions, Board, Size};
///
/// let actions = Actions::of_width(10);
/// assert_eq!(actions.count(), 162);
/// let placement = actions.placement(ActionId(0)).expect("the I lying in column 0");
/// assert_eq!(actions.id(placement), Some(ActionId(0)));
///
/// let mut board = Board::empty(Size::STANDARD);
/// board.play_action(ActionId(0))?;
/// assert_eq!(board.to_string(), "####......");
/// # Ok::<(), tetreach_games::PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct ActionId(pub u16);

impl ActionId {
    /// The number as an index into per-action arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a drop needs of a placement, laid out for the hot path: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct DropEntry {
    /// See [`Shape::tops`], spread over the board's outline vector; -128 where the shape is not.
    pub tops: [i8; 32],
    /// See [`Shape::bottoms`], spread over the columns of the board; 255 where the shape is not.
    pub bottoms: [u8; 16],
    /// The shape's cells moved to the column, 16 bits per row.
    pub cells: u64,
    pub column: u8,
    pub height: u8,
    pub orientation: Orientation,
}

impl DropEntry {
    const fn new(shape: &Shape, orientation: Orientation, column: u8) -> Self {
        let mut drop = Self {
            tops: [i8::MIN; 32],
            bottoms: [255; 16],
            cells: shape.cells << column,
            column,
            height: shape.height,
            orientation,
        };
        let mut offset = 0;
        while offset < shape.width as usize {
            let column = column as usize + offset;
            drop.tops[HEIGHTS_IN_OUTLINE + column] = shape.tops[offset] as i8;
            drop.bottoms[column] = shape.bottoms[offset];
            offset += 1;
        }
        drop
    }

    /// The tops by column.
    #[inline]
    pub fn column_tops(&self) -> &[i8; 16] {
        self.tops[HEIGHTS_IN_OUTLINE..][..16].try_into().expect("invariant: sixteen columns")
    }
}

/// Largest number of placements on any legal board (width 16).
pub const MAX_ACTIONS: usize = action_count(Size::MAX_WIDTH);

/// Number of placements on an empty board of this width: 162 at width 10.
pub const fn action_count(width: u8) -> usize {
    let mut count = 0;
    let mut index = 0;
    while index < Orientation::COUNT {
        count += (width - Orientation::at(index).shape().width + 1) as usize;
        index += 1;
    }
    count
}

/// All placements of one board width, in the order of [`ActionId`].
#[derive(Debug)]
pub struct Actions {
    width: u8,
    count: usize,
    first: [u16; Orientation::COUNT],
    drops: [DropEntry; MAX_ACTIONS],
}

impl Actions {
    /// The numbering for boards of this width.
    #[inline]
    pub fn of_width(width: u8) -> &'static Actions {
        &ACTIONS[usize::from(width - Size::MIN_WIDTH)]
    }

    /// How many placements there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// All action numbers in order.
    pub fn ids(&self) -> impl Iterator<Item = ActionId> + use<> {
        (0..self.count as u16).map(ActionId)
    }

    /// The placement with this number, if there is one.
    pub fn placement(&self, id: ActionId) -> Option<Placement> {
        self.drops().get(id.index()).map(|d| Placement { orientation: d.orientation, column: d.column })
    }

    /// The number of this placement, unless it sticks out of the board.
    pub fn id(&self, placement: Placement) -> Option<ActionId> {
        let fits = placement.column + placement.orientation.shape().width <= self.width;
        fits.then(|| ActionId(self.first[placement.orientation.index()] + u16::from(placement.column)))
    }

    /// The number of this action as seen in a mirror.
    pub fn mirrored(&self, id: ActionId) -> Option<ActionId> {
        self.id(self.placement(id)?.mirrored(self.width))
    }

    /// The actions of one orientation: its first number and how many columns there are.
    #[inline]
    pub fn of_orientation(&self, orientation: Orientation) -> std::ops::Range<usize> {
        let first = usize::from(self.first[orientation.index()]);
        first..first + usize::from(self.width - orientation.shape().width + 1)
    }

    #[inline]
    pub(crate) fn drops(&self) -> &[DropEntry] {
        &self.drops[..self.count]
    }

    const fn build(width: u8) -> Self {
        let filler = DropEntry::new(Orientation::at(0).shape(), Orientation::at(0), 0);
        let mut actions =
            Self { width, count: 0, first: [0; Orientation::COUNT], drops: [filler; MAX_ACTIONS] };
        let mut index = 0;
        while index < Orientation::COUNT {
            let orientation = Orientation::at(index);
            let shape = orientation.shape();
            actions.first[index] = actions.count as u16;
            let mut column = 0;
            while column + shape.width <= width {
                actions.drops[actions.count] = DropEntry::new(shape, orientation, column);
                actions.count += 1;
                column += 1;
            }
            index += 1;
        }
        actions
    }
}

const WIDTHS: usize = (Size::MAX_WIDTH - Size::MIN_WIDTH + 1) as usize;

static ACTIONS: [Actions; WIDTHS] = {
    let mut tables = [const { Actions::build(Size::MIN_WIDTH) }; WIDTHS];
    let mut index = 1;
    while index < WIDTHS {
        tables[index] = Actions::build(Size::MIN_WIDTH + index as u8);
        index += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_columns_have_162_actions() {
        assert_eq!(action_count(10), 162);
        assert_eq!(Actions::of_width(10).count(), 162);
    }

    #[test]
    fn numbering_and_its_inverse_agree_on_every_width() {
        for width in Size::MIN_WIDTH..=Size::MAX_WIDTH {
            let actions = Actions::of_width(width);
            assert_eq!(actions.count(), action_count(width));
            let mut previous = None;
            for id in actions.ids() {
                let placement = actions.placement(id).unwrap();
                assert_eq!(actions.id(placement), Some(id));
                assert!(previous < Some(placement), "order by orientation, then column");
                previous = Some(placement);
                let mirror = actions.mirrored(id).unwrap();
                assert_eq!(actions.mirrored(mirror), Some(id));
            }
            assert_eq!(actions.placement(ActionId(actions.count() as u16)), None);
        }
    }
}
