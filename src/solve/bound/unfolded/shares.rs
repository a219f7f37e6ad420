//! How lines may be shared out among the gaps, when some numbers in neighbouring gaps are refuted.

use rustc_hash::{FxHashMap, FxHashSet};

/// Most lines that are shared out.
pub const MOST_LINES: u32 = 120;

/// The shares of lines that are left: a number of lines for every gap, without a refuted sequence in it.
///
/// ```
/// use tetreach::solve::bound::unfolded::LineShares;
///
/// let mut shares = LineShares::new(3, 10);
/// shares.refute(0, &[0, 0]);
/// shares.refute(1, &[0, 0]);
/// assert!(!shares.allow(0));
/// assert_eq!(shares.with_total(1), Some(vec![0, 1, 0]));
/// ```
#[derive(Clone, Debug)]
pub struct LineShares {
    gaps: usize,
    most: u32,
    /// First gap and numbers of lines from there on.
    refuted: FxHashSet<(usize, Vec<u8>)>,
    /// Beginnings of refuted sequences.
    begun: FxHashSet<(usize, Vec<u8>)>,
    longest: usize,
    /// More lines than this in a gap are never refuted.
    highest: u8,
}

/// Totals that can be shared out among the gaps from one on, by that gap and what was given to the gaps before it, as
/// far as it matters.
type ShareTotals = FxHashMap<(usize, Vec<u8>), u128>;

impl LineShares {
    /// All shares of at most `most` lines, which are no more than `MOST_LINES`.
    pub fn new(gaps: usize, most: u32) -> Self {
        let (refuted, begun, longest, highest) = Default::default();
        Self { gaps, most: most.min(MOST_LINES), refuted, begun, longest, highest }
    }

    /// Takes away all shares with these numbers of lines in the gaps from `first` on.
    pub fn refute(&mut self, first: usize, lines: &[u8]) {
        self.longest = self.longest.max(lines.len());
        self.highest = lines.iter().copied().fold(self.highest, u8::max);
        self.begun.extend((1..lines.len()).map(|count| (first, lines[..count].to_vec())));
        self.refuted.insert((first, lines.to_vec()));
    }

    /// Whether a share with `total` lines together is left.
    pub fn allow(&self, total: u32) -> bool {
        total <= self.most && self.totals(0, &[], &mut ShareTotals::default()) >> total & 1 == 1
    }

    /// The least number of lines, from `least` on, of which a share is left and that `is_wanted`.
    pub fn least(&self, least: u32, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let totals = self.totals(0, &[], &mut ShareTotals::default());
        (least..=self.most).find(|&total| totals >> total & 1 == 1 && is_wanted(total))
    }

    /// A share of this total that is left: the one with the fewest lines in the lowest gaps.
    pub fn with_total(&self, total: u32) -> Option<Vec<u8>> {
        let mut known = ShareTotals::default();
        if total > self.most || self.totals(0, &[], &mut known) >> total & 1 == 0 {
            return None;
        }
        let (mut share, mut before, mut left) = (Vec::new(), Vec::new(), total);
        for gap in 0..self.gaps {
            let (lines, after) = (0..=left as u8).find_map(|lines| {
                let after = self.given(gap, &before, lines)?;
                let fits = self.totals(gap + 1, &after, &mut known) >> (left - u32::from(lines)) & 1 == 1;
                fits.then_some((lines, after))
            })?;
            share.push(lines);
            left -= u32::from(lines);
            before = after;
        }
        Some(share)
    }

    /// What matters of the gaps before after `gap` was given `lines`; `None` if that completes a refuted sequence.
    fn given(&self, gap: usize, before: &[u8], lines: u8) -> Option<Vec<u8>> {
        let mut given = before.to_vec();
        given.push(lines);
        let ends = |count: usize| (gap + 1 - count, given[given.len() - count..].to_vec());
        let longest = self.longest.min(given.len());
        if (1..=longest).any(|count| self.refuted.contains(&ends(count))) {
            return None;
        }
        let kept = (1..=longest).rev().find(|&count| self.begun.contains(&ends(count))).unwrap_or(0);
        Some(given.split_off(given.len() - kept))
    }

    /// Bit `n`: the gaps from `gap` on can be given `n` lines together.
    fn totals(&self, gap: usize, before: &[u8], known: &mut ShareTotals) -> u128 {
        if gap == self.gaps {
            return 1;
        }
        if let Some(&totals) = known.get(&(gap, before.to_vec())) {
            return totals;
        }
        let mut totals = 0;
        let highest = u32::from(self.highest).min(self.most);
        for lines in 0..=highest {
            if let Some(after) = self.given(gap, before, lines as u8) {
                totals |= self.totals(gap + 1, &after, known) << lines;
            }
        }
        let free = self.totals(gap + 1, &[], known);
        for lines in highest + 1..=self.most {
            totals |= free << lines;
        }
        totals &= (2 << self.most) - 1;
        known.insert((gap, before.to_vec()), totals);
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All shares by trying everything.
    fn shares(gaps: usize, total: u32) -> Vec<Vec<u8>> {
        if gaps == 0 {
            return if total == 0 { vec![vec![]] } else { vec![] };
        }
        let mut all = Vec::new();
        for last in 0..=total {
            for mut share in shares(gaps - 1, total - last) {
                share.push(last as u8);
                all.push(share);
            }
        }
        all
    }

    proptest! {
        #[test]
        fn what_is_left_is_what_trying_everything_finds(
            gaps in 1..5_usize,
            refuted in prop::collection::vec((0..4_usize, prop::collection::vec(0..3_u8, 1..4)), 0..25),
        ) {
            let mut left = LineShares::new(gaps, 5);
            let refuted: Vec<_> =
                refuted.into_iter().filter(|(first, lines)| first + lines.len() <= gaps).collect();
            refuted.iter().for_each(|(first, lines)| left.refute(*first, lines));
            for total in 0..=5 {
                let mut all = shares(gaps, total);
                let is_refuted = |share: &[u8]| {
                    refuted.iter().any(|(first, lines)| share[*first..*first + lines.len()] == lines[..])
                };
                all.retain(|share| !is_refuted(share));
                all.sort();
                prop_assert_eq!(left.with_total(total), all.first().cloned());
                prop_assert_eq!(left.allow(total), !all.is_empty());
            }
        }
    }
}
