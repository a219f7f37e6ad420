//! Mirrored experience: as good as real, and free.

use rand::{Rng, RngExt};

use crate::env::Symmetry;
use crate::replay::Minibatch;

/// Mirrors each sample with probability 1/2.
pub fn mirror_half<S, G, R: Rng + ?Sized>(
    symmetry: &(impl Symmetry<State = S, Goal = G> + ?Sized),
    batch: &mut Minibatch<S, G>,
    rng: &mut R,
) {
    for i in 0..batch.len() {
        if rng.random::<bool>() {
            batch.states[i] = symmetry.mirror_state(&batch.states[i]);
            batch.next_states[i] = symmetry.mirror_state(&batch.next_states[i]);
            batch.desired_goals[i] = symmetry.mirror_goal(&batch.desired_goals[i]);
            batch.actions[i] = symmetry.mirror_action(batch.actions[i]);
            for (action, _) in batch.policy_mut(i) {
                *action = symmetry.mirror_action(*action);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::replay::{ReplayBuffer, ReplaySettings};
    use crate::toy::corridor::{CorridorTask, RIGHT};

    #[test]
    fn about_half_is_mirrored_and_all_of_it_stays_true() {
        let task = CorridorTask { length: 5, max_steps: 9 };
        let mut replay =
            ReplayBuffer::new(ReplaySettings { capacity: 10, ..ReplaySettings::default() }).unwrap();
        replay.push_episode(&[0, 1, 2, 3, 4], &[RIGHT; 4], 4).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut batch = Minibatch::default();
        replay.sample(&task, 1000, &mut rng, &mut batch).unwrap();
        let before = batch.clone();
        mirror_half(&task, &mut batch, &mut rng);
        let mirrored = batch.actions.iter().filter(|action| **action != RIGHT).count();
        assert!((420..580).contains(&mirrored), "{mirrored}");
        for i in 0..batch.len() {
            assert_eq!(task.walk(batch.states[i], batch.actions[i]), batch.next_states[i]);
            assert_eq!(batch.policy(i), [(batch.actions[i], 1.0)]);
        }
        assert_eq!((batch.rewards, batch.steps_to_goal), (before.rewards, before.steps_to_goal));
    }
}
