//! Hosted bots by transcripts: what a scripted bot says, what it is told, and what becomes of it.
//!
//! Lines of a transcript: `> ` what the bot says, `< ` what it is told, `~ ` seconds that it waits, `.` it ends; in the
//! last line what the host makes of it.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tetreach::game::guideline::GuidelinePreset;
use tetreach::guideline::tbp::HostedBot;
use tetreach::guideline::{GuidelineAgentError, Trial};

/// A bot that follows the script beside it and then listens without a word.
const BOT: &str = r#"#!/bin/sh
hear() { IFS= read -r heard && printf '%s\n' "$heard" >> "$0.heard"; }
while IFS= read -r step <&3; do
  case "$step" in
    "> "*) printf '%s\n' "${step#> }" ;;
    "< "*) hear || exit 0 ;;
    "~ "*) sleep "${step#~ }" ;;
    .) exit 3 ;;
  esac
done 3< "$0.script"
while hear; do :; done
"#;

/// Hosts the bot for some pieces; what it was told, and what came of it.
fn host(folder: &Path, script: &str, pieces: u32) -> (Vec<String>, Result<Trial, GuidelineAgentError>) {
    let bot = folder.join("bot");
    let beside = |ending: &str| PathBuf::from(format!("{}.{ending}", bot.display()));
    fs::write(beside("script"), script).unwrap();
    fs::write(beside("heard"), "").unwrap();
    fs::write(&bot, BOT).unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let rules = GuidelinePreset::Ppt.rules();
    let play = || {
        let mut agent = HostedBot::spawn(&bot, rules, Duration::from_millis(100))?;
        Trial::play(&mut agent, &rules, pieces, 1)
    };
    let result = play();
    let heard = fs::read_to_string(beside("heard")).unwrap();
    (heard.lines().map(str::to_owned).collect(), result)
}

/// The script with what the bot was told in its place, and the end.
fn transcript(script: &str, pieces: u32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (heard, result) = host(folder.path(), script, pieces);
    let (mut heard, mut text) = (heard.into_iter(), String::new());
    for step in script.lines() {
        match step.strip_prefix("< ") {
            Some(_) => heard.next().into_iter().for_each(|line| writeln!(text, "< {line}").unwrap()),
            None => writeln!(text, "{step}").unwrap(),
        }
    }
    heard.for_each(|line| writeln!(text, "< {line}").unwrap());
    let path = folder.path().join("bot").display().to_string();
    match result {
        Ok(trial) => writeln!(text, "= {} pieces, {} sent", trial.pieces, trial.attack).unwrap(),
        Err(error) => writeln!(text, "! {}", error.to_string().replace(&path, "bot")).unwrap(),
    }
    text
}

/// A transcript that is checked in is the same now. To write it again after a change of the host, set TETREACH_BLESS=1.
fn assert_transcript(name: &str, pieces: u32) -> String {
    let path = format!("{}/tests/guideline/hosted/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap();
    let is_step = |line: &&str| !line.starts_with("= ") && !line.starts_with("! ");
    let script: String = text.lines().filter(is_step).map(|line| format!("{line}\n")).collect();
    let got = transcript(&script, pieces);
    if std::env::var_os("TETREACH_BLESS").is_some() {
        fs::write(path, &got).unwrap();
    } else {
        assert_eq!(got, text, "{name}");
    }
    got.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_bot_that_keeps_the_protocol_plays_all_its_pieces() {
    assert_eq!(assert_transcript("right", 3), "= 3 pieces, 0 sent");
}

#[test]
fn a_bot_that_has_no_move_at_first_and_talks_without_being_asked_plays_on() {
    assert_eq!(assert_transcript("hesitant", 2), "= 2 pieces, 0 sent");
}

#[test]
fn a_bot_that_suggests_illegal_moves_before_a_legal_one_plays_on() {
    assert_eq!(assert_transcript("second-choice", 1), "= 1 pieces, 0 sent");
}

#[test]
fn a_bot_that_never_introduces_itself_is_not_waited_for() {
    let end = assert_transcript("silent", 3);
    assert_eq!(end, "! bot broke the protocol: expected an info message, but none came in time");
}

#[test]
fn bots_that_break_the_protocol_are_told_by_a_sentence() {
    for (name, part) in [
        ("late", "expected a suggestion, but none came in time"),
        ("mute", "expected a suggestion, but none came in time"),
        ("malformed", "expected a suggestion, but none came in time, after it had said"),
        ("illegal", "no suggested move is legal; the first was"),
        ("outside", "no suggested move is in the field"),
        ("refuses", "it cannot play: unsupported_rules"),
        ("dies", "expected a suggestion, but the program ended"),
        ("dies-at-once", "expected an info message, but the program ended"),
    ] {
        let end = assert_transcript(name, 3);
        assert!(end.starts_with("! bot broke the protocol: ") && end.contains(part), "{name}: {end}");
    }
}
