//! Axes: a range, a scale and the places of their ticks.

/// How values become distances on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart; values at or below 0 lie at the low end.
    Log,
}

/// One axis of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    label: String,
    scale: Scale,
    low: f64,
    high: f64,
    percent: bool,
}

impl Axis {
    /// A linear axis; an empty range is widened.
    pub fn linear(label: &str, low: f64, high: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { label: label.to_owned(), scale: Scale::Linear, low, high, percent: false }
    }

    /// An axis of shares from 0 to 1, written in percent.
    pub fn share(label: &str) -> Self {
        Self { percent: true, ..Self::linear(label, 0.0, 1.0) }
    }

    /// A logarithmic axis over whole decades around the positive ones of these values.
    pub fn log(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let positive = values.into_iter().filter(|value| *value > 0.0 && value.is_finite());
        let (low, high) = positive.fold((f64::INFINITY, 0.0_f64), |(l, h), v| (l.min(v), h.max(v)));
        let (low, high) = if high > 0.0 { (low.log10().floor(), high.log10().ceil()) } else { (0.0, 1.0) };
        let high = if high > low { high } else { low + 1.0 };
        let (low, high) = (10_f64.powf(low), 10_f64.powf(high));
        Self { label: label.to_owned(), scale: Scale::Log, low, high, percent: false }
    }

    /// What the axis shows.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Both ends, as places.
    pub(super) fn ends(&self) -> std::ops::Range<f64> {
        self.place(self.low)..self.place(self.high)
    }

    /// Where a value lies: the value itself or its logarithm, never outside of the axis.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = if value.is_nan() { self.low } else { value.clamp(self.low, self.high) };
        match self.scale {
            Scale::Linear => value,
            Scale::Log => value.log10(),
        }
    }

    /// Values worth a line, with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        match self.scale {
            Scale::Linear => {
                let step = nice_step((self.high - self.low) / 5.0);
                let first = (self.low / step - 1e-9).ceil() as i64;
                let last = (self.high / step + 1e-9).floor() as i64;
                (first..=last).map(|n| n as f64 * step).map(|value| (value, self.text(value, step))).collect()
            }
            Scale::Log => {
                let (first, last) = (self.low.log10().round() as i32, self.high.log10().round() as i32);
                // With many decades every second or third one is enough.
                let every = ((last - first) / 7 + 1) as usize;
                let decades = (first..=last).step_by(every);
                decades.map(|decade| (10_f64.powi(decade), decade_text(decade))).collect()
            }
        }
    }

    fn text(&self, value: f64, step: f64) -> String {
        if self.percent {
            return format!("{:.0} %", 100.0 * value);
        }
        if step >= 1e6 {
            return format!("{} M", value / 1e6);
        }
        if step >= 1e4 {
            return format!("{} k", value / 1e3);
        }
        let digits = (-step.log10().floor()).max(0.0) as usize;
        format!("{value:.digits$}")
    }
}

/// The step of 1, 2 or 5 times a power of ten that is nearest above.
fn nice_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(least)
}

fn decade_text(decade: i32) -> String {
    match decade {
        -3..0 => format!("{:.1$}", 10_f64.powi(decade), decade.unsigned_abs() as usize),
        0..3 => format!("{:.0}", 10_f64.powi(decade)),
        3..6 => format!("{:.0} k", 10_f64.powi(decade - 3)),
        6..9 => format!("{:.0} M", 10_f64.powi(decade - 6)),
        _ => format!("1e{decade}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(texts(&Axis::linear("", 0.0, 11.0)), ["0", "5", "10"]);
        assert_eq!(texts(&Axis::linear("", 0.9, 1.4)), ["0.9", "1.0", "1.1", "1.2", "1.3", "1.4"]);
        assert_eq!(texts(&Axis::linear("", 0.0, 90_000.0)), ["0 k", "20 k", "40 k", "60 k", "80 k"]);
        assert_eq!(texts(&Axis::share("")), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
        assert_eq!(texts(&Axis::log("", [0.004, 30.0])), ["0.001", "0.01", "0.1", "1", "10", "100"]);
    }

    #[test]
    fn places_stay_on_the_axis() {
        let log = Axis::log("", [2.0, 50.0]);
        assert_eq!((log.place(0.0), log.place(10.0), log.place(1e9)), (0.0, 1.0, 2.0));
        assert_eq!(Axis::log("", []).ends(), 0.0..1.0);
        assert_eq!(Axis::linear("", 3.0, 3.0).ends(), 3.0..4.0);
        assert_eq!(Axis::linear("", 0.0, 1.0).place(f64::NAN), 0.0);
    }
}
