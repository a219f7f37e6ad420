//! Adam (Kingma and Ba 2015) over one vector of numbers.

/// The moments of the gradients so far.
#[derive(Clone, Debug)]
pub(super) struct AdamMoments {
    rate: f32,
    step: i32,
    mean: Vec<f32>,
    square: Vec<f32>,
}

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl AdamMoments {
    /// Nothing seen yet.
    pub fn new(parameters: usize, rate: f32) -> Self {
        Self { rate, step: 0, mean: vec![0.0; parameters], square: vec![0.0; parameters] }
    }

    /// Moves the parameters against the gradient.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32]) {
        self.step += 1;
        let rate = self.rate * (1.0 - BETA_2.powi(self.step)).sqrt() / (1.0 - BETA_1.powi(self.step));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((value, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * slope;
            *square = BETA_2 * *square + (1.0 - BETA_2) * slope * slope;
            *value -= rate * *mean / (square.sqrt() + EPSILON);
        }
    }
}
