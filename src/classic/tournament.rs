//! Many games on all cores.

use std::time::Instant;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use super::agent::NamedPlayer;
use super::game::{FinishedGame, GameLimit, play};
use super::task::ClassicTask;
use crate::eval::Hazard;

/// Games of the same pieces for every player.
#[derive(Debug)]
pub struct ClassicTournament<'a> {
    /// The rules.
    pub task: &'a ClassicTask,
    /// How many games each player plays; game `i` has the pieces of `seed + i`.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    /// When a game is cut short.
    pub limit: GameLimit<'a>,
}

/// What a player's games came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerStanding {
    /// The player's name.
    pub agent: String,
    /// How many games were played.
    pub games: u64,
    /// How many of them were lost; the others were cut short.
    pub deaths: u64,
    /// How many pieces were placed.
    pub placements: u64,
    /// How many lines were cleared.
    pub lines: u64,
    /// Lines per game if no game were cut short: 4 / width divided by deaths per placement; none without deaths.
    pub lines_per_game: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end; none without deaths.
    pub high: Option<f64>,
    /// Deaths per placement.
    pub hazard: f64,
    /// The mean of the lines of the games as they were played.
    pub mean_lines: f64,
    /// The lines of the longest game.
    pub most_lines: u64,
    /// The mean of the points of the games as they were played.
    pub mean_points: f64,
    /// The points of the best game.
    pub most_points: u64,
    /// Placements per second of time, over all threads.
    pub placements_per_second: f64,
}

impl ClassicTournament<'_> {
    /// Plays all games of one player; `finished` hears of each game that ends.
    pub fn run(&self, agent: &NamedPlayer, finished: impl Fn(&FinishedGame) + Sync) -> PlayerStanding {
        let started = Instant::now();
        let games: Vec<FinishedGame> = (0..self.games as usize)
            .into_par_iter()
            .with_max_len(1)
            .filter_map(|index| {
                if (self.limit.is_cancelled)() {
                    return None;
                }
                let game = play(self.task, &agent.player, self.seed.wrapping_add(index as u64), self.limit);
                finished(&game);
                Some(game)
            })
            .collect();
        self.standing(&agent.name, &games, started.elapsed().as_secs_f64())
    }

    fn standing(&self, agent: &str, games: &[FinishedGame], seconds: f64) -> PlayerStanding {
        let sum = |of: fn(&FinishedGame) -> u64| games.iter().map(of).sum::<u64>();
        let most = |of: fn(&FinishedGame) -> u64| games.iter().map(of).max().unwrap_or(0);
        let mean = |of: fn(&FinishedGame) -> u64| sum(of) as f64 / games.len().max(1) as f64;
        let (deaths, placements) = (sum(|game| u64::from(game.is_lost)), sum(|game| game.placements));
        let hazard = Hazard::new(deaths, placements.max(1));
        let width = self.task.rules.size().width();
        let interval = hazard.lines_interval(width);
        let finite = |value: f64| Some(value).filter(|value| value.is_finite());
        PlayerStanding {
            agent: agent.to_owned(),
            games: games.len() as u64,
            deaths,
            placements,
            lines: sum(|game| game.lines),
            lines_per_game: finite(hazard.lines(width)),
            low: interval.low,
            high: finite(interval.high),
            hazard: hazard.rate(),
            mean_lines: mean(|game| game.lines),
            most_lines: most(|game| game.lines),
            mean_points: mean(|game| game.points),
            most_points: most(|game| game.points),
            placements_per_second: placements as f64 / seconds.max(1e-9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::game::classic::{ClassicRules, Preset};

    #[test]
    fn games_are_the_same_on_any_number_of_threads_and_cutting_them_keeps_the_hazard() {
        let rules = ClassicRules::preset(Preset::Simplified).with_size(Size::new(10, 6).unwrap()).unwrap();
        let task = ClassicTask::new(rules);
        let agent = NamedPlayer::named("bcts", &task.rules).unwrap();
        let run = |games, limit| {
            let tournament =
                ClassicTournament { task: &task, games, seed: 3, limit: GameLimit::placements(limit) };
            tournament.run(&agent, |_| {})
        };
        let whole = run(200, u64::MAX);
        assert_eq!((whole.games, whole.deaths), (200, 200));
        let again =
            PlayerStanding { placements_per_second: whole.placements_per_second, ..run(200, u64::MAX) };
        assert_eq!(again, whole);
        let cut = run(1500, 100);
        assert!(cut.deaths < cut.games);
        let (one, other) = (whole.lines_per_game.unwrap(), cut.lines_per_game.unwrap());
        assert!((one / other - 1.0).abs() < 0.25, "{one} and {other}");
        assert!(whole.low < one && one < whole.high.unwrap());
    }
}
