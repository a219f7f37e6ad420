//! `tetreach bot referee` on the command line, and the Python package that asks it.

use std::fs;
use std::path::Path;
use std::process::Command;

fn bot(input: &str) -> (Option<i32>, String, String) {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach"))
        .args(["bot", "referee", "--agent", "random", "--seed", "1"])
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn lines_are_answered_until_the_end() {
    let (code, out, err) = bot("init BLUE\nupdate RED PLACE(0-0, 0-1, 0-2, 0-3)\naction\nquit\nnonsense\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..2], ["ready", "ok"]);
    assert!(lines[2].starts_with("PLACE(") && lines.len() == 3, "{out}");
}

#[test]
fn bad_lines_get_one_sentence_and_exit_code_two() {
    for (input, sentence) in [
        (
            "hello\n",
            "error: line 1: expected `init RED|BLUE`, `action`, `update RED|BLUE PLACE(...)` or `quit`, \
             found \"hello\"\n",
        ),
        (
            "init RED\nupdate RED PLACE(0-0, 0-1, 5-5, 0-3)\n",
            "error: line 2: the cells of PLACE(0-0, 0-1, 5-5, 0-3) do not form a tetromino\n",
        ),
        (
            "init RED\nupdate BLUE PLACE(0-0, 0-1, 0-2, 0-3)\n",
            "error: line 2: expected a move of RED, found one of BLUE\n",
        ),
    ] {
        let (code, _, err) = bot(input);
        assert_eq!((code, err.as_str()), (Some(2), sentence));
    }
}

/// A stand-in for the course's package: the three names that the player needs.
const GAME: &str = "
from dataclasses import dataclass
from enum import Enum

class PlayerColor(Enum):
    RED = 0
    BLUE = 1

@dataclass(frozen=True)
class Coord:
    r: int
    c: int

@dataclass(frozen=True)
class PlaceAction:
    c1: Coord
    c2: Coord
    c3: Coord
    c4: Coord
";

const MATCH: &str = "
from referee.game import PlayerColor
from tetress_agent import Agent

colors = [PlayerColor.RED, PlayerColor.BLUE]
agents = [Agent(color, time_remaining=180.0, space_remaining=None) for color in colors]
for turn in range(6):
    action = agents[turn % 2].action(time_remaining=180.0, space_remaining=None)
    for agent in agents:
        agent.update(colors[turn % 2], action)
    print(action.c1.r, action.c4.c)
";

#[test]
fn the_python_package_plays_by_the_bot() {
    let folder = tempfile::tempdir().unwrap();
    let referee = folder.path().join("referee");
    fs::create_dir(&referee).unwrap();
    fs::write(referee.join("__init__.py"), "").unwrap();
    fs::write(referee.join("game.py"), GAME).unwrap();
    fs::write(folder.path().join("match.py"), MATCH).unwrap();
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts");
    let output = Command::new("python3")
        .current_dir(folder.path())
        .arg("match.py")
        .env("PYTHONPATH", scripts)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("TETREACH", env!("CARGO_BIN_EXE_tetreach"))
        .env("TETREACH_AGENT", "random")
        .output();
    // Where there is no Python there is nothing to test.
    let Ok(output) = output else { return };
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{err}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 6);
    assert_eq!(err.matches("s of processor time").count(), 2, "{err}");
}
