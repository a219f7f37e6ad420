//! What clears send.

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::placement::Spin;

/// A clear: what a placement did, and what came before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clear {
    /// Rows removed, 0 to 4.
    pub lines: u8,
    /// The spin of the placement.
    pub spin: Spin,
    /// Whether the field is empty afterwards.
    pub perfect: bool,
    /// Placements in a row before this one that cleared something.
    pub combo: u16,
    /// Difficult clears (four lines, or a spin) in a row before this one, easy ones breaking the chain.
    pub back_to_back: u16,
}

impl Clear {
    /// Whether the clear keeps a back-to-back chain: four lines at once, or lines with a spin.
    pub fn is_difficult(&self) -> bool {
        self.lines == 4 || self.lines > 0 && self.spin != Spin::None
    }
}

/// A table of attack: lines sent by lines cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTable {
    /// Without a spin.
    pub plain: [u8; 5],
    /// By a mini.
    pub mini: [u8; 5],
    /// By a full spin.
    pub full: [u8; 5],
    /// Added to a difficult clear after another.
    pub back_to_back: u8,
    /// Added by combo; the last number counts for longer ones.
    pub combo: [u8; 12],
    /// For a field that is left empty, in the place of everything else.
    pub perfect: u8,
}

/// How attack is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AttackRule {
    /// By a table.
    Table(AttackTable),
    /// TETR.IO's first season: combos multiply, chains of back-to-back grow, a perfect clear adds 10.
    Tetrio,
    /// AlphaTetris' function.
    AlphaTetris(AlphaTetrisFaults),
}

/// The faults of AlphaTetris' function, each with what it does when on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlphaTetrisFaults {
    /// The truth of "is a spin" is taken for the kind of spin: false is a single, true a double, so every clear gets
    /// a bonus. Off: spins of one, two and three lines send 2, 4 and 6.
    pub every_clear_is_a_spin: bool,
    /// Back-to-back is a clear of the same kind (spin, perfect) as the last placement, which ordinary placements always
    /// are. Off: a difficult clear after another.
    pub same_kind_is_back_to_back: bool,
    /// A clear is perfect if it leaves the bottom row empty. Off: the whole field.
    pub empty_bottom_is_perfect: bool,
}

impl AlphaTetrisFaults {
    /// As published.
    pub const ALL: Self = AlphaTetrisFaults {
        every_clear_is_a_spin: true,
        same_kind_is_back_to_back: true,
        empty_bottom_is_perfect: true,
    };
    /// As meant.
    pub const NONE: Self = AlphaTetrisFaults {
        every_clear_is_a_spin: false,
        same_kind_is_back_to_back: false,
        empty_bottom_is_perfect: false,
    };
}

impl AttackTable {
    /// Puyo Puyo Tetris, as the referee battletris has it.
    pub const PPT: Self = AttackTable {
        plain: [0, 0, 1, 2, 4],
        mini: [0, 0, 1, 2, 2],
        full: [0, 2, 4, 6, 6],
        back_to_back: 1,
        combo: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5],
        perfect: 10,
    };

    fn lines(&self, clear: &Clear) -> u32 {
        if clear.perfect {
            return self.perfect.into();
        }
        let table = match clear.spin {
            Spin::None => &self.plain,
            Spin::Mini => &self.mini,
            Spin::Full => &self.full,
        };
        let chained = clear.is_difficult() && clear.back_to_back > 0;
        let combo = self.combo[usize::from(clear.combo).min(self.combo.len() - 1)];
        u32::from(table[usize::from(clear.lines)] + if chained { self.back_to_back } else { 0 } + combo)
    }
}

