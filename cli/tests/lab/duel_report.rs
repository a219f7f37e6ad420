//! What a report of a duel says about agents that train for each target, and what Python's rliable makes of its
//! numbers.
//!
//! The second part needs Python's package `rliable`: `./test` installs it into `target/venv`. Without it that test says
//! that it was skipped, unless `CI` or `TETREACH_READBACK` is set: then it fails.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tetreach::eval::{Attempt, Status, Task};
use tetreach::game::{Board, Size};
use tetreach::registry::Family;
use tetreach_lab::duel::report::{DuelReport, findings};
use tetreach_lab::duel::{AgentInfo, Analysis, AttemptLimit, DuelPlan, KeyedAttempt, ResultsFile};

/// Three agents on six targets of two suites, five rounds: `net` reaches all, `cnn` trains 4 s per target and reaches
/// every second one, `hand` reaches all but is longer on the second suite.
struct Staged {
    plan: DuelPlan,
    results: ResultsFile,
}

fn staged(folder: &Path) -> Staged {
    let families = [("net", Family::Learned), ("cnn", Family::PerTarget), ("hand", Family::HandMade)];
    let agents = families.map(|(name, family)| AgentInfo {
        name: name.into(),
        summary: format!("the agent {name}"),
        family,
        weights: (family == Family::Learned).then(|| "abc".into()),
        network_seconds: (family == Family::Learned).then_some(100.0),
    });
    let tasks = (0..6).map(|index| Task {
        suite: if index < 3 { "thesis".into() } else { "more".into() },
        name: format!("target-{index}"),
        board: Board::from_rows(Size::STANDARD, [0b11 << index, 0b11 << index]),
    });
    let plan = DuelPlan {
        agents: agents.to_vec(),
        targets: tasks.collect(),
        limits: vec![AttemptLimit::Nodes(1000), AttemptLimit::Seconds(2.0)],
        rounds: 5,
        seed: 1,
    };
    let mut results = ResultsFile::open(&folder.join("runs.jsonl")).unwrap();
    for pairing in plan.pairings() {
        let (round, target) = (pairing.round, pairing.target);
        let agent = plan.agents[pairing.agent].name.as_str();
        let pieces = match agent {
            "net" => Some(4 + (round + target) % 2),
            "cnn" => (round + target).is_multiple_of(2).then_some(8),
            _ => Some(if target < 3 { 4 } else { 6 + round }),
        };
        results
            .add(KeyedAttempt {
                key: plan.key(pairing),
                attempt: Attempt {
                    status: if pieces.is_some() { Status::Solved } else { Status::NotFound },
                    reason: None,
                    pieces,
                    lower_bound: 4,
                    nodes: 500,
                    seconds: 0.5,
                    training_seconds: (agent == "cnn").then_some(4.0),
                    actions: Vec::new(),
                    ended_at: (agent == "cnn").then(|| "###.......".into()),
                },
            })
            .unwrap();
    }
    Staged { plan, results }
}

#[test]
fn training_for_a_target_is_reckoned_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let Staged { plan, results } = staged(folder.path());
    let analysis = Analysis::new(&plan, &[], &results);
    let success = |comparison: usize, agent: &str| {
        let standings = &analysis.comparisons[comparison].standings;
        standings.iter().find(|standing| standing.agent == agent).unwrap().success
    };
    assert_eq!(analysis.comparisons.len(), 3, "nodes, seconds, seconds with training");
    assert_eq!([0, 1, 2].map(|comparison| success(comparison, "cnn")), [0.5, 0.5, 0.0]);
    assert_eq!([0, 1, 2].map(|comparison| success(comparison, "net")), [1.0; 3]);
    assert_eq!(analysis.comparisons[2].standings.last().unwrap().seconds_mean, 4.5);

    // One network for 100 s, or 4 s for each target: 25 targets.
    assert_eq!(analysis.costs.len(), 2);
    let found = findings(&analysis).join("\n");
    assert!(found.contains("At equal nodes the best learned agent is `net`"), "{found}");
    assert!(found.contains("At equal nodes `net` beats `cnn` (50 % solved) with probability"), "{found}");
    assert!(found.contains("it is the cheaper way from 25 targets on"), "{found}");

    let report = DuelReport::new(&plan, &analysis, &results, "tetreach bench duel <again>");
    assert!(report.html.contains("Equal seconds, training counted: 2 s per target"));
    assert!(report.html.contains("tetreach bench duel &lt;again&gt;"));
    assert_eq!(report.pictures.len(), 3 * 5 + 2, "charts, learning cost and boards");
    for (name, svg) in &report.pictures {
        roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let page = report.html.strip_prefix("<!doctype html>\n").unwrap();
    let page = page.replace("<meta charset=\"utf-8\">", "").replace("<br>", "");
    let start = page.find("<body>").unwrap();
    let end = page.find("</html>").unwrap();
    roxmltree::Document::parse(&page[start..end]).unwrap();
}

