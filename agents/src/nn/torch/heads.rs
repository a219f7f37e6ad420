//! The heads: policy, action values, distance and success.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use tch::{Kind, Tensor};

use super::Input;
use super::layers::{Builder, CLOSING, Conv, HEAD, LinearLayer, RELU};
use super::per_action::PerAction;
use super::trunk::{TrunkNet, TrunkOutput};
use crate::nn::{NetworkPlan, Trunk, ValueRange};

/// The logit and the value of illegal actions: finite, so that no row becomes "not a number", and never the best.
pub const ILLEGAL: f64 = -1e9;

/// What a network answers.
#[derive(Debug)]
pub struct Outputs {
    /// The logits of the policy, `[batch, actions]`, [`ILLEGAL`] for illegal actions.
    pub policy: Tensor,
    /// The value of each action, `[batch, actions]`, [`ILLEGAL`] for illegal actions.
    pub q: Tensor,
    /// With several atoms: the logits of each action's value distribution, `[batch, atoms, actions]`.
    pub q_logits: Option<Tensor>,
    /// The logits of the number of steps to the goal, `[batch, max_distance + 1]`.
    pub distance: Tensor,
    /// The logit of success, `[batch]`: that the goal can be reached, or that who moves wins the game.
    pub success: Tensor,
}

impl Outputs {
    /// The expected number of steps to the goal, `[batch]`.
    pub fn expected_distance(&self) -> Tensor {
        let steps = Tensor::arange(self.distance.size()[1], (Kind::Float, self.distance.device()));
        self.distance.softmax(1, Kind::Float).matmul(&steps)
    }
}

/// The weights of the heads.
#[derive(Debug)]
pub(super) struct Heads {
    actions: ActionHead,
    trust: Option<Trust>,
    hidden: LinearLayer,
    value: LinearLayer,
    distance: LinearLayer,
    success: LinearLayer,
    atoms: i64,
    support: Tensor,
}

/// Policy and advantages: one number for the policy and one for each atom, an action.
#[derive(Debug)]
enum ActionHead {
    /// Maps over the cells, read where each action lands.
    Maps(Conv),
    Dense(LinearLayer),
    /// From what is told of each action by itself.
    PerAction(PerAction),
}

/// How much each hint adds to the policy and to each atom, which depends on the state: a detour that counting shows is
/// a mistake where the goal is near, and the only way where it is not. It starts at nothing.
#[derive(Debug)]
struct Trust {
    weights: LinearLayer,
    hints: i64,
}

impl Heads {
    pub fn new(mut builder: Builder<'_>, plan: &NetworkPlan) -> Self {
        let NetworkPlan { settings, shape, value_range } = plan;
        let outputs = 1 + settings.q_atoms;
        let pooled = TrunkNet::pooled_size(settings.trunk);
        let head_width = settings.head_width;
        let device = builder.path.device();
        Heads {
            actions: match settings.trunk {
                Trunk::Conv { channels, .. } => {
                    ActionHead::Maps(Conv::new(builder.sub("maps"), channels, outputs * shape.maps, 1, HEAD))
                }
                Trunk::Mlp { width, .. } => ActionHead::Dense(LinearLayer::new(
                    builder.sub("actions"),
                    width,
                    outputs * shape.actions,
                    HEAD,
                )),
                Trunk::PerAction { width, layers } => ActionHead::PerAction(PerAction::new(
                    builder.sub("each"),
                    shape.hints,
                    width,
                    layers,
                    outputs,
                )),
            },
            hidden: LinearLayer::new(builder.sub("hidden"), pooled, head_width, RELU),
            trust: settings.trunk.trusts_hints(shape).then(|| Trust {
                weights: LinearLayer::new(builder.sub("trust"), head_width, outputs * shape.hints, CLOSING),
                hints: shape.hints as i64,
            }),
            value: LinearLayer::new(builder.sub("value"), head_width, settings.q_atoms, HEAD),
            distance: LinearLayer::new(builder.sub("distance"), head_width, settings.max_distance + 1, HEAD),
            // In files it has the name of what it first stood for, so that old weights stay good.
            success: LinearLayer::new(builder.sub("reachable"), head_width, 1, HEAD),
            atoms: settings.q_atoms as i64,
            support: support(*value_range, settings.q_atoms).to_device(device),
        }
    }

    pub fn forward(&self, features: &TrunkOutput, input: &Input) -> Outputs {
        let illegal = input.legal.logical_not();
        // [batch, 1 + atoms, actions]
        let hidden = self.hidden.forward(&features.pooled).relu();
        let mut actions = self.actions.forward(features, input, 1 + self.atoms);
        if let Some(trust) = &self.trust {
            let weights = trust.weights.forward(&hidden).view([-1, 1 + self.atoms, trust.hints]);
            actions += weights.matmul(&input.hints);
        }
        let policy = actions.select(1, 0).masked_fill(&illegal, ILLEGAL);
        let values = self.value.forward(&hidden).unsqueeze(2);
        let advantages = actions.narrow(1, 1, self.atoms);
        let logits = match &self.actions {
            ActionHead::PerAction(_) => values + advantages,
            _ => values + centred(&advantages, &input.legal),
        };
        let (q, q_logits) =
            if self.atoms == 1 {
                (logits.squeeze_dim(1), None)
            } else {
                let expected = (logits.softmax(1, Kind::Float) * self.support.view([1, -1, 1]))
                    .sum_dim_intlist(1i64, false, Kind::Float);
                (expected, Some(logits))
            };
        Outputs {
            policy,
            q: q.masked_fill(&illegal, ILLEGAL),
            q_logits,
            distance: self.distance.forward(&hidden),
            success: self.success.forward(&hidden).squeeze_dim(1),
        }
    }

    /// The values that the atoms stand for, `[atoms]`.
    pub fn support(&self) -> &Tensor {
        &self.support
    }
}

impl ActionHead {
    /// `[batch, outputs, actions]`.
    fn forward(&self, features: &TrunkOutput, input: &Input, outputs: i64) -> Tensor {
        match self {
            ActionHead::Maps(conv) => {
                let cells = features.cells.as_ref().expect("invariant: a convolution keeps its cells");
                let (batch, actions) = (input.landing.size()[0], input.landing.size()[1]);
                // Numbered output, map, row, column: within one output that is how landings are numbered.
                let maps = conv.forward(cells).reshape([batch, outputs, -1]);
                let landing = input.landing.unsqueeze(1).expand([batch, outputs, actions], false);
                maps.gather(2, &landing, false)
            }
            ActionHead::Dense(linear) => {
                linear.forward(&features.pooled).view([input.legal.size()[0], outputs, -1])
            }
            ActionHead::PerAction(each) => each.forward(input, outputs),
        }
    }
}

/// Advantages minus their mean over the legal actions, so that they and the state's value are told apart
/// (Wang et al. 2016, "Dueling Network Architectures", equation 9).
fn centred(advantages: &Tensor, legal: &Tensor) -> Tensor {
    let legal = legal.unsqueeze(1).to_kind(Kind::Float);
    let count = legal.sum_dim_intlist(2i64, true, Kind::Float).clamp_min(1.0);
    let mean = (advantages * legal).sum_dim_intlist(2i64, true, Kind::Float) / count;
    advantages - mean
}

/// Evenly spaced values over the range.
fn support(range: ValueRange, atoms: usize) -> Tensor {
    Tensor::linspace(
        f64::from(range.low),
        f64::from(range.high),
        atoms as i64,
        (Kind::Float, tch::Device::Cpu),
    )
}
