//! Targets and the boards that the agents ended at, side by side: Figure 18 of the thesis, made again.

use super::super::analysis::Analysis;
use super::super::limit::CostModel;
use super::super::plan::{DuelPlan, PlannedAttempt};
use super::super::results_file::ResultsFile;
use tetreach::draw::chart::{Anchor, Letters, Paint, Scene, ink};
use tetreach::draw::{Mosaic, Rgb, stages};
use tetreach::eval::Attempt;
use tetreach::game::{Board, Size};
use tetreach::reach::{BuiltIn, SuiteName};

/// The name of the picture's file.
pub const FILE: &str = "boards.svg";
/// Most targets of a suite other than the thesis'.
const EACH: usize = 1;
const CELL: usize = 8;
const GAP: usize = 16;
const LEFT: usize = 122;
/// Letters of a name that have room.
const LETTERS: usize = 17;
const HEAD: usize = 62;
const CAPTION: usize = 34;
/// The height of a line of text.
const LINE: f64 = 11.0;

/// The gallery under the limit of seconds, or of nodes if there is no other; `None` while nothing can be compared.
pub fn board_gallery(plan: &DuelPlan, analysis: &Analysis, results: &ResultsFile) -> Option<String> {
    let chosen = analysis.comparisons.iter().find(|comparison| comparison.cost_model == CostModel::Seconds);
    let comparison = chosen.or(analysis.comparisons.first())?;
    let limit = plan.limits.iter().position(|limit| *limit == comparison.limit)?;
    let mut shown: Vec<usize> = Vec::new();
    for (suite, members) in plan.suites() {
        let most = if is_thesis(suite) { members.len() } else { EACH };
        shown.extend(members.into_iter().filter(|target| comparison.targets.contains(target)).take(most));
    }
    let agents: Vec<usize> = comparison.standings.iter().map(|standing| standing.agent_index).collect();
    let size = plan.targets[*shown.first()?].board.size();
    let rows_of =
        |target: usize| (plan.targets[target].board.stack_height() + 2).clamp(4, usize::from(size.height()));
    let step = usize::from(size.width()) * CELL + GAP;
    let width = LEFT + (agents.len() + 1) * step;
    let height = HEAD + shown.iter().map(|target| rows_of(*target) * CELL + CAPTION).sum::<usize>();

    let title = format!("Final boards after {} per target", comparison.limit);
    let mut scene = Scene::new(&title, width as f64, height as f64);
    scene.text((14.0, 27.0), Letters::new(15.0, Anchor::Start, ink::TEXT).bold(), &title);
    let half = (step - GAP) / 2;
    let mut heading = |place: usize, text: &str, colour: Rgb| {
        let x = (LEFT + place * step + half) as f64;
        scene.text((x, 52.0), Letters::new(LINE, Anchor::Middle, colour).bold(), text);
    };
    heading(0, "target", ink::TEXT);
    for (place, index) in agents.iter().enumerate() {
        let agent = &analysis.agents[*index];
        heading(place + 1, &agent.name, agent.colour(*index));
    }
    let mut y = HEAD;
    for target in shown {
        let (task, rows) = (&plan.targets[target], rows_of(target));
        let middle = (y + rows * CELL / 2) as f64;
        let letters = |colour| Letters::new(LINE, Anchor::Start, colour);
        scene.text((14.0, middle), letters(ink::MUTED), &fitted(&task.suite));
        scene.text((14.0, middle + 14.0), letters(ink::TEXT), &fitted(&task.name));
        let place = Panel { x: LEFT, y, rows, size: task.board.size() };
        place.paint(&mut scene, &task.board, &Content::Target);
        for (column, agent) in agents.iter().enumerate() {
            let kept = |round| results.get(&plan.key(PlannedAttempt { agent: *agent, target, limit, round }));
            let panel = Panel { x: LEFT + (column + 1) * step, ..place };
            let Some(first) = kept(0) else { continue };
            let solved = (0..comparison.rounds)
                .filter(|round| kept(*round).is_some_and(|kept| kept.is_success(comparison.cost_model)))
                .count();
            panel.paint(&mut scene, &task.board, &Content::of(&first.attempt, &task.board));
            panel.caption(&mut scene, &first.attempt, solved, comparison.rounds);
        }
        y += rows * CELL + CAPTION;
    }
    Some(scene.svg())
}

