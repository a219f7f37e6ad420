//! Walk left and right between two walls: the shortest way is known at a glance.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::env::{
    Action, ActionMask, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo, GoalObservation,
    GoalOptions, GoalSpace, GoalTask, Space, StepOf, Symmetry, TaskModel, Transition,
};
use crate::search::uct::SearchProblem;

/// One place to the left.
pub const LEFT: Action = Action(0);
/// One place to the right.
pub const RIGHT: Action = Action(1);

/// The rules: two actions, walls at both ends that make one of them illegal, every step costs 1 but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorridorTask {
    /// The number of places, at least 2.
    pub length: u16,
    /// The number of steps after which an episode is cut.
    pub max_steps: u32,
}

impl CorridorTask {
    /// Where a legal action leads.
    pub fn walk(&self, place: u16, action: Action) -> u16 {
        if action == LEFT { place - 1 } else { place + 1 }
    }
}

/// Left and right swapped.
impl Symmetry for CorridorTask {
    type State = u16;
    type Goal = u16;

    fn mirror_state(&self, place: &u16) -> u16 {
        self.length - 1 - place
    }

    fn mirror_goal(&self, place: &u16) -> u16 {
        self.length - 1 - place
    }

    fn mirror_action(&self, action: Action) -> Action {
        if action == LEFT { RIGHT } else { LEFT }
    }
}

impl GoalTask for CorridorTask {
    type State = u16;
    type Goal = u16;
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        2
    }

    fn legal_actions(&self, place: &u16) -> ActionMask {
        let mut mask = ActionMask::first(2);
        if *place == 0 {
            mask.remove(LEFT);
        }
        if *place + 1 == self.length {
            mask.remove(RIGHT);
        }
        mask
    }

    fn achieved_goal(&self, place: &u16) -> u16 {
        *place
    }

    fn reward(&self, transition: &Transition<u16>, desired_goal: &u16) -> f32 {
        if transition.next_state == *desired_goal { 0.0 } else { -1.0 }
    }

    fn terminated(&self, transition: &Transition<u16>, desired_goal: &u16) -> bool {
        transition.next_state == *desired_goal
    }

    fn truncated(&self, transition: &Transition<u16>, _desired_goal: &u16) -> bool {
        transition.elapsed >= self.max_steps
    }

    /// The exact distance.
    fn lower_bound(&self, place: &u16, desired_goal: &u16) -> Option<u32> {
        Some(u32::from(place.abs_diff(*desired_goal)))
    }

    fn look_ahead(&self, state: &u16, action: Action) -> Option<u16> {
        self.try_next(state, action)
    }
}

impl TaskModel for CorridorTask {
    fn next(&self, place: &u16, action: Action) -> u16 {
        self.walk(*place, action)
    }
}

/// The places of a corridor of the given length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places(pub u16);

impl Space for Places {
    type Item = u16;

    fn contains(&self, place: &u16) -> bool {
        *place < self.0
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> u16 {
        rng.random_range(0..self.0)
    }
}

/// The corridor environment; start and goal are drawn uniformly and differ.
#[derive(Clone, Debug)]
pub struct Corridor {
    task: CorridorTask,
    actions: Discrete,
    rng: Pcg64Mcg,
    episode: Option<Episode<u16, u16>>,
}

impl Corridor {
    /// The environment with `length` places and episodes of at most `max_steps` steps.
    pub fn new(length: u16, max_steps: u32) -> Result<Self, EnvError> {
        if length < 2 {
            let reason = format!("a corridor has at least 2 places, not {length}");
            return Err(EnvError::InvalidSettings { reason });
        }
        let task = CorridorTask { length, max_steps };
        let actions = Discrete::new(task.action_count()).expect("invariant: two actions fit");
        Ok(Corridor { task, actions, rng: Pcg64Mcg::seed_from_u64(0), episode: None })
    }
}

impl Env for Corridor {
    type Observation = GoalObservation<u16, u16>;
    type ObservationSpace = GoalSpace<Places, Places>;
    type Options = GoalOptions<u16, u16>;
    type Legal = ActionMask;
    type Extra = GoalInfo<()>;

    fn action_space(&self) -> Discrete {
        self.actions
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        GoalSpace { observation: Places(self.task.length), goal: Places(self.task.length) }
    }

    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<EpisodeStart<Self>, EnvError> {
        let places = Places(self.task.length);
        if ![options.start, options.desired_goal].iter().flatten().all(|place| places.contains(place)) {
            let reason = format!("start and goal are below {}", self.task.length);
            return Err(EnvError::InvalidOptions { reason });
        }
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let start = options.start.unwrap_or_else(|| places.sample(&mut self.rng));
        // A draw among the places other than the start.
        let goal = options.desired_goal.unwrap_or_else(|| {
            let place = self.rng.random_range(0..self.task.length - 1);
            place + u16::from(place >= start)
        });
        let episode = self.episode.insert(Episode::new(start, goal));
        Ok((episode.observation(&self.task), episode.info(&self.task, ())))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        episode.advance(&self.task, action, |&place| (self.task.walk(place, action), ()))
    }
}

impl GoalEnv for Corridor {
    type Task = CorridorTask;
    type Detail = ();

    fn task(&self) -> &CorridorTask {
        &self.task
    }

    fn options_for(&self, state: u16, desired_goal: u16) -> Self::Options {
        GoalOptions { start: Some(state), desired_goal: Some(desired_goal) }
    }
}

/// The way to one place of a corridor, as a puzzle for a tree search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorridorSearch {
    /// The rules.
    pub task: CorridorTask,
    /// The place to reach.
    pub goal: u16,
}

impl SearchProblem for CorridorSearch {
    type State = u16;
    type Move = Action;

    fn moves(&self, place: &u16, moves: &mut Vec<Action>) {
        moves.extend(self.task.legal_actions(place));
    }

    fn apply(&self, place: &mut u16, action: Action) {
        *place = self.task.walk(*place, action);
    }

    fn outcome(&self, place: &u16) -> Option<f64> {
        (*place == self.goal).then_some(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_make_an_action_illegal_and_change_nothing() {
        let mut env = Corridor::new(3, 10).unwrap();
        let (_, info) = env.reset(None, &env.options_for(0, 2)).unwrap();
        assert_eq!(info.legal_actions.iter().collect::<Vec<_>>(), [RIGHT]);
        assert_eq!(env.step(LEFT), Err(EnvError::IllegalAction { action: LEFT }));
        assert!(!env.step(RIGHT).unwrap().done());
        let last = env.step(RIGHT).unwrap();
        assert!(last.terminated && last.info.extra.is_success && last.reward == 0.0);
    }

    #[test]
    fn a_corridor_without_a_way_is_refused() {
        assert!(Corridor::new(1, 10).is_err());
        let mut env = Corridor::new(3, 10).unwrap();
        let options = env.options_for(0, 3);
        assert!(matches!(env.reset(None, &options), Err(EnvError::InvalidOptions { .. })));
    }
}
