//! `tetreach targets` as a user meets it: output, exit codes, one clear sentence for bad input.

use std::path::PathBuf;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use tempfile::TempDir;
use tetreach::game::{Board, Size};
use tetreach::reach::board_to_png;

fn tetreach() -> Command {
    let mut command = Command::cargo_bin("tetreach").unwrap();
    command.env_remove("COLUMNS");
    command
}

fn file(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Bad input: exit code 2, nothing on standard output, one line on standard error.
fn refused(bytes: impl AsRef<[u8]>, name: &str, sentence: &str) {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, name, bytes);
    let is_one_line = predicate::function(|text: &str| text.lines().count() == 1);
    let expected = contains(format!("{}{sentence}", path.display())).and(is_one_line);
    tetreach().args(["targets", "check"]).arg(&path).assert().code(2).stdout(is_empty()).stderr(expected);
}

/// A well-formed board that cannot be reached: exit code 1 and the reason.
fn unreachable(board: &str, reason: &str) {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "board.txt", board);
    let expected = contains(format!("{}: unreachable: {reason}", path.display()));
    tetreach().args(["targets", "check"]).arg(&path).assert().code(1).stdout(expected).stderr(is_empty());
}

#[test]
fn bad_text_is_refused_with_file_and_line() {
    refused("..........\n.........\n", "short.txt", ", line 2: expected a row of 10 cells, found 9");
    refused("..........\n...........\n", "long.txt", ", line 2: expected a row of 10 cells, found 11");
    let stray = ", line 2, column 3: expected `#` (filled) or `.` (empty), found 'o'";
    refused("..........\n..o.......\n", "stray.txt", stray);
    refused("", "empty.txt", ", line 1: expected at least one board row");
    refused("\n \n\n", "blank.txt", ", line 3: expected at least one board row");
    refused("..........\n".repeat(21), "tall.txt", ", line 21: expected at most 20 rows, found more");
    refused(vec![b'.'; (1 << 20) + 1], "huge.txt", " is too large: expected at most 1048576 bytes of text");
    refused(b"..........\n\xFF\xFE", "binary.txt", ", line 2: expected board text (`#` and `.`) or a PNG");
    refused("= a\n##........\n\n= a\n##........\n", "twice.txt", ", line 4: the name `a` was used before");
    refused("= a\n##........\n\n##........\n", "untitled.txt", ", line 4: expected a record to begin with");
}

#[test]
fn bad_images_are_refused() {
    let good = board_to_png(&"##........".parse().unwrap(), 2).unwrap();
    refused(&good[..good.len() / 2], "cut.png", ": the PNG is damaged");
    refused("not an image", "text.png", ": the PNG is damaged");
    let narrow = board_to_png(&Board::empty(Size::new(7, 5).unwrap()), 1).unwrap();
    refused(narrow, "narrow.png", ": the PNG is 7 pixels wide, expected 10 or a multiple of it");
}

#[test]
fn well_formed_boards_that_cannot_be_reached_exit_with_one() {
    unreachable("#.........", "it has 1 filled cells");
    unreachable("##########", "row 1 (counted from the bottom, 1 is the lowest) is full");
    unreachable(
        "##........\n..........\n##........",
        "row 2 (counted from the bottom, 1 is the lowest) is empty",
    );
}

#[test]
fn unreachable_targets_are_told_apart_in_a_suite_and_in_json() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "mixed.txt", "= good\n##........\n\n= bad\n###.......\n");
    let text = tetreach().args(["targets", "check"]).arg(&path).assert().code(1);
    let good = contains("good: admissible (2 cells, 1 rows, at least 3 pieces)");
    text.stdout(good.and(contains("bad: unreachable: it has 3")));
    let json = tetreach().args(["targets", "check", "--format", "json"]).arg(&path).assert().code(1);
    let value: serde_json::Value = serde_json::from_slice(&json.get_output().stdout).unwrap();
    assert_eq!(value["targets"][0]["admissible"], true);
    assert_eq!(value["targets"][0]["lower_bound"], 3);
    assert_eq!(value["targets"][1]["name"], "bad");
    assert!(value["targets"][1]["reason"].as_str().unwrap().contains("3 filled cells"));
}

