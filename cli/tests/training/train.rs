//! `tetreach train` from outside: a run ends with scores, stops and resumes bit for bit, and its network plays.

use std::fs;
use std::path::{Path, PathBuf};

use tetreach::game::{Board, Size};
use tetreach_agents::Action;
use tetreach_agents::replay::EpisodeRing;

/// Small enough for seconds, with everything in it that a checkpoint must keep.
const CONFIG: &str = r#"
[run]
device = "cpu"
deterministic = true
threads = 2
[board]
width = 6
height = 8
[network]
channels = 4
blocks = 1
rows = 6
[goals]
stack = { weight = 1.0, pieces = [1, 4] }
reverse = { weight = 0.5, rows = [1, 2], steps = [1, 3] }
[goals.curriculum]
max_level = 4
window = 5
[replay]
capacity = 300
demonstrations = 0.5
exact = 0.5
prioritized = true
n_step = 2
[learner]
batch_size = 8
learning_starts = 50
target_interval = 3
[actors]
environments = 3
[exploration]
epsilon = { kind = "linear", start = 1.0, end = 0.1, steps = 100 }
[evaluation]
suites = ["stack-2@validation"]
count = 5
interval = 6
test = true
[checkpoint]
interval = 1000
keep_interval = 9
[budget]
seconds = 0
gradient_steps = 20
"#;

fn tetreach() -> assert_cmd::Command {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach"))
}

fn train(folder: &Path, arguments: &[&str]) -> PathBuf {
    let config = folder.join("tiny.toml");
    fs::write(&config, CONFIG).unwrap();
    let runs = folder.join(format!("runs-{}", fs::read_dir(folder).unwrap().count()));
    let output = tetreach()
        .args(["train", "--config"])
        .arg(&config)
        .arg("--runs")
        .arg(&runs)
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_dir(runs).unwrap().next().unwrap().unwrap().path()
}

fn file(run: &Path, name: &str) -> Vec<u8> {
    fs::read(run.join("checkpoints/last").join(name)).unwrap()
}

#[test]
fn a_stopped_and_resumed_run_equals_an_uninterrupted_one_bit_for_bit() {
    resumes_exactly(&[]);
}

#[test]
fn so_does_one_whose_actors_search() {
    let simulations = r#"search.simulations={kind="constant",value=8}"#;
    for game in ["game.kind=reach", "game.kind=reach-two-way"] {
        resumes_exactly(&["--set", "learner.algorithm=zero", "--set", simulations, "--set", game]);
    }
}

