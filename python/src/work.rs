//! Long work beside Python: it can be watched, and Ctrl-C ends it.

use std::thread;
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tetreach::game::Solution;
use tetreach::solve::{Cancel, Observer, Progress, ProgressObserver};

use crate::error;
use crate::solution::PySolution;

/// How often Python is asked whether the user wants an end.
const GLANCE: Duration = Duration::from_millis(50);

/// What a search tells, kept until Python hears it.
enum News {
    Searching { stage: String, nodes: u64 },
    Found(Box<Solution>),
    Failed(String),
}

/// Passes news on, if anybody wants to hear them.
#[derive(Debug)]
struct Teller {
    sender: Sender<News>,
    is_heard: bool,
}

impl Observer<Progress<'_>> for Teller {
    fn observe(&self, progress: Progress<'_>) {
        let news = match progress {
            _ if !self.is_heard => return,
            Progress::Searching { stage, nodes } => News::Searching { stage: stage.to_owned(), nodes },
            Progress::Found(solution) => News::Found(Box::new(solution.clone())),
            Progress::Failed(reason) => News::Failed(reason.to_string()),
            Progress::Ended(_) => return,
        };
        // Nobody listens any more once the call is over.
        let _ = self.sender.send(news);
    }
}

/// Does the work in its own thread, and meanwhile lets other Python threads run, calls `progress` with a
/// dictionary
/// per piece of news, and raises `cancel` when Python wants to interrupt or `progress` fails.
pub fn watched<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&ProgressObserver<'_>) -> T + Send,
) -> PyResult<T> {
    let (sender, news) = unbounded();
    let teller = Teller { sender, is_heard: progress.is_some() };
    thread::scope(|scope| {
        let worker = scope.spawn(move || work(&teller));
        let interrupted = listen(py, &news, cancel, progress);
        let done = py.detach(|| worker.join());
        interrupted?;
        done.map_err(|_| error::state("the search failed: please report the board and the agent"))
    })
}

/// Hears news until the work is over; the first error asks the work to end.
fn listen(
    py: Python<'_>,
    news: &Receiver<News>,
    cancel: &Cancel,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let mut outcome = Ok(());
    loop {
        let heard = py.detach(|| news.recv_timeout(GLANCE));
        if matches!(heard, Err(RecvTimeoutError::Disconnected)) {
            return outcome;
        }
        if outcome.is_ok() {
            outcome = py.check_signals().and_then(|()| match (heard, progress) {
                (Ok(news), Some(progress)) => progress.call1((told(py, news)?,)).map(|_| ()),
                _ => Ok(()),
            });
            if outcome.is_err() {
                cancel.cancel();
            }
        }
    }
}

fn told<'py>(py: Python<'py>, news: News) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    match news {
        News::Searching { stage, nodes } => {
            dictionary.set_item("event", "searching")?;
            dictionary.set_item("stage", stage)?;
            dictionary.set_item("nodes", nodes)?;
        }
        News::Found(solution) => {
            dictionary.set_item("event", "found")?;
            dictionary.set_item("pieces", solution.pieces())?;
            dictionary.set_item("solution", Py::new(py, PySolution::from(*solution))?)?;
        }
        News::Failed(reason) => {
            dictionary.set_item("event", "failed")?;
            dictionary.set_item("reason", reason)?;
        }
    }
    Ok(dictionary)
}
