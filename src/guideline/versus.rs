//! Two boards that send each other garbage.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::agent::GuidelineAgentError;
use crate::game::guideline::{
    Field, GuidelineGame, GuidelinePlacement, GuidelineRules, Incoming, Lock, Slot,
};

/// One of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Who places first.
    Left,
    /// Who places second.
    Right,
}

impl Side {
    /// Both, in the order in which they place.
    pub const ALL: [Side; 2] = [Side::Left, Side::Right];

    /// The opponent.
    pub fn other(self) -> Side {
        if self == Side::Left { Side::Right } else { Side::Left }
    }
}

/// What a placement did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersusTurn {
    /// What it cleared and sent.
    pub lock: Lock,
    /// Lines that reached the opponent's queue, after those that cancelled one's own.
    pub sent: u32,
    /// Rows of garbage that rose afterwards.
    pub risen: u32,
}

/// A game of two, in turns of one piece each. Both get the same pieces.
///
/// Own attack first cancels what waits for oneself; the rest waits for the opponent. Waiting garbage rises after a
/// placement, unless that cleared something and the rules let clears hold it back. Who cannot place a piece has lost.
///
/// ```
/// use tetreach::game::guideline::{GuidelinePreset, Slot};
/// use tetreach::guideline::{Side, Versus};
///
/// let mut versus = Versus::new(GuidelinePreset::Ppt.rules(), 1);
/// let placement = versus.game(Side::Left).moves(Slot::Current, versus.rules()).as_slice()[0];
/// let turn = versus.play(placement)?;
/// assert_eq!((turn.sent, versus.to_place(), versus.winner()), (0, Side::Right, None));
/// # Ok::<(), tetreach::guideline::GuidelineAgentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Versus {
    rules: GuidelineRules,
    seats: [Seat; 2],
    to_place: Side,
}

#[derive(Clone, Debug)]
struct Seat {
    game: GuidelineGame,
    incoming: Incoming,
    pieces: Pcg64Mcg,
    holes: Pcg64Mcg,
}

impl Versus {
    /// A new game; the seed decides pieces and holes.
    pub fn new(rules: GuidelineRules, seed: u64) -> Self {
        let seats = [1, 2].map(|stream| {
            let mut pieces = Pcg64Mcg::seed_from_u64(seed);
            let game = GuidelineGame::start(&mut pieces);
            let holes = Pcg64Mcg::seed_from_u64(seed ^ stream << 62);
            Seat { game, incoming: Incoming::default(), pieces, holes }
        });
        Versus { rules, seats, to_place: Side::Left }
    }

    /// The rules.
    pub fn rules(&self) -> &GuidelineRules {
        &self.rules
    }

    /// The game of a side.
    pub fn game(&self, side: Side) -> &GuidelineGame {
        &self.seats[side as usize].game
    }

    /// The lines that wait to rise on a side.
    pub fn incoming(&self, side: Side) -> u32 {
        self.seats[side as usize].incoming.lines()
    }

    /// Who places next.
    pub fn to_place(&self) -> Side {
        self.to_place
    }

    /// Who has won, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        let lost = |side: &Side| self.game(*side).is_over(&self.rules);
        Side::ALL.into_iter().find(lost).map(Side::other)
    }

    /// Leaves the turn to the other side without a placement, which no rules allow: for environments in which an
    /// impossible action costs the turn.
    pub fn pass(&mut self) {
        self.to_place = self.to_place.other();
    }

    /// Places a piece of the side whose turn it is.
    pub fn play(&mut self, placement: GuidelinePlacement) -> Result<VersusTurn, GuidelineAgentError> {
        let side = self.to_place;
        let rules = self.rules;
        let seat = &mut self.seats[side as usize];
        let legal = |slot: Slot| seat.game.moves(slot, &rules).iter().any(|legal| legal == placement);
        if !seat.game.slot_of(placement.piece).is_some_and(legal) {
            return Err(GuidelineAgentError::Illegal { placement });
        }
        let lock = seat.game.play(placement, &rules, &mut seat.pieces);
        let turn = settle(lock, &mut seat.incoming, &mut seat.game.position.field, &rules, &mut seat.holes);
        self.seats[side.other() as usize].incoming.push(turn.sent);
        self.to_place = side.other();
        Ok(turn)
    }
}

/// What a placement does to garbage: own attack cancels what waits, and what still waits rises unless it is held back.
pub(super) fn settle<R: Rng + ?Sized>(
    lock: Lock,
    incoming: &mut Incoming,
    field: &mut Field,
    rules: &GuidelineRules,
    holes: &mut R,
) -> VersusTurn {
    let sent = incoming.cancel(lock.attack);
    let held_back = rules.garbage.blocking && lock.clear.lines > 0;
    let risen = if held_back { 0 } else { incoming.rise(field, &rules.garbage, holes) };
    VersusTurn { lock, sent, risen }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Piece;
    use crate::game::guideline::{GuidelinePreset, Rotation, Spin};

    #[test]
    fn attack_cancels_then_waits_then_rises_after_a_placement_without_a_clear() {
        let mut versus = Versus::new(GuidelinePreset::Ppt.rules(), 5);
        let bar =
            GuidelinePlacement { piece: Piece::I, rotation: Rotation::East, x: 0, y: 3, spin: Spin::None };
        for seat in &mut versus.seats {
            seat.game.queue[0] = Piece::I;
            let well = ".#########\n".repeat(4) + "#########.";
            seat.game.position.field = Field::from_text(&well).unwrap();
        }
        assert_eq!(versus.play(bar).unwrap().sent, 4);
        assert_eq!(versus.incoming(Side::Right), 4);
        let answer = versus.play(bar).unwrap();
        assert_eq!((answer.lock.attack, answer.sent, answer.risen), (4, 0, 0), "all of it cancelled");
        versus.seats[0].incoming.push(3);
        let flat = versus.game(Side::Left).moves(Slot::Current, versus.rules()).as_slice()[0];
        assert_eq!(versus.play(flat).unwrap().risen, 3);
        assert!(versus.play(GuidelinePlacement { y: 30, ..bar }).is_err(), "no piece rests in the air");
    }

    #[test]
    fn garbage_ends_the_game_of_who_does_nothing_about_it() {
        let mut versus = Versus::new(GuidelinePreset::Ppt.rules(), 9);
        let mut turns = 0;
        while versus.winner().is_none() {
            let side = versus.to_place();
            versus.seats[1].incoming.push(1);
            let moves = versus.game(side).moves(Slot::Current, versus.rules());
            versus.play(moves.as_slice()[moves.len() / 2]).unwrap();
            turns += 1;
            assert!(turns < 1000);
        }
        assert_eq!(versus.winner(), Some(Side::Left));
    }
}
