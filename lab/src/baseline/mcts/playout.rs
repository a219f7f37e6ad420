//! Random games: a random piece that fits, at a random place.

use std::ops::Range;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use tetreach::game::{ActionId, Actions, Board, NO_LANDING, Orientation, Piece};

/// Draws after which the places of a piece are listed instead of guessed.
const GUESSES: u32 = 6;

/// Plays random moves on boards of one width.
#[derive(Clone, Debug)]
pub(super) struct RandomPlayer {
    /// The placements of each piece.
    places: [Range<u16>; 7],
    lines_stay: bool,
}

impl RandomPlayer {
    pub fn new(width: u8, lines_stay: bool) -> Self {
        let actions = Actions::of_width(width);
        let places = Piece::ALL.map(|piece| {
            let turns = Orientation::all().filter(|orientation| orientation.piece() == piece);
            let ranges: Vec<_> = turns.map(|orientation| actions.of_orientation(orientation)).collect();
            let end = ranges.last().map_or(0, |range| range.end);
            ranges[0].start as u16..end as u16
        });
        Self { places, lines_stay }
    }

    /// Drops a placement by the rules that hold here; `false` if it does not fit.
    #[inline]
    pub fn play(&self, board: &mut Board, action: ActionId) -> bool {
        if self.lines_stay { board.pile_action(action).is_ok() } else { board.play_action(action).is_ok() }
    }

    /// Plays a random move: pieces are tried in random order, and of the first that fits a random place.
    pub fn play_randomly<R: Rng + ?Sized>(&self, board: &mut Board, random: &mut R) -> Option<ActionId> {
        let first = &self.places[random.random_range(0..7)];
        for _ in 0..GUESSES {
            let action = ActionId(random.random_range(first.clone()));
            if self.play(board, action) {
                return Some(action);
            }
        }
        self.play_listed(board, first, random)
    }

    /// The same by listing what fits, for boards on which little does.
    #[cold]
    fn play_listed<R: Rng + ?Sized>(
        &self,
        board: &mut Board,
        first: &Range<u16>,
        random: &mut R,
    ) -> Option<ActionId> {
        let rows = board.landing_rows();
        let mut pieces: Vec<&Range<u16>> = self.places.iter().filter(|places| *places != first).collect();
        pieces.shuffle(random);
        pieces.insert(0, first);
        for places in pieces {
            let fitting: Vec<u16> =
                places.clone().filter(|action| rows[usize::from(*action)] != NO_LANDING).collect();
            if !fitting.is_empty() {
                let action = ActionId(fitting[random.random_range(0..fitting.len())]);
                return self.play(board, action).then_some(action);
            }
        }
        None
    }

    /// An index into the moves, drawn as a random piece that has any and a random move of it.
    pub fn draw<R: Rng + ?Sized>(&self, moves: &[ActionId], random: &mut R) -> Option<usize> {
        let mut pieces: [usize; 7] = std::array::from_fn(|index| index);
        pieces.shuffle(random);
        pieces.into_iter().find_map(|piece| {
            let of_piece = |index: &usize| self.places[piece].contains(&moves[*index].0);
            let count = (0..moves.len()).filter(of_piece).count();
            (count > 0).then(|| {
                (0..moves.len())
                    .filter(of_piece)
                    .nth(random.random_range(0..count))
                    .expect("invariant: counted")
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use tetreach::game::Size;

    #[test]
    fn every_piece_comes_as_often_as_the_others() {
        let player = RandomPlayer::new(10, true);
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            let action = player.play_randomly(&mut Board::empty(Size::STANDARD), &mut random).unwrap();
            let piece = player.places.iter().position(|places| places.contains(&action.0)).unwrap();
            counts[piece] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let moves: Vec<ActionId> = (0..162).map(ActionId).collect();
        let drawn = (0..7000).filter(|_| player.draw(&moves, &mut random).unwrap() < 17).count();
        assert!((850..1150).contains(&drawn), "I has 17 of 162 placements and one of seven draws: {drawn}");
    }

    #[test]
    fn games_end_only_when_nothing_fits() {
        for lines_stay in [true, false] {
            let player = RandomPlayer::new(4, lines_stay);
            let mut random = Pcg64Mcg::seed_from_u64(2);
            let mut board = Board::empty(Size::new(4, 8).unwrap());
            let mut moves = 0;
            while moves < 500 && player.play_randomly(&mut board, &mut random).is_some() {
                moves += 1;
            }
            assert!(moves == 500 || board.legal_actions().next().is_none());
            assert!(!lines_stay || board.cells() == 4 * moves);
        }
    }
}
