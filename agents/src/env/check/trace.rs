//! Random play, written down for the checks to look at.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::CheckSettings;
use crate::env::{Action, EnvState, EpisodeStart, GoalEnv, InfoOf, StepOf, Transition};

/// One episode, or the beginning of a long one.
pub(super) struct Trace<E: GoalEnv> {
    pub seed: u64,
    pub start: EpisodeStart<E>,
    pub steps: Vec<Played<E>>,
}

/// One step of it, with the environment as it was before.
pub(super) struct Played<E: GoalEnv> {
    pub before: E,
    pub transition: Transition<EnvState<E>>,
    pub step: StepOf<E>,
}

impl<E: GoalEnv> Trace<E> {
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.steps.iter().map(|played| played.transition.action)
    }

    /// The observations, one more than steps.
    pub fn observations(&self) -> impl Iterator<Item = &E::Observation> {
        std::iter::once(&self.start.0).chain(self.steps.iter().map(|played| &played.step.observation))
    }

    /// The infos, one more than steps.
    pub fn infos(&self) -> impl Iterator<Item = &InfoOf<E>> {
        std::iter::once(&self.start.1).chain(self.steps.iter().map(|played| &played.step.info))
    }
}

/// Plays uniformly random legal actions, every episode from its own seed.
pub(super) fn play<E: GoalEnv>(env: &E, settings: &CheckSettings) -> Result<Vec<Trace<E>>, String> {
    let mut rng = Pcg64Mcg::seed_from_u64(settings.seed);
    (0..settings.episodes.max(1) as u64)
        .map(|episode| {
            let seed = settings.seed.wrapping_add(episode);
            let mut env = env.clone();
            let start = env.reset(Some(seed), &E::Options::default()).map_err(|error| error.to_string())?;
            let mut trace = Trace::<E> { seed, start, steps: Vec::new() };
            let mut state = trace.start.0.observation;
            let mut legal = trace.start.1.legal_actions.clone();
            while trace.steps.len() < settings.max_steps {
                let Some(action) = env.action_space().sample_masked(&legal, &mut rng) else {
                    return Err(format!("the episode goes on in {state:?}, but no action is legal there"));
                };
                let before = env.clone();
                let step = env.step(action).map_err(|error| format!("in {state:?}: {error}"))?;
                let next_state = step.observation.observation;
                let elapsed = trace.steps.len() as u32 + 1;
                let done = step.done();
                legal = step.info.legal_actions.clone();
                let transition = Transition { state, action, next_state, elapsed };
                trace.steps.push(Played { before, transition, step });
                state = next_state;
                if done {
                    break;
                }
            }
            Ok(trace)
        })
        .collect()
}
