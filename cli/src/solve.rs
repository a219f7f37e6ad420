//! `tetreach solve`: the way to one board, as text, JSON, Fumen and pictures.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::device::DeviceArgs;
use super::output::{is_coloured, print, write_file};
use super::progress::{SearchLine, cancel_on_interrupt};
use super::{CommandOutcome, Libtorch};
use tetreach::draw::{Film, TextStyle, board_grid, contact_sheet, gif, png, step_lines};
use tetreach::eval::{Attempt, Record, Status, solve_checked};
use tetreach::game::{Board, SizeRule, Solution, to_fumen};
use tetreach::reach::{LoadOptions, load_sketch};
use tetreach::registry::AgentOptions;
use tetreach::solve::{Budget, Request, Solver, Verdict};
use tetreach::text::{counted, short};

/// Seconds of a search that was given no limit.
const DEFAULT_SECONDS: f64 = 10.0;
/// Characters in a line where there is no terminal to ask.
const PLAIN_WIDTH: usize = 100;

/// Finds placements that lead from the empty board to exactly this one.
#[derive(Debug, Args)]
pub struct Solve {
    /// A board file, a PNG, `-`, or a target of a suite such as `thesis:hi`.
    target: String,
    #[command(flatten)]
    search: SearchArgs,
    /// Seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: SolveFormat,
    /// Writes an animation.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Writes one PNG per step into a folder: 000.png, 001.png, ...
    #[arg(long, value_name = "FOLDER")]
    png_dir: Option<PathBuf>,
    /// Writes a contact sheet of all steps.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Pixels of a cell in GIF and PNG.
    #[arg(long, value_name = "PIXELS", default_value_t = 22, value_parser = clap::value_parser!(u16).range(12..=100))]
    cell: u16,
    /// Columns x rows of the board; `auto` takes the columns from the file.
    #[arg(long, value_name = "SIZE", default_value = "10x20")]
    size: SizeRule,
}

/// Who searches, and how long.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// Who searches.
    #[arg(long, value_name = "NAME", default_value = "auto", long_help = agents_help())]
    pub agent: String,
    /// What a learned agent learned: a run folder, a checkpoint folder or a file of weights; if left out, the network
    /// that comes with the program.
    #[arg(long, value_name = "PATH")]
    pub checkpoint: Option<PathBuf>,
    /// Settings of the agent in a TOML file; `beam.toml`, `mcts.toml` and `search.toml` under `configs/agents` show and
    /// explain those of the agents of these names.
    #[arg(long, value_name = "FILE")]
    pub agent_config: Option<PathBuf>,
    /// Most boards to generate.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Most seconds; 10 if neither limit is given.
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub seconds: Option<f64>,
    #[command(flatten)]
    pub device: DeviceArgs,
}

impl SearchArgs {
    /// The agent asked for.
    pub fn solver<L: Libtorch>(&self) -> anyhow::Result<Box<dyn Solver>> {
        let backend = self.device.backend::<L>()?;
        let options = AgentOptions {
            checkpoint: self.checkpoint.as_deref(),
            settings: self.agent_config.as_deref(),
            backend: Some(&backend),
        };
        Ok(tetreach_lab::registry().agent(&self.agent, options)?)
    }

    /// The limits asked for.
    pub fn budget(&self) -> Budget {
        match (self.nodes, self.seconds) {
            (None, None) => Budget::seconds(DEFAULT_SECONDS),
            (nodes, seconds) => Budget { nodes, seconds },
        }
    }
}

fn agents_help() -> String {
    let registry = tetreach_lab::registry();
    let longest = registry.listed().map(|entry| entry.name.len()).max().unwrap_or(0);
    let lines = registry.listed().map(|entry| format!("\n  {:<longest$}  {}", entry.name, entry.summary));
    let experiments: Vec<&str> = registry.experiments().map(|entry| entry.name).collect();
    format!(
        "Who searches:{}\n\nExperiments, described by `tetreach lab agents`: {}",
        lines.collect::<String>(),
        experiments.join(", ")
    )
}

