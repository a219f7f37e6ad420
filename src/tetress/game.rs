//! Tetress as a game of two.

use tetreach_agents::{Action, Game, Outcome, Player};

use crate::game::tetress::{self, Colour, PLACEMENTS, TetressPlacement, TetressPosition};

/// The game; actions are the numbers of placements, and red is the first player.
///
/// ```
/// use tetreach::tetress::Tetress;
/// use tetreach_agents::{Game, Player};
///
/// let start = Tetress.start();
/// assert_eq!(Tetress.moves(&start).len(), 2_299);
/// assert_eq!(Tetress.mover(&start), Player::First);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tetress;

impl Tetress {
    /// The placement with the number of this action.
    ///
    /// # Panics
    /// If there is none.
    pub fn placement(action: Action) -> TetressPlacement {
        TetressPlacement::new(action.index()).expect("invariant: actions are numbers of placements")
    }

    /// The action with the number of this placement.
    pub fn action(placement: TetressPlacement) -> Action {
        Action(placement.into())
    }
}

/// The player of a colour.
pub(super) fn player(colour: Colour) -> Player {
    match colour {
        Colour::Red => Player::First,
        Colour::Blue => Player::Second,
    }
}

/// An outcome as searches state it.
pub(super) fn outcome(outcome: tetress::GameEnd) -> Outcome {
    match outcome {
        tetress::GameEnd::Winner(Colour::Red) => Outcome::Won,
        tetress::GameEnd::Winner(Colour::Blue) => Outcome::Lost,
        tetress::GameEnd::Draw => Outcome::DRAW,
    }
}

impl Game for Tetress {
    type State = TetressPosition;

    fn action_count(&self) -> usize {
        PLACEMENTS
    }

    fn start(&self) -> TetressPosition {
        TetressPosition::START
    }

    fn mover(&self, position: &TetressPosition) -> Player {
        player(position.mover())
    }

    fn for_each_move(&self, position: &TetressPosition, mut visit: impl FnMut(Action)) {
        position.moves().iter().for_each(|placement| visit(Tetress::action(placement)));
    }

    fn play(&self, position: &TetressPosition, action: Action) -> TetressPosition {
        position.after(Tetress::placement(action))
    }

    fn outcome(&self, position: &TetressPosition) -> Option<Outcome> {
        position.outcome().map(outcome)
    }
}
