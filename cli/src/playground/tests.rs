//! The playground fed with keys, and its screens as text.

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tetreach::classic::demo;
use tetreach::game::{Board, Piece, Size};
use tetreach::recording::read_recording;
use tetreach_agents::store::checkpoint::{CARD, Checkpoints, Place, WEIGHTS};

use super::app::{App, Options, Screen};
use super::draw::draw;
use super::game::{CellView, Playable, View};
use super::games::{self, GameStart};
use super::guideline::GuidelinePlay;
use super::palette::Palette;
use super::reach::ReachGame;
use super::run_view::{RunPane, RunView};
use super::session::{Mode, Session};

fn options() -> Options {
    Options { record: None, seconds: Some(5.0), seed: 1, runs: "no-such-folder".into() }
}

fn board(text: &str, size: &str) -> Board {
    Board::from_text(text, size.parse::<Size>().unwrap()).unwrap()
}

fn playing(target: Board) -> App {
    let game: Box<dyn Playable> = Box::new(ReachGame::new("test", target));
    App::new(Screen::Session(Session::play(game)), Palette::Ascii, options())
}

fn watching(target: Board) -> App {
    let game: Box<dyn Playable> = Box::new(ReachGame::new("test", target));
    let session = Session::watch(game, "construct", 5.0).unwrap();
    App::new(Screen::Session(session), Palette::Ascii, options())
}

/// A game by hand, or by an agent.
fn begun(game: &str, start: GameStart, agent: Option<&str>) -> App {
    let screen = App::begin(game, &start, Some(0.02), agent).unwrap();
    App::new(screen, Palette::Ascii, options())
}

fn rules(name: &str) -> GameStart {
    GameStart { level: Some(name.into()), seed: 7, ..GameStart::default() }
}

/// Lets short moments pass until something is so.
fn pass_until(app: &mut App, what: &str, is_so: impl Fn(&App) -> bool) {
    let began = Instant::now();
    while !is_so(app) {
        assert!(began.elapsed() < Duration::from_secs(30), "never: {what}\n{}", screen(app, 80, 24));
        std::thread::sleep(Duration::from_millis(2));
        app.pass(Duration::from_millis(20));
    }
}

fn fact(app: &App, name: &str) -> String {
    let facts = view(app).facts;
    facts.iter().find(|(fact, _)| *fact == name).unwrap_or_else(|| panic!("no {name}: {facts:?}")).1.clone()
}

fn session(app: &App) -> &Session {
    match app.screen() {
        Some(Screen::Session(session)) => session,
        other => panic!("no game is shown: {other:?}"),
    }
}

fn view(app: &App) -> View {
    session(app).game.view()
}

fn press(app: &mut App, code: KeyCode) {
    app.update(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn type_keys(app: &mut App, keys: &str) {
    keys.chars().for_each(|key| press(app, KeyCode::Char(key)));
}

/// Lets time pass until the first sentence of the game begins like this.
fn wait_for(app: &mut App, words: &str) {
    let began = Instant::now();
    while !view(app).lines.iter().any(|(_, line)| line.starts_with(words)) {
        assert!(began.elapsed() < Duration::from_secs(20), "no {words}: {:?}", view(app).lines);
        std::thread::sleep(Duration::from_millis(2));
        app.pass(Duration::from_millis(2));
    }
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, app)).unwrap();
    terminal.backend().to_string()
}

fn filled(app: &App) -> usize {
    view(app).board.iter().flatten().filter(|cell| matches!(cell, CellView::Filled(_))).count()
}

#[test]
fn a_puzzle_is_played_to_its_end_by_keys() {
    let mut app = playing(board("##........\n#####.....\n#####.....", "10x20"));
    wait_for(&mut app, "Still reachable: 3 pieces more, fewer do not do.");
    // The I lying, the square beside its end on the floor is no way: take it back.
    type_keys(&mut app, "iddddd ");
    assert_eq!(filled(&app), 4);
    wait_for(&mut app, "Still reachable: ");
    type_keys(&mut app, "u");
    assert_eq!(filled(&app), 0);
    wait_for(&mut app, "Still reachable: 3 pieces more");
    for left in (0..3).rev() {
        type_keys(&mut app, "h ");
        if left > 0 {
            wait_for(&mut app, &format!("Still reachable: {left} piece"));
        }
    }
    assert!(session(&app).game.is_over());
    assert!(view(&app).lines[0].1.starts_with("Reached with 3 pieces: none need fewer"));
    type_keys(&mut app, "i ");
    assert_eq!(filled(&app), 12, "what is reached is not spoiled");
    type_keys(&mut app, "uy");
    assert!(session(&app).game.is_over(), "undone and done again");
    type_keys(&mut app, "r");
    assert_eq!(filled(&app), 0);
}

