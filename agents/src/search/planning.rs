//! Problems as searches with a learned evaluator see them.

use std::fmt::Debug;
use std::hash::Hash;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::env::{Action, GoalTask, Outcome, Player, TaskModel};
use crate::evaluate::Evaluations;
use crate::search::Moves;

/// A puzzle for one, or a game of two with opposite aims, with an evaluator that judges its states.
///
/// Most problems are deterministic. Where chance moves, it has its own states, in which no player chooses
/// ([`CHANCE`](Self::CHANCE)); only [`mcts`](crate::search::mcts) looks into such problems.
///
/// Rewards and values are stated for the first player. A state is all that decides what can follow, and equal states
/// share one node of a search; what the evaluator is asked about it may be less, or something else altogether: a
/// search that goes backwards asks for the way from its end to where it stands.
pub trait PlanningProblem {
    /// A position: stored in every node of a search, so compact.
    type State: Copy + Eq + Hash + Debug;
    /// The states that the evaluator knows.
    type Seen: Copy + Debug;
    /// The goals that the evaluator knows.
    type Goal: Copy + Debug;

    /// Whether chance moves in some states; a problem that says no pays nothing for the question.
    const CHANCE: bool = false;

    /// What the evaluator is asked about a state, which is none where chance moves.
    fn question(&self, state: &Self::State) -> (Self::Seen, Self::Goal);

    /// Appends the moves of a state that has not ended, each once, to `moves` and returns the state's value.
    ///
    /// The prior probabilities of all moves together are at most 1. A state without moves is lost for the player who
    /// moves.
    fn judge(&self, state: &Self::State, judgement: &Judgement<'_>, moves: &mut Moves) -> f32;

    /// Where a move leads, `None` if that is certainly lost for the player who makes it.
    fn step(&self, state: &Self::State, action: Action) -> Option<Successor<Self::State>>;

    /// How the problem ended in a state, `None` if it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Visits what chance can make of a state with its probability, always in the same order: nothing where somebody
    /// chooses. The probabilities sum to 1.
    ///
    /// The steps of chance have rewards and are discounted as others are. Ends below them count as
    /// [`Outcome::value`] says.
    fn for_each_chance(&self, _state: &Self::State, _visit: impl FnMut(f32, Successor<Self::State>)) {}

    /// What a value is worth one step earlier.
    fn discount(&self) -> f32 {
        1.0
    }

    /// Who moves in a state.
    fn mover(&self, _state: &Self::State) -> Player {
        Player::First
    }

    /// A number of steps that no way from a state to its goal can beat.
    fn lower_bound(&self, _state: &Self::State) -> u32 {
        0
    }
}

impl<P: PlanningProblem> PlanningProblem for &P {
    type State = P::State;
    type Seen = P::Seen;
    type Goal = P::Goal;

    const CHANCE: bool = P::CHANCE;

    fn question(&self, state: &P::State) -> (P::Seen, P::Goal) {
        (**self).question(state)
    }

    fn for_each_chance(&self, state: &P::State, visit: impl FnMut(f32, Successor<P::State>)) {
        (**self).for_each_chance(state, visit);
    }

    fn judge(&self, state: &P::State, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        (**self).judge(state, judgement, moves)
    }

    fn step(&self, state: &P::State, action: Action) -> Option<Successor<P::State>> {
        (**self).step(state, action)
    }

    fn outcome(&self, state: &P::State) -> Option<Outcome> {
        (**self).outcome(state)
    }

    fn discount(&self) -> f32 {
        (**self).discount()
    }

    fn mover(&self, state: &P::State) -> Player {
        (**self).mover(state)
    }

    fn lower_bound(&self, state: &P::State) -> u32 {
        (**self).lower_bound(state)
    }
}

/// What follows a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Successor<S> {
    /// The next state.
    pub state: S,
    /// The reward for getting there.
    pub reward: f32,
}

