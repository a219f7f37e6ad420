//! The Tetris Bot Protocol: transcripts, and whatever can go wrong on either side.

use tetreach::game::guideline::{GuidelineGame, GuidelinePlacement, GuidelinePreset};
use tetreach::guideline::bot::{BotBudget, BotJudge, PlacementBeam};
use tetreach::guideline::tbp::{BotMessage, FrontendMessage, TbpStart, serve};

/// What the bot answers to some lines, and what it logs.
fn answers(lines: &str) -> (Vec<String>, Vec<String>) {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let rules = GuidelinePreset::Ppt.rules();
    let note = |line: &str| log.push(line.to_string());
    let beam = PlacementBeam::new(rules, BotJudge::default());
    serve(lines.as_bytes(), &mut output, note, beam, BotBudget::Expansions(20)).unwrap();
    (String::from_utf8(output).unwrap().lines().map(str::to_string).collect(), log)
}

fn start(queue: &str, hold: &str) -> String {
    let rows = serde_json::to_string(&TbpStart::rows(&Default::default())).unwrap();
    format!(
        r#"{{"type":"start","hold":{hold},"queue":{queue},"combo":0,"back_to_back":false,"board":{rows}}}"#
    )
}

fn moves(line: &str) -> Vec<GuidelinePlacement> {
    match serde_json::from_str(line).unwrap() {
        BotMessage::Suggestion { moves, .. } => moves.iter().map(|m| m.placement().unwrap()).collect(),
        other => panic!("expected a suggestion, got {other:?}"),
    }
}

/// The lines of a front end with what is answered to each: `> ` the front end, `< ` the bot, `! ` what it logs.
fn transcript(said: &str) -> String {
    let (mut text, mut so_far) = (String::new(), String::new());
    let (mut answered, mut logged) = (0, 0);
    for line in std::iter::once(None).chain(said.lines().map(Some)) {
        if let Some(line) = line {
            text += &format!("> {line}\n");
            so_far += &format!("{line}\n");
        }
        let (got, log) = answers(&so_far);
        got[answered..].iter().for_each(|line| text += &format!("< {line}\n"));
        log[logged..].iter().for_each(|line| text += &format!("! {line}\n"));
        (answered, logged) = (got.len(), log.len());
    }
    text
}

/// A transcript that is checked in is the same now. To write it again after a change of the bot, set TETREACH_BLESS=1.
fn assert_transcript(name: &str) {
    let path = format!("{}/tests/guideline/transcripts/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let said: String =
        text.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
    let got = transcript(&said);
    if std::env::var_os("TETREACH_BLESS").is_some() {
        std::fs::write(path, got).unwrap();
    } else {
        assert_eq!(got, text, "{name}");
    }
}

#[test]
fn an_opening_is_answered_line_by_line_as_checked_in() {
    assert_transcript("opening");
}

#[test]
fn lines_that_are_malformed_late_or_unknown_are_answered_as_checked_in() {
    assert_transcript("trouble");
}

#[test]
fn garbage_in_the_middle_of_a_game_is_answered_as_checked_in() {
    assert_transcript("garbage");
}

#[test]
fn a_game_against_a_scripted_front_end_stays_in_step() {
    use rand::SeedableRng;

    let rules = GuidelinePreset::Ppt.rules();
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(5);
    let mut game = GuidelineGame::start(&mut rng);
    let mut said = format!("{{\"type\":\"rules\"}}\n{}\n", start(&letters(&game), "null"));
    for _ in 0..12 {
        said += "{\"type\":\"suggest\"}\n";
        let (got, log) = answers(&said);
        assert!(log.is_empty(), "{log:?}");
        let suggested = moves(got.last().unwrap());
        let before = game;
        let slot = game.slot_of(suggested[0].piece).expect("a piece that is there");
        assert!(game.moves(slot, &rules).iter().any(|legal| legal == suggested[0]), "{}", suggested[0]);
        game.play(suggested[0], &rules, &mut rng);
        let played = FrontendMessage::Play { r#move: suggested[0].into() };
        said += &(serde_json::to_string(&played).unwrap() + "\n");
        let used = if before.hold.is_none() && game.hold.is_some() { 2 } else { 1 };
        for &piece in &game.queue[6 - used..] {
            said += &(serde_json::to_string(&FrontendMessage::NewPiece { piece }).unwrap() + "\n");
        }
    }
}

fn letters(game: &GuidelineGame) -> String {
    serde_json::to_string(&game.queue).unwrap()
}

#[test]
fn lines_that_make_no_sense_are_logged_and_survived() {
    let good = start(r#"["I","O","T"]"#, "null");
    let short_board = good.replacen("[null,null,null,null,null,null,null,null,null,null],", "", 1);
    let narrow = good.replacen("[null,null,", "[null,", 1);
    for (line, part) in [
        ("{", "ignored \"{\""),
        ("\u{0}\u{1}", "ignored"),
        ("[]", "ignored \"[]\""),
        (r#"{"type":7}"#, "ignored"),
        (r#"{"type":"dance"}"#, "ignored"),
        (r#"{"type":"new_piece","piece":"X"}"#, "unknown variant"),
        (r#"{"type":"start"}"#, "missing field"),
        (short_board.as_str(), "a board has 40 rows, not 39"),
        (narrow.as_str(), "row 0 of the board has 9 cells, not 10"),
        (r#"{"type":"suggest"}"#, "asked for moves without a position"),
    ] {
        let (got, log) = answers(&format!("{line}\n{good}\n{{\"type\":\"suggest\"}}\n"));
        assert!(log.len() == 1 && log[0].contains(part), "{line}: {log:?}");
        assert!(!moves(got.last().unwrap()).is_empty(), "the bot goes on after {line}");
    }
}

#[test]
fn moves_of_the_front_end_that_cannot_be_are_noticed() {
    let play = |kind: &str, x: i32, y: i32| {
        let location = format!(r#"{{"type":"{kind}","orientation":"north","x":{x},"y":{y}}}"#);
        format!(r#"{{"type":"play","move":{{"location":{location},"spin":"none"}}}}"#)
    };
    for (line, part) in [
        (play("S", 4, 0), "neither the current piece nor the one that hold brings"),
        (play("I", 0, 0), "does not fit into the field"),
        (play("I", 4, -3), "does not fit into the field"),
        (play("I", 4000, 0), "far outside the field"),
    ] {
        let said = format!("{}\n{line}\n{{\"type\":\"suggest\"}}\n", start(r#"["I","O","T"]"#, "null"));
        let (got, log) = answers(&said);
        assert!(log[0].contains(part), "{line}: {log:?}");
        assert_eq!(moves(got.last().unwrap()), [], "no position, no moves");
    }
}

#[test]
fn a_full_field_and_an_empty_queue_are_answered_by_no_moves() {
    let full = start(r#"["I"]"#, "null").replace("null,null,null,null", "\"G\",\"G\",\"G\",\"G\"");
    for said in [full, start("[]", "null")] {
        let (got, _) = answers(&format!("{said}\n{{\"type\":\"suggest\"}}\n"));
        assert_eq!(moves(got.last().unwrap()), []);
    }
    let (got, _) = answers(&format!("{}\n{{\"type\":\"suggest\"}}\n", start("[]", "\"T\"")));
    assert!(!moves(got.last().unwrap()).is_empty(), "what is held can be placed");
}
