//! `POST /api/solve` and `DELETE /api/solve/{id}`: asks for a search, and ends it.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tetreach::registry::Registry;
use tetreach::solve::Budget;

use super::Shared;
use super::board_text::{BoardText, read_json};
use super::from_start;
use super::job::Ask;
use super::limits::MOST_NAME;
use super::refusal::Refusal;

/// Seconds of a search that was given no limit.
const DEFAULT_SECONDS: f64 = 10.0;

#[derive(Debug, Deserialize)]
struct Body {
    #[serde(flatten)]
    target: BoardText,
    /// Where it begins, if not with the empty board.
    start: Option<String>,
    #[serde(default = "auto")]
    agent: String,
    seconds: Option<f64>,
    nodes: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default = "target")]
    name: String,
}

fn auto() -> String {
    "auto".to_owned()
}

fn target() -> String {
    "target".to_owned()
}

/// Where to listen, and how many searches come first.
#[derive(Debug, Serialize)]
pub struct Accepted {
    id: String,
    place: usize,
    events: String,
}

/// Puts a search into the queue.
pub async fn ask(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<(StatusCode, Json<Accepted>), Refusal> {
    let ask = read_json::<Body>(&body)?.check(shared.limits.seconds)?;
    let (job, place) = shared.queue.ask(ask)?;
    let (id, events) = (job.id.clone(), format!("/api/solve/{}/events", job.id));
    tokio::spawn(Arc::clone(&shared.queue).forget_unheard(job));
    Ok((StatusCode::ACCEPTED, Json(Accepted { id, place, events })))
}

/// Ends a search.
pub async fn end(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    let job = shared.queue.job(&id)?;
    // Whoever listens still gets the best answer so far; one that only waited is gone.
    job.cancel.cancel();
    if job.is_waiting() {
        shared.queue.remove(&job);
    }
    Ok(StatusCode::NO_CONTENT)
}

impl Body {
    fn check(self, most_seconds: f64) -> Result<Ask, Refusal> {
        let board = self.target.read()?;
        let size = self.target.size.clone();
        let start = self.start.map(|start| BoardText { board: start, size }.read()).transpose()?;
        let start = start.filter(|start| !start.is_empty());
        if start.is_some() && !from_start::AGENTS.contains(&self.agent.as_str()) {
            let sentence = format!(
                "`{}` begins with the empty board only: choose {}",
                self.agent,
                from_start::AGENTS.join(", ")
            );
            return Err(Refusal::bad(sentence));
        }
        Registry::standard().entry(&self.agent).map_err(Refusal::bad)?;
        let seconds = self.seconds.unwrap_or(DEFAULT_SECONDS.min(most_seconds));
        if !(seconds > 0.0 && seconds <= most_seconds) {
            return Err(Refusal::bad(format!(
                "a search takes more than 0 and at most {most_seconds} seconds"
            )));
        }
        if self.nodes == Some(0) {
            return Err(Refusal::bad("a search generates at least 1 board"));
        }
        if self.name.chars().count() > MOST_NAME {
            return Err(Refusal::bad(format!("a name has at most {MOST_NAME} characters")));
        }
        let budget = Budget { nodes: self.nodes, seconds: Some(seconds) };
        Ok(Ask { name: self.name, board, start, agent: self.agent, budget, seed: self.seed })
    }
}
