//! Checkpoints: folders of named files that appear whole or not at all.
//!
//! A checkpoint is written beside its place under a temporary name, synchronised to the disk and then renamed. When a
//! place is taken, the old checkpoint is first renamed to `<place>.previous`, so that at any moment, also between two
//! renames, a whole one is there. `last` keeps its previous generation for good. A manifest with sizes and SHA-256 sums
//! tells damage from health.

mod draft;
mod error;
mod manifest;
mod place;
mod stored;
mod tensors;

use std::fs;
use std::path::{Path, PathBuf};

pub use draft::Draft;
pub use error::CheckpointError;
pub use manifest::{FileEntry, Manifest};
pub use place::Place;
pub use stored::Checkpoint;
pub use tensors::{TensorEntry, read_tensor_entries};

/// The weights of the network.
pub const WEIGHTS: &str = "weights.safetensors";
/// The state of the optimizer.
pub const OPTIMIZER: &str = "optimizer.safetensors";
/// The replay buffer.
pub const REPLAY: &str = "replay.bin";
/// Counters and random streams.
pub const STATE: &str = "state.json";
/// What the agent is and what it can do.
pub const CARD: &str = "card.json";

/// The checkpoints of a run.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    folder: PathBuf,
}

impl Checkpoints {
    /// The checkpoints in a folder, which is made if need be; leftovers of a killed process are cleared away.
    ///
    /// Only one process at a time may do this: a run folder is locked for that reason.
    pub fn open(folder: &Path) -> Result<Self, CheckpointError> {
        fs::create_dir_all(folder).map_err(CheckpointError::io("create", folder))?;
        for name in names(folder)? {
            if name.starts_with(draft::TEMPORARY) {
                let path = folder.join(name);
                fs::remove_dir_all(&path).map_err(CheckpointError::io("remove", &path))?;
            }
        }
        let checkpoints = Checkpoints { folder: folder.into() };
        checkpoints.drop_damaged_last()?;
        Ok(checkpoints)
    }

    /// The checkpoints in a folder, to be looked at only.
    pub fn look(folder: &Path) -> Self {
        Checkpoints { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Saves a checkpoint: `write` puts the files into the draft, and then it takes its place.
    ///
    /// If anything fails, the draft is removed and the checkpoint that was at the place stays.
    pub fn save(
        &self,
        place: Place,
        step: u64,
        write: impl FnOnce(&mut Draft) -> Result<(), CheckpointError>,
    ) -> Result<(), CheckpointError> {
        let saved = Draft::begin(&self.folder, step).and_then(|mut draft| {
            write(&mut draft)?;
            let finished = draft.finish()?;
            self.put(&finished, place)
        });
        saved.map_err(|error| match error {
            // Told by the name that the user knows, with what is left.
            CheckpointError::DiskFull { .. } => CheckpointError::DiskFull {
                path: self.folder.join(place.to_string()),
                intact: self.load(place).ok().map(|checkpoint| checkpoint.step()),
            },
            other => other,
        })
    }

    /// Puts a copy of a checkpoint at another place, without the files named; data is shared where the disk can.
    pub fn copy(&self, from: Place, to: Place, without: &[&str]) -> Result<(), CheckpointError> {
        let checkpoint = self.load(from)?;
        self.save(to, checkpoint.step(), |draft| {
            for entry in &checkpoint.manifest().files {
                if !without.contains(&entry.name.as_str()) {
                    draft.link(&checkpoint, entry)?;
                }
            }
            Ok(())
        })
    }

    /// Loads a checkpoint and verifies every file; if it is missing or damaged, the generation before it.
    pub fn load(&self, place: Place) -> Result<Checkpoint, CheckpointError> {
        let newest = self.folder.join(place.to_string());
        let error = match Checkpoint::open(&newest) {
            Ok(checkpoint) => return Ok(checkpoint),
            Err(error) => error,
        };
        // A failure of the older one says less than that of the one asked for.
        Checkpoint::open(&self.folder.join(previous(place))).map_err(|_| error)
    }

    /// The places that are taken, in the order of [`Place`].
    pub fn places(&self) -> Result<Vec<Place>, CheckpointError> {
        let mut places: Vec<Place> = Vec::new();
        for name in names(&self.folder)? {
            let name = name.strip_suffix(PREVIOUS).unwrap_or(&name);
            places.extend(name.parse::<Place>().ok());
        }
        places.sort();
        places.dedup();
        Ok(places)
    }

    /// Removes all `step-N` but the latest `keep`.
    pub fn prune(&self, keep: usize) -> Result<(), CheckpointError> {
        let places = self.places()?;
        let steps: Vec<_> = places.into_iter().filter(|place| matches!(place, Place::Step(_))).collect();
        let excess = steps.len().saturating_sub(keep);
        for place in &steps[..excess] {
            for name in [place.to_string(), previous(*place)] {
                self.discard(&self.folder.join(name))?;
            }
        }
        Ok(())
    }

    /// A damaged `last` must not push out the sound generation before it when the next one is saved.
    fn drop_damaged_last(&self) -> Result<(), CheckpointError> {
        let last = self.folder.join(Place::Last.to_string());
        let older = self.folder.join(previous(Place::Last));
        if last.exists() && Checkpoint::open(&last).is_err() && Checkpoint::open(&older).is_ok() {
            self.discard(&last)?;
        }
        Ok(())
    }

    /// Moves a finished draft to its place.
    fn put(&self, finished: &Path, place: Place) -> Result<(), CheckpointError> {
        let target = self.folder.join(place.to_string());
        let older = self.folder.join(previous(place));
        if target.exists() {
            self.discard(&older)?;
            fs::rename(&target, &older).map_err(CheckpointError::io("rename", &target))?;
        }
        fs::rename(finished, &target).map_err(CheckpointError::io("rename", finished))?;
        draft::sync(&self.folder)?;
        if place == Place::Last { Ok(()) } else { self.discard(&older) }
    }

    /// Removes a checkpoint, under a temporary name first so that it is never there in part.
    fn discard(&self, path: &Path) -> Result<(), CheckpointError> {
        if !path.exists() {
            return Ok(());
        }
        let doomed = draft::temporary(&self.folder);
        fs::rename(path, &doomed).map_err(CheckpointError::io("rename", path))?;
        fs::remove_dir_all(&doomed).map_err(CheckpointError::io("remove", &doomed))
    }
}

const PREVIOUS: &str = ".previous";

fn previous(place: Place) -> String {
    format!("{place}{PREVIOUS}")
}

fn names(folder: &Path) -> Result<Vec<String>, CheckpointError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(CheckpointError::io("read", folder))? {
        let entry = entry.map_err(CheckpointError::io("read", folder))?;
        names.extend(entry.file_name().into_string());
    }
    Ok(names)
}
