//! What holds of the sources as a whole: folders of a crate form no cycle, so that whoever reads one needs to know only
//! those below it, a name means one type, pages name files that exist, and prose fits into 120 columns.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The sources of all crates.
const SOURCES: [&str; 6] = ["games/src", "agents/src", "src", "lab/src", "cli/src", "python/src"];

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

/// The part of a source file that is not a test, with comments left blank.
fn production(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let code = |line: &str| line.find("//").unwrap_or(line.len());
    text[..end].lines().map(|line| format!("{}\n", &line[..code(line)])).collect()
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The name that a text begins with.
fn name(text: &str) -> String {
    text.trim_start().chars().take_while(|letter| is_name(*letter)).collect()
}

/// The names that a path goes on with: one, or those of a list `{one, other::{..}}`.
fn names(rest: &str) -> Vec<String> {
    let Some(list) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let (mut depth, mut found, mut is_new) = (1, Vec::new(), true);
    for (at, letter) in list.char_indices() {
        if is_new {
            found.push(name(&list[at..]));
        }
        is_new = depth == 1 && letter == ',';
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => (),
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// The top-level modules that code names, as `crate::module` or by as many `super::` as lead to the root, and where.
fn modules(code: &str, depth: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (root, before) in [("crate::".to_owned(), "$"), ("super::".repeat(depth), ":")] {
        for (at, _) in code.match_indices(&root).filter(|_| !root.is_empty()) {
            let rest = &code[at + root.len()..];
            // The end of a longer word, `$crate::` of a macro, or another number of `super::`.
            let is_other = code[..at].ends_with(|letter: char| is_name(letter) || before.contains(letter));
            if !is_other && !rest.starts_with("super::") {
                found.extend(names(rest).into_iter().map(|name| (at, name)));
            }
        }
    }
    found
}

/// Which top-level modules of a crate use which others.
fn uses(source: &Path) -> Uses {
    let mut paths = Vec::new();
    files(source, &["rs"], &mut paths);
    let within = |path: &Path| path.strip_prefix(source).unwrap().to_owned();
    let module = |path: &Path| {
        within(path)
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_string_lossy()
            .trim_end_matches(".rs")
            .to_owned()
    };
    let known: BTreeSet<String> = paths.iter().map(|path| module(path)).collect();
    let mut uses = Uses::new();
    for path in &paths {
        let (from, code) = (module(path), production(&fs::read_to_string(path).unwrap()));
        if ["lib", "main"].contains(&from.as_str()) {
            continue;
        }
        let depth = within(path).components().count() - usize::from(path.ends_with("mod.rs"));
        for (at, to) in modules(&code, depth) {
            if known.contains(&to) && to != from {
                let line = code[..at].matches('\n').count();
                let text = code.lines().nth(line).unwrap().trim();
                let place = format!("{}:{}: {text}", path.display(), line + 1);
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
    for source in SOURCES.map(|source| root.join(source)) {
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
    let found =
        |code: &str, depth| modules(code, depth).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    assert_eq!(found("use crate::{env::Action, nn};", 1), ["env", "nn"]);
    assert_eq!(found("use crate::{\n    env::{Action, nn},\n    serve,\n};", 1), ["env", "serve", ""]);
    assert_eq!(found("    let x = crate::solve::lower_bound(&$crate::no, mycrate::no);", 1), ["solve"]);
    assert_eq!(
        found("use super::super::eval::run;\nuse super::no;\nuse super::super::super::no;", 2),
        ["eval"]
    );
    let text =
        "use crate::a; // crate::no\n// use crate::b;\n#[cfg(test)]\nmod tests {\n    use crate::c;\n}\n";
    assert_eq!(production(text), "use crate::a; \n\n");
}

/// Whether a line declares a type that other files can name.
fn declared_type(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest =
        rest.strip_prefix('(').map_or(rest, |within| within.split_once(')').map_or("", |(_, rest)| rest));
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    kinds.iter().find_map(|kind| rest.trim_start().strip_prefix(kind)).map(name)
}

#[test]
fn no_two_types_share_a_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut declared: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in SOURCES.map(|source| root.join(source)).iter().filter(|source| source.is_dir()) {
        let mut paths = Vec::new();
        files(source, &["rs"], &mut paths);
        for path in paths {
            for name in production(&fs::read_to_string(&path).unwrap()).lines().filter_map(declared_type) {
                // Two builds may each have theirs in one file.
                declared.entry(name).or_default().insert(path.display().to_string());
            }
        }
    }
    assert!(declared.len() > 100, "the test finds only {} types", declared.len());
    declared.retain(|_, places| places.len() > 1);
    assert!(declared.is_empty(), "the same name for several types: {declared:#?}");
    assert_eq!(declared_type("    pub(super) struct Thing<T> {").as_deref(), Some("Thing"));
    assert_eq!((declared_type("struct Thing;"), declared_type("pub fn thing() {")), (None, None));
}

/// The files that a page names by their path from the root; names in capitals stand for what a reader chooses.
fn named_files(page: &str) -> Vec<&str> {
    let is_part = |letter: char| is_name(letter) || matches!(letter, '/' | '.' | '-');
    let is_file = |word: &&str| {
        let is_ours =
            ["games/", "agents/", "src/", "lab/", "cli/", "python/", "tests/", "examples/", "configs/"];
        let name = word.rsplit('/').next().and_then(|name| name.split_once('.'));
        is_ours.iter().any(|folder| word.starts_with(folder))
            && name.is_some_and(|(stem, kind)| {
                ["rs", "toml", "py"].contains(&kind) && stem.contains(|letter: char| letter.is_lowercase())
            })
    };
    page.split(|letter| !is_part(letter)).map(|word| word.trim_end_matches('.')).filter(is_file).collect()
}

#[test]
fn files_that_pages_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut pages, mut named, mut missing) = (vec![root.join("README.md")], 0, Vec::new());
    // A package has no other pages.
    if let Ok(docs) = fs::read_dir(root.join("docs")) {
        let docs = docs.map(|entry| entry.unwrap().path());
        pages.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
        for page in pages {
            let text = fs::read_to_string(&page).unwrap();
            let files = named_files(&text);
            named += files.len();
            let lost = files.into_iter().filter(|file| !root.join(file).is_file());
            missing.extend(lost.map(|file| format!("{file} in {}", page.display())));
        }
        assert!(named > 50, "the pages name only {named} files");
        assert!(missing.is_empty(), "no such file: {}", missing.join(", "));
    }
    let page = "`src/solve/NAME.rs` beside `src/lib.rs`, see\ntests/floors.rs. Not `lib.rs` or src/solve.";
    assert_eq!(named_files(page), ["src/lib.rs", "tests/floors.rs"]);
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
