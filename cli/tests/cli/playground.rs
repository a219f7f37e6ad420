//! The playground in a real terminal: tmux plays a puzzle to its end, and gets its screen back.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A terminal of 80 x 24 with its own server, ended with the test.
struct Tmux {
    socket: String,
}

impl Tmux {
    /// Runs a shell command in the terminal; nothing if there is no tmux here, which a continuous integration must
    /// have.
    fn start(name: &str, command: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "tmux is not installed");
            eprintln!("skipped: tmux is not installed");
            return None;
        }
        let tmux = Self { socket: format!("tetreach-{name}-{}", std::process::id()) };
        // The pane stays when its command has ended, so that its end can be seen.
        let command = format!("{command}; cat");
        tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &command]);
        Some(tmux)
    }

    fn run(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    fn wait_for(&self, words: &str) {
        let began = Instant::now();
        loop {
            let screen = self.run(&["capture-pane", "-p"]);
            if screen.contains(words) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "no `{words}` on the screen:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    fn fact(&self, format: &str) -> String {
        self.run(&["display-message", "-p", format]).trim().to_owned()
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

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
fn without_a_terminal_it_says_what_to_do() {
    let output = Command::new(env!("CARGO_BIN_EXE_tetreach")).args(["play", "reach"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: this needs a terminal") && said.lines().count() == 1, "{said}");
    for (arguments, words) in [
        (["play", "chess"], "there is no game `chess`: there are reach"),
        (["watch", "--run=nowhere"], "nowhere is no run folder"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tetreach")).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(said.contains(words), "{said}");
    }
}
