//! Files of settings of agents, as users write them.

use std::fs;

use proptest::prelude::*;
use tetreach::solve::Beam;
use tetreach::solve::learned::{MctsAgentSettings, Method, SearchAgentSettings, SearchDirection};
use tetreach_agents::ValueScale;
use tetreach_agents::config::{Layers, Settings};
use tetreach_agents::search::mcts::RootRule;

/// The settings that a file gives, or its faults without the name of the folder.
fn read<T: Settings>(bytes: &[u8]) -> Result<T, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.toml");
    fs::write(&file, bytes).unwrap();
    let prefix = format!("{}/", folder.path().display());
    let resolved = Layers::new().file(&file).resolve();
    resolved.map(|resolved| resolved.config).map_err(|error| error.to_string().replace(&prefix, ""))
}

fn fault<T: Settings>(text: &str) -> String {
    read::<T>(text.as_bytes()).err().unwrap_or_else(|| panic!("{text:?} is refused"))
}

#[test]
fn keys_left_out_keep_their_defaults() {
    let mut expected = Beam { lines: 7, ..Beam::default() };
    expected.weights.holes = 3.0;
    assert_eq!(read(b"lines = 7\n[weights]\nholes = 3\n"), Ok(expected));
}

#[test]
fn faults_are_named_with_their_line() {
    let width = "a whole number, 1 to 1000000";
    let cases = [
        ("width = 3\nwidht = 4\n", "my.toml:2: `widht` is no setting; did you mean `width`?".to_string()),
        ("width = 0\n", format!("my.toml:1: `width` is 0, but must be {width}")),
        ("\nlines = 1000\n", "my.toml:2: `lines` is 1000, but must be a whole number, 0 to 200".into()),
        ("lines = -1\n", "my.toml:1: `lines` is -1, but must be a whole number, 0 to 200".into()),
        ("[weights]\nholes = nan\n", "my.toml:2: `weights.holes` is nan, but must be a finite number".into()),
        (
            "[weights]\n\nholes = -1.0\n",
            "my.toml:3: `weights.holes` is -1.0, but must be a number, 0 to 1000".into(),
        ),
        ("width = \"wide\"\n", format!("my.toml:1: `width` is \"wide\", but must be {width}")),
        ("width = 3\nwidth = 3\n", "my.toml:2: not valid TOML: duplicate key".into()),
    ];
    for (text, sentence) in cases {
        assert_eq!(fault::<Beam>(text), sentence, "{text:?}");
    }
    let not_toml = fault::<Beam>("width 3\n");
    assert!(not_toml.starts_with("my.toml:1: not valid TOML: ") && !not_toml.contains('\n'), "{not_toml}");
    assert_eq!(read::<Beam>(b"width = 3\n\xFF"), Err("my.toml:2: this is not text in UTF-8".to_string()));
}

#[test]
fn all_faults_are_told_at_once() {
    let text =
        "batch = 0\ndirektion = \"forward\"\n[tree]\nleaves = 0\nmax_nodes = 3\n[scale]\ndiscount = 1.5\n";
    let lines = fault::<MctsAgentSettings>(text);
    let expected = "\
the config has 5 faults
  my.toml:1: `batch` is 0, but must be a whole number, 1 to 4096
  my.toml:2: `direktion` is no setting; did you mean `direction`?
  my.toml:4: `tree.leaves` is 0, but must be a whole number, 1 to 4294967295
  my.toml:5: `tree.max_nodes` is 3, but must be a whole number, 16 to 4294967295
  my.toml:7: `scale.discount` is 1.5, but must be a number above 0, at most 1";
    assert_eq!(lines, expected);
}

#[test]
fn a_file_can_extend_another() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("base.toml"), "batch = 7\n[tree]\nleaves = 2\n").unwrap();
    let file = folder.path().join("over.toml");
    fs::write(&file, "extends = \"base.toml\"\n[tree]\nleaves = 3\n").unwrap();
    let resolved = Layers::<MctsAgentSettings>::new().file(&file).resolve().unwrap();
    assert_eq!((resolved.config.batch, resolved.config.tree.leaves), (7, 3));
    assert!(resolved.origin("batch").to_string().ends_with("base.toml:1"));
}

