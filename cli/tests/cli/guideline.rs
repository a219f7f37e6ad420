//! Guideline Tetris on the command line.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn tetreach(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetreach")).args(arguments).output().unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn perft_prints_the_number_of_nodes() {
    let perft = ["perft", "guideline", "--format", "json", "--queue"];
    let nodes = |queue: &[&str]| json(&tetreach(&[&perft[..], queue].concat()))["nodes"].clone();
    assert_eq!(nodes(&["IOLJSZT", "--depth", "5"]), 3_497_187);
    assert_eq!(nodes(&["iolj"]), 188_374);
    assert_eq!(nodes(&["TIOL", "--preset", "srs-plus", "--spawn", "5", "--spins"]), 170_827);
    assert_eq!(nodes(&["I", "--depth", "0"]), 1);
}

#[test]
fn queues_that_are_none_get_one_sentence_and_exit_code_two() {
    for (arguments, part) in [
        (["--queue", "IOX"], "'X' is no piece: choose from I, O, T, S, Z, J and L"),
        (["--queue=IO", "--depth=3"], "--depth 3 is more than the 2 pieces of --queue"),
        (["--queue=", "--depth=0"], "a queue has at least one piece"),
        (["--queue=IO", "--preset=ars"], "srs-plus"),
        (["--queue=IO", "--spawn=60"], "60 is not in 1..=36"),
    ] {
        let output = tetreach(&[&["perft", "guideline"], &arguments[..]].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(part) && output.stdout.is_empty(), "{message}");
    }
}

#[test]
fn a_tournament_reports_pieces_attack_and_clears() {
    let arguments =
        "tournament guideline --pieces 30 --runs 2 --expansions 20 --agents bot,tetris --format json";
    let play = || json(&tetreach(&arguments.split(' ').collect::<Vec<_>>()));
    let report = play();
    let bot = &report["agents"][0];
    assert_eq!((&bot["agent"], &bot["pieces"]["mean"]), (&"bot".into(), &30.0.into()));
    assert!(bot["trials"][0]["clears"]["tetrises"].is_u64() && bot["nodes_per_piece"].as_f64() > Some(100.0));
    let again = play();
    assert_eq!(bot["trials"], again["agents"][0]["trials"], "games are repeatable");
}

#[test]
fn without_agents_the_rankers_of_the_paper_play_with_the_faults_asked_for() {
    let arguments = "tournament guideline --pieces 3 --runs 1 --preset alphatetris --format json";
    let play = |more: &[&str]| tetreach(&[&arguments.split(' ').collect::<Vec<_>>(), more].concat());
    let report = json(&play(&[]));
    let names: Vec<_> = report["agents"].as_array().unwrap().iter().map(|entry| &entry["agent"]).collect();
    assert_eq!((names.len(), names[0], names[8]), (9, &"random".into(), &"combined".into()));
    assert_eq!((&report["faults"], report["fault_names"].as_array().unwrap().len()), (&true.into(), 12));
    let some = json(&play(&["--agents", "tetris", "--faults", "replays-inputs,slides-from-rest"]));
    assert_eq!((&some["faults"], &some["fault_names"][1]), (&false.into(), &"replays-inputs".into()));
    let wrong = play(&["--faults", "all,haste"]);
    let message = String::from_utf8(wrong.stderr).unwrap();
    assert!(wrong.status.code() == Some(2) && message.contains("there is no fault \"haste\""), "{message}");
    let help = String::from_utf8(tetreach(&["tournament", "guideline", "--help"]).stdout).unwrap();
    assert!(help.contains("replays-inputs\n") && help.contains("pressed blindly"), "{help}");
}

/// What `tetreach bot tbp` answers to the first six pieces of a game.
fn answer(arguments: &[&str]) -> (Output, Vec<serde_json::Value>) {
    let row = serde_json::json!([null, null, null, null, null, null, null, null, null, null]);
    let start = serde_json::json!({
        "type": "start", "hold": null, "queue": ["T", "I", "L", "J", "S", "Z"], "combo": 0, "back_to_back": false,
        "board": vec![row; 40],
    });
    let mut bot = Command::new(env!("CARGO_BIN_EXE_tetreach"));
    bot.args(["bot", "tbp", "--expansions", "40"]).args(arguments);
    let mut bot = bot.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let said = format!("{{\"type\":\"rules\"}}\nnot json\n{start}\n{{\"type\":\"suggest\"}}\n");
    // A bot that refuses its arguments does not listen.
    drop(bot.stdin.take().unwrap().write_all(said.as_bytes()));
    let output = bot.wait_with_output().unwrap();
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let messages = lines.map(|line| serde_json::from_slice(line).unwrap()).collect();
    (output, messages)
}

