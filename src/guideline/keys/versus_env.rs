//! The environment of two players under the keys.

use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::{GoallessEnv, GoallessTask};
use tetreach_agents::{Action, ActionMask, GoalTask, Space, Transition};

use super::action::{KEY_ACTIONS, KeyAction};
use super::env::KeyGameSpace;
use super::versus::{KeySeat, VersusKeys};
use crate::game::guideline::{GuidelinePreset, GuidelineRules, Incoming};
use crate::guideline::env::IS_OVER;
use crate::guideline::versus::{Side, VersusTurn};

/// Send lines to the opponent: a hard drop earns whoever pressed it the lines that reach the other side. The episode
/// ends when one side cannot go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VersusKeyTask {
    /// The rules.
    pub rules: GuidelineRules,
    /// The number of key presses of both after which an episode is cut short.
    pub presses: u32,
}

impl Default for VersusKeyTask {
    fn default() -> Self {
        VersusKeyTask { rules: GuidelinePreset::default().rules(), presses: 40_000 }
    }
}

impl GoalTask for VersusKeyTask {
    type State = VersusKeys;
    type Goal = ();
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        KEY_ACTIONS
    }

    fn legal_actions(&self, versus: &VersusKeys) -> ActionMask {
        versus.legal(&self.rules)
    }

    fn achieved_goal(&self, _versus: &VersusKeys) {}

    fn reward(&self, transition: &Transition<VersusKeys>, _goal: &()) -> f32 {
        KeyAction::of(transition.action).map_or(0.0, |press| transition.state.sent(press, &self.rules) as f32)
    }

    fn terminated(&self, transition: &Transition<VersusKeys>, _goal: &()) -> bool {
        transition.next_state.winner(&self.rules).is_some()
    }

    fn truncated(&self, transition: &Transition<VersusKeys>, _goal: &()) -> bool {
        transition.elapsed >= self.presses
    }
}

/// Two boards that send each other garbage, with key presses as actions of whoever is to place.
///
/// ```
/// use tetreach::guideline::Side;
/// use tetreach::guideline::keys::VersusKeyEnv;
/// use tetreach_agents::Env;
///
/// let mut env = VersusKeyEnv::default();
/// let (seen, info) = env.reset(Some(1), &Default::default())?;
/// assert_eq!(seen.observation.to_place, Side::Left);
/// assert!(!env.step(info.legal_actions.nth(0).expect("a piece can move"))?.done());
/// # Ok::<(), tetreach_agents::EnvError>(())
/// ```
pub type VersusKeyEnv = GoallessEnv<VersusKeyTask>;

impl GoallessTask for VersusKeyTask {
    type Space = VersusKeySpace;
    /// What the press did, if it was a hard drop.
    type Detail = VersusTurn;

    fn space(&self) -> VersusKeySpace {
        VersusKeySpace { rules: self.rules }
    }

    fn check_start(&self, start: &VersusKeys) -> Result<(), &'static str> {
        if start.winner(&self.rules).is_some() { Err(IS_OVER) } else { Ok(()) }
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> VersusKeys {
        VersusKeys::start(&self.rules, rng)
    }

    fn play(
        &self,
        versus: &VersusKeys,
        action: Action,
        rng: &mut Pcg64Mcg,
    ) -> (VersusKeys, Option<VersusTurn>) {
        let press = KeyAction::of(action).expect("invariant: the action is legal");
        let mut next = *versus;
        let turn = next.press(press, &self.rules, rng);
        (next, turn)
    }
}

/// All pairs of games with a piece somewhere in each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VersusKeySpace {
    /// The rules by which pieces appear and move.
    pub rules: GuidelineRules,
}

impl Space for VersusKeySpace {
    type Item = VersusKeys;

    fn contains(&self, versus: &VersusKeys) -> bool {
        let space = KeyGameSpace { rules: self.rules };
        versus.seats.iter().all(|seat| space.contains(&seat.keys))
    }

    /// Two random games, up to three attacks of up to six lines on the way to each.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> VersusKeys {
        let space = KeyGameSpace { rules: self.rules };
        let seats = [(); 2].map(|()| {
            let mut incoming = Incoming::default();
            (0..rng.random_range(0..=3)).for_each(|_| incoming.push(rng.random_range(1..=6)));
            KeySeat { keys: space.sample(rng), incoming }
        });
        VersusKeys { seats, to_place: Side::ALL[rng.random_range(0..2)] }
    }
}
