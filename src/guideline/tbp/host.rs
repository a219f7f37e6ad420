//! Any bot that speaks the protocol, as an agent.

use std::io::{BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::lines::{next_line, quoted};
use super::messages::{BotMessage, FrontendMessage, TbpMove, TbpRandomizer, TbpStart};
use crate::game::guideline::{GuidelineGame, GuidelinePlacement, GuidelineRules, NEXT, Slot};
use crate::guideline::agent::{GuidelineAgent, GuidelineAgentError};

/// How long a program may take to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// How long an answer may take once it was asked for: the limit of the referee battletris.
const ANSWER: Duration = Duration::from_millis(500);
/// How long a program may take to end.
const FAREWELL: Duration = Duration::from_millis(500);

/// A program that plays by the Tetris Bot Protocol. Its moves are checked by our rules.
#[derive(Debug)]
pub struct HostedBot {
    name: String,
    rules: GuidelineRules,
    patience: Duration,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, String>>,
    queue_in_view: Option<GuidelineGame>,
    nodes: u64,
}

impl HostedBot {
    /// Starts a program and waits until it is ready; it then thinks for `patience` about every piece.
    pub fn spawn(
        path: &Path,
        rules: GuidelineRules,
        patience: Duration,
    ) -> Result<Self, GuidelineAgentError> {
        let name = path.display().to_string();
        let spawned =
            Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child =
            spawned.map_err(|source| GuidelineAgentError::Process { name: name.clone(), source })?;
        let (send, lines) = mpsc::sync_channel(64);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        if let Some(output) = output {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                loop {
                    let line = match next_line(&mut output) {
                        Ok(Some(line)) => Ok(line),
                        Ok(None) => break,
                        Err(error) => Err(error.to_string()),
                    };
                    let broken = line.is_err();
                    if send.send(line).is_err() || broken {
                        break;
                    }
                }
            });
        }
        let mut bot = HostedBot { name, rules, patience, child, input, lines, queue_in_view: None, nodes: 0 };
        bot.introduce()?;
        Ok(bot)
    }

    fn introduce(&mut self) -> Result<(), GuidelineAgentError> {
        let deadline = Instant::now() + INTRODUCTION;
        self.wait(deadline, "an info message", |message| matches!(message, BotMessage::Info { .. }))?;
        self.say(&FrontendMessage::Rules { randomizer: Some("seven_bag".to_string()) })?;
        let ready = |message: &BotMessage| matches!(message, BotMessage::Ready);
        self.wait(deadline, "a ready message", ready).map(drop)
    }

    fn broken(&self, reason: impl Into<String>) -> GuidelineAgentError {
        GuidelineAgentError::Protocol { name: self.name.clone(), reason: reason.into() }
    }

    fn say(&mut self, message: &FrontendMessage) -> Result<(), GuidelineAgentError> {
        let line = serde_json::to_string(message).map_err(|error| self.broken(error.to_string()))?;
        let written = match &mut self.input {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        };
        written.map_err(|error| self.broken(format!("it does not read what it is told ({error})")))
    }

    /// Waits for a message of a kind; others are passed over, an error message ends the game.
    fn wait(
        &mut self,
        deadline: Instant,
        what: &str,
        is_wanted: impl Fn(&BotMessage) -> bool,
    ) -> Result<BotMessage, GuidelineAgentError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(Ok(line)) if line.is_empty() => continue,
                Ok(Ok(line)) => line,
                Ok(Err(reason)) => return Err(self.broken(reason)),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(self.broken(format!("expected {what}, but none came in time")));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.broken(format!("expected {what}, but the program ended")));
                }
            };
            let message: BotMessage = serde_json::from_str(&line).map_err(|error| {
                self.broken(format!("expected {what}, but it said {}: {error}", quoted(&line)))
            })?;
            if let BotMessage::Error { reason } = &message {
                return Err(self.broken(format!("it cannot play: {reason}")));
            }
            if is_wanted(&message) {
                return Ok(message);
            }
        }
    }

    /// The first suggested move that our rules allow, and whether any was suggested.
    fn first_legal(&self, game: &GuidelineGame, moves: &[TbpMove]) -> Option<GuidelinePlacement> {
        let legal: Vec<GuidelinePlacement> = Slot::ALL
            .into_iter()
            .flat_map(|slot| game.moves(slot, &self.rules).as_slice().to_vec())
            .collect();
        moves.iter().filter_map(TbpMove::placement).find(|placement| legal.contains(placement))
    }
}

impl GuidelineAgent for HostedBot {
    fn start(&mut self, game: &GuidelineGame) -> Result<(), GuidelineAgentError> {
        if self.queue_in_view.is_some() {
            self.say(&FrontendMessage::Stop)?;
        }
        self.queue_in_view = Some(*game);
        self.say(&FrontendMessage::Start(TbpStart {
            hold: game.hold,
            queue: game.queue.to_vec(),
            combo: game.position.combo.into(),
            back_to_back: game.position.back_to_back > 0,
            board: TbpStart::rows(&game.position.field),
            randomizer: Some(TbpRandomizer::SevenBag { bag_state: game.bag.pieces().collect() }),
        }))
    }

    fn choose(&mut self, game: &GuidelineGame) -> Result<Option<GuidelinePlacement>, GuidelineAgentError> {
        thread::sleep(self.patience);
        // What was said before it was asked is of no use any more.
        while self.lines.try_recv().is_ok() {}
        let deadline = Instant::now() + ANSWER + self.patience;
        let mut had_none = false;
        loop {
            self.say(&FrontendMessage::Suggest)?;
            let wanted = |message: &BotMessage| matches!(message, BotMessage::Suggestion { .. });
            let answer = match self.wait(deadline, "a suggestion", wanted) {
                Err(_) if had_none && Instant::now() >= deadline => {
                    return Err(self.broken("it suggests no move"));
                }
                answer => answer?,
            };
            let BotMessage::Suggestion { moves, move_info } = answer else { continue };
            if moves.is_empty() && Instant::now() < deadline {
                // Some bots have nothing to say right after a start.
                had_none = true;
                thread::sleep(Duration::from_millis(10));
                continue;
            }
            self.nodes += move_info.and_then(|info| info.nodes).unwrap_or(0.0) as u64;
            return match self.first_legal(game, &moves) {
                Some(placement) => Ok(Some(placement)),
                None => Err(self.broken(match moves.first().map(TbpMove::placement) {
                    Some(Some(placement)) => format!("no suggested move is legal; the first was {placement}"),
                    Some(None) => "no suggested move is in the field".to_string(),
                    None => "it suggests no move".to_string(),
                })),
            };
        }
    }

    fn played(
        &mut self,
        placement: GuidelinePlacement,
        game: &GuidelineGame,
    ) -> Result<(), GuidelineAgentError> {
        self.say(&FrontendMessage::Play { r#move: placement.into() })?;
        let held = self.queue_in_view.is_some_and(|before| before.hold.is_none()) && game.hold.is_some();
        for &piece in &game.queue[NEXT - usize::from(held)..] {
            self.say(&FrontendMessage::NewPiece { piece })?;
        }
        self.queue_in_view = Some(*game);
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Drop for HostedBot {
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
