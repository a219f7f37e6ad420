//! Spans of a known way that may do with fewer lines: which are tried when, and what is put in their place.

use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;

use crate::game::{ActionId, Board, Solution, cell_divisor};

/// Most placements of a span.
const LONGEST: usize = 30;
/// Boards judged for each span in the first pass; each further pass has twice as many.
const FIRST_EFFORT: u64 = 32;

/// Two boards of a way, and how many lines a shorter way between them may clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The earlier board.
    pub from: Board,
    /// The later board.
    pub to: Board,
    /// The most lines of a shorter way.
    pub lines: u32,
}

/// Goes through the spans of a way, short ones first, pass after pass with growing effort.
#[derive(Debug)]
pub(super) struct Spans {
    /// The ends of spans that this pass has tried; with yet fewer lines they are not tried again either.
    tried: FxHashSet<(Board, Board)>,
    effort: u64,
    rng: Pcg64Mcg,
}

impl Spans {
    pub fn new(rng: Pcg64Mcg) -> Self {
        Self { tried: FxHashSet::default(), effort: FIRST_EFFORT, rng }
    }

    /// The boards that may be judged for each span.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// The next spans to try, at most `count`; none once the pass is over, and then the next one begins.
    pub fn next(&mut self, way: &Solution, count: usize) -> Vec<Span> {
        let boards: Vec<Board> = way.boards().collect();
        let mut lines = vec![0];
        for step in way.steps() {
            lines.push(lines[lines.len() - 1] + step.cleared().count());
        }
        // Fewer lines must still make whole pieces: at width 10 they come in twos.
        let least = 4 / cell_divisor(way.target().width());
        let mut spans: Vec<(usize, Span)> = (0..boards.len())
            .flat_map(|first| {
                (first + 1..boards.len().min(first + LONGEST + 1)).map(move |last| (first, last))
            })
            .filter(|&(first, last)| lines[last] - lines[first] >= least)
            .map(|(first, last)| {
                let lines = lines[last] - lines[first] - least;
                (last - first, Span { from: boards[first], to: boards[last], lines })
            })
            .filter(|(_, span)| !self.tried.contains(&(span.from, span.to)))
            .collect();
        // Short spans are cheap to try; among equals chance decides.
        spans.shuffle(&mut self.rng);
        spans.sort_by_key(|(length, _)| *length);
        let next: Vec<Span> = spans.into_iter().take(count).map(|(_, span)| span).collect();
        if next.is_empty() {
            self.tried.clear();
            self.effort *= 2;
        }
        self.tried.extend(next.iter().map(|span| (span.from, span.to)));
        next
    }
}

/// The placements of a way with a span replaced; `None` if the way no longer has it.
pub(super) fn replaced(way: &Solution, span: &Span, placements: &[ActionId]) -> Option<Vec<ActionId>> {
    let boards: Vec<Board> = way.boards().collect();
    let first = boards.iter().position(|board| *board == span.from)?;
    let last = boards.iter().rposition(|board| *board == span.to).filter(|last| first < *last)?;
    let actions: Vec<ActionId> = way.actions().collect();
    Some([&actions[..first], placements, &actions[last..]].concat())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::game::Size;

    /// Four I that fill a row each, and one piece that stays.
    fn way() -> Solution {
        let size = Size::new(4, 6).unwrap();
        let mut board = Board::empty(size);
        let mut played = Vec::new();
        for _ in 0..4 {
            let lying = board.legal_actions().find(|id| {
                let mut next = board;
                next.play_action(*id).is_ok_and(|landing| landing.cleared.count() == 1)
            });
            let id = lying.expect("an I fills a row of four columns");
            board.play_action(id).unwrap();
            played.push(id);
        }
        let last = board.legal_actions().last().unwrap();
        board.play_action(last).unwrap();
        assert!(!board.is_empty());
        played.push(last);
        Solution::replay(&board, played).unwrap()
    }

    #[test]
    fn spans_come_short_ones_first_and_a_pass_ends() {
        let way = way();
        let mut spans = Spans::new(Pcg64Mcg::seed_from_u64(1));
        let (effort, mut lengths) = (spans.effort(), Vec::new());
        loop {
            let next = spans.next(&way, 2);
            if next.is_empty() {
                break;
            }
            let boards: Vec<Board> = way.boards().collect();
            assert!(next.iter().all(|span| boards.contains(&span.from) && boards.contains(&span.to)));
            lengths.extend(next.iter().map(|span| span.lines));
        }
        assert!(!lengths.is_empty() && lengths.is_sorted(), "{lengths:?}");
        assert_eq!(spans.effort(), 2 * effort);
    }

    #[test]
    fn a_span_is_replaced_where_it_is() {
        let way = way();
        let (empty, target) = (Board::empty(way.target().size()), *way.target());
        let last = way.actions().last().unwrap();
        let whole = Span { from: empty, to: target, lines: 0 };
        let shorter = replaced(&way, &whole, &[last]).expect("the whole way is a span");
        assert_eq!(Solution::replay(&target, shorter).unwrap().pieces(), 1);
        assert_eq!(replaced(&way, &Span { from: target, to: empty, lines: 0 }, &[]), None);
    }
}
