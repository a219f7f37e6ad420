//! Settings of a solver in a TOML file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, de};

use super::registry::closest;

/// A file of settings is no longer than this.
const MOST_BYTES: u64 = 1 << 16;

/// Why a file of settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AgentFileError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The file is longer than settings can be.
    #[error("{path} is too large: expected at most {MOST_BYTES} bytes of settings")]
    TooLarge {
        /// The file.
        path: String,
    },
    /// The text is no TOML, has a key that does not exist, or a value that makes no sense.
    #[error("{path}, line {line}: {problem}")]
    Text {
        /// The file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The settings are well written but make no sense together.
    #[error("{path}: {problem}")]
    Senseless {
        /// The file.
        path: String,
        /// What is wrong.
        problem: String,
    },
}

impl AgentFileError {
    /// The settings of a file make no sense together.
    #[cfg(feature = "torch")]
    pub(super) fn senseless(path: &Path, problem: &dyn std::error::Error) -> Self {
        AgentFileError::Senseless { path: path.display().to_string(), problem: problem.to_string() }
    }
}

/// Reads settings from a file.
pub(super) fn read_settings<S: DeserializeOwned>(path: &Path) -> Result<S, AgentFileError> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        return Err(AgentFileError::Read { path: name, error });
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Err(AgentFileError::TooLarge { path: name });
    }
    settings_from_bytes(&name, &bytes)
}

fn settings_from_bytes<S: DeserializeOwned>(path: &str, bytes: &[u8]) -> Result<S, AgentFileError> {
    let fault = |at: usize, problem: String| {
        let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        AgentFileError::Text { path: path.to_owned(), line, problem }
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        fault(error.valid_up_to(), "expected TOML, found bytes that are no text".to_owned())
    })?;
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start.min(bytes.len()));
        let problem = error.message().lines().collect::<Vec<_>>().join(", ");
        let guess = guess(&problem).map(|known| format!(", did you mean `{known}`?"));
        fault(at, problem + &guess.unwrap_or_default())
    })
}

/// The known name that looks most like the one that a message of the parser calls unknown, both in backticks.
fn guess(problem: &str) -> Option<&str> {
    if !problem.starts_with("unknown field") && !problem.starts_with("unknown variant") {
        return None;
    }
    let mut names = problem.split('`').skip(1).step_by(2);
    let unknown = names.next()?;
    closest(unknown, names)
}

/// Reads a weight: a number that is not negative, and small enough for sums of it.
pub(super) fn weight<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    let weight = f32::deserialize(deserializer)?;
    if (0.0..=1000.0).contains(&weight) {
        Ok(weight)
    } else {
        Err(de::Error::custom(format!("expected a weight from 0 to 1000, found {weight}")))
    }
}

