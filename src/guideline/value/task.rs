//! Guideline Tetris as a learner of values is told of it.

use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::nn::ValueRange;
use tetreach_agents::{Action, ActionMask, AfterstateTask, GoalTask, Transition};

use crate::game::Piece;
use crate::game::guideline::{
    GuidelineGame, GuidelinePlacement, GuidelineRules, Lock, NEXT, PlacementList, Slot,
};

/// The number of placements that a learner can tell apart in one state; what a game offers beyond them, which takes a
/// field full of caves, is not offered to it.
pub const MOST_PLACEMENTS: usize = 256;

/// What a placement is worth to a learner; what is reported is lines sent always.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GuidelineRewards {
    /// What a line sent is worth.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub attack: f32,
    /// What a placement is worth by itself.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub placement: f32,
    /// What the end of a game is worth, mostly nothing or less.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub lost: f32,
}

impl Default for GuidelineRewards {
    fn default() -> Self {
        GuidelineRewards { attack: 0.1, placement: 0.0, lost: -1.0 }
    }
}

/// Send lines: an action is the number of a placement, those of the current piece first.
///
/// What a number stands for differs from state to state, which is of no matter to a network that judges each placement
/// by what it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTask {
    /// The rules.
    pub rules: GuidelineRules,
    /// The number of pieces after which an episode is cut short.
    pub pieces: u32,
    /// What counts.
    pub rewards: GuidelineRewards,
}

/// What a placement leads to, before the pieces that come into view are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuidelineAfter {
    /// The game; the last pieces of its queue are not drawn yet.
    pub game: GuidelineGame,
    /// The number of pieces that are not.
    pub missing: usize,
    /// The placement.
    pub placement: GuidelinePlacement,
    /// What it did.
    pub lock: Lock,
}

impl ValueTask {
    /// Visits the placements of a game with their numbers.
    pub fn for_each_placement(
        &self,
        game: &GuidelineGame,
        mut visit: impl FnMut(Action, GuidelinePlacement),
    ) {
        if game.topped_out {
            return;
        }
        let mut number = 0;
        for piece in Slot::ALL.into_iter().filter_map(|slot| game.piece(slot)) {
            PlacementList::for_each(&game.position.field, piece, &self.rules, |placement| {
                if usize::from(number) < MOST_PLACEMENTS {
                    visit(Action(number), placement);
                    number += 1;
                }
            });
        }
    }

    /// The placement of a number, `None` if the game offers fewer placements.
    pub fn placement(&self, game: &GuidelineGame, action: Action) -> Option<GuidelinePlacement> {
        let mut found = None;
        self.for_each_placement(game, |number, placement| {
            if number == action {
                found = Some(placement);
            }
        });
        found
    }

    fn after_of(&self, game: &GuidelineGame, placement: GuidelinePlacement) -> GuidelineAfter {
        let mut next = *game;
        let (lock, missing) = next.place(placement, &self.rules);
        GuidelineAfter { game: next, missing, placement, lock }
    }

    /// What a placement is worth, without what the end of the game is.
    pub fn reward_of(&self, lock: &Lock) -> f32 {
        self.rewards.placement + self.rewards.attack * lock.attack as f32
    }

    /// What returns can come to under a discount below 1.
    ///
    /// A piece brings 0.4 rows. Nothing sends more than two lines per piece in the long run, a perfect clear of four
    /// lines after ten pieces one; one clear of up to 20 may come at once.
    pub fn value_range(&self, discount: f32) -> ValueRange {
        let GuidelineRewards { attack, placement, lost } = self.rewards;
        let horizon = 1.0 / (1.0 - discount);
        let steps = placement * horizon;
        let low = steps.min(0.0) + lost.min(0.0);
        let high = attack * (2.0 * horizon + 20.0) + steps.max(0.0) + lost.max(0.0);
        // A range must not be empty, even if nothing counts.
        ValueRange { low, high: if high > low { high } else { low + 1.0 } }
    }
}

impl GoalTask for ValueTask {
    type State = GuidelineGame;
    type Goal = ();
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        MOST_PLACEMENTS
    }

    fn legal_actions(&self, game: &GuidelineGame) -> ActionMask {
        let pieces = Slot::ALL.into_iter().filter_map(|slot| game.piece(slot)).filter(|_| !game.topped_out);
        let count: u64 =
            pieces.map(|piece| PlacementList::count(&game.position.field, piece, &self.rules)).sum();
        ActionMask::first(MOST_PLACEMENTS.min(count as usize))
    }

    fn achieved_goal(&self, _game: &GuidelineGame) {}

    fn reward(&self, transition: &Transition<GuidelineGame>, goal: &()) -> f32 {
        let placement = self.placement(&transition.state, transition.action);
        let earned = placement.map_or(0.0, |placement| {
            let mut position = transition.state.position;
            self.reward_of(&position.play(placement, &self.rules))
        });
        earned + if self.terminated(transition, goal) { self.rewards.lost } else { 0.0 }
    }

    fn terminated(&self, transition: &Transition<GuidelineGame>, _goal: &()) -> bool {
        transition.next_state.is_over(&self.rules)
    }

    fn truncated(&self, transition: &Transition<GuidelineGame>, _goal: &()) -> bool {
        transition.elapsed >= self.pieces
    }
}

