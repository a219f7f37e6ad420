//! `GET /api/runs/{name}/boards`: unseen targets, and how far the newest weights of a run get with them.

use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use tetreach::game::{Board, SizeRule};
use tetreach::network::{RunWeights, RunWeightsError};
use tetreach::reach::{LoadOptions, load_suite};

use super::Shared;
use super::board_text::BoardText;
use super::refusal::Refusal;

/// The suites that are played, of which no run trains on the split.
const SUITES: [&str; 3] = ["stack-2@validation", "stack-4@validation", "stack-8@validation"];
/// Targets of each.
const TARGETS: usize = 4;
/// Time after which no further target is begun: the page asks again and again.
const TIME: Duration = Duration::from_secs(4);

/// How the newest weights play.
#[derive(Debug, Serialize)]
pub struct RunBoards {
    /// Gradient steps of the weights.
    step: u64,
    /// One after the other.
    boards: Vec<PlayedBoard>,
    /// Why there are none.
    reason: Option<String>,
}

/// One target.
#[derive(Debug, Serialize)]
struct PlayedBoard {
    /// The suite.
    name: String,
    /// The target.
    #[serde(flatten)]
    target: BoardText,
    /// The last board.
    last: String,
    /// Whether it is the target.
    reached: bool,
    /// Pieces placed.
    pieces: usize,
}

/// Plays some targets by the newest weights.
fn play(run: &FilePath) -> Result<RunBoards, RunWeightsError> {
    let mut weights = RunWeights::of(run);
    let (step, size) = weights.refresh()?;
    let (began, mut boards) = (Instant::now(), Vec::new());
    for name in SUITES {
        let options = LoadOptions { size: SizeRule::Given(size), count: Some(TARGETS), seed: 0 };
        // A suite that small boards have no room for is left out.
        let Ok(suite) = load_suite(name, &options) else { continue };
        for sketch in suite.sketches {
            if began.elapsed() > TIME {
                break;
            }
            let target: Board = sketch.board;
            let episode = weights.play(&target)?;
            boards.push(PlayedBoard {
                name: name.trim_end_matches("@validation").to_owned(),
                target: BoardText::from(&target),
                last: episode.last.to_string(),
                reached: episode.reached,
                pieces: episode.way.len(),
            });
        }
    }
    Ok(RunBoards { step, boards, reason: None })
}

/// Answers the request.
pub async fn boards_of(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
) -> Result<Json<RunBoards>, Refusal> {
    let folder = shared.runs.folder(&name)?;
    let _turn = shared.thinking.turn().await?;
    let played = tokio::task::spawn_blocking(move || play(&folder));
    let failed = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the games could not be played");
    // A run that is too young to play is no fault of the request.
    Ok(Json(played.await.map_err(failed)?.unwrap_or_else(|error| RunBoards {
        step: 0,
        boards: Vec::new(),
        reason: Some(error.to_string()),
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetreach::network::shipped;
    use tetreach_agents::store::checkpoint::{CARD, Checkpoints, Place, WEIGHTS};

    #[test]
    fn the_newest_weights_of_a_run_play_unseen_targets() {
        let run = tempfile::tempdir().unwrap();
        assert!(matches!(play(run.path()), Err(RunWeightsError::NotYet)));
        let model = shipped().unwrap();
        let checkpoints = Checkpoints::open(&run.path().join("checkpoints")).unwrap();
        let saved = checkpoints.save(Place::Last, 7, |draft| {
            draft.add(CARD, &serde_json::to_vec(model.card()).unwrap())?;
            draft.add(WEIGHTS, model.weights())
        });
        saved.unwrap();
        let played = play(run.path()).unwrap();
        assert_eq!(played.step, model.card().step);
        let count = played.boards.len();
        assert!((1..=SUITES.len() * TARGETS).contains(&count), "as many as there is time for: {count}");
        for board in &played.boards {
            assert_eq!(board.reached, board.last == board.target.board, "{board:?}");
        }
        assert!(played.boards.iter().filter(|board| board.reached).count() * 2 >= count, "{played:?}");
    }
}
