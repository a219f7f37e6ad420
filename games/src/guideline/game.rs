//! A whole game: position, queue, hold and bag.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::bag::Bag;
use super::inputs::Inputs;
use super::moves::PlacementList;
use super::placement::GuidelinePlacement;
use super::position::{GuidelinePosition, Lock};
use super::rules::GuidelineRules;
use crate::Piece;

/// The number of pieces in view beside the current one.
pub const NEXT: usize = 5;

/// Which piece is placed: the current one, or the one that hold brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Slot {
    /// The current piece.
    Current,
    /// The held piece, or the next one if none is held.
    Hold,
}

impl Slot {
    /// Both.
    pub const ALL: [Slot; 2] = [Slot::Current, Slot::Hold];
}

/// A game of one player. All that is random comes from the stream passed in.
///
/// ```
/// use rand::SeedableRng;
/// use tetreach_games::guideline::{GuidelineGame, GuidelinePreset, Slot};
///
/// let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
/// let (mut game, rules) = (GuidelineGame::start(&mut rng), GuidelinePreset::Ppt.rules());
/// let next = game.queue[1];
/// let placement = game.moves(Slot::Hold, &rules).as_slice()[0];
/// let held = game.queue[0];
/// game.play(placement, &rules, &mut rng);
/// assert_eq!((placement.piece, game.hold), (next, Some(held)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GuidelineGame {
    /// Field, combo and chain.
    pub position: GuidelinePosition,
    /// The held piece.
    pub hold: Option<Piece>,
    /// The current piece and those in view.
    pub queue: [Piece; NEXT + 1],
    /// What the randomizer has left behind the queue.
    pub bag: Bag,
    /// Whether a placement ended the game.
    pub topped_out: bool,
}

impl GuidelineGame {
    /// An empty field and the first pieces of a bag.
    pub fn start<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut bag = Bag::FULL;
        let queue = std::array::from_fn(|_| bag.draw(rng));
        GuidelineGame { position: GuidelinePosition::default(), hold: None, queue, bag, topped_out: false }
    }

    /// The piece of a slot; `None` if hold would bring the piece that is there anyway, which is not a separate move.
    pub fn piece(&self, slot: Slot) -> Option<Piece> {
        match slot {
            Slot::Current => Some(self.queue[0]),
            Slot::Hold => Some(self.hold.unwrap_or(self.queue[1])).filter(|&piece| piece != self.queue[0]),
        }
    }

    /// The slot that a piece comes from: whether hold was used follows from the piece.
    pub fn slot_of(&self, piece: Piece) -> Option<Slot> {
        Slot::ALL.into_iter().find(|&slot| self.piece(slot) == Some(piece))
    }

    /// The placements of a slot's piece; none after the end.
    pub fn moves(&self, slot: Slot, rules: &GuidelineRules) -> PlacementList {
        match self.piece(slot) {
            Some(piece) if !self.topped_out => PlacementList::of(&self.position.field, piece, rules),
            _ => PlacementList::default(),
        }
    }

    /// Whether the rules allow a placement: one of the [`moves`](Self::moves) of its piece or, where pieces float, any
    /// place that the piece gets to.
    pub fn allows(&self, placement: GuidelinePlacement, rules: &GuidelineRules) -> bool {
        let Some(slot) = self.slot_of(placement.piece).filter(|_| !self.topped_out) else { return false };
        let passes = || Inputs::of(&self.position.field, placement.piece, rules).passes(placement);
        self.moves(slot, rules).iter().any(|legal| legal == placement) || rules.floats && passes()
    }

    /// Whether the game is over: topped out, or no piece can appear.
    pub fn is_over(&self, rules: &GuidelineRules) -> bool {
        let can_appear = |slot| {
            let piece = self.piece(slot);
            piece.is_some_and(|piece| PlacementList::can_spawn(&self.position.field, piece, rules))
        };
        self.topped_out || !Slot::ALL.into_iter().any(can_appear)
    }

    /// Places the piece of a slot at one of its [`moves`](Self::moves) and draws what follows.
    ///
    /// # Panics
    /// If the piece is neither the current one nor the one that hold brings.
    pub fn play<R: Rng + ?Sized>(
        &mut self,
        placement: GuidelinePlacement,
        rules: &GuidelineRules,
        rng: &mut R,
    ) -> Lock {
        let (lock, missing) = self.place(placement, rules);
        self.refill(missing, rng);
        lock
    }

    /// Draws the last pieces of the queue.
    pub fn refill<R: Rng + ?Sized>(&mut self, missing: usize, rng: &mut R) {
        for place in self.queue.iter_mut().rev().take(missing).rev() {
            *place = self.bag.draw(rng);
        }
    }

    /// Places a piece as [`play`](Self::play) does, without drawing; returns what it did and how many pieces are
    /// missing at the end of the queue, one or two: those placed stand there until [`refill`](Self::refill).
    ///
    /// # Panics
    /// If the piece is neither the current one nor the one that hold brings.
    pub fn place(&mut self, placement: GuidelinePlacement, rules: &GuidelineRules) -> (Lock, usize) {
        let slot = self.slot_of(placement.piece).expect("a placement of a piece that is there");
        let lock = self.position.play(placement, rules);
        self.topped_out |= lock.topped_out;
        let brings_next = slot == Slot::Hold && self.hold.replace(self.queue[0]).is_none();
        let missing = if brings_next { 2 } else { 1 };
        self.queue.rotate_left(missing);
        (lock, missing)
    }
}
