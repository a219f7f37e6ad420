//! Placements as numbers.

use tetreach_agents::Action;

use crate::game::guideline::{Field, GuidelineGame, GuidelinePlacement, Rotation, Slot, Spin};

/// The number of actions, legal or not: two pieces, three spins, four rotations, 10 columns, 40 rows.
pub const ACTIONS: usize = 2 * 3 * 4 * Field::WIDTH * Field::HEIGHT;

/// The number of a placement of the current piece or of the one that hold brings.
///
/// ```
/// use rand::SeedableRng;
/// use tetreach::game::guideline::{GuidelineGame, GuidelinePreset, Slot};
/// use tetreach::guideline::{ACTIONS, action_of, placement_of};
///
/// let game = GuidelineGame::start(&mut rand_pcg::Pcg64Mcg::seed_from_u64(1));
/// for slot in Slot::ALL {
///     for placement in game.moves(slot, &GuidelinePreset::Ppt.rules()).iter() {
///         let action = action_of(slot, placement);
///         assert!(action.index() < ACTIONS);
///         assert_eq!(placement_of(&game, action), Some(placement));
///     }
/// }
/// ```
pub fn action_of(slot: Slot, placement: GuidelinePlacement) -> Action {
    let GuidelinePlacement { rotation, x, y, spin, .. } = placement;
    let way = (slot as usize * 3 + spin as usize) * 4 + rotation as usize;
    Action(((way * Field::WIDTH + x as usize) * Field::HEIGHT + y as usize) as u16)
}

/// The placement that a number stands for in a game; `None` if the number or the piece does not exist.
pub fn placement_of(game: &GuidelineGame, action: Action) -> Option<GuidelinePlacement> {
    let (rest, y) = (action.index() / Field::HEIGHT, action.index() % Field::HEIGHT);
    let (way, x) = (rest / Field::WIDTH, rest % Field::WIDTH);
    let slot = *Slot::ALL.get(way / 12)?;
    let (spin, rotation) = (Spin::ALL[way / 4 % 3], Rotation::ALL[way % 4]);
    Some(GuidelinePlacement { piece: game.piece(slot)?, rotation, x: x as i8, y: y as i8, spin })
}