#[test]
fn pieces_turn_and_stay_within_the_walls() {
    let mut app = playing(board("####\n.##.", "4x6"));
    type_keys(&mut app, "i");
    for _ in 0..9 {
        press(&mut app, KeyCode::Right);
    }
    press(&mut app, KeyCode::Up);
    for _ in 0..9 {
        press(&mut app, KeyCode::Right);
    }
    let columns: Vec<usize> = view(&app).board[0]
        .iter()
        .enumerate()
        .filter(|(_, cell)| matches!(cell, CellView::Preview(Piece::I)))
        .map(|(column, _)| column)
        .collect();
    assert_eq!(columns, [3], "the upright I stands at the right wall");
    press(&mut app, KeyCode::Char('x'));
    let hand = |app: &App| view(app).pieces[0].1.clone();
    assert_eq!(hand(&app).len(), 1, "it lies again");
    press(&mut app, KeyCode::Tab);
    assert_eq!(hand(&app)[0][0], CellView::Filled(Piece::O));
    press(&mut app, KeyCode::BackTab);
    assert_eq!(hand(&app)[0][0], CellView::Filled(Piece::I));
    type_keys(&mut app, "xj");
    assert_eq!(hand(&app)[0][0], CellView::Filled(Piece::J));
}

#[test]
fn a_dead_end_is_told_with_its_proof() {
    let mut app = playing(board("##..\n##..", "4x2"));
    wait_for(&mut app, "Still reachable: 1 piece more");
    type_keys(&mut app, "s ");
    wait_for(&mut app, "Dead end: ");
    type_keys(&mut app, "h");
    wait_for(&mut app, "Hint: undo");
    type_keys(&mut app, "u");
    wait_for(&mut app, "Still reachable");
}

#[test]
fn vanishing_rows_flash_and_are_gone() {
    let mut app = playing(board("##..\n##..", "4x6"));
    type_keys(&mut app, "i ");
    let full = vec![CellView::Flash; 4];
    let mut flashed = view(&app).board[0] == full;
    for _ in 0..10 {
        app.pass(Duration::from_millis(50));
        flashed |= view(&app).board[0] == full;
    }
    assert!(flashed);
    assert_eq!(filled(&app), 0);
}

#[test]
fn an_agent_is_paused_stepped_sped_up_and_taken_over() {
    let mut app = watching(board("##........\n#####.....\n#####.....", "10x20"));
    type_keys(&mut app, " ");
    wait_for(&mut app, "construct: 3 pieces");
    app.pass(Duration::from_secs(5));
    assert_eq!(filled(&app), 0, "it waits");
    type_keys(&mut app, ".");
    assert_eq!(filled(&app), 4);
    type_keys(&mut app, ".,");
    assert_eq!(filled(&app), 4);
    type_keys(&mut app, "+++++++");
    assert!(matches!(session(&app).mode, Mode::Watch { is_paused: true, speed: 5, .. }));
    type_keys(&mut app, " ");
    app.pass(Duration::from_millis(100));
    assert_eq!(filled(&app), 8, "it goes on");
    type_keys(&mut app, "t");
    assert_eq!(session(&app).mode, Mode::Play);
    app.pass(Duration::from_secs(5));
    assert_eq!(filled(&app), 8, "the person's turn");
    wait_for(&mut app, "Still reachable: 1 piece more");
    type_keys(&mut app, "h ");
    assert!(session(&app).game.is_over());
}

#[test]
fn games_by_hand_are_recorded_and_replay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let target = board("####......", "10x20");
    for _ in 0..2 {
        let game: Box<dyn Playable> = Box::new(ReachGame::new("test", target));
        let options = Options { record: Some(file.clone()), ..options() };
        let mut app = App::new(Screen::Session(Session::play(game)), Palette::Ascii, options);
        type_keys(&mut app, "i q");
        assert!(app.screen().is_none());
    }
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&game["game"], &game["reached"]), (&"reach".into(), &true.into()));
    }
    assert_eq!(read_recording(&file).unwrap().1.reached, 2);
}