impl AttackRule {
    /// The lines that a clear sends.
    ///
    /// ```
    /// use tetreach_games::guideline::{AttackRule, AttackTable, Clear, Spin};
    ///
    /// let rule = AttackRule::Table(AttackTable::PPT);
    /// let double = Clear { lines: 2, spin: Spin::Full, back_to_back: 1, ..Clear::default() };
    /// assert_eq!(rule.lines(&double), 5);
    /// assert_eq!(rule.lines(&Clear { perfect: true, ..double }), 10);
    /// ```
    pub fn lines(&self, clear: &Clear) -> u32 {
        if clear.lines == 0 {
            return 0;
        }
        match self {
            AttackRule::Table(table) => table.lines(clear),
            AttackRule::Tetrio => tetrio(clear),
            AttackRule::AlphaTetris(faults) => alpha_tetris(clear, faults),
        }
    }

    /// Whether a clear that left this field is a perfect one.
    #[inline]
    pub fn is_perfect(&self, field: &Field) -> bool {
        match self {
            AttackRule::AlphaTetris(AlphaTetrisFaults { empty_bottom_is_perfect: true, .. }) => {
                field.columns().iter().all(|column| column & 1 == 0)
            }
            _ => field.is_empty(),
        }
    }
}

fn tetrio(clear: &Clear) -> u32 {
    let base = match clear.spin {
        Spin::None => [0, 0, 1, 2, 4],
        Spin::Mini => [0, 0, 1, 2, 4],
        Spin::Full => [0, 2, 4, 6, 10],
    }[usize::from(clear.lines)];
    let mut sent = f64::from(base);
    if clear.is_difficult() && clear.back_to_back > 0 {
        let grown = (0.8 * f64::from(clear.back_to_back)).ln_1p();
        sent += (1.0 + grown).floor();
        if clear.back_to_back > 1 {
            sent += (1.0 + grown.fract()) / 3.0;
        }
    }
    let combo = f64::from(clear.combo);
    sent *= 1.0 + 0.25 * combo;
    if clear.combo > 1 {
        sent = sent.max((1.25 * combo).ln_1p());
    }
    sent as u32 + if clear.perfect { 10 } else { 0 }
}

