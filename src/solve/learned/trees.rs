//! Tree searches under cap after cap, and over spans of the best way so far.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;
use tetreach_agents::search::mcts::{Batcher, Tree, gumbel};
use tetreach_agents::{Action, EvaluateError, Evaluations, Evaluator, Judgement, Moves, PlanningProblem};

use super::LearnedBackward;
use super::run::{FIRST_TURN, LearnedRun, Placements, Root, TURN_GROWTH, is_spent_after};
use super::settings::MctsAgentSettings;
use super::spans::{Spans, replaced};
use crate::game::{Board, Solution};
use crate::reach::Direction;
use crate::solve::Position;

/// A number of lines that no way needs.
const UNCAPPED: u32 = 1_000;
/// Moves after which following the policy leads nowhere.
const LONGEST: usize = 300;
/// Times that the policy is followed for a first way.
const FIRST_TRIES: u32 = 8;
/// Times that it is followed under a lower cap before something else gets its turn.
const TRIES: u32 = 4;
/// How much chance: the scale of the Gumbel noise on the logarithm of a move's probability.
const NOISE: f32 = 0.25;
/// Spans that are searched side by side.
const SPANS: usize = 16;

impl<V: Evaluator<State = Board, Goal = Board>> LearnedRun<'_, V> {
    /// Tree searches under cap after cap; after the first way under lower ones only, in turn with searches for shorter
    /// ways between two boards of the way, if there is a `span` problem.
    pub fn trees<P>(
        &mut self,
        problem: P,
        span: Option<LearnedBackward>,
        root: Root<'_>,
        placements: Placements<'_>,
        settings: &MctsAgentSettings,
    ) -> Result<Option<Solution>, EvaluateError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board> + Copy,
    {
        let seed = self.request.seed;
        let rng = |lines: u32| Pcg64Mcg::seed_from_u64(seed ^ u64::from(lines) << 32);
        let mut caps = self.caps()?;
        let mut best: Option<Solution> = None;
        let mut chance = rng(UNCAPPED);
        if self.direction == Direction::Backward
            && let Some(line) = self.follow(&problem, root(UNCAPPED), FIRST_TRIES, &mut chance)?
        {
            let solution = self.replayed(placements(root(UNCAPPED), &line));
            caps.only_below(solution.cleared());
            best = Some(solution);
        }
        let mut spans = Spans::new(rng(UNCAPPED + 1));
        let mut batcher = Batcher::new(settings.batch);
        let mut turn = FIRST_TURN;
        while !self.is_over() && (settings.shorten || best.is_none()) {
            if let (Some(span), Some(way)) = (span, &best) {
                let lower = caps.below(way.cleared()).map(root);
                let line = match lower {
                    Some(root) => self.follow(&problem, root, TRIES, &mut chance)?.map(|line| (root, line)),
                    None => None,
                };
                let shorter = match line {
                    Some((root, line)) => Some(self.replayed(placements(root, &line))),
                    None => self.shorten(span, way, &mut spans, settings)?,
                };
                if let Some(solution) = shorter {
                    caps.only_below(solution.cleared());
                    best = Some(solution);
                    continue;
                }
            }
            let begin = |lines| {
                Tree::new(problem, root(lines), settings.tree, rng(lines))
                    .expect("invariant: the settings were validated before")
            };
            let Some((index, tree)) = caps.turn(begin) else { break };
            let (mut judged, mut rounds) = (0, 0);
            while (judged as f64) < turn
                && f64::from(rounds) < turn
                && !tree.is_won()
                && !is_spent_after(self.meter, judged)
            {
                batcher.size = (self.nodes_left() - judged).min(settings.batch as u64) as usize;
                let round = batcher.round(std::slice::from_mut(tree), self.evaluator)?;
                judged += round.judged as u64;
                rounds += 1;
                if round.proved > 0 {
                    break;
                }
            }
            let (way, is_lost) = (tree.is_won().then(|| (*tree.root(), tree.winning_line())), tree.is_lost());
            self.count(judged);
            self.tell("tree search");
            match way {
                Some((root, line)) => {
                    let solution = self.replayed(placements(root, &line));
                    caps.only_below(solution.cleared());
                    best = Some(solution);
                }
                None if is_lost => caps.close(index),
                None => turn *= TURN_GROWTH,
            }
        }
        Ok(best)
    }

    /// Tries spans of a way until one can be replaced, which makes the way shorter, or a pass over all is done.
    fn shorten(
        &mut self,
        problem: LearnedBackward,
        way: &Solution,
        spans: &mut Spans,
        settings: &MctsAgentSettings,
    ) -> Result<Option<Solution>, EvaluateError> {
        let mut batcher = Batcher::new(SPANS);
        while !self.is_over() {
            let next = spans.next(way, SPANS);
            if next.is_empty() {
                return Ok(None);
            }
            self.tell("shorter spans");
            let mut trees = Vec::new();
            for (index, span) in next.iter().enumerate() {
                let problem = LearnedBackward { target: span.to, start: span.from, ..problem };
                let rng = Pcg64Mcg::seed_from_u64(self.request.seed ^ index as u64);
                let tree = Tree::new(problem, problem.root(span.lines), settings.tree, rng);
                trees.push(tree.expect("invariant: the settings were validated before"));
            }
            let most = spans.effort() * next.len() as u64;
            let (mut judged, mut idle) = (0, 0);
            while judged < most && idle < SPANS && !is_spent_after(self.meter, judged) {
                batcher.size = (self.nodes_left() - judged).min(SPANS as u64) as usize;
                let round = batcher.round(&mut trees, self.evaluator)?;
                judged += round.judged as u64;
                idle = if round.judged == 0 { idle + 1 } else { 0 };
                if round.proved == trees.len() {
                    break;
                }
            }
            self.count(judged);
            let mut shorter: Option<Solution> = None;
            for (span, tree) in next.iter().zip(&trees).filter(|(_, tree)| tree.is_won()) {
                let found = LearnedBackward::placements(*tree.root(), &tree.winning_line());
                if let Some(placements) = replaced(shorter.as_ref().unwrap_or(way), span, &found) {
                    shorter = Some(self.replayed(placements));
                }
            }
            if shorter.is_some() {
                return Ok(shorter);
            }
        }
        Ok(None)
    }

    /// The moves of the policy's choice from a root to the end, in some tries: all but the first have some chance.
    fn follow<P>(
        &mut self,
        problem: &P,
        root: Position,
        tries: u32,
        rng: &mut Pcg64Mcg,
    ) -> Result<Option<Vec<Action>>, EvaluateError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board>,
    {
        for number in 0..tries {
            let noise = if number == 0 { 0.0 } else { NOISE };
            let line = self.follow_once(problem, root, noise, rng)?;
            if line.is_some() {
                return Ok(line);
            }
        }
        Ok(None)
    }

    fn follow_once<P>(
        &mut self,
        problem: &P,
        root: Position,
        noise: f32,
        rng: &mut Pcg64Mcg,
    ) -> Result<Option<Vec<Action>>, EvaluateError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board>,
    {
        let (mut position, mut line) = (root, Vec::new());
        // What the policy comes back to it would leave by the same move.
        let mut seen = FxHashSet::from_iter([root.board]);
        let (mut judged, mut moves) = (Evaluations::default(), Moves::default());
        while problem.outcome(&position).is_none() {
            if line.len() >= LONGEST || self.meter.is_spent() || self.nodes_left() == 0 {
                return Ok(None);
            }
            self.evaluator.evaluate(&[problem.question(&position)], &mut judged)?;
            self.count(1);
            moves.clear();
            problem.judge(&position, &Judgement::of(&judged, 0), &mut moves);
            let mut scored: Vec<(Action, f32)> =
                moves.iter().map(|next| (next.action, next.log_prior + noise * gumbel(rng))).collect();
            scored.sort_unstable_by(|one, other| other.1.total_cmp(&one.1));
            // What is refuted is left to the next best.
            let next = scored.iter().find_map(|(action, _)| {
                let next = problem.step(&position, *action)?.state;
                seen.insert(next.board).then_some((*action, next))
            });
            let Some((action, next)) = next else { return Ok(None) };
            line.push(action);
            position = next;
        }
        Ok(Some(line))
    }
}
