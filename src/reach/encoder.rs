//! Pairs of boards as a network sees them.

use tetreach_agents::nn::{Encoder, EncodingRow, EncodingShape};

use super::encode::encode_lowest;
use super::{PLANES, TWO_WAY_MAPS, TWO_WAY_PLANES, encode_landings, for_each_detour};
use crate::game::{Actions, Board, Orientation, Size};

/// Shows (state, goal) as the planes of [`crate::reach::encode()`], and each placement at the cell where it lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachEncoder {
    size: Size,
    rows: usize,
    detours: bool,
    way_back: bool,
}

impl ReachEncoder {
    /// Shows whole boards.
    pub fn new(size: Size) -> Self {
        Self { size, rows: size.height().into(), detours: false, way_back: false }
    }

    /// Tells of each placement, if asked to, whether counting speaks against it ([`for_each_detour`]).
    pub fn with_detours(self, detours: bool) -> Self {
        Self { detours, ..self }
    }

    /// Speaks to a network that also knows the way back ([`super::TwoWayEncoder`]), if it does.
    pub fn with_way_back(self, way_back: bool) -> Self {
        Self { way_back, ..self }
    }

    /// Shows the lowest `rows` rows, all of them if 0: what lies higher is not seen, and what would land higher is read
    /// from the highest row seen.
    pub fn with_rows(self, rows: usize) -> Self {
        let all = usize::from(self.size.height());
        Self { rows: if rows == 0 { all } else { rows.min(all) }, ..self }
    }
}

impl Encoder for ReachEncoder {
    type State = Board;
    type Goal = Board;

    fn shape(&self) -> EncodingShape {
        EncodingShape {
            planes: if self.way_back { TWO_WAY_PLANES } else { PLANES },
            height: self.rows,
            width: self.size.width().into(),
            maps: if self.way_back { TWO_WAY_MAPS } else { Orientation::COUNT },
            actions: Actions::of_width(self.size.width()).count(),
            hints: self.detours.into(),
        }
    }

    fn encode(&self, state: &Board, goal: &Board, row: EncodingRow<'_>) {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let legal = encode_landings(state, row.landing);
        legal.iter().for_each(|action| row.legal[action.index()] = true);
        if self.detours {
            for_each_detour(state, goal, |action| row.hints[usize::from(action.0)] = 1.0);
        }
        // The plane behind these says that the question is not for the way back.
        encode_lowest(state, goal, self.rows, &mut row.planes[..PLANES * self.rows * width]);
        if self.rows == height {
            return;
        }
        let (all, seen) = (height * width, self.rows * width);
        for landing in row.landing {
            let (map, cell) = (*landing as usize / all, *landing as usize % all);
            let row = (cell / width).min(self.rows - 1);
            *landing = (map * seen + row * width + cell % width) as i64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbering::{to_action, to_placement};
    use crate::reach::MirrorSymmetry;
    use tetreach_agents::Action;
    use tetreach_agents::env::Symmetry;
    use tetreach_agents::nn::Encoding;

    #[test]
    fn low_boards_look_the_same_however_many_rows_are_shown() {
        let size = Size::STANDARD;
        let state = Board::from_rows(size, [0b11_1000_0000, 0b1]);
        let goal = Board::from_rows(size, [0b11_1011_0000, 0b11_0011]);
        let (whole, low) = (ReachEncoder::new(size), ReachEncoder::new(size).with_rows(6));
        let encoded = |encoder: ReachEncoder| {
            let mut encoding = Encoding::new(encoder.shape());
            encoding.push(&encoder, &state, &goal);
            encoding
        };
        let (all, part) = (encoded(whole), encoded(low));
        assert_eq!(all.legal(), part.legal());
        for plane in 0..PLANES {
            assert_eq!(all.planes()[plane * 200..][..60], part.planes()[plane * 60..][..60]);
        }
        for (a, b) in all.landing().iter().zip(part.landing()) {
            assert_eq!((a / 200, a % 200), (b / 60, b % 60));
        }
    }

    #[test]
    fn what_lands_above_the_rows_shown_is_read_from_the_highest() {
        let size = Size::STANDARD;
        let tower = Board::from_rows(size, [1; 10]);
        let encoder = ReachEncoder::new(size).with_rows(6);
        let mut encoding = Encoding::new(encoder.shape());
        encoding.push(&encoder, &tower, &tower);
        let highest = encoding.landing().iter().map(|landing| landing % 60 / 10).max();
        assert_eq!(highest, Some(5));
    }

    #[test]
    fn what_counting_speaks_against_is_told_if_asked_for_and_is_the_same_in_a_mirror() {
        let size = Size::STANDARD;
        let mirror = MirrorSymmetry::new(size);
        let goal = Board::from_rows(size, [0b1111_1111, 0b1100_0011]);
        let told = |encoder: ReachEncoder, goal: &Board| {
            let mut encoding = Encoding::new(encoder.shape());
            encoding.push(&encoder, &Board::empty(size), goal);
            encoding.hints().to_vec()
        };
        let encoder = ReachEncoder::new(size);
        assert!(told(encoder, &goal).is_empty());
        let hints = told(encoder.with_detours(true), &goal);
        let mirrored = told(encoder.with_detours(true), &mirror.mirror_goal(&goal));
        let count = |hint: f32| hints.iter().filter(|other| **other == hint).count();
        // In the first two rows there are few places where a piece fits and leaves groups of four.
        assert_eq!((count(0.0) + count(1.0), hints.len()), (162, 162));
        assert!((2..20).contains(&count(0.0)), "{}", count(0.0));
        for action in 0..162 {
            let other = mirror.mirror_action(Action(action));
            assert_eq!(hints[usize::from(action)], mirrored[other.index()]);
        }
    }

    #[test]
    fn a_mirrored_move_leads_to_the_mirrored_board() {
        let size = Size::STANDARD;
        let mirror = MirrorSymmetry::new(size);
        let board = Board::from_rows(size, [0b11_1000_0110, 0b10]);
        for id in board.legal_actions() {
            let (mut here, mut there) = (board, mirror.mirror_state(&board));
            here.play_action(id).unwrap();
            there.play_action(to_placement(mirror.mirror_action(to_action(id)))).unwrap();
            assert_eq!(mirror.mirror_state(&here), there);
        }
    }
}
