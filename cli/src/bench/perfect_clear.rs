//! `tetreach bench perfect-clear`: the search for perfect clears over the queues of bags.

use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::json;

use super::machine;
use super::measure::Clock;
use crate::format::Format;
use crate::progress::cancel_on_interrupt;
use crate::{CommandOutcome, output};
use tetreach::game::Piece;
use tetreach::game::guideline::{Bag, Field, GuidelinePreset};
use tetreach::guideline::perfect_clear::{PerfectClear, PerfectClearSearch, bag_queues};

/// Searches for perfect clears from the empty field: one piece more than it takes is known, and hold can be used.
///
/// Queues are told apart by where the first bag ends, as the public counts do: 4,233,600 openers of four lines,
/// 57,576,960 queues from anywhere in a bag and 196,862,400 with any piece or none held; for two lines 5,040, 154,980
/// and 378,420. Times of single searches are by the clock, so that whatever else the machine does slows them down;
/// those in the processor time of the one thread used stand beside them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tetreach bench perfect-clear --sample 10000
  tetreach bench perfect-clear --lines 2 --queues held --format json
  tetreach bench perfect-clear --sample 4233600   (every opener: about half an hour)")]
pub struct PerfectClearBench {
    /// The number of lines to clear.
    #[arg(long, value_name = "N", value_enum, default_value_t = Lines::Four)]
    lines: Lines,
    /// Which queues.
    #[arg(long, value_enum, default_value_t = Queues::Opener)]
    queues: Queues,
    /// The number of queues that are drawn at random and tried; every one is tried once if there are not more.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lines {
    #[value(name = "2")]
    Two,
    #[value(name = "4")]
    Four,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Queues {
    /// From the first piece of a bag on.
    Opener,
    /// From anywhere in a bag on.
    Any,
    /// The same, and with any piece held.
    Held,
}

impl Queues {
    /// What may be held, and with how many pieces of the first bag left.
    fn starts(self, length: usize) -> Vec<QueueStart> {
        let any = |hold: Option<Piece>, length: usize| {
            // If all pieces seen are of the first bag, how many more are left does not matter.
            (1..=length.min(7)).map(move |left| QueueStart { hold, length, left }).collect::<Vec<_>>()
        };
        match self {
            Queues::Opener => vec![QueueStart { hold: None, length, left: 7 }],
            Queues::Any => any(None, length),
            Queues::Held => {
                let held = Piece::ALL.into_iter().flat_map(|piece| any(Some(piece), length - 1));
                any(None, length).into_iter().chain(held).collect()
            }
        }
    }
}

/// Times in milliseconds, sorted.
struct Times(Vec<f64>);

impl Times {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Times(times)
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// Half of the 95 % interval of the mean.
    fn interval(&self) -> f64 {
        let (n, mean) = (self.0.len() as f64, self.mean());
        let squares: f64 = self.0.iter().map(|time| (time - mean).powi(2)).sum();
        if n > 1.0 { 1.96 * (squares / (n - 1.0) / n).sqrt() } else { 0.0 }
    }

