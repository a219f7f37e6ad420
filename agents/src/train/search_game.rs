//! What a game brings to self-play by search.

use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;

use super::{Advice, TrainError, Trajectory};
use crate::env::{Action, GoalTask};
use crate::search::PlanningProblem;

/// A game whose episodes can be searched move by move ([`SelfPlay`](super::SelfPlay)).
///
/// A search need not go the way of play: the moves of a search that takes a target apart are put into playing order by
/// [`SearchGame::trajectory`].
pub trait SearchGame: Debug + Send + Sized {
    /// The rules.
    type Task: GoalTask<State: Send, Goal: Send>;
    /// What is searched.
    type Problem: PlanningProblem<State: Send, Seen = GameState<Self>, Goal = GameGoal<Self>>;

    /// Draws an episode and what is to be searched in it; `None` if the draw led nowhere and is to be repeated.
    fn begin(&self, rng: &mut Pcg64Mcg) -> Begun<Self>;

    /// The steps in playing order, and the sum of their rewards, of an episode whose search has come to `last`.
    fn trajectory(
        &self,
        episode: &SearchEpisode<Self>,
        last: &<Self::Problem as PlanningProblem>::State,
        reached: bool,
    ) -> (Trajectory<GameState<Self>, GameGoal<Self>>, f32);

    /// Other ways that follow from the one that was searched, to be learned from as well.
    fn other_ways(&self, _way: &TrajectoryOf<Self>, _reached: bool) -> Vec<TrajectoryOf<Self>> {
        Vec::new()
    }

    /// Takes note of how an episode ended, for a curriculum if there is one.
    fn record(&self, _episode: &SearchEpisode<Self>, _reached: bool) {}

    /// Whether an episode ends when its outcome is proved, as a puzzle does; games of two are played to their end.
    fn stops_at_proof(&self) -> bool {
        true
    }

    /// How much chance is in the choice of a move, after this number of moves: 1 draws from the improved policy, 0
    /// takes what the search finds best.
    fn noise(&self, _moves: usize) -> f32 {
        1.0
    }

    /// Where a game ends that who moves gives up with this chance to win; `None` if it is played on.
    fn given_up(
        &self,
        _state: &<Self::Problem as PlanningProblem>::State,
        _chance: f32,
    ) -> Option<<Self::Problem as PlanningProblem>::State> {
        None
    }

    /// Whether searches advise the policy, which they cannot if their moves are not those of the task.
    fn gives_advice(&self) -> bool {
        true
    }
}

/// An episode with what is to be searched in it, unless the draw led nowhere.
pub type Begun<G> = Result<Option<(<G as SearchGame>::Problem, SearchEpisode<G>)>, TrainError>;

/// The states of a game's task.
pub type GameState<G> = <<G as SearchGame>::Task as GoalTask>::State;

/// The goals of a game's task.
pub type GameGoal<G> = <<G as SearchGame>::Task as GoalTask>::Goal;

/// The trajectories of a game.
pub type TrajectoryOf<G> = Trajectory<GameState<G>, GameGoal<G>>;

/// An episode that is searched.
#[derive(Clone, Debug)]
pub struct SearchEpisode<G: SearchGame> {
    /// Where the search began.
    pub root: <G::Problem as PlanningProblem>::State,
    /// What is to be reached.
    pub goal: GameGoal<G>,
    /// The level of the curriculum that drew it, if there is one.
    pub level: Option<u32>,
    /// The most moves.
    pub limit: usize,
    /// Whether who moves may give it up ([`SearchGame::given_up`]).
    pub may_give_up: bool,
    /// The moves made.
    pub line: Vec<Action>,
    /// What the searches advised.
    pub advice: Vec<Advice>,
}

impl<G: SearchGame> SearchEpisode<G> {
    /// An episode of at most `limit` moves.
    pub fn new(
        root: <G::Problem as PlanningProblem>::State,
        goal: GameGoal<G>,
        level: Option<u32>,
        limit: usize,
    ) -> Self {
        SearchEpisode { root, goal, level, limit, may_give_up: false, line: Vec::new(), advice: Vec::new() }
    }
}
