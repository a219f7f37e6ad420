//! A random forest of regression trees (Breiman 2001) on cells that are filled or not.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::cells::{CellTable, for_each_cell};
use tetreach::game::Board;

/// Trees, as in the thesis.
const TREES: u64 = 100;
/// Depth of a tree, as in the thesis.
const MOST_DEPTH: u32 = 20;

/// Trees whose guesses are averaged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forest {
    trees: Vec<Vec<Node>>,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Node {
    /// Asks for a cell: empty goes on at the next node, filled at the node named.
    Cell { cell: u16, filled: u32 },
    /// The guess.
    Leaf(f32),
}

impl Forest {
    /// Grows the trees, each on a bootstrap sample; `watch` hears how many are done and may stop it.
    pub(super) fn fit(
        table: &CellTable,
        cells: usize,
        seed: u64,
        mut watch: impl FnMut(u64, u64) -> bool,
    ) -> Option<Self> {
        let mut trees = Vec::new();
        for tree in 0..TREES {
            if !watch(tree, TREES) {
                return None;
            }
            let mut random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(tree));
            let mut drawn: Vec<u32> =
                (0..table.len()).map(|_| random.random_range(0..table.len()) as u32).collect();
            let mut grower =
                Grower { table, counts: vec![0; cells], sums: vec![0.0; cells], nodes: Vec::new() };
            grower.grow(&mut drawn, 0);
            trees.push(grower.nodes);
        }
        Some(Self { trees })
    }

    /// The guess for a board.
    pub fn predict(&self, board: &Board) -> f64 {
        let mut filled = [false; 512];
        for_each_cell(board, |cell| filled[cell] = true);
        let sum: f64 = self.trees.iter().map(|tree| f64::from(guess(tree, &filled))).sum();
        sum / self.trees.len().max(1) as f64
    }

    pub(super) fn fits(&self, cells: usize) -> bool {
        let goes_down = |(index, node): (usize, &Node), tree: &[Node]| match *node {
            Node::Leaf(_) => true,
            Node::Cell { cell, filled } => {
                usize::from(cell) < cells && filled as usize > index + 1 && (filled as usize) < tree.len()
            }
        };
        self.trees
            .iter()
            .all(|tree| !tree.is_empty() && tree.iter().enumerate().all(|node| goes_down(node, tree)))
    }
}

fn guess(tree: &[Node], filled: &[bool; 512]) -> f32 {
    let mut at = 0;
    loop {
        match tree[at] {
            Node::Leaf(value) => return value,
            Node::Cell { cell, filled: next } => {
                at = if filled[usize::from(cell)] { next as usize } else { at + 1 };
            }
        }
    }
}

/// Grows one tree.
struct Grower<'a> {
    table: &'a CellTable,
    /// Samples of the present node that have the cell filled, and the sum of their labels.
    counts: Vec<u32>,
    sums: Vec<f64>,
    nodes: Vec<Node>,
}

impl Grower<'_> {
    /// Adds the node of these samples and all below it.
    fn grow(&mut self, samples: &mut [u32], depth: u32) {
        let count = samples.len() as f64;
        let total: f64 = samples.iter().map(|sample| self.label(*sample)).sum();
        let split = if depth < MOST_DEPTH { self.best_cell(samples, total) } else { None };
        let Some(cell) = split else {
            self.nodes.push(Node::Leaf((total / count.max(1.0)) as f32));
            return;
        };
        let mut border = 0;
        for index in 0..samples.len() {
            if !self.table.cells(samples[index] as usize).contains(&cell) {
                samples.swap(border, index);
                border += 1;
            }
        }
        let at = self.nodes.len();
        self.nodes.push(Node::Cell { cell, filled: 0 });
        let (empty, filled) = samples.split_at_mut(border);
        self.grow(empty, depth + 1);
        let next = self.nodes.len() as u32;
        self.nodes[at] = Node::Cell { cell, filled: next };
        self.grow(filled, depth + 1);
    }

    fn label(&self, sample: u32) -> f64 {
        f64::from(self.table.labels[sample as usize])
    }

    /// The cell that lowers the squared error most; one pass over the filled cells of the samples finds it.
    fn best_cell(&mut self, samples: &[u32], total: f64) -> Option<u16> {
        let first = self.label(*samples.first()?);
        if samples.iter().all(|sample| self.label(*sample) == first) {
            return None;
        }
        self.counts.fill(0);
        self.sums.fill(0.0);
        for sample in samples {
            let label = self.label(*sample);
            for cell in self.table.cells(*sample as usize) {
                self.counts[usize::from(*cell)] += 1;
                self.sums[usize::from(*cell)] += label;
            }
        }
        let all = samples.len() as u32;
        let mut best = (total * total / f64::from(all) + 1e-9, None);
        for (cell, (count, sum)) in self.counts.iter().zip(&self.sums).enumerate() {
            if (1..all).contains(count) {
                let rest = total - sum;
                let gain = sum * sum / f64::from(*count) + rest * rest / f64::from(all - count);
                if gain > best.0 {
                    best = (gain, Some(cell as u16));
                }
            }
        }
        best.1
    }
}
