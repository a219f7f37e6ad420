//! The maps of the torus onto itself, for learners.

use tetreach_agents::Action;
use tetreach_agents::env::Symmetries;

use super::game::Tetress;
use crate::game::tetress::{TetressPosition, TorusSymmetry};

/// All 968 images of a position: 121 translations times 8 turns and reflections.
///
/// Networks that wrap around know the translations anyway; they cost nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TorusImages;

/// The symmetry with a number below their count.
fn numbered(number: usize) -> TorusSymmetry {
    TorusSymmetry::new(number).expect("invariant: a number below the count")
}

impl Symmetries for TorusImages {
    type State = TetressPosition;
    type Goal = ();

    fn count(&self) -> usize {
        TorusSymmetry::COUNT
    }

    fn image_of_state(&self, number: usize, position: &TetressPosition) -> TetressPosition {
        numbered(number).position(position)
    }

    fn image_of_goal(&self, _number: usize, _goal: &()) {}

    fn image_of_action(&self, number: usize, action: Action) -> Action {
        Tetress::action(numbered(number).placement(Tetress::placement(action)))
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::Game;

    use super::*;

    #[test]
    fn the_image_of_a_move_leads_to_the_image_of_the_position() {
        let mut position = TetressPosition::START;
        for number in [11, 200, 57] {
            position = Tetress.play(&position, Tetress.moves(&position)[number]);
        }
        let action = Tetress.moves(&position)[20];
        let next = Tetress.play(&position, action);
        assert_eq!((TorusImages.count(), TorusImages.image_of_state(0, &next)), (968, next));
        let distinct: std::collections::HashSet<TetressPosition> = (0..TorusImages.count())
            .map(|number| {
                let image = TorusImages.image_of_state(number, &position);
                let moved = Tetress.play(&image, TorusImages.image_of_action(number, action));
                assert_eq!(moved, TorusImages.image_of_state(number, &next), "symmetry {number}");
                image
            })
            .collect();
        assert!(distinct.len() > 900, "{} images", distinct.len());
    }
}
