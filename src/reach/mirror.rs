//! The mirror symmetry: swapping left and right of state, goal and action changes nothing.

use std::sync::LazyLock;

use tetreach_agents::{Action, ActionMask};

use super::encode::PLANES;
use crate::game::{Actions, Size};

const WIDTHS: usize = (Size::MAX_WIDTH - Size::MIN_WIDTH + 1) as usize;

static MIRRORED: LazyLock<[Vec<Action>; WIDTHS]> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        let actions = Actions::of_width(Size::MIN_WIDTH + index as u8);
        let mirrored = |id| actions.mirrored(id).expect("invariant: every action has a mirror image");
        actions.ids().map(|id| Action(mirrored(id).0)).collect()
    })
});

/// For each action the one that it looks like in a mirror; its own inverse.
pub fn mirrored_actions(size: Size) -> &'static [Action] {
    &MIRRORED[usize::from(size.width() - Size::MIN_WIDTH)]
}

/// The actions of a mask as seen in a mirror.
pub fn mirror_mask(size: Size, mask: &ActionMask) -> ActionMask {
    let mirrored = mirrored_actions(size);
    mask.iter().map(|action| mirrored[action.index()]).collect()
}

/// Numbers that belong to actions, a policy for example, moved to the mirror images of their actions.
///
/// # Panics
/// If there is not one number for each action in both slices.
pub fn mirror_by_action<T: Copy>(size: Size, values: &[T], out: &mut [T]) {
    let mirrored = mirrored_actions(size);
    assert_eq!(values.len(), mirrored.len(), "one number for each action");
    assert_eq!(out.len(), mirrored.len(), "one number for each action");
    for (value, action) in values.iter().zip(mirrored) {
        out[action.index()] = *value;
    }
}

/// Encoded planes as seen in a mirror, in place; any number of pairs.
///
/// # Panics
/// If the planes are not whole pairs of boards of this size.
pub fn mirror_planes<T>(size: Size, planes: &mut [T]) {
    let width = usize::from(size.width());
    let pair = PLANES * width * usize::from(size.height());
    assert!(planes.len().is_multiple_of(pair), "planes of whole pairs");
    planes.chunks_exact_mut(width).for_each(<[T]>::reverse);
}
