//! Named tensors as bytes and files, in the safetensors format.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use tch::{Device, Kind, Tensor};

use crate::file::{FileError, write_atomically};
use crate::nn::WeightsError;

/// Tensors by name, floats or 64-bit whole numbers.
pub type NamedTensors = BTreeMap<String, Tensor>;

/// The tensors as bytes; equal tensors give equal bytes.
pub fn to_bytes(tensors: &NamedTensors) -> Vec<u8> {
    let parts: Vec<(&str, Dtype, Vec<usize>, Vec<u8>)> = tensors
        .iter()
        .map(|(name, tensor)| {
            let tensor = tensor.detach().to_device(Device::Cpu).contiguous();
            let dtype = if tensor.kind() == Kind::Int64 { Dtype::I64 } else { Dtype::F32 };
            let mut bytes = vec![0; tensor.numel() * dtype.size()];
            tensor.copy_data_u8(&mut bytes, tensor.numel());
            (name.as_str(), dtype, tensor.size().iter().map(|&n| n as usize).collect(), bytes)
        })
        .collect();
    let views = parts.iter().map(|(name, dtype, shape, bytes)| {
        let view = TensorView::new(*dtype, shape.clone(), bytes);
        (*name, view.expect("invariant: as many bytes as the shape says"))
    });
    serialize(views, &None).expect("invariant: plain tensors can be written")
}

/// The tensors in bytes that [`to_bytes`] or another program wrote.
pub fn from_bytes(bytes: &[u8]) -> Result<NamedTensors, WeightsError> {
    let damaged = |reason: String| WeightsError::Damaged { reason };
    let file = SafeTensors::deserialize(bytes).map_err(|error| damaged(error.to_string()))?;
    file.tensors()
        .into_iter()
        .map(|(name, view)| {
            let kind = match view.dtype() {
                Dtype::F32 => Kind::Float,
                Dtype::I64 => Kind::Int64,
                other => return Err(damaged(format!("`{name}` has numbers of kind {other:?}"))),
            };
            let shape: Vec<i64> = view.shape().iter().map(|&n| n as i64).collect();
            let tensor = Tensor::f_from_data_size(view.data(), &shape, kind);
            Ok((name, tensor.map_err(|error| damaged(error.to_string()))?))
        })
        .collect()
}

/// Copies tensors into those of the same names; nothing is copied unless all names and shapes agree.
pub fn assign(to: &mut NamedTensors, from: &NamedTensors) -> Result<(), WeightsError> {
    if let Some(name) = from.keys().find(|name| !to.contains_key(*name)) {
        return Err(WeightsError::Unexpected { name: name.clone() });
    }
    for (name, tensor) in &*to {
        let source = from.get(name).ok_or_else(|| WeightsError::Missing { name: name.clone() })?;
        if source.size() != tensor.size() || source.kind() != tensor.kind() {
            let shape = |of: &Tensor| of.size().iter().map(|&n| n as usize).collect();
            let (name, expected, found) = (name.clone(), shape(tensor), shape(source));
            return Err(WeightsError::Shape { name, expected, found });
        }
    }
    tch::no_grad(|| to.iter_mut().for_each(|(name, tensor)| tensor.copy_(&from[name])));
    Ok(())
}

/// Has the bytes of a file taken on; an error names the file.
pub fn load_file(
    path: &Path,
    take: impl FnOnce(&[u8]) -> Result<(), WeightsError>,
) -> Result<(), WeightsError> {
    let bytes = fs::read(path).map_err(FileError::new("read", path))?;
    take(&bytes).map_err(|source| WeightsError::File { path: path.to_owned(), source: Box::new(source) })
}

/// Writes a file, whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WeightsError> {
    Ok(write_atomically(path, bytes).map_err(FileError::new("write", path))?)
}
