//! Guideline Tetris on the command line.

use std::process::{Command, Output};

fn tetreach(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetreach")).args(arguments).output().unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn perft_prints_the_number_of_nodes() {
    let perft = ["perft", "guideline", "--format", "json", "--queue"];
    let nodes = |queue: &[&str]| json(&tetreach(&[&perft[..], queue].concat()))["nodes"].clone();
    assert_eq!(nodes(&["IOLJSZT", "--depth", "5"]), 3_497_187);
    assert_eq!(nodes(&["iolj"]), 188_374);
    assert_eq!(nodes(&["TIOL", "--preset", "srs-plus", "--spawn", "5", "--spins"]), 170_827);
    assert_eq!(nodes(&["I", "--depth", "0"]), 1);
}

#[test]
fn queues_that_are_none_get_one_sentence_and_exit_code_two() {
    for (arguments, part) in [
        (["--queue", "IOX"], "'X' is no piece: choose from I, O, T, S, Z, J and L"),
        (["--queue=IO", "--depth=3"], "--depth 3 is more than the 2 pieces of --queue"),
        (["--queue=IO", "--preset=ars"], "srs-plus"),
        (["--queue=IO", "--spawn=60"], "60 is not in 1..=36"),
    ] {
        let output = tetreach(&[&["perft", "guideline"], &arguments[..]].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(part) && output.stdout.is_empty(), "{message}");
    }
}
