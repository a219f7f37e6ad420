//! Sixteen numbers at a time: plain arrays that the compiler turns into vectors.

/// The number of channels that are computed together.
pub const LANES: usize = 16;

/// Sixteen numbers.
pub type Lanes = [f32; LANES];

/// `a * b + c`, fused where the instructions have it; a fused product would be a function call elsewhere.
#[inline(always)]
pub fn multiply_add<const FUSED: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}

/// The sixteen numbers at `at`, where they lie.
#[inline(always)]
pub fn lanes(numbers: &[f32], at: usize) -> &Lanes {
    numbers[at..].first_chunk().expect("invariant: buffers hold whole vectors")
}

/// The sum of all sixteen, in the order in which vectors are folded in half.
#[inline(always)]
pub fn total(lanes: Lanes) -> f32 {
    let eight: [f32; 8] = std::array::from_fn(|lane| lanes[lane] + lanes[lane + 8]);
    let four: [f32; 4] = std::array::from_fn(|lane| eight[lane] + eight[lane + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}

/// A copy of the sixteen numbers at `at`.
#[inline(always)]
pub fn load(numbers: &[f32], at: usize) -> Lanes {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(&numbers[at..at + LANES]);
    lanes
}

/// The smallest multiple of [`LANES`] that holds `count` numbers.
pub fn padded(count: usize) -> usize {
    count.next_multiple_of(LANES)
}
