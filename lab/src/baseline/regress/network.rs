//! How the networks learn: minibatches, Adam, squared error with weight decay, as scikit-learn's MLPRegressor does.

use std::ops::Range;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::adam::AdamMoments;
use super::cells::CellTable;

/// Samples in a minibatch.
const BATCH: usize = 200;
/// Adam's learning rate.
const RATE: f32 = 0.001;
/// The weight of the squared weights in the loss.
const DECAY: f32 = 1e-4;
/// Training ends when the loss falls by less than this ...
const TOLERANCE: f64 = 1e-4;
/// ... for this many epochs in a row.
const IDLE_EPOCHS: u32 = 10;

/// A network whose parameters are one vector of numbers.
pub(super) trait VectorNetwork {
    /// What a pass keeps for the way back, and room to work in.
    type Room;

    /// The layers: where their weights and then their constants lie, and how many inputs and outputs a unit sees.
    fn layers(&self) -> Vec<Layer>;

    /// Room for one pass.
    fn room(&self) -> Self::Room;

    /// The guess for a board given by its filled cells.
    fn forward(&self, parameters: &[f32], cells: &[u16], room: &mut Self::Room) -> f32;

    /// Adds `slope` times the guess's gradient; `room` is what the last pass left.
    fn backward(
        &self,
        parameters: &[f32],
        cells: &[u16],
        slope: f32,
        room: &mut Self::Room,
        gradient: &mut [f32],
    );
}

/// Where a layer's parameters lie.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub weights: Range<usize>,
    pub constants: Range<usize>,
    pub inputs: usize,
    pub outputs: usize,
}

impl Layer {
    /// Layers of these sizes (inputs and outputs of a unit, weights, constants) one after the other.
    pub fn chain<const N: usize>(sizes: [(usize, usize, usize, usize); N]) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::new();
        for (inputs, outputs, weights, constants) in sizes {
            let from = layers.last().map_or(0, |layer| layer.constants.end);
            let (weights, constants) = (from..from + weights, from + weights..from + weights + constants);
            layers.push(Layer { weights, constants, inputs, outputs });
        }
        layers
    }
}

/// How long and from which seed a network learns.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitOptions {
    pub epochs: u32,
    pub seed: u64,
}

/// Learned parameters and the loss of the last epoch.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    pub parameters: Vec<f32>,
    pub loss: f64,
    pub epochs: u32,
}

/// Trains a network; `watch` hears how many epochs are done and may stop it.
pub(super) fn fit<N: VectorNetwork>(
    network: &N,
    table: &CellTable,
    options: FitOptions,
    mut watch: impl FnMut(u64, u64) -> bool,
) -> Option<Fitted> {
    let mut random = Pcg64Mcg::seed_from_u64(options.seed);
    let layers = network.layers();
    let mut parameters = start(&layers, &mut random);
    let mut adam = AdamMoments::new(parameters.len(), RATE);
    let (mut gradient, mut room) = (vec![0.0_f32; parameters.len()], network.room());
    let mut order: Vec<usize> = (0..table.len()).collect();
    let (mut best, mut idle, mut loss, mut epoch) = (f64::INFINITY, 0, 0.0, 0);
    while epoch < options.epochs && idle < IDLE_EPOCHS && !order.is_empty() {
        if !watch(u64::from(epoch), u64::from(options.epochs)) {
            return None;
        }
        order.shuffle(&mut random);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            let share = 1.0 / batch.len() as f32;
            for &index in batch {
                let cells = table.cells(index);
                let error = network.forward(&parameters, cells, &mut room) - table.labels[index];
                sum += f64::from(error * error) / 2.0;
                network.backward(&parameters, cells, error * share, &mut room, &mut gradient);
            }
            for layer in &layers {
                for index in layer.weights.clone() {
                    gradient[index] += DECAY * share * parameters[index];
                }
            }
            adam.step(&mut parameters, &gradient);
        }
        loss = sum / table.len() as f64;
        idle = if loss > best - TOLERANCE { idle + 1 } else { 0 };
        best = best.min(loss);
        epoch += 1;
    }
    Some(Fitted { parameters, loss, epochs: epoch })
}

/// Weights and constants drawn evenly from +-sqrt(6 / (inputs + outputs)) (Glorot and Bengio 2010).
fn start(layers: &[Layer], random: &mut Pcg64Mcg) -> Vec<f32> {
    let mut parameters = Vec::new();
    for layer in layers {
        let bound = (6.0 / (layer.inputs + layer.outputs) as f32).sqrt();
        for _ in layer.weights.start..layer.constants.end {
            parameters.push(random.random_range(-bound..bound));
        }
    }
    parameters
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Compares the gradient with differences of the guess.
    pub fn check_gradient<N: VectorNetwork>(network: &N, cells: &[u16]) {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        let mut parameters = start(&network.layers(), &mut random);
        let (mut room, mut gradient) = (network.room(), vec![0.0; parameters.len()]);
        network.forward(&parameters, cells, &mut room);
        network.backward(&parameters, cells, 1.0, &mut room, &mut gradient);
        let mut checked = 0;
        for index in 0..parameters.len() {
            // Every parameter that matters, and a few that do not.
            if gradient[index] == 0.0 && index % 97 != 0 {
                continue;
            }
            let (kept, by) = (parameters[index], 1e-2);
            parameters[index] = kept + by;
            let above = network.forward(&parameters, cells, &mut room);
            parameters[index] = kept - by;
            let below = network.forward(&parameters, cells, &mut room);
            parameters[index] = kept;
            let slope = (above - below) / (2.0 * by);
            let error = (slope - gradient[index]).abs();
            // A unit that switches on or off within the step makes a kink, so a few may differ.
            checked += u32::from(error < 2e-2 * slope.abs().max(0.1));
        }
        let wanted = gradient.iter().filter(|slope| **slope != 0.0).count() as u32;
        assert!(checked * 100 >= wanted * 97, "{checked} of {wanted} slopes agree");
        assert!(wanted > 20);
    }
}
