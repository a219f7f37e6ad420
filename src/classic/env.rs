//! The environment: place what comes until nothing fits any more.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::{GoallessEnv, GoallessTask};
use tetreach_agents::{Action, GoalOptions, SyncVector};

use super::space::StateSpace;
use super::task::ClassicTask;
use crate::game::classic::{After, State};
use crate::numbering::to_placement;

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
pub type ClassicEnv = GoallessEnv<ClassicTask>;

impl GoallessTask for ClassicTask {
    type Space = StateSpace;
    /// What the placement did.
    type Detail = After;

    fn space(&self) -> StateSpace {
        StateSpace { rules: self.rules.clone() }
    }

    fn check_start(&self, start: &State) -> Result<(), &'static str> {
        if start.board.size() != self.rules.size() {
            Err("the start board has another size than the environment")
        } else if start.is_over || start.next.is_some() != self.rules.shows_next {
            Err("the start is not a state in which these rules go on")
        } else {
            Ok(())
        }
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> State {
        self.rules.start(rng)
    }

    fn play(&self, state: &State, action: Action, rng: &mut Pcg64Mcg) -> (State, Option<After>) {
        let after =
            self.rules.play(state, to_placement(action)).expect("invariant: the mask allows the action");
        (self.rules.draw(&after, rng), Some(after))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use tetreach_agents::env::check::{CheckSettings, check_env};
    use tetreach_agents::{Autoreset, Env, EnvError, VectorEnv};

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
