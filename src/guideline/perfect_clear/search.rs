//! The search: best first, with every position looked at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::necessary::{Supply, walls_allow};
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
    nodes: Vec<Node>,
    open: BinaryHeap<(Reverse<u32>, u32)>,
    seen: FxHashSet<u64>,
    expanded: u64,
}

/// A position on the way.
#[derive(Clone, Copy, Debug)]
struct Node {
    field: Field,
    /// Rows that are still to be cleared; the piece that led here, and where.
    rows: u8,
    hold: Option<Piece>,
    /// Pieces of the queue used up.
    used: u8,
    parent: u32,
    placement: GuidelinePlacement,
}

impl Node {
    /// A number that tells positions of one search apart.
    fn key(&self) -> u64 {
        let above = !0 << self.rows & ROWS;
        let hold = self.hold.map_or(7, |piece| piece as u64);
        self.field.columns().iter().fold(hold, |key, column| key << MOST_ROWS | (column | above) & ROWS)
    }
}

/// The most rows that can be cleared: ten columns of them and what is held fit into a word.
const MOST_ROWS: u8 = 6;
const ROWS: u64 = (1 << MOST_ROWS) - 1;

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
        let supplies: Vec<Supply> = (0..=queue.len())
            .map(|used| {
                queue[used..].iter().fold(Supply::default(), |supply, &piece| supply.with(Some(piece)))
            })
            .collect();
        self.nodes.clear();
        self.open.clear();
        self.seen.clear();
        let nothing =
            GuidelinePlacement { piece: Piece::I, rotation: Rotation::North, x: 0, y: 0, spin: Spin::None };
        self.nodes.push(Node { field: *field, rows: lines, hold, used: 0, parent: 0, placement: nothing });
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
    fn expand(&mut self, index: u32, queue: &[Piece], supplies: &[Supply]) -> Option<GuidelinePlacement> {
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
                let next = Node { field, rows, hold, used: used as u8, parent: index, placement };
                if walls_allow(&field, rows)
                    && supply.columns_allow(&field, rows)
                    && self.seen.insert(next.key())
                {
                    self.open.push((Reverse(roughness(&field, rows)), self.nodes.len() as u32));
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

/// The number of changes between filled and empty along rows and columns, the floor being filled.
///
/// Smooth fields first: of all orders tried this one needs the fewest positions, and it ends by itself, because fields
/// with few rows left have few changes.
fn roughness(field: &Field, rows: u8) -> u32 {
    let mask = (1_u64 << rows) - 1;
    let columns = field.columns();
    let along_rows: u32 = columns.windows(2).map(|pair| ((pair[0] ^ pair[1]) & mask).count_ones()).sum();
    let along_columns: u32 =
        columns.iter().map(|column| ((column ^ (column << 1 | 1)) & mask).count_ones()).sum();
    along_rows + along_columns
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::bag_queues;
    use super::*;
    use crate::game::guideline::{Bag, GuidelinePosition, GuidelinePreset};

    /// The same question, asked of every order of placements and of nothing else.
    fn naive(
        field: &Field,
        hold: Option<Piece>,
        queue: &[Piece],
        pieces: usize,
        rules: &GuidelineRules,
    ) -> bool {
        if pieces == 0 {
            return field.is_empty();
        }
        let mut ways: Vec<(Piece, Option<Piece>, &[Piece])> = Vec::new();
        match (hold, queue) {
            (_, [current, rest @ ..]) => {
                ways.push((*current, hold, rest));
                match (hold, rest) {
                    (Some(held), _) => ways.push((held, Some(*current), rest)),
                    (None, [next, rest @ ..]) if next != current => ways.push((*next, Some(*current), rest)),
                    _ => {}
                }
            }
            (Some(held), []) => ways.push((held, None, queue)),
            (None, []) => {}
        }
        ways.into_iter().any(|(piece, hold, queue)| {
            PlacementList::of(field, piece, rules).iter().any(|placement| {
                let mut next = *field;
                next.place(placement);
                next.height() <= 6 && naive(&next, hold, queue, pieces - 1, rules)
            })
        })
    }

    /// A field of some rows that lacks exactly the cells of some pieces, and pieces for it.
    fn case(rng: &mut Pcg64Mcg) -> (Field, u8, Option<Piece>, Vec<Piece>) {
        loop {
            let lines = rng.random_range(2..=4_u8);
            let (from, width) = (rng.random_range(0..8_usize), rng.random_range(2..=5_usize));
            let window = from..(from + width).min(Field::WIDTH);
            let mut field = Field::EMPTY;
            for (x, y) in (0..Field::WIDTH).flat_map(|x| (0..usize::from(lines)).map(move |y| (x, y))) {
                // Mostly a well, with some cells in it and some beside it.
                if window.contains(&x) == rng.random_bool(0.1) {
                    field.fill(x, y);
                }
            }
            let is_whole = field.full_rows() == 0 && field.height() == usize::from(lines);
            if is_whole && PerfectClearSearch::pieces(&field, lines).is_some_and(|pieces| pieces <= 3) {
                let mut bag = Bag::FULL;
                let hold = rng.random_bool(0.5).then(|| bag.draw(rng));
                let queue = (0..4).map(|_| bag.draw(rng)).collect();
                return (field, lines, hold, queue);
            }
        }
    }

    #[test]
    fn small_cases_agree_with_the_naive_search() {
        let rules = GuidelinePreset::Ppt.rules();
        let mut search = PerfectClearSearch::new(rules);
        let mut rng = Pcg64Mcg::seed_from_u64(20);
        let mut possible = 0;
        for _ in 0..200 {
            let (field, lines, hold, queue) = case(&mut rng);
            let pieces = PerfectClearSearch::pieces(&field, lines).unwrap();
            let expected = naive(&field, hold, &queue, pieces, &rules);
            let found = search.find(&field, hold, &queue, lines, u64::MAX);
            assert_eq!(
                matches!(found, PerfectClear::Found(_)),
                expected,
                "{field}\n{hold:?} {queue:?} {found:?}"
            );
            assert_ne!(found, PerfectClear::Undecided);
            possible += u32::from(expected);
        }
        assert!((10..190).contains(&possible), "{possible} of 200 cases are possible: they show nothing");
    }

    /// Plays placements by the rules of the game and hold; the number of lines they clear, if all is well.
    fn replay(
        queue: &[Piece],
        hold: Option<Piece>,
        placements: &[GuidelinePlacement],
    ) -> Result<u32, String> {
        let rules = GuidelinePreset::Ppt.rules();
        let mut position = GuidelinePosition::default();
        let (mut hold, mut queue, mut lines) = (hold, queue.to_vec(), 0);
        for placement in placements {
            if queue.first() != Some(&placement.piece) {
                let current = (!queue.is_empty()).then(|| queue.remove(0));
                let held = hold.or_else(|| (!queue.is_empty()).then(|| queue.remove(0)));
                if held != Some(placement.piece) {
                    return Err(format!("{placement} is neither next nor held"));
                }
                hold = current;
            } else {
                queue.remove(0);
            }
            let moves = PlacementList::of(&position.field, placement.piece, &rules);
            if !moves.iter().any(|legal| legal == *placement) {
                return Err(format!("{placement} cannot be reached"));
            }
            lines += u32::from(position.play(*placement, &rules).clear.lines);
        }
        if position.field.is_empty() { Ok(lines) } else { Err(format!("{} is left", position.field)) }
    }

    #[test]
    fn openers_of_four_lines_are_found_and_can_be_played() {
        // Of TemariVirus/perfect-tetris at 1a7eedb: every queue of an opener can.
        let mut search = PerfectClearSearch::new(GuidelinePreset::Ppt.rules());
        for seed in 0..60 {
            let (mut rng, mut bag) = (Pcg64Mcg::seed_from_u64(seed), Bag::FULL);
            let queue: Vec<Piece> = (0..11).map(|_| bag.draw(&mut rng)).collect();
            let found = search.nearest(&Field::EMPTY, None, &queue, u64::MAX);
            let PerfectClear::Found(placements) = found else { panic!("{queue:?}: {found:?}") };
            assert_eq!(replay(&queue, None, &placements), Ok(4), "{queue:?}");
            assert_eq!(search.find(&Field::EMPTY, None, &queue, 4, 2), PerfectClear::Undecided);
        }
    }

    #[test]
    fn two_lines_are_possible_as_often_as_published() {
        // The same source: none of 5,040 openers. Those from anywhere in a bag are counted by
        // `tetreach bench perfect-clear --lines 2 --queues any`.
        let mut search = PerfectClearSearch::new(GuidelinePreset::Ppt.rules());
        let openers = bag_queues(6, 7);
        assert_eq!(openers.len(), 5040);
        for queue in openers {
            assert_eq!(search.find(&Field::EMPTY, None, &queue, 2, u64::MAX), PerfectClear::Impossible);
        }
    }
}
