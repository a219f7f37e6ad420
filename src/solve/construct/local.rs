//! Local backward search: peels the top rows of a stack down to a smaller rest.

use super::window::{LANES, Window, WindowFrame, lower_rows};
use crate::game::ActionId;
use crate::solve::buckets::{Backwards, BucketSearch};

/// Looks for windows that are smaller than the one it starts from: strict subsets of it, and lower ones.
#[derive(Clone, Copy, Debug)]
pub struct Peel {
    frame: WindowFrame,
    start: Window,
    start_rows: usize,
}

/// A local search with its memory.
pub type LocalSearch = BucketSearch<Peel>;

impl Peel {
    /// Peels `start` within `frame`.
    pub fn new(frame: WindowFrame, start: Window) -> Self {
        Self { frame, start, start_rows: start.stack() }
    }
}

impl Backwards for Peel {
    type State = Window;
    type Key = Window;

    #[inline]
    fn width(&self) -> u32 {
        self.frame.full().count_ones()
    }

    #[inline]
    fn cells(&self, window: &Window) -> u32 {
        window.cells()
    }

    #[inline]
    fn key(&self, window: &Window) -> Window {
        *window
    }

    /// Covered holes, broken rows and columns, and cells that the start did not have.
    #[inline]
    fn cost(&self, window: &Window) -> u32 {
        let cells = window.0;
        let full = u128::from(self.frame.full());
        let rows = LANES & lower_rows(window.stack());
        let holes = (window.covered() & !cells).count_ones();
        // Walls count as filled.
        let across = ((cells ^ (cells >> 1)) & (rows * (full >> 1))).count_ones()
            + (!cells & rows).count_ones()
            + (!cells & (rows * ((full >> 1) + 1))).count_ones();
        let under = cells << 16 | u128::from(self.frame.floor());
        let along = ((cells ^ under) & (rows * full)).count_ones();
        let foreign = (cells & !self.start.0).count_ones();
        4 * holes + 2 * across + 2 * along + foreign
    }

    #[inline]
    fn is_hit(&self, window: &Window) -> bool {
        window.0 & !self.start.0 == 0 || window.stack() < self.start_rows
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        window: &Window,
        most_cleared: usize,
        mut visit: impl FnMut(Window, ActionId, usize),
    ) {
        self.frame.for_each_predecessor(*window, most_cleared, |undone| {
            visit(undone.window, undone.action, undone.cleared);
        });
    }
}
