//! The program `tetreach-train`, which is linked against libtorch.

use std::convert::Infallible;
use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow};

const NAME: &str = "tetreach-train";

/// Hands this whole command line to the program with libtorch. On Unix that program takes the place of this one, with
/// its standard streams, environment and signals; so this comes back only with an error.
pub fn run(what: &str) -> anyhow::Result<Infallible> {
    let program = find().ok_or_else(|| {
        anyhow!(
            "{what} needs the program {NAME}, which is neither beside this one nor on PATH: `./run` in a clone of the \
             repository builds it, with its libtorch, as target/release/{NAME}"
        )
    })?;
    let mut arguments = env::args_os();
    let mut command = Command::new(&program);
    if let Some(name) = arguments.next() {
        called_as(&mut command, name);
    }
    command.args(arguments);
    replace(command).with_context(|| format!("cannot start {}", program.display()))
}

/// The program: the one beside this program, or else the first on `PATH`.
pub fn find() -> Option<PathBuf> {
    let beside = env::current_exe().ok().and_then(|own| Some(own.parent()?.to_owned()));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = beside.into_iter().chain(env::split_paths(&path));
    folders.map(|folder| folder.join(format!("{NAME}{EXE_SUFFIX}"))).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// Lets the other program know by which name the user called this one, because it prints commands to go on with.
#[cfg(unix)]
fn called_as(command: &mut Command, name: std::ffi::OsString) {
    use std::os::unix::process::CommandExt;
    command.arg0(name);
}

#[cfg(not(unix))]
fn called_as(_: &mut Command, _: std::ffi::OsString) {}

#[cfg(unix)]
fn replace(mut command: Command) -> std::io::Result<Infallible> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Waits, and ends as the other program did. Ctrl-C reaches both; this one must live until the other has cleaned up.
#[cfg(not(unix))]
fn replace(mut command: Command) -> std::io::Result<Infallible> {
    drop(ctrlc::set_handler(|| {}));
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(2))
}