/// A number of seconds above 0.
pub(super) fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("expected a number of seconds above 0".into()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolveFormat {
    /// Steps and boards for people.
    Text,
    /// One JSON object.
    Json,
    /// A Fumen string, one page per step.
    Fumen,
}

impl Solve {
    /// Searches, prints the answer and writes the pictures.
    pub fn run<L: Libtorch>(self) -> anyhow::Result<CommandOutcome> {
        let solver = self.search.solver::<L>()?;
        let options = LoadOptions { size: self.size, seed: self.seed, ..LoadOptions::default() };
        let sketch = load_sketch(&self.target, &options)?;
        let (name, board) = (sketch.name.unwrap_or_else(|| "target".to_owned()), sketch.board);
        self.check_outputs(&board)?;

        let line = SearchLine::start(solver.name());
        let budget = self.search.budget();
        let cancel = cancel_on_interrupt()?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let request = |target| Request { target, budget, seed: self.seed, threads, cancel, observer: &line };
        let report = solve_checked(&*solver, &board, request);
        line.finish();

        let attempt = Attempt::new(&board, &report, None);
        let record = Record::new(&name, solver.name(), &board, &attempt);
        match &report.verdict {
            Verdict::Solved(solution) => {
                print(&self.answer(&record, solution)?)?;
                self.write_pictures(&name, solution)?;
                Ok(CommandOutcome::Done)
            }
            _ => {
                match self.format {
                    SolveFormat::Json => print(&json(&record)?)?,
                    SolveFormat::Text => print(&format!("{}\n", headline(&record)))?,
                    // A sentence on standard output would be taken for a Fumen.
                    SolveFormat::Fumen => eprintln!("{}", headline(&record)),
                }
                Ok(CommandOutcome::Failed)
            }
        }
    }

    /// Finds out before the search whether its answer can be written at all.
    fn check_outputs(&self, target: &Board) -> anyhow::Result<()> {
        if self.format == SolveFormat::Fumen {
            to_fumen(&Board::empty(target.size()), [])?;
        }
        for file in [&self.gif, &self.svg].into_iter().flatten() {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                bail!("cannot write {}: there is no folder {}", file.display(), folder.display());
            }
            if file.is_dir() {
                bail!("cannot write {}: it is a folder", file.display());
            }
        }
        match &self.png_dir {
            Some(folder) if folder.exists() && !folder.is_dir() => {
                bail!("cannot write into {}: it is not a folder", folder.display())
            }
            _ => Ok(()),
        }
    }

    fn answer(&self, record: &Record<'_>, solution: &Solution) -> anyhow::Result<String> {
        Ok(match self.format {
            SolveFormat::Json => json(record)?,
            SolveFormat::Fumen => {
                let placements = solution.steps().iter().map(|step| step.placement);
                to_fumen(&Board::empty(solution.target().size()), placements)? + "\n"
            }
            SolveFormat::Text => {
                let width = console::Term::stdout().size_checked().map_or(PLAIN_WIDTH, |size| size.1.into());
                let style = TextStyle { width, colour: is_coloured() };
                let (steps, boards) = (step_lines(solution, style), board_grid(solution, style));
                format!("{}\n\n{steps}\n{boards}", headline(record))
            }
        })
    }

    fn write_pictures(&self, name: &str, solution: &Solution) -> anyhow::Result<()> {
        let film = Film::new(solution, name, usize::from(self.cell));
        if let Some(file) = &self.gif {
            write_picture(file, &gif(&film)?)?;
        }
        if let Some(file) = &self.svg {
            write_picture(file, contact_sheet(solution, name).as_bytes())?;
        }
        if let Some(folder) = &self.png_dir {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            for (index, still) in film.stills().enumerate() {
                write_file(&folder.join(format!("{index:03}.png")), &png(&still)?)?;
            }
            eprintln!("wrote {} into {}", counted(solution.pieces() + 1, "picture"), folder.display());
        }
        Ok(())
    }
}

fn write_picture(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_file(file, bytes)?;
    eprintln!("wrote {} ({} kB)", file.display(), bytes.len().div_ceil(1000));
    Ok(())
}

fn json(record: &Record<'_>) -> anyhow::Result<String> {
    Ok(serde_json::to_string(record)? + "\n")
}

/// The answer in one line.
fn headline(record: &Record<'_>) -> String {
    let Record { name, agent, lower_bound, nodes, seconds, .. } = record;
    let training =
        record.training_seconds.map_or_else(String::new, |s| format!(" after {s:.2} s of training"));
    let cost = format!("{agent}, {} nodes, {seconds:.2} s{training}", short(*nodes as f64));
    match (record.status, record.pieces) {
        (Status::Solved, Some(pieces)) => {
            let cleared: usize = record.moves.iter().map(|step| step.cleared.len()).sum();
            let bound = match record.proved_optimal {
                true => "proved shortest".to_owned(),
                false => format!("at least {lower_bound}"),
            };
            format!("{name}: solved in {pieces} pieces ({bound}), {cleared} rows cleared ({cost})")
        }
        (Status::Unreachable, _) => {
            format!("{name}: unreachable: {}", record.reason.unwrap_or("there is no way"))
        }
        _ => format!("{name}: not found ({cost})"),
    }
}
