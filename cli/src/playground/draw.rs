//! The screens as text and colours.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{
    Axis, Block, BorderType, Chart, Clear, Dataset, GraphType, List, ListItem, ListState, Paragraph, Wrap,
};
use tetreach::text::{duration, short};

use super::app::{App, Screen};
use super::game::{CellView, Tone};
use super::palette::Palette;
use super::run_view::RunView;
use super::session::Session;

/// Columns beside the board.
const SIDE: u16 = 40;
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
            let board = session.game.view().board;
            let width = 2 * board.first().map_or(0, Vec::len) as u16 + 2 + SIDE;
            (width.max(SMALLEST.0), (board.len() as u16 + 4).max(SMALLEST.1))
        }
        _ => SMALLEST,
    }
}

fn block(title: &str) -> Block<'_> {
    Block::bordered().border_type(BorderType::Rounded).title(format!(" {title} "))
}

fn with_foot(area: Rect) -> [Rect; 2] {
    Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(area)
}

fn draw_foot(frame: &mut Frame<'_>, area: Rect, app: &App, keys: &str) {
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
    frame.render_widget(Line::styled(view.title, Style::new().add_modifier(Modifier::BOLD)), head);
    let columns = view.board.first().map_or(0, Vec::len) as u16;
    let [board_area, _, side] =
        Layout::horizontal([Constraint::Length(2 * columns + 2), Constraint::Length(2), Constraint::Min(0)])
            .areas(middle);
    let board_area = Rect { height: (view.board.len() as u16 + 2).min(board_area.height), ..board_area };
    let board = Paragraph::new(lines_of(&view.board, palette));
    frame.render_widget(board.block(Block::bordered().border_type(BorderType::Rounded)), board_area);

    let mut lines = vec![Line::default()];
    for (name, value) in &view.facts {
        lines.push(Line::from(format!("{name:<14}{value}")));
    }
    lines.push(Line::default());
    lines.push(Line::styled("in hand", palette.tone(Tone::Muted)));
    let hand = lines_of(&view.hand, palette);
    // Always as high as the longest piece, so that nothing below jumps.
    let empty = 4_usize.saturating_sub(hand.len());
    lines.extend(hand);
    lines.extend(std::iter::repeat_n(Line::default(), empty + 1));
    for (tone, text) in &view.lines {
        lines.push(Line::styled(text.clone(), palette.tone(*tone)));
        lines.push(Line::default());
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), side);
    draw_foot(frame, foot, app, &session.foot());
}

/// Rows of cells as lines, the top row first.
fn lines_of(rows: &[Vec<CellView>], palette: Palette) -> Vec<Line<'static>> {
    let span = |cell: &CellView| {
        let (text, style) = palette.cell(*cell);
        Span::styled(text, style)
    };
    rows.iter().rev().map(|row| Line::from(row.iter().map(span).collect::<Vec<_>>())).collect()
}

fn draw_run(frame: &mut Frame<'_>, area: Rect, app: &App, run: &RunView) {
    let [middle, foot] = with_foot(area);
    let [left, right] = Layout::horizontal([Constraint::Length(36), Constraint::Min(0)]).areas(middle);
    let items = run.curves.iter().map(|(tag, points)| {
        let newest = points.last().map_or(0.0, |point| point.value);
        ListItem::new(format!("{:<22.22} {:>9}", tag, number(newest)))
    });
    let mut state = ListState::default().with_selected((!run.curves.is_empty()).then_some(run.chosen));
    let title = format!("run {}", run.name);
    let list = List::new(items).block(block(&title)).highlight_style(app.palette.chosen_style());
    frame.render_stateful_widget(list, left, &mut state);
    if run.shows_parameters {
        let lines: Vec<Line<'_>> =
            run.parameters.iter().map(|(path, value)| Line::from(format!("{path} = {value}"))).collect();
        frame.render_widget(Paragraph::new(lines).block(block("parameters")), right);
    } else if let Some((tag, points)) = run.curves.get(run.chosen) {
        let over = |point: &super::run_view::CurvePoint| {
            if run.is_over_seconds { point.seconds } else { point.step }
        };
        let data: Vec<(f64, f64)> = points.iter().map(|point| (over(point), point.value)).collect();
        let (x, y) = (bounds(data.iter().map(|(x, _)| *x)), bounds(data.iter().map(|(_, y)| *y)));
        let dataset = Dataset::default()
            .marker(app.palette.marker())
            .graph_type(GraphType::Line)
            .style(app.palette.curve())
            .data(&data);
        let end = |value: f64| if run.is_over_seconds { duration(value) } else { short(value) };
        let name = if run.is_over_seconds { "time" } else { "gradient steps" };
        let chart = Chart::new(vec![dataset])
            .block(block(tag))
            .x_axis(Axis::default().title(name).bounds(x).labels([end(x[0]), end(x[1])]))
            .y_axis(Axis::default().bounds(y).labels([number(y[0]), number(y[1])]));
        frame.render_widget(chart, right);
    }
    let state = run.end.as_deref().map_or("running", |end| end);
    draw_foot(
        frame,
        foot,
        app,
        &format!("{state}  up down choose  s steps or seconds  p parameters  ? keys  q back"),
    );
}

/// The range of some numbers, never empty.
fn bounds(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let range = values
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    if range[0] < range[1] { range } else { [range[0] - 0.5, range[0] + 0.5] }
}

fn number(value: f64) -> String {
    if value.abs() >= 1000.0 { short(value) } else { format!("{value:.4}") }
}

fn draw_help(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let keys = app.keys();
    let lines: Vec<Line<'_>> =
        keys.iter().map(|(key, meaning)| Line::from(format!(" {key:<20} {meaning}"))).collect();
    let (width, height) = (58.min(area.width), (lines.len() as u16 + 2).min(area.height));
    let centre =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    frame.render_widget(Clear, centre);
    let help = Paragraph::new(lines).alignment(Alignment::Left).block(block("keys"));
    frame.render_widget(help, centre);
}
