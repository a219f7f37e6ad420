//! What TensorBoard itself reads from our event files.
//!
//! Needs Python's package `tensorboard`: `./test` installs it into `target/venv`. Without it this test says that it was
//! skipped, unless `CI` or `TETREACH_READBACK` is set: then it fails.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tetreach::config::{Config, Layers};
use tetreach_agents::record::{Ending, Histogram, Picture, hyperparameters, read_metrics, tags};
use tetreach_agents::store::run_dir::{BuildInfo, Facts, RunDir};
use tetreach_agents::train::run::recorder;

/// A Python that has TensorBoard, if there is one.
fn python() -> Option<PathBuf> {
    let environment = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/venv/bin/python");
    let given = std::env::var_os("TETREACH_PYTHON").map(PathBuf::from);
    given.into_iter().chain([environment, "python3".into()]).find(|python| {
        let import = Command::new(python).args(["-c", "import tensorboard"]).output();
        import.is_ok_and(|output| output.status.success())
    })
}

#[test]
fn tensorboard_reads_what_was_recorded() {
    let Some(python) = python() else {
        let is_required = ["CI", "TETREACH_READBACK"].iter().any(|name| std::env::var_os(name).is_some());
        assert!(!is_required, "Python's package tensorboard is missing; ./test installs it into target/venv");
        eprintln!("skipped: Python's package tensorboard is missing; ./test installs it into target/venv");
        return;
    };
    let root = tempfile::tempdir().unwrap();
    let run = record(root.path());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/training/tensorboard_readback.py");
    let output = Command::new(python).arg(script).arg(run.path().join("events")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();

    // The same steps and numbers as in the JSON lines, those of the resumed run included.
    let lines = read_metrics(&run.path().join("metrics.jsonl")).unwrap();
    let expected: Vec<_> = lines
        .iter()
        .filter_map(|line| Some(json!([line.step, f64::from(line.scalar("losses/td_loss")? as f32)])))
        .collect();
    assert_eq!(found["scalars"]["losses/td_loss"], json!(expected));
    assert_eq!(
        expected.iter().map(|pair| pair[0].as_u64().unwrap()).collect::<Vec<_>>(),
        Vec::from_iter(1..=12)
    );
    assert_eq!(found["scalars"]["eval/stack-4@test/success_rate"], json!([[5, 0.75]]));

    let histogram = &found["histograms"]["distributions/q_values"];
    assert_eq!(
        (&histogram["num"], &histogram["max"], &histogram["sum"]),
        (&json!(60.0), &json!(59.0), &json!(1770.0))
    );
    assert_eq!(found["images"]["episodes/art"], json!({"size": [10, 20], "png": [10, 20]}));
    assert_eq!(found["texts"]["config"], "| key | value |\n| --- | --- |\n");

    let groups = found["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 1, "{groups:?}");
    assert_eq!(groups[0]["hparams"]["learner.batch_size"], 256.0);
    assert_eq!(groups[0]["hparams"]["learner.double"], true);
    assert_eq!(groups[0]["hparams"]["run.device"], "auto");
    assert_eq!(groups[0]["scores"]["hparam/success_rate"], 0.875);
    assert_eq!(groups[0]["status"], json!(["STATUS_SUCCESS"]));
}

/// Records a run that stopped at step 8 and was resumed from its checkpoint of step 6.
fn record(root: &Path) -> RunDir {
    let resolved = Layers::<Config>::new().resolve().unwrap();
    let run =
        RunDir::create(root, resolved.name(), &resolved.to_toml(), &Facts::now(0, BuildInfo::default()))
            .unwrap();
    let score = tags::FINAL_SCORE.of("success_rate");
    let mut first = recorder::begin(&run, Vec::new()).unwrap();
    first.settings(&hyperparameters(&resolved.settings()), std::slice::from_ref(&score)).unwrap();
    first.text(0, &tags::CONFIG, "| key | value |\n| --- | --- |\n").unwrap();
    for step in 1..=8 {
        first.scalars(step, &[(tags::TD_LOSS, 1.0 / step as f64), (tags::STEPS_PER_SECOND, 1e5)]).unwrap();
    }
    first.scalars(5, &[(tags::SUITE_SUCCESS_RATE.of("stack-4@test"), 0.75)]).unwrap();
    first.picture(5, &tags::EPISODES.of("art"), &Picture::new(10, 20, vec![200; 600]).unwrap()).unwrap();
    first.histogram(5, &tags::Q_VALUE_DISTRIBUTION, &Histogram::of((0..60).map(f64::from))).unwrap();
    first.end(8, Ending::Stopped, &[]).unwrap();
    drop(first);
    let mut second = recorder::resume(&run, 6, 30.0, Vec::new()).unwrap();
    for step in 7..=12 {
        second.scalars(step, &[(tags::TD_LOSS, 10.0 / step as f64)]).unwrap();
    }
    second.end(12, Ending::Finished, &[(score, 0.875)]).unwrap();
    run
}
