//! Numbers as people read them.
//!
//! ```
//! use tetreach::text::{counted, duration, short};
//!
//! assert_eq!(counted(3, "piece"), "3 pieces");
//! assert_eq!(short(12_345.0), "12.3 k");
//! assert_eq!(duration(600.0), "10 min");
//! ```

/// A number with its noun, in the plural unless it is one.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A count with three digits and a unit: 12.3 k, 4.57 M.
pub fn short(count: f64) -> String {
    let (value, unit) = match count {
        c if c < 1e3 => return format!("{c:.0}"),
        c if c < 1e6 => (c / 1e3, "k"),
        c if c < 1e9 => (c / 1e6, "M"),
        c => (c / 1e9, "G"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

/// A number of seconds with two or three digits and a unit: 250 ms, 45 s, 10 min, 2.5 h.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.0095 => format!("{:.1} ms", 1e3 * s),
        s if s < 1.0 => format!("{:.0} ms", 1e3 * s),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 99.5 => format!("{s:.0} s"),
        s if s < 5970.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_short() {
        let texts = [999.0, 1000.0, 12_345.0, 456_789.0, 7_654_321.0, 2.5e10].map(short);
        assert_eq!(texts, ["999", "1.00 k", "12.3 k", "457 k", "7.65 M", "25.0 G"]);
    }

    #[test]
    fn durations_are_short() {
        let texts = [0.0042, 0.25, 3.3, 45.0, 600.0, 9000.0].map(duration);
        assert_eq!(texts, ["4.2 ms", "250 ms", "3.3 s", "45 s", "10 min", "2.5 h"]);
    }

    #[test]
    fn nouns_are_in_the_plural_unless_it_is_one() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "row")), ["0 rows", "1 row", "2 rows"]);
    }
}
