//! Garbage: rows with a hole that rise from below.

use rand::{Rng, RngExt};

use super::field::Field;

/// How garbage arrives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GarbageRule {
    /// Whether a clear holds waiting garbage back until the next placement without one.
    pub blocking: bool,
    /// Whether the hole moves with every attack.
    pub moves_with_attack: bool,
    /// The probability that the hole moves within an attack, for each row.
    pub messiness: f64,
}

impl GarbageRule {
    /// As the referee battletris has it for Puyo Puyo Tetris.
    pub const PPT: Self = GarbageRule { blocking: true, moves_with_attack: true, messiness: 0.3 };
}

/// Attacks that wait to rise, the oldest first.
///
/// ```
/// use rand::SeedableRng;
/// use tetreach_games::guideline::{Field, GarbageRule, Incoming};
///
/// let mut incoming = Incoming::default();
/// incoming.push(4);
/// assert_eq!(incoming.cancel(1), 0, "all of it went into the defence");
/// let mut field = Field::EMPTY;
/// let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
/// assert_eq!(incoming.rise(&mut field, &GarbageRule::PPT, &mut rng), 3);
/// assert_eq!((field.height(), field.count(), incoming.lines()), (3, 27, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Incoming {
    /// Lines by attack, zero behind the last one.
    attacks: [u32; Incoming::MOST],
    hole: u8,
}

impl Incoming {
    /// The number of attacks that are told apart; more than these become part of the newest one.
    pub const MOST: usize = 16;

    /// Adds an attack of some lines.
    pub fn push(&mut self, lines: u32) {
        let free = self.attacks.iter().position(|&attack| attack == 0).unwrap_or(Self::MOST - 1);
        self.attacks[free] += lines;
    }

    /// The lines that wait.
    pub fn lines(&self) -> u32 {
        self.attacks.iter().sum()
    }

    /// Takes lines of waiting attacks away for own lines; returns what is left of those.
    pub fn cancel(&mut self, mut lines: u32) -> u32 {
        for attack in &mut self.attacks {
            let gone = lines.min(*attack);
            (lines, *attack) = (lines - gone, *attack - gone);
        }
        let gone = self.attacks.iter().take_while(|&&attack| attack == 0).count() % Self::MOST;
        self.attacks.rotate_left(gone);
        lines
    }

    /// Lets everything that waits rise; returns the number of rows.
    pub fn rise<R: Rng + ?Sized>(&mut self, field: &mut Field, rule: &GarbageRule, rng: &mut R) -> u32 {
        let mut holes = Vec::new();
        for attack in std::mem::take(&mut self.attacks) {
            for row in 0..attack {
                if row == 0 && rule.moves_with_attack || rng.random_bool(rule.messiness) {
                    // Any column but the one where it was.
                    let other = rng.random_range(0..Field::WIDTH as u8 - 1);
                    self.hole = if other >= self.hole { other + 1 } else { other };
                }
                holes.push(self.hole);
            }
        }
        field.raise(&holes);
        holes.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn own_lines_cancel_the_oldest_attacks_first() {
        let mut incoming = Incoming::default();
        for lines in [2, 0, 3] {
            incoming.push(lines);
        }
        assert_eq!((incoming.cancel(3), incoming.lines()), (0, 2));
        assert_eq!((incoming.cancel(7), incoming.lines()), (5, 0));
        (0..40).for_each(|_| incoming.push(2));
        assert_eq!(
            (incoming.lines(), incoming.cancel(79), incoming.lines()),
            (80, 0, 1),
            "none is forgotten"
        );
    }

    #[test]
    fn every_row_has_one_hole_and_messy_garbage_more_places_for_it() {
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let places = |messiness: f64, rng: &mut Pcg64Mcg| {
            let (mut incoming, mut field) = (Incoming::default(), Field::EMPTY);
            incoming.push(20);
            assert_eq!(incoming.rise(&mut field, &GarbageRule { messiness, ..GarbageRule::PPT }, rng), 20);
            assert_eq!(field.count(), 180);
            field.columns().iter().filter(|column| column.count_ones() < 20).count()
        };
        assert_eq!(places(0.0, &mut rng), 1);
        assert!(places(1.0, &mut rng) > 4);
    }
}
