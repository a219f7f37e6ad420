//! `tetreach bot referee`: a Tetress agent for referees that are other programs.

use std::io::{self, BufRead};

use anyhow::Context;
use clap::Args;

use crate::CommandOutcome;
use crate::output::print;
use tetreach::solve::Budget;
use tetreach::tetress::{AgentName, RefereeClient};

/// Plays Tetress for a referee, line by line.
#[derive(Debug, Args)]
#[command(after_help = "The referee sends a line, the bot answers with one:\n  \
    init RED|BLUE                 ready            a new game, and the bot's colour\n  \
    action                        PLACE(5-5, ...)  the bot's move\n  \
    update RED|BLUE PLACE(...)    ok               a move that was made, the bot's own too\n  \
    quit                                           the end\n\n\
    scripts/tetress_agent is a package for the course's referee that asks this bot.")]
pub struct RefereeArgs {
    /// The agent: see `tetreach tournament tetress --help`.
    #[arg(long, value_name = "NAME", default_value = "alpha-beta")]
    agent: AgentName,
    /// Seconds per move.
    #[arg(long, value_name = "S", default_value = "0.2", value_parser = crate::tournament::seconds)]
    seconds: f64,
    /// Seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl RefereeArgs {
    /// Answers until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let mut bot = RefereeClient::new(self.agent, Budget::seconds(self.seconds), self.seed);
        for (index, line) in io::stdin().lock().lines().enumerate() {
            let line = line.context("cannot read standard input")?;
            let answer = bot.answer(&line).with_context(|| format!("line {}", index + 1))?;
            match answer {
                Some(answer) => print(&format!("{answer}\n"))?,
                None => break,
            }
        }
        Ok(CommandOutcome::Done)
    }
}
