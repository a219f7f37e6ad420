//! Classic Tetris: the piece is given, one chooses where it drops.

use std::time::Duration;

use anyhow::Context;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::classic::demo::Demonstration;
use tetreach::classic::{ClassicPlayer, ClassicTask, NamedPlayer};
use tetreach::game::classic::{After, ClassicRules, Preset, State};
use tetreach::game::{ActionId, Actions, Orientation, Piece, Placement};
use tetreach::recording::{RecordedClassic, RecordedGame};

use super::controls::Controls;
use super::demonstration::KeptGame;
use super::game::{AgentTurn, CellView, Playable, PlayerInput, Tone, View, shape_rows};
use super::games::GameStart;
use super::thinker::Thinker;
use super::well::WellView;

/// Who gives hints.
const ADVISER: &str = "bcts";

/// A placement with what its agent says of it.
type Choice = (Option<ActionId>, Vec<(String, String)>);

/// A decision with all that goes before it.
#[derive(Clone, Debug)]
struct Moment {
    state: State,
    pieces: Pcg64Mcg,
    well: WellView,
    lines: u64,
    points: u64,
}

/// A running game.
#[derive(Debug)]
pub struct ClassicPlay {
    preset: Preset,
    task: ClassicTask,
    seed: u64,
    now: Moment,
    passed: Vec<(Moment, ActionId)>,
    undone: Vec<ActionId>,
    hand: Orientation,
    column: u8,
    message: Option<String>,
    high_score: u64,
    agent: Option<(String, Thinker<State, Choice>)>,
    monitor: Vec<(String, String)>,
}

impl ClassicPlay {
    /// A game by the rules that the start names.
    pub fn begin(start: &GameStart) -> anyhow::Result<Self> {
        let preset: Preset = start.level.as_deref().unwrap_or("sir-tet").parse()?;
        let mut rules = ClassicRules::preset(preset);
        if let Some(size) = start.size {
            rules = rules.with_size(size).with_context(|| format!("`{preset}` cannot be played"))?;
        }
        Ok(Self::with_rules(preset, rules, start.seed))
    }

    /// A game by rules that may differ from those of the preset in board and pieces.
    pub fn with_rules(preset: Preset, rules: ClassicRules, seed: u64) -> Self {
        let now = first(&rules, seed);
        let hand = resting(now.state.piece);
        let mut game = Self {
            preset,
            task: ClassicTask::new(rules),
            seed,
            now,
            passed: Vec::new(),
            undone: Vec::new(),
            hand,
            column: 0,
            message: None,
            high_score: 0,
            agent: None,
            monitor: Vec::new(),
        };
        game.take();
        game
    }

    fn rules(&self) -> &ClassicRules {
        &self.task.rules
    }

    fn width(&self) -> u8 {
        self.rules().size().width()
    }

    /// Takes the given piece into the hand, in the middle.
    fn take(&mut self) {
        self.hand = resting(self.now.state.piece);
        self.column = (self.width() - self.hand.shape().width) / 2;
    }

    fn move_to(&mut self, column: i16) {
        let last = i16::from(self.width()) - i16::from(self.hand.shape().width);
        self.column = column.clamp(0, last) as u8;
    }

    fn turn(&mut self, is_clockwise: bool) {
        let all: Vec<Orientation> = self.hand.piece().orientations().collect();
        let now = all.iter().position(|it| *it == self.hand).unwrap_or(0);
        self.hand = all[(now + if is_clockwise { 1 } else { all.len() - 1 }) % all.len()];
        self.move_to(i16::from(self.column));
    }

    fn action(&self) -> Option<ActionId> {
        Actions::of_width(self.width()).id(Placement { orientation: self.hand, column: self.column })
    }

    /// What dropping the piece here would lead to; nothing if it cannot get there.
    fn after(&self) -> Option<After> {
        self.rules().after(&self.now.state, self.action()?)
    }

