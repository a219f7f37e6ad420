//! The plans of the published program, and where their inputs really lead.
//!
//! The program plans with a piece that it moves about from each place of rest and then puts back. Putting back turns
//! the picture of the piece clockwise, whichever way it had been turned, so that later plans are made with a picture
//! that does not belong to the rotation. What is played are the inputs of the plan, pressed from the top of the field
//! one after the other, whether they still fit or not.

use std::collections::VecDeque;
use std::iter::repeat_n;

use rustc_hash::FxHashSet;

use super::slides::{legal, rotations, turns};
use crate::game::Piece;
use crate::game::guideline::{
    Active, CENTRE_COLUMN, Field, Guard, GuidelinePlacement, GuidelineRules, Inputs, Key, Rotation, Spawn,
    Spin, SpinRule, TurnDirection, cells,
};

/// The left upper corner of a picture as seen from the centre of the piece.
fn corner(piece: Piece, rotation: Rotation) -> (i8, i8) {
    let cells = cells(piece, rotation);
    (
        cells.map(|cell| cell.0).into_iter().fold(0, i8::min),
        cells.map(|cell| cell.1).into_iter().fold(0, i8::max),
    )
}

/// A piece as the program plans with it: its picture and place, and the rotation that it is said to have.
#[derive(Clone, Copy, Debug)]
struct Sketch {
    picture: Active,
    rotation: Rotation,
}

impl Sketch {
    fn of(active: Active) -> Self {
        Sketch { picture: active, rotation: active.rotation }
    }

    /// Where the left upper corner of the picture is.
    fn corner(&self) -> (i8, i8) {
        let (left, top) = corner(self.picture.piece, self.picture.rotation);
        (self.picture.x + left, self.picture.y + top)
    }

    fn put(&mut self, (left, top): (i8, i8)) {
        let (dx, dy) = corner(self.picture.piece, self.picture.rotation);
        (self.picture.x, self.picture.y) = (left - dx, top - dy);
    }

    /// Puts the piece back. The picture is turned clockwise as often as the rotations differ.
    fn reset(&mut self, rotation: Rotation, corner: (i8, i8)) {
        let difference = (self.rotation as i8 - rotation as i8).abs();
        self.picture.rotation = self.picture.rotation.turned(difference);
        self.rotation = rotation;
        self.put(corner);
    }

    /// Turns the picture; where it is tried follows from the rotation. Whether there was room.
    fn turn(&mut self, turn: TurnDirection, field: &Field, rules: &GuidelineRules) -> bool {
        let piece = self.picture.piece;
        let (left, top) = self.corner();
        let to = turn.of(self.rotation);
        let (old, new) = (corner(piece, self.rotation), corner(piece, to));
        let at = |dx: i8, dy: i8| {
            let picture = Active { rotation: turn.of(self.picture.rotation), ..self.picture };
            let mut turned = Sketch { picture, rotation: to };
            turned.put((left + new.0 - old.0 + dx, top + new.1 - old.1 + dy));
            turned
        };
        let kicks = rules.kicks.kicks(piece, self.rotation, turn);
        let left_free =
            kicks.first().is_some_and(|first| at(first.dx, first.dy).picture.left_is_free(field, rules));
        let turned = kicks.iter().find_map(|kick| {
            let is_tried = match kick.guard {
                Guard::Always => true,
                Guard::LeftBlocked => !left_free,
                Guard::LeftFree => left_free,
            };
            Some(at(kick.dx, kick.dy)).filter(|turned| is_tried && turned.picture.fits(field, rules))
        });
        *self = turned.unwrap_or(*self);
        turned.is_some()
    }
}

/// Where a piece is meant to rest, and the keys to it.
#[derive(Clone, Debug)]
struct Plan {
    corner: (i8, i8),
    rotation: Rotation,
    keys: Vec<Key>,
}

struct Planner<'a> {
    field: &'a Field,
    rules: &'a GuidelineRules,
    /// The piece as it appears.
    fresh: Active,
    known: FxHashSet<((i8, i8), Rotation)>,
    open: VecDeque<Plan>,
}

