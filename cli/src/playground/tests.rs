//! The playground fed with keys, and its screens as text.

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tetreach::game::{Actions, Board, Orientation, Piece, Placement, Size, Solution};

use super::app::{App, Options, Screen};
use super::draw::draw;
use super::game::{CellView, Playable, View};
use super::palette::Palette;
use super::reach::ReachGame;
use super::run_view::RunView;
use super::session::{Mode, Session};

fn options() -> Options {
    Options { record: None, agent: "construct".into(), seconds: 5.0 }
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
    assert_eq!(view(&app).hand.len(), 1, "it lies again");
    press(&mut app, KeyCode::Tab);
    assert_eq!(view(&app).hand[0][0], CellView::Filled(Piece::O));
    press(&mut app, KeyCode::BackTab);
    assert_eq!(view(&app).hand[0][0], CellView::Filled(Piece::I));
    type_keys(&mut app, "xj");
    assert_eq!(view(&app).hand[0][0], CellView::Filled(Piece::J));
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
        assert_eq!((&game["reached"], &game["size"]), (&true.into(), &"10x20".into()));
        let read = Board::from_text(game["target"].as_str().unwrap(), Size::STANDARD).unwrap();
        let moves = game["moves"].as_array().unwrap().iter().map(|step| {
            let piece = serde_json::from_value(step["piece"].clone()).unwrap();
            let orientation = Orientation::of(piece, step["rotation"].as_u64().unwrap() as u8).unwrap();
            let column = step["column"].as_u64().unwrap() as u8;
            Actions::of_width(10).id(Placement { orientation, column }).unwrap()
        });
        assert!(Solution::replay(&read, moves).is_ok());
    }
}

#[test]
fn the_menu_leads_to_a_game_and_back() {
    let mut app = App::new(App::main_menu(), Palette::Ascii, options());
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
fn control_c_leaves_from_everywhere() {
    let mut app = playing(board("####......", "10x20"));
    app.update(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(app.screen().is_none());
}

#[test]
fn screens_fit_80_by_24_and_say_when_they_do_not() {
    let mut app = App::new(App::main_menu(), Palette::Colour, options());
    insta::assert_snapshot!("menu", screen(&app, 80, 24));
    app = playing(board("#.#.#####.\n#.#...#...\n###...#...\n#.#...#...\n#.#.#####.", "10x20"));
    wait_for(&mut app, "Still reachable: 11 pieces more");
    insta::assert_snapshot!("play_begins", screen(&app, 80, 24));
    app = playing(board("##........\n#####.....\n#####.....", "10x20"));
    type_keys(&mut app, "i ");
    wait_for(&mut app, "Still reachable: 2 pieces more");
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
            "{{\"step\":{step},\"seconds\":{step}.5,\"eval/success\":{success},\"loss/policy\":{loss}}}\n"
        )
    };
    let settings = "{\"step\":0,\"seconds\":0,\"settings\":{\"learner.batch\":256,\"run.device\":\"cpu\"}}\n";
    let text: String = std::iter::once(settings.to_owned()).chain((1..40).map(line)).collect();
    std::fs::write(run.join("metrics.jsonl"), &text).unwrap();
    let mut app = App::new(Screen::Run(RunView::open(&run).unwrap()), Palette::Ascii, options());
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
        shown.contains("finished") && shown.contains("loss/policy") && shown.contains("0.0500"),
        "{shown}"
    );
}
