//! Tetress: two players place tetrominoes on a torus.

use std::time::Duration;

use tetreach::game::tetress::{Cells, Colour, Coordinate, GameEnd, SIDE, TetressPlacement, TetressPosition};
use tetreach::game::{Orientation, Piece};
use tetreach::recording::{RecordedGame, RecordedTetress};
use tetreach::text::counted;

use super::controls::Controls;
use super::demonstration::KeptGame;
use super::game::{AgentTurn, CellView, Playable, PlayerInput, Tone, View, shape_rows};
use super::games::GameStart;
use super::tetress_seat::{TetressAnswer, TetressSeat, answer_of, seat};

/// The opponent that is two people at one keyboard.
pub const NOBODY: &str = "nobody";
/// Who gives hints, and how long it thinks.
const ADVISER: (&str, f64) = ("alpha-beta", 0.3);
/// Seconds that an opponent of a person thinks.
const OPPONENT_SECONDS: f64 = 0.5;
/// Time for which emptied rows and columns flash.
const FLASH: Duration = Duration::from_millis(600);

/// A running game.
#[derive(Debug)]
pub struct TetressGame {
    position: TetressPosition,
    passed: Vec<(TetressPosition, TetressPlacement)>,
    undone: Vec<TetressPlacement>,
    hand: Orientation,
    anchor: Coordinate,
    /// Who plays blue: an agent, or nobody but people.
    against: String,
    opponent: Option<TetressSeat>,
    /// Who plays red when one watches.
    agent: Option<(String, TetressSeat)>,
    adviser: Option<TetressSeat>,
    seed: u64,
    flash: Option<(Cells, Duration)>,
    message: Option<String>,
    monitor: Vec<(String, String)>,
}

impl TetressGame {
    /// A game against the opponent that the start names.
    pub fn begin(start: &GameStart) -> anyhow::Result<Self> {
        let against = start.against.clone().unwrap_or_else(|| "greedy".to_owned());
        let opponent =
            (against != NOBODY).then(|| seat(&against, OPPONENT_SECONDS, start.seed)).transpose()?;
        Ok(Self {
            position: TetressPosition::START,
            passed: Vec::new(),
            undone: Vec::new(),
            hand: Orientation::of(Piece::T, 0).expect("invariant: the T has a rotation"),
            anchor: Coordinate::wrapped(4, 4),
            against,
            opponent,
            agent: None,
            adviser: None,
            seed: start.seed,
            flash: None,
            message: None,
            monitor: Vec::new(),
        })
    }

    fn placement(&self) -> TetressPlacement {
        TetressPlacement::at(self.hand, self.anchor)
    }

    fn move_by(&mut self, rows: usize, columns: usize) {
        self.anchor = Coordinate::wrapped(self.anchor.row() + rows, self.anchor.column() + columns);
    }

    fn turn(&mut self, is_clockwise: bool) {
        let all: Vec<Orientation> = self.hand.piece().orientations().collect();
        let now = all.iter().position(|it| *it == self.hand).unwrap_or(0);
        self.hand = all[(now + if is_clockwise { 1 } else { all.len() - 1 }) % all.len()];
    }

    fn next_piece(&mut self, by: usize) {
        let now = Piece::ALL.iter().position(|piece| *piece == self.hand.piece()).unwrap_or(0);
        self.take(Piece::ALL[(now + by) % Piece::ALL.len()]);
    }

    fn take(&mut self, piece: Piece) {
        self.hand = Orientation::of(piece, 0).unwrap_or(self.hand);
    }

    fn play(&mut self, placement: TetressPlacement) -> bool {
        let before = self.position;
        if let Err(error) = self.position.play(placement) {
            self.message = Some(format!("Not possible: {error}."));
            return false;
        }
        let laid = before.tokens(Colour::Red) | before.tokens(Colour::Blue) | placement.cells();
        let left = self.position.tokens(Colour::Red) | self.position.tokens(Colour::Blue);
        let gone = laid.without(left);
        self.flash = (!gone.is_empty()).then_some((gone, FLASH));
        self.passed.push((before, placement));
        self.message = None;
        self.forget();
        true
    }

    /// Nobody's answer to another position counts.
    fn forget(&mut self) {
        let agent = self.agent.as_mut().map(|(_, agent)| agent);
        for seat in [&mut self.opponent, &mut self.adviser].into_iter().flatten().chain(agent) {
            seat.forget();
        }
    }