impl Planner<'_> {
    /// Turns a piece step by step; the steps before one that fails remain.
    fn turn_to(&self, sketch: &mut Sketch, to: Rotation) -> bool {
        turns(sketch.rotation, to)
            .all(|key| key.turn().is_some_and(|turn| sketch.turn(turn, self.field, self.rules)))
    }

    /// Drops in a rotation, column by column. That the turns succeed is not asked.
    fn plan_drops(&mut self, rotation: Rotation) {
        let mut sketch = Sketch::of(self.fresh);
        let (start, top) = {
            let top = sketch.corner().1;
            self.turn_to(&mut sketch, rotation);
            (sketch.corner().0, top)
        };
        for left in 0..Field::WIDTH as i8 {
            sketch.put((left, top));
            if !sketch.picture.fits(self.field, self.rules) {
                continue;
            }
            sketch.picture.press(Key::HardDrop, self.field, self.rules);
            let steps = if left < start { Key::Left } else { Key::Right };
            let keys = repeat_n(Key::Clockwise, rotation as usize)
                .chain(repeat_n(steps, left.abs_diff(start).into()))
                .chain([Key::HardDrop]);
            self.known.insert((sketch.corner(), rotation));
            self.open.push_back(Plan { corner: sketch.corner(), rotation, keys: keys.collect() });
        }
    }

    /// Steps and turns from where the keys of a plan lead.
    fn plan_slides(&mut self, plan: &Plan, resting: Active) {
        let mut sketch = Sketch::of(resting);
        let corner = sketch.corner();
        let steps = [(Some(Key::Right), plan.rotation), (Some(Key::Left), plan.rotation)];
        for (step, to) in steps.into_iter().chain(rotations(resting.piece).map(|to| (None, to))) {
            // A piece that could not move is not put back.
            if !self.turn_to(&mut sketch, to)
                || step.is_some_and(|key| !sketch.picture.press(key, self.field, self.rules))
            {
                continue;
            }
            let above = sketch.corner().1;
            sketch.picture.press(Key::HardDrop, self.field, self.rules);
            if self.known.insert((sketch.corner(), to)) {
                let down = above.abs_diff(sketch.corner().1);
                let keys = self.keys_before(plan).into_iter().chain(step).chain(pressed(plan.rotation, to));
                let keys = keys.chain(repeat_n(Key::SoftDrop, down.into())).collect();
                self.open.push_back(Plan { corner: sketch.corner(), rotation: to, keys });
            }
            sketch.reset(plan.rotation, corner);
        }
    }

    /// The keys to a place of rest from which the piece goes on: a hard drop becomes steps down, as many as planned.
    fn keys_before(&self, plan: &Plan) -> Vec<Key> {
        let mut keys = plan.keys.clone();
        if keys.last() == Some(&Key::HardDrop) {
            let top = Sketch::of(self.fresh).corner().1;
            keys.pop();
            keys.extend(repeat_n(Key::SoftDrop, top.abs_diff(plan.corner.1).into()));
        }
        keys
    }

    fn replay(&self, keys: &[Key]) -> Active {
        let mut active = self.fresh;
        for &key in keys {
            active.press(key, self.field, self.rules);
        }
        active
    }
}

/// The keys that the program writes down for a turn: all in one direction, except from the last rotation to the first.
fn pressed(from: Rotation, to: Rotation) -> impl Iterator<Item = Key> {
    let (key, count) = match (from, to) {
        (Rotation::West, Rotation::North) => (Key::Clockwise, 1),
        _ if to > from => (Key::Clockwise, to as usize - from as usize),
        _ => (Key::Anticlockwise, from as usize - to as usize),
    };
    repeat_n(key, count)
}

