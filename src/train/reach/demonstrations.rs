//! Ways that are known beforehand, for replay to take as if they had been played.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::train::{Advice, Demonstrate, TrainError, Trajectory};

use super::recorded_ways::RecordedWays;
use super::solved_targets::SolvedTargets;
use super::training_goals::TrainingGoals;
use crate::game::{ActionId, Board, Solution};
use crate::numbering::to_action;
use crate::solve::bound::pieces_that_lead_on;

/// Pieces tried before a board counts as hard to decide.
const EXACT_NODES: u64 = 5_000;

/// Random games, exact reverse walks, solved targets and recorded games; hindsight makes every board on the way a goal.
#[derive(Debug)]
pub struct Demonstrations {
    goals: TrainingGoals,
    solved: Option<Arc<SolvedTargets>>,
    recorded: Option<Arc<RecordedWays>>,
    /// Share of the games to which exact advice is given, where they can do without clears.
    exact: f64,
    /// The stream that everything is drawn from.
    rng: Pcg64Mcg,
}

impl Demonstrations {
    /// Demonstrations of the goals that training draws.
    pub fn new(
        goals: TrainingGoals,
        (solved, recorded): (Option<Arc<SolvedTargets>>, Option<Arc<RecordedWays>>),
        exact: f64,
        rng: Pcg64Mcg,
    ) -> Self {
        Self { goals, solved, recorded, exact, rng }
    }
}

/// A way, and whether it was looked for.
#[derive(Clone, Debug)]
pub struct ShownWay {
    /// The way.
    pub way: Trajectory<Board, Board>,
    /// Whether it clears no line for nothing, as far as a search can tell: random games do.
    pub is_direct: bool,
}

impl Demonstrations {
    /// Draws a target and shows the way to it.
    pub fn draw(&mut self) -> Result<ShownWay, TrainError> {
        if let Some(recorded) = &self.recorded
            && self.rng.random_bool(recorded.share)
        {
            let way = recorded.draw(&mut self.rng);
            let is_direct = clears_nothing(&way);
            return Ok(ShownWay { way, is_direct });
        }
        if let Some(solved) = &self.solved
            && self.rng.random_bool(solved.share)
        {
            let mut way = played_out(&solved.draw(&self.goals, &mut self.rng)?);
            way.advice = (0..way.len()).map(Advice::shown).collect();
            return Ok(ShownWay { way, is_direct: true });
        }
        let sample = self.goals.draw_with_way(&mut self.rng)?;
        let way = sample.way.iter().flatten().copied();
        let mut way = played(sample.start, *sample.target.board(), way);
        let is_direct = clears_nothing(&way);
        if is_direct {
            self.advise(&mut way);
        }
        Ok(ShownWay { way, is_direct })
    }
}

impl Demonstrate<Board, Board> for Demonstrations {
    fn show(&mut self) -> Result<Vec<Trajectory<Board, Board>>, TrainError> {
        Ok(vec![self.draw()?.way])
    }

    /// Gives exact advice on the way to a target that can be built without clears, and forgets what was played once the
    /// target was out of reach.
    ///
    /// On what was played by the network this is the advice of an expert on the learner's own boards (Ross et al. 2011,
    /// "DAgger"), which are not those of random games.
    fn advise(&mut self, episode: &mut Trajectory<Board, Board>) {
        if self.exact == 0.0 || !self.rng.random_bool(self.exact) {
            return;
        }
        for (step, board) in episode.states.iter().take(episode.actions.len()).enumerate() {
            let Some(good) = pieces_that_lead_on(board, &episode.goal, EXACT_NODES) else { continue };
            if good.is_empty() {
                if !episode.advice.is_empty() {
                    episode.actions.truncate(step);
                    episode.states.truncate(step + 1);
                }
                return;
            }
            let share = 1.0 / good.len() as f32;
            let policy = good.into_iter().map(|id| (to_action(id), share)).collect();
            episode.advice.push(Advice { step, policy });
        }
    }

    fn rng(&mut self) -> &mut Pcg64Mcg {
        &mut self.rng
    }
}

/// Whether all cells of all pieces are still there at the end.
fn clears_nothing(episode: &Trajectory<Board, Board>) -> bool {
    let cells = episode.states[0].cells() + 4 * episode.actions.len() as u32;
    episode.goal.cells() == cells && episode.end() == episode.goal
}

