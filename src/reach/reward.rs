//! What a placement earns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};

use super::distance::differing_cells;
use crate::game::Board;

/// The ways to reward a placement.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    Display,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownReward, parse_err_fn = UnknownReward::new)]
pub enum RewardKind {
    /// -1 per piece, 0 for the one that reaches the goal.
    #[default]
    Sparse,
    /// 1 for the piece that reaches the goal, 0 for all others.
    Success,
    /// Sparse, with a potential added that draws towards boards with fewer cells wrong.
    Potential,
    /// The thesis' own: cells equal to the goal's minus cells different.
    CellMatch,
}

impl RewardKind {
    /// All of them.
    pub const ALL: [RewardKind; 4] =
        [RewardKind::Sparse, RewardKind::Success, RewardKind::Potential, RewardKind::CellMatch];

    /// The name in configurations and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A name that no reward has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no reward {name:?}: choose sparse, success, potential or cell-match")]
pub struct UnknownReward {
    name: String,
}

impl UnknownReward {
    fn new(name: &str) -> Self {
        UnknownReward { name: name.to_owned() }
    }
}

/// A reward with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reward {
    /// Which one.
    pub kind: RewardKind,
    /// The discount of the learner, which `potential` must share to keep optimal policies optimal.
    pub gamma: f32,
    /// Added when the game ends short of the goal, beside the lowest value that a learner gives to such an end.
    pub dead_end: f32,
}

impl Default for Reward {
    fn default() -> Self {
        Self::of_kind(RewardKind::default())
    }
}

impl Reward {
    /// The sum of the discounts of a number of steps.
    pub fn discounted_steps(&self, steps: f32) -> f32 {
        if self.gamma < 1.0 {
            ((1.0 - self.gamma.powf(steps)) / (1.0 - self.gamma)).min(steps)
        } else {
            steps
        }
    }

    /// What no way to the goal returns from a placement on, if at least `pieces` pieces must follow it; `None` if no
    /// number of them is enough. Ways that end elsewhere are held to be worth less.
    pub fn ceiling(&self, pieces_after: Option<u32>) -> f32 {
        match (self.kind, pieces_after) {
            (RewardKind::Sparse, Some(pieces)) => -self.discounted_steps(pieces as f32),
            (RewardKind::Sparse, None) => f32::NEG_INFINITY,
            (RewardKind::Success, Some(pieces)) => self.gamma.powi(pieces as i32),
            (RewardKind::Success, None) => 0.0,
            (RewardKind::Potential | RewardKind::CellMatch, _) => f32::INFINITY,
        }
    }

    /// Whether every placement short of the goal costs something, so that a game must not end early to save the rest.
    pub fn is_cost(&self) -> bool {
        matches!(self.kind, RewardKind::Sparse | RewardKind::Potential)
    }

    /// This kind of reward with a discount of 0.99 and nothing added at dead ends.
    pub fn of_kind(kind: RewardKind) -> Self {
        Self { kind, gamma: 0.99, dead_end: 0.0 }
    }

    /// The reward for going from `state` to `next` under a goal; `terminated` is asked only where it matters.
    #[inline]
    pub fn of(&self, state: &Board, next: &Board, goal: &Board, terminated: impl FnOnce() -> bool) -> f32 {
        self.after(self.before(state, goal), next, goal, terminated)
    }

    /// What [`Reward::after`] needs to know of the board before the placement.
    #[inline]
    pub(super) fn before(&self, state: &Board, goal: &Board) -> f32 {
        if self.kind == RewardKind::Potential { potential(state, goal) } else { 0.0 }
    }

    /// The reward for a placement that led to `next`, for callers that do not keep the board before it.
    #[inline]
    pub(super) fn after(
        &self,
        before: f32,
        next: &Board,
        goal: &Board,
        terminated: impl FnOnce() -> bool,
    ) -> f32 {
        let reached = next == goal;
        let shaped = self.kind == RewardKind::Potential;
        let ended = reached || ((shaped || self.dead_end != 0.0) && terminated());
        let earned = match self.kind {
            RewardKind::Sparse => f32::from(u8::from(reached)) - 1.0,
            RewardKind::Success => f32::from(u8::from(reached)),
            RewardKind::Potential => {
                // F = gamma Phi(s') - Phi(s) (Ng, Harada and Russell 1999, theorem 1). It keeps optimal policies in
                // episodic tasks only if every end has potential 0 (Grzes 2017), dead ends too.
                let after = if ended { 0.0 } else { potential(next, goal) };
                f32::from(u8::from(reached)) - 1.0 + self.gamma * after - before
            }
            RewardKind::CellMatch => {
                let all = i32::from(next.width()) * i32::from(next.height());
                (all - 2 * differing_cells(next, goal) as i32) as f32
            }
        };
        if ended && !reached { earned + self.dead_end } else { earned }
    }
}

/// Minus the number of pieces that the wrong cells amount to; 0 exactly at the goal.
#[inline]
fn potential(state: &Board, goal: &Board) -> f32 {
    -0.25 * differing_cells(state, goal) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    #[test]
    fn every_kind_rewards_as_it_says() {
        let size = Size::STANDARD;
        let empty = Board::empty(size);
        let goal = Board::from_rows(size, [0b1111]);
        let beside = Board::from_rows(size, [0b1111_0000]);
        let earned = |kind, next: &Board| Reward::of_kind(kind).of(&empty, next, &goal, || false);
        assert_eq!((earned(RewardKind::Sparse, &goal), earned(RewardKind::Sparse, &beside)), (0.0, -1.0));
        assert_eq!((earned(RewardKind::Success, &goal), earned(RewardKind::Success, &beside)), (1.0, 0.0));
        assert_eq!(
            (earned(RewardKind::CellMatch, &goal), earned(RewardKind::CellMatch, &beside)),
            (200.0, 184.0)
        );
        assert_eq!(earned(RewardKind::Potential, &goal), 1.0);
        assert_eq!(earned(RewardKind::Potential, &beside), -1.0 - 0.99 * 2.0 + 1.0);
    }

    #[test]
    fn a_dead_end_has_no_potential_and_may_cost() {
        let size = Size::STANDARD;
        let (empty, goal) = (Board::empty(size), Board::from_rows(size, [0b1111]));
        let dead = Board::from_rows(size, [1; 20]);
        let shaped = Reward { dead_end: -5.0, ..Reward::of_kind(RewardKind::Potential) };
        assert_eq!(shaped.of(&empty, &dead, &goal, || true), -1.0 + 1.0 - 5.0);
        let sparse = Reward { dead_end: -5.0, ..Reward::default() };
        assert_eq!(sparse.of(&empty, &dead, &goal, || true), -6.0);
        assert_eq!(sparse.of(&empty, &goal, &goal, || true), 0.0);
    }

    #[test]
    fn names_and_numbers_are_read_from_configurations() {
        for kind in RewardKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        let error = "nice".parse::<RewardKind>().unwrap_err();
        assert!(error.to_string().contains("sparse, success, potential or cell-match"));
        let reward: Reward = serde_json::from_str(r#"{"kind": "potential", "gamma": 0.9}"#).unwrap();
        assert_eq!(reward, Reward { kind: RewardKind::Potential, gamma: 0.9, dead_end: 0.0 });
        assert!(serde_json::from_str::<Reward>(r#"{"kindd": "sparse"}"#).is_err());
    }
}
