//! `tetreach play` and `tetreach watch`: the playground in the terminal.

mod app;
mod classic;
mod controls;
mod demonstration;
mod draw;
mod draw_run;
mod game;
mod games;
mod guideline;
mod guideline_seat;
mod guideline_table;
mod guideline_view;
mod judge;
mod live;
mod live_given;
mod live_reach;
mod menu;
mod palette;
mod panics;
mod reach;
mod reach_plan;
mod run_view;
mod session;
mod terminal;
#[cfg(test)]
mod tests;
mod tetress;
mod tetress_seat;
mod thinker;
#[cfg(test)]
#[path = "../../tests/tmux/mod.rs"]
mod tmux;
mod well;

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use tetreach::game::Size;

use super::CommandOutcome;
use app::{App, Options, Screen};
use demonstration::is_sir_tet;
use games::GameStart;
use palette::Palette;
use run_view::RunView;
#[cfg(feature = "torch")]
pub use run_view::TrainingHost;

/// Where training runs are looked for.
const RUNS: &str = "runs";

/// Plays a game by hand in the terminal; without arguments, a menu.
///
/// In reach you build exactly the board that is shown: choose pieces, turn and drop them. The side says whether the
/// target can still be reached, and h shows a good move. In the other games pieces are given, or you play against an
/// agent; h shows what a good agent would do.
///
/// Examples:
///   tetreach play
///   tetreach play reach --target art:heart --record games.jsonl
///   tetreach play reach --target mine.txt --palette ascii
///   tetreach play classic --rules sir-tet --record games.demo
///   tetreach play guideline --against bot
///   tetreach play tetress --against alpha-beta
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct Play {
    #[command(flatten)]
    begun: Begun,
    /// Appends every game by hand to this file: one JSON object per line, or Sir Tet's form if its name ends in
    /// `.demo`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
}

/// Watches an agent play in the terminal, or a training run.
///
/// Examples:
///   tetreach watch
///   tetreach watch reach --target letters:hi --agent construct
///   tetreach watch classic --agent dellacherie --size 10x10
///   tetreach watch guideline --agent bot --against combo
///   tetreach watch --run runs/first
///   ssh -t MACHINE tetreach watch --run runs/first
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct Watch {
    #[command(flatten)]
    begun: Begun,
    /// Who plays: an agent of `tetreach solve`, or of `tetreach tournament` for the other games; the best one if left
    /// out.
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Seconds that it may think: in reach once, elsewhere for every move.
    #[arg(long, value_name = "S", value_parser = super::solve::parse_seconds)]
    seconds: Option<f64>,
    /// Shows a training run as it goes on: its curves, and games by its newest weights.
    #[arg(long, value_name = "RUN", conflicts_with = "game")]
    run: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
}

/// Which game begins, and how.
#[derive(Debug, Args)]
struct Begun {
    /// The game: reach, classic, guideline or tetress; without one, a menu.
    game: Option<String>,
    /// What is built in reach: a board file, a PNG, or a target of a suite such as `thesis:hi`.
    #[arg(long, value_name = "TARGET", requires = "game")]
    target: Option<String>,
    /// The kind of game: simplified, rl-competition, original, nuno or sir-tet in classic; ppt, tetrio or alphatetris
    /// in guideline, where a setup can follow, as in ppt:fin.
    #[arg(long, value_name = "NAME", requires = "game", conflicts_with = "target")]
    rules: Option<String>,
    /// Who plays on the other side, in guideline and Tetress; `nobody` in Tetress for two people at one keyboard.
    #[arg(long, value_name = "NAME", requires = "game")]
    against: Option<String>,
    /// Columns x rows of the board, in classic.
    #[arg(long, value_name = "WxH", requires = "game")]
    size: Option<Size>,
    /// The seed of the pieces; another one each time if left out.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Begun {
    /// The seed asked for, or any.
    fn seed(&self) -> u64 {
        // Small enough to be typed again.
        self.seed.unwrap_or_else(|| RandomState::new().hash_one(()) % 1_000_000)
    }

    /// The game asked for.
    fn screen(&self, seconds: Option<f64>, agent: Option<&str>) -> anyhow::Result<Option<Screen>> {
        let Some(game) = &self.game else { return Ok(None) };
        let (is_reach, has_rules) = (game == "reach", self.rules.is_some());
        if is_reach && has_rules {
            bail!("reach has one kind of rules: choose what to build with --target");
        }
        if !is_reach && self.target.is_some() {
            bail!("only reach has a --target: choose the kind of game with --rules");
        }
        let level = self.target.clone().or_else(|| self.rules.clone());
        let (against, size) = (self.against.clone(), self.size);
        let start = GameStart { level, against, size, seed: self.seed() };
        App::begin(game, &start, seconds, agent).map(Some)
    }
}

/// How it looks.
#[derive(Clone, Copy, Debug, Args)]
struct Look {
    /// How pieces look; `ascii` if NO_COLOR is set.
    #[arg(long, value_enum)]
    palette: Option<Palette>,
}

impl Play {
    /// Plays until it is left.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let game = self.begun.game.as_deref();
        if let Some(file) = self.record.as_ref().filter(|file| is_sir_tet(file))
            && game.is_some_and(|game| game != "classic")
        {
            bail!("Sir Tet's form knows classic games only: choose another name than {}", file.display());
        }
        let options =
            Options { record: self.record, seconds: None, seed: self.begun.seed(), runs: RUNS.into() };
        let screen = self.begun.screen(None, None)?;
        show(screen.unwrap_or_else(|| App::main_menu(&options.runs)), self.look, options)
    }
}

impl Watch {
    /// Shows until it is left.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let options =
            Options { record: None, seconds: self.seconds, seed: self.begun.seed(), runs: RUNS.into() };
        let screen = match (&self.run, &self.begun.game) {
            (Some(run), _) => Some(Screen::Run(Box::new(RunView::open(run)?))),
            (None, Some(game)) => {
                let usual = games::entry(game)?.agent;
                self.begun.screen(self.seconds, Some(self.agent.as_deref().unwrap_or(usual)))?
            }
            (None, None) => None,
        };
        show(screen.unwrap_or_else(|| App::main_menu(&options.runs)), self.look, options)
    }
}

fn show(screen: Screen, look: Look, options: Options) -> anyhow::Result<CommandOutcome> {
    terminal::show(&mut App::new(screen, Palette::chosen(look.palette), options))?;
    Ok(CommandOutcome::Done)
}

/// Shows a run that this process trains in another thread, until that has ended or somebody leaves the view.
#[cfg(feature = "torch")]
pub fn show_training(run: &std::path::Path, host: Box<dyn TrainingHost>) -> anyhow::Result<()> {
    let mut view = RunView::open(run)?;
    view.host = Some(host);
    let options = Options { record: None, seconds: None, seed: 0, runs: RUNS.into() };
    terminal::show(&mut App::new(Screen::Run(Box::new(view)), Palette::chosen(None), options))
}