/// What an evaluator said about one state.
#[derive(Clone, Copy, Debug)]
pub struct Judgement<'a> {
    /// The logarithm of each action's probability; minus infinity for illegal ones.
    pub log_policy: &'a [f32],
    /// The value of each action; minus infinity for illegal ones.
    pub q: &'a [f32],
    /// The probability of success: that the goal can be reached at all, or that who moves wins the game.
    pub success: f32,
    /// The expected number of steps to the goal, where the evaluator tells it.
    pub distance: Option<f32>,
}

impl<'a> Judgement<'a> {
    /// Row `index` of a batch.
    pub fn of(evaluations: &'a Evaluations, index: usize) -> Self {
        Judgement {
            log_policy: evaluations.log_policy(index),
            q: evaluations.q(index),
            success: evaluations.success[index],
            distance: evaluations.distance.get(index).copied(),
        }
    }

    /// The expected number of steps to the goal, 0 where the evaluator tells none.
    #[inline]
    pub fn steps(&self) -> f32 {
        self.distance.unwrap_or(0.0)
    }

    /// Appends all legal actions as moves.
    #[inline]
    pub fn candidates(&self, moves: &mut Moves) {
        moves.extend_legal(self.log_policy, self.q);
    }
}

/// How the value of a state follows from what the evaluator says; rewards and discount follow from it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ValueScale {
    /// Minus the steps still needed: every step costs 1 and nothing is discounted.
    #[default]
    Steps,
    /// The discounted chance of success: `discount` to the power of the steps still needed.
    Success {
        /// What success is worth one step later.
        #[schemars(extend("exclusiveMinimum" = 0.0, "maximum" = 1.0))]
        discount: f32,
        /// Whether the chance that the goal can be reached at all counts; it must have been learned then.
        reachable: bool,
    },
}

impl ValueScale {
    /// The value of a state.
    #[inline]
    pub fn value(&self, judgement: &Judgement<'_>) -> f32 {
        match *self {
            ValueScale::Steps => -judgement.steps(),
            ValueScale::Success { discount, reachable } => {
                discount.powf(judgement.steps()) * if reachable { judgement.success } else { 1.0 }
            }
        }
    }

    /// The reward for one step.
    pub fn reward(&self) -> f32 {
        match self {
            ValueScale::Steps => -1.0,
            ValueScale::Success { .. } => 0.0,
        }
    }

    /// What a value is worth one step earlier.
    pub fn discount(&self) -> f32 {
        match *self {
            ValueScale::Steps => 1.0,
            ValueScale::Success { discount, .. } => discount,
        }
    }
}

/// The puzzle of reaching one goal of a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pursuit<T: GoalTask> {
    /// The rules.
    pub task: T,
    /// What is to be reached.
    pub goal: T::Goal,
    /// How values follow from what the evaluator says.
    pub scale: ValueScale,
}

impl<T: TaskModel> PlanningProblem for Pursuit<T> {
    type State = T::State;
    type Seen = T::State;
    type Goal = T::Goal;

    fn question(&self, state: &T::State) -> (T::State, T::Goal) {
        (*state, self.goal)
    }

    fn judge(&self, _: &T::State, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        judgement.candidates(moves);
        self.scale.value(judgement)
    }

    fn step(&self, state: &T::State, action: Action) -> Option<Successor<T::State>> {
        let next = self.task.next(state, action);
        let possible = self.task.lower_bound(&next, &self.goal).is_some();
        possible.then(|| Successor { state: next, reward: self.scale.reward() })
    }

    fn outcome(&self, state: &T::State) -> Option<Outcome> {
        if self.task.is_success(state, &self.goal) {
            return Some(Outcome::Won);
        }
        self.task.lower_bound(state, &self.goal).is_none().then_some(Outcome::Lost)
    }

    fn discount(&self) -> f32 {
        self.scale.discount()
    }

    fn lower_bound(&self, state: &T::State) -> u32 {
        self.task.lower_bound(state, &self.goal).unwrap_or(u32::MAX)
    }
}
