//! The moves of an agent of reach: searched for in the background, then played.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tetreach::eval::solve_checked;
use tetreach::game::{ActionId, Board};
use tetreach::registry::{AgentOptions, Registry};
use tetreach::solve::{Budget, Cancel, Observer, Progress, Request, Verdict};
use tetreach::text::{counted, short};

use super::game::Tone;

/// The moves of an agent.
#[derive(Debug, Default)]
pub enum Plan {
    /// Nobody was asked.
    #[default]
    None,
    /// The agent searches.
    Search(PlanSearch),
    /// The agent's moves from the empty board.
    Ready {
        /// Who it is.
        agent: String,
        /// Its placements.
        moves: Vec<ActionId>,
    },
    /// The agent found nothing, in a sentence.
    Failed(String),
}

/// A search that runs; it ends with its owner.
#[derive(Debug)]
pub struct PlanSearch {
    agent: String,
    cancel: Cancel,
    answer: Receiver<Result<Vec<ActionId>, String>>,
    news: Arc<SearchNews>,
}

impl Drop for PlanSearch {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// What an agent says while it searches.
#[derive(Debug, Default)]
struct SearchNews(Mutex<(String, u64)>);

impl Observer<Progress<'_>> for SearchNews {
    fn observe(&self, progress: Progress<'_>) {
        if let Progress::Searching { stage, nodes } = progress {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (stage.to_owned(), nodes);
        }
    }
}

impl Plan {
    /// Lets an agent search in a thread of its own.
    pub fn search(agent: &str, seconds: f64, target: Board) -> anyhow::Result<Self> {
        let solver = Registry::standard().agent(agent, AgentOptions::default())?;
        let (cancel, news) = (Cancel::default(), Arc::new(SearchNews::default()));
        let (sender, answer) = channel();
        let (flag, told, name) = (cancel.clone(), Arc::clone(&news), agent.to_owned());
        std::thread::spawn(move || {
            let request = |target| Request {
                cancel: flag,
                observer: &*told,
                ..Request::new(target, Budget::seconds(seconds))
            };
            let report = solve_checked(&*solver, &target, request);
            let found = match report.verdict {
                Verdict::Solved(solution) => Ok(solution.actions().collect()),
                Verdict::Unreachable(reason) => Err(format!("Cannot be reached: {reason}.")),
                Verdict::NotFound => Err(format!("{name} found no way in {:.1} s.", report.seconds)),
            };
            // A game that was left does not listen.
            let _ = sender.send(found);
        });
        Ok(Plan::Search(PlanSearch { agent: agent.to_owned(), cancel, answer, news }))
    }

    /// Takes the answer if it is there; whether there is something new to show.
    pub fn poll(&mut self) -> bool {
        let Plan::Search(search) = self else { return false };
        let found = match search.answer.try_recv() {
            Ok(found) => found,
            // A search always has something new to say.
            Err(TryRecvError::Empty) => return true,
            Err(TryRecvError::Disconnected) => Err(format!("{} failed on this board.", search.agent)),
        };
        let agent = search.agent.clone();
        *self = match found {
            Ok(moves) => Plan::Ready { agent, moves },
            Err(sentence) => Plan::Failed(sentence),
        };
        true
    }

    /// Where the agent stands, in a sentence.
    pub fn sentence(&self) -> Option<(Tone, String)> {
        match self {
            Plan::Search(search) => Some((Tone::Muted, format!("{} searches ...", search.agent))),
            Plan::Ready { agent, moves } => {
                Some((Tone::Muted, format!("{agent}: {}", counted(moves.len(), "piece"))))
            }
            Plan::Failed(sentence) => Some((Tone::Bad, sentence.clone())),
            Plan::None => None,
        }
    }

    /// What the agent at work says of itself.
    pub fn monitor(&self) -> Vec<(String, String)> {
        let Plan::Search(search) = self else { return Vec::new() };
        let (stage, nodes) = search.news.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut monitor = vec![("agent".to_owned(), search.agent.clone())];
        if !stage.is_empty() {
            monitor.push(("does".to_owned(), stage));
            monitor.push(("boards".to_owned(), short(nodes as f64)));
        }
        monitor
    }
}
