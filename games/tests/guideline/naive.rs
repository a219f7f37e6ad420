//! The same rules, written to be obviously right: pictures in boxes, cells one by one, keys one by one.
//!
//! Nothing here is shared with the library but names: shapes are drawn in the boxes of the published tables, kicks are
//! those tables, and a place is the set of its cells.

use std::collections::{BTreeMap, VecDeque};

use tetreach_games::Piece;
use tetreach_games::guideline::{Field, GuidelineRules, Key, KickSystem, Spawn, Spin, SpinRule};

pub type Cells = [(i32, i32); 4];

/// A piece in its box: the cells from the left lower corner of the box, and where that corner is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Boxed {
    rotation: usize,
    x: i32,
    y: i32,
}

fn picture(piece: Piece) -> [&'static str; 4] {
    match piece {
        Piece::I => ["....", "####", "....", "...."],
        Piece::O => ["##", "##", "", ""],
        Piece::T => [".#.", "###", "...", ""],
        Piece::S => [".##", "##.", "...", ""],
        Piece::Z => ["##.", ".##", "...", ""],
        Piece::J => ["#..", "###", "...", ""],
        Piece::L => ["..#", "###", "...", ""],
    }
}

fn size(piece: Piece) -> i32 {
    picture(piece)[0].len() as i32
}

/// The cells in the box after clockwise quarter turns of the whole box.
fn turned_cells(piece: Piece, quarters: usize) -> Cells {
    let side = size(piece);
    let mut cells = Vec::new();
    for (row, line) in picture(piece).iter().enumerate() {
        for (x, _) in line.chars().enumerate().filter(|(_, cell)| *cell == '#') {
            let (mut x, mut y) = (x as i32, side - 1 - row as i32);
            for _ in 0..quarters {
                (x, y) = (y, side - 1 - x);
            }
            cells.push((x, y));
        }
    }
    cells.try_into().unwrap()
}

fn cells(piece: Piece, boxed: Boxed) -> Cells {
    turned_cells(piece, boxed.rotation).map(|(x, y)| (x + boxed.x, y + boxed.y))
}

fn is_free(field: &Field, rules: &GuidelineRules, cell: (i32, i32)) -> bool {
    cell.1 < i32::from(rules.ceiling) && !field.is_filled(cell.0, cell.1)
}

fn fits(field: &Field, rules: &GuidelineRules, piece: Piece, boxed: Boxed) -> bool {
    cells(piece, boxed).iter().all(|&cell| is_free(field, rules, cell))
}

