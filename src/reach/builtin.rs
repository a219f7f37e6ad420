//! The built-in suites, by name: three drawn by hand, the others generated from a seed.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::generate::Generator;
use super::generator_error::GeneratorError;
use super::letters;
use super::split::{Split, SplitNameError, split_key};
use super::suite::{Shortage, Suite};
use super::target::{Sketch, Target};
use crate::game::{Board, Size};

/// Targets of a generated suite unless a count is given.
pub const DEFAULT_COUNT: usize = 50;
/// Most targets of one suite.
pub const MOST_TARGETS: usize = 1_000_000;
/// Draws without a new board after which a generator counts as exhausted.
const STALE_DRAWS: usize = 2_000;

/// A suite that the program brings along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltIn {
    /// The three boards of the thesis.
    Thesis,
    /// Two-letter words.
    Letters,
    /// Small pictures.
    Art,
    /// Random targets.
    Generated(Generator),
}

/// A built-in suite with its split, written `name` or `name@split`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SuiteName {
    /// Which suite.
    pub suite: BuiltIn,
    /// Which part of it; the test part unless it is named.
    pub split: Split,
}

/// How a built-in suite is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteOptions {
    /// The board.
    pub size: Size,
    /// How many targets; by default all of a hand-made suite and 50 of a generated one.
    pub count: Option<usize>,
    /// Seed of generated suites.
    pub seed: u64,
}

impl Default for SuiteOptions {
    fn default() -> Self {
        Self { size: Size::STANDARD, count: None, seed: 0 }
    }
}

/// Why there is no such suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// No suite has this name.
    #[error("there is no built-in suite `{name}`: there are {}", BuiltIn::FORMS)]
    UnknownName {
        /// The name asked for.
        name: String,
    },
    /// The part after `@` is no split.
    #[error(transparent)]
    Split(#[from] SplitNameError),
    /// Hand-made suites are for testing only.
    #[error("the suite `{suite}` is drawn by hand and for testing only: it has no {split} targets")]
    TestOnly {
        /// The suite.
        suite: BuiltIn,
        /// The split asked for.
        split: Split,
    },
    /// The knobs in the name make no targets.
    #[error("the suite `{suite}` cannot be made: {error}")]
    Knobs {
        /// The suite.
        suite: BuiltIn,
        /// What is wrong.
        error: GeneratorError,
    },
    /// Hand-made boards have one width.
    #[error("the suite `{suite}` is drawn on boards of 10 columns and at least {height} rows, not {size}")]
    Size {
        /// The suite.
        suite: BuiltIn,
        /// Rows that its tallest board needs.
        height: usize,
        /// The size asked for.
        size: Size,
    },
    /// No targets, or absurdly many, were asked for.
    #[error("a suite has 1 to {MOST_TARGETS} targets, not {count}")]
    Count {
        /// Targets asked for.
        count: usize,
    },
}

impl BuiltIn {
    /// The hand-made suites.
    pub const CURATED: [BuiltIn; 3] = [BuiltIn::Thesis, BuiltIn::Letters, BuiltIn::Art];
    /// The forms of all names, in words.
    pub const FORMS: &str = "thesis, letters, art, stack-N (N pieces), clears-K (K rows cleared), \
                             pixels-RxD (R rows, D % filled), drawing-R (R rows)";

    /// The boards of a hand-made suite on the standard board; `None` for generated ones.
    fn drawn(self) -> Option<Vec<Sketch>> {
        let text = match self {
            BuiltIn::Thesis => include_str!("../../suites/thesis.txt"),
            BuiltIn::Art => include_str!("../../suites/art.txt"),
            BuiltIn::Letters => return Some(letters::sketches()),
            BuiltIn::Generated(_) => return None,
        };
        let suite = Suite::from_text("", text, Size::STANDARD);
        Some(suite.expect("invariant: embedded suites are tested to be well-formed").sketches)
    }
}

impl SuiteName {
    /// Makes the suite; the same options always give the same boards.
    pub fn build(&self, options: &SuiteOptions) -> Result<Suite, SuiteError> {
        if let Some(count) = options.count.filter(|count| !(1..=MOST_TARGETS).contains(count)) {
            return Err(SuiteError::Count { count });
        }
        match (self.suite, self.suite.drawn()) {
            (BuiltIn::Generated(generator), _) => self.generate(generator, options),
            (_, sketches) => self.curated(sketches.unwrap_or_default(), options),
        }
    }

    fn curated(&self, mut sketches: Vec<Sketch>, options: &SuiteOptions) -> Result<Suite, SuiteError> {
        let (suite, split, size) = (self.suite, self.split, options.size);
        if split != Split::Test {
            return Err(SuiteError::TestOnly { suite, split });
        }
        let tallest = sketches.iter().map(|sketch| sketch.board.stack_height()).max().unwrap_or(0);
        // Two free rows above keep every admissible board reachable.
        let height = tallest + 2;
        if size.width() != Size::STANDARD.width() || usize::from(size.height()) < height {
            return Err(SuiteError::Size { suite, height, size });
        }
        for sketch in &mut sketches {
            sketch.board = Board::from_rows(size, sketch.board.filled_rows());
        }
        let (found, asked) = (sketches.len(), options.count.unwrap_or(sketches.len()));
        let shortage = (asked > found).then_some(Shortage { asked, found, is_proved: true });
        sketches.truncate(asked);
        Ok(Suite { name: self.to_string(), sketches, shortage })
    }

