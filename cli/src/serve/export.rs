//! `POST /api/draw/{format}`: an answer as GIF, SVG, PNG or Fumen.

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tetreach::draw::{Film, contact_sheet, gif, png};
use tetreach::game::{ActionId, Actions, Board, Orientation, Piece, Placement, Solution, to_fumen};

use super::board_text::{BoardText, read_json};
use super::limits::{MOST_MOVES, MOST_NAME};
use super::refusal::Refusal;

const TEXT: &str = "text/plain; charset=utf-8";
/// Pixels of a cell.
const CELL: usize = 22;

/// An answer that was found before, in the words of `solve --format json`.
#[derive(Debug, Deserialize)]
struct Answer {
    #[serde(flatten)]
    target: BoardText,
    /// Where the moves begin, if not with the empty board.
    start: Option<String>,
    #[serde(default)]
    name: String,
    moves: Vec<Drop>,
}

#[derive(Debug, Deserialize)]
struct Drop {
    piece: Piece,
    rotation: u8,
    column: u8,
}

/// Answers the request.
pub async fn draw(Path(format): Path<String>, body: Bytes) -> Result<Response, Refusal> {
    let answer: Answer = read_json(&body)?;
    if answer.name.chars().count() > MOST_NAME {
        return Err(Refusal::bad(format!("a name has at most {MOST_NAME} characters")));
    }
    let (solution, name) = (answer.replay()?, answer.name);
    // Some pictures take tenths of a second.
    let drawn = tokio::task::spawn_blocking(move || paint(&format, &solution, &name));
    let failed = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the picture could not be drawn");
    let (content_type, bytes) = drawn.await.map_err(failed)??;
    Ok(([(header::CONTENT_TYPE, content_type)], bytes).into_response())
}

impl Answer {
    fn replay(&self) -> Result<Solution, Refusal> {
        let target = self.target.read()?;
        let start = self.start.as_ref().map(|start| {
            let start = BoardText { board: start.clone(), size: self.target.size.clone() };
            start.read()
        });
        let start = start.transpose()?.unwrap_or_else(|| Board::empty(target.size()));
        Solution::replay_from(&start, &target, self.actions(&target)?).map_err(Refusal::bad)
    }

    /// The numbers of the moves.
    fn actions(&self, target: &Board) -> Result<Vec<ActionId>, Refusal> {
        if self.moves.len() > MOST_MOVES {
            return Err(Refusal::bad(format!("an answer that is drawn has at most {MOST_MOVES} moves")));
        }
        let actions = Actions::of_width(target.width());
        let ids = self.moves.iter().enumerate().map(|(index, drop)| {
            let orientation = Orientation::of(drop.piece, drop.rotation);
            let placement = orientation.map(|orientation| Placement { orientation, column: drop.column });
            let fits = placement.filter(|placement| placement.column < target.width());
            fits.and_then(|placement| actions.id(placement))
                .ok_or_else(|| Refusal::bad(format!("move {} is no placement on this board", index + 1)))
        });
        ids.collect()
    }
}

fn paint(format: &str, solution: &Solution, name: &str) -> Result<(&'static str, Vec<u8>), Refusal> {
    let film = || Film::new(solution, name, CELL);
    Ok(match format {
        "gif" => ("image/gif", gif(&film()).map_err(Refusal::bad)?),
        "svg" => ("image/svg+xml", contact_sheet(solution, name).into_bytes()),
        "png" => {
            let last = film().stills().last();
            let last = last.ok_or_else(|| Refusal::bad("there is nothing to draw"))?;
            ("image/png", png(&last).map_err(Refusal::bad)?)
        }
        "fumen" => {
            let placements = solution.steps().iter().map(|step| step.placement);
            (TEXT, to_fumen(solution.start(), placements).map_err(Refusal::bad)?.into_bytes())
        }
        _ => return Err(Refusal::missing("pictures are drawn as gif, svg, png or fumen")),
    })
}