    fn quantile(&self, share: f64) -> f64 {
        self.0[((self.0.len() - 1) as f64 * share).round() as usize]
    }
}

impl PerfectClearBench {
    /// Searches and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let lines: u8 = match self.lines {
            Lines::Two => 2,
            Lines::Four => 4,
        };
        let length = usize::from(lines) * Field::WIDTH / 4 + 1;
        let starts = self.queues.starts(length);
        let cancel = cancel_on_interrupt()?;
        let (queues, all) = self.drawn(&starts);
        let bar =
            ProgressBar::with_draw_target(Some(queues.len() as u64), ProgressDrawTarget::stderr_with_hz(5));
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} queues, {per_sec}, {eta} to go");
        bar.set_style(style.expect("invariant: the template is well-formed"));
        let mut search = PerfectClearSearch::new(GuidelinePreset::Ppt.rules());
        let (mut found, mut expanded, mut most) = (0_u64, 0, 0);
        let (mut times, mut processor) = (Vec::with_capacity(queues.len()), Vec::with_capacity(queues.len()));
        for (hold, queue) in &queues {
            if cancel.is_cancelled() {
                break;
            }
            let (clock, began) = (Clock::start(), Instant::now());
            let answer = search.find(&Field::EMPTY, *hold, queue, lines, u64::MAX);
            times.push(1000.0 * began.elapsed().as_secs_f64());
            processor.push(1000.0 * clock.elapsed().as_secs_f64());
            found += u64::from(matches!(answer, PerfectClear::Found(_)));
            (expanded, most) = (expanded + search.expanded(), most.max(search.expanded()));
            bar.inc(1);
        }
        bar.finish_and_clear();
        anyhow::ensure!(!times.is_empty(), "stopped before the first queue");
        let tried = times.len();
        let (times, processor) = (Times::of(times), Times::of(processor));
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
        let report = json!({
            "machine": machine::processor(),
            "lines": lines,
            "queues": all,
            "tried": tried,
            "seed": self.seed,
            "found": found,
            "impossible": tried as u64 - found,
            "mean_ms": rounded(times.mean()),
            "mean_ms_interval": rounded(times.interval()),
            "median_ms": rounded(times.quantile(0.5)),
            "p99_ms": rounded(times.quantile(0.99)),
            "worst_ms": rounded(times.quantile(1.0)),
            "mean_processor_ms": rounded(processor.mean()),
            "mean_processor_ms_interval": rounded(processor.interval()),
            "worst_processor_ms": rounded(processor.quantile(1.0)),
            "mean_positions": rounded(expanded as f64 / tried as f64),
            "most_positions": most,
        });
        match self.format {
            Format::Json => output::print(&format!("{}\n", serde_json::to_string_pretty(&report)?))?,
            Format::Text => output::print(&format!(
                "{found} of {tried} queues have a perfect clear of {lines} lines\n\
                 {:.3} ± {:.3} ms on average, {:.3} ms in half of them at most, {:.1} ms in 99 %, {:.1} ms at worst\n\
                 {:.3} ± {:.3} ms of processor time on average, {:.1} ms at worst\n\
                 {:.0} positions on average, {most} at most\n",
                times.mean(),
                times.interval(),
                times.quantile(0.5),
                times.quantile(0.99),
                times.quantile(1.0),
                processor.mean(),
                processor.interval(),
                processor.quantile(1.0),
                expanded as f64 / tried as f64,
            ))?,
        }
        Ok(if cancel.is_cancelled() { CommandOutcome::Failed } else { CommandOutcome::Done })
    }

    /// The queues to try, each with what is held, and how many there are in all.
    fn drawn(&self, starts: &[QueueStart]) -> (Vec<HeldQueue>, u64) {
        let counts: Vec<u64> = starts.iter().map(QueueStart::count).collect();
        let all: u64 = counts.iter().sum();
        if all <= self.sample.into() {
            let queues = |start: &QueueStart| {
                let hold = start.hold;
                bag_queues(start.length, start.left).into_iter().map(move |queue| (hold, queue))
            };
            return (starts.iter().flat_map(queues).collect(), all);
        }
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed);
        let drawn = (0..self.sample).map(|_| {
            let mut rank = rng.random_range(0..all);
            let start = starts.iter().zip(&counts).find(|&(_, &count)| {
                let is_here = rank < count;
                rank = rank.saturating_sub(count);
                is_here
            });
            let (start, _) = start.expect("invariant: the rank is below the sum of all counts");
            (start.hold, start.draw(&mut rng))
        });
        (drawn.collect(), all)
    }
}

/// What is held, and a queue.
type HeldQueue = (Option<Piece>, Vec<Piece>);

/// Where queues begin: what is held, how long they are, and how many pieces of the first bag are left.
#[derive(Clone, Copy, Debug)]
struct QueueStart {
    hold: Option<Piece>,
    length: usize,
    left: usize,
}

impl QueueStart {
    /// The number of queues.
    fn count(&self) -> u64 {
        let mut bag = 7;
        let choices = (0..self.length).map(|place| {
            bag = if place == self.left || bag == 0 { 7 } else { bag };
            bag -= 1;
            bag + 1
        });
        choices.product()
    }

    /// One of the queues, each with the same probability.
    fn draw(&self, rng: &mut Pcg64Mcg) -> Vec<Piece> {
        let mut bag = Bag::FULL;
        let draw = |place| {
            if place == self.left {
                bag = Bag::FULL;
            }
            bag.draw(rng)
        };
        (0..self.length).map(draw).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_are_as_many_as_published() {
        let count = |queues: Queues, lines: usize| -> u64 {
            queues.starts(10 * lines / 4 + 1).iter().map(QueueStart::count).sum()
        };
        assert_eq!(
            [Queues::Opener, Queues::Any, Queues::Held].map(|q| count(q, 2)),
            [5040, 154_980, 378_420]
        );
        let four = [Queues::Opener, Queues::Any, Queues::Held].map(|q| count(q, 4));
        assert_eq!(four, [4_233_600, 57_576_960, 196_862_400]);
        let start = QueueStart { hold: None, length: 6, left: 4 };
        assert_eq!(start.count(), bag_queues(6, 4).len() as u64);
    }
}
