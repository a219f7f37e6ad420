//! The trainer on games with known answers: hindsight on bits, expert iteration on Tic-Tac-Toe, exact resumption.

use std::path::Path;

use tetreach_agents::Cancel;
use tetreach_agents::config::{Assignment, Layers, Resolved};
use tetreach_agents::store::run_dir::{BuildInfo, Facts, RunDir};
use tetreach_agents::toy::{BitFlipConfig, TicTacToeConfig};
use tetreach_agents::train::run::Trainer;
use tetreach_agents::train::{Summary, TrainConfig};

fn config<C: TrainConfig>(file: &str, assignments: &[&str]) -> Resolved<C> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/train").join(file);
    let assign = |layers: Layers<C>, text: &&str| layers.assign(&text.parse::<Assignment>().unwrap());
    assignments.iter().fold(Layers::new().file(&path), assign).resolve().unwrap()
}

fn facts() -> Facts {
    Facts::now(0, BuildInfo::default())
}

fn train<C: TrainConfig>(runs: &Path, resolved: &Resolved<C>) -> (Summary, std::path::PathBuf) {
    let folder = RunDir::create(runs, resolved.name(), &resolved.to_toml(), &facts()).unwrap();
    let mut trainer = Trainer::create(folder, resolved, facts(), None, Vec::new()).unwrap();
    let summary = trainer.run(&Cancel::default()).unwrap();
    (summary, trainer.folder().path().to_owned())
}

const SMALL: [&str; 6] = [
    "game={ kind = \"bit-flip\", bits = 15 }",
    "run.deterministic=true",
    "network.trunk=mlp",
    "network.channels=256",
    "budget.gradient_steps=1600",
    "evaluation.interval=400",
];

#[test]
fn hindsight_solves_15_bits_and_plain_learning_does_not() {
    let runs = tempfile::tempdir().unwrap();
    let (hindsight, _) = train(runs.path(), &config::<BitFlipConfig>("bit-flip.toml", &SMALL));
    assert!(hindsight.validation[0].rate() >= 0.95, "{hindsight:?}");
    let (plain, _) = train(runs.path(), &config::<BitFlipConfig>("bit-flip-plain.toml", &SMALL));
    assert!(plain.validation[0].rate() <= 0.05, "{plain:?}");
}

#[test]
fn batches_prepared_ahead_teach_as_well_and_a_run_with_them_resumes() {
    let runs = tempfile::tempdir().unwrap();
    let with = |steps: &'static str| {
        let mut assignments: Vec<&str> =
            SMALL.iter().copied().filter(|text| !text.contains("determin")).collect();
        assignments.extend(["run.preparation_threads=2", steps]);
        config::<BitFlipConfig>("bit-flip.toml", &assignments)
    };
    let (first, folder) = train(runs.path(), &with("budget.gradient_steps=100"));
    assert_eq!(first.updates, 100);
    let resumed = RunDir::resume(&folder).unwrap();
    let mut trainer =
        Trainer::resume(resumed, &with("budget.gradient_steps=1600"), facts(), Vec::new()).unwrap();
    let summary = trainer.run(&Cancel::default()).unwrap();
    assert_eq!(summary.updates, 1600);
    assert!(summary.validation[0].rate() >= 0.95, "{summary:?}");
}

#[test]
fn a_stopped_and_resumed_run_equals_one_that_was_not() {
    let runs = tempfile::tempdir().unwrap();
    let with = |steps: &'static str| {
        let mut assignments = SMALL.to_vec();
        assignments.extend([steps, "learner.learning_starts=500", "evaluation.interval=20"]);
        config::<BitFlipConfig>("bit-flip.toml", &assignments)
    };
    let (whole, whole_folder) = train(runs.path(), &with("budget.gradient_steps=60"));
    let (_, folder) = train(runs.path(), &with("budget.gradient_steps=31"));
    let resumed = RunDir::resume(&folder).unwrap();
    let mut trainer =
        Trainer::resume(resumed, &with("budget.gradient_steps=60"), facts(), Vec::new()).unwrap();
    let summary = trainer.run(&Cancel::default()).unwrap();
    assert_eq!(summary.updates, whole.updates);
    let weights = |folder: &Path| std::fs::read(folder.join("checkpoints/last/weights.safetensors")).unwrap();
    assert_eq!(weights(&folder), weights(&whole_folder));
}

#[test]
fn expert_iteration_learns_to_never_lose_tic_tac_toe() {
    let runs = tempfile::tempdir().unwrap();
    let (summary, _) = train(
        runs.path(),
        &config::<TicTacToeConfig>("tic-tac-toe.toml", &["run.deterministic=true", "budget.seconds=0"]),
    );
    let rate = |suite: &str| summary.validation.iter().find(|score| score.suite == suite).unwrap().rate();
    // Against every opponent there could be, moving first and moving second.
    assert_eq!(rate("never-lost"), 1.0, "{summary:?}");
    // In all positions, most of which such play never comes to.
    assert!(rate("perfect-moves") >= 0.995, "{summary:?}");
}
