//! Returns over several steps (Sutton 1988; with off-policy data as in Rainbow, Hessel et al. 2018).

/// The discounted reward of up to n steps, and how to go on from there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NStep {
    /// The sum of `discount^i * reward_i`.
    pub reward: f32,
    /// The number of steps summed, at least 1.
    pub steps: usize,
    /// What to multiply the value of the state after them by: `discount^steps`, or 0 if the task ended there.
    pub bootstrap: f32,
}

/// The return over the given consecutive steps, up to the first that ends the task or is cut.
///
/// A cut (time limit) is not an end: the task would have gone on, so the value of the last state still counts
/// (Pardo et al. 2018, "Time Limits in Reinforcement Learning"). A step that is both is an end.
///
/// # Panics
/// If there are no steps or the slices differ in length.
pub fn n_step_return(rewards: &[f32], terminated: &[bool], truncated: &[bool], discount: f32) -> NStep {
    assert!(!rewards.is_empty(), "a return needs at least one step");
    assert!(
        rewards.len() == terminated.len() && rewards.len() == truncated.len(),
        "one of each for every step"
    );
    let mut sum = NStep { reward: 0.0, steps: 0, bootstrap: 1.0 };
    for i in 0..rewards.len() {
        sum.reward += sum.bootstrap * rewards[i];
        sum.bootstrap *= discount;
        sum.steps += 1;
        if terminated[i] {
            sum.bootstrap = 0.0;
        }
        if terminated[i] || truncated[i] {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_return_equals_the_naive_sum(
            steps in proptest::collection::vec((-1.0f32..1.0, 0u8..8), 1..10),
            discount in 0.0f32..=1.0,
        ) {
            let rewards: Vec<f32> = steps.iter().map(|step| step.0).collect();
            let terminated: Vec<bool> = steps.iter().map(|step| step.1 & 6 == 6).collect();
            let truncated: Vec<bool> = steps.iter().map(|step| step.1 & 5 == 5).collect();
            let last = (0..steps.len()).find(|&i| terminated[i] || truncated[i]).unwrap_or(steps.len() - 1);
            let naive: f64 = (0..=last).map(|i| f64::from(discount).powi(i as i32) * f64::from(rewards[i])).sum();
            let found = n_step_return(&rewards, &terminated, &truncated, discount);
            prop_assert_eq!(found.steps, last + 1);
            prop_assert!((f64::from(found.reward) - naive).abs() < 1e-5);
            let bootstrap = if terminated[last] { 0.0 } else { f64::from(discount).powi(last as i32 + 1) };
            prop_assert!((f64::from(found.bootstrap) - bootstrap).abs() < 1e-5);
        }
    }

    #[test]
    fn a_cut_bootstraps_and_an_end_does_not() {
        let cut = n_step_return(&[-1.0, -1.0, -1.0], &[false; 3], &[false, true, false], 0.5);
        assert_eq!(cut, NStep { reward: -1.5, steps: 2, bootstrap: 0.25 });
        let end = n_step_return(&[-1.0, 0.0, -1.0], &[false, true, false], &[false, true, false], 0.5);
        assert_eq!(end, NStep { reward: -1.0, steps: 2, bootstrap: 0.0 });
    }
}