#[test]
fn the_menu_leads_to_a_game_and_back() {
    let mut app = App::new(App::main_menu("no-such-folder".as_ref()), Palette::Ascii, options());
    press(&mut app, KeyCode::Enter);
    assert!(matches!(app.screen(), Some(Screen::Menu(menu)) if menu.title.starts_with("Play reach")));
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    assert_eq!(view(&app).title, "reach thesis:t");
    type_keys(&mut app, "?");
    assert!(app.shows_help);
    type_keys(&mut app, "q");
    assert!(!app.shows_help && app.screen().is_some(), "the first key closes the help");
    press(&mut app, KeyCode::Esc);
    type_keys(&mut app, "q");
    assert!(matches!(app.screen(), Some(Screen::Menu(menu)) if menu.title == "tetreach"));
    press(&mut app, KeyCode::End);
    press(&mut app, KeyCode::Enter);
    assert!(app.screen().is_none());
}

#[test]
fn the_menu_leads_to_an_agent_with_its_capabilities_and_lets_it_play() {
    let mut app = App::new(App::main_menu("no-such-folder".as_ref()), Palette::Ascii, options());
    let watch = 1 + games::GAMES.len() + games::GAMES.iter().position(|game| game.name == "classic").unwrap();
    type_keys(&mut app, &watch.to_string());
    let Some(Screen::Menu(menu)) = app.screen() else { panic!("agents are listed") };
    assert_eq!(menu.title, "Watch classic: which agent?");
    assert!(menu.items[menu.chosen].0.contains("(trainable, savable, monitored)"), "{:?}", menu.items);
    insta::assert_snapshot!("menu_agents", screen(&app, 80, 24));
    press(&mut app, KeyCode::Enter);
    assert!(matches!(app.screen(), Some(Screen::Menu(menu)) if menu.title.starts_with("Watch bcts play")));
    type_keys(&mut app, "5");
    pass_until(&mut app, "the agent plays", |app| fact(app, "pieces") == "3");
    assert!(view(&app).monitor.iter().any(|(name, _)| name == "value"), "{:?}", view(&app).monitor);
}

#[test]
fn classic_is_played_by_keys_with_score_next_and_ghost() {
    let mut app = begun("classic", rules("sir-tet"), None);
    insta::assert_snapshot!("classic_begins", screen(&app, 80, 24));
    let next = view(&app).pieces[1].clone();
    assert_eq!(next.0, "next");
    type_keys(&mut app, "aaaaaa ");
    assert_eq!((filled(&app), fact(&app, "pieces").as_str()), (4, "1"));
    assert_eq!(view(&app).pieces[0].1, next.1, "the next piece is in hand");
    type_keys(&mut app, "u");
    assert_eq!(filled(&app), 0);
    type_keys(&mut app, "y");
    assert_eq!(filled(&app), 4, "done again");
    // A good player's hints clear lines.
    let mut flashed = false;
    for _ in 0..40 {
        type_keys(&mut app, "h ");
        flashed |= view(&app).board.iter().flatten().any(|cell| *cell == CellView::Flash);
        app.pass(Duration::from_millis(50));
        flashed |= view(&app).board.iter().flatten().any(|cell| *cell == CellView::Flash);
        app.pass(Duration::from_secs(1));
    }
    assert!(flashed, "full rows flash");
    let (lines, score): (u32, u32) =
        (fact(&app, "lines").parse().unwrap(), fact(&app, "score").parse().unwrap());
    assert!(lines >= 10 && score >= 40 * lines / 4, "{lines} lines, {score} points");
    assert_eq!(fact(&app, "high score"), score.to_string());
    type_keys(&mut app, "r");
    assert_eq!((fact(&app, "score"), fact(&app, "high score")), ("0".into(), score.to_string()));
    assert!(screen(&app, 80, 24).is_ascii());
    app.palette = Palette::Colour;
    type_keys(&mut app, "hw");
    insta::assert_snapshot!("classic_colour", screen(&app, 100, 30));
}

#[test]
fn classic_games_end_and_are_recorded_in_both_forms() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["games.demo", "games.jsonl"] {
        let file = folder.path().join(name);
        let game = (games::entry("classic").unwrap().begin)(&rules("sir-tet")).unwrap();
        let options = Options { record: Some(file.clone()), ..options() };
        let mut app = App::new(Screen::Session(Session::play(game)), Palette::Ascii, options);
        for _ in 0..30 {
            type_keys(&mut app, " ");
        }
        assert!(session(&app).game.is_over(), "a tower in the middle reaches the top");
        insta::assert_snapshot!("classic_over", screen(&app, 80, 24));
        type_keys(&mut app, "q");
        assert!(app.notice.is_none(), "{:?}", app.notice);
    }
    let (_, summary) = demo::read(&folder.path().join("games.demo")).unwrap();
    assert_eq!((summary.games, summary.lost), (1, 1));
    let (_, recorded) = read_recording(&folder.path().join("games.jsonl")).unwrap();
    assert_eq!((recorded.classic, recorded.moves), (1, summary.placements));
    assert_eq!((recorded.lines, recorded.points), (summary.lines, summary.points));
}

