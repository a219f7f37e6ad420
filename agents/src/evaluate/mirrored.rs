//! A second look in the mirror.

use super::normalize;
use crate::env::{Action, Symmetry};
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};

/// Judges every pair twice, as it is and mirrored, and takes the mean of both opinions.
///
/// A network that learned from mirrored samples too says nearly the same of both; where it does not, one of the two
/// errs, and a move that both find good is the safer one. Probabilities are multiplied, everything else is averaged.
#[derive(Clone, Debug)]
pub struct MirroredEvaluator<V, Y> {
    evaluator: V,
    symmetry: Y,
    mirrored: Evaluations,
}

impl<V, Y> MirroredEvaluator<V, Y> {
    /// Asks an evaluator twice.
    pub fn new(evaluator: V, symmetry: Y) -> Self {
        MirroredEvaluator { evaluator, symmetry, mirrored: Evaluations::default() }
    }
}

impl<V, Y> Evaluator for MirroredEvaluator<V, Y>
where
    V: Evaluator,
    Y: Symmetry<State = V::State, Goal = V::Goal>,
{
    type State = V::State;
    type Goal = V::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(V::State, V::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        let images: Vec<_> = pairs
            .iter()
            .map(|(state, goal)| (self.symmetry.mirror_state(state), self.symmetry.mirror_goal(goal)))
            .collect();
        self.evaluator.evaluate(pairs, out)?;
        self.evaluator.evaluate(&images, &mut self.mirrored)?;
        let actions = out.actions;
        for pair in 0..out.len() {
            let row = pair * actions..(pair + 1) * actions;
            for action in 0..actions {
                let image = self.symmetry.mirror_action(Action(action as u16)).index();
                let here = row.start + action;
                out.log_policy[here] = mean(out.log_policy[here], self.mirrored.log_policy(pair)[image]);
                out.q[here] = mean(out.q[here], self.mirrored.q(pair)[image]);
            }
            normalize(&mut out.log_policy[row]);
            out.success[pair] = mean(out.success[pair], self.mirrored.success[pair]);
        }
        for (distance, mirrored) in out.distance.iter_mut().zip(&self.mirrored.distance) {
            *distance = mean(*distance, *mirrored);
        }
        Ok(())
    }
}

fn mean(one: f32, other: f32) -> f32 {
    0.5 * (one + other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::HashEvaluator;
    use crate::toy::corridor::{CorridorTask, LEFT, RIGHT};

    const TASK: CorridorTask = CorridorTask { length: 9, max_steps: 9 };

    #[test]
    fn opinions_are_the_same_in_the_mirror_and_sum_to_one() {
        let hash = HashEvaluator { task: TASK, seed: 3 };
        let mut twice = MirroredEvaluator::new(hash.clone(), TASK);
        let (mut once, mut here, mut there) =
            (Evaluations::default(), Evaluations::default(), Evaluations::default());
        let mut differ = 0;
        for place in 0..9 {
            let (pair, image) = ((place, 2), (8 - place, 6));
            twice.evaluate(&[pair, (4, 1)], &mut here).unwrap();
            twice.evaluate(&[(4, 7), image], &mut there).unwrap();
            { hash.clone() }.evaluate(&[pair], &mut once).unwrap();
            for (left, right) in [(LEFT, RIGHT), (RIGHT, LEFT)] {
                assert_eq!(here.log_policy(0)[left.index()], there.log_policy(1)[right.index()]);
                assert_eq!(here.q(0)[left.index()], there.q(1)[right.index()]);
            }
            assert_eq!((here.distance[0], here.success[0]), (there.distance[1], there.success[1]));
            let total: f32 = here.log_policy(0).iter().map(|log| log.exp()).sum();
            assert!((total - 1.0).abs() < 1e-5);
            differ += usize::from(here.log_policy(0) != once.log_policy(0));
        }
        assert!(differ > 4, "the fake has no idea of mirrors, so that a second look changes its mind");
    }
}
