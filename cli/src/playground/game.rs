//! What a game must offer to be played and watched in the terminal.
//!
//! A new game is one file that implements [`Playable`] and one line in `games.rs`.

use std::fmt::Debug;
use std::time::Duration;

use tetreach::game::Piece;

/// What a player wants, whatever the keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerInput {
    /// Moves the piece one column to the left.
    Left,
    /// Moves the piece one column to the right.
    Right,
    /// Turns the piece clockwise.
    Turn,
    /// Turns the piece anticlockwise.
    TurnBack,
    /// Takes the next piece, where the player may choose.
    Next,
    /// Takes the piece before, where the player may choose.
    Previous,
    /// Takes this piece, where the player may choose.
    Choose(Piece),
    /// Drops the piece.
    Drop,
    /// Takes the last move back.
    Undo,
    /// Plays the move again that was taken back.
    Redo,
    /// Asks for a good move.
    Hint,
    /// Begins again.
    Restart,
}

/// One cell of a board as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellView {
    /// Nothing.
    Empty,
    /// Nothing yet, but the goal has something here.
    Target,
    /// A piece lies here.
    Filled(Piece),
    /// The piece in hand would come to rest here.
    Preview(Piece),
    /// A row that vanishes.
    Flash,
}

/// How a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// In the background.
    Muted,
}

/// All that is drawn of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The name of the game and what is played.
    pub title: String,
    /// The board, bottom row first.
    pub board: Vec<Vec<CellView>>,
    /// The piece in hand, bottom row first.
    pub hand: Vec<Vec<CellView>>,
    /// Numbers with their names.
    pub facts: Vec<(&'static str, String)>,
    /// Sentences.
    pub lines: Vec<(Tone, String)>,
}

/// What an agent did when it was its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentTurn {
    /// It has no move yet.
    Thinks,
    /// It played a move.
    Played,
    /// It has no move any more: the game is over, or it gave up.
    Over,
}

/// A game that a person or an agent plays.
pub trait Playable: Debug {
    /// What there is to see now.
    fn view(&self) -> View;

    /// Does what the player wants, if the rules allow it.
    fn act(&mut self, input: PlayerInput);

    /// Lets time pass: animations, and what searches in the background found. Whether anything changed.
    fn pass(&mut self, time: Duration) -> bool;

    /// Whether the game has come to its end.
    fn is_over(&self) -> bool;

    /// Lets an agent prepare to play from the beginning, with this many seconds to think.
    fn ask_agent(&mut self, agent: &str, seconds: f64) -> anyhow::Result<()>;

    /// Plays the agent's next move.
    fn play_agent_move(&mut self) -> AgentTurn;

    /// The moves so far as one line of JSON; `None` if there are none.
    fn demonstration(&self) -> Option<String>;
}
