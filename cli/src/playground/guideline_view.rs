//! How a game of guideline Tetris looks.

use tetreach::game::Piece;
use tetreach::game::guideline::{GuidelinePlacement, Rotation, Slot, cells};
use tetreach::guideline::Side;

use super::game::{CellRows, CellView, Playable, Tone, View, shape_rows};
use super::guideline::{GuidelinePlay, ROWS};
use super::guideline_table::Table;

impl GuidelinePlay {
    /// All that is seen of the game.
    pub(super) fn seen(&self) -> View {
        let counts = &self.now.counts;
        let position = &self.now.table.game(Side::Left).position;
        let mut facts = vec![
            ("sent", counts[0].attack.to_string()),
            ("lines", counts[0].lines.to_string()),
            ("pieces", counts[0].pieces.to_string()),
            ("combo", position.combo.to_string()),
            ("back-to-back", position.back_to_back.to_string()),
        ];
        match &self.now.table {
            Table::Versus(versus) => {
                facts.push(("incoming", versus.incoming(Side::Left).to_string()));
                facts.push(("they sent", counts[1].attack.to_string()));
            }
            Table::Alone { .. } => facts.push(("most sent", self.high_score.to_string())),
        }
        let mut lines: Vec<_> = self.judged().into_iter().collect();
        lines.extend(self.now.clear.iter().map(|clear| (Tone::Good, clear.clone())));
        lines.extend(self.message.iter().map(|message| (Tone::Plain, message.clone())));
        if !self.falls {
            lines.push((Tone::Muted, "Pieces do not fall; f lets them.".into()));
        }
        let against = self.against.as_ref().map_or(String::new(), |name| format!(" against {name}"));
        View {
            title: format!("guideline {}{against}, game {}", self.start, self.seed),
            board: self.board(Side::Left),
            is_open_above: true,
            beside: self.against.clone().map(|name| (name, self.board(Side::Right))),
            pieces: self.pieces(),
            facts,
            lines,
            monitor: self.monitor.clone(),
        }
    }

    fn judged(&self) -> Option<(Tone, String)> {
        let left = self.agent.as_ref().map_or("You have", |_| "Left has");
        match self.now.table.winner() {
            _ if !self.is_over() => None,
            Some(Side::Left) => Some((Tone::Good, format!("{left} won."))),
            Some(Side::Right) => Some((Tone::Bad, format!("{left} lost."))),
            None => Some((Tone::Bad, "Topped out. r begins a new game.".into())),
        }
    }

    /// The board of a side with the piece under the keys and where it would rest.
    fn board(&self, side: Side) -> CellRows {
        let mut board = self.now.wells[side as usize].rows(ROWS);
        let shows_hand = side == Side::Left && self.agent.is_none() && self.is_persons_turn();
        let Some(hand) = self.hand.filter(|_| shows_hand) else { return board };
        let mut draw = |placement: GuidelinePlacement, cell: CellView| {
            for (x, y) in placement.cells() {
                if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y))
                    && let Some(place) = board.get_mut(y).and_then(|row| row.get_mut(x))
                {
                    *place = cell;
                }
            }
        };
        if let Some(hint) = self.hint {
            draw(hint, CellView::Target);
        }
        if let Some(rest) = self.dropped() {
            draw(rest, CellView::Preview(hand.active.piece));
        }
        draw(hand.active.placement(), CellView::Filled(hand.active.piece));
        board
    }

    /// The held piece and those to come, as the person sees them now.
    fn pieces(&self) -> Vec<(&'static str, CellRows)> {
        let game = self.now.table.game(Side::Left);
        let has_held = self.hand.is_some_and(|hand| hand.slot == Slot::Hold);
        let held = if has_held { Some(game.queue[0]) } else { game.hold };
        let skipped = 1 + usize::from(has_held && game.hold.is_none());
        let mut pieces = vec![("hold", held.map_or_else(Vec::new, upright))];
        let next = game.queue[skipped..].iter().enumerate();
        pieces.extend(next.map(|(index, piece)| (if index == 0 { "next" } else { "" }, upright(*piece))));
        pieces
    }
}

/// A piece as it appears.
fn upright(piece: Piece) -> CellRows {
    let places = cells(piece, Rotation::North).map(|(x, y)| (y as usize, (x + 1) as usize));
    shape_rows(places, (2, 4), CellView::Filled(piece))
}
