//! Our bot, for any front end.

use std::io::{BufRead, Write};

use thiserror::Error;

use super::lines::{next_line, quoted};
use super::messages::{BotMessage, FrontendMessage, MoveInfo, TbpMove, TbpRandomizer, TbpStart};
use crate::game::Piece;
use crate::game::guideline::{Bag, GuidelinePlacement, GuidelinePosition, GuidelineRules, PlacementList};
use crate::guideline::bot::{BotBudget, BotView, PlacementBeam};

/// Why the bot stopped.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The front end could not be read or written to.
    #[error("the front end cannot be read or written to")]
    Io(#[from] std::io::Error),
}

/// Moves that are suggested, at most.
const SUGGESTED: usize = 8;

/// Plays by the protocol until the front end says `quit` or is gone.
///
/// Whatever cannot be understood is told to `log`, one line each, and otherwise ignored; a position that makes no sense
/// is answered by no moves until the next `start`.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    mut log: impl FnMut(&str),
    mut beam: PlacementBeam,
    budget: BotBudget,
) -> Result<(), ServeError> {
    let rules = *beam.rules();
    let mut say = |message: &BotMessage| -> std::io::Result<()> {
        let line = serde_json::to_string(message).map_err(std::io::Error::other)?;
        writeln!(output, "{line}")?;
        output.flush()
    };
    say(&BotMessage::Info {
        name: "tetreach".to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        author: "tetreach".to_string(),
        features: vec!["randomizer".to_string(), "move_info".to_string()],
    })?;
    let mut state: Option<State> = None;
    while let Some(line) = next_line(&mut input)? {
        if line.is_empty() {
            continue;
        }
        let message = match serde_json::from_str(&line) {
            Ok(message) => message,
            Err(error) => {
                log(&format!("ignored {}: {error}", quoted(&line)));
                continue;
            }
        };
        match message {
            FrontendMessage::Rules { .. } => say(&BotMessage::Ready)?,
            FrontendMessage::Start(start) => {
                state = State::of(&start).map_err(|reason| log(&format!("ignored a start: {reason}"))).ok();
            }
            FrontendMessage::Stop => state = None,
            FrontendMessage::Suggest => {
                let thinking = state.as_ref().map(|state| beam.think(&state.view(), budget));
                if state.is_none() {
                    log("asked for moves without a position: send start first");
                }
                let thinking = thinking.unwrap_or_default();
                let moves =
                    thinking.moves.iter().take(SUGGESTED).map(|&placement| placement.into()).collect();
                let info = MoveInfo {
                    nodes: Some(thinking.nodes as f64),
                    depth: Some(thinking.depth as f64),
                    extra: None,
                };
                say(&BotMessage::Suggestion { moves, move_info: Some(info) })?;
            }
            FrontendMessage::Play { r#move } => {
                let played = state.as_mut().map(|state| state.play(&r#move, &rules));
                if let Some(Err(reason)) = played {
                    log(&format!("lost the position: {reason}"));
                    state = None;
                }
            }
            FrontendMessage::NewPiece { piece } => {
                if let Some(state) = &mut state {
                    state.queue.push(piece);
                    state.bag = state.bag.without(piece);
                }
            }
            FrontendMessage::Quit => break,
            FrontendMessage::Unknown => log(&format!("ignored {}", quoted(&line))),
        }
    }
    Ok(())
}

/// Where the front end's game stands.
#[derive(Clone, Debug)]
struct State {
    position: GuidelinePosition,
    hold: Option<Piece>,
    queue: Vec<Piece>,
    /// What is left behind the queue, as far as the front end told.
    bag: Bag,
}

impl State {
    fn view(&self) -> BotView<'_> {
        BotView { position: self.position, hold: self.hold, queue: &self.queue, bag: self.bag }
    }

    fn of(start: &TbpStart) -> Result<Self, String> {
        let position = GuidelinePosition {
            field: start.field()?,
            combo: start.combo.try_into().unwrap_or(u16::MAX),
            back_to_back: start.back_to_back.into(),
        };
        let bag = match &start.randomizer {
            Some(TbpRandomizer::SevenBag { bag_state }) => Bag::of(bag_state.iter().copied()),
            Some(TbpRandomizer::Unknown) | None => Bag::FULL,
        };
        Ok(State { position, hold: start.hold, queue: start.queue.clone(), bag })
    }

    /// Whether hold was used follows from the piece.
    fn play(&mut self, played: &TbpMove, rules: &GuidelineRules) -> Result<(), String> {
        let placement = played.placement().ok_or("the move is far outside the field")?;
        let current = *self.queue.first().ok_or("a move, but no piece in the queue")?;
        let used = if placement.piece == current {
            1
        } else {
            let (brought, used) = match self.hold {
                Some(held) => (Some(held), 1),
                None => (self.queue.get(1).copied(), 2),
            };
            if brought != Some(placement.piece) {
                return Err(format!("{placement} is neither the current piece nor the one that hold brings"));
            }
            self.hold = Some(current);
            used
        };
        if !self.is_free(placement) {
            return Err(format!("{placement} does not fit into the field"));
        }
        if !PlacementList::of(&self.position.field, placement.piece, rules)
            .iter()
            .any(|legal| legal == placement)
        {
            // The front end's rules may differ from ours; it knows what it played.
            self.position.field.place(placement);
        } else {
            self.position.play(placement, rules);
        }
        self.queue.drain(..used);
        Ok(())
    }

    fn is_free(&self, placement: GuidelinePlacement) -> bool {
        placement.cells().iter().all(|&(x, y)| !self.position.field.is_filled(x, y))
    }
}