/// The published tables, by rotations 0, R (1), 2, L (3): what to add to the box.
fn kicks(system: KickSystem, piece: Piece, from: usize, to: usize) -> Vec<(i32, i32)> {
    let plus = system == KickSystem::SrsPlus;
    let table: &[(i32, i32)] = match (piece, from, to) {
        (Piece::O, ..) => &[],
        (_, 0, 2) => &[(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
        (_, 1, 3) => &[(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
        (_, 2, 0) => &[(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
        (_, 3, 1) => &[(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
        (Piece::I, 0, 1) if plus => &[(0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)],
        (Piece::I, 1, 0) if plus => &[(0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)],
        (Piece::I, 1, 2) if plus => &[(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
        (Piece::I, 2, 1) if plus => &[(0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)],
        (Piece::I, 2, 3) if plus => &[(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        (Piece::I, 3, 2) if plus => &[(0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)],
        (Piece::I, 3, 0) if plus => &[(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
        (Piece::I, 0, 3) if plus => &[(0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2)],
        (Piece::I, 0, 1) | (Piece::I, 3, 2) => &[(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
        (Piece::I, 1, 0) | (Piece::I, 2, 3) => &[(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        (Piece::I, 1, 2) | (Piece::I, 0, 3) => &[(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
        (Piece::I, 2, 1) | (Piece::I, 3, 0) => &[(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
        (_, 0, 1) | (_, 2, 1) => &[(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
        (_, 1, 0) | (_, 1, 2) => &[(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
        (_, 2, 3) | (_, 0, 3) => &[(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
        (_, 3, 2) | (_, 3, 0) => &[(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
        _ => unreachable!("four rotations"),
    };
    table.to_vec()
}

/// A turn: where it leads and with which spin.
fn turn(
    field: &Field,
    rules: &GuidelineRules,
    piece: Piece,
    from: Boxed,
    quarters: usize,
) -> Option<(Boxed, Spin)> {
    let rotation = (from.rotation + quarters) % 4;
    if quarters == 2 && rules.kicks != KickSystem::SrsPlus || piece == Piece::O {
        return None;
    }
    let tries = if rules.kicks == KickSystem::AlphaTetris {
        // One cell away from the side that was hit, and one down.
        let hit = cells(piece, Boxed { rotation, ..from });
        let left = hit.iter().map(|cell| cell.0).min().unwrap();
        let left_hit = hit.iter().any(|&cell| cell.0 == left && !is_free(field, rules, cell));
        vec![(0, 0), if left_hit { (1, -1) } else { (-1, -1) }]
    } else {
        kicks(rules.kicks, piece, from.rotation, rotation)
    };
    for (test, (dx, dy)) in tries.into_iter().enumerate() {
        let there = Boxed { rotation, x: from.x + dx, y: from.y + dy };
        if fits(field, rules, piece, there) {
            return Some((there, spin(field, rules, piece, there, test)));
        }
    }
    None
}

fn spin(field: &Field, rules: &GuidelineRules, piece: Piece, at: Boxed, test: usize) -> Spin {
    match rules.spins {
        SpinRule::Ignored => return Spin::None,
        SpinRule::AnyTurn => return Spin::Full,
        SpinRule::ThreeCorners if piece != Piece::T => return Spin::None,
        SpinRule::ThreeCorners => {}
    }
    let filled = |(dx, dy): (i32, i32)| field.is_filled(at.x + 1 + dx, at.y + 1 + dy);
    let front = match at.rotation {
        0 => [(-1, 1), (1, 1)],
        1 => [(1, 1), (1, -1)],
        2 => [(-1, -1), (1, -1)],
        _ => [(-1, 1), (-1, -1)],
    };
    let corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)];
    if corners.into_iter().filter(|&corner| filled(corner)).count() < 3 {
        Spin::None
    } else if front.into_iter().all(filled) || test == 4 {
        Spin::Full
    } else {
        Spin::Mini
    }
}

/// One piece under the keys.
#[derive(Clone, Copy, Debug)]
pub struct NaivePiece {
    piece: Piece,
    at: Boxed,
    pub spin: Spin,
}

impl NaivePiece {
    /// A piece where it appears, if there is room.
    pub fn appear(field: &Field, rules: &GuidelineRules, piece: Piece) -> Option<Self> {
        let at = spawns(field, rules, piece).into_iter().next()?;
        Some(NaivePiece { piece, at, spin: Spin::None })
    }

    /// The cells it covers.
    pub fn cells(&self) -> Cells {
        let mut covered = cells(self.piece, self.at);
        covered.sort();
        covered
    }

    /// Presses a key; whether that moved the piece. A hard drop always does.
    pub fn press(&mut self, key: Key, field: &Field, rules: &GuidelineRules) -> bool {
        let moved = |at: Boxed, dx, dy| Boxed { x: at.x + dx, y: at.y + dy, ..at };
        let walk = |at: Boxed, dx, dy| {
            Some((moved(at, dx, dy), Spin::None)).filter(|&(to, _)| fits(field, rules, self.piece, to))
        };
        let to = match key {
            Key::Left => walk(self.at, -1, 0),
            Key::Right => walk(self.at, 1, 0),
            Key::SoftDrop => walk(self.at, 0, -1),
            Key::Clockwise => turn(field, rules, self.piece, self.at, 1),
            Key::Half => turn(field, rules, self.piece, self.at, 2),
            Key::Anticlockwise => turn(field, rules, self.piece, self.at, 3),
            Key::HardDrop => {
                let mut last = (self.at, self.spin);
                while let Some(lower) = walk(last.0, 0, -1) {
                    last = lower;
                }
                Some(last)
            }
        };
        if let Some(to) = to {
            (self.at, self.spin) = to;
        }
        to.is_some()
    }
}

/// Every way to rest: cells and spin, with the fewest key presses to lock there.
pub fn placements(field: &Field, rules: &GuidelineRules, piece: Piece) -> BTreeMap<(Cells, Spin), usize> {
    let starts = spawns(field, rules, piece).into_iter().map(|start| (start, Spin::None));
    let mut queue: VecDeque<(Boxed, Spin)> = starts.collect();
    let mut seen: BTreeMap<(Boxed, Spin), usize> = queue.iter().map(|&start| (start, 0)).collect();
    let mut found = BTreeMap::new();
    while let Some((at, spin)) = queue.pop_front() {
        let presses = seen[&(at, spin)];
        let mut bottom = at;
        while fits(field, rules, piece, Boxed { y: bottom.y - 1, ..bottom }) {
            bottom.y -= 1;
        }
        let mut covered = cells(piece, bottom);
        covered.sort();
        let locked = if bottom == at { spin } else { Spin::None };
        let fewest = found.entry((covered, locked)).or_insert(usize::MAX);
        *fewest = (*fewest).min(presses + 1);
        let moved = |dx, dy| Boxed { x: at.x + dx, y: at.y + dy, ..at };
        let steps = [moved(-1, 0), moved(1, 0), moved(0, -1)];
        let walks = steps.into_iter().filter(|&to| fits(field, rules, piece, to)).map(|to| (to, Spin::None));
        let turns = [1, 2, 3].into_iter().filter_map(|quarters| turn(field, rules, piece, at, quarters));
        for next in walks.chain(turns) {
            seen.entry(next).or_insert_with(|| {
                queue.push_back(next);
                presses + 1
            });
        }
    }
    if rules.spins == SpinRule::AnyTurn {
        // A turn counts as a spin only where nothing else leads.
        let plain: Vec<Cells> = found.keys().filter(|key| key.1 == Spin::None).map(|key| key.0).collect();
        found.retain(|key, _| key.1 == Spin::None || !plain.contains(&key.0));
    }
    found
}

fn spawns(field: &Field, rules: &GuidelineRules, piece: Piece) -> Vec<Boxed> {
    // The lowest row of a piece that appears.
    let rows = match rules.spawn {
        Spawn::Row(row) => vec![i32::from(row)],
        Spawn::RowOrAbove(row) => vec![i32::from(row), i32::from(row) + 1],
        Spawn::Ceiling => vec![],
    };
    let lowest = turned_cells(piece, 0).iter().map(|cell| cell.1).min().unwrap();
    let left = if piece == Piece::O { 4 } else { 3 };
    let boxes = rows.into_iter().map(|row| Boxed { rotation: 0, x: left, y: row - lowest });
    let mut starts: Vec<Boxed> =
        boxes.into_iter().find(|&at| fits(field, rules, piece, at)).into_iter().collect();
    if rules.spawn == Spawn::Ceiling {
        let rotations = match piece {
            Piece::O => 1,
            Piece::I | Piece::S | Piece::Z => 2,
            _ => 4,
        };
        for (rotation, x) in (0..rotations).flat_map(|rotation| (-3..10).map(move |x| (rotation, x))) {
            let top = turned_cells(piece, rotation).iter().map(|cell| cell.1).max().unwrap();
            let at = Boxed { rotation, x, y: i32::from(rules.ceiling) - 1 - top };
            starts.extend(Some(at).filter(|&at| fits(field, rules, piece, at)));
        }
    }
    starts
}

/// All keys but the hard drop, to show that none is forgotten in the twin.
pub const KEYS: usize = Key::MOVES.len();
