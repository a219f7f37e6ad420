//! Which move of a node a simulation follows.

use super::arena::Arena;
use super::edge::{Edge, EdgeLanes};
use super::node::{Node, NodeId};
use super::packed::Packed;
use super::range::{RangeScale, TreeValueRange};
use super::settings::{Interior, MctsSettings, Unvisited};
use std::hash::Hash;

/// The move that a simulation follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Descent {
    /// The edge at this place among those of the node.
    Tried(usize),
    /// One of the untried moves.
    Untried(Packed),
}

/// The numbers that the rules for one node share.
pub(super) struct NodeView<'a, S> {
    arena: &'a Arena<S>,
    id: NodeId,
    node: &'a Node,
    settings: &'a MctsSettings,
    scale: RangeScale,
}

impl<'a, S: Copy + Eq + Hash> NodeView<'a, S> {
    #[inline]
    pub fn new(arena: &'a Arena<S>, id: NodeId, settings: &'a MctsSettings, range: TreeValueRange) -> Self {
        let node = arena.node(id);
        let scale = range.scale(node.mover);
        let mut view = NodeView { arena, id, node, settings, scale };
        if settings.interior == Interior::Gumbel {
            view.scale = view.own_range().scale(node.mover);
        }
        view
    }

    /// The values of this node's moves, with the value that stands for those without one: the range that Gumbel's rules
    /// put values on. On the range of the whole tree the moves of one node would hardly differ.
    fn own_range(&self) -> TreeValueRange {
        let mut range = TreeValueRange::default();
        range.include(self.mixed(self.node.value, |edge| edge.q));
        for edge in self.arena.edges(self.id).iter().filter(|edge| edge.visits > 0 && !edge.closed) {
            range.include(edge.q);
        }
        range
    }

    /// The move to follow by the rule for inner nodes, `None` if none is left.
    #[inline]
    pub fn choose(&self) -> Option<Descent> {
        match self.settings.interior {
            Interior::Puct { weight, growth } => self.puct(weight, growth),
            Interior::Gumbel => self.gumbel(),
        }
    }

    /// Visits to the moves of this node, those under way included.
    #[inline]
    fn visits(&self) -> f32 {
        (self.node.visits + self.node.under_way).saturating_sub(1) as f32
    }

    /// The place of a value between the worst (0) and the best (1) for the player who moves here.
    #[inline]
    fn place(&self, value: f32) -> f32 {
        self.scale.place(value)
    }

    /// The value of untried moves, as far as it is the same for all.
    #[inline]
    fn urgency(&self) -> f32 {
        match self.settings.unvisited {
            Unvisited::Worst => 0.0,
            Unvisited::State { reduction } if reduction > 0.0 => {
                self.place(self.node.mean) - reduction * (1.0 - self.node.untried_prior).max(0.0).sqrt()
            }
            Unvisited::State { .. } | Unvisited::Q => self.place(self.node.mean),
        }
    }

    /// `Q + P sqrt(N) / (1 + n) (c1 + ln((N + c2 + 1) / c2))`, the best of it.
    fn puct(&self, weight: f32, growth: f32) -> Option<Descent> {
        let visits = self.visits();
        let explore = visits.max(1.0).sqrt() * (weight + ((visits + growth + 1.0) / growth).ln());
        let tried = EdgeLanes::best(self.arena.lanes(self.id), self.scale, explore);
        let (mut best, mut choice) = match tried {
            Some((score, place)) => (score, Some(Descent::Tried(place))),
            None => (f32::NEG_INFINITY, None),
        };
        if let Some(values) = self.arena.untried_q(self.id) {
            for (packed, q) in self.arena.untried(self.id).iter().zip(values) {
                let score = self.place(*q) + packed.log_prior().exp() * explore;
                if score > best {
                    (best, choice) = (score, Some(Descent::Untried(*packed)));
                }
            }
        } else if let Some((packed, prior)) = self.node.best_untried()
            // The value is the same for all untried moves, so the one with the highest prior is the best of them.
            && self.urgency() + prior * explore > best
        {
            choice = Some(Descent::Untried(packed));
        }
        choice
    }

    /// The move whose share of visits is furthest behind the improved policy: `pi'(a) - N(a) / (1 + sum N)`.
    fn gumbel(&self) -> Option<Descent> {
        let improved = self.improved();
        let total = 1.0 + self.visits();
        let (mut best, mut choice) = (f32::NEG_INFINITY, None);
        for (place, edge) in self.arena.edges(self.id).iter().enumerate() {
            if edge.closed {
                continue;
            }
            let behind = improved.of(edge.log_prior, self.completed(edge, &improved)) - edge.seen() / total;
            if behind > best {
                (best, choice) = (behind, Some(Descent::Tried(place)));
            }
        }
        if let Some(values) = self.arena.untried_q(self.id) {
            for (packed, q) in self.arena.untried(self.id).iter().zip(values) {
                let behind = improved.of(packed.log_prior(), self.place(*q));
                if behind > best {
                    (best, choice) = (behind, Some(Descent::Untried(*packed)));
                }
            }
        } else if let Some((packed, _)) = self.node.best_untried()
            && improved.of(packed.log_prior(), improved.mixed) > best
        {
            choice = Some(Descent::Untried(packed));
        }
        choice
    }

