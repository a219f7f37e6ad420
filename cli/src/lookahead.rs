//! The tree behind the queue of the guideline bot, as arguments.

use clap::Args;
use tetreach::guideline::bot::Lookahead;

/// How far the bot looks behind the pieces in view.
#[derive(Clone, Copy, Debug, Args)]
pub struct LookaheadArgs {
    /// Lines of the bot's beam whose ends are judged by a tree over the pieces that may come behind the queue.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100_000))]
    lookahead: u32,
    /// The number of pieces that this tree is deep.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
    lookahead_depth: u32,
}

impl LookaheadArgs {
    /// Whether there is such a tree.
    pub fn is_on(&self) -> bool {
        self.lookahead > 0
    }

    /// What the bot is made with; of the placements of each piece but the last the best five are followed.
    pub fn settings(&self) -> Lookahead {
        Lookahead { lines: self.lookahead as usize, depth: self.lookahead_depth, beam: 5 }
    }
}
