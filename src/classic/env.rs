//! The environment: place what comes until nothing fits any more.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{
    Action, ActionMask, Discrete, Env, EnvError, Episode, EpisodeStart, GoalEnv, GoalInfo, GoalObservation,
    GoalOptions, GoalSpace, GoalTask, NoGoal, StepOf, SyncVector,
};

use super::space::StateSpace;
use super::task::ClassicTask;
use crate::game::ActionId;
use crate::game::classic::{After, State};

/// What a reset may ask for: the state to start in.
pub type ClassicOptions = GoalOptions<State, ()>;

/// Many games side by side.
pub type VectorClassicEnv = SyncVector<ClassicEnv>;

/// Classic Tetris by the contract of environments; a clone goes on exactly as the original would.
///
/// ```
/// use tetreach::classic::{ClassicEnv, ClassicTask};
/// use tetreach::game::classic::{Preset, ClassicRules};
/// use tetreach_agents::Env;
///
/// let mut env = ClassicEnv::new(ClassicTask::new(ClassicRules::preset(Preset::SirTet)));
/// let (seen, info) = env.reset(Some(1), &Default::default())?;
/// assert!(seen.observation.board.is_empty() && seen.observation.next.is_some());
/// let action = info.legal_actions.nth(0).expect("the first placement of the piece");
/// let step = env.step(action)?;
/// assert_eq!((step.reward, step.terminated), (0.0, false));
/// # Ok::<(), tetreach_agents::EnvError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClassicEnv {
    task: ClassicTask,
    rng: Pcg64Mcg,
    episode: Option<Episode<State, ()>>,
}

impl ClassicEnv {
    /// An environment for this task.
    pub fn new(task: ClassicTask) -> Self {
        ClassicEnv { task, rng: Pcg64Mcg::seed_from_u64(0), episode: None }
    }
}

impl Env for ClassicEnv {
    type Observation = GoalObservation<State, ()>;
    type ObservationSpace = GoalSpace<StateSpace, NoGoal>;
    type Options = ClassicOptions;
    type Legal = ActionMask;
    /// What the placement did; `None` after a reset.
    type Extra = GoalInfo<Option<After>>;

    fn action_space(&self) -> Discrete {
        Discrete::new(self.task.action_count()).expect("invariant: no board has more actions than numbers")
    }

    fn observation_space(&self) -> Self::ObservationSpace {
        GoalSpace { observation: StateSpace { rules: self.task.rules.clone() }, goal: NoGoal }
    }

    fn reset(&mut self, seed: Option<u64>, options: &ClassicOptions) -> Result<EpisodeStart<Self>, EnvError> {
        let refused = |reason: &str| EnvError::InvalidOptions { reason: reason.to_owned() };
        if let Some(start) = options.start {
            if start.board.size() != self.task.rules.size() {
                return Err(refused("the start board has another size than the environment"));
            }
            if start.is_over || start.next.is_some() != self.task.rules.shows_next {
                return Err(refused("the start is not a state in which these rules go on"));
            }
        }
        if let Some(seed) = seed {
            self.rng = Pcg64Mcg::seed_from_u64(seed);
        }
        let state = options.start.unwrap_or_else(|| self.task.rules.start(&mut self.rng));
        let episode = self.episode.insert(Episode::new(state, ()));
        Ok((episode.observation(&self.task), episode.info(&self.task, None)))
    }

    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError> {
        let episode = self.episode.as_mut().ok_or(EnvError::StepBeforeReset)?;
        let (task, rng) = (&self.task, &mut self.rng);
        episode.advance(task, action, |state| {
            let after = task.rules.play(state, ActionId(action.0));
            let after = after.expect("invariant: the mask allows the action");
            (task.rules.draw(&after, rng), Some(after))
        })
    }
}

impl GoalEnv for ClassicEnv {
    type Task = ClassicTask;
    type Detail = Option<After>;

    fn task(&self) -> &ClassicTask {
        &self.task
    }

    fn options_for(&self, state: State, (): ()) -> ClassicOptions {
        GoalOptions { start: Some(state), desired_goal: Some(()) }
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::env::check::{CheckSettings, check_env};
    use tetreach_agents::{Autoreset, VectorEnv};

    use super::*;
    use crate::game::Size;
    use crate::game::classic::{ClassicRules, Preset};

    fn env(preset: Preset, randomizer: &str, step_limit: Option<u32>) -> ClassicEnv {
        let mut rules = ClassicRules::preset(preset).with_size(Size::new(8, 9).unwrap()).unwrap();
        rules.randomizer = randomizer.parse().unwrap();
        ClassicEnv::new(ClassicTask { rules, step_limit })
    }

    #[test]
    fn the_environment_keeps_the_contract() {
        for (preset, randomizer, limit) in [
            (Preset::Simplified, "uniform", None),
            (Preset::Simplified, "sz", Some(5)),
            (Preset::Simplified, "adversarial", None),
            (Preset::SirTet, "bag", None),
            // Where the next piece decides whether a game is over, it must not be left to chance, or a transition
            // could not be made twice.
            (Preset::Nuno, "script:LOJITSZ", None),
            (Preset::Original, "script:LOJITSZ", Some(30)),
            (Preset::RlCompetition, "script:LOJITSZ", None),
        ] {
            let report = check_env(&env(preset, randomizer, limit), &CheckSettings::default());
            assert!(report.passed(), "{preset}, {randomizer}\n{report}");
        }
    }

    #[test]
    fn many_games_side_by_side_are_as_many_single_ones() {
        let single = env(Preset::Nuno, "bag", Some(40));
        let mut vector = VectorClassicEnv::new(vec![single.clone(); 4], Autoreset::SameStep).unwrap();
        let mut batch = vector.reset(Some(7), &Default::default()).unwrap();
        let mut singles: Vec<_> = (0..4).map(|_| single.clone()).collect();
        for (index, env) in singles.iter_mut().enumerate() {
            env.reset(Some(7 + index as u64), &Default::default()).unwrap();
        }
        for step in 0..200 {
            let actions: Vec<Action> = batch
                .infos
                .iter()
                .map(|info| info.legal_actions.nth(step % info.legal_actions.count()).unwrap())
                .collect();
            vector.step(&actions, &mut batch).unwrap();
            for (index, env) in singles.iter_mut().enumerate() {
                let step = env.step(actions[index]).unwrap();
                assert_eq!((batch.rewards[index], batch.terminated[index]), (step.reward, step.terminated));
                if step.done() {
                    env.reset(None, &Default::default()).unwrap();
                }
            }
        }
    }

    #[test]
    fn impossible_starts_are_refused() {
        let mut env = env(Preset::Simplified, "uniform", None);
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut start = ClassicRules::preset(Preset::Simplified).start(&mut rng);
        let refused = |env: &mut ClassicEnv, start| {
            let options = GoalOptions { start: Some(start), desired_goal: None };
            matches!(env.reset(None, &options), Err(EnvError::InvalidOptions { .. }))
        };
        assert!(refused(&mut env, start), "another size");
        start.board = crate::game::Board::empty(Size::new(8, 9).unwrap());
        assert!(!refused(&mut env, start));
        start.is_over = true;
        assert!(refused(&mut env, start));
    }
}
