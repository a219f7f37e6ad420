//! A game and the piece under the keys.

use rand::Rng;
use serde::{Deserialize, Serialize};
use tetreach_agents::ActionMask;

use super::action::KeyAction;
use crate::game::guideline::{
    Active, GuidelineGame, GuidelinePlacement, GuidelineRules, Key, Lock, PlacementList, Slot, Spin, SpinRule,
};

/// A game in which the current piece is moved key by key.
///
/// Nothing falls by itself: a piece moves when a key is pressed and locks when it is dropped hard. Hold can be used
/// once per piece; where it would bring the piece that is there anyway, or one that cannot appear, it does nothing.
///
/// ```
/// use rand::SeedableRng;
/// use tetreach::game::guideline::{GuidelineGame, GuidelinePreset, Key};
/// use tetreach::guideline::keys::{KeyAction, KeyGame};
///
/// let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
/// let rules = GuidelinePreset::Ppt.rules();
/// let mut game = KeyGame::new(GuidelineGame::start(&mut rng), &rules);
/// assert_eq!(game.press(KeyAction::Move(Key::Left), &rules, &mut rng), None);
/// let lock = game.press(KeyAction::Move(Key::HardDrop), &rules, &mut rng).expect("the piece comes to rest");
/// assert_eq!((lock.attack, game.placed, game.game.position.field.count()), (0, 1, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeyGame {
    /// The game as it stood when the piece appeared.
    pub game: GuidelineGame,
    /// Where the moving piece came from.
    pub slot: Slot,
    /// The moving piece; `None` if the current one cannot appear.
    pub active: Option<Active>,
    /// Pieces placed so far.
    pub placed: u32,
}

impl KeyGame {
    /// The current piece of a game appears.
    pub fn new(game: GuidelineGame, rules: &GuidelineRules) -> Self {
        let mut keys = KeyGame { game, slot: Slot::Current, active: None, placed: 0 };
        keys.appear(rules);
        keys
    }

    /// Lets the current piece appear, after a lock or when the field has changed.
    pub(super) fn appear(&mut self, rules: &GuidelineRules) {
        self.slot = Slot::Current;
        let spawned = Active::spawn(&self.game.position.field, self.game.queue[0], rules);
        self.active = spawned.filter(|_| !self.game.topped_out);
    }

    /// The presses that do something.
    pub fn legal(&self, rules: &GuidelineRules) -> ActionMask {
        KeyAction::ALL
            .into_iter()
            .filter(|&press| self.does_something(press, rules))
            .map(KeyAction::action)
            .collect()
    }

    fn does_something(&self, press: KeyAction, rules: &GuidelineRules) -> bool {
        match press {
            KeyAction::Move(key) => {
                self.active.is_some_and(|mut active| active.press(key, &self.game.position.field, rules))
            }
            KeyAction::Hold => self.brought(rules).is_some(),
        }
    }

    /// The piece that hold would bring now.
    fn brought(&self, rules: &GuidelineRules) -> Option<Active> {
        let piece =
            self.game.piece(Slot::Hold).filter(|_| self.slot == Slot::Current && !self.game.topped_out)?;
        Active::spawn(&self.game.position.field, piece, rules)
    }

    /// Presses a key; says what a hard drop did. A press that is not [`legal`](Self::legal) changes nothing.
    pub fn press<R: Rng + ?Sized>(
        &mut self,
        press: KeyAction,
        rules: &GuidelineRules,
        rng: &mut R,
    ) -> Option<Lock> {
        match press {
            KeyAction::Move(Key::HardDrop) => {
                let placement = self.dropped(rules)?;
                let lock = self.game.play(placement, rules, rng);
                self.placed += 1;
                self.appear(rules);
                Some(lock)
            }
            KeyAction::Move(key) => {
                if let Some(active) = &mut self.active {
                    active.press(key, &self.game.position.field, rules);
                }
                None
            }
            KeyAction::Hold => {
                if let Some(brought) = self.brought(rules) {
                    (self.slot, self.active) = (Slot::Hold, Some(brought));
                }
                None
            }
        }
    }

    /// Where the moving piece would come to rest if it were dropped now.
    pub fn dropped(&self, rules: &GuidelineRules) -> Option<GuidelinePlacement> {
        let mut active = self.active?;
        let field = &self.game.position.field;
        active.press(Key::HardDrop, field, rules);
        let placement = active.placement();
        // AlphaTetris' spins are those that nothing but a turn leads to.
        let plain = GuidelinePlacement { spin: Spin::None, ..placement };
        let is_plain = rules.spins == SpinRule::AnyTurn
            && PlacementList::of(field, placement.piece, rules).iter().any(|other| other == plain);
        Some(if is_plain { plain } else { placement })
    }

    /// What a hard drop would do now, if it is pressed.
    pub(super) fn lock(&self, press: KeyAction, rules: &GuidelineRules) -> Option<Lock> {
        let placement = self.dropped(rules).filter(|_| press == KeyAction::Move(Key::HardDrop))?;
        let mut position = self.game.position;
        Some(position.play(placement, rules))
    }

    /// Whether the game is over: no key does anything.
    pub fn is_over(&self, rules: &GuidelineRules) -> bool {
        self.active.is_none() && self.brought(rules).is_none()
    }
}
