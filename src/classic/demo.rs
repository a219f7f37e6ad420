//! Recorded placements in Sir Tet's format: written byte for byte, read, and checked by replaying them.
//!
//! A line is `r0/r1/.../r19|piece|next:orientation,column`: the board before the placement as twenty numbers, the
//! bottom row first and the left column in the highest of ten bits, then letters out of `zsjliot`, then the placement
//! by Sir Tet's own numbers of orientations. Neither scores nor the ends of games are recorded; the placement that
//! loses a game is.

use std::fmt::{self, Write};
use std::path::Path;

use tetreach_agents::file::{FileError, read_file_at_most};
use thiserror::Error;

use super::game::{GameLimit, watch};
use super::player::ClassicPlayer;
use super::task::ClassicTask;
use crate::game::classic::{ClassicRules, Preset, State};
use crate::game::{ActionId, Actions, Board, Orientation, Piece, Placement, Size};

/// The longest file that is read.
const MOST_BYTES: u64 = 1 << 28;

/// One recorded placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demonstration {
    /// The board before it.
    pub board: Board,
    /// What was placed.
    pub placement: Placement,
    /// The piece that was shown as the next one.
    pub next: Piece,
}

/// Why a file holds no demonstrations.
#[derive(Debug, Error)]
pub enum DemoError {
    /// It could not be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is too large.
    #[error("{path} is too large: expected at most {MOST_BYTES} bytes of demonstrations")]
    TooLarge {
        /// The file.
        path: String,
    },
    /// A line is damaged, or does not follow from the one before.
    #[error("{path}, line {line}: {problem}")]
    Line {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong and what was expected.
        problem: String,
    },
}

/// What a file of demonstrations amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct DemoSummary {
    /// Placements.
    pub placements: u64,
    /// Games, counted by the boards.
    pub games: u64,
    /// How many of them end with a placement that loses.
    pub lost: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Points by Sir Tet's score.
    pub points: u64,
}

/// By how much Sir Tet's number of an orientation must be turned to be ours.
fn turn(piece: Piece) -> u8 {
    match piece {
        Piece::J => 3,
        Piece::L => 1,
        _ => 0,
    }
}

impl Demonstration {
    /// Reads a line without its end.
    pub fn parse(line: &str) -> Result<Self, String> {
        let expected = || "expected r0/.../r19|piece|next:orientation,column".to_owned();
        let (state, placed) = line.split_once(':').ok_or_else(expected)?;
        let mut parts = state.split('|');
        let (Some(rows), Some(piece), Some(next), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(expected());
        };
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != 20 {
            return Err(format!("expected 20 rows, found {}", rows.len()));
        }
        let row = |text: &&str| {
            let number = decimal(text).filter(|number| *number < 1024);
            number.ok_or_else(|| format!("expected a row from 0 to 1023, found `{text}`"))
        };
        let rows = rows.iter().map(row).collect::<Result<Vec<u16>, String>>()?;
        let (piece, next) = (letter(piece)?, letter(next)?);
        let (orientation, column) = placed.split_once(',').ok_or_else(expected)?;
        let turns = piece.orientations().count() as u8;
        let orientation =
            decimal(orientation).filter(|number| *number < u16::from(turns)).ok_or_else(|| {
                format!("expected an orientation from 0 to {}, found `{orientation}`", turns - 1)
            })?;
        let orientation = Orientation::of(piece, (orientation as u8 + turn(piece)) % turns);
        let orientation = orientation.expect("invariant: taken modulo the rotations");
        let last = 10 - u16::from(orientation.shape().width);
        let column = decimal(column)
            .filter(|column| *column <= last)
            .ok_or_else(|| format!("expected a column from 0 to {last}, found `{column}`"))?;
        let mirrored = rows.into_iter().map(|row| row.reverse_bits() >> 6);
        let board = Board::from_rows(Size::STANDARD, mirrored);
        Ok(Demonstration { board, placement: Placement { orientation, column: column as u8 }, next })
    }

    /// The state in which the placement was made, by Sir Tet's rules.
    pub fn state(&self, rules: &ClassicRules) -> State {
        let piece = self.placement.orientation.piece();
        State {
            board: self.board,
            piece,
            next: Some(self.next),
            supply: rules.randomizer.start(),
            is_over: false,
        }
    }

    /// The number of the placement.
    pub fn action(&self) -> ActionId {
        let id = Actions::of_width(10).id(self.placement);
        id.expect("invariant: the placement was checked when it was read")
    }
}

/// A number of plain digits, as Python writes them.
fn decimal(text: &str) -> Option<u16> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}

