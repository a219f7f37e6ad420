//! `tetreach check` on the command line.

use std::process::{Command, Output};

fn check(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetreach")).arg("check").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_table_names_every_rule_in_a_sentence() {
    let output = check(&["--size", "6x5", "--reward", "potential"]);
    let table = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{table}");
    for heading in ["reach 6x5, reward potential", "reverse 6x5", "vector 6x5"] {
        assert!(table.contains(heading), "{table}");
    }
    assert!(table.lines().filter(|line| line.starts_with("pass")).all(|line| line.ends_with('.')));
    assert_eq!(table.matches("all kept").count(), 3);
}

#[test]
fn json_holds_one_object_an_environment() {
    let output = check(&["--env", "vector", "--size", "4x4", "--seed", "3", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let result = &json["results"][0];
    assert_eq!(
        (&result["env"], &result["seed"], &result["passed"]),
        (&"vector".into(), &3.into(), &true.into())
    );
    assert!(result["checks"].as_array().unwrap().iter().all(|rule| rule["failure"].is_null()));
}

#[test]
fn absurd_arguments_get_one_sentence_and_exit_code_two() {
    for (arguments, part) in [
        (["--size", "99999999999999999999x4"], "expected a size such as 10x20"),
        (["--size", "1000x1000"], "4 to 16 columns and 2 to 32 rows"),
        (["--size", "10"], "expected a size such as 10x20"),
        (["--size", "-3x20"], "expected a size such as 10x20"),
        (["--reward", "gold"], "choose sparse, success, potential or cell-match"),
        (["--env", "chess"], "choose reach, reverse or vector"),
        (["--seed", "-1"], "invalid"),
    ] {
        let joined = format!("{}={}", arguments[0], arguments[1]);
        let output = check(&[&joined]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(part) && output.stdout.is_empty(), "{message}");
    }
}
