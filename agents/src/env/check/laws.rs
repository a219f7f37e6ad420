//! The rules of the contract, one function each.

use std::fmt::Debug;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::trace::Trace;
use super::{CheckSettings, Law};
use crate::env::{ActionSet, EnvError, GoalEnv, GoalTask, Space, Transition};

type Verdict = Result<(), String>;

/// The number of resets that the checks of the random stream make.
const RESETS: usize = 8;

/// The number of states of each episode, evenly spaced, that the costly checks look at.
const STATES: usize = 8;

pub(super) fn all<E: GoalEnv>() -> Vec<Law<E>> {
    macro_rules! laws {
        ($($law:ident: $sentence:literal,)*) => {
            vec![$(Law { name: stringify!($law), sentence: $sentence, holds: $law::<E> },)*]
        };
    }
    laws! {
        order_of_calls: "A step before the first reset and a step after the end are refused.",
        spaces: "The action space has as many actions as the task, and the spaces contain their own samples.",
        observations: "The observation space contains every observation.",
        reset_determinism: "A seeded reset gives the same start whatever was played before.",
        stream_continues: "A reset without a seed goes on with the random stream.",
        step_determinism: "The same seed and actions give the same steps.",
        masks: "A step accepts exactly the actions of the mask, and a refused action changes nothing.",
        clones: "A clone goes on exactly as the original, beyond the end of the episode.",
        restore: "Options for a state and a goal start there, with the same info.",
        goal_observations: "Achieved goal, success and lower bound follow from state and goal by the task's rules.",
        goal_constancy: "The desired goal stays the same for the whole episode.",
        compute_reward: "The batched rewards equal those of the steps.",
        compute_terminated: "The batched terminations equal those of the steps.",
        compute_truncated: "The batched truncations equal those of the steps.",
        goal_substitution: "A step under another goal gives what the task's rules compute for that goal.",
        lower_bounds: "No lower bound exceeds the number of steps that were really needed.",
    }
}

fn order_of_calls<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    for action in env.action_space().iter().take(1) {
        same("step before reset", env.clone().step(action), Err(EnvError::StepBeforeReset))?;
    }
    for played in traces.iter().filter_map(|trace| trace.steps.last()).filter(|last| last.step.done()) {
        let mut ended = played.before.clone();
        ended.step(played.transition.action).map_err(|error| error.to_string())?;
        same("step after the end", ended.step(played.transition.action), Err(EnvError::StepAfterEnd))?;
    }
    Ok(())
}

fn spaces<E: GoalEnv>(env: &E, _: &[Trace<E>], settings: &CheckSettings) -> Verdict {
    let mut rng = Pcg64Mcg::seed_from_u64(settings.seed);
    same("number of actions", env.action_space().count(), env.task().action_count())?;
    let space = env.observation_space();
    for _ in 0..RESETS {
        let sample = space.sample(&mut rng);
        ensure(space.contains(&sample), || format!("the observation space sampled {sample:?}, not its own"))?;
        let action = env.action_space().sample(&mut rng);
        ensure(env.action_space().contains(&action), || format!("the action space sampled {action}"))?;
    }
    Ok(())
}

fn observations<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    let space = env.observation_space();
    for observation in traces.iter().flat_map(Trace::observations) {
        ensure(space.contains(observation), || format!("{observation:?} is outside the observation space"))?;
    }
    Ok(())
}

fn reset_determinism<E: GoalEnv>(_: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    for (trace, other) in traces.iter().zip(traces.iter().cycle().skip(1)) {
        // The environment has played another episode in between.
        if let Some(played) = other.steps.last() {
            let again = played.before.clone().reset(Some(trace.seed), &E::Options::default());
            same(&format!("reset with seed {}", trace.seed), again, Ok(trace.start.clone()))?;
        }
    }
    Ok(())
}

