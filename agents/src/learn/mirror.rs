//! Images of experience under the symmetries of the task: as good as real, and free.

use rand::{Rng, RngExt};

use crate::env::Symmetries;
use crate::replay::Minibatch;

/// Puts an image in the place of each sample, all symmetries being equally probable; so a mirror changes half of them.
pub fn draw_images<S, G, R: Rng + ?Sized>(
    symmetries: &(impl Symmetries<State = S, Goal = G> + ?Sized),
    batch: &mut Minibatch<S, G>,
    rng: &mut R,
) {
    let count = symmetries.count();
    for i in 0..batch.len() {
        // One bit is enough for two, and is what runs that can be repeated have always drawn.
        let number = if count == 2 { rng.random::<bool>().into() } else { rng.random_range(0..count) };
        if number > 0 {
            batch.states[i] = symmetries.image_of_state(number, &batch.states[i]);
            batch.next_states[i] = symmetries.image_of_state(number, &batch.next_states[i]);
            batch.desired_goals[i] = symmetries.image_of_goal(number, &batch.desired_goals[i]);
            batch.actions[i] = symmetries.image_of_action(number, batch.actions[i]);
            for (action, _) in batch.policy_mut(i) {
                *action = symmetries.image_of_action(number, *action);
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
        draw_images(&task, &mut batch, &mut rng);
        let mirrored = batch.actions.iter().filter(|action| **action != RIGHT).count();
        assert!((420..580).contains(&mirrored), "{mirrored}");
        for i in 0..batch.len() {
            assert_eq!(task.walk(batch.states[i], batch.actions[i]), batch.next_states[i]);
            assert_eq!(batch.policy(i), [(batch.actions[i], 1.0)]);
        }
        assert_eq!((batch.rewards, batch.steps_to_goal), (before.rewards, before.steps_to_goal));
    }
}
