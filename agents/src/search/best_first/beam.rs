//! Beam search: a fixed number of states goes on from layer to layer.

use serde::{Deserialize, Serialize};

use super::paths::{Path, PathId, Paths};
use super::{Found, SearchLimit};
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};
use crate::search::{Candidate, Judgement, Moves, Outcome, PlanningProblem};

/// What moves are compared by before what they lead to is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offers {
    /// The probability that the policy goes there, from the root on.
    #[default]
    Policy,
    /// The value of the move.
    Q,
}

/// How wide the beam is and what makes a state good.
///
/// A state's score is `policy` times the logarithm of the probability that the policy goes there, less `distance`
/// times the steps still needed. Before it is judged its parent's steps stand in for its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BeamSettings {
    /// States that go on in each layer.
    pub width: usize,
    /// How many times as many are judged, of which the best go on.
    pub prefilter: f32,
    /// The weight of the policy.
    pub policy: f32,
    /// The weight of the steps still needed.
    pub distance: f32,
    /// What moves are compared by before what they lead to is judged.
    pub offers: Offers,
    /// States judged in one batch.
    pub batch: usize,
    /// Layers after which the search gives up.
    pub max_depth: u32,
}

impl Default for BeamSettings {
    /// The cumulative policy alone (Takano 2023, "Self-supervision is all you need for solving Rubik's cube").
    fn default() -> Self {
        BeamSettings {
            width: 64,
            prefilter: 1.0,
            policy: 1.0,
            distance: 0.0,
            offers: Offers::Policy,
            batch: 32,
            max_depth: 400,
        }
    }
}

/// A beam search.
#[derive(Debug)]
pub struct BeamSearch<P: PlanningProblem> {
    problem: P,
    settings: BeamSettings,
    paths: Paths<P::State>,
    judged: u64,
}

/// A move that may be made into the next layer.
#[derive(Clone, Copy)]
struct Offer {
    score: f32,
    log_policy: f32,
    from: PathId,
    candidate: Candidate,
}

/// A judged state of the present layer.
struct Member {
    id: PathId,
    score: f32,
    distance: f32,
    moves: Moves,
}

impl<P: PlanningProblem> BeamSearch<P> {
    /// A beam that starts in one state.
    pub fn new(problem: P, root: P::State, settings: BeamSettings) -> Self {
        BeamSearch { problem, settings, paths: Paths::new(root), judged: 0 }
    }

    /// States judged so far.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// Searches until a way is found, nothing is left in the beam, or the limit is met.
    pub fn run<V: Evaluator<State = P::Seen, Goal = P::Goal>>(
        mut self,
        evaluator: &mut V,
        limit: &mut SearchLimit<'_>,
    ) -> Result<Beamed, EvaluateError> {
        let root = Paths::<P::State>::ROOT;
        let found = match self.problem.outcome(&self.paths.get(root).state) {
            Some(Outcome::Won) => Found::Way(Vec::new()),
            Some(_) => Found::Nothing,
            None => self.layers(root, evaluator, limit)?,
        };
        Ok(Beamed { found, judged: self.judged })
    }

    fn layers<V: Evaluator<State = P::Seen, Goal = P::Goal>>(
        &mut self,
        root: PathId,
        evaluator: &mut V,
        limit: &mut SearchLimit<'_>,
    ) -> Result<Found, EvaluateError> {
        let width = self.settings.width.max(1);
        let judged_width = (width as f32 * self.settings.prefilter.max(1.0)) as usize;
        let mut layer = vec![root];
        for _ in 0..self.settings.max_depth {
            let Some(mut members) = self.judge(&layer, evaluator, limit)? else { return Ok(Found::Limit) };
            if members.len() > width {
                members.sort_by(|a, b| b.score.total_cmp(&a.score));
                members.truncate(width);
            }
            match self.next_layer(&members, judged_width, &mut layer) {
                Some(goal) => return Ok(Found::Way(self.paths.line(goal))),
                None if layer.is_empty() => return Ok(Found::Nothing),
                None => {}
            }
        }
        Ok(Found::Nothing)
    }

    /// Judges a layer; `None` if the limit was met.
    fn judge<V: Evaluator<State = P::Seen, Goal = P::Goal>>(
        &mut self,
        layer: &[PathId],
        evaluator: &mut V,
        limit: &mut SearchLimit<'_>,
    ) -> Result<Option<Vec<Member>>, EvaluateError> {
        let mut members = Vec::with_capacity(layer.len());
        let mut evaluations = Evaluations::default();
        let mut rest = layer;
        while !rest.is_empty() {
            let room = limit.allow(self.judged, rest.len().min(self.settings.batch.max(1)));
            if room == 0 {
                return Ok(None);
            }
            let (batch, after) = rest.split_at(room);
            rest = after;
            let pairs: Vec<_> =
                batch.iter().map(|id| self.problem.question(&self.paths.get(*id).state)).collect();
            evaluator.evaluate(&pairs, &mut evaluations)?;
            self.judged += batch.len() as u64;
            for (row, &id) in batch.iter().enumerate() {
                let judgement = Judgement::of(&evaluations, row);
                let path = self.paths.get(id);
                let mut moves = Moves::default();
                self.problem.judge(&path.state, &judgement, &mut moves);
                let bound = self.problem.lower_bound(&path.state) as f32;
                let distance = judgement.steps().max(bound);
                let score = self.score(path.log_policy, distance);
                members.push(Member { id, score, distance, moves });
            }
        }
        Ok(Some(members))
    }

    fn score(&self, log_policy: f32, distance: f32) -> f32 {
        self.settings.policy * log_policy - self.settings.distance * distance
    }

    /// Makes the best moves of a layer into the next, as many as are wanted; returns the goal if it is among them.
    fn next_layer(&mut self, members: &[Member], wanted: usize, layer: &mut Vec<PathId>) -> Option<PathId> {
        let mut offers = Vec::new();
        for member in members {
            let path = self.paths.get(member.id);
            offers.extend(member.moves.iter().map(|candidate| {
                let log_policy = path.log_policy + candidate.log_prior;
                let score = match self.settings.offers {
                    Offers::Policy => self.score(log_policy, member.distance - 1.0),
                    Offers::Q => candidate.q,
                };
                Offer { score, log_policy, from: member.id, candidate }
            }));
        }
        // Stable, so that of equals the one of the better parent comes first.
        offers.sort_by(|a, b| b.score.total_cmp(&a.score));
        layer.clear();
        for offer in offers {
            if layer.len() == wanted {
                break;
            }
            let before = self.paths.get(offer.from);
            let Some(next) = self.problem.step(&before.state, offer.candidate.action) else { continue };
            let outcome = self.problem.outcome(&next.state);
            if matches!(outcome, Some(Outcome::Lost | Outcome::Drawn(_)))
                || self.paths.find(&next.state).is_some()
            {
                continue;
            }
            let id = self.paths.insert(Path {
                state: next.state,
                parent: Some(offer.from),
                action: offer.candidate.action,
                depth: before.depth + 1,
                log_policy: offer.log_policy,
            });
            if outcome == Some(Outcome::Won) {
                return Some(id);
            }
            layer.push(id);
        }
        None
    }
}

/// What came of a beam.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beamed {
    /// How it ended.
    pub found: Found,
    /// States judged.
    pub judged: u64,
}
