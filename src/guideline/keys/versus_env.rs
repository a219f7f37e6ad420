//! The environment of two players under the keys.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{
    Action, ActionMask, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo, GoalObservation,
    GoalOptions, GoalSpace, GoalTask, NoGoal, Space, StepOf, Transition,
};

use super::action::{KEY_ACTIONS, KeyAction};
use super::env::KeyGameSpace;
use super::versus::{KeySeat, VersusKeys};
use crate::game::guideline::{GuidelinePreset, GuidelineRules, Incoming};
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
#[derive(Clone, Debug)]
pub struct VersusKeyEnv {
    task: VersusKeyTask,
    rng: Pcg64Mcg,
    episode: Option<Episode<VersusKeys, ()>>,
}

impl VersusKeyEnv {
    /// An environment with these rules.
    pub fn new(task: VersusKeyTask) -> Self {
        VersusKeyEnv { task, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
    }
}

impl Default for VersusKeyEnv {
    fn default() -> Self {
        Self::new(VersusKeyTask::default())
    }
}

impl Env for VersusKeyEnv {
    type Observation = GoalObservation<VersusKeys, ()>;
    type ObservationSpace = GoalSpace<VersusKeySpace, NoGoal>;
    type Options = GoalOptions<VersusKeys, ()>;
    type Legal = ActionMask;
    /// What the last press did, if it was a hard drop.
    type Extra = GoalInfo<Option<VersusTurn>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count()).expect("invariant: there are few keys")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        GoalSpace { observation: VersusKeySpace { rules: self.task.rules }, goal: NoGoal }
    }

    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<EpisodeStart<Self>, EnvError> {
        if options.start.is_some_and(|versus| versus.winner(&self.task.rules).is_some()) {
            let reason = "the game to start with is over".to_string();
            return Err(EnvError::InvalidOptions { reason });
        }
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let versus = options.start.unwrap_or_else(|| VersusKeys::start(&self.task.rules, &mut self.rng));
        let episode = self.episode.insert(Episode::new(versus, ()));
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, rng) = (&self.task, &mut self.rng);
        episode.advance(task, action, |versus| {
            let press = KeyAction::of(action).expect("invariant: the action is legal");
            let mut next = *versus;
            let turn = next.press(press, &task.rules, rng);
            (next, turn)
        })
    }
}

impl GoalEnv for VersusKeyEnv {
    type Task = VersusKeyTask;
    type Detail = Option<VersusTurn>;

    fn task(&self) -> &VersusKeyTask {
        &self.task
    }

    fn options_for(&self, versus: VersusKeys, desired_goal: ()) -> Self::Options {
        GoalOptions { start: Some(versus), desired_goal: Some(desired_goal) }
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
