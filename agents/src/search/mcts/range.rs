//! The values seen so far, to put them on a common scale.

use crate::search::Player;

/// The smallest and the largest value that was carried up a tree (Schrittwieser et al. 2020, equation 5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TreeValueRange {
    pub low: f32,
    pub high: f32,
}

impl Default for TreeValueRange {
    fn default() -> Self {
        TreeValueRange { low: f32::INFINITY, high: f32::NEG_INFINITY }
    }
}

impl TreeValueRange {
    #[inline]
    pub fn include(&mut self, value: f32) {
        self.low = self.low.min(value);
        self.high = self.high.max(value);
    }

    /// What puts a value between 0 (the worst seen for the player who moves) and 1 (the best); all alike are 0.5.
    #[inline]
    pub fn scale(&self, mover: Player) -> RangeScale {
        let (low, factor, middle) = if self.high > self.low {
            (self.low, 1.0 / (self.high - self.low), 0.0)
        } else {
            (0.0, 0.0, 0.5)
        };
        let (sign, offset) = if mover == Player::First { (1.0, 0.0) } else { (-1.0, 1.0) };
        RangeScale { low, factor, middle, sign, offset }
    }
}

/// A [`TreeValueRange`] ready for many values.
#[derive(Clone, Copy, Debug)]
pub(super) struct RangeScale {
    low: f32,
    factor: f32,
    middle: f32,
    sign: f32,
    offset: f32,
}

impl RangeScale {
    /// The place of a value between the worst and the best.
    #[inline]
    pub fn place(&self, value: f32) -> f32 {
        let place = ((value - self.low) * self.factor + self.middle).clamp(0.0, 1.0);
        self.sign * place + self.offset
    }
}
