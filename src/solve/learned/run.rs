//! One target, one network, one budget: runs the searches under cap after cap.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::search::best_first::{
    BeamSearch, BeamSettings, BestFirst, BestFirstSettings, Cost, Found, Offers, SearchLimit,
};
use tetreach_agents::search::mcts::{Batcher, Tree};
use tetreach_agents::{Action, EvaluateError, Evaluations, Evaluator, PlanningProblem, ValueScale};

use super::caps::Caps;
use super::settings::{LearnedSettingsError, MctsAgentSettings, Method, SearchAgentSettings};
use super::{LearnedBackward, LearnedForward, RefutationTime};
use crate::game::{ActionId, Board, Solution};
use crate::solve::{BeamWeights, Direction, Meter, Position, Progress, Request};

/// Boards judged in the first turn of a cap; each further turn is half as long again.
const FIRST_TURN: f64 = 128.0;
const TURN_GROWTH: f64 = 1.5;
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
    /// Checks the numbers, which may come from a file.
    pub fn validate(&self) -> Result<(), LearnedSettingsError> {
        match self {
            LearnedSearch::Mcts(settings) => settings.validate(),
            LearnedSearch::Search(_) => Ok(()),
        }
    }
}

/// Looks for a way to the request's target; a node of the meter is a board that the evaluator was asked about.
pub fn solve_with<V: Evaluator<State = Board, Goal = Board>>(
    search: &LearnedSearch,
    request: &Request<'_>,
    evaluator: &mut V,
    meter: &mut Meter,
) -> Result<Option<Solution>, EvaluateError> {
    let target = *request.target.board();
    let mut run = LearnedRun { request, evaluator, meter, idle: 0 };
    let placements = match search {
        LearnedSearch::Mcts(settings) => match settings.direction {
            Direction::Forward => {
                let problem = LearnedForward { target, scale: settings.scale, refute: settings.refute };
                run.trees(problem, |lines| problem.root(lines), settings)?.map(|(_, line)| forwards(line))
            }
            Direction::Backward => {
                let problem = backward(target, settings.scale, settings.refute);
                let found = run.trees(problem, |lines| problem.root(lines), settings)?;
                found.map(|(root, line)| LearnedBackward::placements(root, &line))
            }
        },
        LearnedSearch::Search(settings) => match settings.method {
            Method::PolicyBeam { width, growth, distance } => {
                let problem = run.forward(settings);
                let beam = BeamSettings { width, distance, batch: settings.batch, ..Default::default() };
                run.beams(problem, |lines| problem.root(lines), beam, growth)?.map(|(_, line)| forwards(line))
            }
            Method::Backward { width, growth, prefilter } => {
                // A beam makes only the best moves, so that most hopeless ones are never looked at.
                let problem = backward(target, ValueScale::Steps, RefutationTime::Late);
                let beam = BeamSettings {
                    width,
                    prefilter,
                    policy: 0.0,
                    distance: 1.0,
                    offers: Offers::Q,
                    batch: settings.batch,
                    ..Default::default()
                };
                let found = run.beams(problem, |lines| problem.root(lines), beam, growth)?;
                found.map(|(root, line)| LearnedBackward::placements(root, &line))
            }
            Method::Levin => run.best_first(settings, Cost::Levin)?,
            Method::PhsStar => run.best_first(settings, Cost::PhsStar)?,
            Method::QStar { weight } => run.best_first(settings, Cost::QStar { weight })?,
            Method::AStar { weight } => run.best_first(settings, Cost::AStar { weight })?,
        },
    };
    Ok(placements.map(|placements| {
        Solution::replay(&target, placements).expect("invariant: placements and exact reverse moves replay")
    }))
}

fn forwards(line: Vec<Action>) -> Vec<ActionId> {
    line.into_iter().map(|action| ActionId(action.0)).collect()
}

fn backward(target: Board, scale: ValueScale, refute: RefutationTime) -> LearnedBackward {
    LearnedBackward { target, scale, weights: BeamWeights::default(), refute }
}

struct LearnedRun<'a, V> {
    request: &'a Request<'a>,
    evaluator: &'a mut V,
    meter: &'a mut Meter,
    /// Turns in a row in which nothing was judged.
    idle: u32,
}

type Way = Option<Vec<ActionId>>;