    fn undo(&mut self) -> bool {
        let Some((before, placement)) = self.passed.pop() else { return false };
        (self.position, self.flash, self.message) = (before, None, None);
        self.monitor.clear();
        self.undone.push(placement);
        self.forget();
        true
    }

    /// Takes back until it is the person's turn again.
    fn undo_turn(&mut self) {
        if self.undo() && self.opponent.is_some() && self.position.mover() == Colour::Blue {
            self.undo();
        }
    }

    fn redo(&mut self) {
        if let Some(placement) = self.undone.pop() {
            self.play(placement);
        }
    }

    /// Whether a person moves now.
    fn is_persons_turn(&self) -> bool {
        self.opponent.is_none() || self.position.mover() == Colour::Red
    }

    fn hint(&mut self) {
        if self.adviser.is_none() {
            match seat(ADVISER.0, ADVISER.1, self.seed) {
                Ok(adviser) => self.adviser = Some(adviser),
                Err(error) => return self.message = Some(format!("No hint: {error:#}.")),
            }
        }
        if let Some(adviser) = &mut self.adviser
            && adviser.ask(self.position).is_ok()
        {
            self.message = Some(format!("{} thinks ...", ADVISER.0));
        }
    }

    fn take_answers(&mut self, is_by_hand: bool) -> bool {
        let advice = self.adviser.as_mut().and_then(TetressSeat::take);
        if let Some(Ok(placement)) = advice.map(|answer| answer.placement) {
            (self.hand, self.anchor) = (placement.orientation(), placement.anchor());
            self.message = Some(format!("Hint of {}: place it as shown.", ADVISER.0));
            return true;
        }
        if !is_by_hand || self.is_over() || self.is_persons_turn() || self.flash.is_some() {
            return false;
        }
        self.opponent_moves() == AgentTurn::Played
    }

    fn opponent_moves(&mut self) -> AgentTurn {
        let position = self.position;
        let Some(opponent) = &mut self.opponent else { return AgentTurn::Over };
        let turn = answer_of(opponent, position);
        let name = self.against.clone();
        self.follow(turn, &name)
    }

    /// Plays what a seat answered.
    fn follow(&mut self, turn: Result<Option<TetressAnswer>, String>, name: &str) -> AgentTurn {
        let placement = match turn {
            Ok(None) => return AgentTurn::Thinks,
            Ok(Some(TetressAnswer { placement, remarks })) => {
                let remarks = remarks.into_iter().map(|(name, value)| (name.to_owned(), value));
                self.monitor =
                    std::iter::once(("agent".to_owned(), name.to_owned())).chain(remarks).collect();
                placement
            }
            Err(sentence) => Err(sentence),
        };
        match placement {
            Ok(placement) if self.play(placement) => {
                self.undone.clear();
                AgentTurn::Played
            }
            Ok(_) => AgentTurn::Over,
            Err(sentence) => {
                self.message = Some(sentence);
                AgentTurn::Over
            }
        }
    }

    fn judged(&self) -> (Tone, String) {
        match self.position.outcome() {
            Some(GameEnd::Winner(colour)) => {
                let tone = if colour == Colour::Red { Tone::Good } else { Tone::Bad };
                (tone, format!("{colour} has won."))
            }
            Some(GameEnd::Draw) => (Tone::Plain, "A draw.".into()),
            None => {
                let places = counted(self.position.moves().count(), "place");
                (Tone::Plain, format!("{} to move: {places}.", self.position.mover()))
            }
        }
    }
}

impl Playable for TetressGame {
    fn view(&self) -> View {
        let colour = self.position.mover();
        let mut board = vec![vec![CellView::Empty; SIDE]; SIDE];
        // Rows of the torus are counted from the top, those of the view from the bottom.
        let mut set = |cell: Coordinate, view| board[SIDE - 1 - cell.row()][cell.column()] = view;
        for colour in Colour::ALL {
            self.position.tokens(colour).iter().for_each(|cell| set(cell, CellView::Token(colour)));
        }
        if let Some((cells, left)) = self.flash {
            let is_on = left.as_millis() / 100 % 2 == 1;
            cells.iter().filter(|_| is_on).for_each(|cell| set(cell, CellView::Flash));
        } else if !self.is_over() && self.agent.is_none() && self.is_persons_turn() {
            let may = self.position.check(self.placement()).is_ok();
            let view = if may { CellView::TokenPreview(colour) } else { CellView::Misplaced };
            self.placement().cells().iter().for_each(|cell| set(cell, view));
        }
        let shape = self.hand.shape();
        let size = (usize::from(shape.height), usize::from(shape.width));
        let hand = shape_rows(shape.places(), size, CellView::Token(colour));
        let mut lines = vec![self.judged()];
        if !self.is_over() && !self.is_persons_turn() && self.agent.is_none() {
            lines.push((Tone::Muted, format!("{} thinks ...", self.against)));
        }
        lines.extend(self.message.iter().map(|message| (Tone::Plain, message.clone())));
        let red = self.agent.as_ref().map_or("you", |(name, _)| name.as_str());
        let tokens = |colour| self.position.tokens(colour).len().to_string();
        let last = self.passed.last().map_or(String::new(), |(_, placement)| {
            placement.to_string().trim_start_matches("PLACE(").trim_end_matches(')').to_owned()
        });
        View {
            title: format!("tetress, {red} (red) against {} (blue)", self.against),
            board,
            pieces: vec![("in hand", hand)],
            facts: vec![
                ("move", format!("{} of 150", self.position.turn())),
                ("red tokens", tokens(Colour::Red)),
                ("blue tokens", tokens(Colour::Blue)),
                ("last", last),
            ],
            lines,
            monitor: self.monitor.clone(),
            ..View::default()
        }
    }

