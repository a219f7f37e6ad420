//! A game of your own: Nim by tree search, checked against the known theory.
//!
//! `cargo run --release -p tetreach-agents --example custom_game`

use std::error::Error;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::Contest;
use tetreach_agents::search::mcts::{Batcher, MctsSettings, Tree};
use tetreach_agents::{Action, EvenEvaluator, Game, Outcome, Player};

/// Three heaps; a move takes any number of objects from one of them, and the last object wins.
#[derive(Clone, Copy, Debug)]
struct Nim;

/// The heaps, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heaps([u8; 3], Player);

const MOST: u16 = 8;

impl Game for Nim {
    type State = Heaps;

    fn action_count(&self) -> usize {
        3 * usize::from(MOST)
    }

    fn start(&self) -> Heaps {
        Heaps([3, 4, 6], Player::First)
    }

    fn mover(&self, state: &Heaps) -> Player {
        state.1
    }

    /// Action `8 * heap + objects - 1`.
    fn for_each_move(&self, Heaps(heaps, _): &Heaps, mut visit: impl FnMut(Action)) {
        for (heap, size) in (0..).zip(heaps) {
            (0..u16::from(*size)).for_each(|objects| visit(Action(MOST * heap + objects)));
        }
    }

    fn play(&self, Heaps(heaps, mover): &Heaps, action: Action) -> Heaps {
        let mut after = *heaps;
        after[usize::from(action.0 / MOST)] -= (action.0 % MOST) as u8 + 1;
        Heaps(after, mover.other())
    }

    fn outcome(&self, Heaps(heaps, mover): &Heaps) -> Option<Outcome> {
        let lost = if *mover == Player::First { Outcome::Lost } else { Outcome::Won };
        heaps.iter().all(|size| *size == 0).then_some(lost)
    }
}

/// Finds the winning move and compares it with Bouton's theory.
pub fn main() -> Result<(), Box<dyn Error>> {
    let rng = Pcg64Mcg::seed_from_u64(1);
    let mut trees = [Tree::new(Contest { game: Nim }, Nim.start(), MctsSettings::default(), rng)?];
    let mut evaluator = EvenEvaluator { game: Nim };
    while Batcher::new(16).round(&mut trees, &mut evaluator)?.proved == 0 {}
    let best = trees[0].best_action().ok_or("Nim begins with moves")?;
    let Heaps(after, _) = Nim.play(&Nim.start(), best);
    println!(
        "from {:?} to {after:?}: won, proved after {} simulations",
        Nim.start().0,
        trees[0].simulations()
    );
    // A position is lost for the player who moves exactly when its heaps cancel out.
    if after.iter().fold(0, |sum, size| sum ^ size) != 0 {
        return Err("the theory knows a better move".into());
    }
    Ok(())
}
