//! Reach by hand: build exactly the target, with any piece at any time; or watch an agent build it.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::json;
use tetreach::eval::solve_checked;
use tetreach::game::{ActionId, Actions, Board, Orientation, Piece, Placement};
use tetreach::reach::{LoadOptions, load_sketch};
use tetreach::registry::{AgentOptions, Registry};
use tetreach::solve::{Budget, Cancel, Request, Verdict, lower_bound};
use tetreach::text::counted;

use super::game::{AgentTurn, CellView, Playable, PlayerInput, Tone, View};
use super::judge::{Judge, WayJudgement};

/// Time for which rows flash before they vanish.
const FLASH: Duration = Duration::from_millis(400);
/// Time of one flash, on or off.
const BLINK: Duration = Duration::from_millis(100);

/// The piece in each cell, bottom row first.
type Tiles = Vec<Vec<Option<Piece>>>;

/// A board that was passed, with the move that led on.
#[derive(Clone, Debug)]
struct Passed {
    board: Board,
    tiles: Tiles,
    action: ActionId,
}

/// Rows that vanish just now.
#[derive(Clone, Debug)]
struct Vanishing {
    tiles: Tiles,
    rows: Vec<usize>,
    left: Duration,
}

/// The moves of an agent.
#[derive(Debug)]
enum Plan {
    /// Nobody was asked.
    None,
    /// The agent searches.
    Search { agent: String, cancel: Cancel, answer: Receiver<Result<Vec<ActionId>, String>> },
    /// The agent's moves from the empty board.
    Ready { agent: String, moves: Vec<ActionId> },
    /// The agent found nothing, in a sentence.
    Failed(String),
}

/// A running game.
#[derive(Debug)]
pub struct ReachGame {
    name: String,
    target: Board,
    board: Board,
    tiles: Tiles,
    passed: Vec<Passed>,
    undone: Vec<ActionId>,
    hand: Orientation,
    column: u8,
    judge: Judge,
    judgement: Option<WayJudgement>,
    wants_hint: bool,
    message: Option<String>,
    vanishing: Option<Vanishing>,
    plan: Plan,
    least: u32,
}

impl ReachGame {
    /// A game with the target of this name, or from this file.
    pub fn load(source: &str) -> anyhow::Result<Self> {
        let sketch = load_sketch(source, &LoadOptions::default())?;
        sketch.check()?;
        Ok(Self::new(source, sketch.board))
    }

    /// A game with this target.
    pub fn new(name: &str, target: Board) -> Self {
        let board = Board::empty(target.size());
        let mut game = Self {
            name: name.to_owned(),
            target,
            board,
            tiles: blank(&board),
            passed: Vec::new(),
            undone: Vec::new(),
            hand: Orientation::all().next().expect("invariant: there are pieces"),
            column: 0,
            judge: Judge::default(),
            judgement: None,
            wants_hint: false,
            message: None,
            vanishing: None,
            plan: Plan::None,
            least: lower_bound(&target).pieces,
        };
        game.take(Piece::T);
        game.ask_judge();
        game
    }

    fn placement(&self) -> Placement {
        Placement { orientation: self.hand, column: self.column }
    }

    /// Takes a piece as it comes, about where the last one was.
    fn take(&mut self, piece: Piece) {
        if let Some(orientation) = Orientation::of(piece, 0) {
            self.hand = orientation;
            self.move_to(i16::from(self.column));
        }
    }

    fn move_to(&mut self, column: i16) {
        let last = i16::from(self.board.width()) - i16::from(self.hand.shape().width);
        self.column = column.clamp(0, last) as u8;
    }

    fn turn(&mut self, is_clockwise: bool) {
        let all: Vec<Orientation> = Orientation::all().filter(|o| o.piece() == self.hand.piece()).collect();
        let now = all.iter().position(|o| *o == self.hand).unwrap_or(0);
        let by = if is_clockwise { 1 } else { all.len() - 1 };
        self.hand = all[(now + by) % all.len()];
        self.move_to(i16::from(self.column));
    }