#[test]
fn the_bot_looks_behind_the_queue_in_other_front_ends_too() {
    let (plain, short) = answer(&[]);
    let (_, deep) = answer(&["--lookahead", "10", "--lookahead-depth", "1"]);
    assert_eq!(plain.status.code(), Some(0));
    assert!(String::from_utf8(plain.stderr).unwrap().contains("ignored \"not json\""));
    for messages in [&short, &deep] {
        assert_eq!((messages.len(), &messages[1]["type"]), (3, &"ready".into()));
        assert!(!messages[2]["moves"].as_array().unwrap().is_empty(), "{messages:?}");
    }
    let count = |messages: &[serde_json::Value]| messages[2]["moves"].as_array().unwrap().len();
    assert!(count(&deep) <= count(&short), "only the best lines are followed behind the queue");
    let (refused, _) = answer(&["--lookahead", "10", "--network", "runs/none"]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && message.contains("give it without --network"), "{message}");
}

#[test]
fn agents_that_do_not_exist_are_told_with_those_that_do() {
    let output = tetreach(&["tournament", "guideline", "--agents", "botty"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.contains("there is no agent \"botty\": choose bot, bot:RUN, network:RUN, uniform, tbp:PATH"),
        "{message}"
    );
    let output = tetreach(&["tournament", "guideline", "--agents", "tbp:/nowhere/bot"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && message.contains("cannot run /nowhere/bot"), "{message}");
}

#[test]
fn perfect_clears_are_counted_and_timed() {
    let bench = ["bench", "perfect-clear", "--format", "json", "--sample"];
    let openers = json(&tetreach(&[&bench[..], &["5"]].concat()));
    assert_eq!((&openers["tried"], &openers["found"]), (&5.into(), &5.into()));
    assert_eq!(openers["queues"], 4_233_600);
    assert!(
        openers["worst_ms"].as_f64() >= openers["mean_ms"].as_f64() && openers["mean_positions"].is_f64()
    );
    let all = json(&tetreach(&[&bench[..], &["300", "--lines", "2", "--queues", "held"]].concat()));
    assert_eq!((&all["queues"], &all["tried"]), (&378_420.into(), &300.into()));
    // Of all of them 4 % have one.
    assert!((1..50).contains(&all["found"].as_u64().unwrap()), "{all}");
    let output = tetreach(&["bench", "perfect-clear", "--lines", "3"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_games_are_measured_and_public_counts_compared() {
    let bench = ["bench", "games", "--format", "json", "--seconds", "0.1", "--queue"];
    let report = json(&tetreach(&[&bench[..], &["IIIIII", "--system", "srs-plus"]].concat()));
    let count = &report["perft"][0];
    assert_eq!((&count["nodes"], &count["matches"]), (&12_955_903.into(), &true.into()));
    assert!(report["microseconds_per_piece"]["t-spin"]["T"].as_f64() > Some(0.0));
    let short = json(&tetreach(&[&bench[..], &["IOLJSZT", "--depth", "4"]].concat()));
    let nodes: Vec<_> = short["perft"].as_array().unwrap().iter().map(|count| &count["nodes"]).collect();
    assert_eq!((nodes[0], nodes.len()), (&188_374.into(), 2));
    assert!(short["perft"][0]["matches"].is_null(), "only whole queues have published counts");
    let setups = ["IIIIII", "--depth", "1", "--field", "fin,empty"];
    let named = json(&tetreach(&[&bench[..], &setups].concat()));
    let fields: Vec<_> = named["microseconds_per_piece"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["fin", "empty"]);
    let output = tetreach(&["bench", "games", "--field", "shed"]);
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("there is no setup \"shed\": choose from t-spin")
    );
    let output = tetreach(&["bench", "games", "--queue", "TTT"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && message.contains("\"TTT\" is no public queue"), "{message}");
}

#[test]
fn environments_of_keys_are_checked() {
    for env in ["guideline-keys", "guideline-versus"] {
        let report = json(&tetreach(&["check", "--env", env, "--format", "json"]));
        let result = &report["results"][0];
        assert_eq!((&result["env"], &result["passed"]), (&env.into(), &true.into()));
        assert!(result["size"].is_null() && result["checks"].as_array().unwrap().len() > 10);
    }
}

#[test]
fn weights_of_the_bot_are_tuned_resumed_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("bot");
    let out = out.to_str().unwrap();
    let small = "--method cross-entropy --pieces 10 --games 1 --expansions 5 --seconds 0.2 --out";
    let tune = |more: &[&str]| {
        let arguments: Vec<&str> = small.split(' ').chain([out]).chain(more.iter().copied()).collect();
        tetreach(&[&["tune", "guideline"], &arguments[..]].concat())
    };
    let first = tune(&[]);
    assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
    let again = tune(&[]);
    assert!(again.status.code() == Some(2) && String::from_utf8_lossy(&again.stderr).contains("--resume"));
    assert_eq!(tune(&["--resume"]).status.code(), Some(0));
    let weights = format!("{out}/weights.toml");
    let play =
        ["tournament", "guideline", "--agents", "bot", "--pieces", "10", "--runs", "1", "--expansions", "5"];
    let played = json(&tetreach(&[&play[..], &["--weights", &weights, "--format", "json"]].concat()));
    assert_eq!(played["agents"][0]["pieces"]["mean"], 10.0);
    let wrong = folder.path().join("wrong.toml");
    std::fs::write(&wrong, "hole = -2\nhieght = 1\n").unwrap();
    let refused = tetreach(&[&play[..], &["--weights", wrong.to_str().unwrap()]].concat());
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{message}");
    assert!(message.contains("wrong.toml:2: `hieght` is no setting; did you mean `height`?"), "{message}");
}

#[cfg(unix)]
mod hosted {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Hosts a program given as a shell script; exit code, result and messages.
    fn host(script: &str) -> (Option<i32>, String, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot.sh");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let agent = format!("tbp:{}", path.display());
        let trial = ["--pieces", "8", "--runs", "1", "--millis", "5", "--format", "json"];
        let output = tetreach(&[&["tournament", "guideline", "--agents", &agent], &trial[..]].concat());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    #[test]
    fn our_own_bot_plays_as_a_guest() {
        let (code, report, message) =
            host(&format!("exec {} bot tbp --expansions 20", env!("CARGO_BIN_EXE_tetreach")));
        assert_eq!(code, Some(0), "{message}");
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["agents"][0]["pieces"]["mean"], 8.0);
    }

    #[test]
    fn a_guest_that_prints_other_things_too_plays_on() {
        let program = env!("CARGO_BIN_EXE_tetreach");
        let chatty = format!(
            r#"echo debug; echo; {program} bot tbp --expansions 20 | while read -r line; do
                echo "thinking about it"; echo '{{"type":"mood","is":"good"}}'; echo "$line"; done"#
        );
        let (code, report, message) = host(&chatty);
        assert_eq!(code, Some(0), "{message}");
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["agents"][0]["pieces"]["mean"], 8.0);
    }

    #[test]
    fn guests_that_break_the_protocol_are_told_and_never_waited_for() {
        let polite = r#"echo '{"type":"info","name":"x"}'; read r; echo '{"type":"ready"}'; read s"#;
        let suggest = |moves: &str| {
            format!(r#"{polite}; while read q; do echo '{{"type":"suggestion","moves":[{moves}]}}'; done"#)
        };
        let location = r#"{"location":{"type":"T","orientation":"north","x":4,"y":33},"spin":"none"}"#;
        for (script, part) in [
            ("exit 3".to_string(), "expected an info message, but the program ended"),
            (
                "echo hello".to_string(),
                "expected an info message, but the program ended, after it had said \"hello\"",
            ),
            (
                r#"echo '{"type":"info","name":"x"}'; echo '{"type":"error","reason":"unsupported_rules"}'; cat"#
                    .to_string(),
                "it cannot play: unsupported_rules",
            ),
            (format!("{polite}; cat > /dev/null"), "expected a suggestion, but none came in time"),
            (suggest(""), "it suggests no move"),
            (suggest(location), "no suggested move is legal; the first was T north 4,33"),
            (suggest("7"), "but none came in time, after it had said \"{\\\"type\\\":\\\"suggestion"),
            (format!("{polite}; read q"), "expected a suggestion, but the program ended"),
            (format!("{polite}; exec yes '{{\"type\":\"chat\"}}'"), "it does not stop talking without being asked"),
        ] {
            let (code, report, message) = host(&script);
            assert_eq!((code, report.as_str()), (Some(2), ""), "{script}: {message}");
            assert!(message.contains(part), "{script}: {message}");
        }
    }
}
