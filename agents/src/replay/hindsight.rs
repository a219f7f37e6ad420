//! Which goal to pretend: hindsight relabelling (Andrychowicz et al. 2017, section 3.3).

use rand::{Rng, RngExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the pretended goal comes from; names and ranges as in Stable-Baselines3's `HerReplayBuffer`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GoalSelection {
    /// What a later step of the same episode achieved, the step itself included.
    #[default]
    Future,
    /// What the last step of the same episode achieved.
    Final,
    /// What any step of the same episode achieved.
    Episode,
}

impl GoalSelection {
    /// The step, of an episode with `length` steps, whose achieved goal is pretended at step `i`.
    pub fn select<R: Rng + ?Sized>(self, i: usize, length: usize, rng: &mut R) -> usize {
        match self {
            GoalSelection::Future => rng.random_range(i..length),
            GoalSelection::Final => length - 1,
            GoalSelection::Episode => rng.random_range(0..length),
        }
    }
}

/// How much to relabel and how; defaults as in Stable-Baselines3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HindsightSettings {
    /// The number of pretended goals for each real one; 0 replays the real goals only.
    pub n_sampled_goal: u32,
    /// Where the pretended goals come from.
    pub goal_selection_strategy: GoalSelection,
}

impl Default for HindsightSettings {
    fn default() -> Self {
        HindsightSettings { n_sampled_goal: 4, goal_selection_strategy: GoalSelection::Future }
    }
}

impl HindsightSettings {
    /// The share of a batch that is relabelled.
    pub fn her_ratio(&self) -> f64 {
        1.0 - 1.0 / (f64::from(self.n_sampled_goal) + 1.0)
    }

    /// How many of a batch are relabelled: the ratio rounded down, in exact arithmetic.
    pub fn relabelled(&self, batch_size: usize) -> usize {
        let n = u128::from(self.n_sampled_goal);
        (batch_size as u128 * n / (n + 1)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use std::collections::BTreeSet;

    #[test]
    fn each_strategy_covers_exactly_its_range() {
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut seen = |strategy: GoalSelection| {
            (0..500).map(|_| strategy.select(2, 6, &mut rng)).collect::<BTreeSet<_>>()
        };
        assert!(seen(GoalSelection::Future).into_iter().eq(2..6));
        assert!(seen(GoalSelection::Final).into_iter().eq(5..6));
        assert!(seen(GoalSelection::Episode).into_iter().eq(0..6));
    }

    #[test]
    fn four_goals_for_each_real_one_relabel_four_fifths() {
        let settings = HindsightSettings::default();
        assert_eq!(settings.her_ratio(), 0.8);
        assert_eq!((settings.relabelled(256), settings.relabelled(10)), (204, 8));
        let none = HindsightSettings { n_sampled_goal: 0, ..settings };
        assert_eq!((none.her_ratio(), none.relabelled(256)), (0.0, 0));
    }
}
