//! What a network sees of a position.

use tetreach_agents::nn::{Encoder, EncodingRow, EncodingShape};

use crate::game::Orientation;
use crate::game::tetress::{CELL_COUNT, Cells, MAX_TURNS, PLACEMENTS, SIDE, TetressPosition};

/// Own tokens, the opponent's, cells that touch own tokens, cells that touch the opponent's, how full the row is, how
/// full the column is, and how much of the game is over.
const PLANES: usize = 7;

/// Shows a position to a network as the player who moves sees it.
///
/// Each orientation has its own output map, in which a placement is read at its anchor, so that the place of an
/// action in the maps is its number. The board is a torus: convolutions should wrap around.
///
/// ```
/// use tetreach::game::tetress::TetressPosition;
/// use tetreach::tetress::TetressEncoder;
/// use tetreach_agents::nn::{Encoder, Encoding};
///
/// let mut encoding = Encoding::new(TetressEncoder.shape());
/// encoding.push(&TetressEncoder, &TetressPosition::START, &());
/// assert!(encoding.legal().iter().all(|legal| *legal));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TetressEncoder;

impl Encoder for TetressEncoder {
    type State = TetressPosition;
    type Goal = ();

    fn shape(&self) -> EncodingShape {
        EncodingShape {
            planes: PLANES,
            height: SIDE,
            width: SIDE,
            maps: Orientation::COUNT,
            actions: PLACEMENTS,
            hints: 0,
        }
    }

    fn encode(&self, position: &TetressPosition, _goal: &(), row: EncodingRow<'_>) {
        let mover = position.mover();
        let (own, other, empty) = (position.tokens(mover), position.tokens(mover.other()), position.empty());
        let sets: [Cells; 4] = [own, other, own.neighbours() & empty, other.neighbours() & empty];
        for (plane, cells) in row.planes.chunks_exact_mut(CELL_COUNT).zip(sets) {
            cells.iter().for_each(|cell| plane[cell.index()] = 1.0);
        }
        let (mut rows, mut columns) = ([0.0; SIDE], [0.0; SIDE]);
        for cell in (own | other).iter() {
            rows[cell.row()] += 1.0 / SIDE as f32;
            columns[cell.column()] += 1.0 / SIDE as f32;
        }
        let played = f32::from(position.turn()) / f32::from(MAX_TURNS);
        for index in 0..CELL_COUNT {
            row.planes[4 * CELL_COUNT + index] = rows[index / SIDE];
            row.planes[5 * CELL_COUNT + index] = columns[index % SIDE];
            row.planes[6 * CELL_COUNT + index] = played;
        }
        row.landing.iter_mut().zip(0..).for_each(|(landing, action)| *landing = action);
        position.moves().iter().for_each(|placement| row.legal[placement.index()] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tetress::{TetressPlacement, TorusSymmetry};
    use tetreach_agents::nn::Encoding;

    fn encoded(position: &TetressPosition) -> Encoding {
        let mut encoding = Encoding::new(TetressEncoder.shape());
        encoding.push(&TetressEncoder, position, &());
        encoding
    }

    #[test]
    fn planes_are_seen_by_who_moves() {
        let placement: TetressPlacement = "PLACE(0-0, 0-1, 0-2, 0-3)".parse().unwrap();
        let blue = encoded(&TetressPosition::START.after(placement));
        let plane = |encoding: &Encoding, number: usize| -> Vec<f32> {
            encoding.planes()[number * CELL_COUNT..(number + 1) * CELL_COUNT].to_vec()
        };
        assert_eq!(plane(&blue, 0).iter().sum::<f32>(), 0.0, "blue has no token yet");
        assert_eq!(plane(&blue, 1)[..5], [1.0, 1.0, 1.0, 1.0, 0.0]);
        assert_eq!(plane(&blue, 3).iter().sum::<f32>(), 10.0, "cells around four in a row");
        assert!((plane(&blue, 4)[0] - 4.0 / 11.0).abs() < 1e-6 && plane(&blue, 4)[11] == 0.0);
        assert!((plane(&blue, 5)[11] - 1.0 / 11.0).abs() < 1e-6);
        assert_eq!(plane(&blue, 6)[60], 1.0 / 150.0);
        assert_eq!(
            blue.legal().iter().filter(|legal| **legal).count(),
            TetressPosition::START.after(placement).moves().count()
        );
    }

    #[test]
    fn an_image_of_a_position_has_the_image_of_its_planes() {
        let mut position = TetressPosition::START;
        for number in [3, 9] {
            position = position.after(position.moves().nth(97 * number).unwrap());
        }
        let plain = encoded(&position);
        for symmetry in TorusSymmetry::all().step_by(61) {
            let image = encoded(&symmetry.position(&position));
            for cell in crate::game::tetress::Coordinate::all() {
                let to = symmetry.cell(cell).index();
                for plane in [0, 1, 2, 3] {
                    let at = plane * CELL_COUNT;
                    assert_eq!(image.planes()[at + to], plain.planes()[at + cell.index()]);
                }
            }
            for placement in TetressPlacement::all() {
                let to = symmetry.placement(placement).index();
                assert_eq!(image.legal()[to], plain.legal()[placement.index()]);
            }
        }
    }
}
