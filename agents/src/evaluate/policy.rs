//! Chooses actions: mostly the best that an evaluator knows, sometimes a random one.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::env::{Action, ActionSet, GoalTask};
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};

/// What the best action is the best by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GreedyBy {
    /// Its value.
    #[default]
    Q,
    /// Its probability.
    Policy,
    /// Both: `weight * log-probability + (1 - weight) * value`.
    Mix {
        /// How much the probability counts, between 0 and 1.
        weight: f32,
    },
}

impl std::fmt::Display for GreedyBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GreedyBy::Q => f.write_str("Q"),
            GreedyBy::Policy => f.write_str("policy"),
            GreedyBy::Mix { weight } => write!(f, "{weight} policy"),
        }
    }
}

/// Why no action could be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActError {
    /// There is none.
    #[error("pair {index} has no legal action: its episode is over")]
    NoLegalAction {
        /// Which pair of the batch.
        index: usize,
    },
    /// The evaluator failed.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

/// An evaluator that acts.
#[derive(Debug)]
pub struct Policy<T: GoalTask, V> {
    task: T,
    /// What judges the actions.
    pub evaluator: V,
    /// What the best action is the best by.
    pub greedy: GreedyBy,
    /// Share of the random actions that are drawn among the promising ones.
    promising: f64,
    evaluations: Evaluations,
    judged: Vec<(T::State, T::Goal)>,
    open: Vec<usize>,
}

