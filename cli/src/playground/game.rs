//! What a game must offer to be played and watched in the terminal.
//!
//! A new game is one file that implements [`Playable`] and one line in `games.rs`.

use std::fmt::Debug;
use std::time::Duration;

use tetreach::game::Piece;
use tetreach::game::tetress::Colour;

use super::controls::Controls;
use super::demonstration::KeptGame;

/// What a player wants, whatever the keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerInput {
    /// Moves the piece one column to the left.
    Left,
    /// Moves the piece one column to the right.
    Right,
    /// Moves the piece one row up, where pieces do not fall.
    Up,
    /// Moves the piece one row down.
    Down,
    /// Turns the piece clockwise.
    Turn,
    /// Turns the piece anticlockwise.
    TurnBack,
    /// Turns the piece upside down.
    HalfTurn,
    /// Takes the next piece, where the player may choose.
    Next,
    /// Takes the piece before, where the player may choose.
    Previous,
    /// Takes this piece, where the player may choose.
    Choose(Piece),
    /// Puts the piece aside for the held one.
    Hold,
    /// Drops the piece, or places it.
    Drop,
    /// Lets pieces fall by themselves, or stops them.
    Gravity,
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
    /// Nothing yet, but the goal or a hint has something here.
    Target,
    /// A piece lies here.
    Filled(Piece),
    /// The piece in hand would come to rest here.
    Preview(Piece),
    /// A row that the opponent sent.
    Garbage,
    /// A token of one of two players.
    Token(Colour),
    /// A player's piece would lie here.
    TokenPreview(Colour),
    /// The piece may not lie here.
    Misplaced,
    /// A row that vanishes.
    Flash,
}

/// Rows of cells, the bottom row first.
pub type CellRows = Vec<Vec<CellView>>;

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The name of the game and what is played.
    pub title: String,
    /// The board.
    pub board: CellRows,
    /// Whether pieces come from above the rows that are shown.
    pub is_open_above: bool,
    /// The other player's name and board.
    pub beside: Option<(String, CellRows)>,
    /// Pieces with what they are, such as the one in hand; one without a name belongs to the one before.
    pub pieces: Vec<(&'static str, CellRows)>,
    /// Numbers with their names.
    pub facts: Vec<(&'static str, String)>,
    /// Sentences.
    pub lines: Vec<(Tone, String)>,
    /// What the agent at work says of itself: names and numbers.
    pub monitor: Vec<(String, String)>,
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

    /// What the keys mean in this game.
    fn controls(&self) -> Controls;

    /// Does what the player wants, if the rules allow it.
    fn act(&mut self, input: PlayerInput);

    /// Lets time pass while a person plays, or an agent: animations, and what was found in the background. Whether
    /// anything changed.
    fn pass(&mut self, time: Duration, is_by_hand: bool) -> bool;

    /// Whether the game has come to its end.
    fn is_over(&self) -> bool;

    /// Lets an agent prepare to play from here, with this many seconds to think.
    fn ask_agent(&mut self, agent: &str, seconds: f64) -> anyhow::Result<()>;

    /// Plays the agent's next move.
    fn play_agent_move(&mut self) -> AgentTurn;

    /// The game so far; `None` if there are no moves.
    fn played(&self) -> Option<KeptGame>;
}

/// Cells of a shape as rows of the view.
pub fn shape_rows(
    cells: impl IntoIterator<Item = (usize, usize)>,
    size: (usize, usize),
    cell: CellView,
) -> CellRows {
    let mut rows = vec![vec![CellView::Empty; size.1]; size.0];
    for (row, column) in cells {
        if let Some(place) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = cell;
        }
    }
    rows
}