fn resumes_exactly(settings: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let whole = train(folder.path(), settings);
    let stopped = train(folder.path(), &[settings, &["--set", "budget.gradient_steps=11"]].concat());
    assert_ne!(file(&whole, "weights.safetensors"), file(&stopped, "weights.safetensors"));
    let output = tetreach()
        .args(["train", "--set", "budget.gradient_steps=20", "--resume"])
        .arg(&stopped)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in ["weights.safetensors", "optimizer.safetensors", "replay.bin"] {
        assert!(file(&whole, name) == file(&stopped, name), "{name} differs");
    }
    let state = |run: &Path| {
        let text = String::from_utf8(file(run, "state.json")).unwrap();
        text.lines().filter(|line| !line.contains("\"seconds\"")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(state(&whole), state(&stopped));
    assert!(whole.join("checkpoints/step-18/weights.safetensors").is_file());
}

#[test]
fn the_end_of_a_run_tells_scores_and_commands_and_its_network_plays() {
    let folder = tempfile::tempdir().unwrap();
    let run = train(folder.path(), &["--device", "cpu"]);
    let scores = fs::read_to_string(run.join("evaluations/unseen.json")).unwrap();
    assert!(scores.contains("stack-2@test"), "{scores}");
    for step in [6, 12, 18, 20] {
        let table = fs::read_to_string(run.join(format!("evaluations/step-{step}.json"))).unwrap();
        assert!(table.contains("stack-2@validation"), "{table}");
    }
    for path in ["", "checkpoints/best", "checkpoints/best/weights.safetensors"] {
        let output = tetreach()
            .args(["eval", "--agent", "greedy", "--suite", "stack-2", "--count", "3", "--size", "6x8"])
            .args(["--format", "json", "--checkpoint"])
            .arg(run.join(path))
            .output()
            .unwrap();
        assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let refused = |arguments: &[&str]| {
        let output = tetreach().args(["solve", "thesis:hi"]).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(
        refused(&["--agent", "beam", "--checkpoint", "x"])
            .contains("`beam` has learned nothing and takes no")
    );
    assert!(
        refused(&["--agent", "greedy", "--checkpoint", "nowhere"])
            .contains("there is no checkpoint at nowhere")
    );
    let weights = run.join("checkpoints/best/weights.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..bytes.len() / 2]).unwrap();
    let message = refused(&["--agent", "greedy", "--checkpoint", run.to_str().unwrap()]);
    assert!(message.contains("damaged") && message.lines().count() == 1, "{message}");
}

#[test]
fn recorded_games_of_reach_are_learned_from_and_damaged_ones_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.jsonl");
    let solve = ["eval", "--suite", "stack-3@train", "--size", "6x8", "--count", "20", "--agent", "unstack"];
    tetreach().args(solve).args(["--nodes", "5000", "--record"]).arg(&games).assert().success();
    let checked = tetreach().args(["inspect", "demo"]).arg(&games).assert().success();
    assert!(String::from_utf8_lossy(&checked.get_output().stdout).contains("20"));
    let files = format!("replay.demonstration_files=[{:?}]", games.to_str().unwrap());
    let settings = ["replay.recorded=0.5", files.as_str(), "learner.margin.weight=1.0"];
    let arguments: Vec<&str> = settings.iter().flat_map(|setting| ["--set", *setting]).collect();
    let run = train(folder.path(), &arguments);
    let state: serde_json::Value = serde_json::from_slice(&file(&run, "state.json")).unwrap();
    let shown = state["rollout"]["demonstration_steps"].as_u64().unwrap();
    assert!(shown >= 25, "{shown}");
    fs::write(
        &games,
        fs::read_to_string(&games).unwrap().replacen("\"reached\":true", "\"reached\":false", 1),
    )
    .unwrap();
    let runs = folder.path().join("none");
    let mut command = tetreach();
    command.args(["train", "--config"]).arg(folder.path().join("tiny.toml")).arg("--runs").arg(&runs);
    let output = command.args(&arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("games.jsonl, line 1: the record says reached"));
    assert!(!runs.exists());
}

#[test]
fn two_devices_train_what_two_threads_do_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let threads = train(folder.path(), &[]);
    let devices = train(folder.path(), &["--set", "run.threads=1", "--set", r#"run.devices=["cpu", "cpu"]"#]);
    for name in ["weights.safetensors", "optimizer.safetensors"] {
        assert!(file(&threads, name) == file(&devices, name), "{name} differs");
    }
    let config = folder.path().join("tiny.toml");
    let output = tetreach()
        .args(["train", "--set", r#"run.devices=["cuda:9999"]"#, "--config"])
        .arg(&config)
        .arg("--runs")
        .arg(folder.path().join("none"))
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && message.contains("cuda:9999"), "{message}");
}

#[test]
fn a_device_is_held_against_the_processor() {
    let output = tetreach().args(["check", "--device", "cpu"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for part in ["forward", "losses and gradient", "loss after 50 updates", "inference server", "tree search"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn both_engines_are_measured_in_one_run_and_agree() {
    let output = tetreach().args(["bench", "net", "--format", "json", "--seconds", "2"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["largest_difference"].as_f64().unwrap() < 1e-3, "{report}");
    // Where single searches ask, the engine is several times as fast, whatever else the machine does.
    assert!(report["engine_ratio_to_libtorch"]["1"].as_f64().unwrap() > 1.0, "{report}");
    for batch in ["2", "4", "8", "16", "32", "64", "128"] {
        assert!(report["engine_ratio_to_libtorch"][batch].as_f64().unwrap() > 0.0, "{report}");
    }
}

#[test]
fn a_resumed_run_keeps_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let run = train(folder.path(), &["--set", "budget.gradient_steps=2"]);
    let resume = |set: &str| {
        let output = tetreach().args(["train", "--set", set, "--resume"]).arg(&run).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, message) = resume("learner.batch_size=9");
    assert_eq!(code, Some(2));
    assert!(message.contains("`learner.batch_size` cannot change in a run that is resumed"), "{message}");
    assert_eq!(resume("budget.gradient_steps=3").0, Some(0));
    // The folder tells how the run went on, and the card how it began.
    let read = |name: &str| fs::read_to_string(run.join(name)).unwrap();
    assert!(read("config.toml").contains("gradient_steps = 3"));
    let commands = read("command.txt");
    assert!(commands.lines().count() == 2 && commands.contains("--resume"), "{commands}");
    let card = read("checkpoints/last/card.json");
    assert!(card.contains("tiny.toml") && !card.contains("--resume"), "{card}");
}

#[test]
fn a_run_that_has_learned_nothing_yet_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let whole = train(folder.path(), &[]);
    let run = train(folder.path(), &[]);
    let checkpoints = run.join("checkpoints");
    // As if it had been killed before its first checkpoint was due.
    fs::remove_dir_all(&checkpoints).unwrap();
    let begun = train(folder.path(), &["--set", "budget.seconds=1e-9"]);
    fs::rename(begun.join("checkpoints"), &checkpoints).unwrap();
    let resumed = tetreach().args(["train", "--resume"]).arg(&run).output().unwrap();
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_eq!(file(&whole, "weights.safetensors"), file(&run, "weights.safetensors"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_saves_and_ends_and_the_run_can_go_on() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("long.toml");
    fs::write(&config, CONFIG.replace("gradient_steps = 20", "gradient_steps = 1000000000")).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_tetreach"))
        .args(["train", "--config"])
        .arg(&config)
        .arg("--runs")
        .arg(folder.path().join("runs"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let run = || fs::read_dir(folder.path().join("runs")).ok()?.next()?.ok().map(|entry| entry.path());
    // The best network so far is saved at the first evaluation: training goes on then.
    let is_training = || run().is_some_and(|run| run.join("checkpoints/best").is_dir());
    for _ in 0..1200 {
        if is_training() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("stopped; continue with"), "{text}");
    let resumed = tetreach()
        .args(["train", "--set", "budget.gradient_steps=1", "--resume"])
        .arg(run().unwrap())
        .output()
        .unwrap();
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
}

#[test]
fn a_million_placements_are_remembered_in_less_than_200_megabytes() {
    let mut ring = EpisodeRing::<Board, Board>::new(1_000_000, 1).unwrap();
    let states = [Board::empty(Size::STANDARD); 9];
    // Games of eight pieces, half as many again as fit, so that the ring has gone round.
    for _ in 0..187_500 {
        ring.push_episode(&states, &[Action(0); 8], states[0]).unwrap();
    }
    assert_eq!(ring.len(), 1_000_000);
    let least = 1_000_000 * (size_of::<Board>() + size_of::<Action>());
    // Configs say 150 bytes per placement.
    assert!((least..150_000_000).contains(&ring.bytes()), "{} bytes", ring.bytes());
}