    fn next_piece(&mut self, by: usize) {
        let now = Piece::ALL.iter().position(|piece| *piece == self.hand.piece()).unwrap_or(0);
        self.take(Piece::ALL[(now + by) % Piece::ALL.len()]);
    }

    /// Plays a move; whether the rules allowed it.
    fn play(&mut self, action: ActionId) -> bool {
        let before = Passed { board: self.board, tiles: self.tiles.clone(), action };
        let landing = match self.board.play_action(action) {
            Ok(landing) => landing,
            Err(error) => {
                self.message = Some(format!("Not possible: {error}."));
                return false;
            }
        };
        let placement = Actions::of_width(self.board.width()).placement(action);
        let placement = placement.expect("invariant: a played action has a placement");
        for (row, column) in placement.orientation.shape().places() {
            let (row, column) = (row + usize::from(landing.row), column + usize::from(placement.column));
            self.tiles[row][column] = Some(placement.orientation.piece());
        }
        let rows: Vec<usize> = landing.cleared.iter().collect();
        self.vanishing = None;
        if !rows.is_empty() {
            self.vanishing = Some(Vanishing { tiles: self.tiles.clone(), rows: rows.clone(), left: FLASH });
            let kept = std::mem::take(&mut self.tiles).into_iter().enumerate();
            self.tiles = kept.filter(|(row, _)| !rows.contains(row)).map(|(_, line)| line).collect();
            self.tiles.resize(before.tiles.len(), vec![None; usize::from(self.board.width())]);
        }
        self.passed.push(before);
        self.message = None;
        self.follow(action);
        true
    }

    /// Keeps what is known if the move was on the known way, and asks again otherwise.
    fn follow(&mut self, action: ActionId) {
        match &self.judgement {
            _ if self.board == self.target => {
                self.judge.forget();
                self.judgement = Some(WayJudgement::Reached);
            }
            Some(WayJudgement::Reachable { way, is_shortest }) if way.first() == Some(&action) => {
                self.judgement =
                    Some(WayJudgement::Reachable { way: way[1..].to_vec(), is_shortest: *is_shortest });
            }
            _ => self.ask_judge(),
        }
    }

    fn ask_judge(&mut self) {
        self.judgement = None;
        self.judge.ask(self.board, self.target);
    }

    fn undo(&mut self) -> bool {
        let Some(Passed { board, tiles, action }) = self.passed.pop() else { return false };
        (self.board, self.tiles, self.vanishing, self.message) = (board, tiles, None, None);
        self.undone.push(action);
        self.ask_judge();
        true
    }

    fn hint(&mut self) {
        self.wants_hint = false;
        match &self.judgement {
            None => self.wants_hint = true,
            Some(WayJudgement::Reachable { way, .. }) => {
                let next = way.first().and_then(|id| Actions::of_width(self.board.width()).placement(*id));
                if let Some(placement) = next {
                    (self.hand, self.column) = (placement.orientation, placement.column);
                    let piece = placement.orientation.piece();
                    self.message =
                        Some(format!("Hint: {piece} as shown, column {}; drop it.", placement.column + 1));
                }
            }
            Some(WayJudgement::DeadEnd { .. }) => {
                self.message = Some("Hint: undo, this is a dead end.".into())
            }
            Some(WayJudgement::Open { .. }) => {
                self.message = Some("No way is known from here: undo leads back to one.".into());
            }
            Some(WayJudgement::Reached) => self.message = Some("The board is reached.".into()),
        }
    }

    fn judged(&self) -> (Tone, String) {
        let placed = self.passed.len();
        match &self.judgement {
            None => (Tone::Muted, "Judging ...".into()),
            Some(WayJudgement::Reached) => {
                let proof = if placed == self.least as usize { ": none need fewer" } else { "" };
                (Tone::Good, format!("Reached with {}{proof}.", counted(placed, "piece")))
            }
            Some(WayJudgement::Reachable { way, is_shortest }) => {
                let proof = if *is_shortest { ", fewer do not do" } else { " or fewer" };
                (Tone::Good, format!("Still reachable: {} more{proof}.", counted(way.len(), "piece")))
            }
            Some(WayJudgement::DeadEnd { reason }) => (Tone::Bad, format!("Dead end: {reason}.")),
            Some(WayJudgement::Open { at_least }) => {
                (Tone::Plain, format!("Not decided: at least {} more.", counted(*at_least as usize, "piece")))
            }
        }
    }

