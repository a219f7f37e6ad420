//! Replay as a learner uses it: a ring, hindsight, returns and priorities together.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::n_step::n_step_return;
use super::order::possible_first_moves;
use super::{
    EpisodeRing, HindsightSettings, Minibatch, Priorities, PrioritySettings, ReplayError, StoredEpisode,
    TransitionId,
};
use crate::env::{Action, GoalTask, Transition};

/// Samples refused for each one asked for, after which the goals held count as unfit.
const MOST_REFUSED: usize = 1000;

/// How experience is kept and drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReplaySettings {
    /// The largest number of transitions kept.
    pub capacity: usize,
    /// The number of environments that write at the same time.
    pub writers: usize,
    /// Which goals are pretended.
    pub hindsight: HindsightSettings,
    /// The number of steps a return sums before it bootstraps.
    pub n_step: usize,
    /// The discount factor of the return.
    pub discount: f32,
    /// Prioritised sampling; none means uniform.
    pub priority: Option<PrioritySettings>,
    /// Whether moves that came later but could have come first lead on too ([`Minibatch::policy`]), in tasks that can
    /// [look ahead](GoalTask::look_ahead).
    pub any_order: bool,
}

impl Default for ReplaySettings {
    fn default() -> Self {
        ReplaySettings {
            capacity: 1_000_000,
            writers: 1,
            hindsight: HindsightSettings::default(),
            n_step: 1,
            discount: 0.99,
            priority: None,
            any_order: false,
        }
    }
}

/// Experience and the way to draw from it; saved and restored exactly, open episodes included.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Stored<S, G>")]
#[serde(bound(deserialize = "S: Deserialize<'de> + Copy, G: Deserialize<'de> + Copy"))]
pub struct ReplayBuffer<S, G> {
    settings: ReplaySettings,
    /// Where experience is written.
    pub ring: EpisodeRing<S, G>,
    priorities: Option<Priorities>,
    /// The number of steps a return sums at present.
    #[serde(skip)]
    n_step: usize,
    #[serde(skip)]
    scratch: Scratch<S, G>,
}

impl<S: Copy, G: Copy> ReplayBuffer<S, G> {
    /// An empty buffer.
    pub fn new(settings: ReplaySettings) -> Result<Self, ReplayError> {
        let priorities = settings.priority.map(|priority| Priorities::new(priority, settings.capacity));
        let ring = EpisodeRing::new(settings.capacity, settings.writers)?;
        Self::assemble(settings, ring, priorities.transpose()?)
    }

    fn assemble(
        settings: ReplaySettings,
        ring: EpisodeRing<S, G>,
        priorities: Option<Priorities>,
    ) -> Result<Self, ReplayError> {
        if settings.n_step == 0 {
            return Err(ReplayError::InvalidSettings { reason: "n_step is at least 1" });
        }
        if !(0.0..=1.0).contains(&settings.discount) {
            return Err(ReplayError::InvalidSettings { reason: "the discount is between 0 and 1" });
        }
        let n_step = settings.n_step;
        Ok(ReplayBuffer { settings, ring, priorities, n_step, scratch: Scratch::default() })
    }

    /// How experience is kept and drawn.
    pub fn settings(&self) -> &ReplaySettings {
        &self.settings
    }

    /// Opens an episode for a writer; one that it had open and did not end is forgotten.
    pub fn begin(&mut self, writer: usize, state: S, desired_goal: G) -> Result<(), ReplayError> {
        self.ring.begin(writer, state, desired_goal)
    }

    /// Adds a step to a writer's open episode.
    pub fn push(&mut self, writer: usize, action: Action, next_state: S) -> Result<(), ReplayError> {
        self.ring.push(writer, action, next_state)
    }

    /// Ends a writer's open episode, for whatever reason, and makes it visible; one without steps is forgotten.
    pub fn end(&mut self, writer: usize) -> Result<(), ReplayError> {
        self.ring.end(writer)
    }

    /// Adds a finished episode: one state more than actions.
    pub fn push_episode(&mut self, states: &[S], actions: &[Action], goal: G) -> Result<(), ReplayError> {
        self.ring.push_episode(states, actions, goal)
    }

    /// The number of transitions that can be drawn.
    pub fn len(&self) -> usize {
        self.ring.len()
    }

    /// Whether there is nothing to draw from.
    pub fn is_empty(&self) -> bool {
        self.ring.is_empty()
    }

