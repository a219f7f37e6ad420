//! The moves of a state before they are made.

use crate::env::Action;
use crate::evaluate::normalize;

/// A move before it is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub action: Action,
    /// The logarithm of its prior probability.
    pub log_prior: f32,
    /// Its value by the evaluator.
    pub q: f32,
}

/// The moves of a state; each kind of number lies in one piece, so that vector instructions can work on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moves {
    actions: Vec<Action>,
    log_priors: Vec<f32>,
    qs: Vec<f32>,
}

impl Moves {
    /// Adds a move.
    pub fn push(&mut self, candidate: Candidate) {
        self.actions.push(candidate.action);
        self.log_priors.push(candidate.log_prior);
        self.qs.push(candidate.q);
    }

    /// Adds the actions that a policy does not rule out.
    #[inline]
    pub fn extend_legal(&mut self, log_policy: &[f32], qs: &[f32]) {
        // Without a way out, so that the comparison needs no branches.
        let all_are_legal = log_policy.iter().fold(true, |all, log_prior| all & (*log_prior > f32::MIN));
        if all_are_legal && log_policy.len() == qs.len() {
            self.actions.extend((0..log_policy.len() as u32).map(|index| Action(index as u16)));
            self.log_priors.extend_from_slice(log_policy);
            self.qs.extend_from_slice(qs);
            return;
        }
        for (index, (&log_prior, &q)) in log_policy.iter().zip(qs).enumerate() {
            if log_prior > f32::MIN {
                self.push(Candidate { action: Action(index as u16), log_prior, q });
            }
        }
    }

    /// Keeps the moves that `keep` wants.
    pub fn retain(&mut self, mut keep: impl FnMut(Candidate) -> bool) {
        let mut kept = 0;
        for place in 0..self.len() {
            let candidate = self.get(place);
            if keep(candidate) {
                self.actions[kept] = candidate.action;
                self.log_priors[kept] = candidate.log_prior;
                self.qs[kept] = candidate.q;
                kept += 1;
            }
        }
        self.actions.truncate(kept);
        self.log_priors.truncate(kept);
        self.qs.truncate(kept);
    }

    /// Gives all moves other numbers.
    pub fn renumber(&mut self, number: impl Fn(Action) -> Action) {
        self.actions.iter_mut().for_each(|action| *action = number(*action));
    }

    /// Makes the probabilities sum to 1.
    pub fn normalize(&mut self) {
        normalize(&mut self.log_priors);
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.log_priors.clear();
        self.qs.clear();
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The move at a place.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn get(&self, place: usize) -> Candidate {
        Candidate { action: self.actions[place], log_prior: self.log_priors[place], q: self.qs[place] }
    }

    /// All moves in turn.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// The actions.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The logarithms of the prior probabilities.
    pub fn log_priors(&self) -> &[f32] {
        &self.log_priors
    }

    /// The values by the evaluator.
    pub fn qs(&self) -> &[f32] {
        &self.qs
    }

    /// The values by the evaluator, to be changed.
    pub fn qs_mut(&mut self) -> &mut [f32] {
        &mut self.qs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_actions_are_left_out_and_the_rest_shares_all() {
        let mut moves = Moves::default();
        moves.extend_legal(&[0.5_f32.ln(), f32::NEG_INFINITY, 0.25_f32.ln()], &[1.0, 2.0, 3.0]);
        assert_eq!(moves.actions(), [Action(0), Action(2)]);
        assert_eq!(moves.qs(), [1.0, 3.0]);
        moves.normalize();
        assert!((moves.get(1).log_prior.exp() - 1.0 / 3.0).abs() < 1e-6);
        moves.retain(|candidate| candidate.action == Action(2));
        assert_eq!((moves.len(), moves.get(0).q), (1, 3.0));
        moves.extend_legal(&[-0.1, -3.0], &[0.0, 0.0]);
        assert_eq!(moves.actions(), [Action(2), Action(0), Action(1)]);
    }
}
