//! Greedy play on many targets at once.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;
use tetreach_agents::evaluate::{ActError, Policy};
use tetreach_agents::{Action, ActionSet, Evaluator, GoalTask, TaskModel};

use crate::game::{ActionId, Actions, Board, ReverseMove};
use crate::numbering::to_placement;
use crate::reach::{ReachTask, ReverseTask};
use crate::solve::Deadline;

/// Boards judged by the network in one go; more need more memory and are no faster.
const TOGETHER: usize = 256;

/// What became of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GreedyEpisode {
    /// The placements.
    pub way: Vec<ActionId>,
    /// The last board.
    pub last: Board,
    /// Whether it is the target.
    pub reached: bool,
}

/// Plays the best move on every board until it is the target or there is no way left within the step limit.
pub fn play_greedily<V: Evaluator<State = Board, Goal = Board>>(
    actor: &mut Policy<ReachTask, V>,
    task: &ReachTask,
    targets: &[Board],
) -> Result<Vec<GreedyEpisode>, ActError> {
    play_greedily_until(actor, task, targets, &Deadline::default())
}

/// The same, ended wherever the games stand when the time is over.
pub fn play_greedily_until<V: Evaluator<State = Board, Goal = Board>>(
    actor: &mut Policy<ReachTask, V>,
    task: &ReachTask,
    targets: &[Board],
    deadline: &Deadline,
) -> Result<Vec<GreedyEpisode>, ActError> {
    let start = |target: &Board| GreedyEpisode {
        way: Vec::new(),
        last: Board::empty(target.size()),
        reached: target.is_empty(),
    };
    let mut episodes: Vec<GreedyEpisode> = targets.iter().map(start).collect();
    // Nothing is drawn from it: the best move is taken always.
    let mut rng = Pcg64Mcg::seed_from_u64(0);
    let mut actions: Vec<Action> = Vec::new();
    let mut running: Vec<usize> = (0..targets.len()).collect();
    loop {
        running.retain(|&i| !episodes[i].reached && may_still_reach(task, &episodes[i], &targets[i]));
        if running.is_empty() || deadline.is_past() {
            return Ok(episodes);
        }
        for together in running.chunks(TOGETHER) {
            let pairs: Vec<(Board, Board)> =
                together.iter().map(|&i| (episodes[i].last, targets[i])).collect();
            actor.act(&pairs, 0.0, &mut rng, &mut actions)?;
            for (&i, &action) in together.iter().zip(&actions) {
                let episode = &mut episodes[i];
                episode
                    .last
                    .play_action(to_placement(action))
                    .expect("invariant: actors choose legal actions");
                episode.way.push(to_placement(action));
                episode.reached = episode.last == targets[i];
            }
        }
    }
}

/// Takes every target apart by the best reverse move until the empty board is left or the step limit is reached; moves
/// to boards that were there before are left out.
///
/// The way of an episode that came to its end is one from the empty board; `last` is what was left otherwise.
pub fn take_apart_greedily<V: Evaluator<State = Board, Goal = Board>>(
    actor: &mut Policy<ReverseTask, V>,
    task: &ReverseTask,
    targets: &[Board],
) -> Result<Vec<GreedyEpisode>, ActError> {
    take_apart_greedily_until(actor, task, targets, &Deadline::default())
}

/// The same, ended wherever the boards stand when the time is over.
pub fn take_apart_greedily_until<V: Evaluator<State = Board, Goal = Board>>(
    actor: &mut Policy<ReverseTask, V>,
    task: &ReverseTask,
    targets: &[Board],
    deadline: &Deadline,
) -> Result<Vec<GreedyEpisode>, ActError> {
    let start = |target: &Board| GreedyEpisode { way: Vec::new(), last: *target, reached: target.is_empty() };
    let mut episodes: Vec<GreedyEpisode> = targets.iter().map(start).collect();
    // Where a board comes again the same moves would follow again, without end.
    let mut seen: Vec<FxHashSet<Board>> =
        targets.iter().map(|target| FxHashSet::from_iter([*target])).collect();
    let mut actions: Vec<Action> = Vec::new();
    let mut running: Vec<usize> = (0..targets.len()).collect();
    for _ in 0..task.step_limit() {
        running.retain(|&i| !episodes[i].reached && !task.legal_actions(&episodes[i].last).is_empty());
        if deadline.is_past() {
            break;
        }
        for together in running.chunks(TOGETHER) {
            let pairs: Vec<(Board, Board)> =
                together.iter().map(|&i| (episodes[i].last, Board::empty(targets[i].size()))).collect();
            let comes_again = |pair: usize, action| {
                let i = together[pair];
                seen[i].contains(&task.next(&episodes[i].last, action))
            };
            actor.act_unless(&pairs, comes_again, &mut actions)?;
            for (&i, &action) in together.iter().zip(&actions) {
                let episode = &mut episodes[i];
                let reverse = task.actions().reverse_move(action.index());
                if let Some(ReverseMove::Take { placement, .. }) = reverse {
                    episode.way.extend(Actions::of_width(targets[i].width()).id(placement));
                }
                episode.last = task.next(&episode.last, action);
                episode.reached = episode.last.is_empty();
                seen[i].insert(episode.last);
            }
        }
    }
    for (episode, target) in episodes.iter_mut().zip(targets) {
        episode.way.reverse();
        if episode.reached {
            episode.last = *target;
        }
    }
    Ok(episodes)
}

/// Whether the target may still be reached within the step limit; where it cannot, playing on would change nothing.
fn may_still_reach(task: &ReachTask, episode: &GreedyEpisode, target: &Board) -> bool {
    let left = u64::from(task.step_limit(target)).saturating_sub(episode.way.len() as u64);
    let needed = task.lower_bound(&episode.last, target);
    needed.is_some_and(|needed| u64::from(needed) <= left) && !task.legal_actions(&episode.last).is_empty()
}
