//! The toys through the same command, run folder and resumption as boards.

use std::fs;
use std::path::Path;

/// Few and short games, whichever it is.
const SHORT: [&str; 5] = [
    "learner.batch_size=16",
    "learner.learning_starts=64",
    "actors.environments=4",
    "evaluation.interval=4",
    "budget.gradient_steps=4",
];

fn trainer(arguments: &[&str]) -> String {
    let output =
        assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach-train")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Trains a config of `configs/train` for four gradient steps, goes on for four more, and looks at the run.
fn trains_and_resumes(name: &str, settings: &[&str], suites: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/train").join(format!("{name}.toml"));
    let config = config.to_str().unwrap();
    let runs = folder.path().to_str().unwrap();
    let mut arguments = vec!["train", "--config", config, "--runs", runs, "--device", "cpu"];
    arguments.extend(SHORT.iter().chain(settings).flat_map(|setting| ["--set", setting]));
    let report = trainer(&arguments);
    assert!(report.starts_with("4 gradient steps"), "{report}");
    let run = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let run = run.to_str().unwrap();
    let report = trainer(&["train", "--resume", run, "--set", "budget.gradient_steps=8"]);
    assert!(report.starts_with("8 gradient steps"), "{report}");
    for suite in suites {
        assert!(report.contains(suite), "{report}");
    }
    let shown = trainer(&["inspect", "run", run]);
    assert!(shown.contains("step 8, verified") && shown.contains("learner.batch_size"), "{shown}");
    let checked = trainer(&["inspect", "config", &format!("{run}/config.toml")]);
    assert!(checked.contains(": sound;"), "{checked}");
}

#[test]
fn bit_flip_is_trained_and_resumed() {
    trains_and_resumes("bit-flip", &["evaluation.count=5"], &["random-goals"]);
}

#[test]
fn tic_tac_toe_is_trained_and_resumed() {
    let quick = r#"search.simulations={ kind = "constant", value = 8 }"#;
    trains_and_resumes("tic-tac-toe", &[quick], &["perfect-moves", "never-lost"]);
}
