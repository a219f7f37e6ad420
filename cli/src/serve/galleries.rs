//! `GET /api/galleries` and `GET /api/galleries/{name}`: boards to begin with.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use tetreach::reach::{LoadOptions, Suite, load_suite};

use super::Shared;
use super::board_text::BoardText;
use super::refusal::Refusal;

/// The suites that every page offers; of generated ones, this many boards.
const BUILT_IN: [&str; 6] = ["thesis", "letters", "art", "stack-8", "clears-2", "pixels-8x50"];
const GENERATED: usize = 24;
/// Most boards of a suite that are shown.
const MOST_BOARDS: usize = 400;

/// A suite in the form in which the page takes it.
#[derive(Clone, Debug, Serialize)]
struct Gallery {
    name: String,
    boards: Vec<Named>,
}

#[derive(Clone, Debug, Serialize)]
struct Named {
    name: String,
    #[serde(flatten)]
    board: BoardText,
}

/// All galleries, made once.
#[derive(Debug)]
pub struct Galleries(Vec<Gallery>);

impl Galleries {
    /// The suites that the program brings along, and those of the user.
    pub fn load(files: &[String]) -> anyhow::Result<Self> {
        let built_in = BUILT_IN.iter().map(|name| {
            let count = name.contains('-').then_some(GENERATED);
            Ok(Gallery::of(name, &load_suite(name, &LoadOptions { count, ..LoadOptions::default() })?))
        });
        let own = files.iter().map(|file| {
            let suite = load_suite(file, &LoadOptions::default())?;
            Ok(Gallery::of(&suite.name, &suite))
        });
        Ok(Self(built_in.chain(own).collect::<anyhow::Result<_>>()?))
    }
}

impl Gallery {
    fn of(name: &str, suite: &Suite) -> Self {
        let boards = suite.sketches.iter().take(MOST_BOARDS).enumerate().map(|(index, sketch)| Named {
            name: sketch.name.clone().unwrap_or_else(|| (index + 1).to_string()),
            board: BoardText::from(&sketch.board),
        });
        Self { name: name.to_owned(), boards: boards.collect() }
    }
}

/// The names of all galleries.
pub async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<String>> {
    Json(shared.galleries.0.iter().map(|gallery| gallery.name.clone()).collect())
}

/// The boards of one gallery.
pub async fn one(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
) -> Result<Json<serde_json::Value>, Refusal> {
    let found = shared.galleries.0.iter().find(|gallery| gallery.name == name);
    let gallery = found.ok_or_else(|| Refusal::missing("there is no gallery of this name"))?;
    Ok(Json(serde_json::to_value(gallery).map_err(Refusal::bad)?))
}
