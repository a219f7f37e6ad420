//! Names that someone may have meant.

/// Least likeness of a name that is suggested, from 0 for nothing in common to 1 for the same name.
const LEAST_LIKENESS: f64 = 0.6;

/// The name most like the one given, if any is like it.
///
/// ```
/// use tetreach_agents::config::closest;
///
/// assert_eq!(closest("gumble", ["puct", "gumbel"]), Some("gumbel"));
/// assert_eq!(closest("xyzzy", ["puct", "gumbel"]), None);
/// ```
pub fn closest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    closest_of(name, names, |known| (*known).to_string(), LEAST_LIKENESS)
}

/// The item whose name is most like the one given, if the likeness is at least `least`.
pub(super) fn closest_of<I>(
    name: &str,
    items: impl IntoIterator<Item = I>,
    name_of: impl Fn(&I) -> String,
    least: f64,
) -> Option<I> {
    let alike = |item: I| (strsim::normalized_damerau_levenshtein(&name_of(&item), name), item);
    let best = items.into_iter().map(alike).max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.filter(|(likeness, _)| *likeness >= least).map(|(_, item)| item)
}
