//! A running episode of a goal task: all of a goal environment but its dynamics and its random stream.

use serde::{Deserialize, Serialize};

use crate::env::{Action, ActionSet, EnvError, GoalInfo, GoalObservation, GoalTask, Info, Step, Transition};

/// What is known beside an observation of a task's episode.
type EpisodeInfo<T, X> = Info<<T as GoalTask>::Legal, GoalInfo<X>>;

/// The outcome of one action in a task's episode.
type EpisodeStep<T, X> =
    Step<GoalObservation<<T as GoalTask>::State, <T as GoalTask>::Goal>, EpisodeInfo<T, X>>;

/// Where an episode stands; reward and ends come from the task's own rules, so they cannot differ from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Episode<S, G> {
    /// The state now.
    pub state: S,
    /// The goal pursued.
    pub desired_goal: G,
    /// The number of steps taken.
    pub elapsed: u32,
    /// Whether the episode is over.
    pub ended: bool,
}

impl<S: Copy, G: Copy> Episode<S, G> {
    /// An episode that has not made a step yet.
    pub fn new(state: S, desired_goal: G) -> Self {
        Episode { state, desired_goal, elapsed: 0, ended: false }
    }

    /// What the agent sees now.
    pub fn observation<T: GoalTask<State = S, Goal = G>>(&self, task: &T) -> GoalObservation<S, G> {
        GoalObservation {
            observation: self.state,
            achieved_goal: task.achieved_goal(&self.state),
            desired_goal: self.desired_goal,
        }
    }

    /// What is known beside the observation.
    pub fn info<T: GoalTask<State = S, Goal = G>, X>(&self, task: &T, detail: X) -> EpisodeInfo<T, X> {
        Info {
            legal_actions: task.legal_actions(&self.state),
            extra: GoalInfo {
                is_success: task.is_success(&self.state, &self.desired_goal),
                lower_bound: task.lower_bound(&self.state, &self.desired_goal),
                detail,
            },
        }
    }

    /// Takes a legal action; `next` says where it leads and what the environment has to say about it.
    pub fn advance<T: GoalTask<State = S, Goal = G>, X>(
        &mut self,
        task: &T,
        action: Action,
        next: impl FnOnce(&S) -> (S, X),
    ) -> Result<EpisodeStep<T, X>, EnvError> {
        if self.ended {
            return Err(EnvError::StepAfterEnd);
        }
        if !task.legal_actions(&self.state).contains(action) {
            return Err(EnvError::IllegalAction { action });
        }
        let (next_state, detail) = next(&self.state);
        let transition = Transition { state: self.state, action, next_state, elapsed: self.elapsed + 1 };
        let terminated = task.terminated(&transition, &self.desired_goal);
        let truncated = task.truncated(&transition, &self.desired_goal);
        self.state = next_state;
        self.elapsed += 1;
        self.ended = terminated || truncated;
        Ok(Step {
            observation: self.observation(task),
            reward: task.reward(&transition, &self.desired_goal),
            terminated,
            truncated,
            info: self.info(task, detail),
        })
    }
}
