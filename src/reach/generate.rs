//! Generators: random targets with difficulty knobs.

use std::ops::RangeInclusive;

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::drawing::random_drawing;
use super::generator_error::GeneratorError;
use super::pixels::random_pixels;
use super::split::Split;
use super::stream::Stream;
use super::target::Target;
use super::walk::{WalkStyle, random_walk, walk_backwards};
use crate::game::{ActionId, Board, Size};

/// Tries within one draw before it counts as failed.
const TRIES: u32 = 400;

/// A way to make random targets; the fields are the difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Generator {
    /// Random pieces dropped on the empty board without clearing a row: the counting bound is the shortest way.
    Stack {
        /// How many pieces.
        pieces: u32,
    },
    /// Where a random game ends that cleared rows on the way.
    Clears {
        /// The fewest rows that the game clears.
        rows: u32,
        /// Fewest and most pieces of the game; by default 8 to 16 for one row and more for more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pieces: Option<[u32; 2]>,
    },
    /// Random pixels; no way to them is known.
    Pixels {
        /// How many rows.
        rows: u32,
        /// The share of filled cells in percent.
        density: u32,
    },
    /// Random lines, boxes and blobs, as people draw them; no way to them is known.
    Drawing {
        /// How many rows.
        rows: u32,
    },
    /// Random pixels as the target, and as the start a board that lies `steps` reverse moves before them.
    Reverse {
        /// How many rows the target has.
        rows: u32,
        /// The share of the target's filled cells in percent.
        density: u32,
        /// How many reverse moves lead from the target to the start.
        steps: u32,
    },
}

/// A target with the board to start from and, where the generator knows one, a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The board to start from; the empty one unless the generator walks backwards.
    pub start: Board,
    /// What is to be reached.
    pub target: Target,
    /// Placements that lead from the start to the target, if the generator knows them.
    pub way: Option<Vec<ActionId>>,
}

impl Generator {
    /// Most rows that a game may be asked to clear.
    pub const MOST_CLEARS: u32 = 50;
    /// Most pieces of a game and most moves of a reverse walk.
    pub const MOST_STEPS: u32 = 400;

    /// Whether these knobs make targets on boards of this size.
    pub fn check(&self, size: Size) -> Result<(), GeneratorError> {
        let (width, height) = (u32::from(size.width()), u32::from(size.height()));
        match *self {
            Generator::Stack { pieces } => {
                // Four fifths of the cells: 40 pieces on the standard board.
                let most = width * height / 5;
                let fits = (1..=most).contains(&pieces);
                fits.then_some(()).ok_or(GeneratorError::Pieces { pieces, most, size })
            }
            Generator::Clears { rows, .. } => {
                let most = Self::MOST_CLEARS;
                if !(1..=most).contains(&rows) {
                    return Err(GeneratorError::Clears { rows, most });
                }
                let (fewest, most) = self.game_length().into_inner();
                let fits = fewest <= most && most <= Self::MOST_STEPS && 4 * fewest > width * rows;
                fits.then_some(()).ok_or(GeneratorError::GameLength { fewest, most, rows })
            }
            Generator::Pixels { rows, density } => check_pixels(rows, density, size),
            Generator::Drawing { rows } => check_rows("drawings", rows, size),
            Generator::Reverse { rows, density, steps } => {
                let most = Self::MOST_STEPS;
                let fits = (1..=most).contains(&steps);
                fits.then_some(()).ok_or(GeneratorError::Steps { steps, most })?;
                check_pixels(rows, density, size)
            }
        }
    }

    /// An endless stream of samples whose targets belong to `split`, the same for the same seed.
    ///
    /// Targets repeat where few exist. The stream ends only if the knobs make no target of this split.
    pub fn stream(&self, size: Size, split: Split, seed: u64) -> Result<Stream, GeneratorError> {
        self.resume(size, split, Pcg64Mcg::seed_from_u64(seed))
    }

    /// The stream that goes on where another one, whose [`Stream::rng`] was kept, stopped.
    pub fn resume(&self, size: Size, split: Split, rng: Pcg64Mcg) -> Result<Stream, GeneratorError> {
        self.check(size)?;
        Ok(Stream::new(*self, size, split, rng))
    }

