//! The search: best first, with every position looked at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::necessary::{PieceSupply, walls_allow};
use super::node::{ClearNode, MOST_ROWS};
use crate::game::Piece;
use crate::game::guideline::{
    Field, GuidelinePlacement, GuidelineRules, PlacementList, Rotation, Spin, SpinRule, cells,
};

/// What a search for a perfect clear found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerfectClear {
    /// Placements after which the field is empty.
    Found(Vec<GuidelinePlacement>),
    /// No placements of these pieces do that.
    Impossible,
    /// The search was stopped before it knew.
    Undecided,
}

/// Searches for perfect clears; what it allocates is kept for the next search.
///
/// ```
/// use tetreach::game::Piece;
/// use tetreach::game::guideline::{Field, GuidelinePreset};
/// use tetreach::guideline::perfect_clear::{PerfectClear, PerfectClearSearch};
///
/// let mut search = PerfectClearSearch::new(GuidelinePreset::Ppt.rules());
/// let queue = [Piece::I, Piece::O, Piece::L, Piece::J, Piece::S, Piece::Z, Piece::T, Piece::O, Piece::I];
/// let queue = [&queue[..], &[Piece::L, Piece::T]].concat();
/// let PerfectClear::Found(placements) = search.find(&Field::EMPTY, None, &queue, 4, u64::MAX) else { panic!() };
/// assert_eq!(placements.len(), 10);
/// assert_eq!(search.find(&Field::EMPTY, None, &queue[..5], 2, u64::MAX), PerfectClear::Impossible);
/// ```
#[derive(Clone, Debug)]
pub struct PerfectClearSearch {
    rules: GuidelineRules,
    /// The same without spins, which do not matter on the way.
    plain: GuidelineRules,
    nodes: Vec<ClearNode>,
    open: BinaryHeap<(Reverse<u32>, u32)>,
    seen: FxHashSet<u64>,
    expanded: u64,
}

impl PerfectClearSearch {
    /// The most rows that a perfect clear can be searched for.
    pub const MOST_LINES: u8 = MOST_ROWS;

    /// A search by these rules.
    pub fn new(rules: GuidelineRules) -> Self {
        PerfectClearSearch {
            rules,
            plain: GuidelineRules { spins: SpinRule::Ignored, ..rules },
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            seen: FxHashSet::default(),
            expanded: 0,
        }
    }

    /// The number of positions whose placements the last search looked at.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The pieces that clear this many rows together with what is there, `None` if no number of pieces does.
    ///
    /// ```
    /// use tetreach::game::guideline::Field;
    /// use tetreach::guideline::perfect_clear::PerfectClearSearch;
    ///
    /// assert_eq!(PerfectClearSearch::pieces(&Field::EMPTY, 4), Some(10));
    /// assert_eq!(PerfectClearSearch::pieces(&Field::EMPTY, 3), None);
    /// ```
    pub fn pieces(field: &Field, lines: u8) -> Option<usize> {
        let missing = (Field::WIDTH as u32 * u32::from(lines)).checked_sub(field.count())?;
        let fits = field.height() <= usize::from(lines) && missing > 0 && missing.is_multiple_of(4);
        fits.then_some(missing as usize / 4)
    }

    /// Searches for the perfect clear that takes the fewest pieces, within `most` positions for each number of rows.
    ///
    /// The field is empty after exactly the placements found, and not before.
    pub fn nearest(
        &mut self,
        field: &Field,
        hold: Option<Piece>,
        queue: &[Piece],
        most: u64,
    ) -> PerfectClear {
        let mut expanded = 0;
        let mut answer = PerfectClear::Impossible;
        for lines in 1..=MOST_ROWS {
            let found = self.find(field, hold, queue, lines, most);
            expanded += std::mem::take(&mut self.expanded);
            match found {
                PerfectClear::Impossible => {}
                PerfectClear::Undecided => answer = PerfectClear::Undecided,
                PerfectClear::Found(_) => {
                    answer = found;
                    break;
                }
            }
        }
        self.expanded = expanded;
        answer
    }

