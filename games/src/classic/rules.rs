//! The rules: what can be placed, what follows, and when it is over.

use rand::Rng;

use super::entry::PieceEntry;
use super::randomizer::Randomizer;
use super::score::Scoring;
use super::state::{After, State};
use crate::board::Board;
use crate::drop::placement::{ActionId, Actions};
use crate::size::Size;

/// The rules of one kind of Tetris with given pieces.
///
/// ```
/// use rand::SeedableRng;
/// use rand_pcg::Pcg64Mcg;
/// use tetreach_games::classic::{Preset, ClassicRules};
///
/// let rules = ClassicRules::preset(Preset::Simplified);
/// let mut rng = Pcg64Mcg::seed_from_u64(1);
/// let (mut state, mut lines) = (rules.start(&mut rng), 0);
/// while !state.is_over {
///     // The placement that leaves the lowest stack.
///     let mut best = None;
///     rules.for_each_after(&state, |_, after| {
///         let height = if after.is_lost { usize::MAX } else { after.board.stack_height() };
///         if best.is_none_or(|(lowest, _)| height < lowest) {
///             best = Some((height, *after));
///         }
///     });
///     let (_, after) = best.expect("a state that is not over has placements");
///     lines += u32::from(after.lines);
///     state = rules.draw(&after, &mut rng);
/// }
/// assert!(lines > 5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassicRules {
    pub(super) size: Size,
    /// Where pieces come from.
    pub randomizer: Randomizer,
    /// Whether the piece after the current one is known.
    pub shows_next: bool,
    pub(super) entry: PieceEntry,
    /// The rows at the top that the stack must leave free after clearing, or the game is over.
    pub(super) free_rows: u8,
    /// Whether a placement that loses may be chosen while others do not.
    pub offers_losing: bool,
    /// How placements are counted.
    pub score: Scoring,
}

/// A board on which a kind of game cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {size} is too low for this kind of game: it needs at least {least} rows")]
pub struct RulesError {
    size: Size,
    least: u8,
}

impl ClassicRules {
    /// Rules with nothing but how pieces enter and what must stay free; the rest as in mdptetris' simplified game.
    pub(super) fn entering(entry: PieceEntry, free_rows: u8) -> Self {
        ClassicRules {
            size: Size::STANDARD,
            randomizer: Randomizer::Uniform,
            shows_next: false,
            entry,
            free_rows,
            offers_losing: false,
            score: Scoring::Lines,
        }
    }

    /// The same rules on a board of another size, if a game is possible there.
    pub fn with_size(self, size: Size) -> Result<Self, RulesError> {
        let least = if self.entry == PieceEntry::Above { Size::MIN_HEIGHT } else { 5 + self.free_rows };
        if size.height() < least {
            return Err(RulesError { size, least });
        }
        Ok(ClassicRules { size, ..self })
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How pieces enter.
    pub fn entry(&self) -> PieceEntry {
        self.entry
    }

    /// Whether a stack of this height after clearing ends the game.
    #[inline]
    pub(super) fn is_too_high(&self, stack: usize) -> bool {
        stack + usize::from(self.free_rows) > usize::from(self.size.height())
    }

    /// The number of action numbers: those of [`ActionId`].
    pub fn action_count(&self) -> usize {
        Actions::of_width(self.size.width()).count()
    }

    /// A new game: the empty board and the first piece or two.
    pub fn start<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let board = Board::empty(self.size);
        let (piece, supply) = self.randomizer.draw(self.randomizer.start(), &board, rng);
        let (next, supply) = if self.shows_next {
            let (next, supply) = self.randomizer.draw(supply, &board, rng);
            (Some(next), supply)
        } else {
            (None, supply)
        };
        State { board, piece, next, supply, is_over: !self.entry.has_room(&board, piece) }
    }

    /// Visits the placements of a state in the order of their numbers: none if the game is over, else at least one.
    pub fn for_each_after(&self, state: &State, mut visit: impl FnMut(ActionId, &After)) {
        if state.is_over {
            return;
        }
        let mut has_safe = self.offers_losing;
        self.entry.for_each_rest(&state.board, state.piece, |action, row| {
            if let Some(row) = row {
                let after = self.settled(state, action, row);
                if !after.is_lost || self.offers_losing {
                    has_safe = true;
                    visit(action, &after);
                }
            } else if self.offers_losing {
                visit(action, &self.lost(state, action));
            }
        });
        if !has_safe {
            self.entry.for_each_rest(&state.board, state.piece, |action, row| match row {
                Some(row) => visit(action, &self.settled(state, action, row)),
                None => visit(action, &self.lost(state, action)),
            });
        }
    }

