//! Gaps between rows, how many cleared lines each group of neighbouring gaps needs, and the least total.

/// A proved statement "at least `lines` lines vanished from the gaps `first..=last`".
///
/// Gap `i` lies directly under row `i` of the final board; the gap above the top row is the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub first: usize,
    pub last: usize,
    pub lines: u32,
}

/// The fewest lines that meet all demands: the best sum over demands on disjoint groups of gaps.
///
/// That sum is needed because no line lies in two gaps. It is also enough, because the demands are on intervals:
/// with `x_i` the lines in gaps below `i`, they read `x_last+1 - x_first >= lines`, and the longest path gives `x`.
pub(super) fn fewest_lines(gaps: usize, demands: &[Demand]) -> u32 {
    let mut below = vec![0; gaps + 1];
    for end in 1..=gaps {
        let ending = demands.iter().filter(|demand| demand.last + 1 == end);
        let needed = ending.map(|demand| below[demand.first] + demand.lines).max().unwrap_or(0);
        below[end] = needed.max(below[end - 1]);
    }
    below[gaps]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_demands_share_their_lines() {
        let demand = |first, last, lines| Demand { first, last, lines };
        assert_eq!(fewest_lines(4, &[]), 0);
        assert_eq!(fewest_lines(4, &[demand(0, 1, 1), demand(1, 2, 1)]), 1);
        assert_eq!(fewest_lines(4, &[demand(0, 1, 1), demand(2, 3, 1)]), 2);
        assert_eq!(fewest_lines(4, &[demand(0, 3, 3), demand(1, 1, 1), demand(3, 3, 1)]), 3);
    }
}
