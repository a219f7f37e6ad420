//! Games as lines of text, in the form of the event log of the course's referee.

use std::fmt;
use std::str::FromStr;

use super::colour::Colour;
use super::placement::{PlacementError, TetressPlacement};
use super::position::{GameEnd, IllegalPlacement, TetressPosition};

/// One line of a log: fields separated by tabs, the seconds since the beginning first.
///
/// ```
/// use tetreach_games::tetress::{Colour, Event, TetressPlacement};
///
/// let line = "T0000.250\tRED\tturn_end\t1\tPLACE(5-5, 5-6, 6-5, 6-6)";
/// let event: Event = line.parse()?;
/// assert!(matches!(event, Event::Move { colour: Colour::Red, turn: 1, .. }));
/// assert_eq!(event.at(0.25), line);
/// # Ok::<(), tetreach_games::tetress::LogLineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player made a move.
    Move {
        /// The player.
        colour: Colour,
        /// The number of the move in the game, from 1.
        turn: u8,
        /// The move.
        placement: TetressPlacement,
    },
    /// A player broke the rules, and so lost.
    Fault {
        /// What went wrong, in one sentence.
        message: String,
    },
    /// The game ended.
    End(GameEnd),
    /// Something else that a referee tells; it does not change the board.
    Other,
}

/// Why a line is no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogLineError {
    /// Not the fields of a line.
    #[error("expected fields separated by tabs: a time such as T0012.345, who acts, the event")]
    Fields,
    /// A move without its fields.
    #[error("expected `turn_end`, the number of the move and the action, separated by tabs")]
    Move,
    /// A move of nobody.
    #[error("expected RED or BLUE as who moves, found {found:?}")]
    Colour {
        /// What was there.
        found: String,
    },
    /// A move that is none.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// An end without a winner.
    #[error("expected winner:RED, winner:BLUE or winner:None, found {found:?}")]
    Winner {
        /// What was there.
        found: String,
    },
}

/// Why a log is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// A line that cannot be read.
    #[error("line {line}: {error}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: LogLineError,
    },
    /// A move out of turn.
    #[error("line {line}: expected move {expected} of {mover}, found move {found} of {colour}")]
    Turn {
        /// The line, from 1.
        line: usize,
        /// The number of the move that comes next.
        expected: u8,
        /// Whose turn it is.
        mover: Colour,
        /// The number in the line.
        found: u8,
        /// The colour in the line.
        colour: Colour,
    },
    /// A move against the rules.
    #[error("line {line}: {error}")]
    Illegal {
        /// The line, from 1.
        line: usize,
        /// The rule.
        error: IllegalPlacement,
    },
}

impl Event {
    /// The line of this event after a number of seconds.
    pub fn at(&self, seconds: f64) -> String {
        format!("T{seconds:08.3}\t{self}")
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Move { colour, turn, placement } => write!(f, "{colour}\tturn_end\t{turn}\t{placement}"),
            Event::Fault { message } => write!(f, "referee\tplayer_error\t{message}"),
            Event::End(GameEnd::Winner(colour)) => write!(f, "referee\tgame_end\twinner:{colour}"),
            Event::End(GameEnd::Draw) => f.write_str("referee\tgame_end\twinner:None"),
            Event::Other => f.write_str("referee\tgame_begin"),
        }
    }
}

impl FromStr for Event {
    type Err = LogLineError;

    fn from_str(line: &str) -> Result<Self, LogLineError> {
        let fields: Vec<&str> = line.trim_end().split('\t').collect();
        let [time, actor, event, rest @ ..] = &fields[..] else { return Err(LogLineError::Fields) };
        if time.strip_prefix('T').is_none_or(|time| time.parse::<f64>().is_err()) {
            return Err(LogLineError::Fields);
        }
        // The referee may write the package of a player after its colour.
        let name = actor.split([' ', '[', '(']).next().unwrap_or_default();
        match (*event, rest) {
            ("turn_end", [turn, action]) => {
                let colour = name.parse().map_err(|_| LogLineError::Colour { found: (*actor).to_owned() })?;
                let turn = turn.parse().map_err(|_| LogLineError::Move)?;
                Ok(Event::Move { colour, turn, placement: action.parse()? })
            }
            ("turn_end", _) => Err(LogLineError::Move),
            ("player_error", [message, ..]) => Ok(Event::Fault { message: (*message).to_owned() }),
            ("game_end", [winner, ..]) => {
                let unclear = || LogLineError::Winner { found: (*winner).to_owned() };
                let name = winner.strip_prefix("winner:").ok_or_else(unclear)?;
                if name == "None" {
                    return Ok(Event::End(GameEnd::Draw));
                }
                let colour = name.split([' ', '[', '(']).next().unwrap_or_default().parse();
                Ok(Event::End(GameEnd::Winner(colour.map_err(|_| unclear())?)))
            }
            ("game_end", []) => Err(LogLineError::Winner { found: String::new() }),
            _ => Ok(Event::Other),
        }
    }
}

