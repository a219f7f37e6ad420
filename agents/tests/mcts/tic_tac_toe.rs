//! A game of two, against perfect play.

use tetreach_agents::search::mcts::{MctsSettings, Tree};
use tetreach_agents::search::{Contest, Minimax};
use tetreach_agents::toy::tic_tac_toe::{Grid, TicTacToe};
use tetreach_agents::{EvenEvaluator, Game};

use super::{rng, search};

#[test]
fn tic_tac_toe_is_played_perfectly_and_every_proof_is_true() {
    let mut perfect = Minimax::new(TicTacToe);
    perfect.value(&TicTacToe.start());
    for settings in [MctsSettings::default(), MctsSettings::gumbel(9, 64)] {
        let mut proofs = 0;
        let mut running: Vec<Grid> = perfect.values().map(|(grid, _)| *grid).collect();
        running.retain(|grid| TicTacToe.outcome(grid).is_none() && grid.empty().count() < 7);
        // A map has another order in every run.
        running.sort_by_key(Grid::to_string);
        for &grid in running.iter().step_by(7) {
            let value = perfect.value(&grid);
            let mut tree = Tree::new(Contest { game: TicTacToe }, grid, settings, rng(1)).unwrap();
            // Enough for every position that can follow.
            search(&mut tree, &mut EvenEvaluator { game: TicTacToe }, 4, 600);
            let best = tree.best_action().unwrap();
            let after = perfect.value(&TicTacToe.play(&grid, best));
            assert_eq!(after, value, "{grid}\n{best}\n{}", tree.outline(1));
            for (state, won) in tree.proofs() {
                assert_eq!(perfect.value(&state), if won { 1.0 } else { 0.0 }, "{state}");
                proofs += 1;
            }
        }
        assert!(proofs > 1000);
    }
}