    /// What a placement leads to, `None` if it is not offered.
    pub fn after(&self, state: &State, action: ActionId) -> Option<After> {
        let mut found = None;
        self.for_each_after(state, |offered, after| {
            if offered == action {
                found = Some(*after);
            }
        });
        found
    }

    /// What a placement leads to, whether it is offered or a last resort; `None` if there is no such placement.
    #[inline]
    pub fn play(&self, state: &State, action: ActionId) -> Option<After> {
        if self.entry != PieceEntry::Above {
            let mut found = None;
            self.entry.for_each_rest(&state.board, state.piece, |other, row| {
                if other == action {
                    found = row.map(|row| self.settled(state, action, row));
                }
            });
            return found;
        }
        let drop = Actions::of_width(self.size.width()).drops().get(action.index())?;
        let row = state.board.resting_row(drop);
        (drop.orientation.piece() == state.piece && !state.is_over).then(|| {
            let is_within = row + drop.height <= self.size.height();
            if is_within { self.settled(state, action, row) } else { self.lost(state, action) }
        })
    }

    /// A piece at rest within the board.
    #[inline]
    pub(super) fn settled(&self, state: &State, action: ActionId, row: u8) -> After {
        let drop = &Actions::of_width(self.size.width()).drops()[action.index()];
        let mut board = state.board.with_piece(drop, row);
        let (mut lines, mut eroded) = (0, 0);
        if state.board.fills_row(drop, row) {
            let shape = drop.orientation.shape();
            for cleared in board.clear_full_rows().iter() {
                lines += 1;
                eroded += shape.row((cleared - usize::from(row)) as u8).count_ones() as u8;
            }
        }
        let is_lost = self.free_rows > 0 && self.is_too_high(board.stack_height());
        let (next, supply) = (state.next, state.supply);
        After { board, orientation: drop.orientation, row, lines, eroded, is_lost, next, supply }
    }

    /// A piece that came to rest above the top: nothing is cleared any more.
    pub(super) fn lost(&self, state: &State, action: ActionId) -> After {
        let drop = &Actions::of_width(self.size.width()).drops()[action.index()];
        After {
            board: state.board,
            orientation: drop.orientation,
            row: self.size.height(),
            lines: 0,
            eroded: 0,
            is_lost: true,
            next: state.next,
            supply: state.supply,
        }
    }

    /// Visits the states that chance can make of a placement with their probabilities, which sum to 1.
    pub fn for_each_outcome(&self, after: &After, mut visit: impl FnMut(f64, &State)) {
        if after.is_lost {
            return visit(1.0, &self.follow(after, after.orientation.piece(), after.supply));
        }
        self.randomizer.for_each_outcome(after.supply, &after.board, |chance, piece, supply| {
            visit(chance, &self.follow(after, piece, supply));
        });
    }

    /// Lets chance give the next piece.
    #[inline]
    pub fn draw<R: Rng + ?Sized>(&self, after: &After, rng: &mut R) -> State {
        if after.is_lost {
            return self.follow(after, after.orientation.piece(), after.supply);
        }
        let (piece, supply) = self.randomizer.draw(after.supply, &after.board, rng);
        self.follow(after, piece, supply)
    }

    /// The state after a placement when this piece was drawn.
    fn follow(&self, after: &After, drawn: crate::piece::Piece, supply: super::Supply) -> State {
        let (piece, next) = match after.next {
            Some(shown) => (shown, Some(drawn)),
            None => (drawn, None),
        };
        let is_over = after.is_lost || !self.entry.has_room(&after.board, piece);
        State { board: after.board, piece, next, supply, is_over }
    }

    /// The points for a placement.
    #[inline]
    pub fn points(&self, after: &After) -> u32 {
        // A placement that came to rest above the top is worth nothing; one that only left the stack too high counts.
        let is_placed = after.row < self.size.height();
        if is_placed { self.score.points(after.lines, self.size.width()) } else { 0 }
    }
}