    /// Draws `batch_size` transitions, with repetition, the first of them (by the hindsight ratio) relabelled.
    ///
    /// Rewards and ends are computed by the task's batched methods under the goal of each sample.
    pub fn sample<T, R>(
        &mut self,
        task: &T,
        batch_size: usize,
        rng: &mut R,
        batch: &mut Minibatch<S, G>,
    ) -> Result<(), ReplayError>
    where
        T: GoalTask<State = S, Goal = G>,
        R: Rng + ?Sized,
    {
        self.sample_where(task, batch_size, rng, batch, |_, _| true)
    }

    /// [`ReplayBuffer::sample`] of samples whose state and goal are accepted, so that goals kept for a test are never
    /// pretended.
    pub fn sample_where<T, R>(
        &mut self,
        task: &T,
        batch_size: usize,
        rng: &mut R,
        batch: &mut Minibatch<S, G>,
        accepts: impl Fn(&S, &G) -> bool,
    ) -> Result<(), ReplayError>
    where
        T: GoalTask<State = S, Goal = G>,
        R: Rng + ?Sized,
    {
        if self.ring.is_empty() {
            return Err(ReplayError::NoFinishedEpisode);
        }
        if let Some(priorities) = &mut self.priorities {
            priorities.follow(self.ring.ids());
        }
        batch.clear();
        self.scratch.clear();
        let relabelled = self.settings.hindsight.relabelled(batch_size);
        let mut refused = 0;
        while batch.ids.len() < batch_size {
            let sample = batch.ids.len();
            let (id, weight) = match &self.priorities {
                Some(priorities) => priorities.sample(rng).ok_or(ReplayError::NoFinishedEpisode)?,
                None => (self.ring.sample(rng).ok_or(ReplayError::NoFinishedEpisode)?, 1.0),
            };
            let (episode, i) = self.ring.find(id).expect("invariant: a drawn transition is held");
            let goal = if sample < relabelled {
                let chosen = self.settings.hindsight.goal_selection_strategy.select(i, episode.len(), rng);
                task.achieved_goal(&episode.state(chosen + 1))
            } else {
                episode.desired_goal()
            };
            if !accepts(&episode.state(i), &goal) {
                refused += 1;
                if refused > MOST_REFUSED * batch_size {
                    return Err(ReplayError::GoalsRefused);
                }
                continue;
            }
            let first = episode.transition(i);
            batch.ids.push(id);
            batch.states.push(first.state);
            batch.actions.push(first.action);
            batch.desired_goals.push(goal);
            batch.relabelled.push(sample < relabelled);
            batch.weights.push(weight);
            let steps_to_goal = steps_to_goal(task, &episode, i, &goal);
            batch.steps_to_goal.push(steps_to_goal);
            batch.success.push(match steps_to_goal {
                Some(_) => Some(1.0),
                None => task.success(&first.state, &episode.state(episode.len()), &goal),
            });
            let advice = self.ring.advice(id);
            batch.advised.push(advice.is_some());
            if let Some(advice) = advice.filter(|policy| sample >= relabelled && !policy.is_empty()) {
                batch.policies.extend_from_slice(advice);
            } else if let Some(steps) = steps_to_goal.filter(|steps| *steps > 0) {
                let steps = if self.settings.any_order { steps as usize } else { 1 };
                possible_first_moves(task, &episode, i, steps, &mut self.scratch.moves);
                let share = 1.0 / self.scratch.moves.len() as f32;
                batch.policies.extend(self.scratch.moves.drain(..).map(|action| (action, share)));
            }
            batch.policy_ends.push(batch.policies.len());
            let end = (i + self.n_step).min(episode.len());
            self.scratch.transitions.extend((i..end).map(|step| episode.transition(step)));
            self.scratch.goals.resize(self.scratch.transitions.len(), goal);
            self.scratch.ends.push(self.scratch.transitions.len());
        }
        self.scratch.compute(task);
        self.sum_returns(batch);
        // Normalised by the largest of the batch, so that weights only ever scale updates down.
        let largest = batch.weights.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        batch.weights.iter_mut().for_each(|weight| *weight /= largest);
        Ok(())
    }

