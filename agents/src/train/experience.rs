//! What an actor hands to the learner.

use serde::{Deserialize, Serialize};

use crate::env::Action;

/// What a search advised before a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The number of the step in its trajectory, from 0.
    pub step: usize,
    /// Actions with their shares, which sum to 1; none where the action made was shown by one who knows the way, and
    /// which others lead on as well is for replay to find.
    pub policy: Box<[(Action, f32)]>,
}

impl Advice {
    /// The action made in a step was shown.
    pub fn shown(step: usize) -> Self {
        Advice { step, policy: Box::default() }
    }
}

/// The steps of one episode: one state more than actions.
///
/// ```
/// use tetreach_agents::Action;
/// use tetreach_agents::train::Trajectory;
///
/// let mut walk = Trajectory::new(0, 2);
/// walk.push(Action(1), 1);
/// walk.push(Action(1), 2);
/// assert_eq!((walk.end(), walk.goal, walk.len()), (2, 2, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trajectory<S, G> {
    /// The states, the first one before any action.
    pub states: Vec<S>,
    /// The actions.
    pub actions: Vec<Action>,
    /// What was to be reached.
    pub goal: G,
    /// What searches advised on the way.
    pub advice: Vec<Advice>,
}

impl<S: Copy, G> Trajectory<S, G> {
    /// A trajectory without steps.
    pub fn new(start: S, goal: G) -> Self {
        Trajectory { states: vec![start], actions: Vec::new(), goal, advice: Vec::new() }
    }

    /// The state that it has come to.
    pub fn end(&self) -> S {
        *self.states.last().expect("invariant: a trajectory has the state it starts from")
    }

    /// Adds an action and where it led.
    pub fn push(&mut self, action: Action, next: S) {
        self.actions.push(action);
        self.states.push(next);
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether no step was made.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Whether states and actions fit together, which data from a file may not.
    pub fn is_sound(&self) -> bool {
        self.states.len() == self.actions.len() + 1
    }
}

/// How a played episode ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EpisodeEnd {
    /// Whether the goal was reached, or the game won.
    pub reached: bool,
    /// Whether no action was legal any more.
    pub stuck: bool,
    /// The number of steps.
    pub length: u32,
    /// The sum of the rewards.
    pub earned: f32,
}

/// What searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchWork {
    /// Simulations.
    pub simulations: u64,
    /// States that the network judged.
    pub judged: u64,
    /// Batches that it judged them in.
    pub batches: u64,
}

impl SearchWork {
    /// Adds the work of other searches.
    pub fn add(&mut self, other: Self) {
        self.simulations += other.simulations;
        self.judged += other.judged;
        self.batches += other.batches;
    }
}

/// What one turn of an actor collected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experience<S, G> {
    /// Episodes that ended, played or demonstrated.
    pub trajectories: Vec<Trajectory<S, G>>,
    /// How the played ones ended.
    pub ends: Vec<EpisodeEnd>,
    /// Steps made in play.
    pub environment_steps: u64,
    /// Steps shown in demonstrations.
    pub demonstration_steps: u64,
    /// What the searches behind them took.
    pub search: SearchWork,
    /// Gradient steps behind the weights that they were played with, if the actor is remote: there they may be old.
    pub weights_step: Option<u64>,
}

impl<S, G> Default for Experience<S, G> {
    fn default() -> Self {
        Experience {
            trajectories: Vec::new(),
            ends: Vec::new(),
            environment_steps: 0,
            demonstration_steps: 0,
            search: SearchWork::default(),
            weights_step: None,
        }
    }
}

impl<S, G> Experience<S, G> {
    /// Steps made in play or shown.
    pub fn steps(&self) -> u64 {
        self.environment_steps + self.demonstration_steps
    }

    /// Adds what another turn collected.
    pub fn extend(&mut self, other: Self) {
        self.trajectories.extend(other.trajectories);
        self.ends.extend(other.ends);
        self.environment_steps += other.environment_steps;
        self.demonstration_steps += other.demonstration_steps;
        self.search.add(other.search);
    }
}
