//! Files that are there whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Writes a file under a temporary name in its folder, waits until it is on the disk, and renames it.
///
/// ```
/// use tetreach_agents::file::write_atomically;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("answer.txt");
/// write_atomically(&path, b"42")?;
/// assert_eq!(std::fs::read(&path)?, b"42");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |file| file.write_all(bytes))
}

/// The same for content that comes in parts; if `write` fails, what was there before stays.
pub fn write_atomically_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let prefix = format!(".{}.", name.to_string_lossy());
    // Opened here rather than by `tempfile`, which would keep the file to the user and put its name into errors.
    let mut temporary = Builder::new()
        .prefix(&prefix)
        .suffix(".tmp")
        .make_in(folder, |path| File::options().write(true).create_new(true).open(path))?;
    write(temporary.as_file_mut())?;
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Hands the names within a folder to the disk, so that a rename survives a loss of power.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows cannot open folders as files, and needs no such call.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_stays_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer.txt");
        write_atomically(&path, b"first").unwrap();
        let failed = write_atomically_with(&path, |file| {
            file.write_all(b"half of the sec")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_atomically(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
        assert!(write_atomically(Path::new("/"), b"").is_err());
    }

    #[test]
    fn threads_that_write_one_file_at_once_leave_one_whole_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer.txt");
        thread::scope(|scope| {
            for byte in b'a'..b'e' {
                let path = &path;
                scope.spawn(move || (0..20).for_each(|_| write_atomically(path, &[byte; 5000]).unwrap()));
            }
        });
        let written = fs::read(&path).unwrap();
        assert!(written.len() == 5000 && written.iter().all(|byte| *byte == written[0]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_missing_folder_is_the_systems_error_alone() {
        let error = write_atomically(Path::new("no/such/folder/file"), b"").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(".tmp"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_rights_of_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (written, other) = (folder.path().join("written"), folder.path().join("other"));
        write_atomically(&written, b"x").unwrap();
        fs::write(&other, b"x").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&written), mode(&other));
    }
}