    /// Tells the priorities how large the errors of drawn transitions were; without priorities it does nothing.
    pub fn update_priorities(&mut self, ids: &[TransitionId], errors: &[f32]) {
        if let Some(priorities) = &mut self.priorities {
            for (&id, &error) in ids.iter().zip(errors) {
                priorities.update(id, error);
            }
        }
    }

    /// Changes the number of steps a return sums, which is at least 1; a buffer from a file has that of its settings.
    pub fn set_n_step(&mut self, n_step: usize) {
        self.n_step = n_step.max(1);
    }

    /// Changes the exponent of the importance weights; without priorities it does nothing.
    pub fn set_beta(&mut self, beta: f64) {
        if let Some(priorities) = &mut self.priorities {
            priorities.set_beta(beta);
        }
    }

    fn sum_returns(&self, batch: &mut Minibatch<S, G>) {
        let scratch = &self.scratch;
        let mut start = 0;
        for &end in &scratch.ends {
            let found = n_step_return(
                &scratch.rewards[start..end],
                &scratch.terminated[start..end],
                &scratch.truncated[start..end],
                self.settings.discount,
            );
            batch.rewards.push(found.reward);
            batch.bootstraps.push(found.bootstrap);
            batch.next_states.push(scratch.transitions[start + found.steps - 1].next_state);
            start = end;
        }
    }
}

fn steps_to_goal<T: GoalTask>(
    task: &T,
    episode: &StoredEpisode<'_, T::State, T::Goal>,
    i: usize,
    goal: &T::Goal,
) -> Option<u32> {
    (i..=episode.len()).position(|step| task.is_success(&episode.state(step), goal)).map(|steps| steps as u32)
}

/// A buffer as read from a file, before its parts are known to fit together.
#[derive(Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de>, G: Deserialize<'de>"))]
struct Stored<S, G> {
    settings: ReplaySettings,
    ring: EpisodeRing<S, G>,
    priorities: Option<Priorities>,
}

impl<S: Copy, G: Copy> TryFrom<Stored<S, G>> for ReplayBuffer<S, G> {
    type Error = ReplayError;

    fn try_from(stored: Stored<S, G>) -> Result<Self, ReplayError> {
        let Stored { settings, ring, priorities } = stored;
        let capacity = settings.capacity;
        if ring.capacity() != capacity || priorities.as_ref().is_some_and(|p| p.capacity() != capacity) {
            return Err(ReplayError::Damaged { reason: "the capacities differ" });
        }
        let ahead = |p: &Priorities| p.ids().start > ring.ids().start || p.ids().end > ring.ids().end;
        if priorities.as_ref().is_some_and(ahead) {
            return Err(ReplayError::Damaged { reason: "priorities of transitions that do not exist" });
        }
        Self::assemble(settings, ring, priorities)
    }
}

/// The steps behind the samples of a batch, one after the other, and what the task says of them.
#[derive(Clone, Debug)]
struct Scratch<S, G> {
    transitions: Vec<Transition<S>>,
    goals: Vec<G>,
    ends: Vec<usize>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    moves: Vec<Action>,
}

impl<S, G> Default for Scratch<S, G> {
    fn default() -> Self {
        Scratch {
            transitions: Vec::new(),
            goals: Vec::new(),
            ends: Vec::new(),
            rewards: Vec::new(),
            terminated: Vec::new(),
            truncated: Vec::new(),
            moves: Vec::new(),
        }
    }
}

impl<S: Copy, G: Copy> Scratch<S, G> {
    fn clear(&mut self) {
        self.transitions.clear();
        self.goals.clear();
        self.ends.clear();
    }

    fn compute<T: GoalTask<State = S, Goal = G>>(&mut self, task: &T) {
        self.rewards.resize(self.transitions.len(), 0.0);
        self.terminated.resize(self.transitions.len(), false);
        self.truncated.resize(self.transitions.len(), false);
        task.compute_reward(&self.transitions, &self.goals, &mut self.rewards);
        task.compute_terminated(&self.transitions, &self.goals, &mut self.terminated);
        task.compute_truncated(&self.transitions, &self.goals, &mut self.truncated);
        for (i, (transition, goal)) in self.transitions.iter().zip(&self.goals).enumerate() {
            // Not the end of all costs: the return goes on with the value of a state in which nothing can be done,
            // which the learner holds to be the lowest.
            if self.terminated[i] && task.is_lost(&transition.next_state, goal) {
                (self.terminated[i], self.truncated[i]) = (false, true);
            }
        }
    }
}
