//! Pictures of a tree with wins and visits, for Graphviz and as SVG.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::tree::{SearchTree, ThesisNodeId};
use tetreach::draw::chart::{Anchor, Letters, Pen, Scene, ink, series_colour};
use tetreach::game::{ActionId, Actions};

/// The most visited nodes of a tree: a whole one has more than anyone can look at.
#[derive(Clone, Debug)]
pub struct TreeCut<'a> {
    tree: &'a SearchTree,
    /// The nodes kept, parents before children.
    kept: Vec<ThesisNodeId>,
}

impl<'a> TreeCut<'a> {
    /// The part of the tree with a bounded number of nodes, the most visited first.
    pub fn new(tree: &'a SearchTree, most: usize) -> Self {
        let mut ids = tree.below(SearchTree::FIRST);
        // A parent has more visits than each child or comes before it: the order is stable.
        ids.sort_by_key(|id| std::cmp::Reverse((tree.node(*id).is_target, tree.node(*id).visits)));
        let mut kept: Vec<ThesisNodeId> = ids.into_iter().take(most.max(1)).collect();
        // A target that was met is shown with the whole way to it.
        for index in 0..kept.len() {
            let mut at = kept[index];
            while let Some((parent, _)) = tree.node(at).parent {
                at = parent;
                if !kept.contains(&at) {
                    kept.push(at);
                }
            }
        }
        kept.sort();
        Self { tree, kept }
    }

    fn children(&self, id: ThesisNodeId) -> impl Iterator<Item = ThesisNodeId> + '_ {
        self.tree.node(id).children.iter().copied().filter(|child| self.kept.binary_search(child).is_ok())
    }
}

/// The tree in Graphviz' language: `dot -Tpng`.
pub fn dot(cut: &TreeCut<'_>) -> String {
    let mut text = String::from("digraph tree {\n  node [shape=box, fontname=\"Helvetica\"];\n");
    for id in &cut.kept {
        let node = cut.tree.node(*id);
        let mark = if node.is_target { ", color=\"#2f9e5b\", penwidth=3" } else { "" };
        let name = number(cut, *id);
        let _ = writeln!(
            text,
            "  n{name} [label=\"wins {:.2}\\nvisits {}\\nmean {:.3}\"{mark}];",
            node.wins,
            node.visits,
            node.mean()
        );
        if let Some((parent, action)) = node.parent {
            let _ =
                writeln!(text, "  n{} -> n{name} [label=\"{}\"];", number(cut, parent), placed(cut, action));
        }
    }
    text.push_str("}\n");
    text
}

fn number(cut: &TreeCut<'_>, id: ThesisNodeId) -> usize {
    cut.kept.binary_search(&id).unwrap_or(0)
}

/// A placement in a few letters: piece, turns and column.
fn placed(cut: &TreeCut<'_>, action: ActionId) -> String {
    let width = cut.tree.node(SearchTree::FIRST).board.width();
    Actions::of_width(width)
        .placement(action)
        .map_or_else(String::new, |placement| format!("{:?} c{}", placement.orientation, placement.column))
}

/// Units of the drawing.
const ACROSS: f64 = 74.0;
const DOWN: f64 = 78.0;
const MARGIN: f64 = 46.0;

/// The tree as a drawing, the root on top; children stand side by side under their parent.
pub fn tree_svg(cut: &TreeCut<'_>) -> Scene {
    let mut places = BTreeMap::new();
    let mut columns = 0;
    place(cut, SearchTree::FIRST, 0, &mut columns, &mut places);
    let levels = places.values().map(|(_, level)| level + 1).max().unwrap_or(1);
    let size =
        (2.0 * MARGIN + ACROSS * f64::from(columns.max(1) - 1), 2.0 * MARGIN + DOWN * f64::from(levels - 1));
    let mut scene = Scene::new("Search tree", size.0.max(200.0), size.1);
    let at = |id: ThesisNodeId| {
        let (column, level): (f64, u32) = places[&id];
        (MARGIN + ACROSS * column, MARGIN + DOWN * f64::from(level))
    };
    for id in &cut.kept {
        if let Some((parent, action)) = cut.tree.node(*id).parent {
            let (from, to) = (at(parent), at(*id));
            scene.path([(from.0, from.1 + 18.0), (to.0, to.1 - 30.0)], Pen::new(ink::MUTED, 1.0));
            let letters = Letters::new(9.0, Anchor::Middle, ink::MUTED);
            scene.text((to.0, to.1 - 20.0), letters, &placed(cut, action));
        }
    }
    for id in &cut.kept {
        let (node, (x, y)) = (cut.tree.node(*id), at(*id));
        let colour = if node.is_target { ink::REACHED } else { series_colour(0) };
        scene.rectangle((x - 33.0, y - 16.0), (66.0, 34.0), Some(ink::PAPER.into()), Some(colour));
        let letters = Letters::new(10.0, Anchor::Middle, ink::TEXT);
        scene.text((x, y - 3.0), letters, &format!("{:.1}", node.wins));
        scene.text((x, y + 12.0), letters, &format!("/ {}", node.visits));
    }
    scene
}

/// Gives every node a column and a level: leaves take the next free column, parents stand over the middle.
fn place(
    cut: &TreeCut<'_>,
    id: ThesisNodeId,
    level: u32,
    columns: &mut u32,
    places: &mut BTreeMap<ThesisNodeId, (f64, u32)>,
) -> f64 {
    let below: Vec<f64> =
        cut.children(id).map(|child| place(cut, child, level + 1, columns, places)).collect();
    let column = match (below.first(), below.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => {
            *columns += 1;
            f64::from(*columns - 1)
        }
    };
    places.insert(id, (column, level));
    column
}
