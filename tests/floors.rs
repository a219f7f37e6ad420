//! What holds of the sources as a whole: folders of a crate form no cycle, so that whoever reads one needs to know only
//! those below it, and prose fits into 120 columns.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// One folder's use of another, with the line that says so.
type Uses = BTreeMap<(String, String), String>;

/// All files below a folder whose names end in one of these.
fn files(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, extensions, found);
        } else if path.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known))
        {
            found.push(path);
        }
    }
}

/// The part of a source file that is not a test, without comments.
fn production(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let code = |line: &str| !line.trim_start().starts_with("//");
    text[..end].lines().enumerate().map(|(index, line)| (index + 1, line)).filter(move |(_, line)| code(line))
}

/// The modules that a line names as `crate::module`, those of a list `crate::{one, other}` included.
fn modules(line: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = Vec::new();
    for (at, _) in line.match_indices("crate::") {
        // `$crate::` of a macro, or the end of a longer word.
        if line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let rest = &line[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => found.extend(list.split(',').map(|entry| name(entry.trim()))),
            None => found.push(name(rest)),
        }
    }
    found
}

/// Which top-level modules of a crate use which others.
fn uses(source: &Path) -> Uses {
    let mut paths = Vec::new();
    files(source, &["rs"], &mut paths);
    let module = |path: &Path| {
        let first = path.strip_prefix(source).unwrap().components().next().unwrap();
        first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
    };
    let known: BTreeSet<String> = paths.iter().map(|path| module(path)).collect();
    let mut uses = Uses::new();
    for path in &paths {
        let (from, text) = (module(path), fs::read_to_string(path).unwrap());
        if ["lib", "main"].contains(&from.as_str()) {
            continue;
        }
        for (number, line) in production(&text) {
            for to in modules(line).into_iter().filter(|to| known.contains(to) && *to != from) {
                let place = format!("{}:{number}: {}", path.display(), line.trim());
                uses.entry((from.clone(), to)).or_insert(place);
            }
        }
    }
    uses
}

/// The lines of a cycle, if there is one.
fn cycle(uses: &Uses) -> Option<Vec<String>> {
    fn walk<'a>(uses: &'a Uses, at: &'a str, way: &mut Vec<&'a str>, done: &mut BTreeSet<&'a str>) -> bool {
        if let Some(start) = way.iter().position(|module| *module == at) {
            way.drain(..start);
            return true;
        }
        if done.contains(at) {
            return false;
        }
        way.push(at);
        for (_, to) in uses.keys().filter(|(from, _)| from == at) {
            if walk(uses, to, way, done) {
                return true;
            }
        }
        way.pop();
        done.insert(at);
        false
    }
    let mut done = BTreeSet::new();
    for (from, _) in uses.keys() {
        let mut way = Vec::new();
        if walk(uses, from, &mut way, &mut done) {
            let next = |index: usize| way[(index + 1) % way.len()].to_owned();
            let line = |index: usize| uses[&(way[index].to_owned(), next(index))].clone();
            return Some((0..way.len()).map(line).collect());
        }
    }
    None
}

#[test]
fn folders_of_a_crate_form_no_cycle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for source in ["games/src", "agents/src", "src", "lab/src", "cli/src"].map(|source| root.join(source)) {
        // A package has only its own folder.
        if source.is_dir() {
            let uses = uses(&source);
            assert_eq!(cycle(&uses), None, "folders of {} use each other in a circle", source.display());
            checked += usize::from(!uses.is_empty());
        }
    }
    assert!(checked > 0, "no folder uses another: the test reads nothing");
}

#[test]
fn a_cycle_is_found_and_its_lines_are_named() {
    let uses: Uses = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]
        .into_iter()
        .map(|(from, to)| ((from.to_owned(), to.to_owned()), format!("{from}.rs:1: use crate::{to};")))
        .collect();
    assert_eq!(cycle(&uses).unwrap(), ["b.rs:1: use crate::c;", "c.rs:1: use crate::b;"]);
    assert_eq!(modules("use crate::{env::Action, nn};"), ["env", "nn"]);
    assert_eq!(modules("    let x = crate::solve::lower_bound(&$crate::no, mycrate::no);"), ["solve"]);
    let text = "use crate::a;\n// use crate::b;\n#[cfg(test)]\nmod tests {\n    use crate::c;\n}\n";
    assert_eq!(production(text).map(|(number, _)| number).collect::<Vec<_>>(), [1]);
}

/// The most characters of a line of prose.
const MOST_COLUMNS: usize = 120;
/// Pages that the program writes.
const GENERATED: [&str; 2] = ["docs/config.md", "docs/metrics.md"];

/// Whether a line of Markdown or a comment of Rust could be broken: tables, headings and single words cannot.
fn is_breakable(prose: &str) -> bool {
    !prose.starts_with(['|', '#']) && prose.trim_start_matches("- ").contains(' ')
}

#[test]
fn prose_has_short_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut paths, mut read, mut long) = (Vec::new(), 0, Vec::new());
    for folder in ["games", "agents", "src", "lab", "cli/src", "cli/tests", "tests", "examples", "docs"] {
        let folder = root.join(folder);
        // A package has only its own folders.
        if folder.is_dir() {
            files(&folder, &["rs", "md"], &mut paths);
        }
    }
    // Pages that the program writes have a line per setting.
    paths.retain(|path| !GENERATED.iter().any(|page| path.ends_with(page)));
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let is_markdown = path.extension().is_some_and(|extension| extension == "md");
        let mut in_code = false;
        for (index, line) in text.lines().enumerate() {
            in_code ^= is_markdown && line.starts_with("```");
            let prose = if is_markdown { Some(line) } else { line.trim_start().strip_prefix("//") };
            let Some(prose) = prose.filter(|_| !in_code) else { continue };
            let prose = if is_markdown { prose } else { prose.trim_start_matches(['/', '!']).trim_start() };
            read += 1;
            if line.chars().count() > MOST_COLUMNS && is_breakable(prose) {
                long.push(format!("{}:{}", path.display(), index + 1));
            }
        }
    }
    assert!(read > 1_000, "the test reads only {read} lines of prose");
    assert!(long.is_empty(), "more than {MOST_COLUMNS} characters in {}", long.join(", "));
}