fn stream_continues<E: GoalEnv>(env: &E, traces: &[Trace<E>], settings: &CheckSettings) -> Verdict {
    let starts = || {
        let mut env = env.clone();
        std::iter::once(Some(settings.seed))
            .chain(std::iter::repeat_n(None, RESETS))
            .map(|seed| env.reset(seed, &E::Options::default()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| error.to_string())
    };
    let first = starts()?;
    same("resets without a seed after the same seed", starts()?, first.clone())?;
    // An environment with a single start cannot show whether its stream goes on.
    let varies = traces.iter().any(|trace| trace.start.0 != traces[0].start.0);
    let repeats = first.iter().all(|start| start.0 == first[0].0);
    ensure(!(varies && repeats), || "every reset without a seed repeats the seeded start".to_string())
}

fn step_determinism<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    for trace in traces {
        let mut env = env.clone();
        env.reset(Some(trace.seed), &E::Options::default()).map_err(|error| error.to_string())?;
        for (i, (action, played)) in trace.actions().zip(&trace.steps).enumerate() {
            same(&format!("step {i} after seed {}", trace.seed), env.step(action), Ok(played.step.clone()))?;
        }
    }
    Ok(())
}

fn masks<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    for (info, observation) in traces.iter().flat_map(|trace| trace.infos().zip(trace.observations())) {
        let legal = env.task().legal_actions(&observation.observation);
        same(&format!("mask in {:?}", observation.observation), &info.legal_actions, &legal)?;
    }
    for played in traces.iter().flat_map(some_states) {
        let mask = env.task().legal_actions(&played.transition.state);
        for action in env.action_space().iter() {
            let mut probe = played.before.clone();
            match probe.step(action) {
                Ok(_) if mask.contains(action) => {}
                Err(EnvError::IllegalAction { action: refused })
                    if refused == action && !mask.contains(action) =>
                {
                    let step = probe.step(played.transition.action);
                    same("the step after a refused action", step, Ok(played.step.clone()))?;
                }
                outcome => {
                    let (legal, state) = (mask.contains(action), played.transition.state);
                    return Err(format!("action {action} in {state:?}, legal: {legal}, gave {outcome:?}"));
                }
            }
        }
    }
    Ok(())
}

fn clones<E: GoalEnv>(_: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    for trace in traces {
        for (i, from) in trace.steps.iter().enumerate().step_by(stride(trace)) {
            let (mut one, mut other) = (from.before.clone(), from.before.clone());
            for played in &trace.steps[i..] {
                let step = one.step(played.transition.action);
                same("a clone's step", step, Ok(played.step.clone()))?;
                same("a second clone's step", other.step(played.transition.action), Ok(played.step.clone()))?;
            }
            let options = E::Options::default();
            same("a clone's next start", one.reset(None, &options), other.reset(None, &options))?;
        }
    }
    Ok(())
}

fn restore<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    for played in traces.iter().flat_map(some_states) {
        let (state, goal) = (played.transition.state, played.step.observation.desired_goal);
        let options = env.options_for(state, goal);
        let (observation, info) = env.clone().reset(None, &options).map_err(|error| error.to_string())?;
        same("restored state", observation.observation, state)?;
        same("restored goal", observation.desired_goal, goal)?;
        same("restored mask", info.legal_actions, env.task().legal_actions(&state))?;
        same("restored lower bound", info.extra.lower_bound, env.task().lower_bound(&state, &goal))?;
    }
    Ok(())
}

fn goal_observations<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    let task = env.task();
    for (seen, info) in traces.iter().flat_map(|trace| trace.observations().zip(trace.infos())) {
        let (state, goal) = (&seen.observation, &seen.desired_goal);
        same(&format!("achieved goal in {state:?}"), seen.achieved_goal, task.achieved_goal(state))?;
        same(&format!("success in {state:?}"), info.extra.is_success, task.is_success(state, goal))?;
        same(&format!("lower bound in {state:?}"), info.extra.lower_bound, task.lower_bound(state, goal))?;
        let own = task.achieved_goal(state);
        ensure(task.is_success(state, &own), || format!("{state:?} does not reach its own achieved goal"))?;
    }
    Ok(())
}

fn goal_constancy<E: GoalEnv>(_: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    for trace in traces {
        for observation in trace.observations() {
            same("desired goal", observation.desired_goal, trace.start.0.desired_goal)?;
        }
    }
    Ok(())
}

fn compute_reward<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    let (transitions, goals) = batch(traces);
    let mut rewards = vec![0.0; goals.len()];
    env.task().compute_reward(&transitions, &goals, &mut rewards);
    ensure(rewards.iter().all(|reward| reward.is_finite()), || "a reward is not finite".to_string())?;
    same_as_steps(traces, &rewards, |played| played.step.reward)
}

