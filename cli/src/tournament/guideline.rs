//! `tetreach tournament guideline`.

use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use comfy_table::Table;
use comfy_table::presets::ASCII_MARKDOWN;
use serde::Serialize;
use tetreach::game::guideline::{GuidelinePreset, GuidelineRules};
use tetreach::guideline::bot::{BotBudget, BotWeights};
use tetreach::guideline::rank::ProgramFaults;
use tetreach::guideline::{Agents, Trial};
use tetreach_agents::config::Layers;

use crate::bench::measure::Clock;
use crate::format::Format;
use crate::lookahead::LookaheadArgs;
use crate::{CommandOutcome, output};

/// Who plays, and by which rules.
///
/// Agents: bot (a beam over the visible queue), bot:RUN (the same with the value that a training run learned),
/// network:RUN (that value without a search), uniform (random placements), tbp:PATH (a program that speaks the Tetris
/// Bot Protocol), and AlphaTetris' rankers: random, average-height, bumpiness, hole-clump, hole-depth, tetris, normal,
/// combo, combined.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub struct GuidelineTournament {
    /// The agents, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = RANKERS)]
    agents: Vec<String>,
    /// The number of pieces of a trial.
    #[arg(long, value_name = "N", default_value_t = 600)]
    pieces: u32,
    /// The number of trials of each agent.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    runs: u32,
    /// The seed of the first trial; the next ones count on from it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The rules: ppt, tetrio or alphatetris.
    #[arg(long, value_name = "NAME", default_value_t = GuidelinePreset::Ppt)]
    preset: GuidelinePreset,
    /// The published faults that AlphaTetris and its points have: all, none, or names separated by commas; no-NAME
    /// switches one off, as in all,no-replays-inputs.
    #[arg(long, value_name = "NAMES", default_value_t = ProgramFaults::ALL)]
    faults: ProgramFaults,
    /// The number of pieces that AlphaTetris' tree looks ahead, the current one included.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    depth: u8,
    /// Milliseconds per piece for the bot and for hosted programs.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    millis: u64,
    /// Positions that the bot expands per piece, in the place of a time; makes its games repeatable.
    #[arg(long, value_name = "N")]
    expansions: Option<u64>,
    #[command(flatten)]
    lookahead: LookaheadArgs,
    /// A TOML file with weights of the bot; those not named keep their values.
    #[arg(long, value_name = "FILE")]
    weights: Option<std::path::PathBuf>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// AlphaTetris' rankers, in the order of its table.
const RANKERS: &str = "random,average-height,bumpiness,hole-clump,hole-depth,tetris,normal,combo,combined";

fn after_help() -> String {
    let mut text = String::from("Faults of AlphaTetris:\n");
    for (name, sentence) in ProgramFaults::NAMES {
        text += &format!("  {name}\n      {sentence}\n");
    }
    text + "\nExamples:
  tetreach tournament guideline --pieces 600 --runs 10
  tetreach tournament guideline --agents tetris,combo --preset alphatetris --faults all,no-replays-inputs
  tetreach tournament guideline --agents bot --millis 100 --format json
  tetreach tournament guideline --agents bot,tbp:./other-bot --millis 100 --runs 5"
}

/// One agent's result.
#[derive(Debug, Serialize)]
struct Entry {
    agent: String,
    pieces: Mean,
    attack: Mean,
    lines: Mean,
    attack_per_piece: f64,
    topped_out: u32,
    nodes_per_piece: f64,
    seconds_per_piece: f64,
    /// Of the thread that plays; a hosted program has its own.
    processor_seconds_per_piece: f64,
    trials: Vec<Trial>,
}

/// A mean with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
struct Mean {
    mean: f64,
    interval: f64,
}

impl Mean {
    fn of(values: impl Iterator<Item = u32> + Clone) -> Self {
        let n = values.clone().count() as f64;
        let mean = values.clone().map(f64::from).sum::<f64>() / n.max(1.0);
        let squares: f64 = values.map(|value| (f64::from(value) - mean).powi(2)).sum();
        let error = if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 };
        Mean { mean, interval: student(n as usize) * error }
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} ± {:.1}", self.mean, self.interval)
    }
}

