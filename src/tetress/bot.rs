//! An agent behind a protocol of lines.

use std::str::FromStr;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::agent::{AgentFailure, TetressAgent};
use super::roster::AgentName;
use crate::game::tetress::{Colour, IllegalPlacement, PlacementError, TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// A line that a referee sends.
///
/// ```
/// use tetreach::game::tetress::Colour;
/// use tetreach::tetress::RefereeRequest;
///
/// assert_eq!("init RED".parse(), Ok(RefereeRequest::Init(Colour::Red)));
/// assert!(matches!("update BLUE PLACE(0-0, 0-1, 0-2, 0-3)".parse(), Ok(RefereeRequest::Update(Colour::Blue, _))));
/// assert!("move".parse::<RefereeRequest>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefereeRequest {
    /// `init RED`: a new game with this colour; answered by `ready`.
    Init(Colour),
    /// `action`: a move is wanted; answered by `PLACE(r-c, r-c, r-c, r-c)`.
    Action,
    /// `update RED PLACE(...)`: a move was made, by either side; answered by `ok`.
    Update(Colour, TetressPlacement),
    /// `quit`: the end; not answered.
    Quit,
}

/// Why a line cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// Not a line of the protocol.
    #[error("expected `init RED|BLUE`, `action`, `update RED|BLUE PLACE(...)` or `quit`, found {found:?}")]
    Line {
        /// The beginning of the line.
        found: String,
    },
    /// A move that is none.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// A move against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalPlacement),
    /// A move of the wrong side.
    #[error("expected a move of {mover}, found one of {found}")]
    Turn {
        /// Whose turn it is.
        mover: Colour,
        /// Who moved.
        found: Colour,
    },
    /// A move is wanted before the game has begun, out of turn or after the end.
    #[error("no move can be made now: {why}")]
    NoMove {
        /// The reason.
        why: &'static str,
    },
    /// The agent has no move.
    #[error(transparent)]
    Agent(#[from] AgentFailure),
}

impl FromStr for RefereeRequest {
    type Err = BotError;

    fn from_str(line: &str) -> Result<Self, BotError> {
        let line = line.trim();
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = || BotError::Line { found: line.chars().take(60).collect() };
        match (verb, rest) {
            ("init", colour) => Ok(RefereeRequest::Init(colour.parse().map_err(|_| wrong())?)),
            ("action", "") => Ok(RefereeRequest::Action),
            ("update", rest) => {
                let (colour, placement) = rest.split_once(' ').ok_or_else(wrong)?;
                Ok(RefereeRequest::Update(colour.parse().map_err(|_| wrong())?, placement.parse()?))
            }
            ("quit", "") => Ok(RefereeRequest::Quit),
            _ => Err(wrong()),
        }
    }
}

/// An agent that answers a referee line by line.
#[derive(Debug)]
pub struct RefereeClient {
    name: AgentName,
    budget: Budget,
    rng: Pcg64Mcg,
    game: Option<(Colour, Box<dyn TetressAgent>)>,
    position: TetressPosition,
}

impl RefereeClient {
    /// An agent that is not in a game yet.
    pub fn new(name: AgentName, budget: Budget, seed: u64) -> Self {
        let rng = Pcg64Mcg::seed_from_u64(seed);
        RefereeClient { name, budget, rng, game: None, position: TetressPosition::START }
    }

    /// The answer to a line, `None` if there is none because it was the last.
    pub fn answer(&mut self, line: &str) -> Result<Option<String>, BotError> {
        match line.parse()? {
            RefereeRequest::Init(colour) => {
                self.game = Some((colour, self.name.make()));
                self.position = TetressPosition::START;
                Ok(Some("ready".to_owned()))
            }
            RefereeRequest::Action => {
                let no_move = |why| BotError::NoMove { why };
                let (colour, agent) =
                    self.game.as_mut().ok_or_else(|| no_move("no game was begun by `init`"))?;
                if self.position.outcome().is_some() {
                    return Err(no_move("the game is over"));
                }
                if self.position.mover() != *colour {
                    return Err(no_move("it is the opponent's turn"));
                }
                let placement = agent.act(&self.position, self.budget, &mut self.rng)?;
                Ok(Some(placement.to_string()))
            }
            RefereeRequest::Update(found, placement) => {
                let mover = self.position.mover();
                if found != mover {
                    return Err(BotError::Turn { mover, found });
                }
                self.position.play(placement)?;
                Ok(Some("ok".to_owned()))
            }
            RefereeRequest::Quit => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(name: &str) -> RefereeClient {
        RefereeClient::new(name.parse().unwrap(), Budget::nodes(200), 1)
    }

    #[test]
    fn two_bots_play_a_game_to_its_end() {
        let mut bots = [bot("alpha-beta"), bot("random")];
        for (bot, colour) in bots.iter_mut().zip(Colour::ALL) {
            assert_eq!(bot.answer(&format!("init {colour}")), Ok(Some("ready".into())));
        }
        let mut position = TetressPosition::START;
        while position.outcome().is_none() {
            let mover = position.mover();
            let action = bots[mover.index()].answer("action\r\n").unwrap().unwrap();
            position.play(action.parse().unwrap()).unwrap();
            for bot in &mut bots {
                assert_eq!(bot.answer(&format!("update {mover} {action}")), Ok(Some("ok".into())));
            }
        }
        for bot in &mut bots {
            let over = bot.answer("action").unwrap_err().to_string();
            assert_eq!(over, "no move can be made now: the game is over");
            assert_eq!(bot.answer("quit"), Ok(None));
        }
    }

    #[test]
    fn what_is_not_protocol_gets_a_sentence() {
        let mut bot = bot("random");
        for (line, part) in [
            ("", "expected `init RED|BLUE`, `action`"),
            ("init GREEN", "expected `init RED|BLUE`, `action`"),
            ("action now", "expected `init RED|BLUE`, `action`"),
            ("action", "no game was begun by `init`"),
            ("update RED", "expected `init RED|BLUE`, `action`"),
            ("update RED PLACE(1-1)", "expected an action such as"),
            ("update BLUE PLACE(0-0, 0-1, 0-2, 0-3)", "expected a move of RED, found one of BLUE"),
        ] {
            let sentence = bot.answer(line).unwrap_err().to_string();
            assert!(sentence.contains(part), "{line}: {sentence}");
        }
        bot.answer("init BLUE").unwrap();
        assert!(bot.answer("action").unwrap_err().to_string().ends_with("it is the opponent's turn"));
        bot.answer("update RED PLACE(0-0, 0-1, 0-2, 0-3)").unwrap();
        let illegal = bot.answer("update BLUE PLACE(0-0, 0-1, 0-2, 0-3)").unwrap_err().to_string();
        assert!(illegal.ends_with("cell 0-0 is not empty"), "{illegal}");
    }
}