    /// Searches for placements that clear exactly this many rows and leave nothing, within `most` positions.
    ///
    /// The queue begins with the current piece. Without a limit the answer is exact: they are found if and only if they
    /// exist. Behind the queue no piece is known, but what is held can still be placed. More than
    /// [`MOST_LINES`](Self::MOST_LINES) rows are not searched for.
    pub fn find(
        &mut self,
        field: &Field,
        hold: Option<Piece>,
        queue: &[Piece],
        lines: u8,
        most: u64,
    ) -> PerfectClear {
        self.expanded = 0;
        let pieces = Self::pieces(field, lines).filter(|_| lines <= MOST_ROWS);
        let Some(pieces) = pieces.filter(|&pieces| pieces <= queue.len() + usize::from(hold.is_some()))
        else {
            return PerfectClear::Impossible;
        };
        // Hold can put one piece off, so that later ones are not reached.
        let queue = &queue[..queue.len().min(pieces + usize::from(hold.is_none()))];
        let supplies: Vec<PieceSupply> = (0..=queue.len())
            .map(|used| {
                queue[used..].iter().fold(PieceSupply::default(), |supply, &piece| supply.with(Some(piece)))
            })
            .collect();
        self.nodes.clear();
        self.open.clear();
        self.seen.clear();
        let nothing =
            GuidelinePlacement { piece: Piece::I, rotation: Rotation::North, x: 0, y: 0, spin: Spin::None };
        self.nodes.push(ClearNode {
            field: *field,
            rows: lines,
            hold,
            used: 0,
            parent: 0,
            placement: nothing,
        });
        self.open.push((Reverse(0), 0));
        while let Some((_, index)) = self.open.pop() {
            if self.expanded >= most {
                return PerfectClear::Undecided;
            }
            self.expanded += 1;
            if let Some(last) = self.expand(index, queue, &supplies) {
                return PerfectClear::Found(self.way(index, last));
            }
        }
        PerfectClear::Impossible
    }

    /// Adds what follows a position; returns the placement that ends the search, if there is one.
    fn expand(
        &mut self,
        index: u32,
        queue: &[Piece],
        supplies: &[PieceSupply],
    ) -> Option<GuidelinePlacement> {
        let node = self.nodes[index as usize];
        let used = usize::from(node.used);
        let current = queue.get(used).copied();
        let brought = match (node.hold, current) {
            (Some(held), Some(_)) => Some((held, used + 1)),
            (Some(held), None) => Some((held, used)),
            (None, _) => queue.get(used + 1).map(|&next| (next, used + 2)),
        };
        let brought = brought.filter(|(piece, _)| Some(*piece) != current);
        let plain = current.map(|piece| (piece, node.hold, used + 1));
        let mut last = None;
        for (piece, hold, used) in
            plain.into_iter().chain(brought.map(|(piece, used)| (piece, current, used)))
        {
            let supply = supplies[used].with(hold);
            PlacementList::for_each(&node.field, piece, &self.plain, |placement| {
                if highest(placement) >= i32::from(node.rows) {
                    return;
                }
                let mut field = node.field;
                let rows = node.rows - field.place(placement) as u8;
                if rows == 0 {
                    last = Some(placement);
                    return;
                }
                let next = ClearNode { field, rows, hold, used: used as u8, parent: index, placement };
                if walls_allow(&field, rows)
                    && supply.columns_allow(&field, rows)
                    && self.seen.insert(next.key())
                {
                    self.open.push((Reverse(next.roughness()), self.nodes.len() as u32));
                    self.nodes.push(next);
                }
            });
        }
        last
    }

    /// The placements to a position and one after it, with the spins that they can have.
    fn way(&self, index: u32, last: GuidelinePlacement) -> Vec<GuidelinePlacement> {
        let mut way = vec![last];
        let mut at = index;
        while at != 0 {
            let node = &self.nodes[at as usize];
            way.push(node.placement);
            at = node.parent;
        }
        way.reverse();
        let mut field = self.nodes[0].field;
        for placement in &mut way {
            let same = PlacementList::of(&field, placement.piece, &self.rules);
            let same =
                same.iter().filter(|other| GuidelinePlacement { spin: Spin::None, ..*other } == *placement);
            *placement = same.max_by_key(|other| other.spin).unwrap_or(*placement);
            field.place(*placement);
        }
        way
    }
}

/// The highest row that a placement covers.
fn highest(placement: GuidelinePlacement) -> i32 {
    let cells = cells(placement.piece, placement.rotation);
    i32::from(placement.y) + cells.iter().map(|&(_, dy)| i32::from(dy)).max().unwrap_or(0)
}