#[test]
fn every_kind_of_classic_game_is_played_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    for preset in ["simplified", "rl-competition", "original", "nuno", "sir-tet"] {
        let game = (games::entry("classic").unwrap().begin)(&rules(preset)).unwrap();
        let options = Options { record: Some(file.clone()), ..options() };
        let mut app = App::new(Screen::Session(Session::play(game)), Palette::Ascii, options);
        for _ in 0..12 {
            type_keys(&mut app, "h ");
        }
        assert_eq!(fact(&app, "pieces"), "12", "{preset}");
        type_keys(&mut app, "uuy");
        type_keys(&mut app, "q");
    }
    let (_, summary) = read_recording(&file).unwrap();
    assert_eq!((summary.classic, summary.moves), (5, 55));
}

#[test]
fn guideline_has_hold_turns_a_ghost_and_pieces_that_fall() {
    let mut app = begun("guideline", rules("ppt"), None);
    type_keys(&mut app, "f");
    insta::assert_snapshot!("guideline_begins", screen(&app, 80, 24));
    let pieces = view(&app).pieces;
    assert_eq!(pieces.iter().map(|piece| piece.0).collect::<Vec<_>>(), ["hold", "next", "", "", "", ""]);
    assert!(pieces[0].1.is_empty(), "nothing is held");
    press(&mut app, KeyCode::Tab);
    let held = view(&app).pieces;
    assert!(!held[0].1.is_empty() && held[1].1 == pieces[2].1, "hold brought the next piece");
    press(&mut app, KeyCode::Tab);
    assert!(
        view(&app).lines.iter().any(|(_, line)| line.contains("Hold was used")),
        "{:?}",
        view(&app).lines
    );
    type_keys(&mut app, "aaaa ");
    assert_eq!(fact(&app, "pieces"), "1");
    // Without gravity nothing moves; with it, a piece falls and locks.
    app.pass(Duration::from_secs(30));
    assert_eq!(fact(&app, "pieces"), "1");
    type_keys(&mut app, "f?");
    app.pass(Duration::from_secs(30));
    assert_eq!(fact(&app, "pieces"), "1", "it waits while the keys are read");
    type_keys(&mut app, "?");
    pass_until(&mut app, "the piece falls and locks", |app| fact(app, "pieces") == "2");
    type_keys(&mut app, "fuu");
    assert_eq!(fact(&app, "pieces"), "0");
    type_keys(&mut app, "yh");
    pass_until(&mut app, "a hint", |app| view(app).lines.iter().any(|(_, line)| line.starts_with("Hint:")));
}

#[test]
fn guideline_begins_with_a_setup_whose_piece_is_in_hand() {
    let app = begun("guideline", rules("ppt:perfect-clear"), None);
    let cells = view(&app).board.into_iter().flatten();
    assert_eq!(cells.filter(|cell| *cell == CellView::Garbage).count(), 36);
    let refused = GameStart { against: Some("bot".into()), ..rules("ppt:fin") };
    let error = GuidelinePlay::begin(&refused).unwrap_err().to_string();
    assert_eq!(error, "a setup is for one player: leave out --against");
    let error = GuidelinePlay::begin(&rules("ppt:shed")).unwrap_err().to_string();
    assert!(error.starts_with("there is no setup \"shed\""), "{error}");
}

#[test]
fn guideline_against_the_bot_goes_in_turns_with_garbage_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let start = GameStart { against: Some("bot".into()), ..rules("ppt") };
    let game = (games::entry("guideline").unwrap().begin)(&start).unwrap();
    let options = Options { record: Some(file.clone()), ..options() };
    let mut app = App::new(Screen::Session(Session::play(game)), Palette::Ascii, options);
    type_keys(&mut app, "f");
    for turn in 1..=4 {
        type_keys(&mut app, if turn % 2 == 0 { "aaaa " } else { "dddd " });
        pass_until(&mut app, "the bot answers", |app| {
            // Only who may move sees where the piece would rest.
            view(app).board.iter().flatten().any(|cell| matches!(cell, CellView::Preview(_)))
        });
    }
    assert_eq!(fact(&app, "pieces"), "4");
    let (name, rows) = view(&app).beside.unwrap();
    let tiles = rows.iter().flatten().filter(|cell| matches!(cell, CellView::Filled(_))).count();
    assert!(name == "bot" && tiles >= 4 && tiles % 2 == 0, "{name}: {tiles}");
    assert!(screen(&app, 80, 24).is_ascii());
    assert!(screen(&app, 70, 24).contains("The window is too small"));
    type_keys(&mut app, "q");
    let (_, summary) = read_recording(&file).unwrap();
    assert_eq!((summary.guideline, summary.moves), (1, 8));
}

