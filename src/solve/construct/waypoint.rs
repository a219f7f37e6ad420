//! Beam search over waypoints: the boards left when the top of a stack is peeled.
//!
//! Levels are total numbers of un-cleared lines, because lines alone decide how many pieces an answer has. Each
//! level expands its most promising boards; what it cuts stays in reserve and is expanded when nothing else is left.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::known_ways::KnownWays;
use super::local::{LocalSearch, Peel};
use super::table::PlanTable;
use super::top::{Top, TopPlan, find_plan};
use super::window::{Window, WindowFrame};
use crate::game::{ActionId, Board, Size, Solution};
use crate::solve::bound::lower_bound;
use crate::solve::buckets::{Extent, Next};
use crate::solve::budget::Meter;
use crate::solve::estimate::LinesAhead;

/// How wide the waypoint beam searches.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WaypointSettings {
    /// Rows of the stack's top that a local search peels.
    pub rows: usize,
    /// Free rows above them that it may use.
    pub room: usize,
    /// How far it goes.
    pub reach: Extent,
    /// Waypoints kept of each local search and number of lines.
    pub keep: usize,
    /// Boards expanded at each total number of lines.
    pub beam: usize,
}

impl WaypointSettings {
    /// A setting that answers in hundredths of a second.
    pub const FAST: Self =
        Self { rows: 3, room: 3, reach: Extent { lines: 2, width: 30 }, keep: 20, beam: 12 };
    /// A quarter of that, for an answer that is shortened afterwards.
    pub const NARROW: Self = Self { beam: 3, ..Self::FAST };
}

/// A smaller board from which a plan leads to the one that was expanded.
#[derive(Clone, Debug)]
pub struct Waypoint {
    /// The smaller board.
    pub board: Board,
    /// Lines that the plan clears.
    pub lines: usize,
    /// Lines still needed to build the smaller board, by the estimate.
    pub ahead: f32,
    /// The placements that lead from it.
    pub plan: Vec<ActionId>,
}

/// The waypoints next to a board, the most promising few for each number of lines.
///
/// Where the local search finds nothing, the plan table steps in, which never fails on boards of ten columns with
/// two free rows above the stack (`docs/theorem.md`).
pub fn neighbours(
    board: &Board,
    settings: &WaypointSettings,
    estimate: &dyn LinesAhead,
    local: &mut LocalSearch,
) -> Vec<Waypoint> {
    let found = peel(board, settings, estimate, local);
    if found.is_empty() { table_steps(board, estimate, local) } else { found }
}

/// The steps that plans for the board's topmost row or two offer.
pub fn table_steps(board: &Board, estimate: &dyn LinesAhead, local: &mut LocalSearch) -> Vec<Waypoint> {
    let Some(top) = Top::of_board(board) else { return Vec::new() };
    let floor = board.stack_height() - top.rows();
    if floor + top.room() > usize::from(board.height()) {
        return Vec::new();
    }
    let plans = if board.width() == Size::STANDARD.width() {
        PlanTable::standard().plans_for(board)
    } else {
        let below = if floor == 0 { board.size().full_row() } else { board.row(floor - 1) };
        find_plan(local, board.size(), below, top).into_iter().collect()
    };
    let waypoint = |plan: TopPlan| {
        let rest = plan.rest.onto(board, floor);
        let added = 4 * plan.actions.len() as u32 + rest.cells() - board.cells();
        let lines = (added / u32::from(board.width())) as usize;
        Waypoint { board: rest, lines, ahead: estimate.lines(&rest), plan: plan.actions }
    };
    plans.into_iter().map(waypoint).collect()
}

/// What a local search on the stack's topmost rows leaves.
fn peel(
    board: &Board,
    settings: &WaypointSettings,
    estimate: &dyn LinesAhead,
    local: &mut LocalSearch,
) -> Vec<Waypoint> {
    let WaypointSettings { rows, room, reach, keep, .. } = *settings;
    let floor = board.stack_height().saturating_sub(rows);
    let window = Window::of_board(board, floor);
    let peel = Peel::new(WindowFrame::above(board, floor, rows + room), window);
    let mut hits: Vec<_> = local
        .run(&peel, window, reach, |_, _| Next::Continue)
        .iter()
        .map(|hit| {
            let rest = hit.state.onto(board, floor);
            (hit.lines, estimate.lines(&rest), *hit, rest)
        })
        .collect();
    hits.sort_by(|a, b| (a.0).cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut kept = 0;
    let mut lines_before = usize::MAX;
    hits.retain(|(lines, ..)| {
        kept = if *lines == lines_before { kept + 1 } else { 1 };
        lines_before = *lines;
        kept <= keep
    });
    let waypoint = |(lines, ahead, hit, board)| Waypoint { board, lines, ahead, plan: local.plan(&hit) };
    hits.into_iter().map(waypoint).collect()
}

#[derive(Debug)]
struct Node {
    board: Board,
    lines: u32,
    /// Lines still needed, by the estimate.
    ahead: f32,
    parent: u32,
    plan: Vec<ActionId>,
}

/// A node in the queue of its level, the most promising first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Queued {
    ahead: f32,
    node: u32,
}

impl Eq for Queued {}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        other.ahead.total_cmp(&self.ahead).then(other.node.cmp(&self.node))
    }
}

/// A run of the waypoint beam.
#[derive(Debug)]
pub struct WaypointBeam<'a> {
    /// How wide the next passes search.
    pub settings: WaypointSettings,
    estimate: &'a dyn LinesAhead,
    local: LocalSearch,
    nodes: Vec<Node>,
    levels: Vec<BinaryHeap<Queued>>,
    /// The node of each board that has the fewest lines.
    shortest: FxHashMap<Board, u32>,
    known: KnownWays,
}