/// Where the inputs of the plans for a piece lead, each place once.
///
/// Where the rules do not let pieces float, they fall when the inputs are over.
pub(super) fn replays(field: &Field, piece: Piece, rules: &GuidelineRules) -> Vec<GuidelinePlacement> {
    let fresh = match rules.spawn {
        // Whether there is room is not asked.
        Spawn::Ceiling => {
            let (rotation, top) = (Rotation::North, corner(piece, Rotation::North).1);
            let y = rules.ceiling as i8 - 1 - top;
            Some(Active { piece, rotation, x: CENTRE_COLUMN, y, spin: Spin::None })
        }
        _ => Active::spawn(field, piece, rules),
    };
    let Some(fresh) = fresh else { return Vec::new() };
    let mut planner = Planner { field, rules, fresh, known: FxHashSet::default(), open: VecDeque::new() };
    rotations(piece).for_each(|rotation| planner.plan_drops(rotation));
    let mut found = Vec::new();
    while let Some(plan) = planner.open.pop_front() {
        let mut active = planner.replay(&plan.keys);
        planner.plan_slides(&plan, active);
        if !rules.floats {
            active.press(Key::HardDrop, field, rules);
        }
        if rules.spins == SpinRule::AnyTurn {
            let is_turn = plan.keys.last().is_some_and(|key| key.turn().is_some());
            active.spin = if is_turn { Spin::Full } else { Spin::None };
        }
        if active.fits(field, rules) {
            found.push(active.placement());
        }
    }
    let mut once = FxHashSet::default();
    found.retain(|placement| once.insert(*placement));
    if !rules.floats {
        return legal(found, field, piece, rules);
    }
    if !fresh.fits(field, rules) {
        let inputs = Inputs::of(field, piece, rules);
        found.retain(|placement| inputs.passes(*placement));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::slides::slides;
    use super::*;
    use crate::game::guideline::GuidelinePreset;

    fn places(placements: Vec<GuidelinePlacement>) -> Vec<GuidelinePlacement> {
        let mut places: Vec<_> = placements
            .into_iter()
            .map(|placement| GuidelinePlacement { spin: Spin::None, ..placement })
            .collect();
        places.sort();
        places.dedup();
        places
    }

    #[test]
    fn on_an_empty_field_inputs_lead_where_they_are_meant_to() {
        for preset in [GuidelinePreset::AlphaTetris, GuidelinePreset::Ppt] {
            let rules = preset.rules();
            for piece in Piece::ALL {
                let drops = places(slides(&Field::EMPTY, piece, &rules));
                let found = places(replays(&Field::EMPTY, piece, &rules));
                assert!(drops.iter().all(|drop| found.contains(drop)), "{piece} by {preset}: {found:?}");
            }
        }
    }

    #[test]
    fn under_overhangs_inputs_end_in_the_air_only_where_pieces_float() {
        let rows = ["#...####..", "#.......#.", "###.#####.", "#....#....", "#.##...###", "#.########"];
        let field = Field::from_text(&rows.join("\n")).unwrap();
        let floating = GuidelinePreset::AlphaTetris.rules();
        let falling = GuidelineRules { floats: false, ..floating };
        let in_the_air = |rules: &GuidelineRules| {
            let found = Piece::ALL.into_iter().flat_map(|piece| replays(&field, piece, rules));
            let rests = |placement: &GuidelinePlacement| {
                let GuidelinePlacement { piece, rotation, x, y, spin } = *placement;
                Active { piece, rotation, x, y, spin }.is_resting(&field, rules)
            };
            found.filter(|placement| !rests(placement)).count()
        };
        assert!(in_the_air(&floating) > 0);
        assert_eq!(in_the_air(&falling), 0);
    }

    #[test]
    fn a_sketch_that_is_put_back_has_another_picture_if_it_was_turned_clockwise() {
        let rules = GuidelinePreset::AlphaTetris.rules();
        let fresh = Active { piece: Piece::T, rotation: Rotation::North, x: 4, y: 10, spin: Spin::None };
        let mut sketch = Sketch::of(fresh);
        let corner = sketch.corner();
        assert!(sketch.turn(TurnDirection::Clockwise, &Field::EMPTY, &rules));
        assert_eq!((sketch.picture.rotation, sketch.picture.x, sketch.picture.y), (Rotation::East, 4, 10));
        sketch.reset(Rotation::North, corner);
        assert_eq!((sketch.picture.rotation, sketch.rotation), (Rotation::South, Rotation::North));
        assert_eq!(sketch.corner(), corner);
    }
}
