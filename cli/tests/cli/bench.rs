//! The `bench env` command as a user runs it.

use std::process::{Command, Output};

use serde_json::Value;

fn bench_env(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetreach")).args(["bench", "env"]).args(arguments).output().unwrap()
}

#[test]
fn json_has_every_rate_with_its_ratio_to_the_naive_board() {
    let output = bench_env(&["--format", "json", "--seconds", "0.5"]);
    assert!(output.status.success());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["placements", "expansions", "successors", "predecessor_expansions", "predecessors"]
        .map(|unit| format!("{unit}_per_second"))
    {
        assert!(report[&key].as_f64().unwrap() > 0.0, "{key}");
        assert!(report[format!("{key}_ratio_to_naive")].as_f64().unwrap() > 1.0, "{key}");
    }
    assert_eq!(report["threads"], 1);
    assert!(!report["machine"].as_str().unwrap().is_empty());
    assert!(report["predecessors"]["hi"].as_f64().unwrap() > 0.0);
}

#[test]
fn seconds_that_are_no_time_are_bad_usage() {
    for seconds in ["0", "-1", "nan", "inf", "soon"] {
        let output = bench_env(&["--seconds", seconds]);
        assert_eq!(output.status.code(), Some(2), "{seconds}");
        assert!(output.stdout.is_empty());
    }
}
