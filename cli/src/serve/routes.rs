//! Which address answers what.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tetreach::game::Size;
use tetreach::registry::Registry;

use super::limits::{MOST_BODY, MOST_PICTURE};
use super::refusal::Refusal;
use super::{
    Shared, assets, check, events, export, from_start, galleries, guard, paste, run_boards, runs, solve,
    think,
};

/// All routes behind the guard.
pub fn router(shared: Arc<Shared>, port: u16) -> Router {
    let json = Router::new()
        .route("/api/check", post(check::check))
        .route("/api/draw/{format}", post(export::draw))
        .route("/api/solve", post(solve::ask))
        .route("/api/think", post(think::think))
        .layer(from_fn(expect_json))
        .layer(DefaultBodyLimit::max(MOST_BODY));
    Router::new()
        .merge(json)
        .route("/api/agents", get(agents))
        .route("/api/galleries", get(galleries::list))
        .route("/api/galleries/{name}", get(galleries::one))
        .route("/api/read", post(paste::read).layer(DefaultBodyLimit::max(MOST_PICTURE)))
        .route("/api/runs", get(runs::list))
        .route("/api/runs/{name}/boards", get(run_boards::boards_of))
        .route("/api/runs/{name}/{offset}", get(runs::numbers_of))
        .route("/api/solve/{id}", delete(solve::end))
        .route("/api/solve/{id}/events", get(events::events))
        .route("/api/{*rest}", get(unknown).post(unknown).delete(unknown))
        .fallback(get(assets::asset))
        .layer(from_fn(one_sentence))
        .layer(from_fn_with_state(port, guard::guard))
        .with_state(shared)
}

async fn unknown() -> Refusal {
    Refusal::missing("there is no such address: docs/serve.md lists them")
}

/// Who searches, within which limits, and how busy it is.
async fn agents(State(shared): State<Arc<Shared>>) -> Json<Value> {
    let registry = Registry::standard();
    let agents = registry.entries().iter().map(|entry| {
        json!({
            "name": entry.name,
            "summary": entry.summary,
            "is_learned": entry.is_learned(),
            "capabilities": entry.capabilities(),
            "takes_start": from_start::AGENTS.contains(&entry.name),
        })
    });
    let (waiting, _) = shared.queue.lengths();
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "agents": agents.collect::<Vec<_>>(),
        "most_seconds": shared.limits.seconds,
        "sizes": {
            "width": [Size::MIN_WIDTH, Size::MAX_WIDTH],
            "height": [Size::MIN_HEIGHT, Size::MAX_HEIGHT],
        },
        "searches": shared.limits.searches,
        "waiting": waiting,
    }))
}

/// Forms of other sites cannot send JSON without asking first.
async fn expect_json(request: Request, next: Next) -> Response {
    let found = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = found.and_then(|kind| kind.split(';').next()).map(str::trim);
    if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        let sentence = "the body must be JSON: send it with `Content-Type: application/json`";
        return Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence).into_response();
    }
    next.run(request).await
}

/// Gives refusals of the framework the form of ours.
async fn one_sentence(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let is_ours = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !status.is_client_error() || is_ours {
        return response;
    }
    let sentence = match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            format!("the body is too large: at most {MOST_BODY} bytes, {MOST_PICTURE} for a picture")
        }
        StatusCode::METHOD_NOT_ALLOWED => "this address has no such method".to_owned(),
        StatusCode::BAD_REQUEST => "the request could not be understood".to_owned(),
        other => other.canonical_reason().unwrap_or("the request was refused").to_lowercase(),
    };
    Refusal::new(status, sentence).into_response()
}
