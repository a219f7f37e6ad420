//! Ways that are known beforehand, for replay to take as if they had been played.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::Action;

use super::error::TrainError;
use super::harvest::{Advice, Episode};
use super::solved_targets::SolvedTargets;
use super::training_goals::TrainingGoals;
use crate::game::{ActionId, Board};
use crate::solve::bound::pieces_that_lead_on;

/// Pieces tried before a board counts as hard to decide.
const EXACT_NODES: u64 = 5_000;

/// Random games, exact reverse walks and solved targets; hindsight makes every board on the way a goal.
#[derive(Debug)]
pub struct Demonstrations {
    goals: TrainingGoals,
    solved: Option<SolvedTargets>,
    /// Share of the games without clears to which exact advice is given.
    exact: f64,
    /// The stream that everything is drawn from.
    pub rng: Pcg64Mcg,
}

impl Demonstrations {
    /// Demonstrations of the goals that training draws.
    pub fn new(goals: TrainingGoals, solved: Option<SolvedTargets>, exact: f64, rng: Pcg64Mcg) -> Self {
        Self { goals, solved, exact, rng }
    }

    /// Shows one way.
    pub fn show(&mut self) -> Result<Episode, TrainError> {
        if let Some(solved) = &self.solved
            && self.rng.random_bool(solved.share)
        {
            let solution = solved.draw(&self.goals, &mut self.rng)?;
            let way = solution.steps().iter().map(|step| step.action);
            return Ok(played(Board::empty(solution.target().size()), *solution.target(), way));
        }
        let sample = self.goals.draw_with_way(&mut self.rng).ok_or(TrainError::NoGoals)?;
        let way = sample.way.iter().flatten().copied();
        let mut episode = played(sample.start, *sample.target.board(), way);
        if self.exact > 0.0 && self.rng.random_bool(self.exact) && clears_nothing(&episode) {
            episode.advice = exact_advice(&episode);
        }
        Ok(episode)
    }
}

/// Whether all cells of all pieces are still there at the end.
fn clears_nothing(episode: &Episode) -> bool {
    let cells = episode.states[0].cells() + 4 * episode.actions.len() as u32;
    episode.goal.cells() == cells && episode.end() == episode.goal
}

/// All placements that lead on from every board of the way to its end; boards that are hard to decide get no advice.
fn exact_advice(episode: &Episode) -> Vec<Advice> {
    let boards = episode.states.iter().take(episode.actions.len()).enumerate();
    boards
        .filter_map(|(step, board)| {
            let good = pieces_that_lead_on(board, &episode.goal, EXACT_NODES)?;
            let share = 1.0 / good.len() as f32;
            Some(Advice { step, policy: good.into_iter().map(|id| (Action(id.0), share)).collect() })
        })
        .collect()
}

fn played(start: Board, goal: Board, way: impl Iterator<Item = ActionId>) -> Episode {
    let (mut board, mut episode) = (start, Episode::new(start, goal));
    for id in way {
        board.play_action(id).expect("invariant: the ways of generators and solvers can be played");
        episode.push(Action(id.0), board);
    }
    episode
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::config::{GoalsConfig, ReplayConfig};
    use crate::game::Size;
    use crate::reach::Split;

    #[test]
    fn ways_lead_to_their_goals_and_pixels_come_by_their_share() {
        let mut goals = GoalsConfig::default();
        goals.stack.pieces = [2, 2];
        goals.pixels.rows = [3, 3];
        let config = ReplayConfig { demonstrations: 1.0, solved: 0.5, ..ReplayConfig::default() };
        let goals = TrainingGoals::new(goals, Size::STANDARD);
        let solved = SolvedTargets::new(&config).unwrap();
        let mut shown = Demonstrations::new(goals, solved, 1.0, Pcg64Mcg::seed_from_u64(4));
        let episodes: Vec<Episode> = (0..60).map(|_| shown.show().unwrap()).collect();
        assert!(episodes.iter().all(|episode| episode.states.last() == Some(&episode.goal)));
        assert!(episodes.iter().all(|episode| Split::of(&episode.goal) == Split::Train));
        for episode in episodes.iter().filter(|episode| episode.actions.len() == 2) {
            assert_eq!(episode.advice.len(), 2);
            let goes_on =
                |advice: &Advice| advice.policy.iter().any(|(id, _)| *id == episode.actions[advice.step]);
            assert!(episode.advice.iter().all(goes_on));
        }
        let pixels = episodes.iter().filter(|episode| episode.actions.len() > 2).count();
        assert!((15..45).contains(&pixels), "{pixels} of 60");
    }
}
