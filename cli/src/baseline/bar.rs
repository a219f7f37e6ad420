//! A bar on a terminal's standard error for work that is counted.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Redraws per second.
const REDRAWS: u8 = 10;

/// A bar with a word about what is counted, rate and time to go; it exists on a terminal only.
pub fn bar(work: &'static str, count: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr_with_hz(REDRAWS));
    let style = ProgressStyle::with_template("{prefix}: {bar:30} {pos}/{len}, {per_sec}, {eta} to go {msg}");
    bar.set_style(style.expect("invariant: the template is well-formed"));
    bar.set_prefix(work);
    bar
}
