//! Trained regressors as files.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tetreach_agents::file::FileError;

use super::{FitSettings, TrainedRegressor};
use crate::baseline::samples::Recipe;
use crate::baseline::sealed::{self, Unreadable};

/// The first bytes of a file; the number grows with the format.
const MAGIC: &[u8] = b"tetreach regressor 1\n";

/// A regressor with what it was made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainedModel {
    /// The regressor.
    pub model: TrainedRegressor,
    /// How its samples were made; the target is in it.
    pub recipe: Recipe,
    /// How many samples were made, before the split.
    pub samples: usize,
    /// Whether rare scores were filled up with duplicates.
    pub balanced: bool,
    /// Seed of the split.
    pub split_seed: u64,
    /// How it was trained.
    pub settings: FitSettings,
    /// Seconds that making the samples and training took.
    pub seconds: f64,
}

/// Why a regressor cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum RegressorError {
    /// The system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another kind of file.
    #[error("{path} is no regressor as `tetreach baseline train` writes it")]
    Foreign {
        /// The file.
        path: String,
    },
    /// Cut off or changed.
    #[error("{path} is damaged: its bytes are not those of a trained regressor")]
    Damaged {
        /// The file.
        path: String,
    },
}

/// Writes the regressor under a temporary name and renames it.
pub fn save_model(path: &Path, model: &TrainedModel) -> Result<(), RegressorError> {
    let body = postcard::to_stdvec(model).expect("invariant: regressors have a binary form");
    Ok(sealed::write(path, MAGIC, &body).map_err(FileError::new("write", path))?)
}

/// Reads a regressor back.
pub fn load_model(path: &Path) -> Result<TrainedModel, RegressorError> {
    let shown = || path.display().to_string();
    let damaged = || RegressorError::Damaged { path: shown() };
    let body = sealed::read(path, MAGIC).map_err(|why| match why {
        Unreadable::System(error) => RegressorError::File(FileError::new("read", path)(error)),
        Unreadable::Foreign => RegressorError::Foreign { path: shown() },
        Unreadable::Damaged => damaged(),
    })?;
    let model: TrainedModel = postcard::from_bytes(&body).map_err(|_| damaged())?;
    let fits = model.recipe.validate().is_ok() && model.model.fits(model.recipe.target.size());
    if fits { Ok(model) } else { Err(damaged()) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::baseline::Faults;
    use crate::baseline::regress::ModelKind;
    use crate::baseline::samples::{DatasetName, SampleSet};
    use tetreach::game::sample_boards;

    #[test]
    fn every_kind_comes_back_as_it_was_and_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let recipe = DatasetName::A.recipe(sample_boards()[3].1, Faults::thesis(), 1);
        let mut set = SampleSet::new(recipe);
        set.extend_to(50, |_| false);
        let settings = FitSettings { seed: 1, epochs: Some(1) };
        for kind in ModelKind::ALL {
            let model = TrainedRegressor::fit(kind, &set.samples, settings, |_, _| true).unwrap();
            let trained = TrainedModel {
                model,
                recipe,
                samples: 50,
                balanced: false,
                split_seed: 0,
                settings,
                seconds: 0.5,
            };
            let path = folder.path().join(kind.name());
            save_model(&path, &trained).unwrap();
            assert!(load_model(&path).unwrap() == trained, "{kind}");
            let mut bytes = fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            fs::write(&path, &bytes).unwrap();
            assert!(matches!(load_model(&path), Err(RegressorError::Damaged { .. })));
            fs::write(&path, &bytes[..9]).unwrap();
            assert!(matches!(load_model(&path), Err(RegressorError::Foreign { .. })));
        }
    }
}