#[test]
fn tetress_is_played_against_an_agent_and_between_people() {
    let start = GameStart { against: Some("nobody".into()), ..GameStart::default() };
    let mut app = begun("tetress", start, None);
    type_keys(&mut app, "i ");
    type_keys(&mut app, "o ");
    assert!(view(&app).lines.iter().any(|(_, line)| line.contains("is not empty")), "{:?}", view(&app).lines);
    insta::assert_snapshot!("tetress", screen(&app, 80, 24));
    for _ in 0..3 {
        press(&mut app, KeyCode::Down);
    }
    press(&mut app, KeyCode::Enter);
    assert_eq!((fact(&app, "red tokens"), fact(&app, "blue tokens")), ("4".into(), "4".into()));
    type_keys(&mut app, "u");
    assert_eq!(fact(&app, "blue tokens"), "0");

    let start = GameStart { against: Some("greedy".into()), ..GameStart::default() };
    let mut app = begun("tetress", start, None);
    type_keys(&mut app, "t ");
    pass_until(&mut app, "the agent answers", |app| fact(app, "move") == "2 of 150");
    type_keys(&mut app, "h");
    pass_until(&mut app, "a hint", |app| {
        view(app).lines.iter().any(|(_, line)| line.starts_with("Hint of alpha-beta"))
    });
    type_keys(&mut app, " ");
    pass_until(&mut app, "the agent answers again", |app| fact(app, "move") == "4 of 150");
    type_keys(&mut app, "u");
    assert_eq!(fact(&app, "move"), "2 of 150", "both moves are taken back");
}

#[test]
fn agents_of_every_game_are_paused_stepped_and_taken_over() {
    for (game, agent, against, pieces) in [
        ("classic", "bcts", None, "pieces"),
        ("guideline", "bot", None, "pieces"),
        ("tetress", "random", Some("random"), "move"),
    ] {
        let start = GameStart { seed: 3, against: against.map(str::to_owned), ..GameStart::default() };
        let mut app = begun(game, start, Some(agent));
        type_keys(&mut app, " ++++");
        let count = |app: &App| fact(app, pieces).split(' ').next().unwrap().parse::<u32>().unwrap();
        for moves in 1..=3 {
            type_keys(&mut app, ".");
            pass_until(&mut app, "one step", |app| count(app) == moves);
        }
        app.pass(Duration::from_secs(5));
        assert_eq!(count(&app), 3, "{game} waits");
        type_keys(&mut app, ",");
        assert_eq!(count(&app), 2, "{game}");
        type_keys(&mut app, " ");
        pass_until(&mut app, "it goes on", |app| count(app) >= 6);
        type_keys(&mut app, "t");
        assert_eq!(session(&app).mode, Mode::Play);
        assert!(!session(&app).is_by_hand, "no demonstration of a person's");
    }
}

