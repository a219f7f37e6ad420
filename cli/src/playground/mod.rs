//! `tetreach play` and `tetreach watch`: the playground in the terminal.

mod app;
mod demonstration;
mod draw;
mod game;
mod games;
mod judge;
mod menu;
mod palette;
mod reach;
mod run_view;
mod session;
mod terminal;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::Args;

use super::Outcome;
use app::{App, Options, Screen};
use palette::Palette;
use run_view::RunView;

/// Plays a game by hand in the terminal; without arguments, a menu.
///
/// In reach you build exactly the board that is shown: choose pieces, turn and drop them. The side says whether the
/// target can still be reached, and h shows a good move.
///
/// Examples:
///   tetreach play
///   tetreach play reach --target art:heart --record games.jsonl
///   tetreach play reach --target mine.txt --palette ascii
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct Play {
    /// The game; without one, a menu.
    game: Option<String>,
    /// What to build: a board file, a PNG, or a target of a suite such as `thesis:hi`.
    #[arg(long, value_name = "TARGET", requires = "game")]
    target: Option<String>,
    /// Appends every game by hand to this file, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
}

/// Watches an agent play in the terminal, or a training run.
///
/// Examples:
///   tetreach watch
///   tetreach watch reach --target letters:HI --agent construct
///   tetreach watch --run runs/first
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct Watch {
    /// The game; without one, a menu.
    game: Option<String>,
    /// What is built: a board file, a PNG, or a target of a suite such as `thesis:hi`.
    #[arg(long, value_name = "TARGET", requires = "game")]
    target: Option<String>,
    /// Who plays: an agent of `tetreach solve`.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    agent: String,
    /// Seconds that it may think.
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = super::solve::parse_seconds)]
    seconds: f64,
    /// Shows the curves of a training run as it goes on.
    #[arg(long, value_name = "RUN", conflicts_with = "game")]
    run: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
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
    pub fn run(self) -> anyhow::Result<Outcome> {
        let options = Options { record: self.record, agent: "auto".into(), seconds: 5.0 };
        let screen = match &self.game {
            None => App::main_menu(),
            Some(game) => App::begin(game, self.target, &options, false)?,
        };
        show(screen, self.look, options)
    }
}

impl Watch {
    /// Shows until it is left.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let options = Options { record: None, agent: self.agent, seconds: self.seconds };
        let screen = match (&self.run, &self.game) {
            (Some(run), _) => Screen::Run(RunView::open(run)?),
            (None, Some(game)) => App::begin(game, self.target, &options, true)?,
            (None, None) => App::main_menu(),
        };
        show(screen, self.look, options)
    }
}

fn show(screen: Screen, look: Look, options: Options) -> anyhow::Result<Outcome> {
    terminal::show(&mut App::new(screen, Palette::chosen(look.palette), options))?;
    Ok(Outcome::Done)
}
