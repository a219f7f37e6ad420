//! Moves that could as well have come first: the same way in another order.

use super::StoredEpisode;
use crate::env::{Action, GoalTask};

/// Appends the moves of an episode's `steps` steps from `i` on that could have been the first of them, each once.
///
/// A later move could have been if, made first and with those before it behind it in their order, it leads to the same
/// state. The move that was made comes first. An imitator that takes only that one for right learns the arbitrary
/// order of its teacher along with the way.
pub fn possible_first_moves<T: GoalTask>(
    task: &T,
    episode: &StoredEpisode<'_, T::State, T::Goal>,
    i: usize,
    steps: usize,
    moves: &mut Vec<Action>,
) {
    let start = moves.len();
    moves.push(episode.action(i));
    let end = (i + steps).min(episode.len());
    for later in i + 1..end {
        let action = episode.action(later);
        if moves[start..].contains(&action) {
            continue;
        }
        let reordered = std::iter::once(action).chain((i..later).map(|step| episode.action(step)));
        if after(task, episode.state(i), reordered) == Some(episode.state(later + 1)) {
            moves.push(action);
        }
    }
}

/// Where moves lead, `None` if one of them cannot be made.
fn after<T: GoalTask>(
    task: &T,
    start: T::State,
    mut moves: impl Iterator<Item = Action>,
) -> Option<T::State> {
    moves.try_fold(start, |state, action| task.look_ahead(&state, action))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::TaskModel;
    use crate::replay::{EpisodeRing, TransitionId};
    use crate::toy::bit_flip::BitFlipTask;
    use crate::toy::corridor::{CorridorTask, LEFT, RIGHT};

    #[test]
    fn flips_of_different_bits_come_in_any_order_but_only_as_far_as_the_goal() {
        let task = BitFlipTask::new(4).unwrap();
        let mut ring = EpisodeRing::new(9, 0).unwrap();
        let flips = [2, 0, 2, 3].map(Action);
        let mut states = vec![0];
        for flip in flips {
            states.push(task.next(states.last().unwrap(), flip));
        }
        ring.push_episode(&states, &flips, task.achieved_goal(states.last().unwrap())).unwrap();
        let (episode, i) = ring.find(TransitionId(0)).unwrap();
        let found = |steps| {
            let mut moves = Vec::new();
            possible_first_moves(&task, &episode, i, steps, &mut moves);
            moves
        };
        assert_eq!(found(1), [Action(2)]);
        assert_eq!(found(2), [Action(2), Action(0)]);
        assert_eq!(found(9), [Action(2), Action(0), Action(3)]);
    }

    #[test]
    fn a_move_that_the_wall_forbids_cannot_come_first() {
        let task = CorridorTask { length: 5, max_steps: 9 };
        let mut ring = EpisodeRing::new(9, 0).unwrap();
        ring.push_episode(&[0, 1, 0], &[RIGHT, LEFT], 0).unwrap();
        let (episode, i) = ring.find(TransitionId(0)).unwrap();
        let mut moves = Vec::new();
        possible_first_moves(&task, &episode, i, 2, &mut moves);
        // Against the wall LEFT stays and RIGHT then leads to 1, not to 0.
        assert_eq!(moves, [RIGHT]);
    }
}
