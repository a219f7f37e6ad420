//! `tetreach bench duel` from outside: a whole small duel, stopping and going on, and what it refuses.

use std::fs;
use std::path::Path;

use serde_json::Value;

const SUITE: &str = "= square\n##....\n##....\n\n= hook\n#.#...\n##....\n\n= dot\n#.....\n";

fn duel(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    fs::write(folder.join("small.txt"), SUITE).unwrap();
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach"))
        .current_dir(folder)
        .args(["bench", "duel"])
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const SMALL: [&str; 12] = [
    "--size",
    "6x6",
    "--suite",
    "small.txt,stack-2",
    "--count",
    "3",
    "--seeds",
    "2",
    "--nodes",
    "400",
    "--seconds",
    "0.01",
];

fn small(folder: &Path, more: &[&str]) -> (i32, String, String) {
    duel(folder, &[&SMALL[..], &["--agents", "random,uct-backward,construct", "--out", "out"], more].concat())
}

fn json(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("out/duel.json")).unwrap()).unwrap()
}

#[test]
fn a_whole_duel_is_written_in_all_forms() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = small(folder.path(), &[]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("60 runs: 3 agents x 5 targets x 2 seeds, with 400 nodes and 0.01 s each"), "{err}");
    assert!(err.contains("note: without small.txt:dot, which is unreachable"), "{err}");
    assert!(err.contains(" to go for ") && err.contains("wrote out/report.html"), "{err}");
    assert!(
        out.contains("Equal nodes: 400 nodes per target") && out.contains("Equal seconds: 0.01 s"),
        "{out}"
    );

    let all = json(folder.path());
    assert_eq!((&all["runs_finished"], &all["runs_planned"]), (&60.into(), &60.into()));
    assert_eq!(all["targets"].as_array().unwrap().len(), 5);
    for reckoning in ["nodes", "seconds"] {
        for agent in ["random", "uct-backward", "construct"] {
            let rounds = all["scores"][reckoning][agent].as_array().unwrap();
            assert_eq!(rounds.len(), 2);
            assert!(rounds.iter().all(|round| round.as_array().unwrap().len() == 5), "{rounds:?}");
        }
    }
    assert!(all["scores"].get("seconds_with_training").is_none(), "nobody trains for a target here");
    let best = &all["comparisons"][0]["standings"][0];
    assert!(best["iqm"].as_f64().unwrap() > 0.5, "{best}");

    let html = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(html.ends_with("</html>\n") && html.contains("prefers-color-scheme: dark"));
    for outside in ["<script", "<link", "<img", "http://", "https://"] {
        let inside = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!inside.contains(outside), "the page needs {outside}");
    }
    let text = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    assert!(text.contains("| agent | solved |"), "{text}");
    let mut pictures = 0;
    for part in text.split("](pictures/").skip(1) {
        let name = part.split(')').next().unwrap();
        let svg = fs::read_to_string(folder.path().join("out/pictures").join(name)).unwrap();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        assert!(tree.root_element().attribute("aria-label").is_some_and(|label| !label.is_empty()), "{name}");
        pictures += 1;
    }
    assert_eq!(pictures, 2 * 5 + 1, "five charts a comparison and the boards");
}

#[test]
fn finished_runs_are_not_made_again_and_nodes_give_the_same_scores_whatever_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let only = ["--only", "nodes"];
    let runs = folder.path().join("out/runs.jsonl");
    assert_eq!(small(folder.path(), &[&only[..], &["--jobs", "2"]].concat()).0, 0);
    let (kept, scores) = (fs::read_to_string(&runs).unwrap(), json(folder.path())["scores"].clone());

    // The last line cut short, as by a crash: only that run is made again.
    let cut = kept.len() - 20;
    fs::write(&runs, &kept[..cut]).unwrap();
    let (code, _, err) = small(folder.path(), &only);
    assert!(code == 0 && err.contains("30 runs, 29 of them made before"), "{err}");
    let again = fs::read_to_string(&runs).unwrap();
    let whole = kept.trim_end().rfind('\n').unwrap();
    assert_eq!(again[..whole], kept[..whole]);
    assert_eq!(again.lines().count(), 30);
    assert_eq!(json(folder.path())["scores"], scores);

    fs::remove_file(&runs).unwrap();
    assert_eq!(small(folder.path(), &[&only[..], &["--jobs", "1"]].concat()).0, 0);
    let all = json(folder.path());
    assert_eq!(all["scores"], scores, "equal seeds and nodes, equal scores");

    fs::write(&runs, "{}\n").unwrap();
    let (code, _, err) = small(folder.path(), &only);
    assert!(code == 2 && err.contains("out/runs.jsonl, line 1: expected a run of a duel as JSON"), "{err}");
}

#[test]
fn a_duel_out_of_time_reports_what_is_there_and_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) = small(folder.path(), &["--minutes", "0.000001"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("there is nothing to compare yet"), "{err}");
    // The first round under both limits, but not the second.
    assert_eq!(small(folder.path(), &[]).0, 0);
    let runs = folder.path().join("out/runs.jsonl");
    let kept = fs::read_to_string(&runs).unwrap();
    let first: String =
        kept.lines().filter(|line| line.contains("\"round\":0")).map(|line| format!("{line}\n")).collect();
    fs::write(&runs, first).unwrap();
    let (code, _, err) = small(folder.path(), &["--minutes", "0.000001"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("stopped after 30 of 60 runs; the same command goes on from there"), "{err}");
    assert_eq!(json(folder.path())["scores"]["nodes"]["random"].as_array().unwrap().len(), 1);
    assert!(fs::read_to_string(folder.path().join("out/report.html")).unwrap().contains("stopped early"));
}

#[test]
fn learned_agents_take_part_in_every_build_and_bad_usage_gets_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let agents = ["--agents", "random,greedy,mcts,search", "--only", "nodes", "--out", "out"];
    let (code, _, err) = duel(folder.path(), &[&SMALL[..], &agents].concat());
    assert_eq!(code, 0, "{err}");
    assert!(!err.contains("note: without `greedy`: "), "{err}");
    let absent = json(folder.path())["absent"].as_array().unwrap().len();
    assert_eq!(absent, 0, "learned agents are in every build");

    let nowhere: &[&str] = &["--agents", "greedy", "--checkpoint", "no weights"];
    let cases: [(&[&str], &str); 5] = [
        (&["--agents", "randon"], "did you mean `random`?"),
        (nowhere, "no weights"),
        (&["--agents", "random", "--suite", "nothing"], "neither a file nor a built-in suite"),
        (&["--agents", "random", "--seeds", "0"], "--seeds"),
        (
            &["--agents", "random", "--suite", "small.txt:dot", "--size", "6x6"],
            "no target is left to be reached",
        ),
    ];
    for (arguments, sentence) in cases {
        let (code, out, err) = duel(folder.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(sentence), "{arguments:?}: {err}");
    }
}