#[test]
fn files_from_windows_and_standard_input_are_read() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "windows.txt", "\u{FEFF}..........\r\n##........  \r\n\r\n");
    tetreach().args(["targets", "check"]).arg(&path).assert().code(0);
    tetreach().args(["targets", "check", "-"]).write_stdin("####......").assert().code(0);
    tetreach().args(["targets", "check", "-", "--size", "6x5"]).write_stdin("####..").assert().code(0);
    tetreach().args(["targets", "check", "-", "--size", "auto"]).write_stdin("####..").assert().code(0);
}

#[test]
fn unknown_names_are_explained() {
    let check =
        |source: &str| tetreach().args(["targets", "check", source]).assert().code(2).stdout(is_empty());
    check("nonsense").stderr(contains("neither a file nor a built-in suite"));
    check("nowhere/board.txt").stderr(contains("cannot read nowhere/board.txt"));
    check("thesis:ho").stderr(contains("thesis has no target `ho`; it has hi, t, t-and-i"));
    check("stack-41").stderr(contains("a stack has 1 to 40 pieces on a 10x20 board, not 41"));
    tetreach().args(["targets", "check"]).assert().code(2);
    tetreach().args(["targets", "check", "thesis", "--size", "900x900"]).assert().code(2).stdout(is_empty());
    tetreach().args(["targets", "generate", "nonsense"]).assert().code(2).stdout(is_empty());
}

#[test]
fn generated_suites_read_back_as_text() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("stack.txt");
    let generate = ["targets", "generate", "stack-8@train", "--count", "7", "--seed", "3"];
    let printed = tetreach().args(generate).assert().code(0).get_output().stdout.clone();
    tetreach().args(generate).arg("--out").arg(&path).assert().code(0).stdout(is_empty());
    assert_eq!(std::fs::read(&path).unwrap(), printed);
    let split = ["targets", "generate", "stack-8", "--split", "train", "--count", "7", "--seed", "3"];
    assert_eq!(tetreach().args(split).assert().code(0).get_output().stdout, printed);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
    let check = tetreach().args(["targets", "check"]).arg(&path).assert().code(0);
    assert_eq!(String::from_utf8_lossy(&check.get_output().stdout).lines().count(), 7);
    let one = format!("{}:stack-8-003", path.display());
    tetreach().args(["targets", "show", &one]).assert().code(0).stdout(contains("stack-8-003"));
}

#[test]
fn generated_images_read_back() {
    let folder = TempDir::new().unwrap();
    let images = folder.path().join("images");
    let generate = ["targets", "generate", "art", "--scale", "4", "--png-dir"];
    tetreach().args(generate).arg(&images).assert().code(0).stdout(is_empty());
    let cat = images.join("cat.png");
    let shown = |source: &str| {
        let show = tetreach().args(["targets", "show", "--format", "json", source]).assert().code(0);
        let value: serde_json::Value = serde_json::from_slice(&show.get_output().stdout).unwrap();
        value["targets"][0]["rows"].clone()
    };
    assert_eq!(shown(cat.to_str().unwrap()), shown("art:cat"));
}

#[test]
fn nothing_is_written_when_something_is_wrong() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("out.txt");
    let wrong: [&[&str]; 5] = [
        &["stack-99"],
        &["art@train"],
        &["stack-8", "--count", "0"],
        &["stack-8", "--scale", "0"],
        &["stack-8@train", "--split", "validation"],
    ];
    for arguments in wrong {
        tetreach().args(["targets", "generate"]).args(arguments).arg("--out").arg(&path).assert().code(2);
        assert!(!path.exists());
    }
    let nowhere = folder.path().join("missing").join("out.txt");
    let assert = tetreach().args(["targets", "generate", "thesis", "--out"]).arg(&nowhere).assert().code(2);
    assert.stderr(contains("cannot write"));
}

#[test]
fn show_draws_without_colour_into_a_pipe() {
    let show = tetreach().args(["targets", "show", "thesis"]).assert().code(0);
    show.stdout(contains("#.#.#####.").and(contains("at least 2")).and(contains("\u{1b}").not()));
}

#[test]
fn a_shortage_is_told_on_standard_error() {
    let generate = tetreach().args(["targets", "generate", "stack-1"]).assert().code(0);
    generate.stderr(contains("different targets instead of 50: no more exist"));
}

#[test]
fn help_has_examples() {
    for command in ["generate", "show", "check"] {
        tetreach().args(["targets", command, "--help"]).assert().code(0).stdout(contains("Examples:"));
    }
}
