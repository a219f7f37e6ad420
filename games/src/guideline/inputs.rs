//! The fewest key presses to a placement.

use super::active::{Active, Key};
use super::field::Field;
use super::placement::{GuidelinePlacement, Spin};
use super::rules::GuidelineRules;
use super::shape::{Rotation, canonical};
use crate::Piece;

/// The fewest key presses from where a piece appears to every place that it reaches.
///
/// A press is one column, one row or one turn; the hard drop that locks the piece is one more. Soft drops count by the
/// row.
///
/// ```
/// use tetreach_games::Piece;
/// use tetreach_games::guideline::{Field, Inputs, Key, PlacementList, GuidelinePreset};
///
/// let rules = GuidelinePreset::Ppt.rules();
/// let inputs = Inputs::of(&Field::EMPTY, Piece::O, &rules);
/// let first = PlacementList::of(&Field::EMPTY, Piece::O, &rules).as_slice()[0];
/// assert_eq!(inputs.to(first), Some([[Key::Left; 4].as_slice(), &[Key::HardDrop]].concat()));
/// ```
#[derive(Clone, Debug)]
pub struct Inputs<'a> {
    field: &'a Field,
    rules: &'a GuidelineRules,
    piece: Piece,
    /// How each place is reached first with each spin.
    arrivals: Vec<[Option<Arrival>; 3]>,
}

/// The last press of a shortest way to a place.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    presses: u16,
    /// The key and where it was pressed; `None` where the piece appears.
    last: Option<(Key, Active)>,
}

/// The number of a place by rotation, column and row.
fn index(place: &Active) -> usize {
    (place.rotation as usize * Field::WIDTH + place.x as usize) * Field::HEIGHT + place.y as usize
}

impl<'a> Inputs<'a> {
    /// Finds the shortest ways to all places, in order of their length.
    pub fn of(field: &'a Field, piece: Piece, rules: &'a GuidelineRules) -> Self {
        let arrivals = vec![[None; 3]; 4 * Field::WIDTH * Field::HEIGHT];
        let mut inputs = Inputs { field, rules, piece, arrivals };
        let mut layer: Vec<Active> = Active::spawns(field, piece, rules).collect();
        for start in &layer {
            inputs.arrivals[index(start)][0] = Some(Arrival { presses: 0, last: None });
        }
        let mut presses = 0;
        while !layer.is_empty() {
            presses += 1;
            let mut next = Vec::new();
            for place in layer {
                for key in Key::MOVES {
                    let mut moved = place;
                    if moved.press(key, field, rules) {
                        let known = &mut inputs.arrivals[index(&moved)];
                        if known.iter().all(Option::is_none) {
                            next.push(moved);
                        }
                        let arrival = Arrival { presses, last: Some((key, place)) };
                        known[moved.spin as usize].get_or_insert(arrival);
                    }
                }
            }
            layer = next;
        }
        inputs
    }

    /// The keys to a placement, the hard drop included; `None` if the piece does not get there that way.
    pub fn to(&self, placement: GuidelinePlacement) -> Option<Vec<Key>> {
        let goal = placement.canonical();
        if goal.piece != self.piece {
            return None;
        }
        let same = self.same(goal).filter(|place| place.is_resting(self.field, self.rules));
        // The last press before the hard drop leads to the place itself, or, if there is no spin, to one above it.
        let lasts = same.flat_map(|place| {
            let above = (place.y + 1..Field::HEIGHT as i8)
                .map(move |y| Active { y, ..place })
                .take_while(|above| goal.spin == Spin::None && above.fits(self.field, self.rules));
            std::iter::once(self.arrivals[index(&place)][goal.spin as usize])
                .chain(above.map(|above| self.first(&above)))
        });
        let mut arrival = lasts.flatten().min_by_key(|arrival| arrival.presses)?;
        let mut keys = vec![Key::HardDrop];
        while let Some((key, from)) = arrival.last {
            keys.push(key);
            arrival = self.first(&from)?;
        }
        keys.reverse();
        Some(keys)
    }

    /// Whether the piece gets to a place in exactly this rotation and rests there, by whatever spin.
    pub fn rests_at(&self, placement: GuidelinePlacement) -> bool {
        let GuidelinePlacement { piece, rotation, x, y, spin } = placement;
        let place = Active { piece, rotation, x, y, spin };
        piece == self.piece
            && place.fits(self.field, self.rules)
            && place.is_resting(self.field, self.rules)
            && self.first(&place).is_some()
    }

    /// Whether the piece gets to the cells of a placement, by whatever spin and even if it does not rest there.
    pub fn passes(&self, placement: GuidelinePlacement) -> bool {
        let goal = placement.canonical();
        goal.piece == self.piece && self.same(goal).any(|place| self.first(&place).is_some())
    }

    /// The rotations of the piece that cover the cells of a placement, where they are free.
    fn same(&self, goal: GuidelinePlacement) -> impl Iterator<Item = Active> + '_ {
        Rotation::ALL.into_iter().filter_map(move |rotation| {
            let (first, dx, dy) = canonical(self.piece, rotation);
            let (x, y) = (goal.x.checked_sub(dx)?, goal.y.checked_sub(dy)?);
            let place = Active { piece: self.piece, rotation, x, y, spin: goal.spin };
            (first == goal.rotation && place.fits(self.field, self.rules)).then_some(place)
        })
    }

    /// The shortest way to a place, whatever spin it ends with.
    fn first(&self, place: &Active) -> Option<Arrival> {
        self.arrivals[index(place)].into_iter().flatten().min_by_key(|arrival| arrival.presses)
    }
}
