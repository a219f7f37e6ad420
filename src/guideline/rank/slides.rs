//! The placements that the published program means to find.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::Piece;
use crate::game::guideline::{
    Active, Field, GuidelinePlacement, GuidelineRules, Key, PlacementList, Rotation, Spawn, Spin,
};

/// Drops from the top, by rotation and column, and then whatever a step to the side or a turn leads to from a place of
/// rest if the piece falls at once: slides at a height where nothing holds the piece are not found.
pub(super) fn slides(field: &Field, piece: Piece, rules: &GuidelineRules) -> Vec<GuidelinePlacement> {
    let mut known = FxHashSet::default();
    let mut open = VecDeque::new();
    let mut found = Vec::new();
    let mut arrive = |mut active: Active, open: &mut VecDeque<Active>| {
        active.press(Key::HardDrop, field, rules);
        if known.insert((active.rotation, active.x, active.y)) {
            found.push(active.placement());
            open.push_back(active);
        }
    };
    for active in starts(field, piece, rules) {
        arrive(active, &mut open);
    }
    while let Some(resting) = open.pop_front() {
        for key in [Key::Right, Key::Left] {
            let mut moved = resting;
            if moved.press(key, field, rules) {
                arrive(moved, &mut open);
            }
        }
        for to in rotations(piece) {
            let mut turned = resting;
            if turns(resting.rotation, to).all(|key| turned.press(key, field, rules)) {
                arrive(turned, &mut open);
            }
        }
    }
    legal(found, field, piece, rules)
}

/// The placements at these places with the spin that the rules give them; places that cannot be reached are left out.
pub(super) fn legal(
    found: Vec<GuidelinePlacement>,
    field: &Field,
    piece: Piece,
    rules: &GuidelineRules,
) -> Vec<GuidelinePlacement> {
    let place = |placement| GuidelinePlacement { spin: Spin::None, ..placement };
    let legal: FxHashMap<GuidelinePlacement, GuidelinePlacement> =
        PlacementList::of(field, piece, rules).iter().map(|legal| (place(legal), legal)).collect();
    found.into_iter().filter_map(|found| legal.get(&place(found)).copied()).collect()
}

/// The rotations that differ, clockwise.
pub(super) fn rotations(piece: Piece) -> impl Iterator<Item = Rotation> {
    let is_first = move |rotation: &Rotation| {
        let placement = GuidelinePlacement { piece, rotation: *rotation, x: 4, y: 4, spin: Spin::None };
        placement.canonical().rotation == *rotation
    };
    Rotation::ALL.into_iter().filter(is_first)
}

/// Every rotation in every column at the top: where the rules let pieces begin, or where turns and steps lead from the
/// one place at which they appear.
fn starts(field: &Field, piece: Piece, rules: &GuidelineRules) -> Vec<Active> {
    if rules.spawn == Spawn::Ceiling {
        return Active::spawns(field, piece, rules).collect();
    }
    let mut starts = Vec::new();
    for to in rotations(piece) {
        let Some(mut start) = Active::spawn(field, piece, rules) else { break };
        if turns(start.rotation, to).all(|key| start.press(key, field, rules)) {
            while start.press(Key::Left, field, rules) {}
            starts.push(start);
            while start.press(Key::Right, field, rules) {
                starts.push(start);
            }
        }
    }
    starts
}

/// The turns from one rotation to another: quarter turns towards it, the short way between the first and the last.
pub(super) fn turns(from: Rotation, to: Rotation) -> impl Iterator<Item = Key> {
    let steps = to as i8 - from as i8;
    let (key, count) = match steps {
        -3 => (Key::Clockwise, 1),
        3 => (Key::Anticlockwise, 1),
        0.. => (Key::Clockwise, steps),
        _ => (Key::Anticlockwise, -steps),
    };
    std::iter::repeat_n(key, count as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::guideline::GuidelinePreset;

    #[test]
    fn drops_and_slides_from_rest_are_found_and_slides_in_the_air_are_not() {
        for preset in [GuidelinePreset::AlphaTetris, GuidelinePreset::Ppt] {
            let rules = preset.rules();
            let counts = |text: &str, piece| {
                let field = Field::from_text(text).unwrap();
                let found = slides(&field, piece, &rules);
                let distinct: FxHashSet<_> = found.iter().copied().collect();
                assert_eq!(distinct.len(), found.len(), "each once");
                (found.len(), PlacementList::of(&field, piece, &rules).len())
            };
            for piece in Piece::ALL {
                let (found, reached) = counts("", piece);
                assert_eq!(found, reached, "an empty field has drops alone: {piece} by {preset}");
            }
            let (found, reached) = counts("##........\n..........", Piece::I);
            assert_eq!(found, reached, "under the roof, along the floor");
            let (found, reached) =
                counts("####......\n..........\n####......\n..........\n..........", Piece::I);
            assert!(
                found < reached,
                "between the roofs goes only what stops in the air: {found} of {reached}"
            );
        }
    }

    #[test]
    fn turns_go_as_the_program_goes() {
        use Key::{Anticlockwise, Clockwise};
        let ways = |from, to| turns(from, to).collect::<Vec<_>>();
        assert_eq!(ways(Rotation::West, Rotation::North), [Clockwise]);
        assert_eq!(ways(Rotation::North, Rotation::West), [Anticlockwise]);
        assert_eq!(ways(Rotation::South, Rotation::North), [Anticlockwise, Anticlockwise]);
        assert_eq!(ways(Rotation::East, Rotation::East), []);
    }
}
