//! The command `tetreach baseline`: every stage of the thesis' pipeline, small.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

fn tetreach(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("tetreach").unwrap();
    command.current_dir(folder).env_remove("TETREACH_BASELINE_CACHE").arg("baseline");
    command
}

fn make_samples(folder: &Path, target: &str, out: &str, count: &str) {
    tetreach(folder).args(["samples", target, "--count", count, "--out", out]).assert().success();
}

#[test]
fn samples_are_made_in_parts_and_written_in_three_forms() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    make_samples(here, "thesis:hi", "whole.samples", "60");
    make_samples(here, "thesis:hi", "parts.samples", "25");
    tetreach(here)
        .args(["samples", "thesis:hi", "--count", "60", "--out", "parts.samples"])
        .args(["--png-dir", "pictures", "--json", "samples.json", "--legality", "20"])
        .assert()
        .success()
        .stdout(contains("60 samples (35 new)").and(contains("legal: ")).and(contains("samples per second")));
    assert_eq!(fs::read(here.join("whole.samples")).unwrap(), fs::read(here.join("parts.samples")).unwrap());
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(here.join("samples.json")).unwrap()).unwrap();
    let samples = json["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 60);
    let name = format!("sample_7_score_{}.png", samples[7]["score"]);
    assert!(here.join("pictures").join(name).exists());
    // The pictures alone can be trained on as well.
    tetreach(here)
        .args(["train", "pictures", "--target", "thesis:hi", "--model", "linear"])
        .assert()
        .success()
        .stdout(contains("linear on 45 boards"));
    tetreach(here)
        .args(["samples", "thesis:hi", "--count", "60", "--seed", "1", "--out", "parts.samples"])
        .assert()
        .code(2)
        .stderr(contains("another target, data set, seed or preset"));
}

#[test]
fn regressors_are_trained_drawn_and_searched_with() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    make_samples(here, "thesis:t", "t.samples", "300");
    tetreach(here)
        .args([
            "train",
            "t.samples",
            "--model",
            "mlp",
            "--epochs",
            "20",
            "--out",
            "t.model",
            "--format",
            "json",
        ])
        .assert()
        .success()
        .stdout(contains("\"r_squared\""));
    for (arguments, file) in [(vec![], "histogram.svg"), (vec!["--model", "t.model"], "boxes.png")] {
        tetreach(here).args(["plot", "t.samples", "--out", file]).args(arguments).assert().success();
    }
    let svg = fs::read_to_string(here.join("histogram.svg")).unwrap();
    let drawing = roxmltree::Document::parse(&svg).unwrap();
    assert!(drawing.descendants().filter(|node| node.has_tag_name("rect")).count() > 15, "a bar a score");
    assert!(fs::read(here.join("boxes.png")).unwrap().starts_with(b"\x89PNG"));

    let search = ["--iterations", "200", "--playouts", "2", "--max-steps", "4"];
    tetreach(here)
        .args(["run", "thesis:t", "--model", "t.model", "--png-dir", "sequence", "--dot", "tree.dot"])
        .args(["--tree", "tree.svg", "--format", "json"])
        .args(search)
        .assert()
        .success()
        .stdout(contains("\"reached\":true").and(contains("\"training_seconds\"")));
    assert!(here.join("sequence/0.png").exists());
    let dot = fs::read_to_string(here.join("tree.dot")).unwrap();
    assert!(dot.starts_with("digraph") && dot.contains("visits 200") && dot.contains("color="));
    roxmltree::Document::parse(&fs::read_to_string(here.join("tree.svg")).unwrap()).unwrap();
    tetreach(here)
        .args(["run", "thesis:hi", "--model", "t.model"])
        .assert()
        .code(2)
        .stderr(contains("trained for another target"));
}

#[test]
fn with_the_faults_a_piece_is_reached_and_two_pieces_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let search = ["--iterations", "400", "--playouts", "3", "--samples", "300", "--epochs", "10"];
    for (target, code, verdict) in
        [("thesis:t", 0, "t: reached after 1"), ("thesis:t-and-i", 1, ": not reached")]
    {
        tetreach(folder.path())
            .args(["run", target])
            .args(search)
            .assert()
            .code(code)
            .stdout(contains(verdict).and(contains("trained in")));
    }
}

#[test]
fn all_makes_every_figure_and_table() {
    let folder = tempfile::tempdir().unwrap();
    tetreach(folder.path())
        .args(["all", "--small", "--out", "out"])
        .assert()
        .success()
        .stdout(contains("report.md"));
    let out = folder.path().join("out");
    for figure in
        ["06", "08a", "08b", "09a", "09b", "10a", "10b", "11", "12", "13", "14", "16", "17a", "17b", "18"]
    {
        for ending in ["svg", "png"] {
            assert!(out.join(format!("figure-{figure}.{ending}")).exists(), "{figure}.{ending}");
        }
    }
    assert!(out.join("sequence-thesis-t/0.png").exists());
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("report.json")).unwrap()).unwrap();
    let searches = report["searches"].as_array().unwrap();
    assert_eq!(searches.len(), 3 * 16);
    let reached = |target: &str, has_faults: bool| {
        searches
            .iter()
            .filter(|cell| cell["target"] == target && cell["setting"]["has_faults"] == has_faults)
            .filter_map(|cell| cell["reached"].as_u64())
            .sum::<u64>()
    };
    assert!(reached("t", true) > 0 && reached("t", false) > 0);
    assert_eq!((reached("t-and-i", true), reached("hi", true)), (0, 0), "the thesis' own result");
}

#[test]
fn bad_input_gets_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("broken.samples"), b"tetreach samples 1\nxxxx").unwrap();
    for (arguments, message) in [
        (vec!["train", "broken.samples"], "broken.samples is damaged"),
        (vec!["train", "none.samples"], "cannot read none.samples"),
        (vec!["plot", "broken.samples", "--out", "x.svg"], "broken.samples is damaged"),
        (vec!["run", "thesis:t", "--fault", "blind"], "there is no fault `blind`"),
        (vec!["run", "thesis:t", "--model", "broken.samples"], "is no regressor"),
        (vec!["run", "thesis:t", "--iterations", "0"], "at least 1 iteration"),
        (vec!["samples", "thesis:hi", "--line-chance", "2", "--out", "x"], "between 0 and 1"),
        (vec!["all", "--out", "x", "--effort", "0"], "above 0"),
    ] {
        tetreach(here).args(&arguments).assert().code(2).stderr(contains(message));
    }
}
