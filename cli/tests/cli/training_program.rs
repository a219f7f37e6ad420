//! The program without libtorch starts at once, and hands training to `tetreach-train`.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tetreach");

/// A copy of the program in a folder where nothing is beside it.
fn alone(folder: &Path) -> Command {
    let program = folder.join("tetreach");
    // A symbolic link would be followed back to where tetreach-train may be; a hard one needs the same disk.
    if !program.exists() && fs::hard_link(PROGRAM, &program).is_err() {
        fs::copy(PROGRAM, &program).unwrap();
    }
    let mut command = Command::new(program);
    command.env("PATH", "");
    command
}

/// A program under the name of the one that trains.
fn stand_in(folder: &Path, script: &str) {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("tetreach-train");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

// A build with the feature links both programs against libtorch, and is not what `./run` makes of the first one.
#[cfg(not(feature = "torch"))]
mod start {
    use std::time::{Duration, Instant};

    use super::*;

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn libtorch_is_not_loaded() {
        // The loader prints what it would load, and starts nothing.
        let output = Command::new(PROGRAM).env("LD_TRACE_LOADED_OBJECTS", "1").output().unwrap();
        let libraries = text(&output.stdout);
        assert!(libraries.contains("libc.so"), "{libraries}");
        for library in ["torch", "c10", "gomp"] {
            assert!(!libraries.contains(library), "{libraries}");
        }
    }

    #[test]
    fn the_program_starts_within_30_milliseconds() {
        let start = || {
            let begun = Instant::now();
            assert!(Command::new(PROGRAM).arg("--version").output().unwrap().status.success());
            begun.elapsed()
        };
        // Whatever else the machine does only makes it slower.
        let best = (0..40).map(|_| start()).min().unwrap();
        assert!(best < Duration::from_millis(30), "{best:?}");
    }
}

#[test]
fn where_the_training_program_is_missing_a_sentence_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["train", "--config", "x.toml"][..], &["train", "--help"], &["bench", "train"]] {
        let Output { status, stdout, stderr } = alone(folder.path()).args(arguments).output().unwrap();
        assert_eq!(status.code(), Some(2));
        let stderr = text(&stderr);
        assert!(stderr.contains("tetreach-train") && stderr.contains("`./run`"), "{stderr}");
        assert_eq!((stdout.len(), stderr.lines().count()), (0, 1));
    }
}

#[test]
fn the_training_program_gets_the_arguments_streams_environment_and_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("path");
    stand_in(&path, r#"printf '%s|' "$$" "$GREETING" "$@"; /bin/cat; exit 7"#);
    let mut child = alone(folder.path())
        .args(["train", "--config", "a file.toml", "--set", "run.seed=1", "--help"])
        .env("PATH", &path)
        .env("GREETING", "good day")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"from stdin").unwrap();
    let process = child.id();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    let expected =
        format!("{process}|good day|train|--config|a file.toml|--set|run.seed=1|--help|from stdin");
    assert_eq!(text(&output.stdout), expected);
}

#[test]
fn the_training_program_beside_this_one_goes_before_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("path");
    stand_in(&path, "echo on path");
    stand_in(folder.path(), "echo beside");
    let run = || text(&alone(folder.path()).arg("train").env("PATH", &path).output().unwrap().stdout);
    assert_eq!(run(), "beside\n");
    let beside = folder.path().join("tetreach-train");
    fs::set_permissions(&beside, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(run(), "on path\n", "a file that cannot be run is no program");
}
