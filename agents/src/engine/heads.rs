//! The heads: policy, action values, distance and success.

use super::background::Background;
use super::dense::Dense;
use super::lanes::{Vector, padded, vectors};
use super::per_action::PerActionWeights;
use super::trunk::Scratch;
use super::weights::Tensors;
use crate::nn::{EncodingShape, NetworkPlan, Trunk, WeightsError};

/// The weights of the heads.
#[derive(Debug)]
pub struct EngineHeads {
    actions: ActionHead,
    trust: Option<Dense>,
    hidden: Dense,
    value: Dense,
    distance: Dense,
    success: Dense,
    atoms: usize,
    /// The values that the atoms stand for.
    support: Vec<f32>,
}

/// Policy and advantages: one number for the policy and one for each atom, per action.
#[derive(Debug)]
enum ActionHead {
    /// Read at the cell where each action lands: weights `[outputs, maps, padded channels]`.
    Maps { weight: Vec<f32>, bias: Vec<f32>, maps: usize, channels: usize },
    /// For all actions at once.
    Dense(Dense),
    /// From what is told of each action by itself.
    PerAction(PerActionWeights),
}

/// One encoded pair.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// `[planes, height, width]`.
    pub planes: &'a [f32],
    /// Where each action is read from.
    pub landing: &'a [i64],
    /// Which actions are legal.
    pub legal: &'a [bool],
    /// `[hints, actions]`.
    pub hints: &'a [f32],
}

/// What the heads say of one pair.
#[derive(Debug, Default)]
pub struct Answer {
    /// `[1 + atoms, actions]`: logits of the policy, then of each atom; of illegal actions they mean nothing.
    actions: Vec<f32>,
    hidden: Vec<f32>,
    numbers: Vec<f32>,
    told: Vec<f32>,
    /// The logarithm of each action's probability, minus infinity for illegal ones.
    pub log_policy: Vec<f32>,
    /// The value of each action, minus infinity for illegal ones.
    pub q: Vec<f32>,
    /// The expected number of steps to the goal.
    pub distance: f32,
    /// The probability of success.
    pub success: f32,
}

impl EngineHeads {
    /// Takes the heads from a file.
    pub fn take(tensors: &mut Tensors, plan: &NetworkPlan) -> Result<Self, WeightsError> {
        let NetworkPlan { settings, shape, value_range } = plan;
        let (outputs, hidden) = (1 + settings.q_atoms, settings.head_width);
        let (pooled, actions) = match settings.trunk {
            Trunk::Conv { channels, .. } => {
                let rows = outputs * shape.maps;
                let narrow = tensors.take("heads.maps.weight", &[rows, channels, 1, 1])?;
                let mut weight = vec![0.0; rows * padded(channels)];
                for (from, to) in narrow.chunks_exact(channels).zip(weight.chunks_exact_mut(padded(channels)))
                {
                    to[..channels].copy_from_slice(from);
                }
                let bias = tensors.take("heads.maps.bias", &[rows])?;
                (
                    2 * channels,
                    ActionHead::Maps { weight, bias, maps: shape.maps, channels: padded(channels) },
                )
            }
            Trunk::Mlp { width, .. } => {
                let dense = Dense::take(tensors, "heads.actions", width, outputs * shape.actions)?;
                (width, ActionHead::Dense(dense))
            }
            Trunk::PerAction { width, layers } => {
                let each =
                    PerActionWeights::take(tensors, "heads.each", shape.hints, width, layers, outputs)?;
                (1, ActionHead::PerAction(each))
            }
        };
        let span = value_range.high - value_range.low;
        let step = span / (settings.q_atoms.max(2) - 1) as f32;
        let trust = settings.trunk.trusts_hints(shape);
        let trust = trust.then(|| Dense::take(tensors, "heads.trust", hidden, outputs * shape.hints));
        Ok(EngineHeads {
            actions,
            trust: trust.transpose()?,
            hidden: Dense::take(tensors, "heads.hidden", pooled, hidden)?,
            value: Dense::take(tensors, "heads.value", hidden, settings.q_atoms)?,
            distance: Dense::take(tensors, "heads.distance", hidden, settings.max_distance + 1)?,
            success: Dense::take(tensors, "heads.reachable", hidden, 1)?,
            atoms: settings.q_atoms,
            support: (0..settings.q_atoms).map(|atom| value_range.low + step * atom as f32).collect(),
        })
    }