    fn cell(&self, row: usize, column: usize) -> CellView {
        if let Some(Vanishing { tiles, rows, left }) = &self.vanishing {
            let is_on = left.as_millis() / BLINK.as_millis() % 2 == 1;
            return match tiles[row][column] {
                _ if rows.contains(&row) && is_on => CellView::Flash,
                Some(piece) => CellView::Filled(piece),
                None => CellView::Empty,
            };
        }
        match self.tiles[row][column] {
            Some(piece) => CellView::Filled(piece),
            None if self.target.is_filled(row, column) => CellView::Target,
            None => CellView::Empty,
        }
    }
}

fn blank(board: &Board) -> Tiles {
    vec![vec![None; usize::from(board.width())]; usize::from(board.height())]
}

impl Playable for ReachGame {
    fn view(&self) -> View {
        let (width, height) = (usize::from(self.board.width()), usize::from(self.board.height()));
        let mut board: Vec<Vec<CellView>> =
            (0..height).map(|row| (0..width).map(|column| self.cell(row, column)).collect()).collect();
        let shape = self.hand.shape();
        let landing = self.board.landing_row(self.placement());
        let plays = self.vanishing.is_none() && !self.is_over();
        if let Some(bottom) = landing.filter(|_| plays) {
            for (row, column) in shape.places() {
                board[row + usize::from(bottom)][column + usize::from(self.column)] =
                    CellView::Preview(shape.piece);
            }
        }
        let mut hand = vec![vec![CellView::Empty; usize::from(shape.width)]; usize::from(shape.height)];
        shape.places().for_each(|(row, column)| hand[row][column] = CellView::Filled(shape.piece));
        let mut lines = vec![self.judged()];
        if landing.is_none() && plays {
            lines.push((Tone::Bad, "The piece does not fit under the top here.".into()));
        }
        lines.extend(self.message.iter().map(|message| (Tone::Plain, message.clone())));
        lines.extend(match &self.plan {
            Plan::Search { agent, .. } => Some((Tone::Muted, format!("{agent} searches ..."))),
            Plan::Ready { agent, moves } => {
                Some((Tone::Muted, format!("{agent}: {}", counted(moves.len(), "piece"))))
            }
            Plan::Failed(sentence) => Some((Tone::Bad, sentence.clone())),
            Plan::None => None,
        });
        let cells = self.target.cells().to_string();
        View {
            title: format!("reach {}", self.name),
            board,
            hand,
            facts: vec![
                ("pieces", self.passed.len().to_string()),
                ("at least", self.least.to_string()),
                ("target cells", cells),
            ],
            lines,
        }
    }

    fn act(&mut self, input: PlayerInput) {
        let moves_on =
            matches!(input, PlayerInput::Undo | PlayerInput::Redo | PlayerInput::Restart | PlayerInput::Hint);
        if self.is_over() && !moves_on {
            return;
        }
        match input {
            PlayerInput::Left => self.move_to(i16::from(self.column) - 1),
            PlayerInput::Right => self.move_to(i16::from(self.column) + 1),
            PlayerInput::Turn => self.turn(true),
            PlayerInput::TurnBack => self.turn(false),
            PlayerInput::Next => self.next_piece(1),
            PlayerInput::Previous => self.next_piece(Piece::ALL.len() - 1),
            PlayerInput::Choose(piece) => self.take(piece),
            PlayerInput::Drop => {
                let id = Actions::of_width(self.board.width()).id(self.placement());
                if id.is_some_and(|id| self.play(id)) {
                    self.undone.clear();
                }
            }
            PlayerInput::Undo => drop(self.undo()),
            PlayerInput::Redo => {
                if let Some(action) = self.undone.pop() {
                    self.play(action);
                }
            }
            PlayerInput::Hint => self.hint(),
            PlayerInput::Restart => {
                while self.undo() {}
                self.undone.clear();
            }
        }
    }

