//! Games of reach by the newest weights of a training run, played move by move in the background.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use tetreach::game::{ActionId, Actions, Board, Size, SizeRule};
use tetreach::network::{Opinion, RunWeights};
use tetreach::reach::{LoadOptions, ReachSettings, ReachTask, load_suite};

use super::game::{CellRows, CellView};
use super::thinker::Thinker;
use super::well::WellView;

/// Time between two moves.
const MOVE_EVERY: Duration = Duration::from_millis(300);
/// Time for which the end of a game is seen.
const END_FOR: Duration = Duration::from_millis(1500);
/// Targets that are drawn at once.
const TARGETS: usize = 20;
/// Games that the share of reached targets is taken over.
const LATEST: usize = 50;

/// What the thread is asked.
#[derive(Clone, Debug)]
enum LiveQuestion {
    /// The next target, of about this number of pieces.
    Target(usize),
    /// A move of the game.
    Move(Board, Board),
}

/// What it answers.
#[derive(Clone, Debug)]
enum LiveAnswer {
    /// A target, and the gradient steps of the weights that play it.
    Target(Board, u64),
    /// What the network thinks.
    Move(Opinion),
    /// There is nothing to show, for this reason.
    Nothing(String),
}

/// A game by the weights of a run, then the next one.
#[derive(Debug)]
pub struct LiveReach {
    seat: Thinker<LiveQuestion, LiveAnswer>,
    game: Option<Box<RunningGame>>,
    waited: Duration,
    /// Why there is nothing to see, in a sentence.
    pub trouble: Option<String>,
    /// How the latest games ended, the last one last.
    ends: Vec<bool>,
    /// Gradient steps of the weights that play.
    pub step: u64,
    /// Pieces of the targets.
    pub pieces: usize,
}

/// The game that is shown.
#[derive(Debug)]
struct RunningGame {
    target: Board,
    board: Board,
    well: WellView,
    moves: u32,
    limit: u32,
    opinion: Option<Opinion>,
    is_over: bool,
}

impl LiveReach {
    /// Games by the run in this folder.
    pub fn start(run: &Path) -> anyhow::Result<Self> {
        let run = RunWeights::of(run);
        let seat = Thinker::start(
            move || Ok(Weights { run, size: None, targets: Vec::new(), pieces: 0, drawn: 0 }),
            |weights: &mut Weights, question| match weights.answer(question) {
                Ok(answer) => answer,
                Err(error) => LiveAnswer::Nothing(format!("{error:#}")),
            },
        )?;
        let (ends, waited) = (Vec::new(), END_FOR);
        Ok(Self { seat, game: None, waited, trouble: None, ends, step: 0, pieces: 4 })
    }

    /// Lets time pass; whether there is something new to see.
    pub fn pass(&mut self, time: Duration) -> bool {
        self.waited += time;
        let mut changed = self.game.as_mut().is_some_and(|game| game.well.pass(time));
        if let Some(answer) = self.seat.take() {
            self.take(answer);
            changed = true;
        }
        let wait = if self.game.as_ref().is_some_and(|game| !game.is_over) { MOVE_EVERY } else { END_FOR };
        if !self.seat.is_asked() && self.waited >= wait {
            self.waited = Duration::ZERO;
            let question = match &self.game {
                Some(game) if !game.is_over => LiveQuestion::Move(game.board, game.target),
                _ => LiveQuestion::Target(self.pieces),
            };
            if self.seat.ask(question).is_err() {
                self.trouble = Some("the games have stopped".into());
            }
        }
        changed
    }

    fn take(&mut self, answer: LiveAnswer) {
        self.trouble = None;
        match answer {
            LiveAnswer::Target(target, step) => {
                self.step = step;
                self.game = Some(Box::new(RunningGame::new(target)));
            }
            LiveAnswer::Move(opinion) => {
                let Some(game) = &mut self.game else { return };
                game.play(opinion);
                if game.is_over {
                    self.ends.push(game.board == game.target);
                    if self.ends.len() > LATEST {
                        self.ends.remove(0);
                    }
                }
            }
            LiveAnswer::Nothing(reason) => {
                (self.trouble, self.game) = (Some(reason), None);
            }
        }
    }

