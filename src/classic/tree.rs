//! Tree search with chance nodes: placements and the pieces that may follow, as deep as it is worth.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::mcts::{Batcher, MctsSettings, Tree, Unvisited};
use tetreach_agents::search::{AfterstateNode, Afterstates, Judgement, Moves, PlanningProblem, Successor};
use tetreach_agents::{Action, EvaluateError, Evaluations, Evaluator, Outcome};

use super::learned_task::{ClassicRewards, LearnedTask};
use super::network::ClassicNetwork;
use super::task::ClassicTask;
use crate::game::ActionId;
use crate::game::classic::{After, Linear, State};
use crate::numbering::to_placement;

/// Placements that a search looks into at first; then the better half of them, and so on.
const CONSIDERED: u32 = 8;

/// By how many powers of e the best placement is more probable than the mean one.
const SHARPNESS: f32 = 8.0;

/// A tree search over decisions and chance.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassicTree {
    /// Simulations before a placement.
    pub simulations: u32,
    /// What judges the decisions at the ends of the tree.
    pub judge: TreeJudge,
}

/// What a tree search holds its leaves against.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeJudge {
    /// The best weighted sum of features that a placement leads to, from 0 for a lost game to 1.
    Linear(Linear),
    /// The returns that a network foretells.
    Network(ClassicNetwork),
}

impl ClassicTree {
    /// Chooses a placement, `None` if nothing is offered.
    pub fn choose(&self, game: &ClassicTask, state: &State) -> Option<ActionId> {
        match &self.judge {
            TreeJudge::Linear(linear) => {
                let rewards = ClassicRewards { points: 0.0, placement: 0.0, lost: 0.0 };
                let task = LearnedTask { game: game.clone(), rewards };
                let judge = Squashed::around(linear, &task, state);
                self.search(Prospect { inner: Afterstates { task }, step_discount: 1.0 }, state, judge)
            }
            TreeJudge::Network(network) => {
                let task = LearnedTask { game: game.clone(), rewards: network.rewards };
                let judge = ByValue { inner: network.evaluator() };
                // A placement is two steps: the decision and what chance makes of it.
                let step_discount = network.discount.sqrt();
                self.search(Prospect { inner: Afterstates { task }, step_discount }, state, judge)
            }
        }
    }

    fn search<V>(&self, problem: Prospect, state: &State, mut judge: V) -> Option<ActionId>
    where
        V: Evaluator<State = State, Goal = ()>,
    {
        if state.is_over {
            return None;
        }
        let first_round = (self.simulations / 4).max(1);
        let settings = MctsSettings {
            unvisited: Unvisited::Q,
            leaves: 1,
            ..MctsSettings::gumbel(CONSIDERED, first_round)
        };
        let (root, rng) = (AfterstateNode::Decision(*state), Pcg64Mcg::seed_from_u64(0));
        let tree = Tree::new(problem, root, settings, rng).expect("invariant: the settings are sound");
        let (mut trees, mut batcher) = ([tree], Batcher::new(1));
        while trees[0].simulations() < u64::from(self.simulations) {
            let round = batcher.round(&mut trees, &mut judge);
            let round = round.expect("invariant: the judges of trees answer always");
            if round.judged + round.finished == 0 {
                break;
            }
        }
        trees[0].best_action().map(to_placement)
    }
}

/// The game as a search sees it, with a discount.
#[derive(Clone, Debug)]
struct Prospect {
    inner: Afterstates<LearnedTask>,
    /// What a value is worth one step earlier, be it a decision or chance.
    step_discount: f32,
}

impl PlanningProblem for Prospect {
    type State = AfterstateNode<State, After>;
    type Seen = State;
    type Goal = ();

    const CHANCE: bool = true;

    fn question(&self, state: &Self::State) -> (State, ()) {
        self.inner.question(state)
    }

    fn judge(&self, state: &Self::State, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        self.inner.judge(state, judgement, moves)
    }

    fn step(&self, state: &Self::State, action: Action) -> Option<Successor<Self::State>> {
        self.inner.step(state, action)
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.inner.outcome(state)
    }

    fn for_each_chance(&self, state: &Self::State, visit: impl FnMut(f32, Successor<Self::State>)) {
        self.inner.for_each_chance(state, visit);
    }

    fn discount(&self) -> f32 {
        self.step_discount
    }
}

