//! Progress for whoever watches: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};

use super::view::TrainingView;
use tetreach::text::{duration, short};
use tetreach_agents::record::{Content, Ending, MetricWriter, RecordError, RunProgress, StepRecord, tags};

/// Shows steps per second, success and the time left.
pub struct Console {
    display: Display,
    first: Option<Moment>,
    shown: Option<Moment>,
    latest: Option<Moment>,
    rates: (f64, f64),
    rollout: Option<f64>,
    evaluation: Option<f64>,
}

enum Display {
    Bar(ProgressBar),
    Lines { out: Box<dyn Write + Send>, every: f64 },
}

#[derive(Clone, Copy)]
struct Moment {
    seconds: f64,
    progress: RunProgress,
}

/// Marks on the bar.
const MARKS: u64 = 1000;

impl Console {
    /// Writes to stderr: a bar if it is a terminal, else a line every few seconds.
    pub fn stderr(every: f64) -> Self {
        if !io::stderr().is_terminal() {
            return Self::lines(Box::new(io::stderr()), every);
        }
        let style = ProgressStyle::with_template("{wide_bar} {msg}");
        let bar = ProgressBar::new(MARKS).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self::on(Display::Bar(bar))
    }

    /// Writes a line every `seconds` seconds.
    pub fn lines(out: Box<dyn Write + Send>, every: f64) -> Self {
        Self::on(Display::Lines { out, every })
    }

    fn on(display: Display) -> Self {
        Console {
            display,
            first: None,
            shown: None,
            latest: None,
            rates: (0.0, 0.0),
            rollout: None,
            evaluation: None,
        }
    }

    fn update(&mut self, now: Moment) {
        self.latest = Some(now);
        let Some(shown) = self.shown else {
            // Nothing to measure a speed against yet.
            (self.first, self.shown) = (Some(now), Some(now));
            return;
        };
        let wait = match &self.display {
            Display::Bar(_) => 0.25,
            Display::Lines { every, .. } => *every,
        };
        if now.seconds - shown.seconds >= wait {
            self.show(now);
        }
    }

    fn show(&mut self, now: Moment) {
        if let Some(shown) = self.shown.filter(|shown| shown.seconds < now.seconds) {
            let passed = now.seconds - shown.seconds;
            let rate = |new: u64, old: u64| new.saturating_sub(old) as f64 / passed;
            self.rates = (
                rate(now.progress.environment_steps, shown.progress.environment_steps),
                rate(now.progress.gradient_steps, shown.progress.gradient_steps),
            );
        }
        self.shown = Some(now);
        let message = self.message(now);
        match &mut self.display {
            Display::Bar(bar) => {
                bar.set_position((now.progress.done.clamp(0.0, 1.0) * MARKS as f64) as u64);
                bar.set_message(message);
            }
            // A watcher that went away does not end the run.
            Display::Lines { out, .. } => drop(writeln!(out, "{:>6.0} s  {message}", now.seconds)),
        }
    }

    fn message(&self, now: Moment) -> String {
        let done = (now.progress.done.clamp(0.0, 1.0) * 100.0).floor();
        let (environment, gradient) = self.rates;
        let mut message = format!(
            "{done:>3.0} %  {} env steps ({}/s)  {} updates ({gradient:.1}/s)",
            short(now.progress.environment_steps as f64),
            short(environment),
            short(now.progress.gradient_steps as f64),
        );
        for (name, rate) in [("success", self.rollout), ("eval", self.evaluation)] {
            if let Some(rate) = rate {
                message += &format!("  {name} {:.1} %", rate * 100.0);
            }
        }
        if let Some(left) = self.seconds_left(now) {
            message += &format!("  {} left", duration(left));
        }
        message
    }

    /// As long as it took for the share done since this process began, for the share still to do.
    fn seconds_left(&self, now: Moment) -> Option<f64> {
        let first = self.first?;
        let share = now.progress.done - first.progress.done;
        let left = (now.seconds - first.seconds) * (1.0 - now.progress.done) / share;
        (share > 0.0 && left.is_finite()).then_some(left.max(0.0))
    }
}

impl std::fmt::Debug for Console {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Console").finish_non_exhaustive()
    }
}

impl MetricWriter for Console {
    fn write(&mut self, record: &StepRecord<'_>) -> Result<(), RecordError> {
        match record.content {
            Content::Scalars(values) => {
                for (tag, value) in values {
                    if *tag == tags::ROLLOUT_SUCCESS_RATE {
                        self.rollout = Some(*value);
                    } else if *tag == tags::EVAL_SUCCESS_RATE {
                        self.evaluation = Some(*value);
                    }
                }
            }
            Content::Progress(progress) => self.update(Moment { seconds: record.seconds, progress }),
            Content::End(ending, _) => {
                if let Some(latest) = self.latest {
                    self.show(latest);
                }
                if let Display::Bar(bar) = &self.display {
                    if ending == Ending::Finished { bar.finish() } else { bar.abandon() }
                }
            }
            Content::Histogram(..) | Content::Picture(..) | Content::Text(..) | Content::Settings(..) => {}
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), RecordError> {
        if let Display::Lines { out, .. } = &mut self.display {
            drop(out.flush());
        }
        Ok(())
    }
}

/// What observes a run at the terminal: a line every 10 seconds where there is none, or where the run is shown.
pub fn writers(view: Option<&TrainingView>) -> Vec<Box<dyn MetricWriter>> {
    let console = view.map(|view| Console::lines(Box::new(view.stderr()), 10.0));
    vec![Box::new(console.unwrap_or_else(|| Console::stderr(10.0)))]
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_come_at_intervals_with_speed_success_and_time_left() {
        let out = Shared::default();
        let mut console = Console::lines(Box::new(out.clone()), 10.0);
        for second in 0..=20_u64 {
            let progress = RunProgress {
                done: second as f64 / 200.0,
                environment_steps: second * 2000,
                gradient_steps: second * 5,
            };
            let scalars = [(tags::ROLLOUT_SUCCESS_RATE, 0.5), (tags::EVAL_SUCCESS_RATE, 0.25)];
            for content in [Content::Scalars(&scalars), Content::Progress(progress)] {
                console.write(&StepRecord { step: 0, seconds: second as f64, content }).unwrap();
            }
        }
        let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        let expected = [
            "    10 s    5 %  20.0 k env steps (2.00 k/s)  50 updates (5.0/s)  success 50.0 %  eval 25.0 %  3 min left",
            "    20 s   10 %  40.0 k env steps (2.00 k/s)  100 updates (5.0/s)  success 50.0 %  eval 25.0 %  \
             3 min left",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_resumed_run_measures_only_its_own_speed() {
        let out = Shared::default();
        let mut console = Console::lines(Box::new(out.clone()), 1.0);
        for (seconds, done) in [(1000.0, 0.5), (1001.0, 0.51)] {
            let progress = RunProgress { done, environment_steps: 0, gradient_steps: 0 };
            console.write(&StepRecord { step: 0, seconds, content: Content::Progress(progress) }).unwrap();
        }
        let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        assert!(text.trim_end().ends_with("49 s left"), "{text}");
    }
}
