//! The trainer on games with known answers: hindsight on bits, expert iteration on Tic-Tac-Toe, exact resumption.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tetreach_agents::Cancel;
use tetreach_agents::config::{Assignment, Layers, Resolved};
use tetreach_agents::store::run_dir::{BuildInfo, Facts, RunDir};
use tetreach_agents::toy::{BitFlipConfig, TicTacToeConfig};
use tetreach_agents::train::remote::{Broadcast, CollectRemotely, Exchange, RemoteActor};
use tetreach_agents::train::run::Trainer;
use tetreach_agents::train::{Summary, TrainConfig};

// Its main function only prints what it has learned.
#[allow(dead_code)]
#[path = "../../examples/train_toy.rs"]
mod train_toy;

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
fn the_example_of_a_training_run_learns() {
    let runs = tempfile::tempdir().unwrap();
    let summary = train_toy::train(runs.path()).unwrap();
    assert!(summary.validation[0].rate() >= 0.5, "{summary:?}");
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

#[test]
fn remote_actors_alone_teach_as_well_and_one_that_is_lost_costs_only_what_it_had_not_sent() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("exchange");
    let remote = format!("actors.remote={:?}", folder.display().to_string());
    let mut assignments: Vec<&str> =
        SMALL.iter().copied().filter(|text| !text.contains("determin")).collect();
    assignments.extend(["actors.count=0", &remote]);
    let resolved = config::<BitFlipConfig>("bit-flip.toml", &assignments);
    let (domain, settings) = (resolved.config.domain().unwrap(), resolved.config.train_settings());
    let exchange = Exchange::open(&folder).unwrap();
    let is_over = AtomicBool::new(false);
    let pause = || thread::sleep(Duration::from_millis(2));
    let (summary, run, sent) = thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let (mut actor, mut sent, mut number) = (None, 0, 0);
            while !is_over.load(Ordering::Relaxed) {
                let Some(bytes) = exchange.weights().unwrap() else {
                    pause();
                    continue;
                };
                let broadcast = Broadcast::from_bytes(&bytes).unwrap();
                // Lost with all its episodes, in the middle of sending; another one takes its place.
                if sent % 10 == 9 {
                    (actor, number) = (None, number + 1);
                    std::fs::write(folder.join(format!("inbox/{sent}.draft")), &bytes[..9]).unwrap();
                }
                let actor = actor
                    .get_or_insert_with(|| RemoteActor::new(&domain, &settings, &broadcast, number).unwrap());
                actor.load(&broadcast).unwrap();
                let collected = actor.collect(256).unwrap();
                assert!(collected.steps >= 256 && collected.weights_step == broadcast.header.gradient_step);
                while exchange.waiting().unwrap() > 3 && !is_over.load(Ordering::Relaxed) {
                    pause();
                }
                exchange.send(&format!("{sent:06}"), &collected.parcel).unwrap();
                sent += 1;
            }
            sent
        });
        let (summary, run) = train(runs.path(), &resolved);
        is_over.store(true, Ordering::Relaxed);
        (summary, run, worker.join().unwrap())
    });
    assert!(summary.validation[0].rate() >= 0.95, "{summary:?}");
    assert!(sent > 20, "{sent} parcels");
    let metrics = std::fs::read_to_string(run.join("metrics.jsonl")).unwrap();
    assert!(metrics.contains("rollout/weights_age"), "{metrics}");
}

#[test]
fn runs_without_anybody_who_plays_are_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/train/bit-flip.toml");
    let resolve = |texts: &[&str]| {
        let assign =
            |layers: Layers<BitFlipConfig>, text: &&str| layers.assign(&text.parse::<Assignment>().unwrap());
        let resolved = texts.iter().fold(Layers::new().file(&path), assign).resolve();
        resolved.map(|_| ()).unwrap_err().to_string()
    };
    assert!(resolve(&["actors.count=0"]).contains("nobody would play"));
    let remote = resolve(&["actors.remote=\"x\"", "run.deterministic=true"]);
    assert!(remote.contains("must be empty with `run.deterministic`"), "{remote}");
}