fn letter(text: &str) -> Result<Piece, String> {
    let mut letters = text.chars();
    let piece = letters.next().filter(char::is_ascii_lowercase).and_then(Piece::from_letter);
    let piece = piece.filter(|_| letters.next().is_none());
    piece.ok_or_else(|| format!("expected a piece out of zsjliot, found `{text}`"))
}

impl fmt::Display for Demonstration {
    /// The line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..20 {
            let slash = if row > 0 { "/" } else { "" };
            write!(f, "{slash}{}", self.board.row(row).reverse_bits() >> 6)?;
        }
        let orientation = self.placement.orientation;
        let (piece, turns) = (orientation.piece(), orientation.piece().orientations().count() as u8);
        let number = (orientation.rotation() + turns - turn(piece)) % turns;
        let [piece, next] = [piece, self.next].map(|piece| piece.letter().to_ascii_lowercase());
        write!(f, "|{piece}|{next}:{number},{}", self.placement.column)
    }
}

/// Demonstrations as the text of a file.
pub fn written(demonstrations: &[Demonstration]) -> String {
    let mut text = String::new();
    for demonstration in demonstrations {
        let _ = writeln!(text, "{demonstration}");
    }
    text
}

/// Reads a file and replays it: every board must follow from the one before, or be empty.
pub fn read(path: &Path) -> Result<(Vec<Demonstration>, DemoSummary), DemoError> {
    let bytes = read_file_at_most(path, MOST_BYTES).map_err(FileError::new("read", path))?;
    let name = path.display().to_string();
    let bytes = bytes.ok_or_else(|| DemoError::TooLarge { path: name.clone() })?;
    let text = String::from_utf8_lossy(&bytes);
    let at = |line: usize, problem: String| DemoError::Line { path: name.clone(), line, problem };
    if text.is_empty() {
        return Err(at(1, "expected at least one placement".to_owned()));
    }
    let demonstrations = text
        .lines()
        .enumerate()
        .map(|(index, line)| Demonstration::parse(line).map_err(|problem| at(index + 1, problem)))
        .collect::<Result<Vec<_>, _>>()?;
    let summary = replay(&demonstrations).map_err(|(index, problem)| at(index + 1, problem))?;
    Ok((demonstrations, summary))
}

/// Replays demonstrations by Sir Tet's rules; an error names the first that does not follow, counted from 0.
pub fn replay(demonstrations: &[Demonstration]) -> Result<DemoSummary, (usize, String)> {
    let rules = ClassicRules::preset(Preset::SirTet);
    let mut summary = DemoSummary::default();
    let mut expected: Option<(Board, Piece)> = None;
    for (index, demonstration) in demonstrations.iter().enumerate() {
        let piece = demonstration.placement.orientation.piece();
        if expected != Some((demonstration.board, piece)) {
            if !demonstration.board.is_empty() {
                let problem = if expected.is_some_and(|(board, _)| board == demonstration.board) {
                    "the piece is not the one that was shown as the next"
                } else {
                    "the board does not follow from the placement before, nor is it empty"
                };
                return Err((index, problem.to_owned()));
            }
            summary.games += 1;
        }
        let after = rules.play(&demonstration.state(&rules), demonstration.action());
        let after = after.expect("invariant: the placement is of the state's piece");
        summary.placements += 1;
        summary.lines += u64::from(after.lines);
        summary.points += u64::from(rules.points(&after));
        summary.lost += u64::from(after.is_lost);
        expected = (!after.is_lost).then_some((after.board, demonstration.next));
    }
    Ok(summary)
}

