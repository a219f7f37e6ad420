//! Sixteen numbers at a time, in whatever registers the processor has.

use std::array::from_fn;

/// The number of channels that are computed together.
pub const LANES: usize = 16;

/// Sixteen numbers in memory.
pub type Lanes = [f32; LANES];

/// Sixteen numbers in registers.
///
/// Layers are written once for any of them. Arrays that the compiler is left to turn into vectors will not do: whether
/// it keeps sums in registers depends on how often its passes run, which incremental compilation changes.
pub trait Vector: Copy {
    /// The same number sixteen times.
    fn splat(number: f32) -> Self;

    /// Numbers from memory.
    fn load(numbers: &Lanes) -> Self;

    /// Writes the numbers to memory.
    fn store(self, numbers: &mut Lanes);

    /// The sums.
    fn plus(self, other: Self) -> Self;

    /// The differences.
    fn minus(self, other: Self) -> Self;

    /// The products.
    fn times(self, other: Self) -> Self;

    /// `self * factor + sum`.
    fn times_plus(self, factor: Self, sum: Self) -> Self;

    /// The greater ones.
    fn max(self, other: Self) -> Self;

    /// `1 / sqrt(self)`, to the last bit.
    fn reciprocal_root(self) -> Self;

    /// The sum of all sixteen, in the order in which vectors are folded in half.
    fn total(self) -> f32;
}

/// Whether a fused product is one instruction everywhere; elsewhere it would be a function call.
const FUSED: bool = cfg!(target_arch = "aarch64");

/// A plain array, for processors about which nothing more is known.
impl Vector for Lanes {
    #[inline(always)]
    fn splat(number: f32) -> Self {
        [number; LANES]
    }

    #[inline(always)]
    fn load(numbers: &Lanes) -> Self {
        *numbers
    }

    #[inline(always)]
    fn store(self, numbers: &mut Lanes) {
        *numbers = self;
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        from_fn(|lane| self[lane] + other[lane])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        from_fn(|lane| self[lane] - other[lane])
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        from_fn(|lane| self[lane] * other[lane])
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, sum: Self) -> Self {
        from_fn(|lane| {
            if FUSED {
                self[lane].mul_add(factor[lane], sum[lane])
            } else {
                self[lane] * factor[lane] + sum[lane]
            }
        })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        from_fn(|lane| self[lane].max(other[lane]))
    }

    #[inline(always)]
    fn reciprocal_root(self) -> Self {
        self.map(|number| 1.0 / number.sqrt())
    }

    #[inline(always)]
    fn total(self) -> f32 {
        let eight: [f32; 8] = from_fn(|lane| self[lane] + self[lane + 8]);
        let four: [f32; 4] = from_fn(|lane| eight[lane] + eight[lane + 4]);
        (four[0] + four[2]) + (four[1] + four[3])
    }
}

/// The vectors in a row of numbers, whose length is a multiple of [`LANES`].
#[inline(always)]
pub fn vectors(numbers: &[f32]) -> &[Lanes] {
    numbers.as_chunks().0
}

/// The same, to be written to.
#[inline(always)]
pub fn vectors_mut(numbers: &mut [f32]) -> &mut [Lanes] {
    numbers.as_chunks_mut().0
}

/// The smallest multiple of [`LANES`] that holds `count` numbers.
pub fn padded(count: usize) -> usize {
    count.next_multiple_of(LANES)
}
