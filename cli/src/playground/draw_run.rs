//! The screen of a training run.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, List, ListItem, ListState, Paragraph, Wrap};
use tetreach::text::{duration, short};

use super::app::App;
use super::draw::{block, board_columns, draw_board, draw_foot, with_foot};
use super::game::Tone;
use super::palette::Palette;
use super::run_view::{CurvePoint, RunPane, RunView};

/// Columns of the list of numbers.
const LIST: u16 = 36;
/// Columns of a name in that list.
const NAME: usize = 24;
/// Columns from which on a curve and a game have room beside each other.
const WIDE: u16 = 120;
/// Columns of a game with what is known of it.
const GAME: u16 = 46;

/// Draws the run: where it stands, its numbers, and what was asked for beside them.
pub(super) fn draw_run(frame: &mut Frame<'_>, area: Rect, app: &App, run: &RunView) {
    let [rest, foot] = with_foot(area);
    let [head, middle] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(rest);
    frame.render_widget(Line::styled(run.headline(), app.palette.tone(Tone::Good)), head);
    let is_wide = area.width >= WIDE && run.pane != RunPane::Game;
    let [left, right, game] = Layout::horizontal([
        Constraint::Length(LIST),
        Constraint::Min(0),
        Constraint::Length(if is_wide { GAME } else { 0 }),
    ])
    .areas(middle);
    draw_numbers(frame, left, app.palette, run);
    match run.pane {
        RunPane::Game => draw_game(frame, right, app.palette, run),
        RunPane::Parameters => {
            let lines = run.parameters.iter().map(|(path, value)| Line::from(format!("{path} = {value}")));
            let parameters = Paragraph::new(lines.collect::<Vec<_>>()).scroll((run.scrolled, 0));
            frame.render_widget(parameters.block(block("parameters, up down scroll")), right);
        }
        RunPane::Curve => draw_curve(frame, right, app.palette, run),
    }
    if is_wide {
        draw_game(frame, game, app.palette, run);
    }
    draw_foot(frame, foot, app, &format!("{}  {}", run.state(), run.foot()));
}

fn draw_numbers(frame: &mut Frame<'_>, area: Rect, palette: Palette, run: &RunView) {
    let items = run.curves.iter().map(|(tag, points)| {
        let newest = points.last().map_or(0.0, |point| point.value);
        ListItem::new(format!("{:<NAME$} {:>9}", brief(tag), number(newest)))
    });
    let mut state = ListState::default().with_selected((!run.curves.is_empty()).then_some(run.chosen));
    let title = format!("run {}", run.name);
    let list = List::new(items).block(block(&title)).highlight_style(palette.chosen_style());
    frame.render_stateful_widget(list, area, &mut state);
}

/// A tag as the list has room for it: without the split, which is the same for all, and then without its middle.
fn brief(tag: &str) -> String {
    let tag = tag.replace("@validation", "");
    let letters: Vec<char> = tag.chars().collect();
    if letters.len() <= NAME {
        return tag;
    }
    let head = &letters[..NAME / 3];
    let tail = &letters[letters.len() - (NAME - NAME / 3 - 2)..];
    head.iter().chain(&['.', '.']).chain(tail).collect()
}

fn draw_curve(frame: &mut Frame<'_>, area: Rect, palette: Palette, run: &RunView) {
    let Some((tag, points)) = run.curves.get(run.chosen) else { return };
    let over = |point: &CurvePoint| if run.is_over_seconds { point.seconds } else { point.step };
    let data: Vec<(f64, f64)> = points.iter().map(|point| (over(point), point.value)).collect();
    let (x, y) = (bounds(data.iter().map(|(x, _)| *x)), bounds(data.iter().map(|(_, y)| *y)));
    let dataset = Dataset::default()
        .marker(palette.marker())
        .graph_type(GraphType::Line)
        .style(palette.curve())
        .data(&data);
    let end = |value: f64| if run.is_over_seconds { duration(value) } else { short(value) };
    let name = if run.is_over_seconds { "time" } else { "gradient steps" };
    let chart = Chart::new(vec![dataset])
        .block(block(tag))
        .x_axis(Axis::default().title(name).bounds(x).labels([end(x[0]), end(x[1])]))
        .y_axis(Axis::default().bounds(y).labels([number(y[0]), number(y[1])]));
    frame.render_widget(chart, area);
}

fn draw_game(frame: &mut Frame<'_>, area: Rect, palette: Palette, run: &RunView) {
    let named = |(name, value): (&str, String)| Line::from(format!("{name:<11} {value}"));
    let mut lines = vec![Line::default()];
    lines.extend(run.live.facts().into_iter().map(named));
    lines.extend(run.live.pieces().map(|pieces| named(("targets", format!("{pieces} pieces")))));
    lines.push(Line::default());
    if let Some(trouble) = run.live.trouble() {
        lines.push(Line::styled(format!("No games: {trouble}."), palette.tone(Tone::Muted)));
    }
    if run.is_paused {
        lines.push(Line::styled("Paused; space goes on.", palette.tone(Tone::Muted)));
    }
    let board = run.live.board();
    let columns = board.as_ref().map_or(0, board_columns);
    let [board_area, _, side] =
        Layout::horizontal([Constraint::Length(columns), Constraint::Length(1), Constraint::Min(0)])
            .areas(area);
    if let Some(mut board) = board {
        // Where the window is low, the empty rows above are left out.
        board.truncate(usize::from(area.height.saturating_sub(2)));
        draw_board(frame, board_area, "", &board, false, palette);
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), side);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_tags_keep_both_ends() {
        for (tag, shown) in [
            ("losses/policy_loss", "losses/policy_loss"),
            ("eval/games@validation/success_rate", "eval/games/success_rate"),
            ("eval/games@validation/mean_ep_length", "eval/gam..mean_ep_length"),
            ("eval/åäö-åäö-åäö/success_rate", "eval/åäö..ö/success_rate"),
        ] {
            assert_eq!(brief(tag), shown);
        }
    }
}
