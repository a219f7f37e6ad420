//! `tetreach tournament` on the command line.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

fn tetress(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetreach"))
        .args(["tournament", "tetress"])
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn json_has_the_matrix_with_intervals_and_a_stopped_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cup");
    let out = out.to_str().unwrap();
    let run = |games: &str| {
        let output = tetress(&[
            "--agents",
            "alpha-beta,random,mcts+faults",
            "--games",
            games,
            "--nodes",
            "500",
            "--seed",
            "3",
            "--format",
            "json",
            "--out",
            out,
        ]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let short = run("2");
    assert_eq!(short["games"], 6);
    let games = format!("{out}/games.jsonl");
    let before = fs::read_to_string(&games).unwrap();
    // As if the program had been killed while it wrote.
    fs::write(&games, before.clone() + "{\"first\":0,").unwrap();
    let long = run("4");
    assert_eq!(long["games"], 12);
    assert!(fs::read_to_string(&games).unwrap().starts_with(&before));
    let sum: f64 =
        long["agents"].as_array().unwrap().iter().map(|agent| agent["win_rate"].as_f64().unwrap()).sum();
    assert!((sum - 1.5).abs() < 1e-9);
    assert_eq!(long["matrix"][0][0], Value::Null);
    assert!(long["matrix"][0][1].as_f64().unwrap() > 0.5, "alpha-beta beats random");
    for pair in long["pairs"].as_array().unwrap() {
        let [low, high] = [0, 1].map(|end| pair["interval"][end].as_f64().unwrap());
        assert!(low <= pair["rate"].as_f64().unwrap() && pair["rate"].as_f64().unwrap() <= high);
    }
    let other = tetress(&["--agents", "random,greedy", "--games", "2", "--out", out]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("holds a tournament with other settings"));
    fs::write(&games, "nonsense\n").unwrap();
    let broken = tetress(&[
        "--agents",
        "alpha-beta,random,mcts+faults",
        "--games",
        "4",
        "--nodes",
        "500",
        "--seed",
        "3",
        "--out",
        out,
    ]);
    assert_eq!((broken.status.code(), broken.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("line 1: expected a game of this tournament"));
}

#[test]
fn a_page_and_a_log_of_each_game_are_written_and_a_test_ends_a_pair_early() {
    let folder = tempfile::tempdir().unwrap();
    let (page, logs) = (folder.path().join("page.html"), folder.path().join("logs"));
    let output = tetress(&[
        "--agents=greedy,random",
        "--games=400",
        "--sprt=0,200",
        "--seed=2",
        "--format=json",
        "--html",
        page.to_str().unwrap(),
        "--logs",
        logs.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = json["games"].as_u64().unwrap() as usize;
    assert!((2..200).contains(&games), "{games}");
    assert_eq!(json["pairs"][0]["sprt"], "stronger");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("stronger") && page.contains("greedy"));
    let mut names: Vec<String> =
        fs::read_dir(&logs).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names.len(), games);
    assert_eq!(names[..2], ["00001-greedy-random.log", "00002-random-greedy.log"]);
    for name in names {
        let text = fs::read_to_string(logs.join(name)).unwrap();
        let (moves, last) = tetreach::game::tetress::read_log(&text).unwrap();
        assert!(moves.len() > 5 && last.outcome().is_some());
    }
}

#[test]
fn absurd_arguments_get_one_sentence_and_exit_code_two() {
    for (arguments, part) in [
        (["--agents", "random,randon"], "there is no agent `randon` of Tetress, did you mean `random`?"),
        (["--agents", "random,uct+faults"], "the agent `uct` has no fault `faults` (its faults: none)"),
        (["--agents", "random"], "a tournament needs at least two agents"),
        (["--agents", "random,random"], "the agent `random` is named twice"),
        (["--agents=random,uct", "--seconds=-1"], "expected a number of seconds"),
        (["--agents=random,uct", "--seconds=nan"], "expected a number of seconds"),
        (["--agents=random,uct", "--games=0"], "0 is not in 1..=1000000"),
        (["--agents=random,uct", "--sprt=100,0"], "expected two Elo differences, the smaller first"),
    ] {
        let output = tetress(&arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
        assert!(message.contains(part), "{message}");
    }
}
