//! What action values can come to.

use tetreach_agents::nn::ValueRange;

use crate::reach::{ReachSettings, RewardKind};

/// The range of returns that the rewards, the discount and the step limit allow.
pub fn value_range(settings: &ReachSettings) -> ValueRange {
    let cells = f32::from(settings.size.width()) * f32::from(settings.size.height());
    let longest = settings.limit.steps((cells / 4.0) as u32) as f32;
    let horizon = settings.reward.discounted_steps(longest);
    let (low, high) = match settings.reward.kind {
        RewardKind::Sparse => (-horizon, 0.0),
        RewardKind::Success => (0.0, 1.0),
        // Shaping adds minus the potential of the first board and nothing else; it is at most a quarter of the cells.
        RewardKind::Potential => (-horizon, cells / 4.0),
        RewardKind::CellMatch => (-cells * horizon, cells * horizon),
    };
    ValueRange { low: low + settings.reward.dead_end, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::Reward;

    #[test]
    fn the_range_is_that_of_the_rewards() {
        let of = |kind, gamma, dead_end| {
            let settings = ReachSettings { reward: Reward { kind, gamma, dead_end }, ..Default::default() };
            let range = value_range(&settings);
            (range.low.round(), range.high)
        };
        assert_eq!(of(RewardKind::Sparse, 1.0, 0.0), (-110.0, 0.0));
        assert_eq!(of(RewardKind::Sparse, 0.9, -5.0), (-15.0, 0.0));
        assert_eq!(of(RewardKind::Success, 0.99, 0.0), (0.0, 1.0));
    }
}
