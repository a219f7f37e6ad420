//! Progress on a terminal's standard error: what a search does now, and how far an evaluation is.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use tetreach::eval::Finished;
use tetreach::solve::{Cancel, Observer, Progress};
use tetreach::text::{counted, short};

/// Redraws per second; more would flicker and cost time.
const REDRAWS: u8 = 10;

/// A line that says what the search is doing; it exists on a terminal only.
#[derive(Debug)]
pub struct SearchLine {
    bar: ProgressBar,
    started: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    stage: String,
    nodes: u64,
    best: Option<usize>,
}

impl SearchLine {
    /// Starts to show.
    pub fn start(agent: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(REDRAWS));
        bar.set_style(style("{spinner} {msg}"));
        bar.set_message(agent.to_owned());
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { bar, started: Instant::now(), state: Mutex::default() }
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer<Progress<'_>> for SearchLine {
    fn observe(&self, progress: Progress<'_>) {
        if let Progress::Failed(error) = progress {
            return self.bar.suspend(|| eprintln!("warning: {error}"));
        }
        if self.bar.is_hidden() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = self.started.elapsed().as_secs_f64();
        match progress {
            Progress::Searching { stage, nodes } => {
                stage.clone_into(&mut state.stage);
                state.nodes = nodes;
            }
            // The ends of attempts are too many to show.
            Progress::Ended(_) | Progress::Failed(_) => return,
            Progress::Found(solution) => {
                let pieces = solution.pieces();
                if state.best.is_none_or(|best| pieces < best) {
                    state.best = Some(pieces);
                    let cleared = counted(solution.cleared() as usize, "row");
                    self.bar
                        .println(format!("{seconds:7.2} s  {}, {cleared} cleared", counted(pieces, "piece")));
                }
            }
        }
        self.bar.set_message(state.text(seconds));
    }
}

impl State {
    fn text(&self, seconds: f64) -> String {
        let nodes = self.nodes as f64;
        let mut parts = vec![
            format!("{seconds:.1} s"),
            format!("{} nodes", short(nodes)),
            format!("{} nodes/s", short(nodes / seconds.max(1e-3))),
        ];
        parts.splice(0..0, (!self.stage.is_empty()).then(|| self.stage.clone()));
        parts.extend(self.best.map(|best| format!("best {best} pieces")));
        parts.join(" | ")
    }
}

/// A bar over the targets of an evaluation with rate and time to go; it exists on a terminal only.
#[derive(Debug)]
pub struct TargetBar {
    bar: ProgressBar,
    solved: Mutex<(u64, u64)>,
}

impl TargetBar {
    /// Starts to show.
    pub fn start(targets: usize) -> Self {
        let bar =
            ProgressBar::with_draw_target(Some(targets as u64), ProgressDrawTarget::stderr_with_hz(REDRAWS));
        bar.set_style(style("{bar:30} {pos}/{len} targets, {msg}, {per_sec}, {eta} to go"));
        bar.set_message("0 solved");
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar, solved: Mutex::default() }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer<Finished<'_>> for TargetBar {
    fn observe(&self, Finished { attempt, .. }: Finished<'_>) {
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        solved.0 += u64::from(attempt.pieces.is_some());
        solved.1 += 1;
        self.bar.set_message(format!("{} solved", solved.0));
        self.bar.set_position(solved.1);
    }
}

/// A bar over the games of a tournament with rate and time to go; it exists on a terminal only.
#[derive(Debug)]
pub struct GameBar {
    bar: ProgressBar,
}

impl GameBar {
    /// Starts to show, with `done` games played before.
    pub fn start(games: usize, done: usize) -> Self {
        let bar =
            ProgressBar::with_draw_target(Some(games as u64), ProgressDrawTarget::stderr_with_hz(REDRAWS));
        bar.set_style(style("{bar:30} {pos}/{len} games, {per_sec}, {eta} to go"));
        bar.set_position(done as u64);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar }
    }

    /// Tells that one more game was played.
    pub fn played(&self) {
        self.bar.inc(1);
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("invariant: the template is well-formed")
}

/// Makes Ctrl-C end the search early, and a second one the program.
pub fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    let cancel = Cancel::default();
    let raised = cancel.clone();
    ctrlc::set_handler(move || {
        if raised.is_cancelled() {
            // 128 and the number of the signal, as shells report it. At once: libtorch's own clean-up at a usual end
            // crashes while another thread is still inside the network.
            signal_hook::low_level::exit(130);
        }
        raised.cancel();
    })?;
    Ok(cancel)
}
