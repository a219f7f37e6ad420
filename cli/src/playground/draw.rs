//! The screens as text and colours.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Borders, Clear, List, ListItem, ListState, Paragraph, Wrap};

use super::app::{App, Screen};
use super::draw_run::draw_run;
use super::game::{CellRows, CellView, Tone, View};
use super::palette::Palette;
use super::session::Session;

/// Columns beside the board.
const SIDE: u16 = 40;
/// Columns between two boards.
const BETWEEN: u16 = 32;
/// Columns of the pieces that are shown below each other.
const PIECES: u16 = 8;
/// The smallest window for lists and curves.
const SMALLEST: (u16, u16) = (60, 16);

/// Draws what is shown.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    let Some(screen) = app.screen() else { return };
    let needed = needed(screen);
    if area.width < needed.0 || area.height < needed.1 {
        let sentence = format!(
            "The window is too small: {}x{} are needed, {}x{} are there. Make it larger, or press q.",
            needed.0, needed.1, area.width, area.height
        );
        return frame.render_widget(Paragraph::new(sentence).wrap(Wrap { trim: true }), area);
    }
    match screen {
        Screen::Menu(menu) => {
            let items = menu.items.iter().map(|(text, _)| ListItem::new(text.as_str()));
            let block = block(&menu.title);
            let mut state = ListState::default().with_selected(Some(menu.chosen));
            let list = List::new(items)
                .block(block)
                .highlight_style(app.palette.chosen_style())
                .highlight_symbol("> ");
            let [list_area, foot] = with_foot(area);
            frame.render_stateful_widget(list, list_area, &mut state);
            draw_foot(frame, foot, app, "up down move  enter choose  ? keys  q back");
        }
        Screen::Session(session) => draw_session(frame, area, app, session),
        Screen::Run(run) => draw_run(frame, area, app, run),
    }
    if app.shows_help {
        draw_help(frame, area, app);
    }
    for cell in &mut frame.buffer_mut().content {
        if let Some(symbol) = app.palette.character(cell.symbol()) {
            cell.set_symbol(symbol);
        }
    }
}

fn needed(screen: &Screen) -> (u16, u16) {
    match screen {
        Screen::Session(session) => {
            let view = session.game.view();
            let columns = board_columns(&view.board);
            let width = match &view.beside {
                Some((_, other)) => columns + board_columns(other) + 4 + BETWEEN,
                None => columns + SIDE,
            };
            let lines = view.board.len() as u16 + if view.is_open_above { 3 } else { 4 };
            (width.max(SMALLEST.0), lines.max(SMALLEST.1))
        }
        _ => SMALLEST,
    }
}

/// Columns of the terminal that a board takes with its border.
pub(super) fn board_columns(board: &CellRows) -> u16 {
    2 * board.first().map_or(0, Vec::len) as u16 + 2
}

/// A frame with a title.
pub(super) fn block(title: &str) -> Block<'_> {
    Block::bordered().border_type(BorderType::Rounded).title(format!(" {title} "))
}

/// The screen, and the line at its foot.
pub(super) fn with_foot(area: Rect) -> [Rect; 2] {
    Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(area)
}

/// Draws keys, or what went wrong, at the foot.
pub(super) fn draw_foot(frame: &mut Frame<'_>, area: Rect, app: &App, keys: &str) {
    let line = match &app.notice {
        Some(notice) => Line::styled(notice.clone(), app.palette.tone(Tone::Bad)),
        None => Line::styled(keys.to_owned(), app.palette.tone(Tone::Muted)),
    };
    frame.render_widget(line, area);
}

