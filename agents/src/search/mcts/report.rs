//! What a tree says about its root, and how large it is.

use std::fmt::Write;

use super::edge::{Edge, Hop};
use super::gumbel::Contender;
use super::node::{NodeId, NodeStatus};
use super::select::NodeView;
use super::settings::RootRule;
use super::tree::{ROOT, Tree};
use crate::env::Action;
use crate::search::PlanningProblem;

/// A tried move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub action: Action,
    /// The simulations that made it.
    pub visits: u32,
    /// Its prior probability, with the noise if there was any.
    pub prior: f32,
    /// What it is worth to the first player.
    pub value: f32,
    /// Whether it is proved bad for the player who moves.
    pub is_lost: bool,
}

/// How large a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// States.
    pub nodes: usize,
    /// Moves, tried or not.
    pub moves: usize,
    /// States forgotten so far.
    pub evicted: u64,
}

impl<P: PlanningProblem> Tree<P> {
    /// The problem searched.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The problem, which may learn more about states that were not judged yet.
    pub fn problem_mut(&mut self) -> &mut P {
        &mut self.problem
    }

    /// The state searched from.
    pub fn root(&self) -> &P::State {
        self.arena.state(ROOT)
    }

    /// Simulations that ended with a value, of this and of earlier roots.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Simulations under way.
    pub fn under_way(&self) -> u32 {
        self.under_way
    }

    /// Whether the first player is proved to win from the root.
    pub fn is_won(&self) -> bool {
        self.arena.node(ROOT).status == NodeStatus::Won
    }

    /// Whether the first player is proved not to win from the root.
    pub fn is_lost(&self) -> bool {
        self.arena.node(ROOT).status == NodeStatus::Lost
    }

    /// The mean value of the simulations of the root.
    pub fn mean_value(&self) -> f32 {
        self.arena.node(ROOT).mean
    }

    /// The smallest and the largest value carried up so far, `None` before the first.
    pub fn value_range(&self) -> Option<(f32, f32)> {
        (self.range.low <= self.range.high).then_some((self.range.low, self.range.high))
    }

    /// How large the tree is.
    pub fn size(&self) -> TreeSize {
        TreeSize { nodes: self.arena.nodes.len(), moves: self.arena.edge_count(), evicted: self.evicted }
    }

