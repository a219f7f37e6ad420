//! The placements that the published program finds.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::Piece;
use crate::game::guideline::{
    Active, Field, GuidelinePlacement, GuidelineRules, Key, PlacementList, Rotation,
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
    let mut rotations: Vec<Rotation> = Vec::new();
    for active in Active::spawns(field, piece, rules) {
        if !rotations.contains(&active.rotation) {
            rotations.push(active.rotation);
        }
        arrive(active, &mut open);
    }
    while let Some(resting) = open.pop_front() {
        for key in [Key::Right, Key::Left] {
            let mut moved = resting;
            if moved.press(key, field, rules) {
                arrive(moved, &mut open);
            }
        }
        for &to in &rotations {
            let mut turned = resting;
            if turns(resting.rotation, to).all(|key| turned.press(key, field, rules)) {
                arrive(turned, &mut open);
            }
        }
    }
    // Whether a place counts as a spin is for the rules to say.
    let legal: FxHashMap<Place, GuidelinePlacement> =
        PlacementList::of(field, piece, rules).iter().map(|legal| (place(legal), legal)).collect();
    found.into_iter().filter_map(|found| legal.get(&place(found)).copied()).collect()
}

/// A placement without its spin.
type Place = (Rotation, i8, i8);

fn place(placement: GuidelinePlacement) -> Place {
    (placement.rotation, placement.x, placement.y)
}

/// The turns from one rotation to another: quarter turns towards it, the short way between the first and the last.
fn turns(from: Rotation, to: Rotation) -> impl Iterator<Item = Key> {
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
        let rules = GuidelinePreset::AlphaTetris.rules();
        let counts = |text: &str, piece| {
            let field = Field::from_text(text).unwrap();
            let found = slides(&field, piece, &rules);
            let distinct: FxHashSet<Place> = found.iter().copied().map(place).collect();
            assert_eq!(distinct.len(), found.len(), "each once");
            (found.len(), PlacementList::of(&field, piece, &rules).len())
        };
        for piece in Piece::ALL {
            let (found, reached) = counts("", piece);
            assert_eq!(found, reached, "an empty field has drops alone");
        }
        let (found, reached) = counts("##........\n..........", Piece::I);
        assert_eq!(found, reached, "under the roof, along the floor");
        let (found, reached) = counts("####......\n..........\n####......\n..........\n..........", Piece::I);
        assert!(found < reached, "between the roofs goes only what stops in the air: {found} of {reached}");
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
