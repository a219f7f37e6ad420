//! Whole runs that meet with trouble: killed, out of disk, interrupted twice, started from wrong weights.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Steps in milliseconds, saves after each.
const CONFIG: &str = r#"
[run]
device = "cpu"
[board]
width = 6
height = 8
[network]
channels = 4
blocks = 1
[goals]
stack = { weight = 1.0, pieces = [1, 4] }
[goals.curriculum]
max_level = 4
[replay]
capacity = 300
demonstrations = 0.3
[learner]
batch_size = 8
learning_starts = 50
[actors]
count = 2
environments = 3
[evaluation]
suites = ["stack-2@validation"]
count = 5
interval = 3
[checkpoint]
interval = 1
[budget]
seconds = 0
gradient_steps = 1_000_000_000
"#;

fn config(folder: &Path) -> PathBuf {
    let path = folder.join("tiny.toml");
    fs::write(&path, CONFIG).unwrap();
    path
}

fn tetreach(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetreach"));
    command.args(arguments);
    command
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    tetreach(&["train", "--config"])
        .arg(config(folder))
        .arg("--runs")
        .arg(folder.join("runs"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn run_of(folder: &Path) -> Option<PathBuf> {
    fs::read_dir(folder.join("runs")).ok()?.next()?.ok().map(|entry| entry.path())
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(120), "waited two minutes for {what}");
        sleep(Duration::from_millis(20));
    }
}

fn has_checkpoint(folder: &Path) -> bool {
    run_of(folder).is_some_and(|run| run.join("checkpoints/last").is_dir())
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The checkpoint is sound, and the run goes on from it for a few steps.
fn assert_goes_on(run: &Path) {
    assert_success(&tetreach(&["inspect", "checkpoint"]).arg(run).output().unwrap());
    let step = fs::read_to_string(run.join("checkpoints/last/manifest.json"))
        .or_else(|_| fs::read_to_string(run.join("checkpoints/last.previous/manifest.json")))
        .unwrap();
    let step: serde_json::Value = serde_json::from_str(&step).unwrap();
    let budget = format!("budget.gradient_steps={}", step["step"].as_u64().unwrap() + 3);
    assert_success(&tetreach(&["train", "--set", &budget, "--resume"]).arg(run).output().unwrap());
}

#[test]
fn a_killed_run_leaves_a_sound_checkpoint_and_goes_on() {
    // Moments at random, but the same in every run of this test.
    for (mode, delay) in [("false", 3), ("true", 37), ("false", 111), ("false", 260)] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = start(folder.path(), &["--set", &format!("run.deterministic={mode}")]);
        wait_until("a checkpoint", || has_checkpoint(folder.path()));
        sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_goes_on(&run_of(folder.path()).unwrap());
    }
}

#[test]
fn a_full_disk_ends_the_run_with_a_sentence_and_the_last_checkpoint_intact() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    // A separate disk in a separate namespace; where that is not allowed there is nothing to test with.
    let script = r#"
        mount -t tmpfs -o size=3m none "$1" || exit 77
        "$2" train --config "$3" --runs "$1/runs" --set checkpoint.keep_interval=1 --set checkpoint.keep=100000
        code=$?
        "$2" inspect checkpoint "$1"/runs/* >&2 || exit 78
        exit $code
    "#;
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"])
        .arg(&disk)
        .arg(env!("CARGO_BIN_EXE_tetreach"))
        .arg(config(folder.path()))
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: there is no unshare");
        return;
    };
    let text = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(2) => {}
        // unshare itself answers 1 when it may not, the script 77.
        Some(1 | 77) if !text.contains("training in") => {
            eprintln!("skipped: no disk of our own can be mounted here ({text})");
            return;
        }
        other => panic!("exit code {other:?}: {text}"),
    }
    let error = text.lines().find(|line| line.starts_with("error: ")).unwrap_or_else(|| panic!("{text}"));
    assert!(error.contains("the disk is full") || error.contains("No space left"), "{error}");
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
fn the_second_interrupt_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    // A gradient step takes many seconds here, and a run that takes turns does nothing else meanwhile.
    let slow =
        ["network.channels=128", "network.blocks=8", "learner.batch_size=1500", "replay.capacity=2000"];
    let in_turn = ["run.deterministic=true", "checkpoint.interval=1", "evaluation.interval=1000000"];
    let arguments: Vec<&str> = slow.iter().chain(&in_turn).flat_map(|set| ["--set", *set]).collect();
    let mut child = start(folder.path(), &arguments);
    // Saved before the first step, which begins once enough was collected, in much less than a second.
    wait_until("the first checkpoint", || has_checkpoint(folder.path()));
    sleep(Duration::from_secs(2));
    let interrupt = |child: &Child| {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    };
    interrupt(&child);
    sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "the first interrupt waits for a good moment");
    interrupt(&child);
    let begun = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_interrupted_run_of_threads_saves_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), &["--set", "checkpoint.interval=1000000"]);
    wait_until("training", || run_of(folder.path()).is_some_and(|run| run.join("checkpoints/best").is_dir()));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_goes_on(&run_of(folder.path()).unwrap());
}

#[test]
fn a_run_starts_from_the_weights_of_another_if_they_fit() {
    let folder = tempfile::tempdir().unwrap();
    let train = |arguments: &[&str]| {
        let runs = folder.path().join("runs");
        tetreach(&["train", "--config"])
            .arg(config(folder.path()))
            .arg("--runs")
            .arg(runs)
            .args(arguments)
            .output()
            .unwrap()
    };
    assert_success(&train(&["--set", "budget.gradient_steps=4", "--set", "run.name=first"]));
    let first = run_of(folder.path()).unwrap();
    let init = first.to_str().unwrap();
    // Without a gradient step the weights stay those that it started from.
    let still = ["--init", init, "--set", "run.name=second", "--set", "budget.seconds=0.000001"];
    assert_success(&train(&still));
    let second = fs::read_dir(folder.path().join("runs")).unwrap().map(|entry| entry.unwrap().path());
    let second = second.into_iter().find(|path| path.to_string_lossy().contains("second")).unwrap();
    let weights = |run: &Path, place: &str| {
        fs::read(run.join("checkpoints").join(place).join("weights.safetensors")).unwrap()
    };
    assert!(weights(&first, "best") == weights(&second, "last"));
    let refused = train(&["--init", init, "--set", "network.channels=5"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        message.contains("its network has a convolution of 4 channels and 1 blocks, but the config asks for"),
        "{message}"
    );
    let grown = ["--init", init, "--set", "network.channels=8", "--set", "network.blocks=2"];
    assert_success(&train(
        &[&grown[..], &["--set", "run.name=third", "--set", "budget.gradient_steps=4"]].concat(),
    ));
    let missing = train(&["--init", "nowhere"]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("there is no checkpoint at nowhere"));
}

#[test]
fn the_speed_of_training_is_told_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let output = tetreach(&["bench", "train", "--format", "json", "--seconds", "2", "--config"])
        .arg(config(folder.path()))
        // Much to collect for each of the few steps that a busy machine makes meanwhile.
        .args(["--set", "actors.replay_ratio=0.1", "--set", "learner.learning_starts=8"])
        .output()
        .unwrap();
    assert_success(&output);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["gradient_steps_per_second", "environment_steps_per_second", "learner_in_network"] {
        assert!(report[key].as_f64().is_some_and(|rate| rate > 0.0), "{key} in {report}");
    }
    let shares = ["learner_in_network", "learner_preparing", "learner_waiting"];
    let total: f64 = shares.iter().filter_map(|key| report[key].as_f64()).sum();
    assert!(total <= 1.01, "{report}");
}

#[test]
fn learned_distances_are_compared_with_exact_ones() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("4x4.oracle");
    let build = tetreach(&["oracle", "build", "--size", "4x4", "--out"]).arg(&table).output().unwrap();
    assert_success(&build);
    let trained = tetreach(&["train", "--config"])
        .arg(config(folder.path()))
        .arg("--runs")
        .arg(folder.path().join("runs"))
        .args(["--set", "board.width=4", "--set", "board.height=4", "--set", "goals.stack.pieces=[1,2]"])
        .args(["--set", "budget.gradient_steps=3", "--set", "evaluation.suites=[]"])
        .output()
        .unwrap();
    assert_success(&trained);
    let svg = folder.path().join("scatter.svg");
    let output =
        tetreach(&["inspect", "distance", "--per-distance", "5", "--format", "json", "--checkpoint"])
            .arg(run_of(folder.path()).unwrap())
            .arg("--oracle")
            .arg(&table)
            .arg("--svg")
            .arg(&svg)
            .output()
            .unwrap();
    assert_success(&output);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for estimate in ["head", "value"] {
        let agreement = &report["agreement"][estimate];
        assert!(agreement["n"].as_u64().is_some_and(|n| n >= 10), "{report}");
        assert!(agreement["spearman"].as_f64().is_some_and(|r| r.abs() <= 1.0), "{report}");
    }
    assert!(fs::read_to_string(svg).unwrap().contains("learned distance"));
}
