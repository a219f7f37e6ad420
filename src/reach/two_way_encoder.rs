//! Both directions as one network sees them.
//!
//! The question is always the way from one board to another: forwards from the state to the goal, backwards from the
//! goal, which is where the way began, to what is left. One plane more tells which end of the way the next move is at.
//! Behind the maps of placements come those of pieces to take away, one per orientation, read at the lower left corner
//! of the piece's box, and one map for the rows that can come back, read in the middle of the row.

use tetreach_agents::nn::{Encoder, EncodingRow, EncodingShape};

use super::direction::Direction;
use super::encode::{PLANES, encode_lowest};
use super::encoder::ReachEncoder;
use super::two_way::DirectedBoard;
use crate::game::{Board, Orientation, ReverseActions, ReverseMove, Size};

/// The planes of a network for both directions: the last one is 1 where the question is for the way back.
pub const TWO_WAY_PLANES: usize = PLANES + 1;
/// The output maps of a network for both directions.
pub const TWO_WAY_MAPS: usize = 2 * Orientation::COUNT + 1;

/// Shows what is left of a target (the state) and where its way began (the goal).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseEncoder {
    size: Size,
    rows: usize,
    hints: usize,
}

impl ReverseEncoder {
    /// Shows whole boards.
    pub fn new(size: Size) -> Self {
        Self { size, rows: size.height().into(), hints: 0 }
    }

    /// Shows the lowest `rows` rows, all of them if 0, as [`ReachEncoder::with_rows`] does.
    pub fn with_rows(self, rows: usize) -> Self {
        let all = usize::from(self.size.height());
        Self { rows: if rows == 0 { all } else { rows.min(all) }, ..self }
    }

    /// Speaks to a network that is told `hints` things of each placement; of reverse moves it is told nothing.
    pub fn with_hints(self, hints: usize) -> Self {
        Self { hints, ..self }
    }

    /// Where the network is read for a move: map, then cell.
    fn landing(&self, reverse: ReverseMove) -> usize {
        let width = usize::from(self.size.width());
        let (map, row, column) = match reverse {
            ReverseMove::Take { placement, row } => {
                (Orientation::COUNT + placement.orientation.index(), row, usize::from(placement.column))
            }
            ReverseMove::Restore { row } => (2 * Orientation::COUNT, row, width / 2),
        };
        (map * self.rows + usize::from(row).min(self.rows - 1)) * width + column
    }
}

impl Encoder for ReverseEncoder {
    type State = Board;
    type Goal = Board;

    fn shape(&self) -> EncodingShape {
        EncodingShape {
            planes: TWO_WAY_PLANES,
            height: self.rows,
            width: self.size.width().into(),
            maps: TWO_WAY_MAPS,
            actions: ReverseActions::of_size(self.size).count(),
            hints: self.hints,
        }
    }

    fn encode(&self, state: &Board, goal: &Board, row: EncodingRow<'_>) {
        let actions = ReverseActions::of_size(self.size);
        state.for_each_reverse_move(4, |reverse| {
            let id = actions.id(reverse);
            row.landing[id] = self.landing(reverse) as i64;
            row.legal[id] = true;
        });
        let (planes, backward) = row.planes.split_at_mut(PLANES * self.rows * usize::from(self.size.width()));
        backward.fill(1.0);
        encode_lowest(goal, state, self.rows, planes);
    }
}

/// Shows states of [`super::TwoWayTask`]: placements first, then reverse moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoWayEncoder {
    forward: ReachEncoder,
    reverse: ReverseEncoder,
}

impl TwoWayEncoder {
    /// Shows the lowest `rows` rows, all of them if 0, and hints at detours if asked to.
    pub fn new(size: Size, rows: usize, detours: bool) -> Self {
        let forward = ReachEncoder::new(size).with_rows(rows).with_detours(detours).with_way_back(true);
        Self { forward, reverse: ReverseEncoder::new(size).with_rows(rows) }
    }
}

impl Encoder for TwoWayEncoder {
    type State = DirectedBoard;
    type Goal = Board;

    fn shape(&self) -> EncodingShape {
        let forward = self.forward.shape();
        EncodingShape { actions: forward.actions + self.reverse.shape().actions, ..forward }
    }

    fn encode(&self, state: &DirectedBoard, goal: &Board, row: EncodingRow<'_>) {
        let placements = self.forward.shape().actions;
        let EncodingRow { planes, landing, legal, hints } = row;
        match state.direction {
            Direction::Forward => {
                let hints = &mut hints[..placements * self.forward.shape().hints];
                let (landing, legal) = (&mut landing[..placements], &mut legal[..placements]);
                self.forward.encode(&state.board, goal, EncodingRow { planes, landing, legal, hints });
            }
            Direction::Backward => {
                let (landing, legal) = (&mut landing[placements..], &mut legal[placements..]);
                let row = EncodingRow { planes, landing, legal, hints: &mut [] };
                self.reverse.encode(&state.board, goal, row);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use tetreach_agents::nn::Encoding;
    use tetreach_agents::{Action, ActionSet, GoalTask};

    use super::*;
    use crate::reach::{ReachSettings, TwoWayTask};

    #[test]
    fn both_directions_are_shown_as_each_alone_and_legal_is_what_the_task_allows() {
        let size = Size::STANDARD;
        let (task, encoder) = (TwoWayTask::new(ReachSettings::default()), TwoWayEncoder::new(size, 9, true));
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for _ in 0..30 {
            let mut board = Board::empty(size);
            for _ in 0..rng.random_range(1..10) {
                let action = board.legal_actions().choose(&mut rng).unwrap();
                board.play_action(action).unwrap();
            }
            let empty = Board::empty(size);
            for (state, goal) in
                [(DirectedBoard::forward(empty), board), (DirectedBoard::backward(board), empty)]
            {
                let mut encoding = Encoding::new(encoder.shape());
                encoding.push(&encoder, &state, &goal);
                let legal = task.legal_actions(&state);
                let told = (0..task.action_count()).map(|id| Action(id as u16));
                assert!(told.zip(encoding.legal()).all(|(action, told)| legal.contains(action) == *told));
                let is_backward = encoding.planes()[PLANES * 90..].iter().all(|plane| *plane == 1.0);
                assert_eq!(is_backward, state.direction == Direction::Backward);
                // From the empty board to the board, whichever end the next move is at.
                assert!(encoding.planes()[..90].iter().all(|cell| *cell == 0.0));
                assert!(encoding.planes()[90..180].contains(&1.0));
                let first = if is_backward { Orientation::COUNT * 90 } else { 0 };
                let reads = encoding.landing().iter().zip(encoding.legal()).filter(|(_, legal)| **legal);
                assert!({ reads }.all(|(at, _)| (first..first + 20 * 90).contains(&(*at as usize))));
            }
        }
    }
}