    /// Plays a placement; whether it is offered.
    fn play(&mut self, action: ActionId) -> bool {
        let Some(after) = self.rules().after(&self.now.state, action) else {
            self.message = Some("The piece cannot get there.".into());
            return false;
        };
        let placement = Actions::of_width(self.width()).placement(action);
        let placement = placement.expect("invariant: an offered action has a placement");
        let before = self.now.clone();
        let now = &mut self.now;
        if after.row < self.task.rules.size().height() {
            let (row, column) = (usize::from(after.row), usize::from(placement.column));
            let shape = placement.orientation.shape();
            now.well.place(shape.places().map(|(r, c)| (r + row, c + column)), shape.piece);
        }
        now.lines += u64::from(after.lines);
        now.points += u64::from(self.task.rules.points(&after));
        now.state = self.task.rules.draw(&after, &mut now.pieces);
        self.high_score = self.high_score.max(now.points);
        self.passed.push((before, action));
        self.message = None;
        self.take();
        if let Some((_, agent)) = &mut self.agent {
            agent.forget();
        }
        true
    }

    fn drop_piece(&mut self) {
        if self.action().is_some_and(|action| self.play(action)) {
            self.undone.clear();
        }
    }

    fn undo(&mut self) -> bool {
        let Some((before, action)) = self.passed.pop() else { return false };
        self.now = before;
        self.now.well.settle();
        self.undone.push(action);
        self.message = None;
        self.take();
        if let Some((_, agent)) = &mut self.agent {
            agent.forget();
        }
        true
    }

    fn restart(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.now = first(&self.task.rules, self.seed);
        (self.passed, self.undone, self.message) = (Vec::new(), Vec::new(), None);
        self.take();
        if let Some((_, agent)) = &mut self.agent {
            agent.forget();
        }
    }

    fn hint(&mut self) {
        let choice = NamedPlayer::named(ADVISER, self.rules())
            .map(|adviser| chosen(&self.task, &adviser.player, &self.now.state, 0).0);
        let placement = match choice {
            Ok(action) => action.and_then(|action| Actions::of_width(self.width()).placement(action)),
            Err(error) => return self.message = Some(format!("No hint: {error}.")),
        };
        if let Some(placement) = placement {
            self.hold_at(placement);
            self.message = Some(format!("Hint of {ADVISER}: drop it as shown."));
        }
    }

    fn hold_at(&mut self, placement: Placement) {
        (self.hand, self.column) = (placement.orientation, placement.column);
    }

    /// The game in Sir Tet's form, which knows one board, one bag and one next piece.
    fn sir_tet(&self) -> Option<Vec<Demonstration>> {
        if *self.rules() != ClassicRules::preset(Preset::SirTet) {
            return None;
        }
        let actions = Actions::of_width(self.width());
        let line = |(before, action): &(Moment, ActionId)| {
            let placement = actions.placement(*action)?;
            Some(Demonstration { board: before.state.board, placement, next: before.state.next? })
        };
        self.passed.iter().map(line).collect()
    }
}

/// The first decision of a game.
fn first(rules: &ClassicRules, seed: u64) -> Moment {
    let mut pieces = Pcg64Mcg::seed_from_u64(seed);
    let state = rules.start(&mut pieces);
    let (width, height) = (usize::from(rules.size().width()), usize::from(rules.size().height()));
    Moment { state, pieces, well: WellView::new(width, height), lines: 0, points: 0 }
}

/// The piece as it lies flat.
fn resting(piece: Piece) -> Orientation {
    let flattest = piece.orientations().min_by_key(|it| it.shape().height);
    flattest.expect("invariant: every piece has an orientation")
}

/// A player's choice, and what it thinks of it.
fn chosen(task: &ClassicTask, player: &ClassicPlayer, state: &State, seed: u64) -> Choice {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let Some((action, value)) = player.judge(task, state, &mut rng) else { return (None, Vec::new()) };
    (Some(action), value.into_iter().map(|value| ("value".into(), format!("{value:.2}"))).collect())
}

