//! Reach by hand: build exactly the target, with any piece at any time; or watch an agent build it.

use std::time::Duration;

use tetreach::game::{ActionId, Actions, Board, Orientation, Piece, Placement};
use tetreach::network::Opinion;
use tetreach::reach::{LoadOptions, load_sketch};
use tetreach::recording::{RecordedGame, RecordedReach};
use tetreach::solve::{WayJudgement, lower_bound};
use tetreach::text::counted;

use super::controls::Controls;
use super::demonstration::KeptGame;
use super::game::{AgentTurn, CellView, Playable, PlayerInput, Tone, View, shape_rows};
use super::judge::BoardJudge;
use super::reach_plan::Plan;
use super::well::WellView;

/// A board that was passed, with the move that led on.
#[derive(Clone, Debug)]
struct Passed {
    board: Board,
    well: WellView,
    action: ActionId,
}

/// A running game.
#[derive(Debug)]
pub struct ReachGame {
    name: String,
    target: Board,
    board: Board,
    well: WellView,
    passed: Vec<Passed>,
    undone: Vec<ActionId>,
    hand: Orientation,
    column: u8,
    judge: BoardJudge,
    judgement: Option<WayJudgement>,
    /// What the network thinks of the board.
    opinion: Option<Opinion>,
    wants_hint: bool,
    message: Option<String>,
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
            well: WellView::new(usize::from(board.width()), usize::from(board.height())),
            passed: Vec::new(),
            undone: Vec::new(),
            hand: Orientation::all().next().expect("invariant: there are pieces"),
            column: 0,
            judge: BoardJudge::default(),
            judgement: None,
            opinion: None,
            wants_hint: false,
            message: None,
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
        let before = Passed { board: self.board, well: self.well.clone(), action };
        let landing = match self.board.play_action(action) {
            Ok(landing) => landing,
            Err(error) => {
                self.message = Some(format!("Not possible: {error}."));
                return false;
            }
        };
        let placement = Actions::of_width(self.board.width()).placement(action);
        let placement = placement.expect("invariant: a played action has a placement");
        let (row, column) = (usize::from(landing.row), usize::from(placement.column));
        let shape = placement.orientation.shape();
        self.well.place(shape.places().map(|(r, c)| (r + row, c + column)), shape.piece);
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
                let rest = WayJudgement::Reachable { way: way[1..].to_vec(), is_shortest: *is_shortest };
                (self.judgement, self.opinion) = (Some(rest), None);
                // What is known already need not be searched for.
                self.judge.think(self.board, self.target);
            }
            _ => self.ask_judge(),
        }
    }

    fn ask_judge(&mut self) {
        (self.judgement, self.opinion) = (None, None);
        self.judge.ask(self.board, self.target);
    }

    fn undo(&mut self) -> bool {
        let Some(Passed { board, well, action }) = self.passed.pop() else { return false };
        (self.board, self.well, self.message) = (board, well, None);
        self.well.settle();
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
                let best = self.opinion.as_ref().and_then(|opinion| opinion.best);
                let placement = best.and_then(|best| Actions::of_width(self.board.width()).placement(best));
                if let Some(placement) = placement {
                    (self.hand, self.column) = (placement.orientation, placement.column);
                }
                self.message = Some(match placement {
                    Some(_) => "No way is known from here; the network would drop it as shown.".into(),
                    None => "No way is known from here: undo leads back to one.".into(),
                });
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
        match self.well.cell(row, column) {
            CellView::Empty if self.target.is_filled(row, column) && !self.well.is_flashing() => {
                CellView::Target
            }
            seen => seen,
        }
    }
}

/// What the network thinks, in a sentence.
fn thought(opinion: &Opinion) -> (Tone, String) {
    let chance = 100.0 * opinion.success;
    let more = opinion.distance.map_or(String::new(), |distance| format!(", about {distance:.0} pieces"));
    (Tone::Muted, format!("The network: {chance:.0} % reachable{more}."))
}

impl Playable for ReachGame {
    fn view(&self) -> View {
        let (width, height) = (usize::from(self.board.width()), usize::from(self.board.height()));
        let mut board: Vec<Vec<CellView>> =
            (0..height).map(|row| (0..width).map(|column| self.cell(row, column)).collect()).collect();
        let shape = self.hand.shape();
        let landing = self.board.landing_row(self.placement());
        let plays = !self.well.is_flashing() && !self.is_over();
        if let Some(bottom) = landing.filter(|_| plays) {
            for (row, column) in shape.places() {
                board[row + usize::from(bottom)][column + usize::from(self.column)] =
                    CellView::Preview(shape.piece);
            }
        }
        let size = (usize::from(shape.height), usize::from(shape.width));
        let hand = shape_rows(shape.places(), size, CellView::Filled(shape.piece));
        let mut lines = vec![self.judged()];
        lines.extend(self.opinion.as_ref().filter(|_| !self.is_over()).map(thought));
        if landing.is_none() && plays {
            lines.push((Tone::Bad, "The piece does not fit under the top here.".into()));
        }
        lines.extend(self.message.iter().map(|message| (Tone::Plain, message.clone())));
        lines.extend(self.plan.sentence());
        let cells = self.target.cells().to_string();
        View {
            title: format!("reach {}", self.name),
            board,
            pieces: vec![("in hand", hand)],
            facts: vec![
                ("pieces", self.passed.len().to_string()),
                ("at least", self.least.to_string()),
                ("target cells", cells),
            ],
            lines,
            monitor: self.plan.monitor(),
            ..View::default()
        }
    }

    fn controls(&self) -> Controls {
        Controls::Chosen
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
            PlayerInput::Up
            | PlayerInput::Down
            | PlayerInput::HalfTurn
            | PlayerInput::Hold
            | PlayerInput::Gravity => {}
        }
    }

    fn pass(&mut self, time: Duration, _is_by_hand: bool) -> bool {
        let mut changed = self.well.pass(time);
        if let Some(opinion) = self.judge.poll_network() {
            (self.opinion, changed) = (Some(opinion), true);
        }
        if let Some(judgement) = self.judge.poll() {
            self.judgement = Some(judgement);
            changed = true;
            if self.wants_hint {
                self.hint();
            }
        }
        changed |= self.plan.poll();
        changed
    }

    fn is_over(&self) -> bool {
        self.board == self.target
    }

    fn ask_agent(&mut self, agent: &str, seconds: f64) -> anyhow::Result<()> {
        self.plan = Plan::search(agent, seconds, self.target)?;
        Ok(())
    }

    fn play_agent_move(&mut self) -> AgentTurn {
        let Plan::Ready { moves, .. } = &self.plan else {
            return if matches!(self.plan, Plan::Search(_)) { AgentTurn::Thinks } else { AgentTurn::Over };
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

    fn played(&self) -> Option<KeptGame> {
        if self.passed.is_empty() {
            return None;
        }
        let actions = Actions::of_width(self.board.width());
        let moves = self.passed.iter().filter_map(|passed| actions.placement(passed.action));
        let record = RecordedGame::Reach(RecordedReach {
            name: self.name.clone(),
            size: self.target.size().to_string(),
            target: self.target.to_string(),
            reached: self.is_over(),
            moves: moves.map(Into::into).collect(),
        });
        Some(KeptGame { record, sir_tet: None })
    }
}
