//! The mirror symmetry: swapping left and right of state, goal and action changes nothing.

use std::sync::LazyLock;

use tetreach_agents::env::Symmetry;
use tetreach_agents::{Action, ActionMask};

use super::direction::Direction;
use super::encode::PLANES;
use super::two_way::{DirectedBoard, TwoWayTask};
use crate::game::{Actions, Board, ReverseActions, Size};
use crate::numbering::to_action;

const WIDTHS: usize = (Size::MAX_WIDTH - Size::MIN_WIDTH + 1) as usize;

static MIRRORED: LazyLock<[Vec<Action>; WIDTHS]> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        let actions = Actions::of_width(Size::MIN_WIDTH + index as u8);
        let mirrored = |id| actions.mirrored(id).expect("invariant: every action has a mirror image");
        actions.ids().map(|id| to_action(mirrored(id))).collect()
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

/// Left and right swapped, for the moves of one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MirrorSymmetry {
    size: Size,
    direction: Direction,
}

impl MirrorSymmetry {
    /// The mirror image of boards of this size and of placements.
    pub fn new(size: Size) -> Self {
        Self::of(Direction::Forward, size)
    }

    /// The mirror image of boards of this size and of placements, or of reverse moves.
    pub fn of(direction: Direction, size: Size) -> Self {
        Self { size, direction }
    }
}

impl Symmetry for MirrorSymmetry {
    type State = Board;
    type Goal = Board;

    fn mirror_state(&self, state: &Board) -> Board {
        state.mirrored()
    }

    fn mirror_goal(&self, goal: &Board) -> Board {
        goal.mirrored()
    }

    fn mirror_action(&self, action: Action) -> Action {
        match self.direction {
            Direction::Forward => mirrored_actions(self.size)[action.index()],
            Direction::Backward => Action(ReverseActions::of_size(self.size).mirrored(action.index()) as u16),
        }
    }
}

/// Left and right swapped, in both directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoWayMirror {
    task: TwoWayTask,
}

impl TwoWayMirror {
    /// The mirror image of the boards of a task.
    pub fn new(task: TwoWayTask) -> Self {
        Self { task }
    }

    fn one_way(&self, direction: Direction) -> MirrorSymmetry {
        MirrorSymmetry::of(direction, self.task.forward().settings().size)
    }
}

impl Symmetry for TwoWayMirror {
    type State = DirectedBoard;
    type Goal = Board;

    fn mirror_state(&self, state: &DirectedBoard) -> DirectedBoard {
        DirectedBoard { board: state.board.mirrored(), ..*state }
    }

    fn mirror_goal(&self, goal: &Board) -> Board {
        goal.mirrored()
    }

    fn mirror_action(&self, action: Action) -> Action {
        if action.index() < self.task.first_reverse() {
            self.one_way(Direction::Forward).mirror_action(action)
        } else {
            let reverse = self.task.to_reverse(action);
            self.task.of_reverse(self.one_way(Direction::Backward).mirror_action(reverse))
        }
    }
}
