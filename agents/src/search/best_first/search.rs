//! Best-first search with batches of the best.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

use super::paths::{Path, PathId, Paths};
use super::{Cost, Found, SearchLimit};
use crate::env::Action;
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};
use crate::search::{Candidate, Judgement, Moves, Outcome, PlanningProblem};

/// How the best are chosen, and how many at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestFirstSettings {
    /// What is opened first.
    pub cost: Cost,
    /// States judged in one batch; with more than 1 some are opened a little too early.
    pub batch: usize,
    /// States after which the search gives up for want of memory.
    pub max_states: usize,
}

impl BestFirstSettings {
    /// Batches of 32 and at most a million states.
    pub fn by(cost: Cost) -> Self {
        BestFirstSettings { cost, batch: 32, max_states: 1_000_000 }
    }
}

/// A best-first search from one state.
#[derive(Debug)]
pub struct BestFirst<P: PlanningProblem> {
    problem: P,
    settings: BestFirstSettings,
    paths: Paths<P::State>,
    /// The moves of each opened state, the best first, and how many of them had their turn.
    opened: Vec<Opened>,
    queue: BinaryHeap<Entry>,
    pushed: u64,
    judged: u64,
}

#[derive(Clone, Debug, Default)]
struct Opened {
    moves: Box<[Ranked]>,
    tried: usize,
}

/// A move with the cost of what it leads to.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    cost: f32,
    log_policy: f32,
    action: Action,
}

/// Something whose turn comes when its cost is the lowest.
#[derive(Clone, Copy, Debug)]
struct Entry {
    cost: f32,
    /// Of equal costs the more probable comes first, then the earlier.
    log_policy: f32,
    number: u64,
    path: PathId,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The root, which must be judged.
    Root,
    /// The next move of an opened state.
    Move,
    /// A state whose own cost turned out higher than that of the move to it, or a goal.
    State,
}

impl Ord for Entry {
    /// The largest is the best, as the heap wants it.
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .cost
            .total_cmp(&self.cost)
            .then(self.log_policy.total_cmp(&other.log_policy))
            .then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

/// A state to be judged, with the cost of the move that led to it.
type Fresh = (PathId, f32);

impl<P: PlanningProblem> BestFirst<P> {
    /// A search that has not looked at anything yet.
    pub fn new(problem: P, root: P::State, settings: BestFirstSettings) -> Self {
        let outcome = problem.outcome(&root);
        let mut search = BestFirst {
            problem,
            settings,
            paths: Paths::new(root),
            opened: vec![Opened::default()],
            queue: BinaryHeap::new(),
            pushed: 0,
            judged: 0,
        };
        match outcome {
            Some(Outcome::Won) => search.push(f32::NEG_INFINITY, 0.0, Paths::<P::State>::ROOT, Kind::State),
            Some(_) => {}
            None => search.push(f32::NEG_INFINITY, 0.0, Paths::<P::State>::ROOT, Kind::Root),
        }
        search
    }

    /// States judged so far.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// Searches until a way is found, nothing is left, or the limit is met; after a limit it can be run on.
    pub fn run<V: Evaluator<State = P::Seen, Goal = P::Goal>>(
        &mut self,
        evaluator: &mut V,
        limit: &mut SearchLimit<'_>,
    ) -> Result<Found, EvaluateError> {
        let mut evaluations = Evaluations::default();
        let (mut fresh, mut pairs, mut moves) = (Vec::new(), Vec::new(), Moves::default());
        loop {
            let room = limit.allow(self.judged, self.settings.batch.max(1));
            if room == 0 || self.paths.len() >= self.settings.max_states {
                return Ok(Found::Limit);
            }
            fresh.clear();
            while fresh.len() < room
                && let Some(entry) = self.queue.pop()
            {
                if let Some(end) = self.take(entry, &mut fresh) {
                    return Ok(Found::Way(self.paths.line(end)));
                }
            }
            if fresh.is_empty() {
                return Ok(Found::Nothing);
            }
            pairs.clear();
            pairs.extend(fresh.iter().map(|(id, _)| self.problem.question(&self.paths.get(*id).state)));
            evaluator.evaluate(&pairs, &mut evaluations)?;
            self.judged += pairs.len() as u64;
            for (row, &fresh) in fresh.iter().enumerate() {
                self.open(fresh, &Judgement::of(&evaluations, row), &mut moves);
            }
        }
    }

