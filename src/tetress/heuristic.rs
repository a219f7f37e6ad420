//! The evaluation function of the report.

use crate::game::tetress::{Colour, TetressPosition};

/// The least number of connected empty cells that count as a hole: a tetromino fits into them at best.
pub const REGION: usize = 4;

/// Filled cells from which on holes count.
const HOLES_COUNT: usize = 81;

/// The holes of a position: connected sets of at least four empty cells.
pub fn report_holes(position: &TetressPosition) -> usize {
    position.empty().regions().filter(|region| region.len() >= REGION).count()
}

/// What the report's function says of a position for a colour: own tokens per token of the opponent, and above 80
/// filled cells one more for an even number of holes and one less for an odd one.
///
/// ```
/// use tetreach::game::tetress::{Cells, Colour, TetressPosition};
/// use tetreach::tetress::report_heuristic;
///
/// let position = TetressPosition::new(Cells::from_bits(0b1111), Cells::from_bits(0b11_0000), 2)?;
/// assert!((report_heuristic(&position, Colour::Red) - 2.0).abs() < 0.001);
/// # Ok::<(), tetreach::game::tetress::PositionError>(())
/// ```
pub fn report_heuristic(position: &TetressPosition, colour: Colour) -> f64 {
    let count = |colour| position.tokens(colour).len() as f64 + 0.001;
    let ratio = count(colour) / count(colour.other());
    let filled = 121 - position.empty().len();
    match filled {
        ..HOLES_COUNT => ratio,
        _ if report_holes(position).is_multiple_of(2) => ratio + 1.0,
        _ => ratio - 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_count_late_and_by_parity() {
        // Rows 0 to 7 are filled but for cells that are holes of four, or too small.
        let filled = "r,b,r,b,r,b,r,b,r,b,r\n";
        let position = |rows: [&str; 3]| {
            let csv = filled.repeat(8) + &rows.concat();
            TetressPosition::from_csv(&csv, 40).unwrap()
        };
        let one = position([",,,,,,,,,,\n", ",,,,,,,,,,\n", ",,,,,,,,,,\n"]);
        assert_eq!(report_holes(&one), 1);
        let ratio = (6.0 * 8.0 + 0.001) / (5.0 * 8.0 + 0.001);
        assert!((report_heuristic(&one, Colour::Red) - (ratio - 1.0)).abs() < 1e-9);
        let two = position([",,,,r,,,,,r,\n", ",,,,r,,,,,r,\n", ",,,,r,,,,,r,\n"]);
        assert_eq!(report_holes(&two), 2, "the columns on both edges are neighbours");
        let small = position(["r,,,r,,,,,,r,r\n", "r,,r,r,,,,,,r,r\n", "r,r,r,r,,,,,,r,r\n"]);
        assert_eq!(report_holes(&small), 1, "three cells hold no tetromino");
        assert!(report_heuristic(&two, Colour::Red) > 2.0);
    }
}
