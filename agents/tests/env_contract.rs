//! The checker passes the toy environments and finds every fault put into one.

use std::cell::Cell;
use std::rc::Rc;

use tetreach_agents::env::check::{CheckSettings, check_env};
use tetreach_agents::toy::BitFlip;
use tetreach_agents::toy::corridor::{Corridor, CorridorTask, LEFT, Places};
use tetreach_agents::{
    Action, ActionMask, Discrete, Env, EnvError, EpisodeStart, GoalEnv, GoalInfo, GoalObservation,
    GoalOptions, GoalSpace, GoalTask, StepOf, Transition,
};

#[test]
fn the_toy_environments_keep_the_contract() {
    for bits in [1, 2, 13, 50, 64] {
        let report = check_env(&BitFlip::new(bits).unwrap(), &CheckSettings::default());
        assert!(report.passed(), "{bits} bits\n{report}");
    }
    for (length, max_steps) in [(2, 5), (9, 1), (30, 1000)] {
        let report = check_env(&Corridor::new(length, max_steps).unwrap(), &CheckSettings::default());
        assert!(report.passed(), "corridor of {length}\n{report}");
        assert_eq!(report.checks.len(), 16);
    }
}

#[test]
fn every_fault_is_found_by_the_check_made_for_it() {
    for (fault, check) in [
        (Fault::StepsAfterTheEnd, "order_of_calls"),
        (Fault::ForgetsAnAction, "spaces"),
        (Fault::LeavesItsSpace, "observations"),
        (Fault::IgnoresTheSeed, "reset_determinism"),
        (Fault::RestartsItsStream, "stream_continues"),
        (Fault::SharesItsClock, "step_determinism"),
        (Fault::SharesItsClock, "clones"),
        (Fault::MasksTooMuch, "masks"),
        (Fault::MovesWhenItRefuses, "masks"),
        (Fault::ClaimsAnotherGoalAchieved, "goal_observations"),
        (Fault::ChangesItsGoal, "goal_constancy"),
        (Fault::PaysMore, "compute_reward"),
        (Fault::EndsEarly, "compute_terminated"),
        (Fault::CutsEarly, "compute_truncated"),
        (Fault::PaysMoreForOneGoal, "goal_substitution"),
        (Fault::StartsElsewhere, "restore"),
        (Fault::OverestimatesDistance, "lower_bounds"),
    ] {
        let inner = Corridor::new(9, 20).unwrap();
        let task = FaultyTask(*inner.task(), fault);
        let report =
            check_env(&Faulty { fault, task, inner, clock: Rc::default() }, &CheckSettings::default());
        assert!(report.failures().any(|failure| failure.name == check), "{fault:?}\n{report}");
    }
}

#[test]
fn a_report_is_a_table_for_people() {
    let report = check_env(&BitFlip::new(4).unwrap(), &CheckSettings::default());
    let text = report.to_string();
    assert!(text.starts_with("pass  order_of_calls       A step before"), "{text}");
    assert_eq!(text.lines().count(), report.checks.len());
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    StepsAfterTheEnd,
    ForgetsAnAction,
    LeavesItsSpace,
    IgnoresTheSeed,
    RestartsItsStream,
    SharesItsClock,
    MasksTooMuch,
    MovesWhenItRefuses,
    ClaimsAnotherGoalAchieved,
    ChangesItsGoal,
    PaysMore,
    EndsEarly,
    CutsEarly,
    PaysMoreForOneGoal,
    StartsElsewhere,
    OverestimatesDistance,
}

/// A corridor with one fault.
#[derive(Clone)]
struct Faulty {
    inner: Corridor,
    task: FaultyTask,
    fault: Fault,
    /// The steps of all clones together, which none of them should see.
    clock: Rc<Cell<u32>>,
}

#[derive(Clone, Copy)]
struct FaultyTask(CorridorTask, Fault);

impl GoalTask for FaultyTask {
    type State = u16;
    type Goal = u16;
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        2 + usize::from(self.1 == Fault::ForgetsAnAction)
    }

    fn legal_actions(&self, state: &u16) -> ActionMask {
        self.0.legal_actions(state)
    }

    fn achieved_goal(&self, state: &u16) -> u16 {
        self.0.achieved_goal(state)
    }

    fn reward(&self, transition: &Transition<u16>, goal: &u16) -> f32 {
        let extra = self.1 == Fault::PaysMoreForOneGoal && *goal == transition.next_state;
        self.0.reward(transition, goal) + f32::from(extra)
    }

    fn terminated(&self, transition: &Transition<u16>, goal: &u16) -> bool {
        self.0.terminated(transition, goal)
    }

    fn truncated(&self, transition: &Transition<u16>, goal: &u16) -> bool {
        self.0.truncated(transition, goal)
    }

    fn lower_bound(&self, state: &u16, goal: &u16) -> Option<u32> {
        let bound = self.0.lower_bound(state, goal)?;
        Some(bound + u32::from(self.1 == Fault::OverestimatesDistance && bound > 0))
    }
}

impl Env for Faulty {
    type Observation = GoalObservation<u16, u16>;
    type ObservationSpace = GoalSpace<Places, Places>;
    type Options = GoalOptions<u16, u16>;
    type Legal = ActionMask;
    type Extra = GoalInfo<()>;

    fn action_space(&self) -> Discrete {
        self.inner.action_space()
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        let mut space = self.inner.observation_space();
        space.observation.0 -= u16::from(self.fault == Fault::LeavesItsSpace);
        space
    }

    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<EpisodeStart<Self>, EnvError> {
        let seed = match self.fault {
            Fault::IgnoresTheSeed => None,
            Fault::RestartsItsStream => Some(seed.unwrap_or(0)),
            _ => seed,
        };
        let mut options = *options;
        if self.fault == Fault::StartsElsewhere {
            options.start = options.start.map(|start| (start + 1) % 9);
        }
        self.inner.reset(seed, &options)
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let before = self.inner.clone();
        let mut step = match self.inner.step(action) {
            Err(EnvError::StepAfterEnd) if self.fault == Fault::StepsAfterTheEnd => {
                self.inner.reset(None, &Default::default())?;
                return Err(EnvError::IllegalAction { action });
            }
            Err(EnvError::IllegalAction { action }) if self.fault == Fault::MovesWhenItRefuses => {
                self.inner.step(Action(1 - action.0))?;
                return Err(EnvError::IllegalAction { action });
            }
            outcome => outcome?,
        };
        match self.fault {
            Fault::MasksTooMuch if step.info.legal_actions.count() == 2 => {
                step.info.legal_actions.remove(LEFT)
            }
            Fault::ClaimsAnotherGoalAchieved => step.observation.achieved_goal ^= 1,
            Fault::ChangesItsGoal => step.observation.desired_goal ^= 1,
            Fault::SharesItsClock => {
                self.clock.set(self.clock.get() + 1);
                step.reward += self.clock.get() as f32;
            }
            Fault::PaysMore => step.reward += 0.5,
            Fault::EndsEarly => step.terminated |= step.observation.observation == 0,
            Fault::CutsEarly => step.truncated = before.task().max_steps > 1,
            _ => {}
        }
        Ok(step)
    }
}

impl GoalEnv for Faulty {
    type Task = FaultyTask;
    type Detail = ();

    fn task(&self) -> &FaultyTask {
        &self.task
    }

    fn options_for(&self, state: u16, goal: u16) -> Self::Options {
        self.inner.options_for(state, goal)
    }
}
