//! `tetreach perft` on the command line.

use std::process::{Command, Output};

fn perft(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetreach")).arg("perft").args(arguments).output().unwrap()
}

#[test]
fn json_has_the_known_numbers() {
    for (depth, nodes) in [("0", 1_u64), ("1", 2_299), ("2", 4_808_298), ("3", 1_120_804_608)] {
        let output = perft(&["tetress", "--depth", depth, "--format", "json"]);
        assert!(output.status.success());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json, serde_json::json!({ "nodes": nodes }));
    }
}

#[test]
fn a_board_of_a_file_is_counted_from_and_a_broken_one_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.csv");
    let empty = ",,,,,,,,,,\n".repeat(11);
    let count = |text: &str, turn: &str| {
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        perft(&["tetress", "--depth", "1", "--board", path, "--turn", turn])
    };
    let lone = empty.replacen(',', "r,", 1);
    for (text, turn, nodes) in [
        // Placements that cover one of four neighbours, but not the token; then all that do not; and no token of blue.
        (&lone, "2", "164\n"),
        (&lone, "1", "2223\n"),
        (&lone, "3", "0\n"),
        (&empty, "0", "2299\n"),
    ] {
        let output = count(text, turn);
        assert_eq!(String::from_utf8_lossy(&output.stdout), nodes, "turn {turn}: {output:?}");
    }
    let broken = count(&lone.replacen("r", "x", 1), "2");
    assert_eq!((broken.status.code(), broken.stdout.len()), (Some(2), 0));
    let message = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert!(message.contains("board.csv") && message.contains("line 1, cell 1"), "{message}");
}

#[test]
fn depths_and_games_that_are_none_are_bad_usage() {
    for arguments in [["tetress", "--depth=-1"], ["tetress", "--depth=99"], ["chess", "--depth=1"]] {
        let output = perft(&arguments);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
}
