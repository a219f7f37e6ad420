//! Finding targets by what a user types: a board file, a suite file, a PNG, or the name of a built-in suite.

use std::io;
use std::path::Path;

use tetreach_agents::file::{FileError, read_at_most, read_file_at_most};

use super::bitmap::{BitmapError, PNG_SIGNATURE, board_from_png};
use super::builtin::{SuiteError, SuiteName, SuiteOptions};
use super::suite::{Suite, SuiteTextError};
use super::target::Sketch;
use crate::game::{Board, BoardTextError, Size, SizeRule};

/// Most bytes of a board or suite text.
pub const MOST_TEXT_BYTES: u64 = 1 << 20;
/// Most bytes of a PNG.
pub const MOST_PNG_BYTES: u64 = 16 << 20;

/// How targets are read or made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// The size of the board.
    pub size: SizeRule,
    /// How many targets; by default all of a file or hand-made suite and 50 of a generated one.
    pub count: Option<usize>,
    /// Seed of generated suites.
    pub seed: u64,
}

/// Why no targets could be loaded; each message names the file and, where there is one, the line.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Neither a file nor a suite.
    #[error(
        "`{source_name}` is neither a file nor a built-in suite; the suites are {}",
        super::BuiltIn::FORMS
    )]
    Unknown {
        /// What was typed.
        source_name: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is larger than any sensible one.
    #[error("{path} is too large: expected at most {most} bytes of {kind}")]
    TooLarge {
        /// The file.
        path: String,
        /// The most that is read.
        most: u64,
        /// Text or PNG.
        kind: &'static str,
    },
    /// The file is neither text nor a PNG.
    #[error("{path}, line {line}: expected board text (`#` and `.`) or a PNG, found bytes that are no text")]
    NotText {
        /// The file.
        path: String,
        /// The first line that is no text.
        line: usize,
    },
    /// A file called `.png` that is none.
    #[error("{path}: the PNG is damaged: it does not begin as a PNG does")]
    NotPng {
        /// The file.
        path: String,
    },
    /// The text is no board.
    #[error("{path}, {error}")]
    Board {
        /// The file.
        path: String,
        /// Where and why.
        error: BoardTextError,
    },
    /// The text is no suite.
    #[error("{path}, {error}")]
    Suite {
        /// The file.
        path: String,
        /// Where and why.
        error: SuiteTextError,
    },
    /// The image is no board.
    #[error("{path}: {error}")]
    Bitmap {
        /// The file.
        path: String,
        /// Why.
        error: BitmapError,
    },
    /// The built-in suite cannot be made.
    #[error(transparent)]
    BuiltIn(#[from] SuiteError),
    /// No target has this name.
    #[error("{suite} has no target `{name}`; it has {}", names(.known))]
    NoSuchTarget {
        /// The file or suite.
        suite: String,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// One target is needed.
    #[error("{suite} holds {count} targets and one is needed: write {suite}:NAME, with one of {}", names(.known))]
    NotOne {
        /// The file or suite.
        suite: String,
        /// How many there are.
        count: usize,
        /// The names there are.
        known: Vec<String>,
    },
}

/// The first names of a list in words.
fn names(known: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = known.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match known.len().saturating_sub(SHOWN) {
        0 if known.is_empty() => "none".to_owned(),
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Loads what `source` names: a built-in suite (`thesis`, `stack-8@train`), a file (board text, suite text or PNG),
/// `-` for standard input, or one target of a suite (`thesis:hi`, `mine.txt:cat`).
///
/// Built-in names come first; a file of the same name is `./name`.
pub fn load_suite(source: &str, options: &LoadOptions) -> Result<Suite, LoadError> {
    if source == "-" {
        let path = "standard input";
        let bytes = read_at_most(io::stdin().lock(), MOST_PNG_BYTES)
            .map_err(FileError::new("read", Path::new(path)))?
            .ok_or_else(|| too_large(path))?;
        return suite_from_bytes(path, None, &bytes, options).map(|suite| limited(suite, options));
    }
    if !source.contains(':')
        && let Some(suite) = built_in(source, options)?
    {
        return Ok(suite);
    }
    if Path::new(source).exists() {
        return read_file(source, options).map(|suite| limited(suite, options));
    }
    let unknown = || LoadError::Unknown { source_name: source.to_owned() };
    let Some((suite, name)) = source.rsplit_once(':') else {
        let looks_like_path = source.contains(['/', '\\', '.']);
        let missing = || LoadError::File(FileError::new("read", Path::new(source))(no_such_file()));
        return Err(if looks_like_path { missing() } else { unknown() });
    };
    let mut whole = match built_in(suite, options)? {
        Some(whole) => whole,
        None if Path::new(suite).exists() => read_file(suite, options)?,
        None => return Err(unknown()),
    };
    match whole.get(name).cloned() {
        Some(sketch) => {
            whole.sketches = vec![sketch];
            whole.shortage = None;
            Ok(whole)
        }
        None => Err(LoadError::NoSuchTarget {
            suite: suite.to_owned(),
            name: name.to_owned(),
            known: known_names(&whole),
        }),
    }
}

/// Loads exactly one board to be reached; it is well-formed but not yet checked.
pub fn load_sketch(source: &str, options: &LoadOptions) -> Result<Sketch, LoadError> {
    let mut suite = load_suite(source, options)?;
    match suite.sketches.pop() {
        Some(sketch) if suite.sketches.is_empty() => Ok(sketch),
        last => {
            suite.sketches.extend(last);
            let (count, known) = (suite.sketches.len(), known_names(&suite));
            Err(LoadError::NotOne { suite: source.to_owned(), count, known })
        }
    }
}

fn too_large(path: &str) -> LoadError {
    LoadError::TooLarge { path: path.to_owned(), most: MOST_PNG_BYTES, kind: "text or PNG" }
}

fn no_such_file() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no such file")
}

fn known_names(suite: &Suite) -> Vec<String> {
    suite.sketches.iter().filter_map(|sketch| sketch.name.clone()).collect()
}

/// The built-in suite of this name; `None` if the name has not the form of one.
fn built_in(name: &str, options: &LoadOptions) -> Result<Option<Suite>, LoadError> {
    let size = match options.size {
        SizeRule::Given(size) => size,
        SizeRule::WidthOfText { height } => {
            Size::new(usize::from(Size::STANDARD.width()), usize::from(height)).unwrap_or_default()
        }
    };
    match name.parse::<SuiteName>() {
        Ok(name) => {
            let options = SuiteOptions { size, count: options.count, seed: options.seed };
            Ok(Some(name.build(&options)?))
        }
        Err(SuiteError::UnknownName { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// No more targets than were asked for.
fn limited(mut suite: Suite, options: &LoadOptions) -> Suite {
    suite.sketches.truncate(options.count.unwrap_or(usize::MAX));
    suite
}

fn read_file(path: &str, options: &LoadOptions) -> Result<Suite, LoadError> {
    let bytes = read_file_at_most(Path::new(path), MOST_PNG_BYTES)
        .map_err(FileError::new("read", Path::new(path)))?
        .ok_or_else(|| too_large(path))?;
    let name = Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    if Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
        && !bytes.starts_with(&PNG_SIGNATURE)
    {
        return Err(LoadError::NotPng { path: path.to_owned() });
    }
    suite_from_bytes(path, name, &bytes, options)
}

/// Reads bytes as a PNG, a suite or a board, whichever they are; `name` is the name of a lone board.
pub fn suite_from_bytes(
    path: &str,
    name: Option<String>,
    bytes: &[u8],
    options: &LoadOptions,
) -> Result<Suite, LoadError> {
    let path = path.to_owned();
    let lone = |board| Suite {
        name: name.clone().unwrap_or_else(|| "target".to_owned()),
        sketches: vec![Sketch { name: name.clone(), board }],
        shortage: None,
    };
    let is_png = bytes.starts_with(&PNG_SIGNATURE);
    let (kind, most) = if is_png { ("PNG", MOST_PNG_BYTES) } else { ("text", MOST_TEXT_BYTES) };
    if bytes.len() as u64 > most {
        return Err(LoadError::TooLarge { path, most, kind });
    }
    if is_png {
        let board = board_from_png(bytes, options.size);
        return board.map(lone).map_err(|error| LoadError::Bitmap { path, error });
    }
    let text = match std::str::from_utf8(bytes) {
        // Some Windows editors put a byte order mark before the text.
        Ok(text) => text.strip_prefix('\u{FEFF}').unwrap_or(text),
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            return Err(LoadError::NotText { path, line });
        }
    };
    if Suite::is_suite_text(text) {
        let suite = Suite::from_text(name.unwrap_or_else(|| "targets".to_owned()), text, options.size);
        suite.map_err(|error| LoadError::Suite { path, error })
    } else {
        let board = Board::from_text(text, options.size);
        board.map(lone).map_err(|error| LoadError::Board { path, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn says(source: &str) -> String {
        load_sketch(source, &LoadOptions::default()).unwrap_err().to_string()
    }

    #[test]
    fn built_in_targets_have_names() {
        let hi = load_sketch("thesis:hi", &LoadOptions::default()).unwrap();
        assert_eq!((hi.board.cells(), hi.name.as_deref()), (24, Some("hi")));
        let stack = load_sketch("stack-8@train:stack-8-007", &LoadOptions::default()).unwrap();
        assert_eq!(stack.board.cells(), 32);
    }

    #[test]
    fn wrong_names_are_explained() {
        assert!(says("thesis").starts_with("thesis holds 3 targets and one is needed: write thesis:NAME"));
        assert_eq!(says("thesis:ho"), "thesis has no target `ho`; it has hi, t, t-and-i");
        assert!(says("nonsense").starts_with("`nonsense` is neither a file nor a built-in suite"));
        assert!(says("nowhere/board.txt").starts_with("cannot read nowhere/board.txt"));
        assert!(says("stack-8@tst:x").contains("no split `tst`"));
        assert!(says("art@train").contains("for testing only"));
        assert!(says("stack-99").contains("1 to 40 pieces"));
    }

    #[test]
    fn bytes_that_are_no_text_are_located() {
        let error =
            suite_from_bytes("x.txt", None, b"..........\n\xFF", &LoadOptions::default()).unwrap_err();
        assert!(error.to_string().starts_with("x.txt, line 2: expected board text"), "{error}");
        let large = vec![b'.'; (MOST_TEXT_BYTES + 1) as usize];
        let error = suite_from_bytes("x.txt", None, &large, &LoadOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), "x.txt is too large: expected at most 1048576 bytes of text");
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = suite_from_bytes("x", None, &bytes, &LoadOptions::default());
        }

        #[test]
        fn no_damaged_suite_panics(
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)
        ) {
            let mut bytes = include_bytes!("../../suites/thesis.txt").to_vec();
            for (index, byte) in damage {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            if let Ok(suite) = suite_from_bytes("x", None, &bytes, &LoadOptions::default()) {
                let again = Suite::from_text("x", &suite.to_text(), Size::STANDARD).unwrap();
                prop_assert_eq!(again.sketches.len(), suite.sketches.len());
            }
        }
    }
}
