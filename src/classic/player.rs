//! Who places the pieces.

use rand::{Rng, RngExt};
use tetreach_agents::search::Expectation;

use super::network::ClassicNetwork;
use super::task::ClassicTask;
use super::tree::ClassicTree;
use crate::game::ActionId;
use crate::game::classic::{Linear, State};

/// A way of choosing placements.
#[derive(Clone, Debug, PartialEq)]
pub enum ClassicPlayer {
    /// Any placement that is offered.
    Random,
    /// The placement with the highest weighted sum of features.
    Linear(Linear),
    /// The placement after which the best of what can follow is highest in the mean.
    Expectation(Expectation, Linear),
    /// The placement that a trained network finds best.
    Network(ClassicNetwork),
    /// The placement that a tree search finds best.
    Tree(ClassicTree),
}

impl ClassicPlayer {
    /// Chooses a placement, `None` if the game is over.
    #[inline]
    pub fn choose<R: Rng + ?Sized>(
        &self,
        task: &ClassicTask,
        state: &State,
        rng: &mut R,
    ) -> Option<ActionId> {
        match self {
            ClassicPlayer::Linear(linear) => linear.best(&task.rules, state).map(|(action, _)| action),
            ClassicPlayer::Expectation(search, linear) => {
                search.choose(task, state, linear).map(|(action, _)| ActionId(action.0))
            }
            ClassicPlayer::Network(network) => network.choose(state),
            ClassicPlayer::Tree(tree) => tree.choose(task, state),
            ClassicPlayer::Random => {
                let mut offered = Vec::new();
                task.rules.for_each_after(state, |action, _| offered.push(action));
                (!offered.is_empty()).then(|| offered[rng.random_range(0..offered.len())])
            }
        }
    }
}
