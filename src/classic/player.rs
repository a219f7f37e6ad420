//! Who places the pieces.

use rand::{Rng, RngExt};
use tetreach_agents::search::Expectation;

use super::network::ClassicNetwork;
use super::task::ClassicTask;
use super::tree::ClassicTree;
use crate::game::ActionId;
use crate::game::classic::{Linear, State};
use crate::numbering::to_placement;
use crate::registry::Capabilities;

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
    /// How it chooses.
    pub fn summary(&self) -> String {
        match self {
            ClassicPlayer::Random => "any placement".into(),
            ClassicPlayer::Linear(_) => "the best placement by weighted features".into(),
            ClassicPlayer::Expectation(search, _) => {
                format!("what the pieces to come leave in the mean, {} deep", search.depth)
            }
            ClassicPlayer::Network(_) => "the placement that a trained network finds best".into(),
            ClassicPlayer::Tree(tree) => format!("a tree search of {} simulations", tree.simulations),
        }
    }

    /// What can be done with it: all but chance play by weights, which are tuned or trained and kept in files.
    pub fn capabilities(&self) -> Capabilities {
        match self {
            ClassicPlayer::Random => Capabilities::NONE,
            ClassicPlayer::Linear(_) | ClassicPlayer::Expectation(..) => Capabilities::LEARNS.monitored(),
            ClassicPlayer::Network(_) | ClassicPlayer::Tree(_) => Capabilities::LEARNS,
        }
    }

    /// Chooses a placement and says what it is worth to the player, if it is monitored; `None` if the game is over.
    pub fn judge<R: Rng + ?Sized>(
        &self,
        task: &ClassicTask,
        state: &State,
        rng: &mut R,
    ) -> Option<(ActionId, Option<f64>)> {
        let (action, value) = match self {
            ClassicPlayer::Linear(linear) => linear.best(&task.rules, state)?,
            ClassicPlayer::Expectation(search, linear) => {
                let (action, value) = search.choose(task, state, linear)?;
                (ActionId(action.0), value)
            }
            _ => return self.choose(task, state, rng).map(|action| (action, None)),
        };
        Some((action, Some(value)))
    }

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
                search.choose(task, state, linear).map(|(action, _)| to_placement(action))
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
