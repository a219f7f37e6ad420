//! Legal placements of a position.

use super::cells::{CELL_COUNT, Cells};
use super::placement::{OFFSETS, TetressPlacement};
use crate::piece::Orientation;

/// The places of cells relative to the anchor that occur in any orientation.
const PLACES: usize = 10;
const PLACE: [(usize, usize); PLACES] =
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)];

/// The places of the four cells of each orientation, as indices of [`PLACE`].
const PARTS: [[usize; 4]; Orientation::COUNT] = {
    let mut parts = [[0; 4]; Orientation::COUNT];
    let mut index = 0;
    while index < 4 * Orientation::COUNT {
        let (row, column) = OFFSETS[index / 4][index % 4];
        let mut place = 0;
        while PLACE[place].0 != row || PLACE[place].1 != column {
            place += 1;
        }
        parts[index / 4][index % 4] = place;
        index += 1;
    }
    parts
};

/// A set of placements: one set of anchors per orientation.
///
/// ```
/// use tetreach_games::tetress::{PlacementSet, TetressPlacement, TetressPosition};
///
/// let moves: PlacementSet = TetressPosition::START.moves();
/// assert_eq!(moves.count(), 2_299);
/// assert_eq!(moves.nth(2_298), TetressPlacement::new(2_298));
/// assert!(moves.iter().eq(TetressPlacement::all()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementSet {
    anchors: [u128; Orientation::COUNT],
}

impl PlacementSet {
    /// No placement.
    pub const NONE: PlacementSet = PlacementSet { anchors: [0; Orientation::COUNT] };

    /// The placements whose cells are all `empty` and of which at least one is among those that `touch`.
    #[inline]
    pub fn new(empty: Cells, touch: Cells) -> Self {
        let (mut free, mut near) = ([0; PLACES], [0; PLACES]);
        for (place, (rows, columns)) in PLACE.into_iter().enumerate() {
            free[place] = empty.moved(rows, columns).bits();
            near[place] = touch.moved(rows, columns).bits();
        }
        let anchors = PARTS.map(|[a, b, c, d]| {
            free[a] & free[b] & free[c] & free[d] & (near[a] | near[b] | near[c] | near[d])
        });
        PlacementSet { anchors }
    }

    /// Whether [`PlacementSet::new`] would have any placement.
    #[inline]
    pub fn exist(empty: Cells, touch: Cells) -> bool {
        !PlacementSet::new(empty, touch).is_empty()
    }

    /// The number of placements.
    #[inline]
    pub fn count(&self) -> usize {
        self.anchors.iter().map(|anchors| anchors.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.anchors.iter().fold(0, |all, anchors| all | anchors) == 0
    }

    /// Whether the placement is among them.
    pub fn contains(&self, placement: TetressPlacement) -> bool {
        let index = placement.index();
        self.anchors[index / CELL_COUNT] >> (index % CELL_COUNT) & 1 == 1
    }

    /// The placement with `rank` smaller numbers in the set, `None` if there are not that many.
    pub fn nth(&self, mut rank: usize) -> Option<TetressPlacement> {
        for (orientation, anchors) in self.anchors.iter().enumerate() {
            let count = anchors.count_ones() as usize;
            if rank < count {
                return TetressPlacement::new(orientation * CELL_COUNT + nth_bit(*anchors, rank));
            }
            rank -= count;
        }
        None
    }

    /// The placements in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = TetressPlacement> + use<> {
        let anchors = self.anchors;
        (0..Orientation::COUNT).flat_map(move |orientation| {
            let mut left = anchors[orientation];
            std::iter::from_fn(move || {
                let anchor = left.trailing_zeros() as usize;
                (left != 0).then(|| left &= left - 1)?;
                TetressPlacement::new(orientation * CELL_COUNT + anchor)
            })
        })
    }
}

/// The place of the bit with `rank` lower bits set.
fn nth_bit(bits: u128, rank: usize) -> usize {
    let low = (bits as u64).count_ones() as usize;
    let (mut word, mut rank, base) =
        if rank < low { (bits as u64, rank, 0) } else { ((bits >> 64) as u64, rank - low, 64) };
    let mut place = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let below = (word & ((1 << width) - 1)).count_ones() as usize;
        if rank >= below {
            rank -= below;
            word >>= width;
            place += width;
        }
    }
    base + place
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_are_found_by_rank(bits: u128) {
            let places: Vec<usize> = (0..128).filter(|place| bits >> place & 1 == 1).collect();
            for (rank, place) in places.into_iter().enumerate() {
                prop_assert_eq!(nth_bit(bits, rank), place);
            }
        }

        #[test]
        fn sets_of_moves_answer_alike(empty: u128, touch: u128) {
            let (empty, touch) = (Cells::from_bits(empty), Cells::from_bits(touch));
            let moves = PlacementSet::new(empty, touch);
            let fits = |placement: &TetressPlacement| {
                let cells = placement.cells();
                cells.without(empty).is_empty() && cells.meets(touch)
            };
            let expected: Vec<TetressPlacement> = TetressPlacement::all().filter(fits).collect();
            prop_assert_eq!(moves.iter().collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!((moves.count(), moves.is_empty()), (expected.len(), expected.is_empty()));
            prop_assert_eq!(PlacementSet::exist(empty, touch), !expected.is_empty());
            for (rank, placement) in expected.iter().enumerate() {
                prop_assert_eq!(moves.nth(rank), Some(*placement));
            }
            prop_assert_eq!(moves.nth(expected.len()), None);
            prop_assert!(TetressPlacement::all().all(|placement| moves.contains(placement) == fits(&placement)));
        }
    }
}
