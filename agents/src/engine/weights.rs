//! The tensors of a safetensors file as plain numbers.

use safetensors::tensor::{Dtype, SafeTensors};

use crate::nn::{TensorPlace, WeightsError};

/// Named tensors, each taken once: what is left over at the end belongs to another network.
#[derive(Debug)]
pub struct Tensors {
    tensors: Vec<(String, Vec<usize>, Vec<f32>)>,
}

impl Tensors {
    /// Takes the tensors out of one vector.
    pub fn cut(layout: &[TensorPlace], weights: &[f32]) -> Result<Self, WeightsError> {
        let tensors = layout.iter().map(|TensorPlace { name, shape, offset }| {
            let numbers = weights.get(*offset..*offset + shape.iter().product::<usize>());
            let numbers = numbers.ok_or_else(|| WeightsError::Missing { name: name.clone() })?;
            Ok((name.clone(), shape.clone(), numbers.to_vec()))
        });
        Ok(Self { tensors: tensors.collect::<Result<_, WeightsError>>()? })
    }

    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let damaged = |reason: String| WeightsError::Damaged { reason };
        let file = SafeTensors::deserialize(bytes).map_err(|error| damaged(error.to_string()))?;
        let tensors = file.tensors().into_iter().map(|(name, view)| {
            if view.dtype() != Dtype::F32 {
                return Err(damaged(format!("`{name}` has numbers of kind {:?}", view.dtype())));
            }
            let numbers = view.data().as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
            Ok((name, view.shape().to_vec(), numbers.collect()))
        });
        Ok(Self { tensors: tensors.collect::<Result<_, _>>()? })
    }

    /// Takes the tensor with this name and shape.
    pub fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightsError> {
        let index = self.tensors.iter().position(|(other, ..)| other == name);
        let index = index.ok_or_else(|| WeightsError::Missing { name: name.to_owned() })?;
        let (name, found, numbers) = self.tensors.swap_remove(index);
        if found == shape {
            Ok(numbers)
        } else {
            Err(WeightsError::Shape { name, expected: shape.to_vec(), found })
        }
    }

    /// Checks that every tensor was taken.
    pub fn finish(mut self) -> Result<(), WeightsError> {
        self.tensors.pop().map_or(Ok(()), |(name, ..)| Err(WeightsError::Unexpected { name }))
    }
}
