//! The command line of two programs: `tetreach`, and `tetreach-train`, which is linked against libtorch.
//!
//! Results to stdout, logs and progress to stderr; exit code 0 done or solved, 1 not solved or unreachable, 2 bad usage
//! or input.

mod baseline;
mod bench;
mod bot;
mod check;
mod classic_rules;
mod device;
mod eval;
mod format;
mod inspect;
mod lab;
mod libtorch;
mod lookahead;
mod oracle;
mod output;
mod perft;
mod pixels;
mod playground;
mod progress;
mod run_game;
mod serve;
mod solve;
mod suites;
mod targets;
mod tournament;
#[cfg(feature = "torch")]
mod train;
mod training_program;
mod tune;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[cfg(feature = "torch")]
pub use self::libtorch::ThisProgram;
pub use self::libtorch::{Libtorch, OtherProgram, PassedOn};

/// Finds tetromino placements that lead from the empty board to exactly the board you draw.
#[derive(Debug, Parser)]
#[command(name = "tetreach", version, arg_required_else_help = true)]
struct Cli<L: Libtorch> {
    #[command(subcommand)]
    command: Command<L>,
}

#[derive(Debug, Subcommand)]
enum Command<L: Libtorch> {
    /// Finds placements that lead from the empty board to exactly one board.
    Solve(solve::Solve),
    /// Runs an agent over suites of targets and sums up.
    Eval(eval::Eval),
    /// Trains a network from a config file.
    Train(L::Train),
    /// Plays games between agents and sums up who plays how well.
    #[command(subcommand)]
    Tournament(tournament::TournamentArgs),
    /// Finds weights for players.
    #[command(subcommand)]
    Tune(tune::Tune),
    /// Makes, draws and checks target boards.
    #[command(subcommand)]
    Targets(targets::Targets),
    /// Exact distances on small boards.
    #[command(subcommand)]
    Oracle(oracle::OracleArgs),
    /// The thesis' pipeline: samples, regressors, plots and tree search, with its faults and without.
    #[command(subcommand)]
    Baseline(baseline::Baseline),
    /// Measures speed as ratios taken in one run, and agents against each other.
    #[command(subcommand)]
    Bench(bench::Bench<L>),
    /// Lists finished experiments.
    #[command(subcommand)]
    Lab(lab::Lab),
    /// Plays a game by hand in the terminal; without arguments, a menu.
    Play(playground::Play),
    /// Watches an agent play in the terminal, or a training run.
    Watch(playground::Watch),
    /// Serves a page on this machine: draw a board, watch it solved, look at training runs.
    Serve(serve::Serve),
    /// Checks that the environments keep their contract and prints every rule.
    Check(check::CheckArgs),
    /// Plays for other programs: speaks a protocol on standard input and output.
    #[command(subcommand)]
    Bot(bot::BotArgs),
    /// Counts the move sequences of a game exactly.
    #[command(subcommand)]
    Perft(perft::PerftArgs),
    /// Shows what is in a config, a run, a checkpoint or a demonstration.
    #[command(subcommand)]
    Inspect(inspect::Inspect),
}

/// How a command that was understood ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// It did what was asked.
    Done,
    /// It did, and the answer is no.
    Failed,
}

/// Runs the command given by the process' arguments.
pub fn run<L: Libtorch>() -> ExitCode {
    let outcome = match Cli::<L>::parse().command {
        Command::Baseline(baseline) => baseline.run(),
        Command::Bench(bench) => bench.run(),
        Command::Bot(bot) => bot.run(),
        Command::Check(check) => check.run::<L>(),
        Command::Inspect(inspect) => inspect.run(),
        Command::Lab(lab) => lab.run(),
        Command::Oracle(oracle) => oracle.run(),
        Command::Tournament(tournament) => tournament.run(),
        Command::Perft(perft) => perft.run(),
        Command::Play(play) => play.run(),
        Command::Watch(watch) => watch.run(),
        Command::Serve(serve) => serve.run(),
        Command::Solve(solve) => solve.run::<L>(),
        Command::Eval(eval) => eval.run::<L>(),
        Command::Targets(targets) => targets.run(),
        Command::Tune(tune) => tune.run(),
        Command::Train(train) => L::train(train),
    };
    match outcome {
        Ok(CommandOutcome::Done) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Failed) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