    /// Deals with the best entry; returns the goal if that is it.
    fn take(&mut self, entry: Entry, fresh: &mut Vec<Fresh>) -> Option<PathId> {
        match entry.kind {
            Kind::Root => fresh.push((entry.path, entry.cost)),
            Kind::State => {
                let path = self.paths.get(entry.path);
                if self.problem.outcome(&path.state) == Some(Outcome::Won) {
                    return Some(entry.path);
                }
                self.push_next_move(entry.path);
            }
            Kind::Move => {
                let opened = &mut self.opened[entry.path.0 as usize];
                // A state to which a shorter way was found has been lined up twice.
                let ranked = *opened.moves.get(opened.tried)?;
                opened.tried += 1;
                self.push_next_move(entry.path);
                return self.make(entry.path, ranked, fresh);
            }
        }
        None
    }

    /// Makes a move; returns where it led if that is the goal and the search need not wait for its turn.
    fn make(&mut self, from: PathId, ranked: Ranked, fresh: &mut Vec<Fresh>) -> Option<PathId> {
        let before = self.paths.get(from);
        let state = self.problem.step(&before.state, ranked.action)?.state;
        let depth = before.depth + 1;
        if let Some(known) = self.paths.find(&state) {
            self.shorten(known, from, depth, ranked);
            return None;
        }
        let outcome = self.problem.outcome(&state);
        let path =
            Path { state, parent: Some(from), action: ranked.action, depth, log_policy: ranked.log_policy };
        let id = self.paths.insert(path);
        self.opened.push(Opened::default());
        match outcome {
            None => fresh.push((id, ranked.cost)),
            Some(Outcome::Won) => {
                // Where states have costs a goal waits for its turn: there may be a shorter way.
                let Some(cost) = self.settings.cost.of_state(depth as f32, 0.0) else { return Some(id) };
                self.push(cost, ranked.log_policy, id, Kind::State);
            }
            Some(_) => {}
        }
        None
    }

    /// Takes a shorter way to a known state, where lengths matter.
    fn shorten(&mut self, known: PathId, from: PathId, depth: u32, ranked: Ranked) {
        let longer = self.paths.get(known).depth;
        if depth >= longer || self.settings.cost.of_state(0.0, 0.0).is_none() {
            return;
        }
        self.paths.reroute(known, from, ranked.action, ranked.log_policy);
        // Its moves are as good as before, but all of them lead to shorter ways now.
        let opened = &mut self.opened[known.0 as usize];
        opened.tried = 0;
        let saved = self.settings.cost.of_state((longer - depth) as f32, 0.0).unwrap_or(0.0);
        opened.moves.iter_mut().for_each(|ranked| ranked.cost -= saved);
        let is_goal = self.problem.outcome(&self.paths.get(known).state) == Some(Outcome::Won);
        if is_goal {
            let cost = self.settings.cost.of_state(depth as f32, 0.0).unwrap_or(0.0);
            self.push(cost, ranked.log_policy, known, Kind::State);
        } else {
            self.push_next_move(known);
        }
    }

    /// Ranks the moves of a judged state and lines up the best, or the state itself if it is dearer than thought.
    fn open(&mut self, (id, promised): Fresh, judgement: &Judgement<'_>, moves: &mut Moves) {
        let path = self.paths.get(id);
        moves.clear();
        self.problem.judge(&path.state, judgement, moves);
        let (g, log_policy) = (path.depth as f32, path.log_policy);
        let h = judgement.steps().max(self.problem.lower_bound(&path.state) as f32);
        let own = self.settings.cost.of_state(g, h);
        let cost = own.map_or(promised, |own| own.max(promised));
        let rank = |candidate: Candidate| {
            let log_policy = log_policy + candidate.log_prior;
            Ranked {
                cost: self.settings.cost.of_move(g + 1.0, log_policy, h, candidate.q, cost),
                log_policy,
                action: candidate.action,
            }
        };
        let mut ranked: Vec<Ranked> = moves.iter().map(rank).collect();
        ranked.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(b.log_policy.total_cmp(&a.log_policy)));
        self.opened[id.0 as usize] = Opened { moves: ranked.into(), tried: 0 };
        if own.is_some_and(|own| own > promised) {
            self.push(cost, log_policy, id, Kind::State);
        } else {
            self.push_next_move(id);
        }
    }

    fn push_next_move(&mut self, path: PathId) {
        let opened = &self.opened[path.0 as usize];
        if let Some(&Ranked { cost, log_policy, .. }) = opened.moves.get(opened.tried) {
            self.push(cost, log_policy, path, Kind::Move);
        }
    }

    fn push(&mut self, cost: f32, log_policy: f32, path: PathId, kind: Kind) {
        self.queue.push(Entry { cost, log_policy, number: self.pushed, path, kind });
        self.pushed += 1;
    }
}
