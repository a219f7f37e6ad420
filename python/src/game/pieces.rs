//! Pieces and fields as bytes.

use tetreach::game::guideline::{Field, GuidelineGame, NEXT};
use tetreach::game::{Board, Piece, Size};

use super::Part;

/// The number of pieces.
pub const KINDS: usize = Piece::ALL.len();

/// Takes parts of a slice of bytes, one after the other.
#[derive(Debug)]
pub struct Writer<'a> {
    rest: &'a mut [u8],
}

impl<'a> Writer<'a> {
    /// Writes into these bytes, all of which must be 0.
    pub fn new(out: &'a mut [u8]) -> Self {
        Writer { rest: out }
    }

    /// The next bytes.
    pub fn take(&mut self, size: usize) -> &'a mut [u8] {
        let (part, rest) = std::mem::take(&mut self.rest).split_at_mut(size);
        self.rest = rest;
        part
    }

    /// One of seven, or none.
    pub fn piece(&mut self, piece: Option<Piece>) {
        let part = self.take(KINDS);
        if let Some(piece) = piece {
            part[piece as usize] = 1;
        }
    }

    /// A number that stops at 255.
    pub fn number(&mut self, number: u32) {
        self.take(1)[0] = number.min(255) as u8;
    }

    /// A field, lowest row first.
    pub fn field(&mut self, field: &Field) {
        for (row, cells) in self.take(Field::WIDTH * Field::HEIGHT).chunks_exact_mut(Field::WIDTH).enumerate()
        {
            cells
                .iter_mut()
                .zip(field.columns())
                .for_each(|(cell, column)| *cell = (column >> row & 1) as u8);
        }
    }

    /// What the player of a game sees.
    pub fn game(&mut self, game: &GuidelineGame) {
        self.field(&game.position.field);
        self.piece(game.hold);
        game.queue.iter().for_each(|piece| self.piece(Some(*piece)));
        let bag = self.take(KINDS);
        game.bag.pieces().for_each(|piece| bag[piece as usize] = 1);
        self.number(game.position.combo.into());
        self.number(game.position.back_to_back.into());
    }
}

/// The parts that [`Writer::game`] writes.
pub fn game_parts() -> Vec<Part> {
    vec![
        Part::bits("field", [Field::HEIGHT, Field::WIDTH]),
        Part::bits("hold", [KINDS]),
        Part::bits("queue", [NEXT + 1, KINDS]),
        Part::bits("bag", [KINDS]),
        Part::number("combo"),
        Part::number("back_to_back"),
    ]
}

/// The rows of a field that are drawn: those in view and some above.
pub fn visible(field: &Field) -> Board {
    let height = Field::VISIBLE + 4;
    let size = Size::new(Field::WIDTH, height).expect("invariant: boards of 10x24 are possible");
    let row = |y: usize| {
        field.columns().iter().enumerate().fold(0, |row, (x, column)| row | ((column >> y & 1) as u16) << x)
    };
    Board::from_rows(size, (0..height).map(row))
}

/// A game of ten columns with the cells of a board.
pub fn field_of(board: &Board) -> Result<Field, String> {
    if usize::from(board.width()) != Field::WIDTH {
        return Err(format!("a guideline field has {} columns, not {}", Field::WIDTH, board.width()));
    }
    let mut field = Field::EMPTY;
    for row in 0..usize::from(board.height()) {
        (0..Field::WIDTH).filter(|x| board.row(row) >> x & 1 == 1).for_each(|x| field.fill(x, row));
    }
    if field.full_rows() != 0 {
        return Err("a board of a game has no full row, for full rows vanish".to_owned());
    }
    Ok(field)
}

/// The pieces of a game in words.
pub fn pieces_text(game: &GuidelineGame) -> String {
    let queue: String = game.queue.iter().map(|piece| piece.letter()).collect();
    let hold = game.hold.map_or('-', Piece::letter);
    let (combo, back_to_back) = (game.position.combo, game.position.back_to_back);
    format!("queue {queue}  hold {hold}  combo {combo}  back-to-back {back_to_back}")
}