fn compute_terminated<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    let (transitions, goals) = batch(traces);
    let mut terminated = vec![false; goals.len()];
    env.task().compute_terminated(&transitions, &goals, &mut terminated);
    same_as_steps(traces, &terminated, |played| played.step.terminated)
}

fn compute_truncated<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    let (transitions, goals) = batch(traces);
    let mut truncated = vec![false; goals.len()];
    env.task().compute_truncated(&transitions, &goals, &mut truncated);
    same_as_steps(traces, &truncated, |played| played.step.truncated)
}

fn goal_substitution<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    let mut tried = 0;
    for (trace, other) in traces.iter().zip(traces.iter().cycle().skip(1)) {
        // Goals met later in the same episode, as hindsight takes them, and goals from elsewhere.
        let hindsight = trace.steps.iter().map(|played| played.step.observation.achieved_goal);
        let elsewhere = other.steps.iter().map(|played| played.step.observation.achieved_goal);
        for goal in hindsight.step_by(stride(trace)).chain(elsewhere.step_by(stride(other))) {
            for played in some_states(trace) {
                let transition = Transition { elapsed: 1, ..played.transition };
                let mut restored = env.clone();
                match restored.reset(None, &env.options_for(transition.state, goal)) {
                    Err(EnvError::InvalidOptions { .. }) => continue,
                    outcome => outcome.map_err(|error| error.to_string())?,
                };
                let step = restored.step(transition.action).map_err(|error| error.to_string())?;
                let (mut reward, mut terminated, mut truncated) = ([0.0], [false], [false]);
                env.task().compute_reward(&[transition], &[goal], &mut reward);
                env.task().compute_terminated(&[transition], &[goal], &mut terminated);
                env.task().compute_truncated(&[transition], &[goal], &mut truncated);
                let what = format!("reward and ends of {transition:?} under goal {goal:?}");
                let computed = (reward[0], terminated[0], truncated[0]);
                same(&what, (step.reward, step.terminated, step.truncated), computed)?;
                tried += 1;
            }
        }
    }
    ensure(tried > 0, || "every substituted goal was refused by reset".to_string())
}

fn lower_bounds<E: GoalEnv>(env: &E, traces: &[Trace<E>], _: &CheckSettings) -> Verdict {
    for trace in traces {
        let states: Vec<_> = trace.observations().map(|seen| seen.observation).collect();
        for (i, from) in states.iter().enumerate() {
            for (steps, to) in states[i..].iter().enumerate() {
                let goal = env.task().achieved_goal(to);
                let bound = env.task().lower_bound(from, &goal);
                ensure(bound.is_some_and(|bound| bound as usize <= steps), || {
                    format!("{goal:?} was reached from {from:?} in {steps} steps, but the bound is {bound:?}")
                })?;
            }
        }
    }
    Ok(())
}

fn stride<E: GoalEnv>(trace: &Trace<E>) -> usize {
    trace.steps.len().div_ceil(STATES).max(1)
}

fn some_states<E: GoalEnv>(trace: &Trace<E>) -> impl Iterator<Item = &super::trace::Played<E>> {
    trace.steps.iter().step_by(stride(trace))
}

type Transitions<E> = (Vec<Transition<crate::env::EnvState<E>>>, Vec<crate::env::EnvGoal<E>>);

fn batch<E: GoalEnv>(traces: &[Trace<E>]) -> Transitions<E> {
    let steps = || traces.iter().flat_map(|trace| &trace.steps);
    (
        steps().map(|played| played.transition).collect(),
        steps().map(|played| played.step.observation.desired_goal).collect(),
    )
}

fn same_as_steps<E: GoalEnv, T: PartialEq + Debug + Copy>(
    traces: &[Trace<E>],
    computed: &[T],
    of: impl Fn(&super::trace::Played<E>) -> T,
) -> Verdict {
    let steps = traces.iter().flat_map(|trace| &trace.steps);
    for (played, &computed) in steps.zip(computed) {
        same(&format!("step against rules for {:?}", played.transition), of(played), computed)?;
    }
    Ok(())
}

fn same<T: PartialEq + Debug>(what: &str, got: T, expected: T) -> Verdict {
    ensure(got == expected, || format!("{what}: expected {expected:?}, got {got:?}"))
}

fn ensure(holds: bool, failure: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(failure()) }
}
