//! One network for all actors, on a device that many small batches would leave idle.

use std::hash::Hash;
use std::sync::Arc;

use crate::evaluate::{EvaluateError, Evaluations, Evaluator};
use crate::nn::{Encoder, NetworkEvaluator};
use crate::serve::{Client, Server, ServerSettings};
use crate::train::{LatestWeights, TrainedEvaluator};

/// The most questions judged at once.
const BATCH: usize = 1024;
/// Microseconds that the first question waits for those of other actors.
const WAIT: u64 = 500;

/// An actor's connection to the network that it shares with others.
#[derive(Debug)]
pub struct SharedNetwork<S, G>(Client<S, G>);

impl<S, G> SharedNetwork<S, G>
where
    S: Copy + Eq + Hash + Send + Sync + 'static,
    G: Copy + Eq + Hash + Send + Sync + 'static,
{
    /// Starts the thread that owns the network, which ends when all connections are gone.
    pub fn start<E>(
        evaluator: NetworkEvaluator<E>,
        weights: Arc<LatestWeights>,
        actors: usize,
    ) -> Result<Vec<Self>, EvaluateError>
    where
        E: Encoder<State = S, Goal = G> + std::fmt::Debug + Send + 'static,
    {
        // Answers by weights of some updates ago are of no use: none are kept.
        let settings = ServerSettings { batch: BATCH, wait: WAIT, cache: 0 };
        let server = Server::start(vec![Following { evaluator, weights, seen: 0 }], None, settings)?;
        Ok((0..actors).map(|_| SharedNetwork(server.client())).collect())
    }
}

impl<S: Copy + Eq + Hash, G: Copy + Eq + Hash> Evaluator for SharedNetwork<S, G> {
    type State = S;
    type Goal = G;

    fn evaluate(&mut self, pairs: &[(S, G)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        self.0.evaluate(pairs, out)
    }
}

impl<S, G> TrainedEvaluator for SharedNetwork<S, G>
where
    S: Copy + Eq + Hash + Send + Sync,
    G: Copy + Eq + Hash + Send + Sync,
    Self: std::fmt::Debug,
{
    /// The owner takes them on by itself, once for all actors.
    fn load_weights(&mut self, _weights: &[f32]) {}
}

/// A network that takes on the newest weights before it answers.
struct Following<E> {
    evaluator: NetworkEvaluator<E>,
    weights: Arc<LatestWeights>,
    seen: u64,
}

impl<E: Encoder + std::fmt::Debug + Send> Evaluator for Following<E> {
    type State = E::State;
    type Goal = E::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(E::State, E::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        if let Some(weights) = self.weights.since(&mut self.seen) {
            self.evaluator.load_weights(&weights);
        }
        self.evaluator.evaluate(pairs, out)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::nn::{
        Device, EncodingRow, EncodingShape, NetSettings, Network, NetworkPlan, Trunk, ValueRange,
    };

    /// Shows one number.
    #[derive(Clone, Copy, Debug)]
    struct Number;

    impl Encoder for Number {
        type State = u8;
        type Goal = ();

        fn shape(&self) -> EncodingShape {
            EncodingShape { planes: 1, height: 1, width: 1, maps: 1, actions: 2, hints: 0 }
        }

        fn encode(&self, state: &u8, _: &(), row: EncodingRow<'_>) {
            row.planes[0] = f32::from(*state) / 16.0;
            row.legal.fill(true);
        }
    }

    fn network(seed: u64) -> Network {
        let settings = NetSettings {
            trunk: Trunk::Mlp { width: 8, blocks: 1 },
            head_width: 8,
            ..NetSettings::default()
        };
        let plan =
            NetworkPlan { settings, shape: Number.shape(), value_range: ValueRange { low: -1.0, high: 0.0 } };
        Network::new(plan, Device::Cpu, seed).unwrap()
    }

    #[test]
    fn all_actors_get_the_answers_of_the_newest_weights() {
        let pairs: Vec<(u8, ())> = (0..9).map(|number| (number, ())).collect();
        let weights = Arc::new(LatestWeights::default());
        let shared = NetworkEvaluator::new(Number, network(0));
        let mut actors = SharedNetwork::start(shared, weights.clone(), 3).unwrap();
        for seed in [1, 2] {
            let newest = network(seed);
            weights.publish(newest.parameters().to_vec().into());
            let mut expected = Evaluations::default();
            NetworkEvaluator::new(Number, newest).evaluate(&pairs, &mut expected).unwrap();
            thread::scope(|scope| {
                for actor in &mut actors {
                    scope.spawn(|| {
                        let mut found = Evaluations::default();
                        actor.evaluate(&pairs, &mut found).unwrap();
                        // A batch of another size may add up in another order.
                        let differences =
                            expected.q.iter().zip(&found.q).map(|(one, other)| (one - other).abs());
                        assert!(differences.fold(0.0, f32::max) < 1e-5, "{expected:?} {found:?}");
                        assert_eq!(found.q.len(), expected.q.len());
                    });
                }
            });
        }
    }
}
