//! One target, one network, one budget: runs the searches under cap after cap.

use serde::{Deserialize, Serialize};
use tetreach_agents::search::best_first::{
    BeamSearch, BeamSettings, BestFirst, BestFirstSettings, Cost, Found, SearchLimit,
};
use tetreach_agents::{Action, EvaluateError, Evaluations, Evaluator, PlanningProblem, ValueScale};

use super::caps::Caps;
use super::settings::{
    LearnedSettingsError, MctsAgentSettings, Method, SearchAgentSettings, SearchDirection,
};
use super::{LearnedBackward, LearnedForward};
use crate::game::{ActionId, Board, Solution};
use crate::numbering::to_placement;
use crate::reach::Direction;
use crate::solve::{Meter, Position, Progress, Request};

/// Boards judged in the first turn of a cap; each further turn is half as long again.
pub(super) const FIRST_TURN: f64 = 128.0;
pub(super) const TURN_GROWTH: f64 = 1.5;
/// Turns without a judged board after which nothing more is to be expected.
const MOST_IDLE: u32 = 64;

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "agent", rename_all = "kebab-case")]
pub enum LearnedSearch {
    /// Tree search.
    Mcts(MctsAgentSettings),
    /// One of the best-first searches.
    Search(SearchAgentSettings),
}

impl LearnedSearch {
    /// Which end of the way it begins at.
    pub fn direction(&self) -> SearchDirection {
        match self {
            LearnedSearch::Mcts(settings) => settings.direction,
            LearnedSearch::Search(settings) => settings.direction,
        }
    }

    /// Checks the numbers, which may come from a file.
    pub fn validate(&self) -> Result<(), LearnedSettingsError> {
        match self {
            LearnedSearch::Mcts(settings) => settings.validate(),
            LearnedSearch::Search(_) => Ok(()),
        }
    }
}

/// Looks for a way to the request's target; a node of the meter is a board that the evaluator was asked about.
///
/// The evaluator answers for placements forwards, for primitive reverse moves backwards.
pub fn solve_with<V: Evaluator<State = Board, Goal = Board>>(
    search: &LearnedSearch,
    direction: Direction,
    request: &Request<'_>,
    evaluator: &mut V,
    meter: &mut Meter,
) -> Result<Option<Solution>, EvaluateError> {
    let target = *request.target.board();
    let mut run = LearnedRun { request, direction, evaluator, meter, idle: 0 };
    let (scale, refute) = match search {
        LearnedSearch::Mcts(settings) => (settings.scale, settings.refute),
        LearnedSearch::Search(settings) => (ValueScale::Steps, settings.refute),
    };
    match direction {
        Direction::Forward => {
            let problem = LearnedForward { target, scale, refute };
            run.search(problem, None, search, &|lines| problem.root(lines), &|_, line| {
                line.iter().copied().map(to_placement).collect()
            })
        }
        Direction::Backward => {
            let problem = LearnedBackward { target, start: Board::empty(target.size()), scale, refute };
            let root = |lines| problem.root(lines);
            run.search(problem, Some(problem), search, &root, &LearnedBackward::placements)
        }
    }
}

/// Where ways under a cap on the lines begin.
pub(super) type Root<'a> = &'a dyn Fn(u32) -> Position;
/// The placements, in playing order, of moves from a root.
pub(super) type Placements<'a> = &'a dyn Fn(Position, &[Action]) -> Vec<ActionId>;

pub(super) struct LearnedRun<'a, V> {
    pub request: &'a Request<'a>,
    pub direction: Direction,
    pub evaluator: &'a mut V,
    pub meter: &'a mut Meter,
    /// Turns in a row in which nothing was judged.
    idle: u32,
}

