//! Weights of features in TOML.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use tetreach_agents::file::{FileError, read_file_at_most};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::game::classic::{Feature, FeatureSet, Weights};

/// The longest file that is read.
const MOST_BYTES: u64 = 1 << 20;

/// Why a file holds no weights.
#[derive(Debug, Error)]
pub enum WeightsFileError {
    /// It could not be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is too large.
    #[error("{} is too large: expected at most {MOST_BYTES} bytes of weights", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// Something in it is not as expected.
    #[error("{}, line {line}: {problem}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong and what was expected.
        problem: String,
    },
}

/// A place in the text and what is wrong there.
type Problem = (usize, String);

/// Reads weights for boards with this many columns.
///
/// A file has either a table `[weights]` with a number for each feature by name, or `features`, the name of a set, and
/// `weights`, a list with a number for each of them. `losing` is the value of a placement that loses the game, minus
/// infinity if left out.
pub fn read_weights(path: &Path, width: u8) -> Result<Weights, WeightsFileError> {
    let bytes = read_file_at_most(path, MOST_BYTES).map_err(FileError::new("read", path))?;
    let bytes = bytes.ok_or_else(|| WeightsFileError::TooLarge { path: path.to_owned() })?;
    let wrong = |text: &[u8], (at, problem): Problem| WeightsFileError::Wrong {
        path: path.to_owned(),
        line: 1 + text[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count(),
        problem,
    };
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| wrong(&bytes, (error.valid_up_to(), "expected text in UTF-8".to_owned())))?;
    parse(text, width).map_err(|problem| wrong(&bytes, problem))
}

fn parse(text: &str, width: u8) -> Result<Weights, Problem> {
    let table = DeTable::parse(text)
        .map_err(|error| (error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
    let (mut set, mut weights, mut losing) = (None, None, f64::NEG_INFINITY);
    for (key, value) in table.get_ref() {
        match key.get_ref().as_ref() {
            "features" => set = Some(feature_set(value)?),
            "weights" => weights = Some(value),
            "losing" => losing = number(value)?,
            other => {
                let problem = format!("`{other}` is not expected here: expected features, weights or losing");
                return Err((key.span().start, problem));
            }
        }
    }
    let weights =
        weights.ok_or_else(|| (0, "expected a table [weights] of features and numbers".to_owned()))?;
    let terms = match (weights.get_ref(), set) {
        (DeValue::Table(table), None) => named(table, width)?,
        (DeValue::Array(list), Some(set)) => {
            let features = set.features(width);
            if features.len() != list.len() {
                let (expected, found) = (features.len(), list.len());
                let problem = format!("the features `{set}` need {expected} weights, found {found}");
                return Err((weights.span().start, problem));
            }
            let values = list.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            features.into_iter().zip(values).collect()
        }
        (_, Some(_)) => {
            return Err((weights.span().start, "expected a list of weights beside features".to_owned()));
        }
        (_, None) => {
            let problem =
                "expected a table [weights] of features and numbers, or a set of features beside a list";
            return Err((weights.span().start, problem.to_owned()));
        }
    };
    if terms.is_empty() {
        return Err((weights.span().start, "expected at least one weight".to_owned()));
    }
    Ok(Weights { terms, losing })
}

fn feature_set(value: &Spanned<DeValue<'_>>) -> Result<FeatureSet, Problem> {
    let name =
        value.get_ref().as_str().ok_or((value.span().start, "expected the name of a set".to_owned()))?;
    name.parse()
        .map_err(|error: crate::game::classic::FeatureSetError| (value.span().start, error.to_string()))
}

fn named(table: &DeTable<'_>, width: u8) -> Result<Vec<(Feature, f64)>, Problem> {
    let term = |(key, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let place = key.span().start;
        let feature: Feature = key
            .get_ref()
            .parse()
            .map_err(|error: crate::game::classic::FeatureError| (place, error.to_string()))?;
        if !feature.exists_on(width) {
            return Err((place, format!("a board of {width} columns has no {feature}")));
        }
        Ok((feature, number(value)?))
    };
    table.iter().map(term).collect()
}

fn number(value: &Spanned<DeValue<'_>>) -> Result<f64, Problem> {
    let number = match value.get_ref() {
        DeValue::Float(float) => float.as_str().replace('_', "").parse().ok(),
        DeValue::Integer(integer) => {
            i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|it| it as f64)
        }
        _ => None,
    };
    let number = number.filter(|number: &f64| !number.is_nan());
    number.ok_or_else(|| (value.span().start, "expected a number".to_owned()))
}

/// Weights as the text of a file that [`read_weights`] reads.
pub fn written_weights(weights: &Weights, comment: &str) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        let _ = writeln!(text, "# {line}");
    }
    if weights.losing.is_finite() {
        let _ = writeln!(text, "losing = {:?}", weights.losing);
    }
    text.push_str("[weights]\n");
    for (feature, weight) in &weights.terms {
        let _ = writeln!(text, "{feature} = {weight:?}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::classic::WeightsPreset;

    #[test]
    fn written_weights_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.toml");
        for preset in WeightsPreset::ALL {
            std::fs::write(&path, written_weights(&preset.weights(), "A comment\nof two lines")).unwrap();
            assert_eq!(read_weights(&path, 10).unwrap(), preset.weights(), "{preset}");
        }
        std::fs::write(&path, "features = \"dellacherie\"\nweights = [-1, 1, -1, -1, -4, -1.0]").unwrap();
        assert_eq!(read_weights(&path, 10).unwrap(), WeightsPreset::Dellacherie.weights());
    }

    #[test]
    fn what_is_wrong_is_said_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.toml");
        for (text, line, problem) in [
            ("", 1, "expected a table [weights] of features and numbers"),
            ("[weights]\n", 1, "expected at least one weight"),
            ("# mine\n[weights]\nhols = 1\n", 3, "no feature is called `hols`: `holes` is nearest"),
            ("[weights]\nholes = \"many\"\n", 2, "expected a number"),
            ("[weights]\nholes = nan\n", 2, "expected a number"),
            ("[weights]\nholes = 1\nholes = 2\n", 3, "duplicate key"),
            ("[weights]\ncolumn-height-9 = 1\n", 2, "a board of 8 columns has no column-height-9"),
            ("features = \"bcts\"\nweights = [1, 2]\n", 2, "the features `bcts` need 8 weights, found 2"),
            ("features = \"best\"\nweights = [1, 2]\n", 1, "no set of features is called `best`"),
            ("weights = [1, 2]\n", 1, "expected a table [weights] of features and numbers, or a set"),
            ("features = \"bcts\"\n[weights]\nholes = 1\n", 2, "expected a list of weights beside features"),
            ("speed = 3\n", 1, "`speed` is not expected here: expected features, weights or losing"),
            ("[weights\n", 1, ""),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = read_weights(&path, 8).unwrap_err().to_string();
            let expected = format!("{}, line {line}: {problem}", path.display());
            assert!(error.starts_with(&expected), "{error}\n{expected}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
        let missing = read_weights(Path::new("no/such.toml"), 8).unwrap_err();
        assert!(missing.to_string().starts_with("cannot read no/such.toml: "));
    }
}