/// The combo term falls below zero for the first clears, and is then covered by the bonus that every clear gets.
fn alpha_tetris(clear: &Clear, faults: &AlphaTetrisFaults) -> u32 {
    let spin = clear.spin != Spin::None;
    let chained = if faults.same_kind_is_back_to_back {
        !spin && !clear.perfect
    } else {
        clear.is_difficult() && clear.back_to_back > 0
    };
    let mut sent: i32 = 0;
    if clear.lines < 4 {
        let combo = match clear.combo {
            0 => -1,
            1..=2 => 0,
            3..=5 => 1,
            6..=7 => 3,
            8..=12 => 4,
            _ => 5,
        };
        sent += combo - 3 + i32::from(clear.lines);
    } else {
        sent += if chained { 6 } else { 4 };
    }
    let bonus = if chained { 3 } else { 2 };
    if faults.every_clear_is_a_spin {
        sent += if spin { 2 * bonus } else { bonus };
    } else if spin {
        sent += bonus * i32::from(clear.lines.min(3));
    }
    if clear.perfect {
        sent += 10;
    }
    sent.max(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clear(lines: u8, spin: Spin) -> Clear {
        Clear { lines, spin, ..Clear::default() }
    }

    #[test]
    fn the_table_is_that_of_the_referee() {
        let rule = AttackRule::Table(AttackTable::PPT);
        let lines = |spin| [1, 2, 3, 4].map(|lines| rule.lines(&clear(lines, spin)));
        assert_eq!(lines(Spin::None), [0, 1, 2, 4]);
        assert_eq!(lines(Spin::Mini)[..2], [0, 1]);
        assert_eq!(lines(Spin::Full)[..3], [2, 4, 6]);
        let combo = |combo| rule.lines(&Clear { combo, ..clear(1, Spin::None) });
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 40].map(combo),
            [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]
        );
        assert_eq!(rule.lines(&Clear { back_to_back: 3, ..clear(4, Spin::None) }), 5);
        assert_eq!(rule.lines(&Clear { back_to_back: 3, ..clear(3, Spin::None) }), 2, "triples are easy");
        assert_eq!(rule.lines(&Clear { perfect: true, combo: 5, ..clear(4, Spin::None) }), 10, "not added");
        assert_eq!(rule.lines(&clear(0, Spin::Full)), 0, "a spin without lines sends nothing");
    }

    #[test]
    fn chains_grow_and_combos_multiply_in_tetrio() {
        let quad = |back_to_back, combo| {
            AttackRule::Tetrio.lines(&Clear { back_to_back, combo, ..clear(4, Spin::None) })
        };
        assert_eq!([0, 1, 2, 3, 8, 24].map(|chain| quad(chain, 0)), [4, 5, 5, 6, 7, 8]);
        assert_eq!([0, 1, 2, 3, 4].map(|combo| quad(0, combo)), [4, 5, 6, 7, 8]);
        let single = |combo| AttackRule::Tetrio.lines(&Clear { combo, ..clear(1, Spin::None) });
        assert_eq!([0, 1, 2, 3, 6].map(single), [0, 0, 1, 1, 2]);
        assert_eq!(AttackRule::Tetrio.lines(&Clear { perfect: true, ..clear(4, Spin::None) }), 14);
    }

    #[test]
    fn tetrio_adds_the_chain_before_the_combo_multiplies_and_cuts_fractions_at_the_end() {
        let sent = |lines, spin, back_to_back, combo| {
            AttackRule::Tetrio.lines(&Clear { back_to_back, combo, ..clear(lines, spin) })
        };
        let plain = |spin| [1, 2, 3, 4].map(|lines| sent(lines, spin, 0, 0));
        assert_eq!(plain(Spin::None), [0, 1, 2, 4]);
        assert_eq!(plain(Spin::Mini)[..2], [0, 1]);
        assert_eq!(plain(Spin::Full), [2, 4, 6, 10]);
        // A chain of 1, 2, 3, 8 clears before adds 1, 1.652, 2.408 and 3.334.
        assert_eq!([1, 2, 3, 8].map(|chain| sent(2, Spin::Full, chain, 0)), [5, 5, 6, 7]);
        assert_eq!([1, 2, 3, 8].map(|chain| sent(2, Spin::Full, chain, 1)), [6, 7, 8, 9]);
        assert_eq!([1, 2, 3, 8].map(|chain| sent(2, Spin::Full, chain, 4)), [10, 11, 12, 14]);
        assert_eq!(sent(2, Spin::None, 5, 0), 1, "an easy clear earns nothing by the chain that it ends");
        // Each clear before adds a quarter; what sends nothing sends the logarithm from the third on.
        assert_eq!([0, 1, 2, 3, 4, 8, 12].map(|combo| sent(2, Spin::None, 0, combo)), [1, 1, 1, 1, 2, 3, 4]);
        assert_eq!([1, 2, 5, 6, 15, 16].map(|combo| sent(1, Spin::None, 0, combo)), [0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn alpha_tetris_sends_nine_for_a_tetris_and_nothing_for_a_first_single() {
        let faulty = AttackRule::AlphaTetris(AlphaTetrisFaults::ALL);
        assert_eq!([1, 2, 3, 4].map(|lines| faulty.lines(&clear(lines, Spin::None))), [0, 1, 2, 9]);
        let double = |combo| faulty.lines(&Clear { combo, ..clear(2, Spin::None) });
        assert_eq!([0, 1, 3, 6, 8, 13].map(double), [1, 2, 3, 5, 6, 7]);
        let meant = AttackRule::AlphaTetris(AlphaTetrisFaults::NONE);
        assert_eq!(meant.lines(&clear(4, Spin::None)), 4);
        assert_eq!(meant.lines(&Clear { back_to_back: 1, ..clear(4, Spin::None) }), 6);
    }
}
