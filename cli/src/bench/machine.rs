//! The machine that a measurement was taken on.

use std::fs;

/// The processor's name, or "unknown".
pub fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = info.lines().find_map(|line| line.strip_prefix("model name"));
    let name = named.map(|rest| rest.trim_start_matches([':', ' ', '\t']).trim());
    name.filter(|name| !name.is_empty()).unwrap_or("unknown").to_owned()
}

/// Seconds that this thread has had a processor; `None` where the system does not tell.
pub fn thread_seconds() -> Option<f64> {
    let times = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = times.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 * 1e-9)
}