/// Reads a whole number from `LEAST` to `MOST`.
pub(super) fn whole_number<'de, const LEAST: usize, const MOST: usize, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<usize, D::Error> {
    let number = i64::deserialize(deserializer)?;
    match usize::try_from(number) {
        Ok(number) if (LEAST..=MOST).contains(&number) => Ok(number),
        _ => {
            Err(de::Error::custom(format!("expected a whole number from {LEAST} to {MOST}, found {number}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::solve::learned::{MctsAgentSettings, Method, SearchAgentSettings};
    use crate::solve::{Beam, Direction};
    use proptest::prelude::*;
    use tetreach_agents::ValueScale;
    use tetreach_agents::mcts::RootRule;

    fn read(text: &str) -> Result<Beam, String> {
        settings_from_bytes("my.toml", text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn keys_left_out_keep_their_defaults() {
        let read = read("lines = 7\n[weights]\nholes = 3\n").unwrap();
        let mut expected = Beam { lines: 7, ..Beam::default() };
        expected.weights.holes = 3.0;
        assert_eq!(read, expected);
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let cases = [
            ("width = 3\nwidht = 4\n", "my.toml, line 2: unknown field `widht`, expected one of `width`,"),
            ("width = 0\n", "my.toml, line 1: expected a whole number from 1 to 1000000, found 0"),
            ("\nlines = 1000\n", "my.toml, line 2: expected a whole number from 0 to 200, found 1000"),
            ("lines = -1\n", "my.toml, line 1: expected a whole number from 0 to 200, found -1"),
            ("[weights]\nholes = nan\n", "my.toml, line 2: expected a weight from 0 to 1000, found NaN"),
            ("[weights]\n\nholes = -1.0\n", "my.toml, line 3: expected a weight from 0 to 1000, found -1"),
            ("width = \"wide\"\n", "my.toml, line 1: invalid type: string \"wide\""),
            ("width = 3\nwidth = 3\n", "my.toml, line 2: duplicate key"),
            ("width 3\n", "my.toml, line 1: "),
        ];
        for (text, sentence) in cases {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(sentence) && !error.contains('\n'), "{text:?}: {error}");
        }
        let no_text = settings_from_bytes::<Beam>("my.toml", b"width = 3\n\xFF").unwrap_err().to_string();
        assert_eq!(no_text, "my.toml, line 2: expected TOML, found bytes that are no text");
    }

    #[test]
    fn the_files_of_the_learned_agents_say_what_the_defaults_are() {
        let mcts: MctsAgentSettings =
            settings_from_bytes("mcts.toml", include_bytes!("../../configs/mcts.toml")).unwrap();
        assert_eq!(mcts, MctsAgentSettings::default());
        let search: SearchAgentSettings =
            settings_from_bytes("search.toml", include_bytes!("../../configs/search.toml")).unwrap();
        assert_eq!(search, SearchAgentSettings::default());
        // Every key is there: with all of them in the file nothing is left for a default.
        let written: toml::Table = toml::from_str(include_str!("../../configs/mcts.toml")).unwrap();
        let known = toml::Table::try_from(mcts).unwrap();
        let keys = |table: &toml::Table| table.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&written), keys(&known));
        let tree = |table: &toml::Table| keys(table["tree"].as_table().unwrap());
        assert_eq!(tree(&written), tree(&known));
    }

    #[test]
    fn settings_of_searches_build_on_the_defaults_of_their_agent() {
        let read = |text: &str| settings_from_bytes::<MctsAgentSettings>("my.toml", text.as_bytes()).unwrap();
        let mut expected = MctsAgentSettings { direction: Direction::Backward, ..Default::default() };
        expected.tree.leaves = 2;
        expected.tree.root = RootRule::Gumbel { considered: 8, simulations: 32, scale: 0.0 };
        let text = "direction = \"backward\"\n[tree]\nleaves = 2\n\
                    root = { kind = \"gumbel\", considered = 8, simulations = 32, scale = 0 }\n";
        assert_eq!(read(text), expected);
        let search: SearchAgentSettings =
            settings_from_bytes("my.toml", b"method = { kind = \"a-star\" }").unwrap();
        assert_eq!(search.method, Method::AStar { weight: 0.6 });
    }

    #[test]
    fn faults_in_the_settings_of_searches_get_one_sentence_and_a_guess() {
        let mcts = |text: &str| {
            settings_from_bytes::<MctsAgentSettings>("my.toml", text.as_bytes()).unwrap_err().to_string()
        };
        let search = |text: &str| {
            settings_from_bytes::<SearchAgentSettings>("my.toml", text.as_bytes()).unwrap_err().to_string()
        };
        let cases = [
            (
                mcts("\ndirektion = \"forward\"\n"),
                "line 2: unknown field `direktion`",
                "did you mean `direction`?",
            ),
            (
                mcts("direction = \"backwards\"\n"),
                "line 1: unknown variant `backwards`",
                "did you mean `backward`?",
            ),
            (mcts("[tree]\nleafs = 2\n"), "line 2: unknown field `leafs`", "did you mean `leaves`?"),
            (mcts("[tree.root]\nkind = \"gumble\"\n"), "unknown variant `gumble`", "did you mean `gumbel`?"),
            (mcts("batch = 0\n"), "line 1: expected a whole number from 1 to 4096, found 0", ""),
            (search("[method]\nkind = \"levi\"\n"), "unknown variant `levi`", "did you mean `levin`?"),
            (search("[method]\nkind = \"a-star\"\nwidth = 3\n"), "unknown field `width`", ""),
            (search("[method]\nkind = \"policy-beam\"\nwidth = 0\n"), "expected a whole number from 1", ""),
            (search("[method]\nkind = \"a-star\"\nweight = -1\n"), "expected a weight from 0 to 1000", ""),
        ];
        for (error, start, end) in cases {
            let is_right =
                error.starts_with("my.toml, line ") && error.contains(start) && error.ends_with(end);
            assert!(is_right && !error.contains('\n'), "{error}");
        }
        let senseless = MctsAgentSettings {
            scale: ValueScale::Success { discount: 1.5, reachable: false },
            ..Default::default()
        };
        let error = senseless.validate().unwrap_err().to_string();
        assert_eq!(error, "`scale.discount` must be above 0 and at most 1, found 1.5");
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = settings_from_bytes::<Beam>("x", &bytes);
        }

        #[test]
        fn no_damaged_settings_panic(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut bytes = include_bytes!("../../configs/beam.toml").to_vec();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let _ = settings_from_bytes::<Beam>("x", &bytes);
        }
    }
}