#[test]
fn control_c_leaves_from_everywhere() {
    let mut app = playing(board("####......", "10x20"));
    app.update(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(app.screen().is_none());
}

#[test]
fn screens_fit_80_by_24_and_say_when_they_do_not() {
    let mut app = App::new(App::main_menu("no-such-folder".as_ref()), Palette::Colour, options());
    insta::assert_snapshot!("menu", screen(&app, 80, 24));
    app = playing(board("#.#.#####.\n#.#...#...\n###...#...\n#.#...#...\n#.#.#####.", "10x20"));
    wait_for(&mut app, "Still reachable: 11 pieces more");
    wait_for(&mut app, "The network: ");
    insta::assert_snapshot!("play_begins", screen(&app, 80, 24));
    app = playing(board("##........\n#####.....\n#####.....", "10x20"));
    type_keys(&mut app, "i ");
    wait_for(&mut app, "Still reachable: 2 pieces more");
    wait_for(&mut app, "The network: ");
    insta::assert_snapshot!("play_ascii", screen(&app, 80, 24));
    assert!(screen(&app, 80, 24).is_ascii());
    app.palette = Palette::Colour;
    insta::assert_snapshot!("play_colour", screen(&app, 80, 24));
    type_keys(&mut app, "?");
    insta::assert_snapshot!("help", screen(&app, 80, 24));
    type_keys(&mut app, "?");
    assert!(screen(&app, 60, 20).contains("The window is too small: 62x24 are needed, 60x20"));
    assert!(screen(&app, 1, 1).contains('T'), "no size panics");
}

#[test]
fn a_training_run_is_shown_as_it_grows() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("first");
    std::fs::create_dir(&run).unwrap();
    assert!(RunView::open(&run).unwrap_err().to_string().contains("is no run folder"));
    let line = |step: u32| {
        let (success, loss) = (1.0 - 1.0 / f64::from(step), 2.0 / f64::from(step));
        format!(
            "{{\"step\":{step},\"seconds\":{step}.5,\"eval/success\":{success},\"losses/policy\":{loss}}}\n"
        )
    };
    let settings = "{\"step\":0,\"seconds\":0,\"settings\":{\"learner.batch\":256,\"run.device\":\"cpu\"}}\n";
    let text: String = std::iter::once(settings.to_owned()).chain((1..40).map(line)).collect();
    std::fs::write(run.join("metrics.jsonl"), &text).unwrap();
    let mut app = App::new(Screen::Run(Box::new(RunView::open(&run).unwrap())), Palette::Ascii, options());
    assert!(screen(&app, 80, 24).is_ascii());
    insta::assert_snapshot!("run", screen(&app, 80, 24));
    std::fs::write(
        run.join("metrics.jsonl"),
        text + &line(40) + "{\"step\":40,\"seconds\":41,\"end\":\"finished\"}\n",
    )
    .unwrap();
    assert!(app.pass(Duration::from_secs(2)));
    press(&mut app, KeyCode::Down);
    type_keys(&mut app, "s");
    let shown = screen(&app, 80, 24);
    assert!(
        shown.contains("finished") && shown.contains("losses/policy") && shown.contains("0.0500"),
        "{shown}"
    );
}

#[test]
fn a_training_run_plays_by_its_newest_weights() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("first");
    std::fs::create_dir(&run).unwrap();
    let settings = "{\"step\":0,\"seconds\":0,\"settings\":{\"learner.batch\":256}}\n";
    let level = "{\"step\":5,\"seconds\":1,\"rollout/curriculum_level\":2.0,\"replay/size\":1200}\n";
    std::fs::write(run.join("metrics.jsonl"), format!("{settings}{level}")).unwrap();
    let mut app = App::new(Screen::Run(Box::new(RunView::open(&run).unwrap())), Palette::Ascii, options());
    type_keys(&mut app, "g");
    fn view(app: &App) -> &RunView {
        match app.screen() {
            Some(Screen::Run(run)) => run,
            other => panic!("no run is shown: {other:?}"),
        }
    }
    assert_eq!((view(&app).pane, view(&app).live.pieces()), (RunPane::Game, Some(2)));
    assert!(view(&app).headline().contains("buffer 1.20 k"), "{}", view(&app).headline());
    pass_until(&mut app, "it says that there are no weights", |app| {
        view(app).live.trouble() == Some("no weights were saved yet")
    });
    assert!(screen(&app, 80, 24).contains("No games: no weights were saved yet."));
    // The weights that come with the program, as a run would save them.
    let model = tetreach::network::shipped().unwrap();
    let checkpoints = Checkpoints::open(&run.join("checkpoints")).unwrap();
    let card = serde_json::to_vec(model.card()).unwrap();
    let steps = model.card().step;
    let written = checkpoints.save(Place::Last, steps, |draft| {
        draft.add(CARD, &card)?;
        draft.add(WEIGHTS, model.weights())
    });
    written.unwrap();
    pass_until(&mut app, "a game begins", |app| view(app).live.board().is_some());
    pass_until(&mut app, "a game is played to its end", |app| {
        view(app).live.facts().iter().any(|(name, value)| *name == "game" && value == "reached")
    });
    let shown = screen(&app, 80, 24);
    assert!(shown.contains(&format!("step {steps}")) && shown.contains("reached     1 of 1"), "{shown}");
    assert!(screen(&app, 140, 40).is_ascii());
    type_keys(&mut app, "p");
    assert!(screen(&app, 80, 24).contains("learner.batch = 256"));
}
