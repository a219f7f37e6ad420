//! Every kind of bad input: one sentence with file and line, exit code 2 (1 for well-formed boards out of reach).

use std::fs;
use std::path::Path;

use tetreach::game::{Board, Size};
use tetreach::reach::board_to_png;

/// Solves a file with these bytes; exit code, standard output and standard error.
fn solve(folder: &Path, file: &str, bytes: &[u8]) -> (i32, String, String) {
    fs::write(folder.join(file), bytes).unwrap();
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach"))
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder)
        .args(["solve", file, "--gif", "way.gif", "--seconds", "20"])
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn files_that_hold_no_board_are_refused_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = Board::from_text("##........\n##........\n", Size::STANDARD).unwrap();
    let png = board_to_png(&drawn, 1).unwrap();
    let wide = board_to_png(&Board::from_text("##..\n##..\n", Size::new(4, 4).unwrap()).unwrap(), 1).unwrap();
    let (tall, huge) = ("##........\n".repeat(21), ".".repeat(2 << 20));
    let cases: [(&str, &[u8], &str); 11] = [
        ("narrow.txt", b"##........\n#####\n", "narrow.txt, line 2: expected a row of 10 cells, found 5"),
        (
            "stray.txt",
            b"..........\n####.#.#.x\n",
            "stray.txt, line 2, column 10: expected `#` (filled) or `.` (empty), found 'x'",
        ),
        ("bytes.txt", b"..........\n\xFF\xFE\n", "bytes.txt, line 2: expected board text"),
        ("empty.txt", b"", "empty.txt, line 1: expected at least one board row"),
        ("tall.txt", tall.as_bytes(), "tall.txt, line 21: expected at most 20 rows"),
        ("huge.txt", huge.as_bytes(), "huge.txt is too large: expected at most 1048576 bytes of text"),
        (
            "suite.txt",
            b"= a\n##........\n\n= b\n#..\n",
            "suite.txt, line 5: expected a row of 10 cells, found 3",
        ),
        ("none.png", b"hello", "none.png: the PNG is damaged: it does not begin as a PNG does"),
        ("cut.png", &png[..png.len() / 2], "cut.png: the PNG is damaged: "),
        ("head.png", &png[..20], "head.png: the PNG is damaged: "),
        ("wide.png", &wide, "wide.png: the PNG is 4 pixels wide, expected 10"),
    ];
    for (file, bytes, sentence) in cases {
        let (code, out, err) = solve(folder.path(), file, bytes);
        assert_eq!((code, out.as_str()), (2, ""), "{file}: {err}");
        assert!(err.starts_with(&format!("error: {sentence}")), "{file}: {err}");
        assert_eq!(err.lines().count(), 1, "{file}: {err}");
    }
    assert!(!folder.path().join("way.gif").exists());
}

#[test]
fn boards_out_of_reach_are_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let lone = "...#......\n###.######\n".to_owned() + &"#########.\n".repeat(18);
    let cases = [
        ("odd", "#.........\n", "it has 1 filled cells, but 10 columns allow only multiples of 2"),
        ("full", "##........\n##########\n", "row 1 (counted from the bottom, 1 is the lowest) is full"),
        ("floating", "##........\n..........\n", "row 1 (counted from the bottom, 1 is the lowest) is empty"),
        ("lone", &lone, "its cells in row 20, the topmost of the board, were placed after the last row"),
    ];
    for (name, board, reason) in cases {
        let (code, out, err) = solve(folder.path(), &format!("{name}.txt"), board.as_bytes());
        assert_eq!((code, err.as_str()), (1, ""), "{name}");
        assert!(out.starts_with(&format!("{name}: unreachable: {reason}")), "{out}");
        assert_eq!(out.lines().count(), 1, "{out}");
    }
    assert!(!folder.path().join("way.gif").exists());
}

#[test]
fn absurd_suites_are_refused_in_one_sentence() {
    for (suite, sentence) in [
        (
            "stack-9999",
            "the suite `stack-9999` cannot be made: a stack has 1 to 40 pieces on a 10x20 board, not 9999",
        ),
        (
            "pixels-99x50",
            "the suite `pixels-99x50` cannot be made: random pixels fill 1 to 20 rows of a 10x20 board, not 99",
        ),
    ] {
        let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach"))
            .args(["eval", "--suite", suite, "--agent", "random"])
            .output()
            .unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("error: {sentence}\n"));
    }
}
