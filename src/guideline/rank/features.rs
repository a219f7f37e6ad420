//! What the rankers look at.

use super::faults::ProgramFaults;
use crate::game::guideline::Field;

/// Numbers of a field, as AlphaTetris counts them.
///
/// ```
/// use tetreach::game::guideline::Field;
/// use tetreach::guideline::rank::{ProgramFaults, Features};
///
/// let field = Field::from_text("##........\n#.........\n#.........")?;
/// let features = Features::of(&field, &ProgramFaults::NONE);
/// assert_eq!((features.holes, features.clumps, features.hole_depth, features.bumps), (2, 1, 3, 3));
/// # Ok::<(), tetreach::game::guideline::FieldTextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// Empty cells under filled ones.
    pub holes: u32,
    /// Clumps of holes.
    pub clumps: u32,
    /// How far holes are below the top of their column, summed.
    pub hole_depth: u32,
    /// Differences between neighbouring heights, summed.
    pub bumps: u32,
    /// The mean height of nine columns, the lowest left out, or 16 minus it.
    pub height: f64,
}

impl Features {
    /// Counts.
    pub fn of(field: &Field, faults: &ProgramFaults) -> Self {
        let heights = field.heights();
        let mut holes = Vec::new();
        for (x, height) in heights.iter().enumerate() {
            // From the top, as the program lists them.
            holes.extend(
                (0..*height as i32).rev().map(|y| (x as i32, y)).filter(|&(x, y)| !field.is_filled(x, y)),
            );
        }
        let hole_depth = holes.iter().map(|&(x, y)| heights[x as usize] - (y as u32 + 1)).sum();
        let lowest = heights.iter().min().copied().unwrap_or(0);
        let mean = f64::from(heights.iter().sum::<u32>() - lowest) / 9.0;
        Features {
            holes: holes.len() as u32,
            clumps: clumps(&mut holes, faults.clumps_are_skipped),
            hole_depth,
            bumps: heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum(),
            height: if faults.high_stacks_look_good { 16.0 - mean } else { mean },
        }
    }
}

/// The number of clumps; the list is used up.
fn clumps(holes: &mut Vec<(i32, i32)>, skipping: bool) -> u32 {
    let mut count = 0;
    let mut index = 0;
    while index < holes.len() {
        let (x, y) = holes[index];
        count += 1;
        if skipping {
            // What comes next moves to the place of what was removed, and is passed over.
            index += 1;
        } else {
            holes.remove(index);
        }
        take_neighbours(holes, x, y);
    }
    count
}

fn take_neighbours(holes: &mut Vec<(i32, i32)>, x: i32, y: i32) {
    for next in [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)] {
        if let Some(at) = holes.iter().position(|&hole| hole == next) {
            holes.remove(at);
            take_neighbours(holes, next.0, next.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_clumps_are_fewer() {
        let field = Field::from_text("#.#.#.....\n..........\n..........").unwrap();
        let count = |faults| Features::of(&field, &faults).clumps;
        assert_eq!(count(ProgramFaults::NONE), 3);
        assert!(count(ProgramFaults::ALL) < 3);
    }

    #[test]
    fn the_height_falls_as_the_stack_grows_if_the_fault_is_on() {
        let field = Field::from_text(&"#########.\n".repeat(6)).unwrap();
        assert_eq!(Features::of(&field, &ProgramFaults::NONE).height, 6.0);
        assert_eq!(Features::of(&field, &ProgramFaults::ALL).height, 10.0);
    }
}
