//! Games of classic and guideline Tetris by the newest weights of a training run.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use tetreach::classic::ClassicGame;
use tetreach::guideline::value::GuidelineKind;
use tetreach_agents::store::Model;

use super::classic::ClassicPlay;
use super::game::{AgentTurn, CellRows, Playable};
use super::games::GameStart;
use super::guideline::GuidelinePlay;
use crate::run_game::newest_weights;

/// Time between two moves.
const MOVE_EVERY: Duration = Duration::from_millis(150);
/// Time for which the end of a game is seen, and between two looks for weights.
const END_FOR: Duration = Duration::from_millis(1500);
/// Pieces after which a game ends, so that newer weights get their turn.
const MOST_PIECES: u64 = 300;
/// Games that the mean is taken over.
const LATEST: usize = 50;

/// Makes a game with this seed.
type Begin = Box<dyn Fn(u64) -> anyhow::Result<Box<dyn Playable>> + Send>;

/// A game by the weights of a run, then the next one.
pub struct LiveGiven {
    run: PathBuf,
    begin: Begin,
    /// The fact by which a game is judged.
    judged_by: &'static str,
    game: Option<Box<dyn Playable>>,
    is_over: bool,
    waited: Duration,
    seed: u64,
    /// Why there is nothing to see, in a sentence.
    pub trouble: Option<String>,
    /// What the latest games came to, the last one last.
    scores: Vec<f64>,
    /// Gradient steps of the weights that play.
    step: u64,
}

impl LiveGiven {
    /// Games by a run of classic Tetris.
    pub fn classic(run: &Path, kind: ClassicGame) -> Self {
        Self::new(run, "score", move |seed| {
            let ClassicGame::Classic { preset, .. } = &kind;
            let rules = kind.rules().map_err(|(path, problem)| anyhow!("{path}: {problem}"))?;
            Ok(Box::new(ClassicPlay::with_rules(preset.parse()?, rules, seed)))
        })
    }

    /// Games by a run of guideline Tetris.
    pub fn guideline(run: &Path, kind: GuidelineKind) -> Self {
        Self::new(run, "sent", move |seed| {
            let GuidelineKind::Guideline { preset } = &kind;
            let start = GameStart { level: Some(preset.clone()), seed, ..GameStart::default() };
            Ok(Box::new(GuidelinePlay::begin(&start)?))
        })
    }

    fn new(
        run: &Path,
        judged_by: &'static str,
        begin: impl Fn(u64) -> anyhow::Result<Box<dyn Playable>> + Send + 'static,
    ) -> Self {
        Self {
            run: run.to_owned(),
            begin: Box::new(begin),
            judged_by,
            game: None,
            is_over: false,
            waited: END_FOR,
            seed: 0,
            trouble: None,
            scores: Vec::new(),
            step: 0,
        }
    }

    /// Lets time pass; whether there is something new to see.
    pub fn pass(&mut self, time: Duration) -> bool {
        self.waited += time;
        let mut changed = self.game.as_mut().is_some_and(|game| game.pass(time, false));
        let wait = if self.game.is_some() && !self.is_over { MOVE_EVERY } else { END_FOR };
        if self.waited < wait {
            return changed;
        }
        match &mut self.game {
            Some(game) if !self.is_over => match game.play_agent_move() {
                AgentTurn::Thinks => return changed,
                AgentTurn::Played => self.is_over = number(&**game, "pieces") >= Some(MOST_PIECES as f64),
                AgentTurn::Over => self.is_over = true,
            },
            _ => self.begin_anew(),
        }
        if let Some(game) = self.game.as_ref().filter(|_| self.is_over) {
            self.scores.extend(number(&**game, self.judged_by));
            let surplus = self.scores.len().saturating_sub(LATEST);
            self.scores.drain(..surplus);
        }
        self.waited = Duration::ZERO;
        changed = true;
        changed
    }

    /// Begins a game by the weights that are the newest now.
    fn begin_anew(&mut self) {
        (self.game, self.trouble) = match self.next_game() {
            Ok(game) => (Some(game), None),
            Err(error) => (None, Some(format!("{error:#}"))),
        };
        self.is_over = false;
    }

    fn next_game(&mut self) -> anyhow::Result<Box<dyn Playable>> {
        let weights = newest_weights(&self.run).context("no weights were saved yet")?;
        self.step = Model::load(&weights)?.card().step;
        self.seed += 1;
        let mut game = (self.begin)(self.seed)?;
        game.ask_agent(&format!("network:{}", weights.display()), 0.0)?;
        Ok(game)
    }

    /// The board; nothing before the first game.
    pub fn board(&self) -> Option<CellRows> {
        self.game.as_ref().map(|game| game.view().board)
    }

    /// What is known of the game and those before it.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("weights of", format!("step {}", self.step))];
        facts.extend(self.game.iter().flat_map(|game| game.view().facts));
        if !self.scores.is_empty() {
            let mean = self.scores.iter().sum::<f64>() / self.scores.len() as f64;
            facts.push(("games", self.scores.len().to_string()));
            facts.push((
                if self.judged_by == "sent" { "mean sent" } else { "mean score" },
                format!("{mean:.1}"),
            ));
        }
        facts
    }
}

/// A fact of a game as a number.
fn number(game: &dyn Playable, name: &str) -> Option<f64> {
    let facts = game.view().facts;
    facts.iter().find(|(fact, _)| *fact == name).and_then(|(_, value)| value.parse().ok())
}

impl fmt::Debug for LiveGiven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveGiven").field("run", &self.run).field("step", &self.step).finish_non_exhaustive()
    }
}
