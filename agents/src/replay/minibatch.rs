//! A batch drawn from replay, as arrays that are filled again and again.

use std::ops::Range;

use super::TransitionId;
use crate::env::Action;

/// One entry per sample in every array.
#[derive(Clone, Debug, PartialEq)]
pub struct Minibatch<S, G> {
    /// Which transition was drawn.
    pub ids: Vec<TransitionId>,
    /// The state it starts in.
    pub states: Vec<S>,
    /// The action taken there.
    pub actions: Vec<Action>,
    /// The goal, real or pretended.
    pub desired_goals: Vec<G>,
    /// Whether the goal is pretended.
    pub relabelled: Vec<bool>,
    /// Whether a move was shown or advised there, under whichever goal.
    pub advised: Vec<bool>,
    /// The discounted reward of the next steps under the goal.
    pub rewards: Vec<f32>,
    /// The state after them, to bootstrap from.
    pub next_states: Vec<S>,
    /// What to multiply the value of that state by: the discount to the power of the steps, or 0 after an end.
    pub bootstraps: Vec<f32>,
    /// After how many steps from `states` the episode reaches the goal for the first time, if it does.
    pub steps_to_goal: Vec<Option<u32>>,
    /// The probability of success in `states` as far as the episode tells: 1 if it reaches the goal, or how its game
    /// ended for the player who moves there.
    pub success: Vec<Option<f32>>,
    /// The importance weights: 1 for uniform sampling.
    pub weights: Vec<f32>,
    /// The policies of all samples, one after the other, and where each one ends.
    pub(super) policies: Vec<(Action, f32)>,
    pub(super) policy_ends: Vec<usize>,
}

impl<S, G> Default for Minibatch<S, G> {
    fn default() -> Self {
        Minibatch {
            ids: Vec::new(),
            states: Vec::new(),
            actions: Vec::new(),
            desired_goals: Vec::new(),
            relabelled: Vec::new(),
            advised: Vec::new(),
            rewards: Vec::new(),
            next_states: Vec::new(),
            bootstraps: Vec::new(),
            steps_to_goal: Vec::new(),
            success: Vec::new(),
            weights: Vec::new(),
            policies: Vec::new(),
            policy_ends: Vec::new(),
        }
    }
}

impl<S, G> Minibatch<S, G> {
    /// The number of samples.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// What the policy should be in the state of a sample, as far as its episode tells: what a search advised under
    /// the goal, or else equal shares of the moves that lead on to it; empty if the episode does not reach the goal.
    pub fn policy(&self, sample: usize) -> &[(Action, f32)] {
        &self.policies[self.policy_range(sample)]
    }

    /// [`Minibatch::policy`], to be changed.
    pub fn policy_mut(&mut self, sample: usize) -> &mut [(Action, f32)] {
        let range = self.policy_range(sample);
        &mut self.policies[range]
    }

    fn policy_range(&self, sample: usize) -> Range<usize> {
        let start = if sample == 0 { 0 } else { self.policy_ends[sample - 1] };
        start..self.policy_ends[sample]
    }

    /// Forgets the samples and keeps the room.
    pub fn clear(&mut self) {
        self.ids.clear();
        self.states.clear();
        self.actions.clear();
        self.desired_goals.clear();
        self.relabelled.clear();
        self.advised.clear();
        self.rewards.clear();
        self.next_states.clear();
        self.bootstraps.clear();
        self.steps_to_goal.clear();
        self.success.clear();
        self.weights.clear();
        self.policies.clear();
        self.policy_ends.clear();
    }
}
