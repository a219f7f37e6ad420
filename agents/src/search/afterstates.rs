//! Tasks in which chance moves, for tree search with a learned evaluator.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Judgement, Moves, PlanningProblem, Successor};
use crate::env::{Action, AfterstateTask, Outcome};

/// A task with chance for [`mcts::Tree`](super::mcts::Tree): decisions and after-states take turns.
///
/// The evaluator is asked about decisions alone; the value of one is that of its best action. What an evaluator that
/// knows no values says counts as 0.
///
/// ```
/// use rand::SeedableRng;
/// use rand_pcg::Pcg64Mcg;
/// use tetreach_agents::search::mcts::{Batcher, MctsSettings, Tree};
/// use tetreach_agents::search::{AfterstateNode, Afterstates};
/// use tetreach_agents::toy::CoinWalk;
/// use tetreach_agents::{Action, EvaluateError, Evaluations, Evaluator};
///
/// /// Knows nothing.
/// struct Zero;
/// impl Evaluator for Zero {
///     type State = u16;
///     type Goal = ();
///     fn evaluate(&mut self, pairs: &[(u16, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
///         out.clear(2);
///         out.log_policy.resize(2 * pairs.len(), 0.5_f32.ln());
///         out.q.resize(2 * pairs.len(), 0.0);
///         out.success.resize(pairs.len(), 1.0);
///         Ok(())
///     }
/// }
///
/// let problem = Afterstates { task: CoinWalk { places: 5, cost: 0.125 } };
/// let root = AfterstateNode::Decision(1);
/// let mut trees = [Tree::new(problem, root, MctsSettings::default(), Pcg64Mcg::seed_from_u64(1))?];
/// for _ in 0..50 {
///     Batcher::new(1).round(&mut trees, &mut Zero)?;
/// }
/// assert_eq!(trees[0].best_action(), Some(Action(0)), "the prize to the left is near");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Afterstates<T> {
    /// The rules.
    pub task: T,
}

/// A decision, or what an action led to before chance moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterstateNode<S, A> {
    /// An action is to be chosen.
    Decision(S),
    /// Chance moves.
    After(A),
}

impl<T> PlanningProblem for Afterstates<T>
where
    T: AfterstateTask<State: Eq + Hash, After: Eq + Hash>,
{
    type State = AfterstateNode<T::State, T::After>;
    type Seen = T::State;
    type Goal = ();

    const CHANCE: bool = true;

    fn question(&self, state: &Self::State) -> (T::State, ()) {
        match state {
            AfterstateNode::Decision(state) => (*state, ()),
            AfterstateNode::After(_) => unreachable!("invariant: nobody is asked where chance moves"),
        }
    }

    fn judge(&self, _: &Self::State, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        judgement.candidates(moves);
        let best = moves.qs().iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if best.is_finite() { best } else { 0.0 }
    }

    fn step(&self, state: &Self::State, action: Action) -> Option<Successor<Self::State>> {
        let AfterstateNode::Decision(state) = state else { return None };
        let mut found = None;
        self.task.for_each_after(state, |other, reward, after| {
            if other == action {
                found = Some(Successor { state: AfterstateNode::After(*after), reward: reward as f32 });
            }
        });
        found
    }

    /// A decision without actions has ended, and nothing more is earned.
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        let AfterstateNode::Decision(state) = state else { return None };
        let mut goes_on = false;
        self.task.for_each_after(state, |_, _, _| goes_on = true);
        (!goes_on).then_some(Outcome::Drawn(0.0))
    }

    fn for_each_chance(&self, state: &Self::State, mut visit: impl FnMut(f32, Successor<Self::State>)) {
        if let AfterstateNode::After(after) = state {
            self.task.for_each_outcome(after, |chance, reward, state| {
                visit(
                    chance as f32,
                    Successor { state: AfterstateNode::Decision(*state), reward: reward as f32 },
                );
            });
        }
    }
}
