//! Guideline Tetris under the keys: alone, or against a bot that answers each piece with one of its own.

use std::time::Duration;

use tetreach::game::guideline::{
    Active, Field, GuidelinePlacement, GuidelineRules, GuidelineStart, Key, PlacementList, Slot, Spin,
};
use tetreach::guideline::Side;
use tetreach::recording::{RecordedGame, RecordedGuideline};

use super::controls::Controls;
use super::demonstration::KeptGame;
use super::game::{AgentTurn, Playable, PlayerInput, View};
use super::games::GameStart;
use super::guideline_seat::{Choice, GuidelineSeat, seat};
use super::guideline_table::Moment;

/// Time in which a piece falls by one row.
const FALL: Duration = Duration::from_millis(900);
/// Time for which a piece that rests can still be moved.
const LOCK: Duration = Duration::from_millis(700);
/// Rows that are shown: those in view, and one above, where pieces appear.
pub(super) const ROWS: usize = Field::VISIBLE + 1;
/// Who gives hints, and the seconds that it thinks.
const ADVISER: (&str, f64) = ("bot", 0.1);
/// Seconds that an opponent of a person thinks.
const OPPONENT_SECONDS: f64 = 0.05;

/// The piece under the keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    pub(super) slot: Slot,
    pub(super) active: Active,
    /// Time since it fell or was moved.
    waited: Duration,
}

/// A running game.
#[derive(Debug)]
pub struct GuidelinePlay {
    pub(super) start: GuidelineStart,
    rules: GuidelineRules,
    pub(super) seed: u64,
    pub(super) now: Moment,
    passed: Vec<(Moment, GuidelinePlacement)>,
    undone: Vec<GuidelinePlacement>,
    pub(super) hand: Option<Hand>,
    pub(super) falls: bool,
    pub(super) against: Option<String>,
    opponent: Option<GuidelineSeat>,
    pub(super) agent: Option<(String, GuidelineSeat)>,
    adviser: Option<GuidelineSeat>,
    pub(super) hint: Option<GuidelinePlacement>,
    pub(super) message: Option<String>,
    pub(super) monitor: Vec<(String, String)>,
    pub(super) high_score: u32,
}

impl GuidelinePlay {
    /// A game by the rules, and against the opponent, that the start names.
    pub fn begin(start: &GameStart) -> anyhow::Result<Self> {
        let begun: GuidelineStart = start.level.as_deref().unwrap_or("ppt").parse()?;
        let rules = begun.preset.rules();
        let against = start.against.clone();
        anyhow::ensure!(
            against.is_none() || begun.setup.is_none(),
            "a setup is for one player: leave out --against"
        );
        let opponent =
            against.as_deref().map(|name| seat(name, rules, OPPONENT_SECONDS, start.seed)).transpose()?;
        let mut play = Self {
            start: begun,
            rules,
            seed: start.seed,
            now: Moment::first(&begun, start.seed, against.is_some()),
            passed: Vec::new(),
            undone: Vec::new(),
            hand: None,
            falls: true,
            against,
            opponent,
            agent: None,
            adviser: None,
            hint: None,
            message: None,
            monitor: Vec::new(),
            high_score: 0,
        };
        play.take(Slot::Current);
        Ok(play)
    }

    fn field(&self) -> &Field {
        &self.now.table.game(Side::Left).position.field
    }

    /// Takes the piece of a slot into the hand, where it appears.
    fn take(&mut self, slot: Slot) {
        let piece = self.now.table.game(Side::Left).piece(slot);
        let active = piece.and_then(|piece| Active::spawn(self.field(), piece, &self.rules));
        self.hand = active.map(|active| Hand { slot, active, waited: Duration::ZERO });
        if self.hand.is_none() && slot == Slot::Current && !self.is_over() {
            // Only hold brings a piece that finds room.
            self.take(Slot::Hold);
        }
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.now.table.to_place() == Side::Left && !self.is_over()
    }

    fn press(&mut self, key: Key) {
        let (field, rules) = (*self.field(), self.rules);
        if let Some(hand) = &mut self.hand
            && hand.active.press(key, &field, &rules)
        {
            hand.waited = Duration::ZERO;
        }
    }

    fn hold(&mut self) {
        match &self.hand {
            Some(Hand { slot: Slot::Current, .. }) => {
                if self.now.table.game(Side::Left).piece(Slot::Hold).is_some() {
                    self.take(Slot::Hold);
                } else {
                    self.message = Some("Hold would bring the same piece.".into());
                }
            }
            _ => self.message = Some("Hold was used for this piece already.".into()),
        }
    }

