//! The command line: results to stdout, logs and progress to stderr; exit code 0 done or solved, 1 not solved or
//! unreachable, 2 bad usage or input.

mod bench;
mod inspect;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Finds tetromino placements that lead from the empty board to exactly the board you draw.
#[derive(Debug, Parser)]
#[command(name = "tetreach", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measures speed, as ratios taken in one run.
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Shows what is in a config, a run or a checkpoint.
    #[command(subcommand)]
    Inspect(inspect::Inspect),
}

/// How a command that was understood ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It did what was asked.
    Done,
}

/// Runs the command given by the process' arguments.
pub fn run() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Bench(bench) => bench.run(),
        Command::Inspect(inspect) => inspect.run(),
    };
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