impl<T: GoalTask, V: Evaluator<State = T::State, Goal = T::Goal>> Policy<T, V> {
    /// An actor in a task.
    pub fn new(task: T, evaluator: V, greedy: GreedyBy) -> Self {
        Policy {
            task,
            evaluator,
            greedy,
            promising: 0.0,
            evaluations: Evaluations::default(),
            judged: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Draws this share of the random actions among those that the task's bounds do not speak against
    /// ([`GoalTask::promising_actions`]), as long as there are any.
    pub fn exploring(self, promising: f64) -> Self {
        Policy { promising: promising.clamp(0.0, 1.0), ..self }
    }

    /// Chooses a legal action for each pair: with probability `epsilon` a random one, else the best.
    ///
    /// Only pairs that get the best are judged. Among equals the one with the smallest number is chosen.
    pub fn act<R: Rng + ?Sized>(
        &mut self,
        pairs: &[(T::State, T::Goal)],
        epsilon: f64,
        rng: &mut R,
        actions: &mut Vec<Action>,
    ) -> Result<(), ActError> {
        actions.clear();
        self.judged.clear();
        self.open.clear();
        for (index, &(state, goal)) in pairs.iter().enumerate() {
            let legal = self.task.legal_actions(&state);
            if rng.random_bool(epsilon.clamp(0.0, 1.0)) {
                let is_guided = self.promising > 0.0 && rng.random_bool(self.promising);
                let promising =
                    if is_guided { self.task.promising_actions(&state, &goal).sample(rng) } else { None };
                let drawn = promising.or_else(|| legal.sample(rng));
                actions.push(drawn.ok_or(ActError::NoLegalAction { index })?);
            } else {
                // Stands for "not chosen yet" until the evaluator has spoken.
                actions.push(legal.nth(0).ok_or(ActError::NoLegalAction { index })?);
                self.judged.push((state, goal));
                self.open.push(index);
            }
        }
        self.evaluator.evaluate(&self.judged, &mut self.evaluations)?;
        for (i, &index) in self.open.iter().enumerate() {
            actions[index] = self.best(i, |_| false).unwrap_or(actions[index]);
        }
        Ok(())
    }

    /// Chooses the best legal action for each pair that is not barred for it; the best of all where all are barred.
    pub fn act_unless(
        &mut self,
        pairs: &[(T::State, T::Goal)],
        is_barred: impl Fn(usize, Action) -> bool,
        actions: &mut Vec<Action>,
    ) -> Result<(), ActError> {
        actions.clear();
        self.judged.clear();
        self.judged.extend(pairs);
        self.evaluator.evaluate(&self.judged, &mut self.evaluations)?;
        for index in 0..pairs.len() {
            let best = self.best(index, |action| is_barred(index, action));
            let chosen = best.or_else(|| self.best(index, |_| false));
            actions.push(chosen.ok_or(ActError::NoLegalAction { index })?);
        }
        Ok(())
    }

    /// The best legal action of judged pair `i` that is not barred; among equals the one with the smallest number.
    fn best(&self, i: usize, is_barred: impl Fn(Action) -> bool) -> Option<Action> {
        let (log_policy, q) = (self.evaluations.log_policy(i), self.evaluations.q(i));
        let score = |action: Action| match self.greedy {
            GreedyBy::Q => q[action.index()],
            GreedyBy::Policy => log_policy[action.index()],
            GreedyBy::Mix { weight } => {
                weight * log_policy[action.index()] + (1.0 - weight) * q[action.index()]
            }
        };
        let legal = self.task.legal_actions(&self.judged[i].0);
        let open = legal.iter().filter(|action| !is_barred(*action));
        open.reduce(|best, action| if score(action) > score(best) { action } else { best })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::evaluate::HashEvaluator;
    use crate::toy::corridor::{CorridorTask, LEFT, RIGHT};

    const TASK: CorridorTask = CorridorTask { length: 9, max_steps: 9 };

    /// Prefers the left by probability and, less strongly, the right by value.
    struct Torn;

    impl Evaluator for Torn {
        type State = u16;
        type Goal = u16;

        fn evaluate(&mut self, pairs: &[(u16, u16)], out: &mut Evaluations) -> Result<(), EvaluateError> {
            out.clear(2);
            for _ in pairs {
                out.log_policy.extend([-0.1, -2.4]);
                out.q.extend([-4.0, -3.0]);
                out.distance.push(4.0);
                out.success.push(1.0);
            }
            Ok(())
        }
    }

    #[test]
    fn the_best_is_the_best_by_what_was_asked_for() {
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut actions = Vec::new();
        let kinds =
            [GreedyBy::Q, GreedyBy::Policy, GreedyBy::Mix { weight: 0.1 }, GreedyBy::Mix { weight: 0.9 }];
        let best = kinds.map(|greedy| {
            Policy::new(TASK, Torn, greedy).act(&[(4, 8)], 0.0, &mut rng, &mut actions).unwrap();
            actions[0]
        });
        assert_eq!(best, [RIGHT, LEFT, RIGHT, LEFT]);
        Policy::new(TASK, Torn, GreedyBy::Q).act(&[(8, 0), (0, 8)], 0.0, &mut rng, &mut actions).unwrap();
        assert_eq!(actions, [LEFT, RIGHT], "walls leave one way");
    }

    #[test]
    fn barred_actions_are_taken_where_there_is_nothing_else() {
        let mut actions = Vec::new();
        let mut policy = Policy::new(TASK, Torn, GreedyBy::Q);
        let pairs = [(4, 8), (4, 8), (4, 8)];
        let is_barred = |pair: usize, action| pair == 2 || (pair == 1 && action == RIGHT);
        policy.act_unless(&pairs, is_barred, &mut actions).unwrap();
        assert_eq!(actions, [RIGHT, LEFT, RIGHT]);
    }

    #[test]
    fn epsilon_is_the_share_of_random_actions() {
        let pairs: Vec<(u16, u16)> = (0..4000).map(|_| (4, 8)).collect();
        let mut actor = Policy::new(TASK, HashEvaluator { task: TASK, seed: 2 }, GreedyBy::Q);
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let (mut greedy, mut mixed) = (Vec::new(), Vec::new());
        actor.act(&pairs, 0.0, &mut rng, &mut greedy).unwrap();
        assert!(greedy.iter().all(|action| *action == greedy[0]));
        actor.act(&pairs, 0.5, &mut rng, &mut mixed).unwrap();
        let other = mixed.iter().filter(|action| **action != greedy[0]).count();
        assert!((900..1100).contains(&other), "{other} of 4000 where a quarter is expected");
    }

    #[test]
    fn a_share_of_the_random_actions_is_promising_where_any_is() {
        /// A corridor whose goal tells which way to go.
        #[derive(Clone, Copy)]
        struct Signposted;

        impl GoalTask for Signposted {
            type State = u16;
            type Goal = u16;
            type Legal = <CorridorTask as GoalTask>::Legal;

            fn action_count(&self) -> usize {
                TASK.action_count()
            }

            fn legal_actions(&self, state: &u16) -> Self::Legal {
                TASK.legal_actions(state)
            }

            fn promising_actions(&self, state: &u16, goal: &u16) -> Self::Legal {
                let mut promising = self.legal_actions(state);
                for (action, is_wrong) in [(LEFT, goal >= state), (RIGHT, goal <= state)] {
                    if is_wrong {
                        promising.remove(action);
                    }
                }
                promising
            }

            fn achieved_goal(&self, state: &u16) -> u16 {
                *state
            }

            fn reward(&self, transition: &crate::env::Transition<u16>, goal: &u16) -> f32 {
                TASK.reward(transition, goal)
            }

            fn terminated(&self, transition: &crate::env::Transition<u16>, goal: &u16) -> bool {
                TASK.terminated(transition, goal)
            }

            fn truncated(&self, transition: &crate::env::Transition<u16>, goal: &u16) -> bool {
                TASK.truncated(transition, goal)
            }
        }

        let share_right = |promising: f64, goal: u16| {
            let pairs: Vec<(u16, u16)> = (0..2000).map(|_| (4, goal)).collect();
            let evaluator = HashEvaluator { task: Signposted, seed: 2 };
            let mut rng = Pcg64Mcg::seed_from_u64(3);
            let mut actions = Vec::new();
            let mut policy = Policy::new(Signposted, evaluator, GreedyBy::Q).exploring(promising);
            policy.act(&pairs, 1.0, &mut rng, &mut actions).unwrap();
            actions.iter().filter(|action| **action == RIGHT).count() as f64 / 2000.0
        };
        assert_eq!(share_right(1.0, 8), 1.0);
        assert!((share_right(0.5, 8) - 0.75).abs() < 0.05);
        assert!((share_right(0.0, 8) - 0.5).abs() < 0.05);
        assert!((share_right(1.0, 4) - 0.5).abs() < 0.05, "where nothing is promising, all is drawn");
    }

    #[test]
    fn a_state_without_actions_is_refused() {
        let stuck = CorridorTask { length: 1, max_steps: 9 };
        let mut actor = Policy::new(stuck, HashEvaluator { task: stuck, seed: 2 }, GreedyBy::Q);
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let refused = actor.act(&[(0, 0)], 0.0, &mut rng, &mut Vec::new());
        assert_eq!(refused, Err(ActError::NoLegalAction { index: 0 }));
    }
}
