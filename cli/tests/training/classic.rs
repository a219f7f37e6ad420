//! Classic Tetris by the learner of reach: exact values on a tiny board, runs that stop and resume, networks that play.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::classic::{ClassicRewards, ClassicTask, LearnedTask};
use tetreach::config::{Assignment, Layers};
use tetreach::game::classic::{After, ClassicRules, Preset, State, Supply};
use tetreach::game::{Board, Size};
use tetreach::train::classic::ClassicConfig;
use tetreach_agents::learn::{DqnSettings, GoalLearner, LossWeights, TargetUpdate};
use tetreach_agents::nn::{
    AdamSettings, Device, Encoder, EncodingRow, EncodingShape, NetSettings, Network, NetworkEvaluator, Trunk,
    one_thread,
};
use tetreach_agents::replay::{HindsightSettings, ReplayBuffer, ReplaySettings, TransitionId};
use tetreach_agents::{Action, AfterstateTask, Evaluations, Evaluator, GoalTask, Schedule};

const DISCOUNT: f32 = 0.8;

/// What a placement leads to, with what it paid: two that agree are worth the same.
type Key = (Board, u8, bool, Supply);

fn key(after: &After) -> Key {
    (after.board, after.lines, after.is_lost, after.supply)
}

/// All states of a small game and what their placements are worth, by value iteration.
struct Solved {
    task: LearnedTask,
    states: Vec<State>,
    values: HashMap<State, f64>,
    /// The number of every key.
    keys: HashMap<Key, usize>,
}

impl Solved {
    fn new(task: LearnedTask) -> Self {
        let rules = &task.game.rules;
        let mut states = Vec::new();
        // Pieces come from a script: there is one start.
        let mut open: Vec<State> = vec![rules.start(&mut Pcg64Mcg::seed_from_u64(0))];
        let (mut values, mut keys) = (HashMap::new(), HashMap::new());
        while let Some(state) = open.pop() {
            if values.insert(state, 0.0).is_some() {
                continue;
            }
            states.push(state);
            rules.for_each_after(&state, |_, after| {
                let count = keys.len();
                keys.entry(key(after)).or_insert(count);
                rules.for_each_outcome(after, |_, next| open.push(*next));
            });
        }
        let mut solved = Solved { task, states, values, keys };
        for _ in 0..200 {
            let best = |state: &State| {
                let best = solved.worths(state).into_iter().map(|(_, worth)| worth).fold(f64::MIN, f64::max);
                (*state, if state.is_over { 0.0 } else { best })
            };
            solved.values = solved.states.iter().map(best).collect();
        }
        solved
    }

    /// What each placement is worth, by the values as they are.
    fn worths(&self, state: &State) -> Vec<(Action, f64)> {
        let mut worths = Vec::new();
        self.task.for_each_after(state, |action, reward, after| {
            let mut mean = 0.0;
            self.task.for_each_outcome(after, |chance, more, next| {
                mean += chance * (more + f64::from(DISCOUNT) * self.values[next]);
            });
            worths.push((action, reward + mean));
        });
        worths
    }
}

/// Tells of each placement which of all keys it leads to: values that are linear in that are a table.
#[derive(Clone, Debug)]
struct Table {
    rules: ClassicRules,
    keys: HashMap<Key, usize>,
}

impl Encoder for Table {
    type State = State;
    type Goal = ();

    fn shape(&self) -> EncodingShape {
        let actions = self.rules.action_count();
        EncodingShape { planes: 1, height: 1, width: 1, maps: 1, actions, hints: self.keys.len() }
    }

    fn encode(&self, state: &State, _goal: &(), row: EncodingRow<'_>) {
        let count = row.legal.len();
        self.rules.for_each_after(state, |action, after| {
            row.legal[action.index()] = true;
            row.hints[self.keys[&key(after)] * count + action.index()] = 1.0;
        });
    }
}