    /// One sample of any split, or `None` if the draw led nowhere.
    pub fn draw(&self, size: Size, rng: &mut impl Rng) -> Option<Sample> {
        let empty = Board::empty(size);
        match *self {
            Generator::Stack { pieces } => (0..TRIES).find_map(|attempt| {
                let roof = stack_roof(size, pieces);
                // Blind play first; high stacks need care, so every failure makes the next game tidier.
                let style = WalkStyle { pieces, care: 1 + attempt / 2, may_clear: false, roof };
                let walk = random_walk(size, style, rng)?;
                Some(Sample { start: empty, target: Target::new(walk.board).ok()?, way: Some(walk.way) })
            }),
            Generator::Clears { rows, .. } => (0..TRIES).find_map(|_| {
                let pieces = rng.random_range(self.game_length());
                let style = WalkStyle {
                    pieces,
                    care: rng.random_range(6..=40),
                    may_clear: true,
                    roof: size.height(),
                };
                let walk = random_walk(size, style, rng)?;
                if walk.cleared < rows || walk.board.is_empty() {
                    return None;
                }
                Some(Sample { start: empty, target: Target::new(walk.board).ok()?, way: Some(walk.way) })
            }),
            Generator::Pixels { rows, density } => {
                let target = (0..TRIES).find_map(|_| random_pixels(size, rows, density, rng))?;
                Some(Sample { start: empty, target, way: None })
            }
            Generator::Drawing { rows } => {
                let target = (0..TRIES).find_map(|_| random_drawing(size, rows, rng))?;
                Some(Sample { start: empty, target, way: None })
            }
            Generator::Reverse { rows, density, steps } => (0..TRIES).find_map(|_| {
                let target = random_pixels(size, rows, density, rng)?;
                let (start, way) = walk_backwards(target.board(), steps, rng)?;
                Some(Sample { start, target, way: Some(way) })
            }),
        }
    }

    /// All boards of this size that can be drawn, some twice and some inadmissible, if they are few enough to list.
    pub(super) fn all_boards(&self, size: Size) -> Option<Vec<Board>> {
        match *self {
            Generator::Stack { pieces: pieces @ 1..=2 } => {
                let mut boards = vec![Board::empty(size)];
                for _ in 0..pieces {
                    let mut next = Vec::new();
                    for board in &boards {
                        board.for_each_successor(|_, successor, cleared| {
                            if cleared.count() == 0 {
                                next.push(*successor);
                            }
                        });
                    }
                    boards = next;
                }
                Some(boards)
            }
            Generator::Pixels { rows: 1, .. } => {
                Some((1..size.full_row()).map(|row| Board::from_rows(size, [row])).collect())
            }
            _ => None,
        }
    }

    /// How many pieces the games of [`Generator::Clears`] have.
    fn game_length(&self) -> RangeInclusive<u32> {
        match *self {
            Generator::Clears { pieces: Some([fewest, most]), .. } => fewest..=most,
            Generator::Clears { rows, pieces: None } => 5 + 3 * rows..=12 + 4 * rows,
            Generator::Stack { pieces } => pieces..=pieces,
            Generator::Pixels { .. } | Generator::Drawing { .. } | Generator::Reverse { .. } => 0..=0,
        }
    }
}

/// Rows that a stack may have: two are left free above, as working room for solvers, where that is easy.
fn stack_roof(size: Size, pieces: u32) -> u8 {
    let roof = size.height().saturating_sub(2);
    let is_easy = size.height() >= 10 && 40 * pieces <= 7 * u32::from(size.width()) * u32::from(roof);
    if is_easy { roof } else { size.height() }
}

fn check_pixels(rows: u32, density: u32, size: Size) -> Result<(), GeneratorError> {
    check_rows("random pixels", rows, size)?;
    let fits = (1..=99).contains(&density);
    fits.then_some(()).ok_or(GeneratorError::Density { density })
}

