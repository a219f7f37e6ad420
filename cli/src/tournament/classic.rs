//! `tetreach tournament classic`: players of classic Tetris.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::CommandOutcome;
use crate::classic_rules::RulesArgs;
use crate::format::Format;
use crate::output::{print, write_file};
use crate::progress::cancel_on_interrupt;
use tetreach::classic::{ClassicTournament, GameLimit, NamedPlayer, PlayerStanding, demo};
use tetreach::game::classic::{ClassicRules, Preset};
use tetreach::text::short;

/// Plays games of the same pieces with every agent.
///
/// The length of a game has no memory, so that the lines per game are (4 / width) divided by the deaths per placement:
/// games may be cut by --placements without a bias, and the exact Poisson interval of the deaths is that of the lines.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tetreach tournament classic --size 10x10 --agents bcts,dt-10 --games 400 --format json
  tetreach tournament classic --agents dellacherie,weights:mine.toml --placements 1000000 --games 100
  tetreach tournament classic --agents expectation:2:5:alarfaj-final --games 2 --placements 100000
  tetreach tournament classic --pieces sz --agents dt-10 --games 1000
  tetreach tournament classic --size 10x10 --agents bcts,tree:100:bcts --games 20 --placements 2000
  tetreach tournament classic --preset sir-tet --agents network:runs/classic-dqn__0__20261118-200000")]
pub struct ClassicTournamentArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Who plays: random, alarfaj-initial, alarfaj-final, dellacherie, el-tetris, bcts, bdu, dt-10, dt-20, yiyuan,
    /// sir-tet, weights:FILE.toml, network:RUN (a run of `tetreach train`), expectation:DEPTH:BEAM:WEIGHTS or
    /// tree:SIMULATIONS:AGENT, which judges by weights or by network:RUN; separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    agents: Vec<String>,
    /// Games of each agent.
    #[arg(long, value_name = "N", default_value = "400")]
    games: NonZeroU64,
    /// Placements after which a game is cut short.
    #[arg(long, value_name = "N")]
    placements: Option<NonZeroU64>,
    /// Seed of the pieces of the first game; the others have the numbers after it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Threads; one for each core if left out.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Records the first game of the first agent in Sir Tet's format; for --preset sir-tet on its own board.
    #[arg(long, value_name = "FILE.demo")]
    record: Option<PathBuf>,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The result as JSON.
#[derive(Serialize)]
struct Report<'a> {
    rules: String,
    seed: u64,
    agents: &'a [PlayerStanding],
}

impl ClassicTournamentArgs {
    /// Plays and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let task = self.rules.task()?;
        let agents: Vec<NamedPlayer> =
            self.agents.iter().map(|name| NamedPlayer::named(name, &task.rules)).collect::<Result<_, _>>()?;
        if self.record.is_some() && task.rules != ClassicRules::preset(Preset::SirTet) {
            anyhow::bail!("--record writes games of --preset sir-tet with its own size and pieces only");
        }
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build()?;
        let cancel = cancel_on_interrupt()?;
        let is_cancelled = || cancel.is_cancelled();
        let placements = self.placements.map_or(u64::MAX, NonZeroU64::get);
        let limit = GameLimit { placements, is_cancelled: &is_cancelled };
        let tournament = ClassicTournament { task: &task, games: self.games.get(), seed: self.seed, limit };
        let bar = bar(self.games.get() * agents.len() as u64);
        let mut standings = Vec::new();
        for agent in &agents {
            bar.set_message(agent.name.clone());
            standings.push(threads.install(|| tournament.run(agent, |_| bar.inc(1))));
        }
        bar.finish_and_clear();
        if let (Some(path), Some(agent)) = (&self.record, agents.first()) {
            write_file(path, demo::written(&demo::record(&agent.player, self.seed, limit)).as_bytes())?;
        }
        let rules = self.rules.describe(&task);
        print(&match self.format {
            Format::Json => {
                let report = Report { rules, seed: self.seed, agents: &standings };
                serde_json::to_string_pretty(&report)? + "\n"
            }
            Format::Text => format!("{rules}\n{}\n", table(&standings)),
        })?;
        let stopped = cancel.is_cancelled();
        if stopped {
            eprintln!("stopped early: games under way were cut short");
        }
        Ok(if stopped { CommandOutcome::Failed } else { CommandOutcome::Done })
    }
}

fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg}, {eta} to go");
    bar.set_style(style.expect("invariant: the template is well-formed"));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn table(standings: &[PlayerStanding]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED);
    table.set_header([
        "agent",
        "games",
        "deaths",
        "placements",
        "lines/game",
        "95 % interval",
        "most lines",
        "points/game",
        "placements/s",
    ]);
    let lines = |value: Option<f64>| value.map_or("unknown".to_owned(), |value| format!("{value:.0}"));
    for standing in standings {
        table.add_row([
            standing.agent.clone(),
            standing.games.to_string(),
            standing.deaths.to_string(),
            standing.placements.to_string(),
            lines(standing.lines_per_game),
            format!("{:.0} to {}", standing.low, lines(standing.high)),
            standing.most_lines.to_string(),
            format!("{:.0}", standing.mean_points),
            short(standing.placements_per_second),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