/// A linear player as an evaluator: the best placement of the root is worth a half, a lost game nothing.
struct Squashed<'a> {
    linear: &'a Linear,
    task: LearnedTask,
    centre: f64,
    scale: f64,
}

impl<'a> Squashed<'a> {
    fn around(linear: &'a Linear, task: &LearnedTask, root: &State) -> Self {
        let (mut best, mut sum, mut count) = (f64::NEG_INFINITY, 0.0, 0.0);
        linear.for_each_value(&task.game.rules, root, |_, value| {
            if value.is_finite() {
                best = best.max(value);
                sum += value;
                count += 1.0;
            }
        });
        let scale = if count > 0.0 { best - sum / count } else { 0.0 };
        Squashed { linear, task: task.clone(), centre: best, scale: scale.max(1e-3) }
    }
}

impl Evaluator for Squashed<'_> {
    type State = State;
    type Goal = ();

    fn evaluate(&mut self, pairs: &[(State, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        let count = self.task.game.rules.action_count();
        out.clear(count);
        for (state, ()) in pairs {
            let start = out.q.len();
            out.q.resize(start + count, f32::NEG_INFINITY);
            let values = &mut out.q[start..];
            self.task.game.rules.for_each_after(state, |action, after| {
                let value = self.linear.value(after);
                let share = 1.0 / (1.0 + (-(value - self.centre) / self.scale).exp());
                values[action.index()] = if after.is_lost { 0.0 } else { share as f32 };
            });
            push_priors(&out.q[start..], &mut out.log_policy);
            out.success.push(1.0);
        }
        Ok(())
    }
}

/// An evaluator whose priors follow its values, for networks that learned no policy.
struct ByValue<V> {
    inner: V,
}

impl<V: Evaluator<State = State, Goal = ()>> Evaluator for ByValue<V> {
    type State = State;
    type Goal = ();

    fn evaluate(&mut self, pairs: &[(State, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        self.inner.evaluate(pairs, out)?;
        out.log_policy.clear();
        for values in out.q.chunks_exact(out.actions) {
            push_priors(values, &mut out.log_policy);
        }
        Ok(())
    }
}

/// Appends the logarithms of priors that rise with the values; minus infinity where the value is.
fn push_priors(values: &[f32], out: &mut Vec<f32>) {
    let legal = || values.iter().copied().filter(|value| *value > f32::NEG_INFINITY);
    let best = legal().fold(f32::NEG_INFINITY, f32::max);
    let spread = best - legal().sum::<f32>() / legal().count().max(1) as f32;
    let logit = |value: f32| if spread > 0.0 { SHARPNESS * (value - best) / spread } else { 0.0 };
    let total = legal().map(|value| logit(value).exp()).sum::<f32>().ln();
    out.extend(
        values.iter().map(
            |&value| {
                if value > f32::NEG_INFINITY { logit(value) - total } else { f32::NEG_INFINITY }
            },
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::{ClassicPlayer, GameLimit, play};
    use crate::game::Size;
    use crate::game::classic::{ClassicRules, Preset, WeightsPreset};

    #[test]
    fn priors_are_a_distribution_in_the_order_of_the_values() {
        let mut priors = Vec::new();
        push_priors(&[1.0, f32::NEG_INFINITY, 3.0, 2.0], &mut priors);
        let shares: Vec<f32> = priors.iter().map(|log| log.exp()).collect();
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(shares[2] > shares[3] && shares[3] > shares[0] && shares[1] == 0.0, "{shares:?}");
        priors.clear();
        push_priors(&[5.0, 5.0], &mut priors);
        assert_eq!(priors, [0.5f32.ln(); 2]);
    }

    #[test]
    fn a_search_survives_longer_than_the_player_that_judges_its_leaves() {
        let rules = ClassicRules::preset(Preset::Simplified).with_size(Size::new(6, 7).unwrap()).unwrap();
        let task = ClassicTask::new(rules);
        let linear = Linear::new(&WeightsPreset::Dellacherie.weights(), 6).unwrap();
        let judge = TreeJudge::Linear(linear.clone());
        let players =
            [ClassicPlayer::Linear(linear), ClassicPlayer::Tree(ClassicTree { simulations: 64, judge })];
        let [alone, searched] = players.map(|player| {
            (0..20).map(|seed| play(&task, &player, seed, GameLimit::placements(300)).placements).sum::<u64>()
        });
        // 1,292 against 1,077 placements.
        assert!(10 * searched > 11 * alone, "{searched} against {alone}");
    }
}