impl AfterstateTask for ValueTask {
    type State = GuidelineGame;
    type After = GuidelineAfter;

    fn for_each_after(&self, game: &GuidelineGame, mut visit: impl FnMut(Action, f64, &GuidelineAfter)) {
        self.for_each_placement(game, |action, placement| {
            let after = self.after_of(game, placement);
            visit(action, f64::from(self.reward_of(&after.lock)), &after);
        });
    }

    fn after(&self, game: &GuidelineGame, action: Action) -> Option<GuidelineAfter> {
        self.placement(game, action).map(|placement| self.after_of(game, placement))
    }

    fn for_each_outcome(&self, after: &GuidelineAfter, mut visit: impl FnMut(f64, f64, &GuidelineGame)) {
        let mut settle = |chance: f64, game: GuidelineGame| {
            let lost = if game.is_over(&self.rules) { f64::from(self.rewards.lost) } else { 0.0 };
            visit(chance, lost, &game);
        };
        let drawn = |game: GuidelineGame, place: usize, piece: Piece| {
            let mut next = GuidelineGame { bag: game.bag.without(piece), ..game };
            next.queue[place] = piece;
            next
        };
        let share = |game: &GuidelineGame| 1.0 / f64::from(game.bag.count());
        for piece in after.game.bag.pieces() {
            if after.missing == 1 {
                settle(share(&after.game), drawn(after.game, NEXT, piece));
                continue;
            }
            let first = drawn(after.game, NEXT - 1, piece);
            for piece in first.bag.pieces() {
                settle(share(&after.game) * share(&first), drawn(first, NEXT, piece));
            }
        }
    }

    fn draw<R: Rng + ?Sized>(&self, after: &GuidelineAfter, rng: &mut R) -> GuidelineGame {
        let mut game = after.game;
        game.refill(after.missing, rng);
        game
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::guideline::GuidelinePreset;

    fn task() -> ValueTask {
        let rewards = GuidelineRewards { attack: 0.5, placement: 0.25, lost: -3.0 };
        ValueTask { rules: GuidelinePreset::Ppt.rules(), pieces: 40, rewards }
    }

    #[test]
    fn rewards_by_transition_are_those_by_after_state_and_chance() {
        let task = task();
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let (mut ends, mut played) = (0, 0);
        for _ in 0..6 {
            let mut state = GuidelineGame::start(&mut rng);
            while let Some(action) = task.legal_actions(&state).sample(&mut rng) {
                let after = task.after(&state, action).expect("what is legal is offered");
                let mut twin = state;
                let mut stream = rng.clone();
                twin.play(after.placement, &task.rules, &mut stream);
                let next = task.draw(&after, &mut rng);
                assert_eq!(next, twin, "drawing later changes nothing");
                let transition = Transition { state, action, next_state: next, elapsed: 1 };
                let last = if next.is_over(&task.rules) { -3.0 } else { 0.0 };
                assert_eq!(task.reward(&transition, &()), task.reward_of(&after.lock) + last);
                (played, ends) = (played + 1, ends + u32::from(last < 0.0));
                state = next;
                if last < 0.0 {
                    break;
                }
            }
        }
        assert!(ends == 6 && played > 60, "{ends} ends in {played} placements");
    }

    #[test]
    fn all_that_chance_can_do_sums_to_one_and_contains_what_it_does() {
        let task = task();
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let mut two = 0;
        let mut state = GuidelineGame::start(&mut rng);
        for _ in 0..30 {
            let Some(action) = task.legal_actions(&state).sample(&mut rng) else { break };
            let after = task.after(&state, action).unwrap();
            let next = task.draw(&after, &mut rng);
            let (mut total, mut is_listed) = (0.0, false);
            task.for_each_outcome(&after, |chance, _, outcome| {
                total += chance;
                is_listed |= *outcome == next;
            });
            assert!((total - 1.0_f64).abs() < 1e-9 && is_listed, "{total}");
            two += u32::from(after.missing == 2);
            state = next;
        }
        assert!(two <= 1, "hold brings the next piece once at most");
    }

    #[test]
    fn numbers_stand_for_the_placements_in_their_order() {
        let task = task();
        let game = GuidelineGame::start(&mut Pcg64Mcg::seed_from_u64(3));
        let all: Vec<GuidelinePlacement> = Slot::ALL
            .into_iter()
            .flat_map(|slot| game.moves(slot, &task.rules).as_slice().to_vec())
            .collect();
        let legal = task.legal_actions(&game);
        assert_eq!(legal.count(), all.len());
        for (number, placement) in all.iter().enumerate() {
            assert_eq!(task.placement(&game, Action(number as u16)), Some(*placement));
        }
        assert_eq!(task.placement(&game, Action(all.len() as u16)), None);
    }
}
