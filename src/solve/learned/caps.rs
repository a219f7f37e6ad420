//! Which cap on the lines gets its turn.

use crate::game::Board;
use crate::solve::bound::{next_possible, previous_possible};
use crate::solve::lower_bound;

/// The caps in turn, with something kept for each.
///
/// The first is the one that the network expects, then come the next higher, the next lower, and so on outwards. Every
/// second turn goes to the first that is left, every fourth to the second, and so on: the ruler sequence, which gives
/// no cap much less than its share (compare Luby, Sinclair, Zuckerman 1993).
#[derive(Debug)]
pub(super) struct Caps<T> {
    target: Board,
    /// What no way can do with less.
    least: u32,
    first: u32,
    /// What is known to do already: only lower caps get turns.
    limit: u32,
    turns: u32,
    /// The caps met so far, with what is kept for them; `None` once a cap is done with.
    kept: Vec<(u32, Option<T>)>,
}

impl<T> Caps<T> {
    /// Caps around the number of lines that a way is expected to clear.
    pub fn around(target: Board, expected: f32) -> Self {
        let least = lower_bound(&target).cleared;
        let above = next_possible(&target, (expected.max(0.0) as u32).max(least));
        let below = previous_possible(&target, above).filter(|lines| *lines >= least);
        let first = below.filter(|below| expected - (*below as f32) < (above as f32) - expected);
        Self { target, least, first: first.unwrap_or(above), limit: u32::MAX, turns: 0, kept: Vec::new() }
    }

    /// The cap whose turn it is and what is kept for it, made by `make` in its first turn; `None` if none is left.
    pub fn turn(&mut self, make: impl Fn(u32) -> T) -> Option<(usize, &mut T)> {
        let rank = self.turns.trailing_ones() as usize;
        self.turns += 1;
        loop {
            let open: Vec<usize> =
                (0..self.kept.len()).filter(|index| self.kept[*index].1.is_some()).collect();
            let next = if open.len() > rank { None } else { self.next() };
            if let Some(lines) = next {
                self.kept.push((lines, Some(make(lines))));
                continue;
            }
            let index = open.get(rank).or(open.last()).copied()?;
            return self.kept[index].1.as_mut().map(|kept| (index, kept));
        }
    }

    /// The next cap outwards, upwards and downwards in turns as long as there are any.
    fn next(&self) -> Option<u32> {
        let met = || self.kept.iter().map(|(lines, _)| *lines);
        let Some((lowest, highest)) = met().min().zip(met().max()) else {
            let below_limit =
                || previous_possible(&self.target, self.limit).filter(|lines| *lines >= self.least);
            return if self.first < self.limit { Some(self.first) } else { below_limit() };
        };
        let lower = previous_possible(&self.target, lowest).filter(|lines| *lines >= self.least);
        let higher = Some(next_possible(&self.target, highest + 1)).filter(|lines| *lines < self.limit);
        if self.kept.len().is_multiple_of(2) { lower.or(higher) } else { higher.or(lower) }
    }

    /// The next cap below a number of lines, if a way may do with so few.
    pub fn below(&self, lines: u32) -> Option<u32> {
        previous_possible(&self.target, lines).filter(|lines| *lines >= self.least)
    }

    /// Never gives this cap a turn again.
    pub fn close(&mut self, index: usize) {
        self.kept[index].1 = None;
    }

    /// Gives turns only to caps below what a known way clears.
    pub fn only_below(&mut self, lines: u32) {
        self.limit = self.limit.min(lines);
        for (cap, kept) in &mut self.kept {
            if *cap >= lines {
                *kept = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    fn first_turns(caps: &mut Caps<u32>, count: usize) -> Vec<u32> {
        (0..count).map(|_| *caps.turn(|lines| lines).expect("caps without end").1).collect()
    }

    #[test]
    fn low_caps_get_most_turns_and_closed_ones_none() {
        let target = Board::from_rows(Size::STANDARD, [0b1111]);
        let mut caps = Caps::around(target, 0.0);
        assert_eq!(first_turns(&mut caps, 7), [0, 2, 0, 4, 0, 2, 0]);
        caps.close(0);
        assert_eq!(first_turns(&mut caps, 3), [8, 2, 4], "the first cap's turn is the second's now");
    }

    #[test]
    fn the_cap_that_is_expected_comes_first_and_then_its_neighbours() {
        let target = Board::from_rows(Size::STANDARD, [0b1111]);
        // Rows in pairs, so that whole pieces come out.
        let first = |expected| first_turns(&mut Caps::around(target, expected), 1)[0];
        assert_eq!([-3.0, 0.9, 1.1, 2.9, 3.1].map(first), [0, 0, 2, 2, 4]);
        let mut caps = Caps::around(target, 4.0);
        assert_eq!(first_turns(&mut caps, 8), [4, 6, 4, 2, 4, 6, 4, 8]);
        assert_eq!(first_turns(&mut caps, 8)[7], 0);
    }

    #[test]
    fn below_a_known_way_there_are_only_so_many_caps() {
        let target = Board::from_rows(Size::STANDARD, [0b1111]);
        let mut caps = Caps::around(target, 8.0);
        caps.only_below(6);
        assert_eq!(first_turns(&mut caps, 4), [4, 2, 4, 0]);
        caps.only_below(2);
        assert_eq!(first_turns(&mut caps, 3), [0, 0, 0]);
        caps.close(2);
        assert!(caps.turn(|lines| lines).is_none());
    }
}
