//! A request that is refused: a status and one sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is wrong, for people.
    pub sentence: String,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, sentence: sentence.into() }
    }

    /// The request makes no sense.
    pub fn bad(sentence: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, sentence.to_string())
    }

    /// What was asked for is not there.
    pub fn missing(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(serde_json::json!({ "error": self.sentence }))).into_response()
    }
}
