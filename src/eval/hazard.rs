//! How often something ends that has no memory.

use serde::Serialize;

use super::statistics::Interval;

/// Deaths per placement with the exact 95 % interval of a Poisson count (Garwood 1936).
///
/// Games of a good player have no memory: how long one lasts does not depend on how long it has lasted. So games may be
/// cut at any length without a bias, and the relative error is that of the number of deaths alone.
///
/// ```
/// use tetreach::eval::Hazard;
///
/// let hazard = Hazard::new(4, 1000);
/// assert_eq!(hazard.rate(), 0.004);
/// // The published bounds for a count of 4 are 1.0899 and 10.2416.
/// assert!((hazard.interval().low - 0.0010899).abs() < 1e-7);
/// assert!((hazard.interval().high - 0.0102416).abs() < 1e-7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hazard {
    /// How often it ended.
    pub deaths: u64,
    /// How often it could have.
    pub placements: u64,
}

impl Hazard {
    /// A number of deaths in a number of placements.
    pub fn new(deaths: u64, placements: u64) -> Self {
        Hazard { deaths, placements }
    }

    /// Deaths per placement.
    pub fn rate(&self) -> f64 {
        self.deaths as f64 / self.placements as f64
    }

    /// The 95 % interval of the rate.
    pub fn interval(&self) -> Interval {
        let count = poisson_interval(self.deaths);
        let placements = self.placements as f64;
        Interval { low: count.low / placements, high: count.high / placements }
    }

    /// Lines per game on a board of this width: each placement brings four cells, and a line takes as many as there are
    /// columns. Infinite without deaths.
    pub fn lines(&self, width: u8) -> f64 {
        4.0 / f64::from(width) / self.rate()
    }

    /// The 95 % interval of the lines per game.
    pub fn lines_interval(&self, width: u8) -> Interval {
        let (rate, lines) = (self.interval(), 4.0 / f64::from(width));
        Interval { low: lines / rate.high, high: lines / rate.low }
    }
}

/// The means between which 95 % of the confidence in a Poisson count lies.
fn poisson_interval(count: u64) -> Interval {
    let high = solve(count, |mean| at_most(count, mean) - 0.025);
    let low = if count == 0 { 0.0 } else { solve(count, |mean| at_most(count - 1, mean) - 0.975) };
    Interval { low, high }
}

/// Where a falling function of the mean is zero.
fn solve(count: u64, falling: impl Fn(f64) -> f64) -> f64 {
    let count = count as f64;
    let (mut low, mut high) = (0.0, count + 10.0 * (count + 1.0).sqrt() + 10.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if falling(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The probability of at most `count` events where `mean` are expected.
fn at_most(count: u64, mean: f64) -> f64 {
    if mean == 0.0 {
        return 1.0;
    }
    // From the most likely number of events down and up, each term from the one before, so that none vanishes too soon.
    let middle = count.min(mean as u64);
    let log_factorial: f64 = (1..=middle).map(|k| (k as f64).ln()).sum();
    let most = (middle as f64 * mean.ln() - mean - log_factorial).exp();
    let mut sum = most;
    let mut term = most;
    for k in (1..=middle).rev() {
        term *= k as f64 / mean;
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    term = most;
    for k in middle + 1..=count {
        term *= mean / k as f64;
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_published_tables() {
        for (count, low, high) in [
            (0, 0.0, 3.6889),
            (1, 0.0253, 5.5716),
            (10, 4.7954, 18.3904),
            (50, 37.1110, 65.9187),
            (100, 81.3635, 121.6274),
        ] {
            let interval = poisson_interval(count);
            assert!((interval.low - low).abs() < 2e-3, "{count}: {interval:?}");
            assert!((interval.high - high).abs() < 2e-3, "{count}: {interval:?}");
        }
        // Large counts are nearly normal.
        let interval = poisson_interval(10_000);
        assert!(
            (interval.low - 9805.0).abs() < 3.0 && (interval.high - 10_198.0).abs() < 3.0,
            "{interval:?}"
        );
    }

    #[test]
    fn without_deaths_there_is_only_a_lower_bound() {
        let hazard = Hazard::new(0, 1000);
        assert_eq!(hazard.lines(10), f64::INFINITY);
        let interval = hazard.lines_interval(10);
        assert!((interval.low - 0.4 * 1000.0 / 3.6889).abs() < 0.01 && interval.high == f64::INFINITY);
    }
}
