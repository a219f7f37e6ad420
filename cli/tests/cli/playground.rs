//! The playground in a real terminal: tmux plays a puzzle to its end, and gets its screen back.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::tmux::Tmux;

fn program(folder: &Path, arguments: &str) -> String {
    fs::write(folder.join("target.txt"), "####......\n").unwrap();
    let folder = folder.display();
    format!("cd {folder}; {} play reach --target target.txt {arguments}", env!("CARGO_BIN_EXE_tetreach"))
}

#[test]
fn a_puzzle_is_played_to_its_end_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let command = program(folder.path(), "--record games.jsonl; echo left with $?");
    let Some(tmux) = Tmux::start("play", &command) else { return };
    tmux.wait_for("Still reachable: 1 piece more");
    assert_eq!(tmux.fact("#{alternate_on}"), "1");
    let raw = folder.path().join("raw");
    tmux.run(&["pipe-pane", &format!("cat > {}", raw.display())]);
    tmux.keys(&["i", "Space"]);
    tmux.wait_for("Reached with 1 piece: none need fewer");
    tmux.run(&["resize-window", "-x", "50", "-y", "10"]);
    tmux.wait_for("The window is too small");
    tmux.run(&["resize-window", "-x", "80", "-y", "24"]);
    tmux.wait_for("Reached with 1 piece");
    tmux.keys(&["q"]);
    tmux.wait_for("left with 0");
    assert_eq!(tmux.fact("#{alternate_on}"), "0", "the screen is given back");
    let recorded = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    assert!(recorded.contains("\"reached\":true") && recorded.lines().count() == 1, "{recorded}");
    // Every picture between its marks, so that no terminal shows half of one.
    let raw = String::from_utf8_lossy(&fs::read(raw).unwrap()).into_owned();
    let (begun, ended) = (raw.matches("\x1b[?2026h").count(), raw.matches("\x1b[?2026l").count());
    assert!(begun > 1 && begun == ended, "{begun} begun, {ended} ended");
    let outside = raw.split("\x1b[?2026h").map(|part| part.rsplit("\x1b[?2026l").next().unwrap());
    assert!(outside.skip(1).all(|text| !text.contains("Reached")), "{raw:?}");
}

#[test]
fn a_classic_game_is_played_to_its_end_in_a_terminal_and_its_record_replays() {
    let folder = tempfile::tempdir().unwrap();
    let tetreach = env!("CARGO_BIN_EXE_tetreach");
    let game = format!("{tetreach} play classic --rules sir-tet --seed 7 --record games.demo");
    let check = format!("{tetreach} inspect demo games.demo");
    let command = format!("cd {}; {game}; echo left with $?; {check}", folder.path().display());
    let Some(tmux) = Tmux::start("classic", &command) else { return };
    tmux.wait_for("classic sir-tet, game 7");
    tmux.wait_for("next");
    tmux.keys(&["?"]);
    tmux.wait_for("turn it clockwise, anticlockwise");
    tmux.keys(&["?"]);
    // A tower in the middle.
    for _ in 0..20 {
        tmux.keys(&["Space"]);
    }
    tmux.wait_for("Game over. r begins a new game");
    tmux.keys(&["q"]);
    tmux.wait_for("left with 0");
    tmux.wait_for("in 1 game, 1 lost; ");
}

#[test]
fn signals_give_the_terminal_back() {
    for (name, signal) in [("term", "TERM"), ("int", "INT")] {
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let run = program(folder.path(), "").replace("; ", &format!("; echo $$ > {}; exec ", pid.display()));
        let Some(tmux) = Tmux::start(name, &format!("sh -c '{run}'; echo left with $?")) else { return };
        tmux.wait_for("Still reachable: 1 piece more");
        let pid = fs::read_to_string(pid).unwrap();
        assert!(Command::new("kill").args(["-s", signal, pid.trim()]).status().unwrap().success());
        tmux.wait_for("left with 0");
        assert_eq!(tmux.fact("#{alternate_on}"), "0", "{signal}");
    }
}

#[test]
fn a_terminal_that_disappears_ends_the_game_and_its_record_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let run = program(folder.path(), "--record games.jsonl");
    let run = run.replace("; ", &format!("; echo $$ > {}; exec ", pid.display()));
    let Some(tmux) = Tmux::start("gone", &format!("sh -c '{run}'")) else { return };
    tmux.wait_for("Still reachable: 1 piece more");
    tmux.keys(&["i", "Space"]);
    tmux.wait_for("Reached with 1 piece");
    let pid = fs::read_to_string(pid).unwrap();
    drop(tmux);
    let runs = || Command::new("kill").args(["-0", pid.trim()]).output().unwrap().status.success();
    let began = Instant::now();
    while runs() {
        assert!(began.elapsed() < Duration::from_secs(10), "it goes on without a terminal");
        std::thread::sleep(Duration::from_millis(50));
    }
    let recorded = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    assert!(recorded.contains("\"reached\":true"), "{recorded}");
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let output = Command::new(env!("CARGO_BIN_EXE_tetreach")).args(["play", "reach"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: this needs a terminal") && said.lines().count() == 1, "{said}");
    for (arguments, words) in [
        (&["play", "chess"][..], "there is no game `chess`: there are reach, classic, guideline, tetress"),
        (&["watch", "--run=nowhere"], "nowhere is no run folder"),
        (
            &["play", "reach", "--rules", "ppt"],
            "reach has one kind of rules: choose what to build with --target",
        ),
        (&["play", "classic", "--target", "thesis:hi"], "only reach has a --target"),
        (&["play", "classic", "--rules", "hard"], "no kind of game is called `hard`: choose simplified"),
        (&["play", "classic", "--against", "bot"], "classic has no use for --against"),
        (&["play", "guideline", "--record", "games.demo"], "Sir Tet's form knows classic games only"),
        (&["play", "guideline", "--rules", "hard"], "there are no rules \"hard\": choose ppt"),
        (&["play", "tetress", "--against", "greedi"], "there is no agent `greedi` of Tetress"),
        (&["watch", "classic", "--agent", "bets"], "no agent is called `bets`: choose random"),
        (&["watch", "guideline", "--agent", "bets"], "there is no agent \"bets\": choose bot"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tetreach")).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(said.contains(words), "{said}");
    }
}