    /// Answers one pair from what the trunk made of it.
    #[inline(always)]
    pub fn forward<V: Vector>(
        &self,
        row: Row<'_>,
        shape: EncodingShape,
        background: Option<&Background>,
        scratch: &Scratch,
        answer: &mut Answer,
    ) {
        let (outputs, count) = (1 + self.atoms, shape.actions);
        let Answer { actions, hidden, numbers, told, log_policy, q, distance, success } = answer;
        self.hidden.forward::<V>(&scratch.pooled, hidden);
        hidden.truncate(self.hidden.outputs());
        hidden.iter_mut().for_each(|number| *number = number.max(0.0));
        match &self.actions {
            ActionHead::Dense(dense) => {
                dense.forward::<V>(&scratch.pooled, actions);
                actions.truncate(outputs * count);
            }
            ActionHead::PerAction(each) => each.forward::<V>(row, outputs, [told, numbers], actions),
            ActionHead::Maps { weight, bias, maps, channels } => {
                actions.clear();
                actions.resize(outputs * count, 0.0);
                let legal = row.legal.iter().zip(row.landing).enumerate().filter(|(_, (legal, _))| **legal);
                for (action, (_, &landing)) in legal {
                    let (map, cell) = (landing as usize / shape.cells(), landing as usize % shape.cells());
                    let cells = match background {
                        Some(background) if cell >= scratch.rows * shape.width => &background.cells,
                        _ => &scratch.cells,
                    };
                    let cell = &cells[cell * channels..][..*channels];
                    for output in 0..outputs {
                        let line = output * maps + map;
                        actions[output * count + action] =
                            bias[line] + dot::<V>(cell, &weight[line * channels..][..*channels]);
                    }
                }
            }
        }
        if let Some(trust) = &self.trust {
            trust.forward::<V>(hidden, numbers);
            for (output, actions) in actions.chunks_exact_mut(count).enumerate() {
                for (hint, told) in row.hints.chunks_exact(count).enumerate() {
                    let weight = numbers[output * shape.hints + hint];
                    actions.iter_mut().zip(told).for_each(|(action, told)| *action += weight * told);
                }
            }
        }
        write_log_policy(&actions[..count], row.legal, log_policy);
        self.value.forward::<V>(hidden, numbers);
        self.write_values(&mut actions[count..], &numbers[..self.atoms], row.legal, q);
        self.distance.forward::<V>(hidden, numbers);
        *distance = expectation(&mut numbers[..self.distance.outputs()], |class| class as f32);
        self.success.forward::<V>(hidden, numbers);
        *success = 1.0 / (1.0 + (-numbers[0]).exp());
    }

    /// The values of all actions from the state's value and the advantages, `[atoms, actions]`, less their mean over
    /// the legal actions (Wang et al. 2016, "Dueling Network Architectures", equation 9).
    #[inline(always)]
    fn write_values(&self, advantages: &mut [f32], values: &[f32], legal: &[bool], q: &mut Vec<f32>) {
        let count = legal.len();
        let choices = legal.iter().filter(|legal| **legal).count().max(1) as f32;
        for (advantages, value) in advantages.chunks_exact_mut(count).zip(values) {
            let sum: f32 =
                advantages.iter().zip(legal).filter(|(_, legal)| **legal).map(|(number, _)| number).sum();
            // What is judged by itself is no advantage over others.
            let mean = if matches!(self.actions, ActionHead::PerAction(_)) { 0.0 } else { sum / choices };
            let shift = value - mean;
            advantages.iter_mut().for_each(|number| *number += shift);
        }
        q.clear();
        q.extend(legal.iter().enumerate().map(|(action, &legal)| {
            if !legal {
                return f32::NEG_INFINITY;
            }
            if self.atoms == 1 {
                return advantages[action];
            }
            let mut logits: Vec<f32> =
                (0..self.atoms).map(|atom| advantages[atom * count + action]).collect();
            expectation(&mut logits, |atom| self.support[atom])
        }));
    }
}

#[inline(always)]
fn dot<V: Vector>(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = V::splat(0.0);
    for (one, other) in vectors(one).iter().zip(vectors(other)) {
        sums = V::load(one).times_plus(V::load(other), sums);
    }
    sums.total()
}

/// The logarithms of the softmax over the legal actions.
#[inline(always)]
fn write_log_policy(logits: &[f32], legal: &[bool], out: &mut Vec<f32>) {
    let legal_logits = || logits.iter().zip(legal).filter(|(_, legal)| **legal).map(|(logit, _)| *logit);
    let peak = legal_logits().fold(f32::NEG_INFINITY, f32::max);
    let shift = peak + legal_logits().map(|logit| (logit - peak).exp()).sum::<f32>().ln();
    out.clear();
    out.extend(
        logits.iter().zip(legal).map(|(logit, &legal)| if legal { logit - shift } else { f32::NEG_INFINITY }),
    );
}

/// The mean of `value(class)` under the softmax of the logits, which are used up.
#[inline(always)]
fn expectation(logits: &mut [f32], value: impl Fn(usize) -> f32) -> f32 {
    let peak = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - peak).exp());
    let total: f32 = logits.iter().sum();
    logits.iter().enumerate().map(|(class, share)| share * value(class)).sum::<f32>() / total
}