    fn controls(&self) -> Controls {
        Controls::Placed
    }

    fn act(&mut self, input: PlayerInput) {
        let always = matches!(input, PlayerInput::Undo | PlayerInput::Restart | PlayerInput::Redo);
        if (self.is_over() || !self.is_persons_turn()) && !always {
            return;
        }
        match input {
            PlayerInput::Left => self.move_by(0, SIDE - 1),
            PlayerInput::Right => self.move_by(0, 1),
            PlayerInput::Up => self.move_by(SIDE - 1, 0),
            PlayerInput::Down => self.move_by(1, 0),
            PlayerInput::Turn => self.turn(true),
            PlayerInput::TurnBack => self.turn(false),
            PlayerInput::Next => self.next_piece(1),
            PlayerInput::Previous => self.next_piece(Piece::ALL.len() - 1),
            PlayerInput::Choose(piece) => self.take(piece),
            PlayerInput::Drop => {
                if self.play(self.placement()) {
                    self.undone.clear();
                }
            }
            PlayerInput::Undo if self.agent.is_some() => drop(self.undo()),
            PlayerInput::Undo => self.undo_turn(),
            PlayerInput::Redo => self.redo(),
            PlayerInput::Hint => self.hint(),
            PlayerInput::Restart => {
                while self.undo() {}
                self.undone.clear();
            }
            PlayerInput::HalfTurn | PlayerInput::Hold | PlayerInput::Gravity => {}
        }
    }

    fn pass(&mut self, time: Duration, is_by_hand: bool) -> bool {
        if is_by_hand {
            self.agent = None;
        }
        let mut changed = false;
        if let Some((_, left)) = &mut self.flash {
            let before = left.as_millis() / 100;
            *left = left.saturating_sub(time);
            changed = left.as_millis() / 100 != before;
            if left.is_zero() {
                (self.flash, changed) = (None, true);
            }
        }
        self.take_answers(is_by_hand) || changed
    }

    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn ask_agent(&mut self, agent: &str, seconds: f64) -> anyhow::Result<()> {
        self.agent = Some((agent.to_owned(), seat(agent, seconds, self.seed ^ 1)?));
        if self.opponent.is_none() {
            self.against = agent.to_owned();
        }
        if self.against != NOBODY {
            self.opponent = Some(seat(&self.against, seconds, self.seed)?);
        }
        Ok(())
    }

    fn play_agent_move(&mut self) -> AgentTurn {
        if self.is_over() {
            return AgentTurn::Over;
        }
        if self.position.mover() == Colour::Blue {
            return self.opponent_moves();
        }
        let position = self.position;
        let Some((name, agent)) = &mut self.agent else { return AgentTurn::Over };
        let (turn, name) = (answer_of(agent, position), name.clone());
        self.follow(turn, &name)
    }

    fn played(&self) -> Option<KeptGame> {
        if self.passed.is_empty() {
            return None;
        }
        let red = self.agent.as_ref().map_or("person", |(name, _)| name.as_str()).to_owned();
        let blue = if self.against == NOBODY { "person".to_owned() } else { self.against.clone() };
        let record = RecordedGame::Tetress(RecordedTetress {
            red,
            blue,
            winner: RecordedTetress::winner_of(&self.position),
            moves: self.passed.iter().map(|(_, placement)| placement.to_string()).collect(),
        });
        Some(KeptGame { record, sir_tet: None })
    }
}
