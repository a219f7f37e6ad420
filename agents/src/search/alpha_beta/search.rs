//! The search itself.

use std::time::Instant;

use super::ordering::Ordering;
use super::score::{ESTIMATE, INFINITE, Value, from_root, is_loss, is_win, of_outcome, to_outcome, to_root};
use super::table::{ScoreBound, TranspositionTable};
use super::{AlphaBetaError, AlphaBetaReport, AlphaBetaSettings, Heuristic, Judged, Limits};
use crate::env::{Action, Game, Player};

/// No search looks further ahead: each move takes room on the stack.
const MAX_DEPTH: u32 = 512;

/// Alpha-beta search of a game, which keeps its table from one search to the next.
///
/// ```
/// use tetreach_agents::search::alpha_beta::{AlphaBeta, AlphaBetaSettings, Limits, NoHeuristic};
/// use tetreach_agents::toy::TicTacToe;
/// use tetreach_agents::{Action, Game};
///
/// let mut search = AlphaBeta::new(TicTacToe, NoHeuristic, AlphaBetaSettings::default())?;
/// let corner = TicTacToe.play(&TicTacToe.start(), Action(0));
/// let report = search.search(&corner, Limits::default());
/// assert_eq!((report.action, report.solved), (Some(Action(4)), Some(0.5)), "the centre holds the draw");
/// # Ok::<(), tetreach_agents::search::alpha_beta::AlphaBetaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Game, H> {
    game: G,
    heuristic: H,
    settings: AlphaBetaSettings,
    table: TranspositionTable<G::State>,
    ordering: Ordering,
    limits: Limits,
    nodes: u64,
    stopped: bool,
    /// The best move of the root so far, with its value.
    root: Option<(Action, Value)>,
    /// Rooms for the moves of a position, used again and again.
    rooms: Vec<Vec<Child<G::State>>>,
}

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
struct Child<S> {
    action: Action,
    state: S,
    mover: Player,
    /// What a look at it says, for the player who makes the move.
    value: Value,
    rank: i64,
}