    /// The moves of the root that were tried, in the order of trying.
    pub fn root_moves(&self) -> impl Iterator<Item = RootMove> + '_ {
        self.arena.edges(ROOT).iter().map(|edge| RootMove {
            action: edge.action,
            visits: edge.visits,
            prior: edge.prior,
            value: edge.q,
            is_lost: edge.closed,
        })
    }

    /// The moves that lead from the root to the end of a proved puzzle; empty if it is not proved won.
    pub fn winning_line(&self) -> Vec<Action> {
        let mut line = Vec::new();
        let mut node = ROOT;
        while self.arena.node(node).status == NodeStatus::Won {
            let proof = self.arena.node(node).proof;
            let place = self.arena.edges(node).iter().position(|edge| edge.action == proof);
            let child = place.map(|place| self.arena.child(Hop { node, place: place as u32 }));
            let Some(child) = child.filter(|child| *child != NodeId::NONE) else { break };
            line.push(proof);
            node = child;
        }
        line
    }

    /// The move to make: the one that wins, or else the best by the rule of the root; `None` if nothing was tried.
    pub fn best_action(&self) -> Option<Action> {
        let node = self.arena.node(ROOT);
        let edges = self.arena.edges(ROOT);
        let is_proved = matches!(node.status, NodeStatus::Won | NodeStatus::Lost);
        if is_proved && edges.iter().any(|edge| edge.action == node.proof && !edge.closed) {
            return Some(node.proof);
        }
        if let (RootRule::Gumbel { .. }, Some(halving)) = (self.settings.root, &self.halving) {
            let view = NodeView::new(&self.arena, ROOT, &self.settings, self.range);
            let improved = view.improved();
            let open = halving.contenders.iter().filter(|c| !edges[c.place as usize].closed);
            let score = |c: &&Contender| {
                let edge = &edges[c.place as usize];
                (edge.visits, c.gumbel + view.root_score(edge, &improved))
            };
            let best = open.reduce(|best, c| if score(&c) > score(&best) { c } else { best });
            if let Some(best) = best {
                return Some(edges[best.place as usize].action);
            }
        }
        // What is proved bad comes last, but is still a move.
        let key = |edge: &Edge| (!edge.closed, edge.visits);
        let best = edges.iter().reduce(|best, edge| if key(edge) > key(best) { edge } else { best });
        best.map(|edge| edge.action)
    }

    /// What a policy should learn from the search: the winning move if there is one, else the share of visits, or the
    /// improved policy if the root is searched by sequential halving; empty if nothing was tried or all is lost.
    pub fn improved_policy(&self) -> Vec<(Action, f32)> {
        let edges = self.arena.edges(ROOT);
        let node = self.arena.node(ROOT);
        if matches!(node.status, NodeStatus::Won | NodeStatus::Lost) {
            let proof = edges.iter().find(|edge| edge.action == node.proof && !edge.closed);
            return proof.map(|edge| (edge.action, 1.0)).into_iter().collect();
        }
        if let RootRule::Gumbel { .. } = self.settings.root {
            let view = NodeView::new(&self.arena, ROOT, &self.settings, self.range);
            let improved = view.improved();
            let tried = edges.iter().map(|edge| (edge.action, view.edge_probability(edge, &improved)));
            let untried = self.arena.untried(ROOT).iter().enumerate();
            return tried
                .chain(
                    untried
                        .map(|(place, packed)| (packed.action(), view.untried_probability(place, &improved))),
                )
                .collect();
        }
        let open = || edges.iter().filter(|edge| !edge.closed);
        let total: u32 = open().map(|edge| edge.visits).sum();
        open().map(|edge| (edge.action, edge.visits as f32 / total.max(1) as f32)).collect()
    }

    /// The tree as indented text, `depth` levels of it: a line a tried move with its visits and value.
    pub fn outline(&self, depth: usize) -> String {
        let root = self.arena.node(ROOT);
        let mut text = format!("root {} {:.3} {:?}\n", root.visits, root.mean, root.status);
        self.write_below(ROOT, 1, depth, &mut text);
        text
    }

    fn write_below(&self, node: NodeId, level: usize, depth: usize, text: &mut String) {
        if level > depth {
            return;
        }
        for (place, edge) in self.arena.edges(node).iter().enumerate() {
            let closed = if edge.closed { " lost" } else { "" };
            writeln!(
                text,
                "{:indent$}{} {} {:.3}{closed}",
                "",
                edge.action,
                edge.visits,
                edge.q,
                indent = 2 * level
            )
            .expect("invariant: writing to a string succeeds");
            let child = self.arena.child(Hop { node, place: place as u32 });
            if child != NodeId::NONE {
                self.write_below(child, level + 1, depth, text);
            }
        }
    }

    /// Checks that visits add up and values lie within their range; for tests.
    #[doc(hidden)]
    pub fn check_sums(&self) {
        for node in 0..self.arena.nodes.len() as u32 {
            let id = NodeId(node);
            let node = self.arena.node(id);
            let edges = self.arena.edges(id);
            let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
            let under_way: u32 = edges.iter().map(|edge| edge.under_way).sum();
            assert_eq!(under_way, node.under_way);
            if node.status == NodeStatus::Open {
                assert_eq!(visits + 1, node.visits, "every visit but the first made a move");
            }
            for edge in edges.iter().filter(|edge| edge.visits > 0) {
                let slack = 1e-3 * (1.0 + edge.q.abs());
                assert!(edge.q >= self.range.low - slack && edge.q <= self.range.high + slack);
                assert!((0.0..=1.001).contains(&edge.prior));
            }
        }
    }

    /// What is proved of every state in the tree, `true` for won; for tests.
    #[doc(hidden)]
    pub fn proofs(&self) -> impl Iterator<Item = (P::State, bool)> + '_ {
        self.arena.nodes.iter().zip(&self.arena.states).filter_map(|(node, state)| match node.status {
            NodeStatus::Won => Some((*state, true)),
            NodeStatus::Lost => Some((*state, false)),
            _ => None,
        })
    }
}
