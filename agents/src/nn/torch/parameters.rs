//! The weights of a network as one long vector, and their gradients as another.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use tch::nn::VarStore;
use tch::{Device, Kind, Tensor};

/// All weights side by side in memory.
///
/// The tensors of the layers are views into the vectors, so that an optimizer or a copy of the network takes a few
/// operations on one tensor rather than a few on each.
#[derive(Debug)]
pub struct Parameters {
    values: Tensor,
    gradient: Tensor,
    tensors: Vec<Tensor>,
    gradient_views: Vec<Tensor>,
    decayed: i64,
}

impl Parameters {
    /// Moves the weights of a store into one vector: matrices and kernels first, then biases and norms.
    pub fn new(store: &VarStore) -> Self {
        let (mut tensors, rest): (Vec<Tensor>, Vec<Tensor>) =
            store.trainable_variables().into_iter().partition(|tensor| tensor.dim() > 1);
        let numbers = |tensors: &[Tensor]| tensors.iter().map(|tensor| tensor.numel() as i64).sum::<i64>();
        let decayed = numbers(&tensors);
        tensors.extend(rest);
        let options = (Kind::Float, store.device());
        let values = Tensor::zeros(numbers(&tensors), options);
        let gradient = Tensor::zeros(numbers(&tensors), options);
        let mut gradient_views = Vec::with_capacity(tensors.len());
        let mut at = 0;
        tch::no_grad(|| {
            for tensor in &mut tensors {
                let length = tensor.numel() as i64;
                let part = |whole: &Tensor| whole.narrow(0, at, length).view(tensor.size().as_slice());
                let mut view = part(&values);
                view.copy_(tensor);
                gradient_views.push(part(&gradient));
                tensor.set_data(&view);
                at += length;
            }
        });
        Parameters { values, gradient, tensors, gradient_views, decayed }
    }

    /// The weights, `[count]`.
    pub fn values(&self) -> &Tensor {
        &self.values
    }

    /// The first weights of the vector, those that weight decay applies to.
    pub fn decayed(&self) -> Tensor {
        self.values.narrow(0, 0, self.decayed)
    }

    /// The number of weights.
    pub fn count(&self) -> usize {
        self.values.numel()
    }

    /// The gradients of the weights, `[count]`, summed up since the last [`Parameters::zero_gradient`].
    pub fn gradient(&self) -> &Tensor {
        for (tensor, view) in self.tensors.iter().zip(&self.gradient_views) {
            let mut gradient = tensor.grad();
            // libtorch makes a tensor for the first gradient; once it is a view, sums go straight into the vector.
            if gradient.defined() && gradient.data_ptr() != view.data_ptr() {
                tch::no_grad(|| view.shallow_clone().copy_(&gradient));
                gradient.set_data(view);
            }
        }
        &self.gradient
    }

    /// Adds the gradients of an equal network, which forgets them.
    ///
    /// # Panics
    /// If the networks differ in size.
    pub fn take_gradient(&mut self, other: &mut Parameters) {
        tch::no_grad(|| {
            self.gradient();
            let _ = self.gradient.g_add_(&other.gradient().to_device(self.gradient.device()));
        });
        other.zero_gradient();
    }

    /// Forgets the gradients.
    pub fn zero_gradient(&mut self) {
        self.gradient();
        let _ = self.gradient.zero_();
    }

    /// Where the numbers of a tensor of the network begin in the vector of all weights.
    ///
    /// # Panics
    /// If it is the tensor of another network.
    pub fn offset(&self, tensor: &Tensor) -> usize {
        let (begin, at) = (self.values.data_ptr() as usize, tensor.data_ptr() as usize);
        let offset = at.checked_sub(begin).map(|bytes| bytes / size_of::<f32>());
        offset.filter(|&offset| offset + tensor.numel() <= self.count()).expect("a tensor of this network")
    }

    /// The weights as plain numbers, which any thread may read.
    pub fn to_vec(&self) -> Vec<f32> {
        let mut numbers = vec![0.0; self.count()];
        self.values.detach().to_device(Device::Cpu).copy_data(&mut numbers, self.count());
        numbers
    }

    /// Takes on the weights of an equal network.
    ///
    /// # Panics
    /// If the networks differ in size.
    pub fn assign(&mut self, numbers: &[f32]) {
        assert_eq!(numbers.len(), self.count(), "weights of an equal network");
        tch::no_grad(|| self.values.copy_(&Tensor::from_slice(numbers)));
    }

    /// Moves the weights towards those of an equal network: `rate` 1 copies them.
    ///
    /// # Panics
    /// If the networks differ in size.
    pub fn blend(&mut self, source: &Parameters, rate: f64) {
        tch::no_grad(|| {
            if rate == 1.0 {
                self.values.copy_(&source.values);
            } else {
                let _ = self.values.lerp_(&source.values, rate);
            }
        });
    }
}
