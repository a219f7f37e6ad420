//! Environments whose task is to reach a goal that is part of the observation.

use std::fmt::Debug;
use std::hash::Hash;

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::env::{Action, ActionSet, Env, Space};

/// The rules of a goal-conditioned task, without a running episode.
///
/// All methods are pure, so actors, replay and learner each keep a copy, and any goal can be put in the place of the
/// one that was pursued (Andrychowicz et al. 2017, "Hindsight Experience Replay"). What `step` returns must equal
/// what these methods compute from the same transition.
pub trait GoalTask {
    /// All that decides what can follow: stored for every step of an episode, so compact.
    type State: Copy + Eq + Hash + Debug;
    /// What can be asked for.
    type Goal: Copy + Eq + Hash + Debug;
    /// How sets of legal actions are stored.
    type Legal: ActionSet;

    /// The number of actions, legal or not.
    fn action_count(&self) -> usize;

    /// The actions that are legal in a state.
    fn legal_actions(&self, state: &Self::State) -> Self::Legal;

    /// The legal actions that the task's own bounds do not speak against, where exploration had better look; none where
    /// they speak against all. A task without bounds leaves all of them.
    fn promising_actions(&self, state: &Self::State, _desired_goal: &Self::Goal) -> Self::Legal {
        self.legal_actions(state)
    }

    /// The goal that is reached in a state.
    fn achieved_goal(&self, state: &Self::State) -> Self::Goal;

    /// The reward for a transition under a goal.
    fn reward(&self, transition: &Transition<Self::State>, desired_goal: &Self::Goal) -> f32;

    /// Whether the task ends with a transition under a goal.
    fn terminated(&self, transition: &Transition<Self::State>, desired_goal: &Self::Goal) -> bool;

    /// Whether the episode is cut short after a transition under a goal.
    fn truncated(&self, transition: &Transition<Self::State>, desired_goal: &Self::Goal) -> bool;

    /// Whether the goal is reached in a state.
    fn is_success(&self, state: &Self::State, desired_goal: &Self::Goal) -> bool {
        self.achieved_goal(state) == *desired_goal
    }

    /// Whether the task is lost in a state: it has ended short of the goal, which is worth the lowest value there is.
    ///
    /// For tasks in which every step costs something, so that an early end must not look like a short way. Where
    /// rewards are a score, an end is worth nothing more and nothing less: they leave this as it is.
    fn is_lost(&self, _state: &Self::State, _desired_goal: &Self::Goal) -> bool {
        false
    }

    /// A number of steps that no way from the state to the goal can beat; `None` if there is certainly no way.
    fn lower_bound(&self, state: &Self::State, desired_goal: &Self::Goal) -> Option<u32> {
        Some(u32::from(!self.is_success(state, desired_goal)))
    }

    /// What an episode that ended in `last` tells of the probability of success in one of its states, for the player
    /// who moves there; `None` if it tells nothing.
    ///
    /// That a goal reached is a success goes without saying: this is for games that are won or lost in the end.
    fn success(&self, _state: &Self::State, _last: &Self::State, _desired_goal: &Self::Goal) -> Option<f32> {
        None
    }

    /// Where an action leads, `None` if it is not legal, or if that is not known before the action is taken.
    ///
    /// A [`TaskModel`](super::TaskModel) passes its [`try_next`](super::TaskModel::try_next) on, so that replay can
    /// tell which moves could as well have come first.
    fn look_ahead(&self, _state: &Self::State, _action: Action) -> Option<Self::State> {
        None
    }

    /// Lowers the ceilings of the actions, one number each, to what no way to the goal that begins with the action can
    /// return, where the task knows such a bound; those of illegal actions do not matter.
    fn lower_ceilings(&self, _state: &Self::State, _desired_goal: &Self::Goal, _ceilings: &mut [f32]) {}

    /// [`GoalTask::reward`] of many transitions, each under its own goal.
    ///
    /// # Panics
    /// If the slices differ in length, as all three batched methods do.
    fn compute_reward(
        &self,
        transitions: &[Transition<Self::State>],
        desired_goals: &[Self::Goal],
        rewards: &mut [f32],
    ) {
        each(transitions, desired_goals, rewards, |transition, goal| self.reward(transition, goal));
    }

