//! The report's tree search.

use std::time::Instant;

use rand_pcg::Pcg64Mcg;

use super::super::agent::{AgentFailure, TetressAgent};
use super::super::faults::{ReportFault, ReportFaults};
use super::super::heuristic::report_heuristic;
use super::random::random_move;
use super::{as_mover, ending_move, filled};
use crate::game::tetress::{Colour, GameEnd, TetressPlacement, TetressPosition, playout};
use crate::solve::Budget;

/// C of the UCT formula.
const EXPLORATION: f64 = 0.2;
/// The weight of the report's function in the score of a node.
const HEURISTIC: f64 = 0.4;
/// Children kept of a node, the best by the report's function.
const CHILDREN: usize = 10;

/// How many iterations a move gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Iterations {
    /// As many as in the report's code: 28 below 72 filled cells, then 34.
    #[default]
    Reported,
    /// As many as the budget allows, a node of it being an iteration.
    Budget,
}

/// UCT with the report's function as start value and as part of the score, and the report's ending.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportMcts {
    /// What is done otherwise than the report says.
    pub faults: ReportFaults,
    /// How many iterations a move gets.
    pub iterations: Iterations,
}

impl TetressAgent for ReportMcts {
    fn act(
        &mut self,
        position: &TetressPosition,
        budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        let cells = filled(position);
        let ending = if self.faults.has(ReportFault::EarlyEnding) { 82 } else { 86 };
        let chosen = if self.faults.has(ReportFault::RandomOpening) && cells < 50 {
            Some(random_move(position, rng))
        } else if cells >= ending {
            ending_move(position)
        } else {
            self.search(position, budget, rng)
        };
        Ok(chosen.expect("invariant: the game has not ended"))
    }
}

/// A position in the tree.
#[derive(Debug)]
struct Node {
    position: TetressPosition,
    parent: Option<usize>,
    action: Option<TetressPlacement>,
    children: Vec<usize>,
    visits: u32,
    wins: f64,
    /// The report's function for who moved here.
    heuristic: f64,
    /// The score of the last visit.
    score: f64,
}

impl ReportMcts {
    pub(super) fn search(
        &self,
        position: &TetressPosition,
        budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Option<TetressPlacement> {
        let own = position.mover();
        let root = Node {
            position: *position,
            parent: None,
            action: None,
            children: Vec::new(),
            visits: 0,
            wins: 0.0,
            heuristic: 0.0,
            score: 0.0,
        };
        let mut nodes = vec![root];
        let started = Instant::now();
        let reported = if filled(position) < 72 { 28 } else { 34 };
        for done in 0_u64.. {
            let over = match self.iterations {
                Iterations::Reported => done >= reported,
                Iterations::Budget if budget == Budget::default() => done >= reported,
                Iterations::Budget => {
                    budget.nodes.is_some_and(|nodes| done >= nodes)
                        || budget.seconds.is_some_and(|seconds| started.elapsed().as_secs_f64() >= seconds)
                }
            };
            // Two iterations are needed to have a child that was visited.
            if over && done > 1 {
                break;
            }
            self.iterate(&mut nodes, own, rng);
        }
        let visited = nodes[0].children.iter().copied().filter(|child| nodes[*child].visits > 0);
        let best = visited.map(|child| (child, self.score(&nodes, child)));
        let best = best.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.and_then(|(child, _)| nodes[child].action)
    }

    fn iterate(&self, nodes: &mut Vec<Node>, own: Colour, rng: &mut Pcg64Mcg) {
        let mut node = 0;
        while !nodes[node].children.is_empty() {
            let scored = nodes[node].children.iter().map(|child| (*child, self.score(nodes, *child)));
            let best = scored.reduce(|best, next| if next.1 > best.1 { next } else { best });
            node = best.map_or(node, |(child, _)| child);
        }
        self.expand(nodes, node, own);
        let first = if self.faults.has(ReportFault::WrongSidePlayout) {
            as_mover(&nodes[node].position, own)
        } else {
            nodes[node].position
        };
        let outcome = playout(&first, rng).outcome;
        self.back_up(nodes, node, own, outcome);
    }

    /// Gives a node its best children.
    fn expand(&self, nodes: &mut Vec<Node>, node: usize, own: Colour) {
        let position = nodes[node].position;
        let here =
            if self.faults.has(ReportFault::OwnColourTree) { as_mover(&position, own) } else { position };
        let mover = here.mover();
        let mut children: Vec<(f64, TetressPlacement, TetressPosition)> = Vec::new();
        for placement in here.moves().iter() {
            let after = here.after(placement);
            children.push((report_heuristic(&after, mover), placement, after));
        }
        children.sort_by(|a, b| b.0.total_cmp(&a.0));
        children.truncate(CHILDREN);
        for (heuristic, placement, position) in children {
            let child = nodes.len();
            nodes[node].children.push(child);
            nodes.push(Node {
                position,
                parent: Some(node),
                action: Some(placement),
                children: Vec::new(),
                visits: 0,
                wins: 0.0,
                heuristic,
                score: heuristic,
            });
        }
    }

    /// Adds a result to the nodes from here to the root.
    fn back_up(&self, nodes: &mut [Node], leaf: usize, own: Colour, outcome: GameEnd) {
        let mut next = Some(leaf);
        while let Some(node) = next {
            let mover = if self.faults.has(ReportFault::OwnColourTree) {
                own
            } else {
                nodes[node].position.mover().other()
            };
            nodes[node].visits += 1;
            nodes[node].wins += match outcome {
                GameEnd::Winner(colour) => f64::from(u8::from(colour == mover)),
                GameEnd::Draw => 0.5,
            };
            if self.faults.has(ReportFault::LostBackup) && nodes[node].children.is_empty() {
                nodes[node].score = nodes[node].heuristic;
                return;
            }
            nodes[node].score = self.fresh_score(nodes, node);
            next = nodes[node].parent;
        }
    }

    fn score(&self, nodes: &[Node], node: usize) -> f64 {
        if self.faults.has(ReportFault::StaleScores) {
            nodes[node].score
        } else {
            self.fresh_score(nodes, node)
        }
    }

    fn fresh_score(&self, nodes: &[Node], node: usize) -> f64 {
        let Node { visits, wins, heuristic, parent, .. } = nodes[node];
        if visits == 0 {
            return heuristic;
        }
        let visits = f64::from(visits);
        let above = parent.map_or(1, |parent| nodes[parent].visits.max(1));
        wins / visits + EXPLORATION * (f64::from(above).ln() / visits).sqrt() + HEURISTIC * heuristic
    }
}
