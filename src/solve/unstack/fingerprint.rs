//! A number that tells boards apart and can be summed up from parts of a board.

/// The sum of all rows, each times an odd number of its own.
///
/// Two boards share a fingerprint with a chance of about one in 2^64, whatever parts they are summed up from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint(pub u64);

impl Fingerprint {
    /// Of the rows from `first` upwards.
    #[inline]
    pub fn of_rows(first: usize, rows: impl Iterator<Item = u16>) -> Self {
        Self(
            rows.zip(&FACTORS[first..])
                .fold(0, |sum, (cells, factor)| sum.wrapping_add(u64::from(cells).wrapping_mul(*factor))),
        )
    }

    /// Of both parts together.
    #[inline]
    pub fn with(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

/// As many as a board and the lines inserted into it can have rows.
const FACTORS: [u64; 64] = {
    let mut factors = [0; 64];
    let mut row = 0;
    // SplitMix64 (Steele, Lea and Flood 2014).
    let mut state = 0x7465_7472_6561_6368_u64;
    while row < factors.len() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        factors[row] = (mixed ^ mixed >> 31) | 1;
        row += 1;
    }
    factors
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn parts_sum_up_and_boards_differ() {
        let rows = [5_u16, 1000, 37, 512, 1];
        let whole = Fingerprint::of_rows(3, rows.into_iter());
        let (low, high) = rows.split_at(2);
        let low = Fingerprint::of_rows(3, low.iter().copied());
        assert_eq!(low.with(Fingerprint::of_rows(5, high.iter().copied())), whole);
        let all: HashSet<u64> = (0..1 << 18)
            .map(|cells: u64| {
                Fingerprint::of_rows(0, [0, 10].map(|at| (cells >> at) as u16 & 511).into_iter()).0
            })
            .collect();
        assert_eq!(all.len(), 1 << 17, "nine bits of either row are told apart");
    }
}
