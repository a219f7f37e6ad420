//! `tetreach inspect` as a user sees it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tetreach::config::{Config, Layers};
use tetreach_agents::record::{Ending, tags};
use tetreach_agents::store::checkpoint::{CARD, Place, WEIGHTS};
use tetreach_agents::store::run_dir::{BuildInfo, Facts, RunDir};
use tetreach_agents::train::run::recorder;

fn inspect(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_tetreach")).arg("inspect").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn text_of(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A run with some numbers and two checkpoints.
fn run(root: &Path) -> RunDir {
    let resolved =
        Layers::<Config>::new().assign(&"learner.batch_size=64".parse().unwrap()).resolve().unwrap();
    let run =
        RunDir::create(root, resolved.name(), &resolved.to_toml(), &Facts::now(0, BuildInfo::default()))
            .unwrap();
    let mut recorder = recorder::begin(&run, Vec::new()).unwrap();
    for (step, success) in [(10, 0.5), (20, 0.75), (30, 0.7)] {
        recorder.scalars(step, &[(tags::EVAL_SUCCESS_RATE, success)]).unwrap();
    }
    recorder.end(30, Ending::Stopped, &[]).unwrap();
    let header = r#"{"trunk.weight":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}}"#;
    let mut weights = (header.len() as u64).to_le_bytes().to_vec();
    weights.extend(header.as_bytes());
    weights.extend([0; 24]);
    let checkpoints = run.checkpoints().unwrap();
    for place in [Place::Last, Place::Best] {
        checkpoints
            .save(place, 30, |draft| {
                draft.add(WEIGHTS, &weights)?;
                draft.add(CARD, br#"{"scores": {"stack-4": 0.75}}"#)
            })
            .unwrap();
    }
    run.write_evaluation("step-30.json", b"{}").unwrap();
    run
}

#[test]
fn a_config_is_shown_with_its_origins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.toml");
    fs::write(&file, "[learner]\nbatch_size = 64\n").unwrap();
    let (code, out, _) = inspect(&["config", text_of(&file), "--set", "run.seed=9"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("a: sound; 2 of its settings are given"), "{out}");
    assert!(out.contains("learner.batch_size  64  # ") && out.contains("a.toml:2"), "{out}");
    let (code, out, _) = inspect(&["config", text_of(&file), "--set", "run.seed=9", "--resolved"]);
    assert_eq!(code, 0);
    assert!(out.contains("# --set run.seed=9") && out.contains("# default"), "{out}");
    let (code, out, _) = inspect(&["config", "--schema"]);
    assert_eq!(code, 0);
    assert!(serde_json::from_str::<serde_json::Value>(&out).is_ok());
}

#[test]
fn a_faulty_config_ends_with_code_2_and_all_faults() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.toml");
    fs::write(&file, "[learner]\nbatch_sise = 64\ngamma = 2\n").unwrap();
    let (code, out, err) = inspect(&["config", text_of(&file)]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("error: the config has 2 faults\n"), "{err}");
    assert!(
        err.contains("a.toml:2: `learner.batch_sise` is no setting; did you mean `learner.batch_size`?"),
        "{err}"
    );
    let (code, _, err) = inspect(&["config", "--set", "nonsense"]);
    assert_eq!(code, 2);
    assert!(err.contains("expected section.key=value"), "{err}");
}

#[test]
fn a_run_is_summed_up_with_the_next_commands() {
    let root = tempfile::tempdir().unwrap();
    let run = run(root.path());
    let (code, out, err) = inspect(&["run", text_of(run.path())]);
    assert_eq!((code, err.as_str()), (0, ""));
    for expected in [
        "learner.batch_size                 64",
        "latest numbers (step 30",
        "best eval/success_rate: 0.7500 at step 20",
        "the run is stopped",
        "last         step 30, verified",
        "step-30.json",
        "tetreach train --resume",
        "tensorboard --logdir",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let (code, _, err) = inspect(&["run", text_of(root.path())]);
    assert_eq!(code, 2);
    assert!(err.contains("is no run folder: it has no run.json"), "{err}");
}

#[test]
fn a_checkpoint_shows_card_and_tensors_and_its_damage() {
    let root = tempfile::tempdir().unwrap();
    let run = run(root.path());
    let (code, out, err) = inspect(&["checkpoint", text_of(run.path())]);
    assert_eq!((code, err.as_str()), (0, ""));
    for expected in
        ["last: step 30", "scores.stack-4", "trunk.weight", "[2, 3]", "1 tensors, 6 parameters", "verified"]
    {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let best = run.path().join("checkpoints/best");
    fs::write(best.join(CARD), "{").unwrap();
    let (code, out, err) = inspect(&["checkpoint", text_of(&best)]);
    assert_eq!(code, 2);
    assert!(out.contains("trunk.weight"), "{out}");
    assert!(
        err.contains("is damaged: card.json has 1 bytes instead of 29") && err.lines().count() == 1,
        "{err}"
    );
    let (code, _, err) = inspect(&["checkpoint", text_of(&root.path().join("none"))]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no checkpoint at"), "{err}");
}