    fn generate(&self, generator: Generator, options: &SuiteOptions) -> Result<Suite, SuiteError> {
        let (suite, size) = (self.suite, options.size);
        let knobs = |error| SuiteError::Knobs { suite, error };
        let asked = options.count.unwrap_or(DEFAULT_COUNT);
        let seed = named_seed(&suite.to_string(), options.seed);
        generator.check(size).map_err(knobs)?;
        let mut keys = HashSet::new();
        let mut targets: Vec<Target> = Vec::new();
        let mut is_new = |board: &Board| keys.insert(split_key(board));
        let all = generator.all_boards(size);
        let is_proved = all.is_some();
        if let Some(mut all) = all {
            all.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
            let own = all.into_iter().filter(|board| Split::of(board) == self.split && is_new(board));
            targets.extend(own.filter_map(|board| Target::new(board).ok()).take(asked));
        } else {
            let mut stale = 0;
            for sample in generator.stream(size, self.split, seed).map_err(knobs)? {
                if is_new(sample.target.board()) {
                    targets.push(sample.target);
                    stale = 0;
                } else {
                    stale += 1;
                }
                if targets.len() == asked || stale == STALE_DRAWS {
                    break;
                }
            }
        }
        let found = targets.len();
        let shortage = (found < asked).then_some(Shortage { asked, found, is_proved });
        let name = |index: usize| format!("{suite}-{:03}", index + 1);
        let named = |(index, target): (usize, Target)| Sketch::named(name(index), *target.board());
        let sketches = targets.into_iter().enumerate().map(named).collect();
        Ok(Suite { name: self.to_string(), sketches, shortage })
    }
}

/// The boards of all hand-made suites; no training stream may yield them or their mirror images.
pub(super) fn curated_boards() -> &'static [Board] {
    static BOARDS: OnceLock<Vec<Board>> = OnceLock::new();
    BOARDS.get_or_init(|| {
        let drawn = BuiltIn::CURATED.into_iter().filter_map(BuiltIn::drawn);
        drawn.flatten().map(|sketch| sketch.board).collect()
    })
}

/// A seed for each suite, so that suites with equal seeds share nothing (FNV-1a over the name).
fn named_seed(name: &str, seed: u64) -> u64 {
    name.bytes().fold(seed ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuiltIn::Thesis => f.write_str("thesis"),
            BuiltIn::Letters => f.write_str("letters"),
            BuiltIn::Art => f.write_str("art"),
            BuiltIn::Generated(Generator::Stack { pieces }) => write!(f, "stack-{pieces}"),
            BuiltIn::Generated(Generator::Clears { rows, .. }) => write!(f, "clears-{rows}"),
            BuiltIn::Generated(Generator::Pixels { rows, density }) => write!(f, "pixels-{rows}x{density}"),
            BuiltIn::Generated(Generator::Drawing { rows }) => write!(f, "drawing-{rows}"),
            BuiltIn::Generated(Generator::Reverse { rows, density, steps }) => {
                write!(f, "reverse-{rows}x{density}-{steps}")
            }
        }
    }
}

impl FromStr for BuiltIn {
    type Err = SuiteError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let unknown = || SuiteError::UnknownName { name: name.to_owned() };
        if let Some(curated) = BuiltIn::CURATED.into_iter().find(|suite| suite.to_string() == name) {
            return Ok(curated);
        }
        let (kind, knobs) = name.split_once('-').ok_or_else(unknown)?;
        let generator = match (kind, knobs.split_once('x')) {
            ("stack", None) => Generator::Stack { pieces: number(knobs).ok_or_else(unknown)? },
            ("clears", None) => Generator::Clears { rows: number(knobs).ok_or_else(unknown)?, pieces: None },
            ("drawing", None) => Generator::Drawing { rows: number(knobs).ok_or_else(unknown)? },
            ("pixels", Some((rows, density))) => Generator::Pixels {
                rows: number(rows).ok_or_else(unknown)?,
                density: number(density).ok_or_else(unknown)?,
            },
            _ => return Err(unknown()),
        };
        Ok(BuiltIn::Generated(generator))
    }
}

/// Digits without a sign or leading zeros, so that every suite has one name only.
fn number(digits: &str) -> Option<u32> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    if is_plain || digits == "0" { digits.parse().ok() } else { None }
}

impl fmt::Display for SuiteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.split {
            Split::Test => self.suite.fmt(f),
            split => write!(f, "{}@{split}", self.suite),
        }
    }
}

impl FromStr for SuiteName {
    type Err = SuiteError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.split_once('@') {
            None => Ok(Self { suite: name.parse()?, split: Split::Test }),
            Some((suite, split)) => Ok(Self { suite: suite.parse()?, split: split.parse()? }),
        }
    }
}
