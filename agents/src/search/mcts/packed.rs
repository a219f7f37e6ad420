//! Untried moves in four bytes.

use crate::env::Action;

/// An untried move in four bytes: its log-prior in steps of 1/2048 from -32 up, then its number, inverted.
///
/// Equal priors are told apart by the number, the smaller first, so that the order never depends on chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packed(u32);

impl Packed {
    /// Below every move.
    pub const LEAST: Packed = Packed(0);

    const LOWEST: f32 = -32.0;
    const STEPS: f32 = 2047.0;

    #[inline]
    pub fn from_parts(log_prior: f32, action: Action) -> Self {
        // No prior is below -32 or above 0 by more than rounding.
        let steps = ((log_prior - Self::LOWEST) * Self::STEPS).clamp(0.0, 65535.0);
        // Added to 2^23 a number is rounded to a whole one, which lies in the lowest bits: faster than a cast.
        let steps = (steps + 8_388_608.0).to_bits();
        Packed(steps << 16 | u32::from(!action.0))
    }

    #[inline]
    pub fn log_prior(self) -> f32 {
        (self.0 >> 16) as f32 / Self::STEPS + Self::LOWEST
    }

    #[inline]
    pub fn action(self) -> Action {
        Action(!(self.0 as u16))
    }
}