/// Scores that matter: what lies at or below `alpha` or at or above `beta` changes nothing.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl<G: Game, H: Heuristic<G>> AlphaBeta<G, H> {
    /// A search that has not looked at anything yet.
    pub fn new(game: G, heuristic: H, settings: AlphaBetaSettings) -> Result<Self, AlphaBetaError> {
        settings.validate()?;
        Ok(AlphaBeta {
            table: TranspositionTable::new(settings.table_bits),
            ordering: Ordering::new(game.action_count(), settings.bonus),
            limits: Limits::default(),
            nodes: 0,
            stopped: false,
            root: None,
            rooms: Vec::new(),
            game,
            heuristic,
            settings,
        })
    }

    /// Searches deeper and deeper until a limit is met or the value is proved.
    pub fn search(&mut self, state: &G::State, limits: Limits) -> AlphaBetaReport {
        (self.limits, self.nodes, self.stopped, self.root) = (limits, 1, false, None);
        self.table.begin();
        self.ordering.begin();
        let mut report = AlphaBetaReport { action: None, score: 0, solved: None, depth: 0, nodes: 1 };
        if let Judged::Ended(outcome) = self.heuristic.judge(&self.game, state) {
            let value = self.game.mover(state).value(outcome.value());
            return AlphaBetaReport { score: of_outcome(value, 0), solved: Some(value), ..report };
        }
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            let window = Window { alpha: -INFINITE, beta: INFINITE };
            let value = self.node(state, depth, 0, window);
            let Some((action, found)) = self.root else { break };
            (report.action, report.score) = (Some(action), found.score);
            if self.stopped {
                // A win found before the end is one.
                report.solved = is_win(found.score).then(|| to_outcome(found.score));
                break;
            }
            report.depth = depth;
            report.solved = value.exact.then(|| to_outcome(value.score));
            if report.solved.is_some() {
                break;
            }
        }
        report.nodes = self.nodes;
        report
    }

    /// The value of a position that has not ended, for the player who moves there.
    fn node(&mut self, state: &G::State, depth: u32, ply: usize, window: Window) -> Value {
        let mut first = None;
        if let Some(entry) = self.table.get(state) {
            first = Some(entry.best);
            let value = Value { score: to_root(entry.value.score, ply as i32), ..entry.value };
            let decides = match entry.bound {
                ScoreBound::Exact => true,
                ScoreBound::Lower => value.score >= window.beta,
                ScoreBound::Upper => value.score <= window.alpha,
            };
            // The root needs a move, which only a search gives.
            if decides && ply > 0 && (entry.depth >= depth || value.exact) {
                return value;
            }
        }
        if ply == 0 {
            first = self.root.map(|(action, _)| action).or(first);
        }
        let mut children = self.rooms.pop().unwrap_or_default();
        self.expand(state, ply, first, &mut children);
        let value = if self.stopped {
            Value { score: 0, exact: false }
        } else {
            self.best(state, depth, ply, window, &children)
        };
        children.clear();
        self.rooms.push(children);
        value
    }

    /// Looks at all moves of a position and puts them in order.
    fn expand(
        &mut self,
        state: &G::State,
        ply: usize,
        first: Option<Action>,
        children: &mut Vec<Child<G::State>>,
    ) {
        self.stopped |= self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
        // Even without time there must be a move.
        if self.stopped && self.root.is_some() {
            return;
        }
        let mover = self.game.mover(state);
        let Self { game, heuristic, ordering, .. } = self;
        game.for_each_move(state, |action| {
            let next = game.play(state, action);
            let next_mover = game.mover(&next);
            let value = match heuristic.judge(game, &next) {
                Judged::Ended(outcome) => {
                    let value = mover.value(outcome.value());
                    Value { score: of_outcome(value, ply as i32 + 1), exact: true }
                }
                Judged::Estimate(estimate) => {
                    let estimate = estimate.clamp(-ESTIMATE, ESTIMATE);
                    Value { score: if next_mover == mover { estimate } else { -estimate }, exact: false }
                }
            };
            let bonus = if first == Some(action) {
                i64::from(INFINITE)
            } else {
                ordering.bonus(mover, ply, action).into()
            };
            let rank = i64::from(value.score) + bonus;
            children.push(Child { action, state: next, mover: next_mover, value, rank });
        });
        self.nodes += children.len() as u64;
        children.sort_by_key(|child| std::cmp::Reverse(child.rank));
        if self.stopped {
            self.root = children.first().map(|child| (child.action, child.value));
        }
    }

    /// The best of the moves, and what is to be remembered of it.
    fn best(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: usize,
        window: Window,
        children: &[Child<G::State>],
    ) -> Value {
        let mover = self.game.mover(state);
        let mut best: Option<(Action, Value)> = None;
        let (mut alpha, mut all_exact) = (window.alpha, true);
        for (index, child) in children.iter().enumerate() {
            let beaten = best.is_some_and(|(_, value)| !is_loss(value.score));
            if depth > 1 && beaten && self.settings.width.is_some_and(|width| index >= width) {
                all_exact = false;
                break;
            }
            let value = if depth == 1 || child.value.exact {
                child.value
            } else {
                self.child(child, mover, depth, ply, Window { alpha, ..window }, index == 0)
            };
            if self.stopped {
                return Value { score: 0, exact: false };
            }
            all_exact &= value.exact;
            if best.is_none_or(|(_, best)| value.score > best.score) {
                best = Some((child.action, value));
                if ply == 0 {
                    self.root = best;
                }
            }
            alpha = alpha.max(value.score);
            if alpha >= window.beta {
                self.ordering.cut(mover, ply, child.action, depth);
                break;
            }
        }
        let Some((action, Value { score, exact })) = best else { return Value { score: 0, exact: false } };
        let cut = score >= window.beta;
        let value = Value { score, exact: if cut || is_win(score) { exact } else { all_exact } };
        let bound = match score {
            _ if cut => ScoreBound::Lower,
            _ if score <= window.alpha => ScoreBound::Upper,
            _ => ScoreBound::Exact,
        };
        let stored = Value { score: from_root(score, ply as i32), ..value };
        self.table.put(state, stored, bound, depth, action);
        value
    }

    /// The value of a move: within a window of nothing first, unless it is the first, and again if it is better.
    fn child(
        &mut self,
        child: &Child<G::State>,
        mover: Player,
        depth: u32,
        ply: usize,
        window: Window,
        first: bool,
    ) -> Value {
        let same = child.mover == mover;
        let mut look = |Window { alpha, beta }| {
            if same {
                self.node(&child.state, depth - 1, ply + 1, Window { alpha, beta })
            } else {
                self.node(&child.state, depth - 1, ply + 1, Window { alpha: -beta, beta: -alpha }).negated()
            }
        };
        if !first {
            let probe = look(Window { alpha: window.alpha, beta: window.alpha + 1 });
            if probe.score <= window.alpha || probe.score >= window.beta {
                return probe;
            }
        }
        look(window)
    }
}
