//! Which cap on the lines gets its turn.

use crate::game::Board;
use crate::solve::bound::next_possible;
use crate::solve::lower_bound;

/// The caps in turn, with something kept for each.
///
/// Every second turn goes to the lowest cap that is left, every fourth to the next, and so on: the ruler sequence, which
/// gives no cap much less than its share (compare Luby, Sinclair, Zuckerman 1993).
#[derive(Debug)]
pub(super) struct Caps<T> {
    target: Board,
    turns: u32,
    /// The caps met so far, with what is kept for them; `None` once a cap is done with.
    kept: Vec<(u32, Option<T>)>,
}

impl<T> Caps<T> {
    pub fn new(target: Board) -> Self {
        Self { target, turns: 0, kept: Vec::new() }
    }

    /// The cap whose turn it is and what is kept for it, made by `make` in its first turn.
    pub fn turn(&mut self, make: impl Fn(u32) -> T) -> (usize, &mut T) {
        let rank = self.turns.trailing_ones() as usize;
        self.turns += 1;
        loop {
            let open = self.kept.iter().enumerate().filter(|(_, (_, kept))| kept.is_some());
            if let Some((index, _)) = { open }.nth(rank) {
                let kept = self.kept[index].1.as_mut();
                return (index, kept.expect("invariant: only open caps were counted"));
            }
            let lines = match self.kept.last() {
                None => lower_bound(&self.target).cleared,
                Some((lines, _)) => next_possible(&self.target, lines + 1),
            };
            self.kept.push((lines, Some(make(lines))));
        }
    }

    /// Never gives this cap a turn again.
    pub fn close(&mut self, index: usize) {
        self.kept[index].1 = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    #[test]
    fn low_caps_get_most_turns_and_closed_ones_none() {
        let target = Board::from_rows(Size::STANDARD, [0b1111]);
        let mut caps = Caps::new(target);
        let mut turns: Vec<u32> = (0..7).map(|_| *caps.turn(|lines| lines).1).collect();
        assert_eq!(turns, [0, 2, 0, 4, 0, 2, 0]);
        caps.close(0);
        turns = (0..3).map(|_| *caps.turn(|lines| lines).1).collect();
        assert_eq!(turns, [8, 2, 4], "the turn that was the first cap's is the second's now");
    }
}