    /// The placement of the piece in hand, dropped from where it is.
    pub(super) fn dropped(&self) -> Option<GuidelinePlacement> {
        let mut hand = self.hand?;
        hand.active.press(Key::HardDrop, self.field(), &self.rules);
        self.legal(hand.slot, hand.active.placement())
    }

    /// The legal placement on the same cells: the same spin if the rules tell it apart.
    fn legal(&self, slot: Slot, wanted: GuidelinePlacement) -> Option<GuidelinePlacement> {
        let moves: PlacementList = self.now.table.game(Side::Left).moves(slot, &self.rules);
        let plain = |placement: GuidelinePlacement| GuidelinePlacement { spin: Spin::None, ..placement };
        let same: Vec<_> = moves.iter().filter(|legal| plain(*legal) == plain(wanted)).collect();
        same.iter().find(|legal| legal.spin == wanted.spin).or(same.first()).copied()
    }

    fn drop_piece(&mut self) {
        match self.dropped() {
            Some(placement) if self.play(placement) => self.undone.clear(),
            _ => self.message = Some("The piece cannot be placed there.".into()),
        }
    }

    /// Places a piece of the side whose turn it is; whether that was possible.
    fn play(&mut self, placement: GuidelinePlacement) -> bool {
        let before = self.now.clone();
        if let Err(error) = self.now.play(placement, &self.rules) {
            self.now = before;
            self.message = Some(format!("Not possible: {error}."));
            return false;
        }
        self.passed.push((before, placement));
        self.high_score = self.high_score.max(self.now.counts[0].attack);
        (self.message, self.hint) = (None, None);
        self.forget();
        self.take(Slot::Current);
        true
    }

    fn forget(&mut self) {
        let agent = self.agent.as_mut().map(|(_, agent)| agent);
        for seat in [&mut self.opponent, &mut self.adviser].into_iter().flatten().chain(agent) {
            seat.forget();
        }
    }

    fn undo(&mut self) -> bool {
        let Some((before, placement)) = self.passed.pop() else { return false };
        self.now = before;
        self.now.wells.iter_mut().for_each(super::well::WellView::settle);
        self.undone.push(placement);
        (self.message, self.hint) = (None, None);
        self.forget();
        self.take(Slot::Current);
        true
    }

    fn redo(&mut self) {
        loop {
            let Some(placement) = self.undone.pop() else { return };
            if !self.play(placement) || self.now.table.to_place() == Side::Left {
                return;
            }
        }
    }

    fn restart(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.now = Moment::first(&self.start, self.seed, self.against.is_some());
        (self.passed, self.undone) = (Vec::new(), Vec::new());
        (self.message, self.hint) = (None, None);
        self.forget();
        self.take(Slot::Current);
    }

    fn ask_hint(&mut self) {
        if self.adviser.is_none() {
            match seat(ADVISER.0, self.rules, ADVISER.1, self.seed) {
                Ok(adviser) => self.adviser = Some(adviser),
                Err(error) => return self.message = Some(format!("No hint: {error:#}.")),
            }
        }
        let game = *self.now.table.game(Side::Left);
        if let Some(adviser) = &mut self.adviser
            && adviser.ask(game).is_ok()
        {
            self.message = Some("The bot thinks ...".into());
        }
    }

    fn take_hint(&mut self) -> bool {
        let Some(choice) = self.adviser.as_mut().and_then(GuidelineSeat::take) else { return false };
        match choice.placement {
            Ok(Some(placement)) => {
                let slot = self.now.table.game(Side::Left).slot_of(placement.piece);
                let hold = if slot == Some(Slot::Hold) { " hold, then" } else { "" };
                let spin = if placement.spin == Spin::None { "" } else { ", by a spin" };
                self.message = Some(format!("Hint:{hold} {} as shown{spin}.", placement.piece));
                self.hint = Some(placement);
            }
            Ok(None) => self.message = Some("The bot knows no move.".into()),
            Err(sentence) => self.message = Some(sentence),
        }
        true
    }

    /// Lets the piece fall, and locks it when it has rested long enough.
    fn fall(&mut self, time: Duration) -> bool {
        let (field, rules) = (*self.field(), self.rules);
        let Some(hand) = self.hand.as_mut().filter(|_| self.falls) else { return false };
        hand.waited += time;
        if hand.active.is_resting(&field, &rules) {
            if hand.waited < LOCK {
                return false;
            }
            self.drop_piece();
            return true;
        }
        if hand.waited < FALL {
            return false;
        }
        hand.waited = Duration::ZERO;
        hand.active.press(Key::SoftDrop, &field, &rules)
    }