impl<V: Evaluator<State = Board, Goal = Board>> LearnedRun<'_, V> {
    fn forward(&self, settings: &SearchAgentSettings) -> LearnedForward {
        LearnedForward {
            target: *self.request.target.board(),
            scale: ValueScale::Steps,
            refute: settings.refute,
        }
    }

    fn is_over(&self) -> bool {
        self.meter.is_spent() || self.idle >= MOST_IDLE
    }

    /// Counts what a turn judged.
    fn count(&mut self, judged: u64) {
        self.meter.count(judged);
        self.idle = if judged == 0 { self.idle + 1 } else { 0 };
    }

    fn tell(&self, stage: &str) {
        self.request.observer.observe(Progress::Searching { stage, nodes: self.meter.nodes() });
    }

    /// Caps around the lines that the network expects a way to clear.
    fn caps<T>(&mut self) -> Result<Caps<T>, EvaluateError> {
        let target = *self.request.target.board();
        let mut judged = Evaluations::default();
        self.evaluator.evaluate(&[(Board::empty(target.size()), target)], &mut judged)?;
        self.count(1);
        let pieces = judged.distance.first().copied().unwrap_or(0.0);
        let lines = (4.0 * pieces - target.cells() as f32) / f32::from(target.width());
        Ok(Caps::around(target, lines))
    }

    fn nodes_left(&self) -> u64 {
        self.meter.remaining().nodes.unwrap_or(u64::MAX)
    }

    /// Beams under cap after cap, each cap's wider from turn to turn.
    fn beams<P>(
        &mut self,
        problem: P,
        root: impl Fn(u32) -> Position,
        first: BeamSettings,
        growth: usize,
    ) -> Result<Option<(Position, Vec<Action>)>, EvaluateError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board> + Copy,
    {
        let mut caps = self.caps()?;
        while !self.is_over() {
            let (index, (lines, width)) = caps.turn(|lines| (lines, first.width));
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

    fn best_first(&mut self, settings: &SearchAgentSettings, cost: Cost) -> Result<Way, EvaluateError> {
        let problem = self.forward(settings);
        let best_first = BestFirstSettings { batch: settings.batch, ..BestFirstSettings::by(cost) };
        let mut caps = self.caps()?;
        let mut turn = FIRST_TURN;
        while !self.is_over() {
            let (index, search) = caps.turn(|lines| BestFirst::new(problem, problem.root(lines), best_first));
            let before = search.judged();
            let meter = &*self.meter;
            let mut stop = |judged| is_spent_after(meter, judged - before);
            let judged = before.saturating_add(self.nodes_left().min(turn as u64));
            let found = search.run(self.evaluator, &mut SearchLimit { judged, stop: &mut stop })?;
            let judged = search.judged() - before;
            self.count(judged);
            self.tell("best first");
            match found {
                Found::Way(line) => return Ok(Some(forwards(line))),
                Found::Nothing => caps.close(index),
                Found::Limit => turn *= TURN_GROWTH,
            }
        }
        Ok(None)
    }

    /// Tree searches under cap after cap.
    fn trees<P>(
        &mut self,
        problem: P,
        root: impl Fn(u32) -> Position,
        settings: &MctsAgentSettings,
    ) -> Result<Option<(Position, Vec<Action>)>, EvaluateError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board> + Copy,
    {
        let rng = |lines: u32| Pcg64Mcg::seed_from_u64(self.request.seed ^ u64::from(lines) << 32);
        let mut caps = self.caps()?;
        let mut batcher = Batcher::new(settings.batch);
        let mut turn = FIRST_TURN;
        while !self.is_over() {
            let (index, tree) = caps.turn(|lines| {
                Tree::new(problem, root(lines), settings.tree, rng(lines))
                    .expect("invariant: the settings were validated before")
            });
            if tree.is_won() {
                // Only a target that is the empty board is won before anything was judged.
                return Ok(Some((*tree.root(), tree.winning_line())));
            }
            let (mut judged, mut rounds) = (0, 0);
            while (judged as f64) < turn && f64::from(rounds) < turn && !is_spent_after(self.meter, judged) {
                batcher.size = (self.nodes_left() - judged).min(settings.batch as u64) as usize;
                let round = batcher.round(std::slice::from_mut(tree), self.evaluator)?;
                judged += round.judged as u64;
                rounds += 1;
                if round.proved > 0 {
                    break;
                }
            }
            let (won, lost) = (tree.is_won(), tree.is_lost());
            let way = won.then(|| (*tree.root(), tree.winning_line()));
            self.count(judged);
            self.tell("tree search");
            if way.is_some() {
                return Ok(way);
            }
            if lost {
                caps.close(index);
            } else {
                turn *= TURN_GROWTH;
            }
        }
        Ok(None)
    }
}

/// Whether a budget is spent if some more boards are counted.
fn is_spent_after(meter: &Meter, judged: u64) -> bool {
    meter.is_spent() || meter.remaining().nodes.is_some_and(|left| judged >= left)
}
