//! Ends of games that are not played to their end.

use crate::game::tetress::{Cells, Colour, TetressPosition};

/// Where a game ends that who moves gives up: its tokens are taken from the board, so that nothing can be placed any
/// more. `None` in the first two moves, which may lie anywhere.
pub(super) fn conceded(position: &TetressPosition) -> Option<TetressPosition> {
    let mut tokens = Colour::ALL.map(|colour| position.tokens(colour));
    tokens[position.mover().index()] = Cells::EMPTY;
    let lost = TetressPosition::new(tokens[0], tokens[1], position.turn()).ok();
    lost.filter(|lost| lost.outcome().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tetress::GameEnd;
    use crate::tetress::opening;

    #[test]
    fn who_gives_up_has_lost_whenever_it_is() {
        for moves in 0..20 {
            let played = opening(1, 1, moves);
            let position =
                played.iter().fold(TetressPosition::START, |position, move_| position.after(*move_));
            let winner = conceded(&position).and_then(|lost| lost.outcome());
            let expected = (moves >= 2).then(|| GameEnd::Winner(position.mover().other()));
            assert_eq!(winner, expected, "after {moves} moves");
        }
    }
}
