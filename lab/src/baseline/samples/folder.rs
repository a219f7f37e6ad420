//! Samples as the thesis keeps them: a folder with one picture per sample, its score in the file's name.

use std::fs;
use std::path::{Path, PathBuf};

use png::EncodingError;
use tetreach_agents::file::FileError;

use super::generator::BoardSample;
use tetreach::game::Size;
use tetreach::reach::{BitmapError, board_from_png, board_to_png};

/// Why a folder of samples cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SamplesFolderError {
    /// The system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// A picture that is no board.
    #[error("{path}: {error}")]
    Picture {
        /// The file.
        path: String,
        /// Why.
        error: BitmapError,
    },
    /// A picture that cannot be made.
    #[error("{path}: {error}")]
    Encoding {
        /// The file.
        path: String,
        /// Why.
        error: EncodingError,
    },
    /// Nothing to read.
    #[error("{path} holds no file named sample_M_score_N.png")]
    Empty {
        /// The folder.
        path: String,
    },
}

/// The thesis' name for the picture of a sample.
pub fn sample_file_name(index: usize, score: u32) -> String {
    format!("sample_{index}_score_{score}.png")
}

/// Number and score of a sample by the name of its picture.
fn parsed(name: &str) -> Option<(usize, u32)> {
    let (index, score) = name.strip_prefix("sample_")?.strip_suffix(".png")?.split_once("_score_")?;
    Some((index.parse().ok()?, score.parse().ok()?))
}

/// Writes the pictures that are not there yet and returns how many; `watch` hears of each sample.
pub fn write_folder(
    folder: &Path,
    samples: &[BoardSample],
    mut watch: impl FnMut(),
) -> Result<usize, SamplesFolderError> {
    fs::create_dir_all(folder).map_err(FileError::new("make", folder))?;
    let mut written = 0;
    for (index, sample) in samples.iter().enumerate() {
        let path = folder.join(sample_file_name(index, sample.score));
        if !path.exists() {
            let bytes = board_to_png(&sample.board, 1)
                .map_err(|error| SamplesFolderError::Encoding { path: path.display().to_string(), error })?;
            // Without the wait for the disk that other files get: milliseconds, for each of thousands of pictures.
            let temporary = path.with_extension("tmp");
            let stored = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, &path));
            stored.map_err(FileError::new("write", &path))?;
            written += 1;
        }
        watch();
    }
    Ok(written)
}

/// Reads a folder of pictures, in the order of their numbers.
pub fn read_folder(folder: &Path, size: Size) -> Result<Vec<BoardSample>, SamplesFolderError> {
    let mut named: Vec<(usize, u32, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).map_err(FileError::new("read", folder))? {
        let path = entry.map_err(FileError::new("read", folder))?.path();
        if let Some((index, score)) = path.file_name().and_then(|name| parsed(&name.to_string_lossy())) {
            named.push((index, score, path));
        }
    }
    if named.is_empty() {
        return Err(SamplesFolderError::Empty { path: folder.display().to_string() });
    }
    named.sort();
    let mut samples = Vec::with_capacity(named.len());
    for (_, score, path) in named {
        let bytes = fs::read(&path).map_err(FileError::new("read", &path))?;
        let board = board_from_png(&bytes, size)
            .map_err(|error| SamplesFolderError::Picture { path: path.display().to_string(), error })?;
        samples.push(BoardSample { board, score });
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baseline::Faults;
    use crate::baseline::samples::{DatasetName, SampleSet, StoreError, load_set, save_set};
    use tetreach::game::sample_boards;

    #[test]
    fn sets_come_back_from_folders_and_files_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let mut set = SampleSet::new(DatasetName::C.recipe(sample_boards()[3].1, Faults::thesis(), 9));
        set.extend_to(12, |_| false);
        let pictures = folder.path().join("c");
        assert_eq!(write_folder(&pictures, &set.samples[..5], || ()).unwrap(), 5);
        assert_eq!(write_folder(&pictures, &set.samples, || ()).unwrap(), 7, "only what is missing");
        assert_eq!(read_folder(&pictures, Size::STANDARD).unwrap(), set.samples);
        assert!(pictures.join(sample_file_name(3, set.samples[3].score)).exists());

        let file = folder.path().join("c.samples");
        save_set(&file, &set).unwrap();
        assert_eq!(load_set(&file).unwrap(), set);
        let mut bytes = fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&file, &bytes).unwrap();
        assert!(matches!(load_set(&file), Err(StoreError::Damaged { .. })));
        fs::write(&file, b"else").unwrap();
        assert!(matches!(load_set(&file), Err(StoreError::Foreign { .. })));
        assert!(matches!(load_set(&folder.path().join("none")), Err(StoreError::File(_))));
        assert!(matches!(read_folder(folder.path(), Size::STANDARD), Err(SamplesFolderError::Empty { .. })));
    }
}