fn draw_session(frame: &mut Frame<'_>, area: Rect, app: &App, session: &Session) {
    let view = session.game.view();
    let palette = app.palette;
    let [head, middle, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)]).areas(area);
    frame.render_widget(Line::styled(view.title.clone(), Style::new().add_modifier(Modifier::BOLD)), head);
    let width = board_columns(&view.board);
    let side_width = if view.beside.is_some() { Constraint::Length(BETWEEN) } else { Constraint::Min(0) };
    let [board_area, _, side, _, other_area] = Layout::horizontal([
        Constraint::Length(width),
        Constraint::Length(2),
        side_width,
        Constraint::Length(if view.beside.is_some() { 2 } else { 0 }),
        Constraint::Length(view.beside.as_ref().map_or(0, |(_, other)| board_columns(other))),
    ])
    .areas(middle);
    draw_board(frame, board_area, "", &view.board, view.is_open_above, palette);
    if let Some((name, other)) = &view.beside {
        draw_board(frame, other_area, name, other, view.is_open_above, palette);
    }
    if view.pieces.len() == 1 {
        frame.render_widget(Paragraph::new(side_lines(&view, true, palette)).wrap(Wrap { trim: true }), side);
    } else {
        let [left, _, right] =
            Layout::horizontal([Constraint::Length(PIECES), Constraint::Length(1), Constraint::Min(0)])
                .areas(side);
        frame.render_widget(Paragraph::new(piece_lines(&view.pieces, palette)), left);
        frame.render_widget(
            Paragraph::new(side_lines(&view, false, palette)).wrap(Wrap { trim: true }),
            right,
        );
    }
    draw_foot(frame, foot, app, &session.foot());
}

/// Draws a board in its frame.
pub(super) fn draw_board(
    frame: &mut Frame<'_>,
    area: Rect,
    name: &str,
    board: &CellRows,
    is_open: bool,
    palette: Palette,
) {
    let (borders, lines) = if is_open { (Borders::ALL & !Borders::TOP, 1) } else { (Borders::ALL, 2) };
    let area = Rect { height: (board.len() as u16 + lines).min(area.height), ..area };
    let mut block = Block::new().borders(borders).border_type(BorderType::Rounded);
    if !name.is_empty() {
        block = block.title_bottom(format!(" {name} "));
    }
    frame.render_widget(Paragraph::new(lines_of(board, palette)).block(block), area);
}

/// Numbers, what the agent says, and sentences; the piece in hand among them if it is the only one.
fn side_lines(view: &View, has_hand: bool, palette: Palette) -> Vec<Line<'static>> {
    let named = |name: &str, value: &str| Line::from(format!("{name:<14}{value}"));
    let mut lines = vec![Line::default()];
    lines.extend(view.facts.iter().map(|(name, value)| named(name, value)));
    lines.push(Line::default());
    if let Some((name, hand)) = view.pieces.first().filter(|_| has_hand) {
        lines.push(Line::styled(*name, palette.tone(Tone::Muted)));
        let hand = lines_of(hand, palette);
        // Always as high as the longest piece, so that nothing below jumps.
        let empty = 4_usize.saturating_sub(hand.len());
        lines.extend(hand);
        lines.extend(std::iter::repeat_n(Line::default(), empty + 1));
    }
    if !view.monitor.is_empty() {
        lines.extend(view.monitor.iter().map(|(name, value)| named(name, value)));
        lines.push(Line::default());
    }
    for (tone, text) in &view.lines {
        lines.push(Line::styled(text.clone(), palette.tone(*tone)));
        lines.push(Line::default());
    }
    lines
}

/// Pieces below each other, each with its name; the first one may be upright.
fn piece_lines(pieces: &[(&'static str, CellRows)], palette: Palette) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (name, rows) in pieces {
        if !name.is_empty() {
            lines.push(Line::styled(*name, palette.tone(Tone::Muted)));
        }
        let height: usize = if *name == "in hand" { 4 } else { 2 };
        let rows = lines_of(rows, palette);
        let empty = height.saturating_sub(rows.len());
        lines.extend(rows);
        lines.extend(std::iter::repeat_n(Line::default(), empty + 1));
    }
    lines
}

/// Rows of cells as lines, the top row first.
fn lines_of(rows: &[Vec<CellView>], palette: Palette) -> Vec<Line<'static>> {
    let span = |cell: &CellView| {
        let (text, style) = palette.cell(*cell);
        Span::styled(text, style)
    };
    rows.iter().rev().map(|row| Line::from(row.iter().map(span).collect::<Vec<_>>())).collect()
}

fn draw_help(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let keys = app.keys();
    let lines: Vec<Line<'_>> =
        keys.iter().map(|(key, meaning)| Line::from(format!(" {key:<20} {meaning}"))).collect();
    let (width, height) = (64.min(area.width), (lines.len() as u16 + 2).min(area.height));
    let centre =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    frame.render_widget(Clear, centre);
    let help = Paragraph::new(lines).alignment(Alignment::Left).block(block("keys"));
    frame.render_widget(help, centre);
}