/// Checks that a checked-in file says what the defaults are, and leaves nothing to them.
fn assert_says_the_defaults<T: Settings + PartialEq + std::fmt::Debug>(name: &str) {
    let file = format!("{}/configs/agents/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let resolved = Layers::<T>::new().file(file.as_ref()).resolve().unwrap();
    assert_eq!(resolved.config, T::default());
    // What may be left out has the value null.
    let all = resolved.settings();
    let mut missing = Vec::new();
    find_missing(&all, "", &mut |path| {
        if resolved.origin(path).to_string() == "default" {
            missing.push(path.to_string());
        }
    });
    assert_eq!(missing, [""; 0]);
}

fn find_missing(value: &serde_json::Value, path: &str, visit: &mut impl FnMut(&str)) {
    match value.as_object() {
        Some(entries) => {
            for (key, entry) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                find_missing(entry, &path, visit);
            }
        }
        None if value.is_null() => {}
        None => visit(path),
    }
}

#[test]
fn the_checked_in_files_say_what_the_defaults_are_and_hold_every_key() {
    assert_says_the_defaults::<Beam>("beam");
    assert_says_the_defaults::<MctsAgentSettings>("mcts");
    assert_says_the_defaults::<SearchAgentSettings>("search");
}

#[test]
fn settings_of_searches_build_on_the_defaults_of_their_agent() {
    let mut expected = MctsAgentSettings { direction: SearchDirection::Backward, ..Default::default() };
    expected.tree.leaves = 2;
    expected.tree.root = RootRule::Gumbel { considered: 8, simulations: 32, scale: 0.0 };
    let text = "direction = \"backward\"\n[tree]\nleaves = 2\n\
                root = { kind = \"gumbel\", considered = 8, simulations = 32, scale = 0 }\n";
    assert_eq!(read(text.as_bytes()), Ok(expected));
    let noisy: MctsAgentSettings = read(b"tree.root.noise = { alpha = 0.06, fraction = 0.25 }\n").unwrap();
    assert!(matches!(noisy.tree.root, RootRule::Interior { noise: Some(noise) } if noise.fraction == 0.25));
    let search: SearchAgentSettings = read(b"method = { kind = \"a-star\" }").unwrap();
    assert_eq!(search.method, Method::AStar { weight: 0.6 });
}

#[test]
fn faults_in_the_settings_of_searches_get_one_sentence_and_a_guess() {
    let (mcts, search) = (fault::<MctsAgentSettings>, fault::<SearchAgentSettings>);
    let cases = [
        (mcts("direction = \"backwards\"\n"), "1: `direction` is \"backwards\"", "did you mean `backward`?"),
        (mcts("[tree]\nleafs = 2\n"), "2: `tree.leafs` is no setting", "did you mean `tree.leaves`?"),
        (mcts("[tree.root]\nkind = \"gumble\"\n"), "1: `tree.root` must be", "did you mean `gumbel`?"),
        (mcts("tree.root.noise = { alpha = 1 }\n"), "1: `tree.root.noise` lacks the key `fraction`", ""),
        (mcts("tree.root.noise = 3\n"), "1: `tree.root.noise` is 3, but must be a table", ""),
        (search("[method]\nkind = \"levi\"\n"), "1: `method` must be", "did you mean `levin`?"),
        (search("[method]\nkind = \"a-star\"\nwidth = 3\n"), "3: `method.width` is no setting", ""),
        (search("[method]\nkind = \"policy-beam\"\nwidth = 0\n"), "3: `method.width` is 0", "1 to 1000000"),
        (search("[method]\nkind = \"a-star\"\nweight = -1\n"), "3: `method.weight` is -1", "0 to 1000"),
    ];
    for (error, start, end) in cases {
        let sentence = error.strip_prefix("my.toml:").unwrap_or_else(|| panic!("{error}"));
        assert!(sentence.starts_with(start) && sentence.ends_with(end) && !error.contains('\n'), "{error}");
    }
    let senseless = MctsAgentSettings {
        scale: ValueScale::Success { discount: 1.5, reachable: false },
        ..Default::default()
    };
    let error = senseless.validate().unwrap_err().to_string();
    assert_eq!(error, "`scale.discount` must be above 0 and at most 1, found 1.5");
    // Too large for the type, which the schema cannot see.
    let error = mcts("tree.virtual_loss = 1e39\n");
    assert_eq!(error, "my.toml:1: `virtual_loss` of the tree search must be finite and not negative");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read::<Beam>(&bytes);
    }

    #[test]
    fn no_damaged_settings_panic(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = include_bytes!("../../configs/agents/beam.toml").to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = read::<Beam>(&bytes);
    }
}
