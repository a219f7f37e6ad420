//! What is wrong with AlphaTetris, one switch each.

use serde::{Deserialize, Serialize};

/// Faults of the published program, beside those of its points
/// ([`AlphaTetrisFaults`](crate::game::guideline::AlphaTetrisFaults)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFaults {
    /// "Average height" is 16 minus the mean, so that high stacks look good. Off: the mean.
    pub high_stacks_look_good: bool,
    /// The Tetris rank counts holes. Off: clumps of holes, as the paper says.
    pub holes_instead_of_clumps: bool,
    /// Clumps are counted while the list of holes shrinks, which skips some. Off: connected sets of holes.
    pub clumps_are_skipped: bool,
    /// The weights of the Combo rank sum to 1.2. Off: to 1.
    pub combo_sums_to_more: bool,
    /// A hold forbids the next piece to be held. Off: each piece may be.
    pub hold_locks_next: bool,
    /// A leaf at which the game is over is ranked as any other. Off: it is worse than all others.
    pub knock_out_looks_normal: bool,
    /// A piece slides and turns from where it rests only, never on its way down. Off: all that can be reached.
    pub slides_from_rest: bool,
}

impl ProgramFaults {
    /// As published.
    pub const ALL: Self = ProgramFaults {
        high_stacks_look_good: true,
        holes_instead_of_clumps: true,
        clumps_are_skipped: true,
        combo_sums_to_more: true,
        hold_locks_next: true,
        knock_out_looks_normal: true,
        slides_from_rest: true,
    };

    /// As meant.
    pub const NONE: Self = ProgramFaults {
        high_stacks_look_good: false,
        holes_instead_of_clumps: false,
        clumps_are_skipped: false,
        combo_sums_to_more: false,
        hold_locks_next: false,
        knock_out_looks_normal: false,
        slides_from_rest: false,
    };
}
