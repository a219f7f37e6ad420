//! The learned value for a search: many after-states at once.

use std::sync::Arc;

use tetreach_agents::engine::{Engine, EngineEvaluator};
use tetreach_agents::nn::{Encoder, EncodingRow, EncodingShape};
use tetreach_agents::{Evaluations, Evaluator};

use super::encoder::{SHAPE, TOLD, told};
use super::network::GuidelineNetwork;
use super::task::{GuidelineRewards, MOST_PLACEMENTS};
use crate::game::Piece;
use crate::game::guideline::{GuidelinePlacement, GuidelinePosition, Lock};

/// Judges the after-states of an expansion by a network, all of them at once.
#[derive(Debug)]
pub struct ChildrenValue {
    evaluator: EngineEvaluator<ListEncoder>,
    seen: Evaluations,
    list: [(Vec<[f32; TOLD]>, ()); 1],
    rewards: GuidelineRewards,
    discount: f32,
}

impl ChildrenValue {
    /// The value that a network learned.
    pub fn new(network: &GuidelineNetwork) -> Self {
        Self::of(network.engine().clone(), network.rewards(), network.discount())
    }

    fn of(engine: Arc<Engine>, rewards: GuidelineRewards, discount: f32) -> Self {
        let evaluator = EngineEvaluator::new(ListEncoder, engine);
        ChildrenValue { evaluator, seen: Evaluations::default(), list: [(Vec::new(), ())], rewards, discount }
    }

    /// What a placement is worth at once, in the units of the values.
    pub fn reward(&self, lock: &Lock) -> f32 {
        self.rewards.placement + self.rewards.attack * lock.attack as f32
    }

    /// What a value is worth one placement earlier.
    pub fn discount(&self) -> f32 {
        self.discount
    }

    /// Forgets the after-states.
    pub fn clear(&mut self) {
        self.list[0].0.clear();
    }

    /// Adds an after-state; `false` if there is no room for more.
    pub fn push(
        &mut self,
        position: &GuidelinePosition,
        hold: Option<Piece>,
        placement: GuidelinePlacement,
        lock: &Lock,
    ) -> bool {
        let list = &mut self.list[0].0;
        let has_room = list.len() < MOST_PLACEMENTS;
        if has_room {
            list.push(told(position, hold, placement, lock));
        }
        has_room
    }

    /// The values of the placements that lead to the after-states, their rewards included, in the order in which they
    /// were added.
    pub fn values(&mut self) -> &[f32] {
        self.evaluator.evaluate(&self.list, &mut self.seen).expect("invariant: an engine answers always");
        &self.seen.q(0)[..self.list[0].0.len()]
    }
}

/// A copy has the network in common and an evaluator of its own.
impl Clone for ChildrenValue {
    fn clone(&self) -> Self {
        Self::of(self.evaluator.engine().clone(), self.rewards, self.discount)
    }
}

/// Shows a list of after-states as the placements of one state.
#[derive(Clone, Copy, Debug)]
struct ListEncoder;

impl Encoder for ListEncoder {
    type State = Vec<[f32; TOLD]>;
    type Goal = ();

    fn shape(&self) -> EncodingShape {
        SHAPE
    }

    fn encode(&self, list: &Vec<[f32; TOLD]>, _goal: &(), row: EncodingRow<'_>) {
        for (action, told) in list.iter().enumerate() {
            row.legal[action] = true;
            for (index, number) in told.iter().enumerate() {
                row.hints[index * MOST_PLACEMENTS + action] = *number;
            }
        }
    }
}