fn check_rows(what: &'static str, rows: u32, size: Size) -> Result<(), GeneratorError> {
    let most = u32::from(size.height());
    let fits = (1..=most).contains(&rows);
    fits.then_some(()).ok_or(GeneratorError::Rows { what, rows, most, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(generator: Generator, split: Split, count: usize) -> Vec<Sample> {
        let samples: Vec<Sample> = generator.stream(Size::STANDARD, split, 7).unwrap().take(count).collect();
        assert_eq!(samples.len(), count, "{generator:?}");
        samples
    }

    fn replay(sample: &Sample) -> u32 {
        let (mut board, mut cleared) = (sample.start, 0);
        for action in sample.way.as_ref().unwrap() {
            cleared += board.play_action(*action).unwrap().cleared.count();
        }
        assert_eq!(&board, sample.target.board());
        cleared
    }

    #[test]
    fn stacks_of_any_height_have_their_pieces_and_no_clears() {
        for pieces in 1..=40 {
            for sample in samples(Generator::Stack { pieces }, Split::Train, 3) {
                assert_eq!(replay(&sample), 0);
                assert_eq!(sample.target.board().cells(), 4 * pieces);
                assert_eq!(sample.target.board().counting_bound(), pieces);
                assert!(pieces > 30 || sample.target.board().stack_height() <= 18);
            }
        }
    }

    #[test]
    fn games_clear_at_least_the_rows_asked_for() {
        for rows in [1, 2, 5, 20, 50] {
            for sample in samples(Generator::Clears { rows, pieces: None }, Split::Train, 5) {
                assert!(replay(&sample) >= rows);
                let pieces = sample.way.unwrap().len();
                assert!(rows != 1 || (8..=16).contains(&pieces), "{pieces} pieces");
            }
        }
    }

    #[test]
    fn pixels_fill_their_rows_at_their_density() {
        for (rows, density) in [(1, 50), (6, 30), (8, 50), (16, 70), (18, 5), (18, 95)] {
            let samples = samples(Generator::Pixels { rows, density }, Split::Train, 20);
            let cells: u32 = samples.iter().map(|sample| sample.target.board().cells()).sum();
            let share = cells * 100 / (20 * rows * 10);
            assert!(samples.iter().all(|sample| sample.target.board().stack_height() == rows as usize));
            assert!(share.abs_diff(density) < 12, "{rows}x{density} has {share} %");
        }
    }

    #[test]
    fn reverse_walks_lead_forward_to_their_target() {
        for steps in [1, 5, 30] {
            let generator = Generator::Reverse { rows: 6, density: 50, steps };
            for sample in samples(generator, Split::Train, 5) {
                replay(&sample);
                assert_eq!(sample.way.unwrap().len(), steps as usize);
            }
        }
    }

    #[test]
    fn absurd_knobs_are_refused_in_words() {
        let says = |generator: Generator| generator.check(Size::STANDARD).unwrap_err().to_string();
        assert_eq!(
            says(Generator::Stack { pieces: 41 }),
            "a stack has 1 to 40 pieces on a 10x20 board, not 41"
        );
        assert_eq!(
            says(Generator::Pixels { rows: 0, density: 50 }),
            "random pixels fill 1 to 20 rows of a 10x20 board, not 0"
        );
        assert_eq!(
            says(Generator::Drawing { rows: 21 }),
            "drawings fill 1 to 20 rows of a 10x20 board, not 21"
        );
        assert!(says(Generator::Pixels { rows: 5, density: 100 }).contains("1 to 99 percent"));
        assert!(says(Generator::Clears { rows: 51, pieces: None }).contains("1 to 50 rows"));
        assert!(says(Generator::Clears { rows: 4, pieces: Some([2, 9]) }).contains("2 to 9 pieces"));
        assert!(says(Generator::Reverse { rows: 4, density: 50, steps: 0 }).contains("1 to 400 moves"));
    }

    #[test]
    fn small_boards_have_streams_too() {
        let size = Size::new(6, 5).unwrap();
        for generator in [
            Generator::Stack { pieces: 3 },
            Generator::Clears { rows: 2, pieces: None },
            Generator::Pixels { rows: 3, density: 50 },
        ] {
            assert_eq!(generator.stream(size, Split::Train, 1).unwrap().take(10).count(), 10);
        }
    }
}
