//! The head of networks that judge each action by itself.

use super::dense::Dense;
use super::heads::Row;
use super::lanes::Vector;
use super::weights::Tensors;
use crate::nn::WeightsError;

/// Dense layers from what is told of an action to its outputs, the same for all actions.
#[derive(Debug)]
pub struct PerActionWeights {
    layers: Vec<Dense>,
}

impl PerActionWeights {
    /// Takes the layers from a file.
    pub fn take(
        tensors: &mut Tensors,
        name: &str,
        hints: usize,
        width: usize,
        hidden: usize,
        outputs: usize,
    ) -> Result<Self, WeightsError> {
        let inputs = |layer: usize| if layer == 0 { hints } else { width };
        let mut layers = (0..hidden)
            .map(|layer| Dense::take(tensors, &format!("{name}.layer{layer}"), inputs(layer), width))
            .collect::<Result<Vec<_>, _>>()?;
        layers.push(Dense::take(tensors, &format!("{name}.last"), inputs(hidden), outputs)?);
        Ok(PerActionWeights { layers })
    }

    /// Writes `[outputs, actions]`, 0 for illegal actions; `scratch` is used up.
    #[inline(always)]
    pub fn forward<V: Vector>(
        &self,
        row: Row<'_>,
        outputs: usize,
        scratch: [&mut Vec<f32>; 2],
        actions: &mut Vec<f32>,
    ) {
        let (count, [told, inner]) = (row.legal.len(), scratch);
        actions.clear();
        actions.resize(outputs * count, 0.0);
        for (action, _) in row.legal.iter().enumerate().filter(|(_, legal)| **legal) {
            told.clear();
            told.extend(row.hints.iter().skip(action).step_by(count));
            for (index, layer) in self.layers.iter().enumerate() {
                layer.forward::<V>(told, inner);
                inner.truncate(layer.outputs());
                if index + 1 < self.layers.len() {
                    inner.iter_mut().for_each(|number| *number = number.max(0.0));
                }
                std::mem::swap(told, inner);
            }
            for (output, answer) in told.iter().enumerate() {
                actions[output * count + action] = *answer;
            }
        }
    }
}