    /// [`GoalTask::terminated`] of many transitions, each under its own goal.
    fn compute_terminated(
        &self,
        transitions: &[Transition<Self::State>],
        desired_goals: &[Self::Goal],
        terminated: &mut [bool],
    ) {
        each(transitions, desired_goals, terminated, |transition, goal| self.terminated(transition, goal));
    }

    /// [`GoalTask::truncated`] of many transitions, each under its own goal.
    fn compute_truncated(
        &self,
        transitions: &[Transition<Self::State>],
        desired_goals: &[Self::Goal],
        truncated: &mut [bool],
    ) {
        each(transitions, desired_goals, truncated, |transition, goal| self.truncated(transition, goal));
    }
}

fn each<S, G, T>(
    transitions: &[Transition<S>],
    goals: &[G],
    out: &mut [T],
    compute: impl Fn(&Transition<S>, &G) -> T,
) {
    assert_eq!(transitions.len(), goals.len(), "one goal for each transition");
    assert_eq!(transitions.len(), out.len(), "one result for each transition");
    for ((transition, goal), out) in transitions.iter().zip(goals).zip(out) {
        *out = compute(transition, goal);
    }
}

/// One step of an episode as the rules see it; it takes the place of Gymnasium's `info` in `compute_reward`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Transition<S> {
    /// Where the action was taken.
    pub state: S,
    /// The action.
    pub action: Action,
    /// Where it led.
    pub next_state: S,
    /// The number of steps of the episode so far, this one included.
    pub elapsed: u32,
}

/// An environment that pursues a goal, and whose rules can be asked about any other.
pub trait GoalEnv:
    Env<
        Observation = GoalObservation<
            <<Self as GoalEnv>::Task as GoalTask>::State,
            <<Self as GoalEnv>::Task as GoalTask>::Goal,
        >,
        Legal = <<Self as GoalEnv>::Task as GoalTask>::Legal,
        Extra = GoalInfo<<Self as GoalEnv>::Detail>,
    >
{
    /// The rules of the task.
    type Task: GoalTask + Clone;
    /// What this environment says beyond [`GoalInfo`].
    type Detail: Clone + Default + PartialEq + Debug;

    /// The rules of the task.
    fn task(&self) -> &Self::Task;

    /// Options that start an episode in a state with a goal, as far as the environment knows both to be possible.
    fn options_for(&self, state: EnvState<Self>, desired_goal: EnvGoal<Self>) -> Self::Options;
}

/// What a goal environment says beside an observation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalInfo<X> {
    /// Whether the goal is reached.
    pub is_success: bool,
    /// The number of steps that no way to the goal can beat; `None` if it is known to be out of reach.
    pub lower_bound: Option<u32>,
    /// What this environment adds.
    pub detail: X,
}

/// The plainest options of a goal environment: what is `None` is drawn from the environment's stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalOptions<S, G> {
    /// The state to start in.
    pub start: Option<S>,
    /// The goal to pursue.
    pub desired_goal: Option<G>,
}

impl<S, G> Default for GoalOptions<S, G> {
    fn default() -> Self {
        GoalOptions { start: None, desired_goal: None }
    }
}

/// The state of a goal environment's task.
pub type EnvState<E> = <<E as GoalEnv>::Task as GoalTask>::State;

/// The goal of a goal environment's task.
pub type EnvGoal<E> = <<E as GoalEnv>::Task as GoalTask>::Goal;

/// What the agent sees when it pursues a goal: Gymnasium-Robotics' three keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GoalObservation<S, G> {
    /// The state.
    pub observation: S,
    /// The goal that is reached in this state.
    pub achieved_goal: G,
    /// The goal to be reached.
    pub desired_goal: G,
}

/// The space of [`GoalObservation`]s: one space for states and one for goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalSpace<S, G> {
    /// The space of `observation`.
    pub observation: S,
    /// The space of `achieved_goal` and `desired_goal`.
    pub goal: G,
}

impl<S: Space, G: Space> Space for GoalSpace<S, G> {
    type Item = GoalObservation<S::Item, G::Item>;

    fn contains(&self, item: &Self::Item) -> bool {
        self.observation.contains(&item.observation)
            && self.goal.contains(&item.achieved_goal)
            && self.goal.contains(&item.desired_goal)
    }

    /// The three parts independently, as a Gymnasium `Dict` space does.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::Item {
        GoalObservation {
            observation: self.observation.sample(rng),
            achieved_goal: self.goal.sample(rng),
            desired_goal: self.goal.sample(rng),
        }
    }
}