    fn pass(&mut self, time: Duration) -> bool {
        let mut changed = false;
        if let Some(vanishing) = &mut self.vanishing {
            let before = vanishing.left.as_millis() / BLINK.as_millis();
            vanishing.left = vanishing.left.saturating_sub(time);
            changed |= vanishing.left.as_millis() / BLINK.as_millis() != before;
            if vanishing.left.is_zero() {
                (self.vanishing, changed) = (None, true);
            }
        }
        if let Some(judgement) = self.judge.poll() {
            self.judgement = Some(judgement);
            changed = true;
            if self.wants_hint {
                self.hint();
            }
        }
        if let Plan::Search { agent, answer, .. } = &self.plan
            && let Ok(found) = answer.try_recv()
        {
            let agent = agent.clone();
            self.plan = match found {
                Ok(moves) => Plan::Ready { agent, moves },
                Err(sentence) => Plan::Failed(sentence),
            };
            changed = true;
        }
        changed
    }

    fn is_over(&self) -> bool {
        self.board == self.target
    }

    fn ask_agent(&mut self, agent: &str, seconds: f64) -> anyhow::Result<()> {
        let solver = Registry::standard().agent(agent, AgentOptions::default())?;
        let (target, cancel) = (self.target, Cancel::default());
        let (sender, answer) = channel();
        let flag = cancel.clone();
        let name = agent.to_owned();
        std::thread::spawn(move || {
            let request = |target| Request { cancel: flag, ..Request::new(target, Budget::seconds(seconds)) };
            let report = solve_checked(&*solver, &target, request);
            let found = match report.verdict {
                Verdict::Solved(solution) => Ok(solution.actions().collect()),
                Verdict::Unreachable(reason) => Err(format!("Cannot be reached: {reason}.")),
                Verdict::NotFound => Err(format!("{name} found no way in {:.1} s.", report.seconds)),
            };
            // A game that was left does not listen.
            let _ = sender.send(found);
        });
        self.plan = Plan::Search { agent: agent.to_owned(), cancel, answer };
        Ok(())
    }

    fn play_agent_move(&mut self) -> AgentTurn {
        let Plan::Ready { moves, .. } = &self.plan else {
            return if matches!(self.plan, Plan::Search { .. }) {
                AgentTurn::Thinks
            } else {
                AgentTurn::Over
            };
        };
        // The plan holds as long as its moves are what was played.
        let follows =
            self.passed.iter().map(|passed| passed.action).eq(moves.iter().copied().take(self.passed.len()));
        let next = moves.get(self.passed.len()).copied().filter(|_| follows);
        match next {
            Some(action) => {
                if let Some(placement) = Actions::of_width(self.board.width()).placement(action) {
                    (self.hand, self.column) = (placement.orientation, placement.column);
                }
                if self.play(action) { AgentTurn::Played } else { AgentTurn::Over }
            }
            None => AgentTurn::Over,
        }
    }

    fn demonstration(&self) -> Option<String> {
        if self.passed.is_empty() {
            return None;
        }
        let actions = Actions::of_width(self.board.width());
        let moves =
            self.passed.iter().filter_map(|passed| actions.placement(passed.action)).map(|placement| {
                let orientation = placement.orientation;
                json!({
                    "piece": orientation.piece(),
                    "rotation": orientation.rotation(),
                    "column": placement.column,
                })
            });
        let demonstration = json!({
            "game": "reach",
            "name": self.name,
            "size": self.target.size().to_string(),
            "target": self.target.to_string(),
            "reached": self.is_over(),
            "moves": moves.collect::<Vec<_>>(),
        });
        Some(demonstration.to_string())
    }
}

impl Drop for ReachGame {
    fn drop(&mut self) {
        if let Plan::Search { cancel, .. } = &self.plan {
            cancel.cancel();
        }
    }
}
