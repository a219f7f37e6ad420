//! A bound on the lines together with what proves it, and the check of that.

use serde::{Deserialize, Serialize};

use super::formula::Formula;
use super::refutation::{WindowRefutation, WindowRefutationError};
use super::window::StackWindow;
use crate::game::Board;
use crate::solve::bound::next_possible;

/// A window in which a number of lines in each gap is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefutedWindow {
    /// The lowest gap.
    pub first: usize,
    /// The lines in the gaps from there on.
    pub lines: Vec<u8>,
    /// Why it is impossible.
    pub refutation: WindowRefutation,
}

/// The claim that every way to a board clears at least a number of lines, with the windows that prove it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// Fewer lines are impossible.
    pub lines: u32,
    /// The windows.
    pub windows: Vec<RefutedWindow>,
}

/// What is wrong with a witness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WitnessError {
    /// A window that the board does not have.
    #[error("window {0} lies outside the board")]
    Outside(usize),
    /// A window whose refutation does not hold.
    #[error("window {index}: {error}")]
    NotRefuted {
        /// Its place in the list.
        index: usize,
        /// What is wrong with it.
        error: WindowRefutationError,
    },
    /// The windows leave a share of fewer lines than claimed.
    #[error("{} lines are left with {share:?} in the gaps", share.iter().map(|&lines| u32::from(lines)).sum::<u32>())]
    ShareLeft {
        /// The lines in each gap.
        share: Vec<u8>,
    },
}

impl Witness {
    /// Checks every window, and that no share of fewer lines is left.
    ///
    /// Of the search that found the windows nothing is used: their conditions are written down again, each refutation
    /// is followed step by step, and the shares are listed.
    pub fn check(&self, board: &Board) -> Result<(), WitnessError> {
        let gaps = board.stack_height() + 1;
        for (index, window) in self.windows.iter().enumerate() {
            if window.lines.is_empty() || window.first + window.lines.len() > gaps {
                return Err(WitnessError::Outside(index));
            }
            let rows = StackWindow::around(board, window.first, &window.lines);
            if let Some(formula) = Formula::of(&rows, || false) {
                let checked = window.refutation.check(&formula);
                checked.map_err(|error| WitnessError::NotRefuted { index, error })?;
            }
        }
        for lines in (0..self.lines).filter(|&lines| next_possible(board, lines) == lines) {
            if let Some(share) = self.share_left(gaps, lines, &mut Vec::new()) {
                return Err(WitnessError::ShareLeft { share });
            }
        }
        Ok(())
    }

    /// A way to share out `left` lines that no window refutes, by trying all of them.
    fn share_left(&self, gaps: usize, left: u32, share: &mut Vec<u8>) -> Option<Vec<u8>> {
        let is_refuted = |window: &RefutedWindow| {
            window.first + window.lines.len() == share.len() && share[window.first..] == window.lines[..]
        };
        if self.windows.iter().any(is_refuted) {
            return None;
        }
        if share.len() == gaps {
            return (left == 0).then(|| share.clone());
        }
        for lines in 0..=left {
            share.push(lines as u8);
            let found = self.share_left(gaps, left - lines, share);
            share.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::solve::bound::unfolded::Prover;
    use crate::solve::{Budget, Cancel, Meter};

    fn proved() -> (Board, Witness) {
        let board = Board::from_rows(Size::STANDARD, [709, 738, 716, 174]);
        let mut prover = Prover::from_nothing(&board);
        prover.prove(4, &mut Meter::start(Budget::nodes(1_000_000), Cancel::default()));
        (board, prover.witness().unwrap())
    }

    #[test]
    fn an_honest_witness_is_accepted_also_after_it_was_written_down() {
        let (board, witness) = proved();
        assert_eq!(witness.lines, 4);
        assert_eq!(witness.check(&board), Ok(()));
        let text = serde_json::to_string(&witness).unwrap();
        assert_eq!(serde_json::from_str::<Witness>(&text).unwrap(), witness);
    }

    #[test]
    fn forged_witnesses_are_not() {
        let (board, witness) = proved();
        let more = Witness { lines: witness.lines + 1, ..witness.clone() };
        assert!(matches!(more.check(&board), Err(WitnessError::ShareLeft { .. })));
        let mut fewer = witness.clone();
        fewer.windows.pop();
        assert!(matches!(fewer.check(&board), Err(WitnessError::ShareLeft { .. })));
        let mut outside = witness.clone();
        outside.windows[0].first = 5;
        assert_eq!(outside.check(&board), Err(WitnessError::Outside(0)));
        for index in 0..witness.windows.len() {
            // More lines in a gap are another window, which this refutation does not refute.
            let mut other = witness.clone();
            other.windows[index].lines[0] += 3;
            assert!(matches!(other.check(&board), Err(WitnessError::NotRefuted { .. })), "{index}");
        }
        let steps = |witness: &Witness, index: usize| witness.windows[index].refutation.learned.len();
        let longest = (0..witness.windows.len()).max_by_key(|&index| steps(&witness, index)).unwrap();
        assert!(steps(&witness, longest) > 2);
        let mut cut = witness.clone();
        cut.windows[longest].refutation.learned.clear();
        assert!(matches!(cut.check(&board), Err(WitnessError::NotRefuted { .. })));
        let other_board = Board::from_rows(Size::STANDARD, [709, 738, 716, 175 ^ 1 ^ 512]);
        assert!(witness.check(&other_board).is_err());
    }
}
