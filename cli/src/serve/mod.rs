//! `tetreach serve`: the page on which one draws a board and watches it solved, on this machine alone.

mod assets;
mod board_text;
mod check;
mod connections;
mod events;
mod export;
mod from_start;
mod galleries;
mod guard;
mod job;
mod limits;
mod paste;
mod queue;
mod refusal;
mod routes;
mod run_boards;
mod runs;
mod solve;
mod think;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;

use super::CommandOutcome;
use super::output::print;
use connections::Connections;
use galleries::Galleries;
use limits::{MOST_CONNECTIONS, REQUEST_TIME, ServeLimits};
use queue::Queue;
use runs::Runs;
use think::ThinkingNetworks;

/// Serves a page on this machine: draw a board, watch it solved, look at training runs.
///
/// Prints the address and serves until Ctrl-C. Nobody else on the network can reach it.
///
/// Examples:
///   tetreach serve --open
///   tetreach serve --port 8080 --suite mine.txt --runs runs
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct Serve {
    /// The port; 0 takes any free one.
    #[arg(long, value_name = "P", default_value_t = 8080)]
    port: u16,
    /// Opens the page in the browser.
    #[arg(long)]
    open: bool,
    /// A suite file whose boards the page offers; may be given more than once.
    #[arg(long = "suite", value_name = "FILE")]
    suites: Vec<String>,
    /// The folder of the training runs that the page shows.
    #[arg(long, value_name = "FOLDER", default_value = "runs")]
    runs: PathBuf,
    /// Searches at the same time; others wait in a queue.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    searches: u16,
    /// Searches that may wait.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    queue: u16,
    /// Most seconds of one search.
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = super::solve::parse_seconds)]
    seconds: f64,
}

/// All that the routes share.
#[derive(Debug)]
struct Shared {
    limits: ServeLimits,
    queue: Arc<Queue>,
    galleries: Galleries,
    runs: Runs,
    thinking: ThinkingNetworks,
    /// The turn of a proof that a check needs.
    proofs: Semaphore,
}

impl Serve {
    /// Serves until a signal ends it.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let limits =
            ServeLimits { searches: self.searches.into(), waiting: self.queue.into(), seconds: self.seconds };
        let galleries = Galleries::load(&self.suites)?;
        let queue = Queue::start(limits);
        let (runs, thinking) = (Runs::new(self.runs), ThinkingNetworks::default());
        let proofs = Semaphore::new(1);
        let shared =
            Arc::new(Shared { limits, queue: Arc::clone(&queue), galleries, runs, thinking, proofs });
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let served = runtime.block_on(serve(shared, self.port, self.open));
        queue.close();
        runtime.shutdown_timeout(Duration::from_millis(200));
        served.map(|()| CommandOutcome::Done)
    }
}

async fn serve(shared: Arc<Shared>, port: u16, open: bool) -> anyhow::Result<()> {
    let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(wanted).await.with_context(|| {
        format!("cannot listen on {wanted}: choose another port with --port, or --port 0 for any free one")
    })?;
    let address = listener.local_addr()?;
    print(&format!("http://{address}/\n"))?;
    eprintln!("serving until Ctrl-C");
    if open {
        open_browser(&format!("http://{address}/"));
    }
    let app = routes::router(shared, address.port());
    let listener = Connections::new(listener, MOST_CONNECTIONS, REQUEST_TIME);
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        served = axum::serve(listener, app).into_future() => served.context("the server ended")?,
        interrupted = tokio::signal::ctrl_c() => interrupted?,
        _ = terminate.recv() => {}
    }
    Ok(())
}

/// Asks the desktop to show the page; where there is none, the address was printed.
fn open_browser(address: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let started = std::process::Command::new(program)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    if started.is_err() {
        eprintln!("note: no browser could be opened here: open {address} yourself");
    }
}
