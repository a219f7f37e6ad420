//! Games of a network against itself.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::Contest;
use tetreach_agents::train::{Begun, SearchEpisode, SearchGame, Trajectory};
use tetreach_agents::{Game, GameTask};

use super::concession::conceded;
use super::config::SelfPlayConfig;
use super::demonstrations::opening;
use crate::game::tetress::{MAX_TURNS, TetressPosition};
use crate::tetress::Tetress;

/// Games after drawn openings, which players without hope may give up.
#[derive(Clone, Copy, Debug)]
pub(super) struct TetressGames {
    pub settings: SelfPlayConfig,
}

impl SearchGame for TetressGames {
    type Task = GameTask<Tetress>;
    type Problem = Contest<Tetress>;

    fn begin(&self, rng: &mut Pcg64Mcg) -> Begun<Self> {
        let start = opening(self.settings.opening, rng);
        let mut episode = SearchEpisode::new(start, (), None, MAX_TURNS.into());
        episode.may_give_up = self.settings.resign > 0.0 && !rng.random_bool(self.settings.play_on);
        Ok(Some((Contest { game: Tetress }, episode)))
    }

    fn trajectory(
        &self,
        episode: &SearchEpisode<Self>,
        last: &TetressPosition,
        reached: bool,
    ) -> (Trajectory<TetressPosition, ()>, f32) {
        let mut trajectory = Trajectory::new(episode.root, ());
        for &action in &episode.line {
            let next = Tetress.play(&trajectory.end(), action);
            trajectory.push(action, next);
        }
        // Where a game was given up, its last position is not the one that was played to.
        if let Some(end) = trajectory.states.last_mut() {
            *end = *last;
        }
        (trajectory, f32::from(u8::from(reached)))
    }

    fn stops_at_proof(&self) -> bool {
        false
    }

    fn noise(&self, moves: usize) -> f32 {
        if moves < self.settings.noisy_moves.into() { 1.0 } else { 0.0 }
    }

    fn given_up(&self, position: &TetressPosition, chance: f32) -> Option<TetressPosition> {
        if chance < self.settings.resign { conceded(position) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use tetreach_agents::{GoalTask, Outcome};

    use super::*;
    use crate::game::tetress::Colour;

    #[test]
    fn who_gives_up_has_lost_and_the_game_tells_so() {
        let games = TetressGames { settings: SelfPlayConfig { resign: 0.1, ..SelfPlayConfig::default() } };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let (_, mut episode) = games.begin(&mut rng).unwrap().unwrap();
        let mut played = episode.root;
        for number in [5, 9, 2] {
            episode.line.push(Tetress.moves(&played)[number]);
            played = Tetress.play(&played, episode.line[episode.line.len() - 1]);
        }
        assert_eq!(games.given_up(&played, 0.1), None, "there is hope left");
        let lost = games.given_up(&played, 0.09).unwrap();
        let expected = if played.mover() == Colour::Red { Outcome::Lost } else { Outcome::Won };
        assert_eq!(Tetress.outcome(&lost), Some(expected));
        let (trajectory, _) = games.trajectory(&episode, &lost, expected == Outcome::Won);
        assert_eq!((trajectory.len(), trajectory.end()), (3, lost));
        let task = GameTask { game: Tetress };
        // Who made the last move has won, and who moved before has lost.
        let successes = trajectory.states[..3].iter().map(|state| task.success(state, &lost, &()));
        assert_eq!(successes.collect::<Vec<_>>(), [Some(1.0), Some(0.0), Some(1.0)]);
    }

    #[test]
    fn some_games_are_played_to_their_end() {
        let share = |settings: SelfPlayConfig| {
            let mut rng = Pcg64Mcg::seed_from_u64(2);
            let games = TetressGames { settings };
            let begun = (0..200).map(|_| games.begin(&mut rng).unwrap().unwrap().1);
            begun.filter(|episode| episode.may_give_up).count()
        };
        let settings = SelfPlayConfig { resign: 0.1, play_on: 0.25, ..SelfPlayConfig::default() };
        assert!((130..=170).contains(&share(settings)), "{}", share(settings));
        assert_eq!(share(SelfPlayConfig { resign: 0.0, ..settings }), 0);
    }
}
