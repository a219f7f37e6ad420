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
fn depths_and_games_that_are_none_are_bad_usage() {
    for arguments in [["tetress", "--depth=-1"], ["tetress", "--depth=99"], ["chess", "--depth=1"]] {
        let output = perft(&arguments);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
}