impl<V: Evaluator<State = Board, Goal = Board>> LearnedRun<'_, V> {
    fn search<P>(
        &mut self,
        problem: P,
        span: Option<LearnedBackward>,
        search: &LearnedSearch,
        root: Root<'_>,
        placements: Placements<'_>,
    ) -> Result<Option<Solution>, EvaluateError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board> + Copy,
    {
        let settings = match search {
            LearnedSearch::Mcts(settings) => return self.trees(problem, span, root, placements, settings),
            LearnedSearch::Search(settings) => settings,
        };
        let cost = match settings.method {
            Method::PolicyBeam { width, growth, distance } => {
                let beam = BeamSettings { width, distance, batch: settings.batch, ..Default::default() };
                let found = self.beams(problem, root, beam, growth)?;
                return Ok(found.map(|(root, line)| self.replayed(placements(root, &line))));
            }
            Method::Levin => Cost::Levin,
            Method::PhsStar => Cost::PhsStar,
            Method::QStar { weight } => Cost::QStar { weight },
            Method::AStar { weight } => Cost::AStar { weight },
        };
        let found = self.best_first(problem, root, settings, cost)?;
        Ok(found.map(|(root, line)| self.replayed(placements(root, &line))))
    }

    /// A way that was found, with its proof.
    pub fn replayed(&self, placements: Vec<ActionId>) -> Solution {
        let solution = Solution::replay(self.request.target.board(), placements)
            .expect("invariant: placements and exact reverse moves replay");
        self.request.observer.observe(Progress::Found(&solution));
        solution
    }

    pub fn is_over(&self) -> bool {
        self.meter.is_spent() || self.idle >= MOST_IDLE
    }

    /// Counts what a turn judged.
    pub fn count(&mut self, judged: u64) {
        self.meter.count(judged);
        self.idle = if judged == 0 { self.idle + 1 } else { 0 };
    }

    pub fn tell(&self, stage: &str) {
        self.request.observer.observe(Progress::Searching { stage, nodes: self.meter.nodes() });
    }

    /// Caps around the lines that the network expects a way to clear.
    pub fn caps<T>(&mut self) -> Result<Caps<T>, EvaluateError> {
        let target = *self.request.target.board();
        let empty = Board::empty(target.size());
        let question = match self.direction {
            Direction::Forward => (empty, target),
            Direction::Backward => (target, empty),
        };
        let mut judged = Evaluations::default();
        self.evaluator.evaluate(&[question], &mut judged)?;
        self.count(1);
        let steps = judged.distance.first().copied().unwrap_or(0.0);
        let (cells, width) = (target.cells() as f32, f32::from(target.width()));
        // All cells are of pieces, and backwards every line is a step too.
        let lines = match self.direction {
            Direction::Forward => (4.0 * steps - cells) / width,
            Direction::Backward => (4.0 * steps - cells) / (width + 4.0),
        };
        Ok(Caps::around(target, lines))
    }

    pub fn nodes_left(&self) -> u64 {
        self.meter.remaining().nodes.unwrap_or(u64::MAX)
    }

    /// Beams under cap after cap, each cap's wider from turn to turn.
    fn beams<P>(
        &mut self,
        problem: P,
        root: Root<'_>,
        first: BeamSettings,
        growth: usize,
    ) -> Result<Option<(Position, Vec<Action>)>, EvaluateError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board> + Copy,
    {
        let mut caps = self.caps()?;
        while !self.is_over() {
            let Some((index, (lines, width))) = caps.turn(|lines| (lines, first.width)) else { break };
            let root = root(*lines);
            let settings = BeamSettings { width: *width, ..first };
            *width = width.saturating_mul(growth.max(2));
            self.tell(&format!("beam of {} with at most {} lines", settings.width, root.lines));
            let meter = &*self.meter;
            let mut stop = |judged| is_spent_after(meter, judged);
            let mut limit = SearchLimit { judged: self.nodes_left(), stop: &mut stop };
            let beamed = BeamSearch::new(problem, root, settings).run(self.evaluator, &mut limit)?;
            // A beam that was never full has seen all there is.
            let was_full = beamed.judged as usize >= settings.width;
            self.count(beamed.judged);
            match beamed.found {
                Found::Way(line) => return Ok(Some((root, line))),
                Found::Nothing if !was_full => caps.close(index),
                Found::Nothing | Found::Limit => {}
            }
        }
        Ok(None)
    }

    fn best_first<P>(
        &mut self,
        problem: P,
        root: Root<'_>,
        settings: &SearchAgentSettings,
        cost: Cost,
    ) -> Result<Option<(Position, Vec<Action>)>, EvaluateError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board> + Copy,
    {
        let best_first = BestFirstSettings { batch: settings.batch, ..BestFirstSettings::by(cost) };
        let mut caps = self.caps()?;
        let mut turn = FIRST_TURN;
        while !self.is_over() {
            let begin = |lines| (root(lines), BestFirst::new(problem, root(lines), best_first));
            let Some((index, (root, search))) = caps.turn(begin) else { break };
            let before = search.judged();
            let meter = &*self.meter;
            let mut stop = |judged| is_spent_after(meter, judged - before);
            let judged = before.saturating_add(self.nodes_left().min(turn as u64));
            let found = search.run(self.evaluator, &mut SearchLimit { judged, stop: &mut stop })?;
            let judged = search.judged() - before;
            self.count(judged);
            self.tell("best first");
            match found {
                Found::Way(line) => return Ok(Some((*root, line))),
                Found::Nothing => caps.close(index),
                Found::Limit => turn *= TURN_GROWTH,
            }
        }
        Ok(None)
    }
}

/// Whether a budget is spent if some more boards are counted.
pub(super) fn is_spent_after(meter: &Meter, judged: u64) -> bool {
    meter.is_spent() || meter.remaining().nodes.is_some_and(|left| judged >= left)
}
