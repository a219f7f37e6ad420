//! What comes behind the queue in view: pieces that only the bag limits.

use rand::Rng;
use rand::seq::IteratorRandom;
use tetreach_agents::search::{AfterstateValue, Expectation};
use tetreach_agents::{Action, AfterstateTask};

use super::evaluate::LinearJudge;
use crate::game::Piece;
use crate::game::guideline::{Bag, GuidelinePosition, GuidelineRules, PlacementList};

/// What a lost game is worth: far less than any field.
const LOST: f64 = -1e3;

/// The game behind the queue, as a search over decisions and chance sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beyond<'a> {
    pub rules: &'a GuidelineRules,
    pub judge: &'a LinearJudge,
}

/// A piece has come and is to be placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    piece: Piece,
    after: Surroundings,
}

/// What a placement leaves, before the next piece is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    pub position: GuidelinePosition,
    pub hold: Option<Piece>,
    /// The pieces of which the next one is drawn.
    pub bag: Bag,
}

impl Beyond<'_> {
    /// What is to be expected behind the queue, `depth` pieces far: the mean over the pieces that may come of the best
    /// that can be done with them.
    pub fn value(&self, end: &Surroundings, depth: u32, beam: usize) -> f64 {
        let search = Expectation { depth, beam: Some(beam), rewards: 1.0 };
        let mut mean = 0.0;
        self.for_each_outcome(end, |chance, _, decision| {
            let best = search.choose(self, decision, &Judged).map_or(LOST, |(_, value)| value);
            mean += chance * best;
        });
        mean
    }
}

impl AfterstateTask for Beyond<'_> {
    type State = Decision;
    type After = Surroundings;

    fn for_each_after(&self, state: &Decision, mut visit: impl FnMut(Action, f64, &Surroundings)) {
        let Decision { piece, after: Surroundings { position, hold, bag } } = *state;
        let swapped = hold.filter(|held| *held != piece).map(|held| (held, Some(piece)));
        let mut number = 0;
        for (piece, hold) in std::iter::once((piece, hold)).chain(swapped) {
            PlacementList::for_each(&position.field, piece, self.rules, |placement| {
                let mut next = position;
                let lock = next.play(placement, self.rules);
                if !lock.topped_out {
                    let earned = f64::from(self.judge.placement(placement, &lock));
                    visit(Action(number), earned, &Surroundings { position: next, hold, bag });
                    number += 1;
                }
            });
        }
    }

    fn for_each_outcome(&self, after: &Surroundings, mut visit: impl FnMut(f64, f64, &Decision)) {
        let chance = 1.0 / f64::from(after.bag.count());
        for piece in after.bag.pieces() {
            let bag = after.bag.without(piece);
            visit(chance, 0.0, &Decision { piece, after: Surroundings { bag, ..*after } });
        }
    }

    fn draw<R: Rng + ?Sized>(&self, after: &Surroundings, rng: &mut R) -> Decision {
        let piece = after.bag.pieces().choose(rng).expect("invariant: a bag is never empty");
        Decision { piece, after: Surroundings { bag: after.bag.without(piece), ..*after } }
    }
}

/// Positions at the end of the search are worth what the bot's evaluation says.
struct Judged;

impl AfterstateValue<Beyond<'_>> for Judged {
    fn value(&self, game: &Beyond<'_>, after: &Surroundings) -> f64 {
        f64::from(game.judge.position(&after.position, after.hold))
    }

    fn ended(&self, _game: &Beyond<'_>, _state: &Decision) -> f64 {
        LOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::guideline::{Field, GuidelinePreset};
    use crate::guideline::bot::BotWeights;

    #[test]
    fn the_value_is_the_mean_of_the_best_over_the_bag() {
        let (rules, judge) = (GuidelinePreset::Ppt.rules(), LinearJudge::new(&BotWeights::default()));
        let beyond = Beyond { rules: &rules, judge: &judge };
        let field = Field::from_text("#########.\n#########.\n#########.\n#########.").unwrap();
        let position = GuidelinePosition { field, ..GuidelinePosition::default() };
        let of = |bag: &[Piece]| {
            let bag = Bag::of(bag.iter().copied());
            beyond.value(&Surroundings { position, hold: None, bag }, 1, 4)
        };
        let (both, bar, square) = (of(&[Piece::I, Piece::O]), of(&[Piece::I]), of(&[Piece::O]));
        assert!((both - (bar + square) / 2.0).abs() < 1e-5, "{both} {bar} {square}");
        assert!(bar > square + 4.0, "a bar clears four lines: {bar} {square}");
        let deeper = beyond.value(
            &Surroundings { position, hold: None, bag: Bag::of([Piece::I, Piece::O]) },
            2,
            usize::MAX,
        );
        assert!(deeper > square, "the bar that must come next is seen: {deeper}");
    }
}
