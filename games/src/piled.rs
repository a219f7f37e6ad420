//! Drops that leave full rows where they are: not the rules, but what the thesis' search plays.

use crate::board::Board;
use crate::drop::placement::ActionId;
use crate::drop::play::PlayError;

impl Board {
    /// Drops the placement with this number and leaves full rows standing, or says why it cannot be dropped.
    pub fn pile_action(&mut self, id: ActionId) -> Result<(), PlayError> {
        let (drop, row) = self.rest(id)?;
        *self = self.with_piece(drop, row);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn full_rows_stay_and_everything_else_is_as_in_play() {
        let size = Size::new(4, 6).unwrap();
        let mut piled = Board::empty(size);
        piled.pile_action(ActionId(0)).unwrap();
        assert_eq!(piled, Board::from_rows(size, [0b1111]), "the flat I fills the row of four columns");
        piled.pile_action(ActionId(0)).unwrap();
        assert_eq!((piled.stack_height(), piled.cells()), (2, 8));
        assert_eq!(piled.heights(), [2; 4]);
        let mut played = Board::empty(size);
        played.play_action(ActionId(0)).unwrap();
        assert!(played.is_empty());
        assert!(piled.pile_action(ActionId(9999)).is_err());
    }
}
