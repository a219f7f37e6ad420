//! The folder through which a learner and remote actors meet.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Broadcast;
use crate::file::{FileError, write_atomically};

/// The file with the newest weights.
const WEIGHTS: &str = "weights";
/// The folder with parcels that the learner has not taken yet.
const INBOX: &str = "inbox";
/// How the name of a parcel ends once it is whole.
const PARCEL: &str = "parcel";

/// A folder on the machine of the learner: `weights` goes out, `inbox/*.parcel` come in, in the order of their names.
///
/// Whoever writes there writes under another name first and renames. The learner takes parcels when it may learn from
/// more ([`replay_ratio`](crate::train::settings::ActorsConfig::replay_ratio)), so that a full inbox says that the
/// actors are ahead; whoever feeds it should wait then.
///
/// ```
/// use tetreach_agents::train::remote::Exchange;
///
/// let folder = tempfile::tempdir()?;
/// let exchange = Exchange::open(&folder.path().join("exchange"))?;
/// exchange.send("worker-2", b"second")?;
/// exchange.send("worker-1", b"first")?;
/// assert_eq!(exchange.waiting()?, 2);
/// assert_eq!(exchange.take()?.map(|(_, bytes)| bytes), Some(b"first".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exchange {
    folder: PathBuf,
}

impl Exchange {
    /// The exchange in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Self, FileError> {
        let inbox = folder.join(INBOX);
        fs::create_dir_all(&inbox).map_err(FileError::new("create", &inbox))?;
        Ok(Exchange { folder: folder.to_owned() })
    }

    /// Replaces the weights that go out.
    pub fn publish(&self, broadcast: &Broadcast) -> Result<(), FileError> {
        let path = self.folder.join(WEIGHTS);
        write_atomically(&path, &broadcast.to_bytes()).map_err(FileError::new("write", &path))
    }

    /// The bytes of the newest weights, if there are any yet.
    pub fn weights(&self) -> Result<Option<Vec<u8>>, FileError> {
        let path = self.folder.join(WEIGHTS);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FileError::new("read", &path)(error)),
        }
    }

    /// Puts a parcel into the inbox, under a name that no other one has.
    pub fn send(&self, name: &str, parcel: &[u8]) -> Result<(), FileError> {
        let path = self.folder.join(INBOX).join(format!("{name}.{PARCEL}"));
        write_atomically(&path, parcel).map_err(FileError::new("write", &path))
    }

    /// The number of parcels in the inbox.
    pub fn waiting(&self) -> Result<usize, FileError> {
        Ok(self.parcels()?.len())
    }

    /// Takes the parcel with the first name out of the inbox: where it was, and its bytes.
    pub fn take(&self) -> Result<Option<(PathBuf, Vec<u8>)>, FileError> {
        let Some(path) = self.parcels()?.into_iter().min() else { return Ok(None) };
        let bytes = fs::read(&path).map_err(FileError::new("read", &path))?;
        fs::remove_file(&path).map_err(FileError::new("remove", &path))?;
        Ok(Some((path, bytes)))
    }

    fn parcels(&self) -> Result<Vec<PathBuf>, FileError> {
        let inbox = self.folder.join(INBOX);
        let entries = fs::read_dir(&inbox).map_err(FileError::new("read", &inbox))?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>();
        let mut paths = paths.map_err(FileError::new("read", &inbox))?;
        let is_hidden =
            |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        paths
            .retain(|path| path.extension().is_some_and(|extension| extension == PARCEL) && !is_hidden(path));
        Ok(paths)
    }
}
