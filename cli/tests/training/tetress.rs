//! Tetress is learned by self-play and by imitation, and what was learned plays without libtorch.

use std::fs;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::config::Layers;
use tetreach::solve::{Budget, Cancel};
use tetreach::tetress::{AgentName, Referee, TetressEncoder, TorusImages, opening};
use tetreach::train::tetress::TetressConfig;
use tetreach_agents::learn::GoalLearner;
use tetreach_agents::nn::{self, Device};
use tetreach_agents::replay::{Minibatch, ReplayBuffer, TransitionId};
use tetreach_agents::store::run_dir::{BuildInfo, Facts, RunDir};
use tetreach_agents::train::run::Trainer;
use tetreach_agents::train::{Domain, TrainConfig};

fn facts() -> Facts {
    Facts::now(0, BuildInfo::default())
}

fn layers(file: &str, assignments: &[&str]) -> Layers<TetressConfig> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/train").join(file);
    assignments.iter().fold(Layers::new().file(&path), |layers, text| layers.assign(&text.parse().unwrap()))
}

/// A run of a few small steps: imitation and self-play that gives up early.
const TINY: [&str; 15] = [
    "network.channels=8",
    "network.blocks=1",
    "imitation.share=0.5",
    "imitation.nodes=60",
    "self_play.resign=0.4",
    "search.simulations={ kind = \"constant\", value = 6 }",
    "search.considered=4",
    "actors.environments=2",
    "actors.replay_ratio=0.5",
    "learner.batch_size=16",
    "learner.learning_starts=150",
    "replay.capacity=2000",
    "evaluation.count=2",
    "evaluation.interval=4",
    "budget.seconds=0",
];

fn weights(run: &Path) -> Vec<u8> {
    fs::read(run.join("checkpoints/last/weights.safetensors")).unwrap()
}

#[test]
fn a_run_of_self_play_resumes_bit_for_bit_and_its_network_plays() {
    let runs = tempfile::tempdir().unwrap();
    let with = |steps: &'static str| {
        let mut assignments = TINY.to_vec();
        assignments.push(steps);
        layers("tetress-zero.toml", &assignments).resolve().unwrap()
    };
    let train = |steps: &'static str| -> PathBuf {
        let resolved = with(steps);
        let folder = RunDir::create(runs.path(), resolved.name(), &resolved.to_toml(), &facts()).unwrap();
        let mut trainer = Trainer::create(folder, &resolved, facts(), None, Vec::new()).unwrap();
        let summary = trainer.run(&Cancel::default()).unwrap();
        let suites: Vec<&str> = summary.validation.iter().map(|score| score.suite.as_str()).collect();
        assert_eq!(suites, ["greedy", "mcts", "outcomes"]);
        trainer.folder().path().to_owned()
    };
    let whole = train("budget.gradient_steps=8");
    let stopped = train("budget.gradient_steps=4");
    assert!(weights(&stopped) != weights(&whole));
    let resumed = RunDir::resume(&stopped).unwrap();
    let mut trainer =
        Trainer::resume(resumed, &with("budget.gradient_steps=8"), facts(), Vec::new()).unwrap();
    assert_eq!(trainer.run(&Cancel::default()).unwrap().updates, 8);
    drop(trainer);
    assert!(weights(&stopped) == weights(&whole), "as if it had not been stopped");

    let agent = |prefix: &str| format!("{prefix}:{}", whole.display()).parse::<AgentName>().unwrap().make();
    let referee = Referee { budget: Budget::nodes(5), clock: None };
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let [mut zero, mut policy] = ["zero", "zero-policy"].map(agent);
    let record = referee.play([zero.as_mut(), policy.as_mut()], &opening(1, 1, 2), &mut rng);
    assert_eq!((record.message, record.last.outcome()), (None, Some(record.outcome)));
}

#[test]
fn one_batch_of_an_experts_games_is_learned_by_heart() {
    nn::one_thread();
    let assignments = ["network.channels=16", "network.blocks=2", "imitation.nodes=100"];
    let config = layers("tetress-imitation.toml", &assignments).resolve().unwrap().config;
    let (domain, settings) = (config.domain().unwrap(), config.train_settings());
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut replay = ReplayBuffer::new(settings.replay).unwrap();
    for (number, shown) in domain.demonstrator(rng.clone()).unwrap().show().unwrap().into_iter().enumerate() {
        replay.push_episode(&shown.states, &shown.actions, ()).unwrap();
        replay.ring.advise(TransitionId(number as u64), shown.advice[0].policy.clone());
    }
    let (task, range) = (*domain.task(), domain.value_range());
    let mut learner =
        GoalLearner::new(task, TetressEncoder, settings.network, range, settings.dqn(), Device::Cpu, 1)
            .unwrap();
    let mut batch = Minibatch::default();
    replay.sample(&task, 32, &mut rng, &mut batch).unwrap();
    let mut learned = Vec::new();
    for _ in 0..150 {
        let prepared = learner.preparation().prepare(&mut batch, &mut rng);
        learned.push(learner.learn_prepared(&prepared).unwrap());
    }
    let (first, last) = (learned[0], learned[149]);
    assert!(first.policy_loss > 3.0 && last.policy_loss < 0.3 * first.policy_loss, "{first:?} {last:?}");
    assert!(first.success_loss > 0.5 && last.success_loss < 0.1, "{first:?} {last:?}");
    assert!(last.policy_accuracy > 0.8, "{last:?}");

    // Images of the batch are another batch, whose policy is legal all the same.
    learner.preparation().set_symmetries(std::sync::Arc::new(TorusImages));
    let before = batch.states.clone();
    let prepared = learner.preparation().prepare(&mut batch, &mut rng);
    assert_ne!(before, batch.states);
    let image = learner.learn_prepared(&prepared).unwrap();
    assert!(image.policy_loss.is_finite() && image.policy_loss < 30.0, "{image:?}");
}

#[test]
fn the_configs_of_tetress_are_sound() {
    for file in ["tetress-imitation.toml", "tetress-zero.toml"] {
        let config = layers(file, &[]).resolve().unwrap().config;
        assert!(config.train_settings().network.wraps, "{file}");
    }
}