    /// The board with the target behind it; nothing before the first game.
    pub fn board(&self) -> Option<CellRows> {
        let game = self.game.as_ref()?;
        let mut rows = game.well.rows(usize::from(game.board.height()));
        for (row, cells) in rows.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                if *cell == CellView::Empty && game.target.is_filled(row, column) {
                    *cell = CellView::Target;
                }
            }
        }
        Some(rows)
    }

    /// What is known of the game and those before it.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("weights of", format!("step {}", self.step))];
        if let Some(game) = &self.game {
            let opinion = game.opinion.as_ref();
            let distance = opinion.and_then(|opinion| opinion.distance);
            facts.push(("pieces", game.moves.to_string()));
            facts.push(("expects", distance.map_or("-".into(), |distance| format!("{distance:.1} more"))));
            let end = match (game.is_over, game.board == game.target) {
                (false, _) => "plays",
                (true, true) => "reached",
                (true, false) => "failed",
            };
            facts.push(("game", end.into()));
        }
        if !self.ends.is_empty() {
            let reached = self.ends.iter().filter(|is_reached| **is_reached).count();
            facts.push(("reached", format!("{reached} of {}", self.ends.len())));
        }
        facts
    }
}

impl RunningGame {
    fn new(target: Board) -> Self {
        let board = Board::empty(target.size());
        let task = ReachTask::new(ReachSettings { size: target.size(), ..ReachSettings::default() });
        let well = WellView::new(usize::from(board.width()), usize::from(board.height()));
        let limit = task.step_limit(&target);
        Self { target, board, well, moves: 0, limit, opinion: None, is_over: false }
    }

    fn play(&mut self, opinion: Opinion) {
        let placement =
            opinion.best.and_then(|action: ActionId| Actions::of_width(self.board.width()).placement(action));
        let landing = placement.and_then(|placement| self.board.play(placement).ok());
        if let (Some(placement), Some(landing)) = (placement, landing) {
            let (row, column) = (usize::from(landing.row), usize::from(placement.column));
            let shape = placement.orientation.shape();
            self.well.place(shape.places().map(|(r, c)| (r + row, c + column)), shape.piece);
            self.moves += 1;
        }
        self.is_over = landing.is_none() || self.board == self.target || self.moves >= self.limit;
        self.opinion = Some(opinion);
    }
}

/// The newest weights of a run, and targets for them.
struct Weights {
    run: RunWeights,
    size: Option<Size>,
    targets: Vec<Board>,
    pieces: usize,
    drawn: u64,
}

impl Weights {
    fn answer(&mut self, question: LiveQuestion) -> anyhow::Result<LiveAnswer> {
        match question {
            LiveQuestion::Target(pieces) => {
                // Between games only, so that one network plays a game to its end.
                let (step, size) = self.run.refresh()?;
                Ok(LiveAnswer::Target(self.target(pieces, size)?, step))
            }
            LiveQuestion::Move(board, target) => Ok(LiveAnswer::Move(self.run.opinion(&board, &target)?)),
        }
    }

    /// A target that the run does not train on.
    fn target(&mut self, pieces: usize, size: Size) -> anyhow::Result<Board> {
        if self.targets.is_empty() || (self.pieces, self.size) != (pieces, Some(size)) {
            (self.pieces, self.size) = (pieces, Some(size));
            self.drawn += 1;
            let options = LoadOptions { size: SizeRule::Given(size), count: Some(TARGETS), seed: self.drawn };
            let suite = load_suite(&format!("stack-{pieces}@validation"), &options)?;
            self.targets = suite.sketches.into_iter().map(|sketch| sketch.board).collect();
        }
        self.targets.pop().context("there are no targets of this size")
    }
}
