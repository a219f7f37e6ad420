//! `GET /api/solve/{id}/events`: the news of a search as server-sent events.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::json;
use tokio::sync::watch;

use super::Shared;
use super::job::{End, News};
use super::queue::Ear;
use super::refusal::Refusal;

/// Sends `queue`, `search`, `found` and, last, `done` or `failed`.
pub async fn events(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let (mut news, ear) = shared.queue.listen(&id)?;
    // What happened before counts as new.
    news.mark_changed();
    let reading = Reading { news, told: None, ready: VecDeque::new(), _ear: ear };
    Ok(Sse::new(unfold(reading, Reading::next)).keep_alive(KeepAlive::default()))
}

/// One listener's stream; when it is dropped, be it that the tab was closed, its ear goes with it.
struct Reading {
    news: watch::Receiver<News>,
    told: Option<News>,
    ready: VecDeque<Event>,
    _ear: Ear,
}

impl Reading {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some((Ok(event), self));
            }
            if self.told.as_ref().is_some_and(|told| told.end.is_some()) {
                return None;
            }
            self.news.changed().await.ok()?;
            let news = self.news.borrow_and_update().clone();
            self.ready = changes(self.told.as_ref(), &news).into();
            self.told = Some(news);
        }
    }
}

/// The events that lead from one state to the next.
fn changes(told: Option<&News>, news: &News) -> Vec<Event> {
    let mut events = Vec::new();
    let named = |name: &str, data: &str| Event::default().event(name).data(data);
    if told.is_none_or(|told| told.place != news.place) {
        events.push(named("queue", &json!({ "place": news.place }).to_string()));
    }
    let News { stage, nodes, seconds, .. } = news;
    if news.place == 0 && told.is_none_or(|told| (&told.stage, told.nodes) != (stage, *nodes)) {
        let data = json!({ "stage": stage, "nodes": nodes, "seconds": seconds });
        events.push(named("search", &data.to_string()));
    }
    if let Some(best) = &news.best
        && told.is_none_or(|told| told.best.as_ref() != Some(best))
    {
        events.push(named("found", best));
    }
    match &news.end {
        Some(End::Done(record)) => events.push(named("done", record)),
        Some(End::Failed(sentence)) => {
            events.push(named("failed", &json!({ "error": &**sentence }).to_string()));
        }
        None => {}
    }
    events
}
