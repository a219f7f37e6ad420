//! Agents of others, written in Python for the course's referee.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use rand_pcg::Pcg64Mcg;

use super::super::agent::{AgentFailure, TetressAgent};
use crate::game::tetress::{Colour, TetressPlacement, TetressPosition};
use crate::solve::Budget;

const HOST: &str = include_str!("host.py");

/// The course's referee waits this long for an answer.
pub(crate) const ANSWER_TIME: Duration = Duration::from_secs(180);

/// A package in a folder, with its `referee` package beside it; it runs in its own Python process.
///
/// What it prints is dropped. It loses if it crashes, does not answer in time, or answers with what is no action.
#[derive(Debug)]
pub struct Hosted {
    folder: PathBuf,
    package: String,
    class: String,
    patience: Duration,
    process: Option<Process>,
    /// Moves that the process was not told of yet.
    news: Vec<(Colour, TetressPlacement)>,
}

/// A running agent and the lines that it writes.
#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Hosted {
    /// The class of a package in a folder, which has `patience` for every answer.
    pub fn new(folder: PathBuf, package: String, class: String, patience: Duration) -> Self {
        Hosted { folder, package, class, patience, process: None, news: Vec::new() }
    }

    fn failure(&self, what: impl std::fmt::Display) -> AgentFailure {
        AgentFailure { message: format!("the package `{}` {what}", self.package) }
    }

    fn start(&mut self) -> Result<(), AgentFailure> {
        let spawned = Command::new("python3")
            .current_dir(&self.folder)
            .args(["-c", HOST, &self.package, &self.class])
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child =
            spawned.map_err(|error| self.failure(format!("cannot be run by python3: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(self.failure("has no input or output"));
        };
        let (sender, answers) = sync_channel(1);
        thread::spawn(move || {
            let lines = BufReader::new(output).lines();
            lines.map_while(Result::ok).take_while(|line| sender.send(line.clone()).is_ok()).for_each(drop);
        });
        self.process = Some(Process { child, input, answers });
        Ok(())
    }

    fn ask(&mut self, line: &str) -> Result<String, AgentFailure> {
        let patience = self.patience;
        let Some(process) = &mut self.process else { return Err(self.failure("does not run")) };
        // A process that is gone does not answer either, and that is what is told.
        drop(writeln!(process.input, "{line}").and_then(|()| process.input.flush()));
        match process.answers.recv_timeout(patience) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.failure(format!("did not answer within {} s", patience.as_secs_f64())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.failure("crashed")),
        }
    }
}

impl TetressAgent for Hosted {
    fn act(
        &mut self,
        position: &TetressPosition,
        _budget: Budget,
        _rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        if self.process.is_none() {
            self.start()?;
            self.ask(&format!("init {}", position.mover()))?;
        }
        for (colour, placement) in std::mem::take(&mut self.news) {
            self.ask(&format!("update {colour} {placement}"))?;
        }
        let answer = self.ask("action")?;
        answer.parse().map_err(|error| self.failure(format!("answered badly: {error}")))
    }

    fn observe(&mut self, colour: Colour, placement: TetressPlacement) {
        self.news.push((colour, placement));
    }
}

impl Drop for Hosted {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            // It may have ended by itself; either way it must not stay behind.
            drop(process.child.kill());
            drop(process.child.wait());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use std::fs;

    const GAME: &str = "
from enum import Enum
from collections import namedtuple
PlayerColor = Enum('PlayerColor', 'RED BLUE')
Coord = namedtuple('Coord', 'r c')
PlaceAction = namedtuple('PlaceAction', 'c1 c2 c3 c4')
";
    const AGENTS: &str = "
import time
from referee.game import Coord, PlaceAction, PlayerColor

class Agent:
    row = 0

    def __init__(self, color, **referee):
        print('I play', color)

    def action(self, **referee):
        print('thinking')
        return PlaceAction(*(Coord(self.row, column) for column in range(4)))

    def update(self, color, action, **referee):
        self.row = action.c1.r + 1

class Crash(Agent):
    def action(self, **referee):
        raise ValueError('nothing left')

class Hang(Agent):
    def action(self, **referee):
        time.sleep(60)

class Nonsense(Agent):
    def action(self, **referee):
        return PlaceAction(*(Coord(row, 0) for row in (0, 2, 4, 6)))
";

    #[test]
    fn packages_play_and_those_that_break_the_rules_are_told_in_one_sentence() {
        if Command::new("python3").arg("--version").output().is_err() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in
            [("referee/__init__.py", ""), ("referee/game.py", GAME), ("mine/__init__.py", AGENTS)]
        {
            fs::create_dir_all(folder.path().join(file).parent().unwrap()).unwrap();
            fs::write(folder.path().join(file), text).unwrap();
        }
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut ask = |package: &str, class: &str, patience: f64| {
            let folder = folder.path().to_owned();
            let mut agent =
                Hosted::new(folder, package.into(), class.into(), Duration::from_secs_f64(patience));
            let first: TetressPlacement = "PLACE(6-0, 6-1, 6-2, 6-3)".parse().unwrap();
            agent.observe(Colour::Red, first);
            agent.act(&TetressPosition::START.after(first), Budget::default(), &mut rng)
        };
        assert_eq!(ask("mine", "Agent", 60.0), Ok("PLACE(7-0, 7-1, 7-2, 7-3)".parse().unwrap()));
        for (package, class, patience, sentence) in [
            ("mine", "Crash", 60.0, "the package `mine` crashed"),
            ("mine", "Absent", 60.0, "the package `mine` crashed"),
            ("absent", "Agent", 60.0, "the package `absent` crashed"),
            ("mine", "Hang", 3.0, "the package `mine` did not answer within 3 s"),
            (
                "mine",
                "Nonsense",
                60.0,
                "the package `mine` answered badly: the cells of PLACE(0-0, 2-0, 4-0, 6-0) do not form a tetromino",
            ),
        ] {
            assert_eq!(ask(package, class, patience).unwrap_err().message, sentence);
        }
    }
}