impl<'a> WaypointBeam<'a> {
    /// A beam that ranks boards by `estimate`.
    pub fn new(settings: WaypointSettings, estimate: &'a dyn LinesAhead) -> Self {
        Self {
            settings,
            estimate,
            local: LocalSearch::default(),
            nodes: Vec::new(),
            levels: Vec::new(),
            shortest: FxHashMap::default(),
            known: KnownWays::default(),
        }
    }

    /// Looks for placements that lead from the empty board to `target` and clear at most `most_lines` rows.
    pub fn run(&mut self, target: &Board, most_lines: usize, meter: &mut Meter) -> Option<Vec<ActionId>> {
        self.start(target, most_lines);
        while self.has_reserve() && !meter.is_spent() {
            if let Some(plan) = self.pass(meter) {
                return Some(plan);
            }
        }
        None
    }

    /// Forgets everything and begins at `target`.
    pub fn start(&mut self, target: &Board, most_lines: usize) {
        self.nodes.clear();
        self.shortest.clear();
        self.known.clear();
        self.levels.clear();
        self.levels.resize_with(most_lines + 1, BinaryHeap::new);
        let ahead = self.estimate.lines(target);
        self.enqueue(Node { board: *target, lines: 0, ahead, parent: NO_PARENT, plan: Vec::new() });
    }

    /// Whether there are boards that were met but not expanded.
    pub fn has_reserve(&self) -> bool {
        self.levels.iter().any(|queue| !queue.is_empty())
    }

    /// Expands the most promising boards of every level that were not expanded before, and returns the placements to
    /// the target if the empty board was among them. From then on only shorter ways are looked for.
    ///
    /// A second pass goes on where the first was cut off, so that many narrow passes are a wide beam that has its
    /// first answers early (complete anytime beam search, Zhang 1998).
    pub fn pass(&mut self, meter: &mut Meter) -> Option<Vec<ActionId>> {
        self.local.end_at(meter.deadline());
        for level in 0..self.levels.len() {
            for _ in 0..self.settings.beam {
                let Some(queued) = self.pop(level) else { break };
                if self.nodes[queued.node as usize].board.is_empty() {
                    self.levels.truncate(level);
                    return Some(self.plan(queued.node));
                }
                if meter.is_spent() {
                    return None;
                }
                self.expand(queued.node, meter);
            }
        }
        None
    }

    /// Takes a way to the target from elsewhere: its boards wait among the others, whoever meets one of them at fewer
    /// lines knows the rest of the way, and only shorter ways are looked for.
    pub fn learn(&mut self, solution: &Solution) {
        self.known.learn(solution);
        self.levels.truncate(solution.cleared() as usize);
        let boards: Vec<Board> = solution.boards().collect();
        let mut parent = 0;
        for (step, board) in solution.steps().iter().zip(&boards).rev() {
            let lines = self.nodes[parent as usize].lines + step.cleared().count();
            let ahead = self.estimate.lines(board);
            self.enqueue(Node { board: *board, lines, ahead, parent, plan: vec![step.action] });
            // A shorter way to this board may have been known.
            let Some(&node) = self.shortest.get(board) else { return };
            parent = node;
        }
    }

    /// The most promising board of a level from which a way with few enough lines is not ruled out.
    fn pop(&mut self, level: usize) -> Option<Queued> {
        let spare = (self.levels.len() - 1 - level) as u32;
        while let Some(queued) = self.levels[level].pop() {
            if self.local.is_late() {
                self.levels[level].push(queued);
                return None;
            }
            let board = &self.nodes[queued.node as usize].board;
            if self.shortest[board] == queued.node && lower_bound(board).cleared <= spare {
                return Some(queued);
            }
        }
        None
    }

    fn expand(&mut self, index: u32, meter: &mut Meter) {
        let Node { board, lines, .. } = self.nodes[index as usize];
        let before = self.local.generated();
        let waypoints = neighbours(&board, &self.settings, self.estimate, &mut self.local);
        meter.count(self.local.generated() - before);
        for Waypoint { board, lines: more, ahead, plan } in waypoints {
            self.enqueue(Node { board, lines: lines + more as u32, ahead, parent: index, plan });
        }
    }

    fn enqueue(&mut self, node: Node) {
        let level = node.lines as usize;
        let index = self.nodes.len() as u32;
        let known = self.shortest.get(&node.board);
        if level >= self.levels.len()
            || known.is_some_and(|&known| self.nodes[known as usize].lines <= node.lines)
        {
            return;
        }
        self.shortest.insert(node.board, index);
        self.levels[level].push(Queued { ahead: node.ahead, node: index });
        let Node { board, lines, .. } = node;
        self.nodes.push(node);
        if let Some(rest) = self.known.lines(&board).filter(|_| !board.is_empty()) {
            let plan = self.known.placements(&board).to_vec();
            let empty = Board::empty(board.size());
            self.enqueue(Node { board: empty, lines: lines + rest, ahead: 0.0, parent: index, plan });
        }
    }

    /// The placements from the empty board, which node `index` holds, to the target.
    fn plan(&self, index: u32) -> Vec<ActionId> {
        let mut plan = Vec::new();
        let mut at = index;
        while at != NO_PARENT {
            let node = &self.nodes[at as usize];
            plan.extend(&node.plan);
            at = node.parent;
        }
        plan
    }

    /// The boards met so far, for fitting the estimate.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = &Board> {
        self.nodes.iter().map(|node| &node.board)
    }
}

/// Marks the target among the nodes.
const NO_PARENT: u32 = u32::MAX;
