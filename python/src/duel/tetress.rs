//! Tetress.

use tetreach::game::tetress::{CELL_COUNT, Colour, MAX_TURNS, PLACEMENTS, SIDE, TetressPosition};
use tetreach::tetress::Tetress;
use tetreach_agents::{Action, Game, Outcome};

use super::AnyDuel;
use crate::game::Part;

/// Writes what a player sees into bytes that are all 0.
pub fn write(position: &TetressPosition, player: usize, out: &mut [u8]) {
    let own = Colour::ALL[player];
    let (planes, left) = out.split_at_mut(2 * CELL_COUNT);
    for (plane, colour) in planes.chunks_exact_mut(CELL_COUNT).zip([own, own.other()]) {
        position.tokens(colour).iter().for_each(|cell| plane[cell.index()] = 1);
    }
    left.fill(MAX_TURNS - position.turn());
}

/// What the end of a game is worth to each player.
pub fn worth(position: &TetressPosition) -> Option<(f64, f64)> {
    Tetress.outcome(position).map(|outcome| match outcome {
        Outcome::Won => (1.0, -1.0),
        Outcome::Lost => (-1.0, 1.0),
        Outcome::Drawn(_) => (0.0, 0.0),
    })
}

/// A position of the game.
#[derive(Debug)]
pub struct TetressDuel {
    pub position: TetressPosition,
}

impl AnyDuel for TetressDuel {
    fn actions(&self) -> usize {
        PLACEMENTS
    }

    /// One's own tokens, the other player's, and the turns that are left, the same in every cell.
    fn parts(&self) -> Vec<Part> {
        vec![Part { name: "planes", shape: vec![3, SIDE, SIDE], high: MAX_TURNS }]
    }

    fn start(&mut self, _seed: u64) {
        self.position = Tetress.start();
    }

    fn mover(&self) -> usize {
        self.position.mover().index()
    }

    fn write_mask(&self, player: usize, out: &mut [u8]) {
        out.fill(0);
        if self.outcome().is_none() {
            let moves = self.position.moves_of(Colour::ALL[player]);
            moves.iter().for_each(|placement| out[placement.index()] = 1);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        action.index() < PLACEMENTS && self.position.moves().contains(Tetress::placement(action))
    }

    fn play(&mut self, action: Action) -> u32 {
        self.position = Tetress.play(&self.position, action);
        0
    }

    fn pass(&mut self) {
        let [red, blue] = Colour::ALL.map(|colour| self.position.tokens(colour));
        let passed = TetressPosition::new(red, blue, self.position.turn() + 1);
        self.position = passed.expect("invariant: a game that has not ended has a turn left");
    }

    fn outcome(&self) -> Option<(f64, f64)> {
        worth(&self.position)
    }

    fn write(&self, player: usize, out: &mut [u8]) {
        write(&self.position, player, out);
    }

    fn text(&self) -> String {
        format!("{}\nturn {}, {} moves", self.position, self.position.turn(), self.position.mover())
    }
}
