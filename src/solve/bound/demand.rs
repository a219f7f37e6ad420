//! How many lines the gaps between the rows must have held, and the least total.

use super::support::RowRule;

/// A proved statement "at least `lines` lines vanished from the gaps `first..=last`".
///
/// Gap `i` lies directly under row `i` of the final board; the gap above the top row is the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub first: usize,
    pub last: usize,
    pub lines: u32,
}

/// Lines in one gap that the assignment tells apart; the highest stands for itself and everything above.
const MOST: usize = 3;

/// The fewest lines that meet all demands: the best sum over demands on disjoint groups of gaps.
///
/// That sum is needed because no line lies in two gaps. It is also enough, because the demands are on intervals:
/// with `x_i` the lines in gaps below `i`, they read `x_last+1 - x_first >= lines`, and the longest path gives `x`.
pub(super) fn fewest_demanded(gaps: usize, demands: &[Demand]) -> u32 {
    let mut below = vec![0; gaps + 1];
    for end in 1..=gaps {
        let ending = demands.iter().filter(|demand| demand.last + 1 == end);
        let needed = ending.map(|demand| below[demand.first] + demand.lines).max().unwrap_or(0);
        below[end] = needed.max(below[end - 1]);
    }
    below[gaps]
}

/// The fewest lines over all ways to share them out among the gaps that keep every row's rule, every demand on at
/// most three neighbouring gaps, and that leave no gap with one line where `one_fits` says that it cannot be.
pub(super) fn fewest_assigned(rules: &[RowRule], one_fits: &[bool], demands: &[Demand]) -> u32 {
    const NEVER: u32 = u32::MAX / 2;
    // The least by gap for each width of the group that begins there.
    let mut short = vec![[0; 3]; one_fits.len()];
    for demand in demands.iter().filter(|demand| demand.last - demand.first < 3) {
        let least = &mut short[demand.first][demand.last - demand.first];
        *least = demand.lines.max(*least);
    }
    let meets = |gap: usize, lines: &[usize]| match (short.get(gap), lines.iter().sum::<usize>() as u32) {
        (Some(least), sum) => sum >= least[lines.len() - 1] || lines.contains(&MOST),
        (None, _) => true,
    };
    // A gap beyond the last one holds nothing and a line there would help nobody.
    let choices = |gap: usize| {
        (0..=MOST)
            .filter(move |&lines| if gap < one_fits.len() { lines != 1 || one_fits[gap] } else { lines == 0 })
    };
    // `cost[a][b]`: fewest lines so far with `a` and `b` in the two gaps that the next row sees first.
    let mut cost = [[NEVER; MOST + 1]; MOST + 1];
    for a in choices(0) {
        for b in choices(1) {
            cost[a][b] = (a + b) as u32;
        }
    }
    for gap in 0..one_fits.len() {
        let mut next = [[NEVER; MOST + 1]; MOST + 1];
        for a in choices(gap) {
            for b in choices(gap + 1) {
                for c in choices(gap + 2) {
                    let allowed = rules.get(gap).is_none_or(|rule| rule.allows(a, b, c));
                    if allowed && meets(gap, &[a]) && meets(gap, &[a, b]) && meets(gap, &[a, b, c]) {
                        next[b][c] = next[b][c].min(cost[a][b] + c as u32);
                    }
                }
            }
        }
        cost = next;
    }
    cost.iter().flatten().copied().min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demand(first: usize, last: usize, lines: u32) -> Demand {
        Demand { first, last, lines }
    }

    #[test]
    fn overlapping_demands_share_their_lines() {
        for (demands, least) in [
            (vec![], 0),
            (vec![demand(0, 1, 1), demand(1, 2, 1)], 1),
            (vec![demand(0, 1, 1), demand(2, 3, 1)], 2),
            (vec![demand(0, 2, 3), demand(1, 1, 1), demand(3, 3, 1)], 4),
        ] {
            assert_eq!(fewest_demanded(4, &demands), least);
            assert_eq!(fewest_assigned(&[], &[true; 4], &demands), least);
        }
    }

    #[test]
    fn a_gap_that_cannot_hold_one_line_holds_two() {
        let demands = [demand(0, 1, 1), demand(1, 2, 1)];
        assert_eq!(fewest_assigned(&[], &[true, false, true], &demands), 2);
        assert_eq!(fewest_assigned(&[], &[true, true, true], &demands), 1);
    }
}
