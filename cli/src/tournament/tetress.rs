//! `tetreach tournament tetress`: a round robin with both colours, ratings and intervals.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, bail};
use clap::Args;

use crate::CommandOutcome;
use crate::format::Format;
use crate::output::{print, write_file};
use crate::progress::{GameBar, cancel_on_interrupt};
use crate::tournament::seconds;
use tetreach::arena::Sprt;
use tetreach::solve::Budget;
use tetreach::tetress::{
    AgentName, Fixture, LoggedGame, ROSTER, Referee, Standings, Tournament, TournamentFolder,
};

/// Who plays, and how.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub struct TetressTournamentArgs {
    /// Agents, separated by commas; `NAME+FAULT` switches a fault of the report's code on, `NAME+faults` all.
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true)]
    agents: Vec<AgentName>,
    /// Games per pair; every opening is played twice, with colours exchanged.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seconds per move for agents that think as long as they may.
    #[arg(long, value_name = "S", conflicts_with = "nodes", value_parser = seconds)]
    seconds: Option<f64>,
    /// Positions, or iterations of a tree search, per move instead of seconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds that each player has for a whole game; who needs more loses.
    #[arg(long, value_name = "S", value_parser = seconds)]
    clock: Option<f64>,
    /// Seed of openings and of everything random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Moves of each game that are drawn.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=10))]
    opening: u8,
    /// Ends a pair as soon as a test of these two Elo differences, such as 0,100, is decided.
    #[arg(long, value_name = "LOW,HIGH")]
    sprt: Option<Sprt>,
    /// Games at a time; one with a budget of seconds, else one per core.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// A folder for games and results; a tournament that was stopped goes on where it was.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Writes a page of HTML with the results.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// A folder for the log of each game that is played, in the course's format.
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
}

fn after_help() -> String {
    let mut text = String::from("Agents:\n");
    for entry in ROSTER {
        text += &format!("  {:<11} {}\n", entry.name, entry.summary);
        if !entry.faults.is_empty() {
            let faults: Vec<&str> = entry.faults.iter().map(|fault| fault.name()).collect();
            text += &format!("  {:<11} faults: {}\n", "", faults.join(", "));
        }
    }
    text += "  zero:PATH  a trained network and tree search, by a run or a checkpoint; zero-policy:PATH without \
             a search\n";
    text +=
        "  referee:PATH[:CLASS]  a package for the course's referee, which lies beside it; needs python3\n";
    text + "\nExamples:\n  tetreach tournament tetress --agents mcts+faults,minimax+faults,random --games 100\n  \
            tetreach tournament tetress --agents alpha-beta,uct --games 20 --seconds 0.2 --out match"
}

impl TetressTournamentArgs {
    /// Plays what is left to play and prints the results.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let names: Vec<String> = self.agents.iter().map(ToString::to_string).collect();
        if names.len() < 2 {
            bail!("a tournament needs at least two agents, separated by commas");
        }
        if let Some(twice) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
            bail!("the agent `{}` is named twice", twice.1);
        }
        let tournament = Tournament {
            agents: self.agents,
            games: self.games as usize,
            referee: Referee {
                budget: Budget { nodes: self.nodes, seconds: self.seconds },
                clock: self.clock,
            },
            seed: self.seed,
            opening: self.opening.into(),
            sprt: self.sprt,
        };
        let (folder, done) = match &self.out {
            Some(path) => {
                TournamentFolder::open(path, &tournament).map(|(folder, done)| (Some(folder), done))?
            }
            None => (None, Vec::new()),
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(if self.seconds.is_some() { 1 } else { cores }, usize::from);
        let cancel = cancel_on_interrupt()?;
        let all = tournament.fixtures().count();
        let bar = GameBar::start(all, done.len());
        let failed = Mutex::new(None);
        let games = tournament.run(done, jobs, &cancel, &|played: &LoggedGame| {
            bar.played();
            let added = folder.as_ref().map_or(Ok(()), |folder| folder.add(&played.game));
            let logged = |()| self.logs.as_deref().map_or(Ok(()), |path| write_log(path, &names, played));
            if let Err(error) = added.map_err(anyhow::Error::from).and_then(logged) {
                *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                cancel.cancel();
            }
        });
        bar.finish();
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let standings = Standings::new(&tournament, &games);
        let json = format!("{}\n", serde_json::to_string_pretty(&standings)?);
        if let Some(folder) = &folder {
            folder.write("standings.json", &json)?;
            folder.write("standings.txt", &standings.tables())?;
        }
        if let Some(path) = &self.html {
            write_file(path, standings.html().as_bytes())?;
        }
        print(&if self.format == Format::Json { json } else { standings.tables() })?;
        let stopped = cancel.is_cancelled() && games.len() < all;
        if stopped {
            eprintln!("stopped after {} of {all} games", games.len());
        }
        Ok(if stopped { CommandOutcome::Failed } else { CommandOutcome::Done })
    }
}

/// Writes the log of a game under its number and the names of red and blue.
fn write_log(folder: &Path, names: &[String], played: &LoggedGame) -> anyhow::Result<()> {
    let Fixture { first, second, number } = played.game.fixture;
    let (red, blue) = if number % 2 == 0 { (first, second) } else { (second, first) };
    let plain =
        |index: usize| names[index].replace(|c: char| !c.is_alphanumeric() && c != '-' && c != '+', "_");
    let name = format!("{:05}-{}-{}.log", number + 1, plain(red), plain(blue));
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    write_file(&folder.join(name), played.log.as_bytes())
}
