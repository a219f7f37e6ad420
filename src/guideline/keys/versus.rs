//! Two players under the keys.

use rand::Rng;
use tetreach_agents::ActionMask;

use super::action::KeyAction;
use super::game::KeyGame;
use crate::game::guideline::{GuidelineGame, GuidelineRules, Incoming};
use crate::guideline::versus::{Side, VersusTurn, settle};

/// One player's game and what waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeySeat {
    /// The game.
    pub keys: KeyGame,
    /// Attacks that wait to rise.
    pub incoming: Incoming,
}

/// A game of two who press keys, in turns of one piece each, by the rules of [`Versus`](super::super::Versus).
///
/// Who cannot move a piece has lost.
///
/// ```
/// use rand::SeedableRng;
/// use tetreach::game::guideline::{GuidelinePreset, Key};
/// use tetreach::guideline::Side;
/// use tetreach::guideline::keys::{KeyAction, VersusKeys};
///
/// let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
/// let rules = GuidelinePreset::Ppt.rules();
/// let mut versus = VersusKeys::start(&rules, &mut rng);
/// versus.press(KeyAction::Move(Key::Left), &rules, &mut rng);
/// assert_eq!(versus.to_place, Side::Left);
/// versus.press(KeyAction::Move(Key::HardDrop), &rules, &mut rng);
/// assert_eq!(versus.to_place, Side::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VersusKeys {
    /// Both players, the left one first.
    pub seats: [KeySeat; 2],
    /// Whose piece moves.
    pub to_place: Side,
}

impl VersusKeys {
    /// Empty fields and the same first pieces; what comes later is drawn for each player.
    pub fn start<R: Rng + ?Sized>(rules: &GuidelineRules, rng: &mut R) -> Self {
        let keys = KeyGame::new(GuidelineGame::start(rng), rules);
        VersusKeys { seats: [KeySeat { keys, incoming: Incoming::default() }; 2], to_place: Side::Left }
    }

    /// The player whose piece moves.
    pub fn seat(&self) -> &KeySeat {
        &self.seats[self.to_place as usize]
    }

    /// The presses that do something; none after the end.
    pub fn legal(&self, rules: &GuidelineRules) -> ActionMask {
        if self.winner(rules).is_some() { ActionMask::default() } else { self.seat().keys.legal(rules) }
    }

    /// Presses a key for the player whose piece moves; says what a hard drop did.
    pub fn press<R: Rng + ?Sized>(
        &mut self,
        press: KeyAction,
        rules: &GuidelineRules,
        rng: &mut R,
    ) -> Option<VersusTurn> {
        let side = self.to_place;
        let seat = &mut self.seats[side as usize];
        let lock = seat.keys.press(press, rules, rng)?;
        let turn = settle(lock, &mut seat.incoming, &mut seat.keys.game.position.field, rules, rng);
        seat.keys.appear(rules);
        self.seats[side.other() as usize].incoming.push(turn.sent);
        self.to_place = side.other();
        Some(turn)
    }

    /// The lines that a press would add to what waits for the opponent.
    pub(super) fn sent(&self, press: KeyAction, rules: &GuidelineRules) -> u32 {
        let mut incoming = self.seat().incoming;
        self.seat().keys.lock(press, rules).map_or(0, |lock| incoming.cancel(lock.attack))
    }

    /// Who has won, if the game is over.
    pub fn winner(&self, rules: &GuidelineRules) -> Option<Side> {
        let lost = |side: &Side| self.seats[*side as usize].keys.is_over(rules);
        Side::ALL.into_iter().find(lost).map(Side::other)
    }
}