    /// The value of an edge, or the mixed value of the node while it has none.
    fn completed(&self, edge: &Edge, improved: &Improved) -> f32 {
        if edge.visits > 0 { self.place(edge.q) } else { improved.mixed }
    }

    /// The improved policy `softmax(log prior + sigma(completed Q))` (Danihelka et al. 2022, equation 11), ready to be
    /// asked for single moves.
    pub fn improved(&self) -> Improved {
        let open = || self.arena.edges(self.id).iter().filter(|edge| !edge.closed);
        let most = open().map(|edge| edge.visits).max().unwrap_or(0) as f32;
        let factor = (self.settings.gumbel_visits + most) * self.settings.gumbel_scale;
        let mut improved = Improved { mixed: self.mixed_value(), factor, log_total: 0.0 };
        // Twice over all terms: the largest is taken out first, so that the sum neither overflows nor vanishes.
        let mut peak = f32::NEG_INFINITY;
        self.for_each_term(&improved, |term| peak = peak.max(term));
        let mut total = 0.0;
        self.for_each_term(&improved, |term| total += (term - peak).exp());
        improved.log_total = peak + total.ln();
        improved
    }

    /// Calls `visit` with `log prior + sigma(completed Q)` of every move that is not lost; untried moves of equal
    /// value come as one.
    #[inline]
    fn for_each_term(&self, improved: &Improved, mut visit: impl FnMut(f32)) {
        for edge in self.arena.edges(self.id).iter().filter(|edge| !edge.closed) {
            visit(improved.term(edge.log_prior, self.completed(edge, improved)));
        }
        let untried = self.arena.untried(self.id);
        match self.arena.untried_q(self.id) {
            Some(values) => untried
                .iter()
                .zip(values)
                .for_each(|(packed, q)| visit(improved.term(packed.log_prior(), self.place(*q)))),
            None if !untried.is_empty() => {
                let prior = self.node.untried_prior.max(f32::MIN_POSITIVE).ln();
                visit(improved.term(prior, improved.mixed));
            }
            None => {}
        }
    }

    fn mixed_value(&self) -> f32 {
        self.mixed(self.place(self.node.value), |edge| self.place(edge.q))
    }

    /// The value that stands for moves without one: the mean of the evaluator's value and of the tried moves' values,
    /// weighted by their priors (Danihelka et al. 2022, equation 33).
    fn mixed(&self, own: f32, of_edge: impl Fn(&Edge) -> f32) -> f32 {
        let (mut prior, mut value, mut visits) = (0.0, 0.0, 0.0);
        for edge in self.arena.edges(self.id).iter().filter(|edge| edge.visits > 0 && !edge.closed) {
            prior += edge.prior;
            value += edge.prior * of_edge(edge);
            visits += edge.visits as f32;
        }
        if prior > 0.0 { (own + visits * value / prior) / (1.0 + visits) } else { own }
    }

    /// `log prior + sigma(completed Q)` of an edge, by which the root's moves are compared.
    pub fn root_score(&self, edge: &Edge, improved: &Improved) -> f32 {
        edge.log_prior + improved.factor * self.completed(edge, improved)
    }

    /// The improved probability of an edge.
    pub fn edge_probability(&self, edge: &Edge, improved: &Improved) -> f32 {
        if edge.closed { 0.0 } else { improved.of(edge.log_prior, self.completed(edge, improved)) }
    }

    /// The improved probability of the untried move at a place.
    pub fn untried_probability(&self, place: usize, improved: &Improved) -> f32 {
        let q = self.arena.untried_q(self.id).map_or(improved.mixed, |values| self.place(values[place]));
        improved.of(self.arena.untried(self.id)[place].log_prior(), q)
    }
}

impl Edge {
    /// Visits, those under way included.
    fn seen(&self) -> f32 {
        (self.visits + self.under_way) as f32
    }
}

/// The improved policy of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Improved {
    /// The value, between worst and best, of moves that have none.
    pub mixed: f32,
    /// What a value is multiplied by before it is added to a log-prior.
    pub factor: f32,
    log_total: f32,
}

impl Improved {
    fn term(&self, log_prior: f32, value: f32) -> f32 {
        log_prior + self.factor * value
    }

    /// The probability of a move with this prior and value.
    fn of(&self, log_prior: f32, value: f32) -> f32 {
        (self.term(log_prior, value) - self.log_total).exp()
    }
}