/// The moves of a log, replayed by the rules, and where they lead; empty lines are passed over.
pub fn read_log(text: &str) -> Result<(Vec<TetressPlacement>, TetressPosition), LogError> {
    let (mut moves, mut position) = (Vec::new(), TetressPosition::START);
    for (index, content) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line = index + 1;
        let event = content.parse().map_err(|error| LogError::Line { line, error })?;
        let Event::Move { colour, turn, placement } = event else { continue };
        let (expected, mover) = (position.turn() + 1, position.mover());
        if (turn, colour) != (expected, mover) {
            return Err(LogError::Turn { line, expected, mover, found: turn, colour });
        }
        position.play(placement).map_err(|error| LogError::Illegal { line, error })?;
        moves.push(placement);
    }
    Ok((moves, position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn a_written_game_is_read_again() {
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let (mut position, mut played, mut log) =
            (TetressPosition::START, Vec::new(), Event::Other.at(0.0) + "\n");
        while position.outcome().is_none() {
            let moves = position.moves();
            let placement = moves.nth(rng.random_range(0..moves.count())).unwrap();
            let colour = position.mover();
            position.play(placement).unwrap();
            played.push(placement);
            log += &(Event::Move { colour, turn: position.turn(), placement }.at(f64::from(position.turn()))
                + "\n");
        }
        log += &(Event::End(position.outcome().unwrap()).at(99.0) + "\n");
        assert_eq!(read_log(&log), Ok((played, position)));
        let last = log.lines().last().unwrap().parse();
        assert_eq!(last, Ok(Event::End(position.outcome().unwrap())));
    }

    #[test]
    fn malformed_lines_get_a_sentence() {
        let first = "T0.1\tRED\tturn_end\t1\tPLACE(0-0, 0-1, 0-2, 0-3)\n";
        for (rest, sentence) in [
            (
                "hello",
                "line 2: expected fields separated by tabs: a time such as T0012.345, who acts, the event",
            ),
            (
                "T1\tGREEN\tturn_end\t2\tPLACE(0-0, 0-1, 0-2, 0-3)",
                "line 2: expected RED or BLUE as who moves, found \"GREEN\"",
            ),
            (
                "T1\tBLUE\tturn_end\ttwo",
                "line 2: expected `turn_end`, the number of the move and the action, separated by tabs",
            ),
            (
                "T1\tBLUE\tturn_end\t2\tPLACE(0-0, 0-1)",
                "line 2: expected an action such as PLACE(5-5, 5-6, 6-5, 6-6), found \"PLACE(0-0, 0-1)\"",
            ),
            (
                "T1\tBLUE\tturn_end\t2\tPLACE(0-0, 0-1, 0-2, 0-x)",
                "line 2: expected a cell such as 3-10, row and column 0 to 10, found \"0-x\"",
            ),
            (
                "T1\tBLUE\tturn_end\t2\tPLACE(0-0, 0-1, 0-2, 0-2)",
                "line 2: the cells of PLACE(0-0, 0-1, 0-2, 0-2) do not form a tetromino",
            ),
            (
                "T1\tRED\tturn_end\t2\tPLACE(4-0, 4-1, 4-2, 4-3)",
                "line 2: expected move 2 of BLUE, found move 2 of RED",
            ),
            (
                "T1\tBLUE\tturn_end\t2\tPLACE(0-3, 0-4, 0-5, 0-6)",
                "line 2: PLACE(0-3, 0-4, 0-5, 0-6) is illegal: cell 0-3 is not empty",
            ),
            (
                "T1\treferee\tgame_end\twinner:me",
                "line 2: expected winner:RED, winner:BLUE or winner:None, found \"winner:me\"",
            ),
            ("T1\treferee\tgame_end", "line 2: expected winner:RED, winner:BLUE or winner:None, found \"\""),
        ] {
            assert_eq!(read_log(&(first.to_owned() + rest)).unwrap_err().to_string(), sentence);
        }
        let apart = first.to_owned()
            + "T1\tBLUE [agent:Agent]\tturn_end\t2\tPLACE(4-0, 4-1, 4-2, 4-3)\n\n"
            + "T2\tRED\tturn_end\t3\tPLACE(8-0, 8-1, 8-2, 8-3)\n";
        let sentence = "line 4: PLACE(8-0, 8-1, 8-2, 8-3) is illegal: it touches no RED token";
        assert_eq!(read_log(&apart).unwrap_err().to_string(), sentence);
    }
}