#[test]
fn values_of_a_tiny_board_become_those_of_value_iteration() {
    one_thread();
    let mut rules = ClassicRules::preset(Preset::Simplified).with_size(Size::new(4, 3).unwrap()).unwrap();
    rules.randomizer = "script:OLT".parse().unwrap();
    let rewards = ClassicRewards { points: 1.0, placement: 0.1, lost: -0.5 };
    let game = ClassicTask { rules: rules.clone(), step_limit: Some(30) };
    let task = LearnedTask { game, rewards };
    let solved = Solved::new(task.clone());
    assert!(solved.keys.len() > 8, "{} placements differ", solved.keys.len());
    let encoder = Table { rules: rules.clone(), keys: solved.keys.clone() };
    let settings = ReplaySettings {
        capacity: 5_000,
        discount: DISCOUNT,
        hindsight: HindsightSettings { n_sampled_goal: 0, ..HindsightSettings::default() },
        ..ReplaySettings::default()
    };
    let mut replay = ReplayBuffer::new(settings).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..400 {
        let mut states = vec![rules.start(&mut rng)];
        let mut actions = Vec::new();
        while let Some(action) = task.legal_actions(&states[actions.len()]).sample(&mut rng) {
            let after = task.after(&states[actions.len()], action).unwrap();
            states.push(task.draw(&after, &mut rng));
            actions.push(action);
            if actions.len() == 30 {
                break;
            }
        }
        replay.push_episode(&states, &actions, ()).unwrap();
    }
    let network = NetSettings {
        trunk: Trunk::PerAction { width: 1, layers: 0 },
        head_width: 4,
        max_distance: 2,
        q_atoms: 1,
        wraps: false,
    };
    let settings = DqnSettings {
        batch_size: 64,
        losses: LossWeights::Q,
        target: TargetUpdate::Hard { every: 20 },
        adam: AdamSettings {
            learning_rate: Schedule::Linear { start: 5e-2, end: 5e-4, steps: 1200 },
            ..AdamSettings::default()
        },
        ..DqnSettings::default()
    };
    let range = task.value_range(DISCOUNT);
    let mut learner =
        GoalLearner::new(task.clone(), encoder.clone(), network, range, settings, Device::Cpu, 3).unwrap();
    for _ in 0..1200 {
        learner.step(&mut replay, &mut rng).unwrap();
    }
    let mut learned = Network::new(*learner.network().plan(), Device::Cpu, 0).unwrap();
    learned.load_bytes(&learner.network().to_bytes()).unwrap();
    let mut evaluator = NetworkEvaluator::new(encoder, learned);
    let mut found = Evaluations::default();
    // What was seldom tried is not known well.
    let mut tried: HashMap<(State, Action), u32> = HashMap::new();
    for (episode, step) in replay.ring.ids().filter_map(|id| replay.ring.find(TransitionId(id))) {
        *tried.entry((episode.state(step), episode.action(step))).or_default() += 1;
    }
    let mut compared = 0;
    for &(state, action) in tried.iter().filter(|(_, count)| **count >= 20).map(|(pair, _)| pair) {
        evaluator.evaluate(&[(state, ())], &mut found).unwrap();
        let (_, worth) = solved.worths(&state).into_iter().find(|(other, _)| *other == action).unwrap();
        let value = f64::from(found.q(0)[action.index()]);
        assert!((value - worth).abs() < 0.1, "{state:?}, {action:?}: {value} for {worth}");
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

/// Small enough for seconds.
const SMALL: &str = r#"
[game]
kind = "classic"
preset = "sir-tet"
[run]
device = "cpu"
deterministic = true
[environment]
step_limit = 40
[rewards]
points = 0.025
placement = 0.1
[network]
channels = 4
blocks = 1
[replay]
capacity = 2_000
n_step = 2
[learner]
batch_size = 8
learning_starts = 60
[actors]
environments = 3
replay_ratio = 2.0
[exploration]
epsilon = { kind = "linear", start = 1.0, end = 0.1, steps = 100 }
[evaluation]
count = 3
placements = 60
interval = 6
[checkpoint]
interval = 1000
[budget]
seconds = 0
gradient_steps = 16
"#;

fn tetreach() -> assert_cmd::Command {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach"))
}

fn train(folder: &Path, settings: &[&str]) -> PathBuf {
    let config = folder.join("small.toml");
    fs::write(&config, SMALL).unwrap();
    let runs = folder.join(format!("runs-{}", fs::read_dir(folder).unwrap().count()));
    let mut command = tetreach();
    command.args(["train", "--config"]).arg(&config).arg("--runs").arg(&runs);
    for setting in settings {
        command.args(["--set", setting]);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("points") && text.contains("tournament classic --preset sir-tet"), "{text}");
    fs::read_dir(runs).unwrap().next().unwrap().unwrap().path()
}

fn last(run: &Path, name: &str) -> Vec<u8> {
    fs::read(run.join("checkpoints/last").join(name)).unwrap()
}

#[test]
fn a_run_stops_and_resumes_bit_for_bit_with_either_kind_of_network() {
    let folder = tempfile::tempdir().unwrap();
    for settings in [&[][..], &["network.trunk=per-action", "features.set=bcts"]] {
        let whole = train(folder.path(), settings);
        let stopped = train(folder.path(), &[settings, &["budget.gradient_steps=9"]].concat());
        assert_ne!(last(&whole, "weights.safetensors"), last(&stopped, "weights.safetensors"));
        let resume = ["train", "--set", "budget.gradient_steps=16", "--resume"];
        tetreach().args(resume).arg(&stopped).assert().success();
        for name in ["weights.safetensors", "optimizer.safetensors", "replay.bin"] {
            assert!(last(&whole, name) == last(&stopped, name), "{settings:?}: {name} differs");
        }
    }
}

#[test]
fn a_trained_network_plays_in_the_tournament_alone_and_in_a_tree() {
    let folder = tempfile::tempdir().unwrap();
    let run = train(folder.path(), &["network.trunk=per-action", "features.set=bcts"]);
    let network = format!("network:{}", run.display());
    let agents = format!("{network},tree:8:{network},random");
    let tournament = |preset: &str, agents: &str| {
        let rest = ["--games", "2", "--placements", "30", "--format", "json"];
        let command = ["tournament", "classic", "--preset", preset, "--agents", agents];
        tetreach().args(command).args(rest).output().unwrap()
    };
    let output = tournament("sir-tet", &agents);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for standing in report["agents"].as_array().unwrap() {
        assert!(standing["placements"].as_u64().unwrap() >= 20, "{standing}");
    }
    // Its network sees features alone, so that it plays any kind of game; a convolution sees the pieces that are known.
    assert!(tournament("simplified", &network).status.success());
    let run = train(folder.path(), &[]);
    let refused = tournament("simplified", &format!("network:{}", run.display()));
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("cannot see these games") && message.lines().count() == 1, "{message}");
    let refused = tournament("sir-tet", "network:no/such/run");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn recorded_games_are_learned_from_by_their_share_and_damaged_ones_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let demo = folder.path().join("moves.demo");
    let record = ["tournament", "classic", "--preset", "sir-tet", "--agents", "dellacherie", "--games", "1"];
    let record = tetreach().args(record).args(["--placements", "150", "--record"]).arg(&demo).ok();
    assert!(record.is_ok());
    let files = format!("replay.demonstration_files=[{:?}]", demo.to_str().unwrap());
    let settings = ["replay.demonstrations=0.5", &files, "learner.margin.weight=1.0"];
    let run = train(folder.path(), &settings);
    let metrics = fs::read_to_string(run.join("metrics.jsonl")).unwrap();
    let state: serde_json::Value = serde_json::from_slice(&last(&run, "state.json")).unwrap();
    let shown = state["rollout"]["demonstration_steps"].as_u64().unwrap();
    assert!(shown >= 50 && metrics.contains("eval/games@validation/mean_points"), "{shown}");
    let text = fs::read_to_string(&demo).unwrap().replacen("|", "!", 1);
    fs::write(&demo, text).unwrap();
    let runs = folder.path().join("none");
    let mut command = tetreach();
    command.args(["train", "--config"]).arg(folder.path().join("small.toml")).arg("--runs").arg(&runs);
    for setting in settings {
        command.args(["--set", setting]);
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("moves.demo, line 1: "));
}

#[test]
fn every_config_of_classic_tetris_is_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/train");
    let mut names: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let game = tetreach::train::GameName::of(Some(path), &[] as &[Assignment]).unwrap();
            game == tetreach::train::GameName::Classic
        })
        .collect();
    names.sort();
    assert!(names.len() >= 6, "{names:?}");
    for path in names {
        let resolved = Layers::<ClassicConfig>::new().file(&path).resolve();
        resolved.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
