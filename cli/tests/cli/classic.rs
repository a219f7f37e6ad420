//! `tournament classic`, `tune classic` and `inspect demo` on the command line.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn tetreach(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetreach")).current_dir(folder).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_tournament_prints_hazards_with_intervals_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "tournament classic --size 10x7 --agents bcts,random --games 20 --seed 3 --format json";
    let run = || tetreach(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    let output = run();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let agents = report["agents"].as_array().unwrap();
    let [bcts, random] = &agents[..] else { panic!("two agents") };
    assert_eq!((&bcts["agent"], &bcts["games"], &bcts["deaths"]), (&"bcts".into(), &20.into(), &20.into()));
    let number = |of: &Value, key: &str| of[key].as_f64().unwrap();
    assert!(number(bcts, "low") > 10.0 * number(random, "high"), "{report}");
    let by_hazard = 0.4 * number(bcts, "placements") / number(bcts, "deaths");
    assert!((number(bcts, "lines_per_game") / by_hazard - 1.0).abs() < 1e-9);
    let again: Value = serde_json::from_slice(&run().stdout).unwrap();
    assert_eq!(again["agents"][0]["placements"], bcts["placements"], "equal seeds, equal games");
}

#[test]
fn games_of_sir_tet_are_recorded_and_inspected() {
    let folder = tempfile::tempdir().unwrap();
    let record =
        "tournament classic --preset sir-tet --agents sir-tet --games 1 --placements 300 --record game.demo";
    let output = tetreach(folder.path(), &record.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = tetreach(folder.path(), &["inspect", "demo", "game.demo", "--format", "json"]);
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["games"], &summary["placements"]), (&1.into(), &300.into()));
    let table = text(&tetreach(folder.path(), &["inspect", "demo", "game.demo"]).stdout);
    assert!(table.starts_with("300 placements in 1 game, 0 lost; "), "{table}");
}

#[test]
fn recorded_games_are_inspected_as_json_lines_too() {
    let folder = tempfile::tempdir().unwrap();
    let line = concat!(
        r#"{"game":"reach","name":"bar","size":"10x20","target":"..####....","reached":true,"#,
        r#""moves":[{"piece":"I","rotation":0,"column":2}]}"#
    );
    let write = |content: &str| std::fs::write(folder.path().join("games.jsonl"), content).unwrap();
    write(&format!("{line}\n{line}\n"));
    let output = tetreach(folder.path(), &["inspect", "demo", "games.jsonl"]);
    assert_eq!(
        text(&output.stdout),
        "2 moves in 2 games of reach (2 reached); every move is possible and every game ends as it says\n"
    );
    let output = tetreach(folder.path(), &["inspect", "demo", "games.jsonl", "--format", "json"]);
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["reach"], &summary["moves"]), (&2.into(), &2.into()));
    write(&line.replace("\"column\":2", "\"column\":3"));
    let refused = tetreach(folder.path(), &["inspect", "demo", "games.jsonl"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    assert!(
        said.ends_with("games.jsonl, line 1: the record says reached true, the replay false\n"),
        "{said}"
    );
}

#[test]
fn weights_are_tuned_resumed_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let tune =
        "tune classic --method cma --features dellacherie --size 8x8 --seconds 0.2 --games 2 --out found";
    let arguments: Vec<_> = tune.split(' ').collect();
    let output = tetreach(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for file in ["weights.toml", "curve.svg", "weights.svg", "state.json"] {
        assert!(folder.path().join("found").join(file).exists(), "{file}");
    }
    let refused = tetreach(folder.path(), &arguments);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("add --resume"), "{}", text(&refused.stderr));
    let resumed = tetreach(folder.path(), &[&arguments[..], &["--resume"]].concat());
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    let play = "tournament classic --size 8x8 --agents weights:found/weights.toml --games 2 --format json";
    assert_eq!(tetreach(folder.path(), &play.split(' ').collect::<Vec<_>>()).status.code(), Some(0));
}

#[test]
fn bad_input_gets_one_sentence_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| std::fs::write(folder.path().join(name), content).unwrap();
    write("hols.toml", "[weights]\nhols = 1\n");
    write("few.toml", "features = \"bcts\"\nweights = [1]\n");
    write("bad.demo", "0|j|l:0,4\n");
    let tournament = "tournament classic --games 1 --placements 5 --preset sir-tet --record out.demo";
    for (arguments, sentence) in [
        (format!("{tournament} --agents bets"), "no agent is called `bets`"),
        (
            format!("{tournament} --agents weights:hols.toml"),
            "hols.toml, line 2: no feature is called `hols`",
        ),
        (
            format!("{tournament} --agents weights:few.toml"),
            "few.toml, line 2: the features `bcts` need 8 weights",
        ),
        (format!("{tournament} --agents weights:none.toml"), "cannot read none.toml"),
        (format!("{tournament} --agents expectation:9:1:bcts"), "`expectation:9:1:bcts` cannot search"),
        (format!("{tournament} --agents bcts --size 10x10"), "--record writes games of --preset sir-tet"),
        ("tournament classic --agents bcts --size 3x20".into(), "4 to 16 columns and 2 to 32 rows"),
        ("tournament classic --agents bdu --size 8x20".into(), "a board of 8 columns has no column-height-9"),
        (
            "tournament classic --agents bcts --preset nuno --size 10x3".into(),
            "too low for this kind of game",
        ),
        ("tournament classic --agents bcts --pieces dice".into(), "no randomizer is called `dice`"),
        ("inspect demo bad.demo".into(), "bad.demo, line 1: expected 20 rows, found 1"),
        ("tune classic --method best --features dt --out new".into(), "no method is called `best`"),
        ("tune classic --method cma --features all --out new".into(), "no set of features is called `all`"),
        (
            "tune classic --method cma --features boehm --start bcts --out new".into(),
            "`bcts` has a weight for landing-height",
        ),
        (
            "tune classic --method cma --features dt --seconds 0 --out new".into(),
            "--seconds must be a number above 0",
        ),
        ("tune classic --method cma --features dt --out new --resume".into(), "cannot read new/state.json"),
    ] {
        let output = tetreach(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
        let message = text(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments}: {message}");
        assert!(message.contains(sentence), "{arguments}: {message}");
    }
    assert!(!folder.path().join("out.demo").exists() && !folder.path().join("new").exists());
}