#[test]
fn whoever_is_better_is_told_plainly() {
    let folder = tempfile::tempdir().unwrap();
    let Staged { mut plan, results } = staged(folder.path());
    // The same runs with the roles changed: now the hand-made agent is the better one.
    plan.agents[0].family = Family::HandMade;
    plan.agents[2].family = Family::Learned;
    let analysis = Analysis::new(&plan, &[], &results);
    let found = findings(&analysis);
    assert!(found[0].starts_with("At equal nodes the best learned agent is `hand`"), "{}", found[0]);
    assert!(found[0].contains("the best hand-made one `net`"), "{}", found[0]);
    // And where it is better: `cnn`, now the only learned one, solves half of both suites.
    plan.agents[1].family = Family::Learned;
    plan.agents[2].family = Family::HandMade;
    let found = findings(&Analysis::new(&plan, &[], &results));
    assert!(found[0].ends_with("the hand-made one is better."), "{}", found[0]);
    let told = "solve more than any learned one on thesis (`net` 100 %, `cnn` 53 %), more (`net` 100 %, `cnn` 47 %).";
    assert!(found[1].ends_with(told), "{}", found[1]);
}

/// A Python that has rliable, if there is one.
fn python() -> Option<PathBuf> {
    let environment = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/venv/bin/python");
    let given = std::env::var_os("TETREACH_PYTHON").map(PathBuf::from);
    given.into_iter().chain([environment, "python3".into()]).find(|python| {
        let import = Command::new(python).args(["-c", "from rliable import library, metrics"]).output();
        import.is_ok_and(|output| output.status.success())
    })
}

#[test]
fn rliable_computes_the_same_numbers_from_our_file() {
    let Some(python) = python() else {
        let is_required = ["CI", "TETREACH_READBACK"].iter().any(|name| std::env::var_os(name).is_some());
        assert!(!is_required, "Python's package rliable is missing; ./test installs it into target/venv");
        eprintln!("skipped: Python's package rliable is missing; ./test installs it into target/venv");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let Staged { plan, results } = staged(folder.path());
    let analysis = Analysis::new(&plan, &[], &results);
    let ours = analysis.json(&plan).unwrap();
    let file = folder.path().join("duel.json");
    fs::write(&file, serde_json::to_vec(&ours).unwrap()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/duel_rliable.py");
    let output = Command::new(python).arg(script).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let theirs: Value = serde_json::from_slice(&output.stdout).unwrap();

    let close = |a: &Value, b: &Value, tolerance: f64, what: &str| {
        let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
        assert!((a - b).abs() <= tolerance, "{what}: ours {a}, theirs {b}");
    };
    let mut compared = 0;
    for comparison in ours["comparisons"].as_array().unwrap() {
        let cost_model = comparison["reckoning"].as_str().unwrap();
        let theirs = &theirs[cost_model];
        for standing in comparison["standings"].as_array().unwrap() {
            let agent = standing["agent"].as_str().unwrap();
            for number in ["iqm", "mean", "median", "optimality_gap"] {
                close(
                    &standing[number],
                    &theirs[number][agent],
                    1e-12,
                    &format!("{cost_model} {agent} {number}"),
                );
                compared += 1;
            }
            for (index, share) in standing["profile"].as_array().unwrap().iter().enumerate() {
                close(share, &theirs["profile"][agent][index], 1e-12, &format!("{agent} profile {index}"));
            }
        }
        for improvement in comparison["improvements"].as_array().unwrap() {
            let pair =
                format!("{},{}", improvement["x"].as_str().unwrap(), improvement["y"].as_str().unwrap());
            close(&improvement["probability"], &theirs["improvement"][&pair], 1e-12, &pair);
            compared += 1;
        }
    }
    assert_eq!(compared, 3 * (3 * 4 + 6));
}

#[test]
fn bootstrap_intervals_agree_with_those_of_rliable() {
    let Some(python) = python() else { return };
    // One suite: there both draw targets and rounds in the same way.
    let rows: Vec<Vec<f64>> = (0..5)
        .map(|round| (0..24).map(|target| f64::from((7 * round + 5 * target) % 11) / 10.0).collect())
        .collect();
    let scores = tetreach_lab::duel::Scores::new(rows.clone()).unwrap();
    let bootstrap = tetreach_lab::duel::Bootstrap::new(vec![(0..24).collect()], 4000, 5);
    let ours = bootstrap.interval(&scores, tetreach_lab::duel::interquartile_mean);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scores.json");
    fs::write(&file, serde_json::to_vec(&rows).unwrap()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/duel_rliable.py");
    let output = Command::new(python).arg(script).arg("--interval").arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let theirs: [f64; 2] = serde_json::from_slice(&output.stdout).unwrap();
    assert!(
        (ours.low - theirs[0]).abs() < 0.02 && (ours.high - theirs[1]).abs() < 0.02,
        "{ours:?}, {theirs:?}"
    );
}