/// A solution, placement by placement.
pub fn played_out(solution: &Solution) -> Trajectory<Board, Board> {
    played(Board::empty(solution.target().size()), *solution.target(), solution.actions())
}

/// A way with the boards on it.
pub(super) fn played(
    start: Board,
    goal: Board,
    way: impl Iterator<Item = ActionId>,
) -> Trajectory<Board, Board> {
    let (mut board, mut episode) = (start, Trajectory::new(start, goal));
    for id in way {
        board.play_action(id).expect("invariant: the ways of generators and solvers can be played");
        episode.push(to_action(id), board);
    }
    episode
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::config::{GoalsConfig, ReachReplayConfig};
    use crate::game::Size;
    use crate::numbering::to_placement;
    use crate::reach::Split;

    #[test]
    fn ways_lead_to_their_goals_and_pixels_come_by_their_share() {
        let mut goals = GoalsConfig::default();
        goals.stack.pieces = [2, 2];
        goals.pixels.rows = [3, 3];
        let config = ReachReplayConfig { demonstrations: 1.0, solved: 0.5, ..ReachReplayConfig::default() };
        let goals = TrainingGoals::new(goals, Size::STANDARD);
        let solved = SolvedTargets::new(&config, Size::STANDARD).unwrap().map(Arc::new);
        let mut shown = Demonstrations::new(goals, (solved, None), 1.0, Pcg64Mcg::seed_from_u64(4));
        let episodes: Vec<Trajectory<Board, Board>> = (0..60).flat_map(|_| shown.show().unwrap()).collect();
        assert!(episodes.iter().all(|episode| episode.states.last() == Some(&episode.goal)));
        assert!(episodes.iter().all(|episode| Split::of(&episode.goal) == Split::Train));
        for episode in episodes.iter().filter(|episode| episode.actions.len() == 2) {
            assert_eq!(episode.advice.len(), 2);
            let goes_on =
                |advice: &Advice| advice.policy.iter().any(|(id, _)| *id == episode.actions[advice.step]);
            assert!(episode.advice.iter().all(goes_on));
        }
        for pixels in episodes.iter().filter(|episode| episode.actions.len() > 2) {
            let shown: Vec<Advice> = (0..pixels.len()).map(Advice::shown).collect();
            assert_eq!(pixels.advice, shown);
        }
        let pixels = episodes.iter().filter(|episode| episode.actions.len() > 2).count();
        assert!((15..45).contains(&pixels), "{pixels} of 60");
    }

    #[test]
    fn what_is_played_after_a_mistake_is_forgotten_and_the_mistake_has_its_advice() {
        let mut goals = GoalsConfig::default();
        goals.stack.pieces = [5, 5];
        let goals = TrainingGoals::new(goals, Size::STANDARD);
        let mut shown = Demonstrations::new(goals, (None, None), 1.0, Pcg64Mcg::seed_from_u64(7));
        let way = shown.show().unwrap().remove(0);
        assert_eq!((way.actions.len(), way.advice.len()), (5, 5));
        // Two right placements, a piece beside the goal, and one that no longer matters.
        let mut wrong = Trajectory::new(way.states[0], way.goal);
        let placements = way.actions[..2].iter().copied().map(to_placement);
        let mut board = way.states[0];
        for id in placements {
            board.play_action(id).unwrap();
            wrong.push(to_action(id), board);
        }
        let good = &way.advice[2].policy;
        let mut mistakes = Vec::new();
        board.for_each_successor(|id, next, _| {
            mistakes.extend(good.iter().all(|(action, _)| action.0 != id.0).then_some((id, *next)));
        });
        let (mistake, after) = mistakes[0];
        wrong.push(to_action(mistake), after);
        wrong.push(to_action(mistake), after);
        shown.advise(&mut wrong);
        assert_eq!((wrong.actions.len(), wrong.states.len()), (3, 4));
        assert_eq!(wrong.advice, way.advice[..3]);
        // A goal that needs clears from the start is left alone.
        let mut other = Trajectory::new(way.goal, way.states[0]);
        other.push(to_action(mistake), after);
        shown.advise(&mut other);
        assert_eq!((other.actions.len(), other.advice.len()), (1, 0));
    }
}
