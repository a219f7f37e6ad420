//! A network that only answers.

use super::background::Background;
use super::heads::{Answer, EngineHeads, Row};
use super::instructions::Instructions;
use super::lanes::{Lanes, Vector};
use super::trunk::{Scratch, TrunkWeights};
use super::weights::Tensors;
use crate::nn::{EncodingShape, NetworkPlan, TensorPlace, Trunk, WeightsError};

/// The weights of a network, ready to answer; many threads may share it.
#[derive(Debug)]
pub struct Engine {
    plan: NetworkPlan,
    instructions: Instructions,
    trunk: TrunkWeights,
    heads: EngineHeads,
}

impl Engine {
    /// Reads weights in the safetensors format, as a learner saves them.
    pub fn new(plan: NetworkPlan, weights: &[u8]) -> Result<Self, WeightsError> {
        plan.validate()?;
        Self::build(plan, Tensors::read(weights)?)
    }

    /// Takes weights from the vector in which a learner has them.
    pub fn from_vector(
        plan: NetworkPlan,
        layout: &[TensorPlace],
        weights: &[f32],
    ) -> Result<Self, WeightsError> {
        plan.validate()?;
        Self::build(plan, Tensors::cut(layout, weights)?)
    }

    fn build(plan: NetworkPlan, mut tensors: Tensors) -> Result<Self, WeightsError> {
        let trunk = TrunkWeights::take(&mut tensors, &plan)?;
        let heads = EngineHeads::take(&mut tensors, &plan)?;
        tensors.finish()?;
        Ok(Self { plan, instructions: Instructions::best(), trunk, heads })
    }

    /// The same network with other instructions than the best.
    ///
    /// # Panics
    /// If this processor does not have them.
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        assert!(Instructions::available().contains(&instructions), "this processor has no {instructions:?}");
        Self { instructions, ..self }
    }

    /// What the network was built from.
    pub fn plan(&self) -> &NetworkPlan {
        &self.plan
    }

    /// The instructions that it computes with.
    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Whether it can answer questions of this shape: a convolution takes boards of any size.
    pub fn accepts(&self, shape: EncodingShape) -> bool {
        let own = self.plan.shape;
        match self.plan.settings.trunk {
            Trunk::Conv { .. } => {
                (shape.planes, shape.maps, shape.hints) == (own.planes, own.maps, own.hints)
            }
            Trunk::Mlp { .. } => shape == own,
            Trunk::PerAction { .. } => shape.hints == own.hints,
        }
    }

    #[inline(always)]
    pub(super) fn forward<V: Vector, const TOGETHER: usize, const BLOCKS: usize>(
        &self,
        row: Row<'_>,
        shape: EncodingShape,
        background: Option<&Background>,
        scratch: &mut Scratch,
        answer: &mut Answer,
    ) {
        match &self.trunk {
            TrunkWeights::Conv(trunk) => {
                trunk.forward::<V, TOGETHER, BLOCKS>(row.planes, shape, background, scratch);
            }
            TrunkWeights::Mlp(trunk) => trunk.forward::<V>(row.planes, scratch),
            TrunkWeights::PerAction => {
                scratch.pooled.clear();
                scratch.pooled.push(0.0);
            }
        }
        self.heads.forward::<V>(row, shape, background, scratch, answer);
    }

    /// What the layers make of a picture `[planes, height, width]` that most questions are alike to; `None` for
    /// networks that have no use for it: those without convolutions, and those of boards without edges.
    pub fn background(&self, planes: &[f32], shape: EncodingShape) -> Option<Background> {
        match &self.trunk {
            TrunkWeights::Conv(trunk) if !self.plan.settings.wraps => {
                Some(trunk.background::<Lanes, 1, 1>(planes, shape))
            }
            TrunkWeights::Conv(_) | TrunkWeights::Mlp(_) | TrunkWeights::PerAction => None,
        }
    }
}