/// The end of a name that is too long, which tells it from others.
fn fitted(name: &str) -> String {
    let count = name.chars().count();
    if count <= LETTERS {
        return name.to_owned();
    }
    let end: String = name.chars().skip(count - LETTERS + 1).collect();
    format!("…{end}")
}

fn is_thesis(suite: &str) -> bool {
    suite.parse::<SuiteName>().is_ok_and(|name| name.suite == BuiltIn::Thesis)
}

/// What a panel shows.
enum Content {
    Target,
    Reached(Mosaic),
    Ended(Board),
    Nothing,
}

impl Content {
    fn of(attempt: &Attempt, target: &Board) -> Self {
        if let Some(solution) = attempt.solution(target) {
            let last = stages(&solution).last().map(|stage| stage.after);
            return Content::Reached(last.unwrap_or_else(|| Mosaic::of(solution.start())));
        }
        let ended = attempt
            .ended_at
            .as_ref()
            .and_then(|rows| Board::from_text(&rows.replace('/', "\n"), target.size()).ok());
        ended.map_or(Content::Nothing, Content::Ended)
    }
}

/// A board in the picture.
#[derive(Clone, Copy)]
struct Panel {
    x: usize,
    y: usize,
    rows: usize,
    size: Size,
}

impl Panel {
    fn paint(&self, scene: &mut Scene, target: &Board, content: &Content) {
        let (left, top) = (self.x as f64, self.y as f64);
        let (w, h) = (usize::from(self.size.width()) * CELL, self.rows * CELL);
        let frame = ((w + 2) as f64, (h + 2) as f64);
        scene.rectangle((left - 1.0, top - 1.0), frame, Paint::from(Rgb::WELL), Some(Rgb::FRAME));
        for row in 0..self.rows {
            for column in 0..usize::from(self.size.width()) {
                let wanted = target.is_filled(row, column);
                let fill = match content {
                    Content::Target => wanted.then_some((Rgb::PLAIN, 1.0)),
                    Content::Reached(mosaic) => mosaic.tile(row, column).map(|tile| (tile.colour(), 1.0)),
                    Content::Ended(board) if board.is_filled(row, column) => {
                        Some((if wanted { Rgb::MATCH } else { Rgb::EXTRA }, 1.0))
                    }
                    Content::Ended(_) | Content::Nothing => wanted.then_some((Rgb::PLAIN, 0.22)),
                };
                let Some((colour, opacity)) = fill else { continue };
                let corner = (left + (column * CELL) as f64, top + ((self.rows - 1 - row) * CELL) as f64);
                let side = (CELL - 1) as f64;
                scene.rectangle(corner, (side, side), Paint::thin(colour, opacity), None);
            }
        }
    }

    fn caption(&self, scene: &mut Scene, first: &Attempt, solved: usize, rounds: usize) {
        let text = match first.pieces {
            Some(1) => "1 piece".to_owned(),
            Some(pieces) => format!("{pieces} pieces"),
            None => "not found".to_owned(),
        };
        let text = if rounds > 1 { format!("{text} · {solved}/{rounds}") } else { text };
        let colour = if first.pieces.is_some() { ink::TEXT } else { ink::MUTED };
        let middle = self.x + usize::from(self.size.width()) * CELL / 2;
        let at = (middle as f64, (self.y + self.rows * CELL + 15) as f64);
        scene.text(at, Letters::new(10.0, Anchor::Middle, colour), &text);
    }
}
