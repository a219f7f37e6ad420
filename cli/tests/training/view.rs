//! `train --view` in a real terminal: tmux looks at the run, leaves it, and stops it.

use std::fs;
use std::path::Path;

use super::tmux::Tmux;

/// Classic Tetris by a perceptron over four features; steps in milliseconds, and often saved.
const CONFIG: &str = r#"
[game]
kind = "classic"
preset = "nuno"
[network]
trunk = "per-action"
channels = 8
blocks = 1
[features]
set = "nuno"
[environment]
step_limit = 40
[replay]
capacity = 1000
[learner]
batch_size = 16
learning_starts = 100
[evaluation]
count = 2
placements = 20
interval = 200
[checkpoint]
interval = 50
[budget]
seconds = 0
gradient_steps = 1_000_000_000
"#;

fn command(folder: &Path) -> String {
    fs::write(folder.join("tiny.toml"), CONFIG).unwrap();
    let program = env!("CARGO_BIN_EXE_tetreach");
    format!("cd {}; {program} train --config tiny.toml --view; echo left with $?", folder.display())
}

#[test]
fn a_run_is_shown_while_it_trains_and_goes_on_when_the_view_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let Some(tmux) = Tmux::start("view", &command(folder.path())) else { return };
    tmux.wait_for("run tiny__0__");
    tmux.wait_for("x stop, save");
    tmux.wait_for("losses/");
    assert_eq!(tmux.fact("#{alternate_on}"), "1");
    tmux.keys(&["g"]);
    tmux.wait_for("weights of");
    tmux.wait_for("score");
    tmux.keys(&["?"]);
    tmux.wait_for("leave the view; training goes on");
    tmux.keys(&["?", "q"]);
    // The lines of a run without a view.
    tmux.wait_for("env steps (");
    assert_eq!(tmux.fact("#{alternate_on}"), "0");
    tmux.keys(&["C-c"]);
    tmux.wait_for("stopped; continue with");
    tmux.wait_for("left with 1");
}

#[test]
fn a_run_is_stopped_from_its_view_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let Some(tmux) = Tmux::start("stop", &command(folder.path())) else { return };
    tmux.wait_for("losses/");
    tmux.keys(&["x"]);
    tmux.wait_for("stopped; continue with");
    tmux.wait_for("left with 1");
    assert_eq!(tmux.fact("#{alternate_on}"), "0");
    let run = fs::read_dir(folder.path().join("runs")).unwrap().next().unwrap().unwrap().path();
    assert!(run.join("checkpoints/last").is_dir());
}

#[test]
fn without_a_terminal_there_is_no_view_and_no_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tiny.toml"), CONFIG).unwrap();
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_tetreach"));
    let output =
        program.args(["train", "--config", "tiny.toml", "--view"]).current_dir(folder.path()).output();
    let output = output.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.starts_with("error: --view needs a terminal"), "{said}");
    assert!(!folder.path().join("runs").exists());
}
