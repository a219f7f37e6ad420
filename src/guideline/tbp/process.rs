//! A program at the other end of two pipes, which may stop reading, stop writing, never stop, or be gone.

use std::io::{BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::lines::{next_line, quoted};
use super::messages::{BotMessage, FrontendMessage};
use crate::guideline::agent::GuidelineAgentError;

/// How long a program may take to end.
const FAREWELL: Duration = Duration::from_millis(500);
/// How many lines a program may say between two answers without being asked.
const CHATTER: u32 = 1_000;

/// A program that speaks the protocol. Threads of their own read and write, so that nothing that it does or leaves
/// undone can block.
#[derive(Debug)]
pub(super) struct BotProcess {
    name: String,
    child: Child,
    /// Lines to write; `None` when the program has been told good bye.
    input: Option<Sender<String>>,
    lines: Receiver<Result<String, String>>,
    /// The last line that was no message.
    nonsense: Option<String>,
    /// Lines since the last answer that nobody asked for.
    unasked: u32,
}

impl BotProcess {
    /// Starts a program.
    pub fn spawn(path: &Path) -> Result<Self, GuidelineAgentError> {
        let name = path.display().to_string();
        let spawned =
            Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child =
            spawned.map_err(|source| GuidelineAgentError::Process { name: name.clone(), source })?;
        let (heard, lines) = mpsc::sync_channel(64);
        let (input, told) = mpsc::channel::<String>();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                loop {
                    let line = match next_line(&mut output) {
                        Ok(Some(line)) => Ok(line),
                        Ok(None) => break,
                        Err(error) => Err(error.to_string()),
                    };
                    let broken = line.is_err();
                    if heard.send(line).is_err() || broken {
                        break;
                    }
                }
            });
        }
        if let Some(mut pipe) = child.stdin.take() {
            thread::spawn(move || {
                for line in told {
                    if writeln!(pipe, "{line}").and_then(|()| pipe.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(BotProcess { name, child, input: Some(input), lines, nonsense: None, unasked: 0 })
    }

    /// That the program broke the protocol.
    pub fn broken(&self, reason: impl Into<String>) -> GuidelineAgentError {
        GuidelineAgentError::Protocol { name: self.name.clone(), reason: reason.into() }
    }

    /// Says something; whether the program listens is found out when it is asked.
    pub fn say(&self, message: &FrontendMessage) -> Result<(), GuidelineAgentError> {
        let line = serde_json::to_string(message).map_err(|error| self.broken(error.to_string()))?;
        let written = self.input.as_ref().is_some_and(|input| input.send(line).is_ok());
        if written { Ok(()) } else { Err(self.broken("it does not read what it is told")) }
    }

    /// Passes over everything that was said without being asked.
    pub fn ignore_what_was_said(&mut self) -> Result<(), GuidelineAgentError> {
        while self.lines.try_recv().is_ok() {
            self.pass_over()?;
        }
        Ok(())
    }

    /// Counts a line that nobody asked for.
    fn pass_over(&mut self) -> Result<(), GuidelineAgentError> {
        self.unasked += 1;
        let is_too_much = self.unasked > CHATTER;
        if is_too_much { Err(self.broken("it does not stop talking without being asked")) } else { Ok(()) }
    }

    /// Waits for a message of a kind; others are passed over, lines that are no message too, and an error message ends
    /// the game.
    pub fn wait(
        &mut self,
        deadline: Instant,
        what: &str,
        is_wanted: impl Fn(&BotMessage) -> bool,
    ) -> Result<BotMessage, GuidelineAgentError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.missing(what, "none came in time"));
            }
            let line = match self.lines.recv_timeout(left) {
                Ok(Ok(line)) => line,
                Ok(Err(reason)) => return Err(self.broken(reason)),
                Err(RecvTimeoutError::Timeout) => return Err(self.missing(what, "none came in time")),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.missing(what, "the program ended"));
                }
            };
            match serde_json::from_str(&line) {
                Ok(BotMessage::Error { reason }) => {
                    return Err(self.broken(format!("it cannot play: {reason}")));
                }
                Ok(message) if is_wanted(&message) => {
                    self.unasked = 0;
                    return Ok(message);
                }
                Ok(_) => {}
                Err(_) if line.is_empty() => {}
                Err(error) => self.nonsense = Some(format!("{}: {error}", quoted(&line))),
            }
            self.pass_over()?;
        }
    }

    fn missing(&self, what: &str, why: &str) -> GuidelineAgentError {
        let said = self.nonsense.as_ref().map(|said| format!(", after it had said {said}"));
        self.broken(format!("expected {what}, but {why}{}", said.unwrap_or_default()))
    }
}

impl Drop for BotProcess {
    /// Says good bye, and ends the program if it does not go.
    fn drop(&mut self) {
        // A program that is gone already cannot be told.
        drop(self.say(&FrontendMessage::Quit));
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
