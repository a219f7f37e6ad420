//! What is proved of graphs with dead ends and cycles.

use proptest::prelude::*;
use tetreach_agents::search::mcts::{MctsSettings, Tree};
use tetreach_agents::{
    Action, Candidate, EvaluateError, Evaluations, Evaluator, Judgement, Moves, Outcome, PlanningProblem,
    Successor,
};

use super::{every_rule, rng, search};

/// A random graph with dead ends and cycles.
#[derive(Clone, Copy, Debug)]
struct Maze {
    states: u16,
    actions: u16,
    seed: u64,
    goal: u16,
}

impl Maze {
    fn next(&self, state: u16, action: u16) -> Option<u16> {
        let mix = (self.seed ^ (u64::from(state) << 16 | u64::from(action)))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
            .wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // A third of the moves is illegal.
        (!(mix >> 40).is_multiple_of(3)).then(|| ((mix >> 20) % u64::from(self.states)) as u16)
    }

    fn can_win(&self) -> Vec<bool> {
        let mut wins: Vec<bool> = (0..self.states).map(|state| state == self.goal).collect();
        for _ in 0..self.states {
            for state in 0..self.states {
                wins[state as usize] |= (0..self.actions)
                    .any(|action| self.next(state, action).is_some_and(|next| wins[next as usize]));
            }
        }
        wins
    }
}

impl PlanningProblem for Maze {
    type State = u16;
    type Seen = u16;
    type Goal = ();

    fn question(&self, state: &u16) -> (u16, ()) {
        (*state, ())
    }

    fn judge(&self, _: &u16, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        judgement.candidates(moves);
        -judgement.steps()
    }

    fn step(&self, state: &u16, action: Action) -> Option<Successor<u16>> {
        self.next(*state, action.0).map(|state| Successor { state, reward: -1.0 })
    }

    fn outcome(&self, state: &u16) -> Option<Outcome> {
        (*state == self.goal).then_some(Outcome::Won)
    }
}

impl Evaluator for Maze {
    type State = u16;
    type Goal = ();

    fn evaluate(&mut self, pairs: &[(u16, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        out.clear(self.actions.into());
        for (state, ()) in pairs {
            let legal = (0..self.actions).filter(|&action| self.next(*state, action).is_some()).count();
            for action in 0..self.actions {
                let is_legal = self.next(*state, action).is_some();
                out.log_policy.push(if is_legal { -(legal as f32).ln() } else { f32::NEG_INFINITY });
                out.q.push(-f32::from(action));
            }
            out.distance.push(f32::from(state % 7));
            out.success.push(1.0);
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn what_is_proved_in_a_maze_is_true_and_sums_hold(
        states in 2..40_u16, actions in 1..6_u16, seed: u64, rule in 0..8_usize, batch in 1..6_usize,
        max_nodes in prop_oneof![Just(16_u32), Just(1000)],
    ) {
        let maze = Maze { states, actions, seed, goal: states - 1 };
        let truth = maze.can_win();
        let settings = MctsSettings { leaves: batch as u32, max_nodes, ..every_rule()[rule] };
        let mut tree = Tree::new(maze, 0, settings, rng(seed)).unwrap();
        search(&mut tree, &mut maze.clone(), batch, 300);
        for (state, won) in tree.proofs() {
            prop_assert_eq!(truth[state as usize], won);
        }
        prop_assert_eq!(tree.under_way(), 0);
        if max_nodes == 1000 {
            tree.check_sums();
            prop_assert_eq!(tree.size().evicted, 0);
        }
        prop_assert!(tree.size().nodes <= max_nodes as usize + batch);
        if tree.is_won() {
            let line = tree.winning_line();
            let end = line.iter().try_fold(0, |state, action| maze.next(state, action.0));
            prop_assert_eq!(end, Some(states - 1));
        }
        let policy = tree.improved_policy();
        let total: f32 = policy.iter().map(|(_, share)| share).sum();
        prop_assert!(policy.is_empty() || (total - 1.0).abs() < 0.02 || total == 0.0, "{total} {policy:?}");
    }
}

#[test]
fn a_tree_without_cycles_and_without_a_way_is_proved_lost() {
    // Each bit may be set once and never cleared; the goal lacks a bit of the start.
    #[derive(Clone, Copy, Debug)]
    struct SetBits;
    impl PlanningProblem for SetBits {
        type State = u8;
        type Seen = u8;
        type Goal = ();
        fn question(&self, state: &u8) -> (u8, ()) {
            (*state, ())
        }
        fn judge(&self, state: &u8, _: &Judgement<'_>, moves: &mut Moves) -> f32 {
            let free = (0..5).filter(|bit| state >> bit & 1 == 0);
            free.for_each(|bit| moves.push(Candidate { action: Action(bit), log_prior: -1.7, q: 0.0 }));
            0.0
        }
        fn step(&self, state: &u8, action: Action) -> Option<Successor<u8>> {
            Some(Successor { state: state | 1 << action.0, reward: -1.0 })
        }
        fn outcome(&self, _: &u8) -> Option<Outcome> {
            None
        }
    }
    struct Mute;
    impl Evaluator for Mute {
        type State = u8;
        type Goal = ();
        fn evaluate(&mut self, pairs: &[(u8, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
            out.clear(1);
            out.log_policy.resize(pairs.len(), 0.0);
            out.q.resize(pairs.len(), 0.0);
            out.distance.resize(pairs.len(), 0.0);
            out.success.resize(pairs.len(), 0.0);
            Ok(())
        }
    }
    for settings in every_rule() {
        let mut tree = Tree::new(SetBits, 1, settings, rng(1)).unwrap();
        let judged = search(&mut tree, &mut Mute, 3, 1000);
        assert!(tree.is_lost());
        assert_eq!(tree.size().nodes, 16, "one node per state");
        assert!(judged <= 16, "no state is judged twice");
        assert_eq!(tree.improved_policy(), []);
    }
}
