//! Any bot that speaks the protocol, as an agent.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::messages::{BotMessage, FrontendMessage, TbpMove, TbpRandomizer, TbpStart};
use super::process::BotProcess;
use crate::game::guideline::{GuidelineGame, GuidelinePlacement, GuidelineRules, NEXT, Slot};
use crate::guideline::agent::{GuidelineAgent, GuidelineAgentError};

/// How long a program may take to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// How long an answer may take once it was asked for: the limit of the referee battletris.
const ANSWER: Duration = Duration::from_millis(500);

/// A program that plays by the Tetris Bot Protocol. Its moves are checked by our rules.
#[derive(Debug)]
pub struct HostedBot {
    process: BotProcess,
    rules: GuidelineRules,
    patience: Duration,
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
        let process = BotProcess::spawn(path)?;
        let mut bot = HostedBot { process, rules, patience, queue_in_view: None, nodes: 0 };
        bot.introduce()?;
        Ok(bot)
    }

    fn introduce(&mut self) -> Result<(), GuidelineAgentError> {
        let deadline = Instant::now() + INTRODUCTION;
        self.process
            .wait(deadline, "an info message", |message| matches!(message, BotMessage::Info { .. }))?;
        self.process.say(&FrontendMessage::Rules { randomizer: Some("seven_bag".to_string()) })?;
        let ready = |message: &BotMessage| matches!(message, BotMessage::Ready);
        self.process.wait(deadline, "a ready message", ready).map(drop)
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
            self.process.say(&FrontendMessage::Stop)?;
        }
        self.queue_in_view = Some(*game);
        self.process.say(&FrontendMessage::Start(TbpStart {
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
        self.process.ignore_what_was_said()?;
        let deadline = Instant::now() + ANSWER + self.patience;
        let mut had_none = false;
        loop {
            self.process.say(&FrontendMessage::Suggest)?;
            let wanted = |message: &BotMessage| matches!(message, BotMessage::Suggestion { .. });
            let answer = match self.process.wait(deadline, "a suggestion", wanted) {
                Err(_) if had_none && Instant::now() >= deadline => {
                    return Err(self.process.broken("it suggests no move"));
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
                None => Err(self.process.broken(match moves.first().map(TbpMove::placement) {
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
        self.process.say(&FrontendMessage::Play { r#move: placement.into() })?;
        let held = self.queue_in_view.is_some_and(|before| before.hold.is_none()) && game.hold.is_some();
        for &piece in &game.queue[NEXT - usize::from(held)..] {
            self.process.say(&FrontendMessage::NewPiece { piece })?;
        }
        self.queue_in_view = Some(*game);
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
