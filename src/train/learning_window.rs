//! The learner's numbers between two records, averaged.

use tetreach_agents::dqn::DqnMetrics;

use crate::record::{Tag, tags};

/// Sums since the last record.
#[derive(Clone, Debug, Default)]
pub struct LearningWindow {
    updates: u32,
    sums: [f64; 9],
    learning_rate: f64,
    network_seconds: f64,
    learner_seconds: f64,
    since: Option<(f64, u64)>,
}

impl LearningWindow {
    /// Takes note of an update, the seconds inside the network and those of the whole update.
    pub fn add(&mut self, metrics: &DqnMetrics, network_seconds: f64, learner_seconds: f64) {
        let numbers = [
            metrics.loss,
            metrics.td_loss,
            metrics.q_values,
            metrics.policy_loss,
            metrics.entropy,
            metrics.distance_loss,
            metrics.reachable_loss,
            metrics.grad_norm,
            metrics.policy_accuracy,
        ];
        self.sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += f64::from(number));
        self.learning_rate = f64::from(metrics.learning_rate);
        self.updates += 1;
        self.network_seconds += network_seconds;
        self.learner_seconds += learner_seconds;
    }

    /// The means, and the speeds since the last record; the sums start anew.
    pub fn take(&mut self, seconds: f64, environment_steps: u64) -> Vec<(Tag, f64)> {
        let updates = f64::from(self.updates.max(1));
        let names = [
            tags::TOTAL_LOSS,
            tags::TD_LOSS,
            tags::Q_VALUES,
            tags::POLICY_LOSS,
            tags::ENTROPY,
            tags::DISTANCE_LOSS,
            tags::REACHABILITY_LOSS,
            tags::GRADIENT_NORM,
            tags::POLICY_ACCURACY,
        ];
        let mut scalars: Vec<(Tag, f64)> =
            names.into_iter().zip(self.sums).map(|(tag, sum)| (tag, sum / updates)).collect();
        scalars.push((tags::LEARNING_RATE, self.learning_rate));
        if self.learner_seconds > 0.0 {
            scalars.push((tags::LEARNER_IN_NETWORK, self.network_seconds / self.learner_seconds));
        }
        if let Some((then, steps)) = self.since.filter(|(then, _)| seconds > *then) {
            let passed = seconds - then;
            scalars.push((tags::UPDATES_PER_SECOND, f64::from(self.updates) / passed));
            let played = environment_steps.saturating_sub(steps);
            scalars.push((tags::STEPS_PER_SECOND, played as f64 / passed));
        }
        *self = LearningWindow { since: Some((seconds, environment_steps)), ..LearningWindow::default() };
        scalars
    }
}
