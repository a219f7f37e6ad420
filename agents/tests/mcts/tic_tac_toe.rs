//! A game of two, against perfect play.

use std::collections::{HashMap, HashSet};

use tetreach_agents::mcts::{MctsSettings, Tree};
use tetreach_agents::toy::tic_tac_toe::Grid;
use tetreach_agents::uct::Player;
use tetreach_agents::{
    Action, EvaluateError, Evaluations, Evaluator, Judgement, Moves, Outcome, PlanningProblem, Successor,
};

use super::support::minimax;
use super::{rng, search};

/// Tic-Tac-Toe for a tree search: a win is 1, a loss -1.
#[derive(Clone, Copy, Debug)]
struct TicTacToe;

impl PlanningProblem for TicTacToe {
    type State = Grid;
    type Seen = Grid;
    type Goal = ();

    fn question(&self, grid: &Grid) -> (Grid, ()) {
        (*grid, ())
    }

    fn judge(&self, _: &Grid, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        judgement.candidates(moves);
        0.0
    }

    fn step(&self, grid: &Grid, action: Action) -> Option<Successor<Grid>> {
        Some(Successor { state: grid.after(action.0 as u8), reward: 0.0 })
    }

    fn outcome(&self, grid: &Grid) -> Option<Outcome> {
        grid.outcome().map(|value| match value {
            1.0 => Outcome::Won,
            0.0 => Outcome::Lost,
            _ => Outcome::Drawn(0.0),
        })
    }

    fn mover(&self, grid: &Grid) -> Player {
        grid.mover()
    }
}

/// Knows which squares are empty, and nothing else.
struct Referee;

impl Evaluator for Referee {
    type State = Grid;
    type Goal = ();

    fn evaluate(&mut self, pairs: &[(Grid, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        out.clear(9);
        for (grid, ()) in pairs {
            let empty: HashSet<u8> = grid.empty().collect();
            let each = -(empty.len() as f32).ln();
            out.log_policy.extend((0..9).map(
                |square| {
                    if empty.contains(&square) { each } else { f32::NEG_INFINITY }
                },
            ));
            out.q.extend([0.0; 9]);
            out.distance.push(0.0);
            out.reachable.push(1.0);
        }
        Ok(())
    }
}

#[test]
fn tic_tac_toe_is_played_perfectly_and_every_proof_is_true() {
    let mut perfect = HashMap::new();
    minimax(Grid::default(), &mut perfect);
    for settings in [MctsSettings::default(), MctsSettings::gumbel(9, 64)] {
        let mut proofs = 0;
        let mut running: Vec<Grid> = perfect.keys().copied().collect();
        running.retain(|grid| grid.outcome().is_none() && grid.empty().count() < 7);
        // A map has another order in every run.
        running.sort_by_key(Grid::to_string);
        for &grid in running.iter().step_by(7) {
            let value = perfect[&grid];
            let mut tree = Tree::new(TicTacToe, grid, settings, rng(1)).unwrap();
            // Enough for every position that can follow.
            search(&mut tree, &mut Referee, 4, 600);
            let best = tree.best_action().unwrap();
            let after = perfect[&grid.after(best.0 as u8)];
            assert_eq!(after, value, "{grid}\n{best}\n{}", tree.outline(1));
            for (state, won) in tree.proofs() {
                assert_eq!(perfect[&state], if won { 1.0 } else { 0.0 }, "{state}");
                proofs += 1;
            }
        }
        assert!(proofs > 1000);
    }
}
