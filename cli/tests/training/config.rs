//! Configs as users write them: layers, origins, and everything that is wrong with them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::docs::assert_up_to_date;
use proptest::prelude::*;
use serde_json::json;
use tetreach::config::{Assignment, Config, ConfigError, Layers, Origin, Resolved, json_schema, reference};
use tetreach_agents::Schedule;

struct Files(tempfile::TempDir);

impl Files {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Files(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn resolve(path: &Path, assignments: &[&str]) -> Result<Resolved<Config>, ConfigError> {
    let layers = Layers::new().file(path);
    assignments.iter().fold(layers, |layers, text| layers.assign(&text.parse().unwrap())).resolve()
}

/// The faults of a config file, with the folder's name left out.
fn faults(text: &str, assignments: &[&str]) -> Vec<String> {
    let files = Files::new(&[("a.toml", text)]);
    let error = resolve(&files.path("a.toml"), assignments).unwrap_err();
    let folder = format!("{}/", files.0.path().display());
    error.violations.iter().map(|violation| violation.to_string().replace(&folder, "")).collect()
}

#[test]
fn the_page_of_settings_is_up_to_date() {
    assert_up_to_date("docs/config.md", &reference());
}

#[test]
fn an_empty_file_is_the_defaults() {
    let files = Files::new(&[("empty.toml", "")]);
    let resolved = resolve(&files.path("empty.toml"), &[]).unwrap();
    assert_eq!(resolved.config, Config::default());
    assert_eq!(resolved.name(), "empty");
    assert!(resolved.given().is_empty());
}

#[test]
fn layers_win_in_order_and_are_remembered() {
    let base = "[run]\nseed = 1\nthreads = 2\n[learner]\nbatch_size = 64\n";
    let over = "extends = \"shared/base.toml\"\nrun.seed = 2\n\n[learner]\n\nbatch_size = 32\n";
    let files = Files::new(&[("shared/base.toml", base), ("over.toml", over)]);
    let resolved = resolve(&files.path("over.toml"), &["run.seed=3", "run.name=mine"]).unwrap();
    let config = &resolved.config;
    assert_eq!((config.run.seed, config.run.threads, config.learner.batch_size), (3, 2, 32));
    assert_eq!(resolved.name(), "mine");
    let origin = |path: &str| resolved.origin(path).to_string();
    assert_eq!(origin("run.seed"), "--set run.seed=3");
    assert!(origin("run.threads").ends_with("base.toml:3"));
    assert!(origin("learner.batch_size").ends_with("over.toml:6"));
    assert_eq!(resolved.origin("board.width"), &Origin::Default);
    assert_eq!(resolved.given().len(), 4);
}

#[test]
fn a_setting_of_earlier_versions_is_read_where_it_changes_nothing_and_is_not_written_again() {
    let files = Files::new(&[("old.toml", "[search]\ndirection = \"forward\"\nconsidered = 8\n")]);
    let resolved = resolve(&files.path("old.toml"), &[]).unwrap();
    assert_eq!(resolved.config.search.considered, 8);
    assert!(!resolved.to_toml().contains("direction"));
    assert!(!json_schema::<Config>().to_string().contains("\"direction\""));
    let faults = faults("[search]\ndirection = \"backward\"\nconsidered = 0\n", &[]);
    let [direction, considered] = faults.as_slice() else { panic!("{faults:?}") };
    assert!(direction.starts_with("a.toml:2: `search.direction` is no setting any more"), "{direction}");
    assert!(considered.starts_with("a.toml:3: `search.considered` is 0"), "{considered}");
}

#[test]
fn a_flag_of_its_own_is_an_origin_too() {
    let resolved =
        Layers::<Config>::new().assign(&Assignment::flag("--device", "run.device", "cpu")).resolve().unwrap();
    assert_eq!(resolved.config.run.device.to_string(), "cpu");
    assert_eq!(resolved.origin("run.device").to_string(), "--device cpu");
}

#[test]
fn a_schedule_of_another_kind_replaces_the_default_as_a_whole() {
    let text = "learner.learning_rate = { kind = \"linear\", start = 1e-3, end = 0, steps = 10 }\n";
    let files = Files::new(&[("a.toml", text)]);
    let resolved = resolve(&files.path("a.toml"), &["learner.learning_rate.end=1e-5"]).unwrap();
    let expected = Schedule::Linear { start: 1e-3, end: 1e-5, steps: 10 };
    assert_eq!(resolved.config.learner.learning_rate, expected);
    let printed = resolved.to_toml();
    assert!(printed.contains("a.toml:1, --set learner.learning_rate.end=1e-5"), "{printed}");
}

#[test]
fn the_resolved_config_reads_back_as_itself() {
    let text = "run.name = \"odd-name\"\n[goals.clears]\nweight = 0.5\n[evaluation]\nsuites = [\"a \\\"b\\\".txt\"]\n";
    let files = Files::new(&[("a.toml", text)]);
    let resolved = resolve(&files.path("a.toml"), &["budget.seconds=1e-7"]).unwrap();
    fs::write(files.path("b.toml"), resolved.to_toml()).unwrap();
    let again = resolve(&files.path("b.toml"), &[]).unwrap();
    assert_eq!(again.config, resolved.config);
    assert!(
        resolved
            .to_toml()
            .lines()
            .all(|line| { line.is_empty() || line.starts_with('[') || line.contains(" # ") })
    );
}

#[test]
fn all_faults_are_told_at_once_with_their_lines() {
    let text = "\
[learner]
batch_sise = 64
gamma = 1.5
double = 1
[run]
device = \"gpu\"
[board]
width = 99
[goals.stack]
weight = 0
[replay]
n_step = 2.5
";
    let found = faults(text, &["actors.count=-1"]);
    let expected = [
        "a.toml:2: `learner.batch_sise` is no setting; did you mean `learner.batch_size`?",
        "a.toml:3: `learner.gamma` is 1.5, but must be a number, 0 to 1",
        "a.toml:4: `learner.double` is 1, but must be `true` or `false`",
        "a.toml:6: `run.device` is \"gpu\", but must be one of `cpu`, `cuda`, `auto`",
        "a.toml:8: `board.width` is 99, but must be a whole number, 4 to 16",
        "a.toml:9: `goals` draws nothing: at least one weight must be above 0",
        "a.toml:12: `replay.n_step` comes to 2.5, but must go between whole numbers, 1 to 1000",
        "--set actors.count=-1: `actors.count` is -1, but must be a whole number, 0 to 256",
    ];
    assert_eq!(found, expected);
}

#[test]
fn misplaced_and_hopeless_keys_get_advice() {
    assert_eq!(
        faults("batch_size = 3\n", &[]),
        ["a.toml:1: `batch_size` is no setting; did you mean `learner.batch_size`?"]
    );
    assert_eq!(
        faults("[board]\nxyzzy = 3\n", &[]),
        ["a.toml:2: `board.xyzzy` is no setting; expected `width`, `height`"]
    );
    assert_eq!(faults("[lerner]\n", &[]), ["a.toml:1: `lerner` is no setting; did you mean `learner`?"]);
}

#[test]
fn absurd_values_get_one_sentence_each() {
    for (text, expected) in [
        ("budget.seconds = nan", "`budget.seconds` is nan, but must be a finite number"),
        ("budget.seconds = inf", "`budget.seconds` is inf, but must be a finite number"),
        (
            "run.seed = 99999999999999999999",
            "`run.seed` is 99999999999999999999, a number too large for any setting",
        ),
        ("run.seed = -1", "`run.seed` is -1, but must be a whole number, 0 or more"),
        ("run.seed = 2026-11-16", "`run.seed` is the time 2026-11-16, which no setting is"),
        ("run = 3", "`run` is 3, but must be a table"),
        ("run.seed = {}", "`run.seed` is a table, but must be a whole number, 0 or more"),
        (
            "goals.stack.pieces = [3]",
            "`goals.stack.pieces` has 1 items, but must be a list of 2, each a whole number, 1 to 400",
        ),
        (
            "goals.stack.pieces = [3, 9000]",
            "`goals.stack.pieces[1]` is 9000, but must be a whole number, 1 to 400",
        ),
        ("goals.stack.pieces = [9, 3]", "`goals.stack.pieces` goes from 9 down to 3, but must not fall"),
        (
            "goals.stack.pieces = [9, 41]",
            "`goals.stack`: a stack has 1 to 40 pieces on a 10x20 board, not 41",
        ),
        ("learner.target_tau = 0", "`learner.target_tau` is 0, but must be a number above 0, at most 1"),
        (
            "learner.learning_rate = \"fast\"",
            "`learner.learning_rate` must be a number or a table with `kind` `constant` (value) or `linear` (start, \
             end, steps) or `exponential` (start, end, steps) or `cosine` (start, end, steps, warm_up)",
        ),
        ("learner.learning_rate = 11", "`learner.learning_rate` comes to 11, but must stay between 0 and 10"),
        ("replay.n_step = 0", "`replay.n_step` comes to 0, but must stay between 1 and 1000"),
        (
            "replay.n_step = { kind = \"linear\", start = 9.5, end = 3, steps = 10 }",
            "`replay.n_step` comes to 9.5, but must go between whole numbers, 1 to 1000",
        ),
        (
            "learner.learning_rate = { kind = \"linear\", start = 1, end = 0 }",
            "`learner.learning_rate` lacks the key `steps`",
        ),
        (
            "exploration.epsilon = { kind = \"constant\", value = 1.1 }",
            "`exploration.epsilon` comes to 1.1, but must stay between 0 and 1",
        ),
        (
            "budget.seconds = 0",
            "`budget` never ends: at least one of `seconds`, `environment_steps` and \
                                `gradient_steps` must be above 0",
        ),
        ("goals.curriculum.window = 0", "curriculum settings: the window holds at least 1 outcome"),
        (
            "replay.priority.epsilon = 0",
            "`replay.priority.epsilon` is 0, but must be above 0 and at most a million",
        ),
        (
            "run.name = \"../x\"",
            "`run.name` is \"../x\", but names a folder: letters, digits, `-`, `_`, `+` and `.` inside",
        ),
        (
            "evaluation.suites = [\"stack-4\", \"stak-4\"]",
            "`evaluation.suites`: there is no built-in suite `stak-4`: there are thesis, letters, art, \
             stack-N (N pieces), clears-K (K rows cleared), pixels-RxD (R rows, D % filled), drawing-R (R rows)",
        ),
        ("evaluation.suites = [\"\"]", "`evaluation.suites[0]` must not be empty"),
        (
            "replay.capacity = 100\nlearner.learning_starts = 50",
            "`learner.batch_size` is 256, more than `replay.capacity` holds",
        ),
    ] {
        let found = faults(text, &[]);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        let sentence = found[0].split_once(": ").unwrap().1;
        assert_eq!(sentence, expected, "{text}");
    }
}

#[test]
fn what_is_not_toml_is_refused_with_its_line() {
    let found = faults("[run]\nseed = = 3\nname = \"x\"\n", &[]);
    assert!(found[0].starts_with("a.toml:2: not valid TOML: "), "{found:?}");
    let twice = faults("[run]\nseed = 3\nseed = 4\n", &[]);
    assert!(twice[0].starts_with("a.toml:3: not valid TOML: "), "{twice:?}");
}

#[test]
fn files_that_are_no_configs_are_refused() {
    let files =
        Files::new(&[("large.toml", &"#".repeat(2 << 20)), ("loop.toml", "extends = \"loop2.toml\"")]);
    fs::write(files.path("loop2.toml"), "extends = \"loop.toml\"").unwrap();
    fs::write(files.path("bytes.toml"), [0xff, 0xfe]).unwrap();
    fs::write(files.path("lost.toml"), "\nextends = \"nowhere.toml\"").unwrap();
    fs::write(files.path("odd.toml"), "extends = 3").unwrap();
    for (name, expected) in [
        ("large.toml", "larger than 1 MiB"),
        ("loop.toml", "extends itself"),
        ("bytes.toml", "not text in UTF-8"),
        ("missing.toml", "cannot read this config"),
        ("lost.toml", "lost.toml:2: `extends` names"),
        ("odd.toml", "`extends` must be text"),
    ] {
        let error = resolve(&files.path(name), &[]).unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn assignments_must_assign() {
    for text in ["", "run.seed", "=3", ".seed=3", "run..seed=3"] {
        assert!(text.parse::<Assignment>().is_err(), "{text}");
    }
    let resolved =
        Layers::<Config>::new().assign(&"evaluation.suites=[\"art\"]".parse().unwrap()).resolve().unwrap();
    assert_eq!(resolved.config.evaluation.suites, ["art"]);
}

#[test]
fn the_schema_knows_every_default_and_describes_every_key() {
    fn check(path: &str, schema: &serde_json::Value, root: &serde_json::Value) {
        for (key, part) in schema["properties"].as_object().into_iter().flatten() {
            let path = format!("{path}.{key}");
            let sentence = part["description"].as_str().unwrap_or_default();
            assert!(sentence.ends_with('.'), "{path} has no sentence: {part}");
            if let Some(reference) = part["$ref"].as_str() {
                check(&path, root.pointer(&reference[1..]).unwrap(), root);
            }
        }
    }
    let schema = json_schema::<Config>();
    check("", &schema, &schema);
    assert_eq!(schema["additionalProperties"], json!(false));
    assert!(schema["properties"].get("extends").is_some());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_config_panic(
        text in "(\\[?[a-z]{1,9}(\\.[a-z_]{1,9})?\\]?( ?= ?[-0-9a-z\\[\\]{}\"., ]{0,12})?\n){0,6}",
    ) {
        let files = Files::new(&[("a.toml", &text)]);
        if let Err(error) = resolve(&files.path("a.toml"), &[]) {
            prop_assert!(!error.violations.is_empty());
        }
    }

    #[test]
    fn any_value_for_any_key_is_taken_or_refused_in_words(
        key in prop::sample::select(vec![
            "run", "run.seed", "run.device", "board.width", "goals.stack.pieces", "learner.learning_rate",
            "learner.learning_rate.kind", "evaluation.suites", "budget.seconds", "replay.priority",
        ]),
        value in prop::sample::select(vec![
            "0", "-1", "1e300", "nan", "true", "text", "[]", "[1, 2]", "[[1]]", "{}", "{ kind = 3 }",
            "9223372036854775807", "2026-11-16", "\"\"",
        ]),
    ) {
        let assignment: Assignment = format!("{key}={value}").parse().unwrap();
        match Layers::<Config>::new().assign(&assignment).resolve() {
            // An empty table sets nothing.
            Ok(resolved) => prop_assert_eq!(resolved.to_toml().contains("--set"), value != "{}"),
            Err(error) => prop_assert!(error.to_string().contains("--set"), "{}", error),
        }
    }
}