    fn follow(&mut self, choice: Choice, name: &str) -> AgentTurn {
        self.monitor = vec![("agent".into(), name.to_owned())];
        if choice.nodes > 0 {
            self.monitor.push(("positions".into(), choice.nodes.to_string()));
        }
        match choice.placement {
            Ok(Some(placement)) if self.play(placement) => {
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

    /// Lets the seat of the side whose turn it is move.
    fn seat_moves(&mut self) -> AgentTurn {
        let side = self.now.table.to_place();
        let game = *self.now.table.game(side);
        let (name, seat) = match side {
            Side::Left => match &mut self.agent {
                Some((name, seat)) => (name.clone(), seat),
                None => return AgentTurn::Over,
            },
            Side::Right => match (&self.against, &mut self.opponent) {
                (Some(name), Some(seat)) => (name.clone(), seat),
                _ => return AgentTurn::Over,
            },
        };
        match seat.take() {
            Some(choice) => self.follow(choice, &name),
            None if seat.is_asked() || seat.ask(game).is_ok() => AgentTurn::Thinks,
            None => AgentTurn::Over,
        }
    }
}

impl Playable for GuidelinePlay {
    fn view(&self) -> View {
        self.seen()
    }

    fn controls(&self) -> Controls {
        Controls::Falling
    }

    fn act(&mut self, input: PlayerInput) {
        match input {
            PlayerInput::Undo => {
                // Until it is the left player's turn again.
                while self.undo() && self.now.table.to_place() == Side::Right {}
                return;
            }
            PlayerInput::Restart => return self.restart(),
            PlayerInput::Redo => return self.redo(),
            PlayerInput::Gravity => return self.falls = !self.falls,
            _ if !self.is_persons_turn() => return,
            _ => {}
        }
        match input {
            PlayerInput::Left => self.press(Key::Left),
            PlayerInput::Right => self.press(Key::Right),
            PlayerInput::Down => self.press(Key::SoftDrop),
            PlayerInput::Turn => self.press(Key::Clockwise),
            PlayerInput::TurnBack => self.press(Key::Anticlockwise),
            PlayerInput::HalfTurn => self.press(Key::Half),
            PlayerInput::Drop => self.drop_piece(),
            PlayerInput::Hold => self.hold(),
            PlayerInput::Hint => self.ask_hint(),
            _ => {}
        }
    }

    fn pass(&mut self, time: Duration, is_by_hand: bool) -> bool {
        let mut changed = false;
        for well in &mut self.now.wells {
            changed |= well.pass(time);
        }
        if is_by_hand {
            if self.agent.take().is_some() {
                (self.monitor, changed) = (Vec::new(), true);
                self.take(Slot::Current);
            }
            changed |= self.take_hint();
            if self.is_over() {
                return changed;
            }
            changed |= match self.now.table.to_place() {
                Side::Left => self.fall(time),
                Side::Right => self.seat_moves() == AgentTurn::Played,
            };
        }
        changed
    }

    fn is_over(&self) -> bool {
        self.now.table.is_over(&self.rules)
    }

    fn ask_agent(&mut self, agent: &str, seconds: f64) -> anyhow::Result<()> {
        self.agent = Some((agent.to_owned(), seat(agent, self.rules, seconds, self.seed ^ 1)?));
        if let Some(name) = &self.against {
            self.opponent = Some(seat(name, self.rules, seconds, self.seed)?);
        }
        Ok(())
    }

    fn play_agent_move(&mut self) -> AgentTurn {
        if self.is_over() { AgentTurn::Over } else { self.seat_moves() }
    }

    fn played(&self) -> Option<KeptGame> {
        if self.passed.is_empty() {
            return None;
        }
        let winner = self.is_over().then(|| match self.now.table.winner() {
            Some(Side::Left) => "left".to_owned(),
            _ => "right".to_owned(),
        });
        let left = &self.now.counts[0];
        let record = RecordedGame::Guideline(RecordedGuideline {
            rules: self.start.to_string(),
            seed: self.seed,
            against: self.against.clone(),
            pieces: left.pieces,
            lines: left.lines,
            attack: left.attack,
            winner,
            moves: self.passed.iter().map(|(_, placement)| *placement).collect(),
        });
        Some(KeptGame { record, sir_tet: None })
    }
}