impl Playable for ClassicPlay {
    fn view(&self) -> View {
        let (now, size) = (&self.now, self.rules().size());
        let mut board = now.well.rows(usize::from(size.height()));
        let plays = !now.well.is_flashing() && !self.is_over();
        let after = self.after().filter(|_| plays);
        let shape = self.hand.shape();
        if let Some(after) = after.filter(|after| after.row < size.height()) {
            for (row, column) in shape.places() {
                let place = (row + usize::from(after.row), column + usize::from(self.column));
                board[place.0][place.1] = CellView::Preview(shape.piece);
            }
        }
        let flat = |orientation: Orientation| {
            let shape = orientation.shape();
            let size = (usize::from(shape.height), usize::from(shape.width));
            shape_rows(shape.places(), size, CellView::Filled(shape.piece))
        };
        let mut pieces = vec![("in hand", flat(self.hand))];
        pieces.extend(now.state.next.map(|next| ("next", flat(resting(next)))));
        let mut lines = Vec::new();
        if self.is_over() {
            lines.push((Tone::Bad, "Game over. r begins a new game, u takes the last piece back.".into()));
        } else if plays && after.is_none_or(|after| after.row >= size.height()) {
            lines.push((Tone::Bad, "The piece does not fit under the top here.".into()));
        }
        lines.extend(self.message.iter().map(|message| (Tone::Plain, message.clone())));
        View {
            title: format!("classic {}, game {}", self.preset, self.seed),
            board,
            pieces,
            facts: vec![
                ("score", now.points.to_string()),
                ("high score", self.high_score.to_string()),
                ("lines", now.lines.to_string()),
                ("pieces", self.passed.len().to_string()),
            ],
            lines,
            monitor: self.monitor.clone(),
            ..View::default()
        }
    }

    fn controls(&self) -> Controls {
        Controls::Given
    }

    fn act(&mut self, input: PlayerInput) {
        if self.is_over() && !matches!(input, PlayerInput::Undo | PlayerInput::Restart) {
            return;
        }
        match input {
            PlayerInput::Left => self.move_to(i16::from(self.column) - 1),
            PlayerInput::Right => self.move_to(i16::from(self.column) + 1),
            PlayerInput::Turn => self.turn(true),
            PlayerInput::TurnBack => self.turn(false),
            PlayerInput::Drop => self.drop_piece(),
            PlayerInput::Undo => drop(self.undo()),
            PlayerInput::Redo => {
                if let Some(action) = self.undone.pop() {
                    self.play(action);
                }
            }
            PlayerInput::Hint => self.hint(),
            PlayerInput::Restart => self.restart(),
            _ => {}
        }
    }

    fn pass(&mut self, time: Duration, _is_by_hand: bool) -> bool {
        self.now.well.pass(time)
    }

    fn is_over(&self) -> bool {
        self.now.state.is_over
    }

    fn ask_agent(&mut self, agent: &str, _seconds: f64) -> anyhow::Result<()> {
        let player = NamedPlayer::named(agent, self.rules())?.player;
        let (task, mut asked) = (self.task.clone(), self.seed);
        let think = move |player: &mut ClassicPlayer, state: State| {
            asked = asked.wrapping_add(1);
            chosen(&task, player, &state, asked)
        };
        self.agent = Some((agent.to_owned(), Thinker::start(move || Ok(player), think)?));
        Ok(())
    }

    fn play_agent_move(&mut self) -> AgentTurn {
        if self.is_over() {
            return AgentTurn::Over;
        }
        let state = self.now.state;
        let Some((name, agent)) = &mut self.agent else { return AgentTurn::Over };
        let Some((action, numbers)) = agent.take() else {
            if !agent.is_asked() && agent.ask(state).is_err() {
                return AgentTurn::Over;
            }
            return AgentTurn::Thinks;
        };
        self.monitor = std::iter::once(("agent".to_owned(), name.clone())).chain(numbers).collect();
        let Some(action) = action else { return AgentTurn::Over };
        if let Some(placement) = Actions::of_width(self.width()).placement(action) {
            self.hold_at(placement);
        }
        if self.play(action) { AgentTurn::Played } else { AgentTurn::Over }
    }

    fn played(&self) -> Option<KeptGame> {
        if self.passed.is_empty() {
            return None;
        }
        let actions = Actions::of_width(self.width());
        let moves = self.passed.iter().filter_map(|(_, action)| actions.placement(*action));
        let record = RecordedGame::Classic(RecordedClassic {
            rules: self.preset.to_string(),
            size: self.rules().size().to_string(),
            pieces: self.rules().randomizer.to_string(),
            seed: self.seed,
            lines: self.now.lines,
            points: self.now.points,
            lost: self.is_over(),
            moves: moves.map(Into::into).collect(),
        });
        Some(KeptGame { record, sir_tet: self.sir_tet() })
    }
}
