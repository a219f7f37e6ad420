//! One game of guideline Tetris, or two that send each other garbage, with how their boards look.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::guideline::{
    Clear, Field, GuidelineGame, GuidelinePlacement, GuidelineRules, GuidelineStart, Lock, Spin,
};
use tetreach::guideline::{GuidelineAgentError, Side, Versus};

use super::well::WellView;

/// Who plays at the table.
#[derive(Clone, Debug)]
pub enum Table {
    /// One player.
    Alone {
        /// The game.
        game: GuidelineGame,
        /// Where the pieces come from.
        pieces: Pcg64Mcg,
    },
    /// Two players.
    Versus(Box<Versus>),
}

impl Table {
    /// The game of a side; alone there is only one.
    pub fn game(&self, side: Side) -> &GuidelineGame {
        match self {
            Table::Alone { game, .. } => game,
            Table::Versus(versus) => versus.game(side),
        }
    }

    /// Who places the next piece.
    pub fn to_place(&self) -> Side {
        match self {
            Table::Alone { .. } => Side::Left,
            Table::Versus(versus) => versus.to_place(),
        }
    }

    /// Who has won against the other.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Table::Alone { .. } => None,
            Table::Versus(versus) => versus.winner(),
        }
    }

    /// Whether no piece can be placed any more.
    pub fn is_over(&self, rules: &GuidelineRules) -> bool {
        match self {
            Table::Alone { game, .. } => game.is_over(rules),
            Table::Versus(versus) => versus.winner().is_some(),
        }
    }
}

/// The numbers of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    /// Pieces placed.
    pub pieces: u32,
    /// Lines cleared.
    pub lines: u32,
    /// Lines sent.
    pub attack: u32,
}

/// A decision with all that goes before it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The games.
    pub table: Table,
    /// How the boards look.
    pub wells: [WellView; 2],
    /// The numbers of the players.
    pub counts: [SideCounts; 2],
    /// What the left player's last placement cleared, in words.
    pub clear: Option<String>,
}

impl Moment {
    /// The beginning of a game; a setup is for one player.
    pub fn first(start: &GuidelineStart, seed: u64, is_versus: bool) -> Self {
        let table = if is_versus {
            Table::Versus(Box::new(Versus::new(start.preset.rules(), seed)))
        } else {
            let mut pieces = Pcg64Mcg::seed_from_u64(seed);
            Table::Alone { game: start.game(&mut pieces), pieces }
        };
        let field = table.game(Side::Left).position.field;
        let mut wells = [(); 2].map(|()| WellView::new(Field::WIDTH, Field::HEIGHT));
        wells[Side::Left as usize]
            .raise(field.height(), |row, column| field.is_filled(column as i32, row as i32));
        Self { table, wells, counts: [SideCounts::default(); 2], clear: None }
    }

    /// Places a piece of the side whose turn it is.
    pub fn play(
        &mut self,
        placement: GuidelinePlacement,
        rules: &GuidelineRules,
    ) -> Result<(), GuidelineAgentError> {
        let side = self.table.to_place();
        let (lock, risen) = match &mut self.table {
            Table::Alone { game, pieces } => {
                let slot = game.slot_of(placement.piece);
                let is_legal =
                    slot.is_some_and(|slot| game.moves(slot, rules).iter().any(|legal| legal == placement));
                if !is_legal {
                    return Err(GuidelineAgentError::Illegal { placement });
                }
                (game.play(placement, rules, pieces), 0)
            }
            Table::Versus(versus) => {
                let turn = versus.play(placement)?;
                (turn.lock, turn.risen)
            }
        };
        let well = &mut self.wells[side as usize];
        let places = placement.cells().map(|(x, y)| (y as usize, x as usize));
        well.place(places, placement.piece);
        let field = self.table.game(side).position.field;
        well.raise(risen as usize, |row, column| field.is_filled(column as i32, row as i32));
        self.count(side, &lock);
        Ok(())
    }

    fn count(&mut self, side: Side, lock: &Lock) {
        let counts = &mut self.counts[side as usize];
        counts.pieces += 1;
        counts.lines += u32::from(lock.clear.lines);
        counts.attack += lock.attack;
        if side == Side::Left {
            self.clear = words(&lock.clear, lock.attack);
        }
    }
}

/// What a clear is called.
fn words(clear: &Clear, attack: u32) -> Option<String> {
    if clear.lines == 0 {
        return None;
    }
    let spin = match clear.spin {
        Spin::None => "",
        Spin::Mini => "T-spin mini ",
        Spin::Full => "T-spin ",
    };
    let lines = ["", "single", "double", "triple", "tetris"][usize::from(clear.lines.min(4))];
    let perfect = if clear.perfect { ", perfect clear" } else { "" };
    let chain = if clear.is_difficult() && clear.back_to_back > 0 { ", back-to-back" } else { "" };
    Some(format!("{spin}{lines}{chain}{perfect}: {attack} sent."))
}