/// Records a game by Sir Tet's rules.
pub fn record(player: &ClassicPlayer, seed: u64, limit: GameLimit<'_>) -> Vec<Demonstration> {
    let task = ClassicTask::new(ClassicRules::preset(Preset::SirTet));
    let actions = Actions::of_width(10);
    let mut demonstrations = Vec::new();
    watch(&task, player, seed, limit, |state, action| {
        let placement = actions.placement(action).expect("invariant: players choose what is offered");
        let next = state.next.expect("invariant: Sir Tet shows the next piece");
        demonstrations.push(Demonstration { board: state.board, placement, next });
    });
    demonstrations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::NamedPlayer;

    /// The line of the paper, with the letter that its source has.
    const PAPER: &str = "96/48/48/48/60/48/16/16/48/32/56/48/56/16/48/24/0/0/0/0|j|l:0,4";

    #[test]
    fn the_line_of_the_paper_is_read_and_written_byte_for_byte() {
        let line = Demonstration::parse(PAPER).unwrap();
        assert_eq!(line.to_string(), PAPER);
        assert_eq!(line.board.row(0), 0b1_1000, "96 is columns 3 and 4");
        let shape = line.placement.orientation.shape();
        assert_eq!((shape.height, shape.row(0), shape.row(1)), (3, 0b11, 0b10), "J0 is the upright hook");
        assert_eq!((line.placement.column, line.next), (4, Piece::L));
    }

    #[test]
    fn the_orientations_are_those_of_sir_tet() {
        // Bottom row first, leftmost column in the lowest bit.
        for (letter, orientation, rows) in [
            ('s', 0, vec![0b011, 0b110]),
            ('s', 1, vec![0b10, 0b11, 0b01]),
            ('z', 0, vec![0b110, 0b011]),
            ('z', 1, vec![0b01, 0b11, 0b10]),
            ('o', 0, vec![0b11, 0b11]),
            ('j', 1, vec![0b111, 0b001]),
            ('j', 2, vec![0b01, 0b01, 0b11]),
            ('j', 3, vec![0b100, 0b111]),
            ('l', 0, vec![0b11, 0b01, 0b01]),
            ('l', 1, vec![0b001, 0b111]),
            ('l', 2, vec![0b10, 0b10, 0b11]),
            ('l', 3, vec![0b111, 0b100]),
            ('t', 0, vec![0b111, 0b010]),
            ('t', 1, vec![0b01, 0b11, 0b01]),
            ('t', 2, vec![0b010, 0b111]),
            ('t', 3, vec![0b10, 0b11, 0b10]),
            ('i', 0, vec![0b1111]),
            ('i', 1, vec![1, 1, 1, 1]),
        ] {
            let text = format!("{}|{letter}|t:{orientation},2", ["0"; 20].join("/"));
            let line = Demonstration::parse(&text).unwrap();
            let shape = line.placement.orientation.shape();
            assert_eq!(
                (0..shape.height).map(|row| shape.row(row)).collect::<Vec<_>>(),
                rows,
                "{letter}{orientation}"
            );
            assert_eq!(line.to_string(), text);
        }
    }

    #[test]
    fn recorded_games_are_read_back_and_replayed_to_the_last_losing_placement() {
        let player = NamedPlayer::named("random", &ClassicRules::preset(Preset::SirTet)).unwrap().player;
        let mut all = Vec::new();
        for seed in 0..5 {
            all.extend(record(&player, seed, GameLimit::placements(10_000)));
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.demo");
        std::fs::write(&path, written(&all)).unwrap();
        let (again, summary) = read(&path).unwrap();
        assert_eq!(again, all);
        assert_eq!((summary.games, summary.lost, summary.placements), (5, 5, all.len() as u64));
        // Other ends of lines, and none at the last.
        std::fs::write(&path, written(&all).replace('\n', "\r\n").trim_end()).unwrap();
        assert_eq!(read(&path).unwrap(), (all.clone(), summary));
        let mut broken = all.clone();
        broken.remove(3);
        assert_eq!(replay(&broken).unwrap_err().0, 3);
    }

    #[test]
    fn damaged_lines_are_refused_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bad.demo");
        let empty = ["0"; 20].join("/");
        for (line, problem) in [
            (PAPER.replace("|l:", "|1:"), "expected a piece out of zsjliot, found `1`"),
            (PAPER.replace("|j|", "|J|"), "expected a piece out of zsjliot, found `J`"),
            (PAPER.replace("96/", ""), "expected 20 rows, found 19"),
            (PAPER.replace("96/", "1024/"), "expected a row from 0 to 1023, found `1024`"),
            (PAPER.replace("96/", "+6/"), "expected a row from 0 to 1023, found `+6`"),
            (PAPER.replace("96/", "096/"), "expected a row from 0 to 1023, found `096`"),
            (PAPER.replace(":0,4", ":4,4"), "expected an orientation from 0 to 3, found `4`"),
            (PAPER.replace(":0,4", ":0,9"), "expected a column from 0 to 8, found `9`"),
            (PAPER.replace(":0,4", ""), "expected r0/.../r19|piece|next:orientation,column"),
            (String::new(), "expected r0/.../r19|piece|next:orientation,column"),
            (PAPER.to_owned(), "the board does not follow from the placement before, nor is it empty"),
        ] {
            std::fs::write(&path, format!("{empty}|t|z:0,0\n{line}\n")).unwrap();
            let error = read(&path).unwrap_err().to_string();
            assert_eq!(error, format!("{}, line 2: {problem}", path.display()));
        }
        std::fs::write(&path, "").unwrap();
        assert!(read(&path).unwrap_err().to_string().ends_with("line 1: expected at least one placement"));
    }
}