/// The 97.5 % quantile of Student's distribution for a mean of `n` values.
fn student(n: usize) -> f64 {
    const QUANTILES: [f64; 20] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    ];
    QUANTILES.get(n.saturating_sub(2)).copied().unwrap_or(1.96 + 2.4 / n as f64)
}

impl GuidelineTournament {
    /// Plays and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let rules = self.faults.rules(self.preset);
        let agents = self.makers()?;
        let mut entries = Vec::new();
        for name in &self.agents {
            entries.push(self.entry(name.trim(), &agents, &rules)?);
        }
        match self.format {
            Format::Json => {
                let report = serde_json::json!({
                    "preset": self.preset,
                    "faults": self.faults == ProgramFaults::ALL,
                    "fault_names": self.faults.names(),
                    "pieces": self.pieces,
                    "runs": self.runs,
                    "seed": self.seed,
                    "agents": entries,
                });
                output::print(&format!("{}\n", serde_json::to_string_pretty(&report)?))?;
            }
            Format::Text => output::print(&table(&entries))?,
        }
        Ok(CommandOutcome::Done)
    }

    fn makers(&self) -> anyhow::Result<Agents> {
        let patience = Duration::from_millis(self.millis);
        let weights = match &self.weights {
            Some(path) => Layers::new().file(path).resolve()?.config,
            None => BotWeights::default(),
        };
        Ok(Agents {
            faults: self.faults,
            depth: self.depth.into(),
            budget: self.expansions.map_or(BotBudget::Time(patience), BotBudget::Expansions),
            weights,
            lookahead: self.lookahead.settings(),
            patience,
        })
    }

    fn entry(&self, name: &str, agents: &Agents, rules: &GuidelineRules) -> anyhow::Result<Entry> {
        let (began, clock) = (Instant::now(), Clock::start());
        let mut trials = Vec::new();
        for run in 0..self.runs {
            let seed = self.seed.wrapping_add(run.into());
            let mut agent = agents.build(name, *rules, seed)?;
            let trial = Trial::play(&mut *agent, rules, self.pieces, seed)
                .with_context(|| format!("{name}, trial {} with seed {seed}", run + 1))?;
            eprintln!("{name} {}/{}: {} pieces, {} sent", run + 1, self.runs, trial.pieces, trial.attack);
            trials.push(trial);
        }
        let total = |of: fn(&Trial) -> u64| trials.iter().map(of).sum::<u64>() as f64;
        let pieces = total(|trial| trial.pieces.into()).max(1.0);
        Ok(Entry {
            agent: name.to_string(),
            pieces: Mean::of(trials.iter().map(|trial| trial.pieces)),
            attack: Mean::of(trials.iter().map(|trial| trial.attack)),
            lines: Mean::of(trials.iter().map(|trial| trial.lines)),
            attack_per_piece: total(|trial| trial.attack.into()) / pieces,
            topped_out: trials.iter().filter(|trial| trial.topped_out).count() as u32,
            nodes_per_piece: total(|trial| trial.nodes) / pieces,
            seconds_per_piece: began.elapsed().as_secs_f64() / pieces,
            processor_seconds_per_piece: clock.elapsed().as_secs_f64() / pieces,
            trials,
        })
    }
}

fn table(entries: &[Entry]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header([
        "agent",
        "pieces",
        "sent",
        "per piece",
        "tetrises",
        "spin doubles",
        "spin triples",
        "perfect clears",
        "ms/piece",
        "of the processor",
    ]);
    for entry in entries {
        let mean = |of: fn(&Trial) -> u32| format!("{:.1}", Mean::of(entry.trials.iter().map(of)).mean);
        table.add_row([
            entry.agent.clone(),
            entry.pieces.to_string(),
            entry.attack.to_string(),
            format!("{:.3}", entry.attack_per_piece),
            mean(|trial| trial.clears.tetrises),
            mean(|trial| trial.clears.spin_doubles),
            mean(|trial| trial.clears.spin_triples),
            mean(|trial| trial.clears.perfect_clears),
            format!("{:.1}", 1000.0 * entry.seconds_per_piece),
            format!("{:.1}", 1000.0 * entry.processor_seconds_per_piece),
        ]);
    }
    format!("{table}\n")
}
