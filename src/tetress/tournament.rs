//! Round robins between agents.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::agent::TetressAgent;
use super::referee::{GameRecord, Reason, Referee};
use super::roster::{AgentName, opening};
use crate::arena::{Score, Sprt, SprtVerdict};
use crate::eval::in_threads;
use crate::game::tetress::{Colour, GameEnd, TetressPlacement};
use crate::solve::{Cancel, Observer};

/// Every agent against every other.
///
/// Two games have the same opening, drawn by the seed, with colours exchanged; all pairs play the same openings.
///
/// ```
/// use tetreach::solve::Cancel;
/// use tetreach::tetress::{Fixture, Referee, Tournament};
///
/// let agents = vec!["greedy".parse()?, "random".parse()?];
/// let tournament = Tournament { agents, games: 10, referee: Referee::default(), seed: 1, opening: 2, sprt: None };
/// let games = tournament.run(Vec::new(), 1, &Cancel::default(), &|_: &_| {});
/// assert_eq!(games.len(), 10);
/// assert_eq!(tournament.score(&games, 0, 1).games(), 10);
/// # Ok::<(), tetreach::tetress::AgentNameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Who plays, each name once.
    pub agents: Vec<AgentName>,
    /// Games per pair, the most if there is a test.
    pub games: usize,
    /// What is allowed in a game.
    pub referee: Referee,
    /// Seed of the openings and of everything random in the games.
    pub seed: u64,
    /// The number of moves that are drawn before the agents play.
    pub opening: usize,
    /// Ends a pair as soon as the test does.
    pub sprt: Option<Sprt>,
}

/// A game that is to be played: the first agent has red if `number` is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fixture {
    /// One agent.
    pub first: usize,
    /// The other, with a larger number.
    pub second: usize,
    /// Which game of the pair.
    pub number: usize,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Which game it was.
    #[serde(flatten)]
    pub fixture: Fixture,
    /// What it was worth to the first agent: 1 a win, 0 a loss.
    pub value: f64,
    /// Why it ended.
    pub reason: Reason,
    /// The fault in one sentence, if it ended by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The share of the first agent in the tokens at the end.
    pub control: f64,
    /// Seconds that the first and the second agent thought.
    pub seconds: [f64; 2],
    /// The moves, those of the opening first.
    pub moves: Vec<TetressPlacement>,
}

/// A game with the lines of its log, which [`read_log`](crate::game::tetress::read_log) reads.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedGame {
    /// The game.
    pub game: PlayedGame,
    /// The log.
    pub log: String,
}

impl Fixture {
    /// The colour of the first agent.
    pub fn colour(&self) -> Colour {
        Colour::ALL[self.number % 2]
    }
}

impl PlayedGame {
    fn new(fixture: Fixture, record: GameRecord) -> Self {
        let colour = fixture.colour();
        let value = match record.outcome {
            GameEnd::Winner(winner) => f64::from(u8::from(winner == colour)),
            GameEnd::Draw => 0.5,
        };
        PlayedGame {
            fixture,
            value,
            reason: record.reason,
            control: rounded(record.board_control(colour)),
            seconds: [colour, colour.other()].map(|colour| rounded(record.seconds[colour.index()])),
            message: record.message,
            moves: record.moves,
        }
    }
}

/// Six digits are enough, and are the same after being written and read.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

impl Tournament {
    /// All games, in the order in which they are played: every pair's first, then every pair's second.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> {
        let agents = self.agents.len();
        (0..self.games).flat_map(move |number| {
            (0..agents).flat_map(move |first| {
                (first + 1..agents).map(move |second| Fixture { first, second, number })
            })
        })
    }

    /// Plays the games that are not `done`, `jobs` at a time, and returns all in the order of the fixtures.
    pub fn run(
        &self,
        done: Vec<PlayedGame>,
        jobs: usize,
        cancel: &Cancel,
        observer: &dyn for<'a> Observer<&'a LoggedGame>,
    ) -> Vec<PlayedGame> {
        let todo: Vec<Fixture> =
            self.fixtures().filter(|fixture| done.iter().all(|game| game.fixture != *fixture)).collect();
        let (next, games) = (AtomicUsize::new(0), Mutex::new(done));
        let lock = || games.lock().unwrap_or_else(PoisonError::into_inner);
        in_threads(jobs.min(todo.len()), || {
            while !cancel.is_cancelled() {
                let Some(fixture) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                let decided = self.sprt.is_some_and(|test| {
                    let score = self.score(&lock(), fixture.first, fixture.second);
                    test.verdict(&score) != SprtVerdict::Open
                });
                if !decided {
                    let game = self.play(*fixture);
                    observer.observe(&game);
                    lock().push(game.game);
                }
            }
        });
        let mut games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
        games.sort_by_key(|game| (game.fixture.number, game.fixture.first, game.fixture.second));
        games
    }

    fn play(&self, fixture: Fixture) -> LoggedGame {
        let Fixture { first, second, number } = fixture;
        let opening = opening(self.seed, number as u64 / 2, self.opening);
        let mut agents = [first, second].map(|index| self.agents[index].make());
        // A stream for each game, so that the order in which they are played changes nothing.
        let stream = (number as u64) << 32 | (first as u64) << 16 | second as u64;
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ stream);
        let [one, other] = &mut agents;
        let players: [&mut dyn TetressAgent; 2] = match fixture.colour() {
            Colour::Red => [&mut **one, &mut **other],
            Colour::Blue => [&mut **other, &mut **one],
        };
        let record = self.referee.play(players, &opening, &mut rng);
        LoggedGame { log: record.log(), game: PlayedGame::new(fixture, record) }
    }

    /// The games of one agent against another.
    pub fn score(&self, games: &[PlayedGame], one: usize, other: usize) -> Score {
        let mut score = Score::default();
        for PlayedGame { fixture, value, .. } in games {
            if (fixture.first, fixture.second) == (one, other) {
                score.add(*value);
            } else if (fixture.first, fixture.second) == (other, one) {
                score.add(1.0 - value);
            }
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tetress::TetressPosition;

    fn tournament(agents: &[&str], games: usize, sprt: Option<&str>) -> Tournament {
        Tournament {
            agents: agents.iter().map(|name| name.parse().unwrap()).collect(),
            games,
            referee: Referee::default(),
            seed: 5,
            opening: 2,
            sprt: sprt.map(|text| text.parse().unwrap()),
        }
    }

    fn timeless(games: &[PlayedGame]) -> Vec<PlayedGame> {
        games.iter().cloned().map(|game| PlayedGame { seconds: [0.0; 2], ..game }).collect()
    }

    #[test]
    fn games_do_not_depend_on_threads_nor_on_interruptions() {
        let plan = tournament(&["random", "greedy", "mcts"], 6, None);
        let whole = plan.run(Vec::new(), 2, &Cancel::default(), &|_: &_| {});
        assert_eq!(whole.len(), 18);
        let half = whole.iter().step_by(2).cloned().collect();
        let resumed = plan.run(half, 1, &Cancel::default(), &|_: &_| {});
        assert!(timeless(&resumed) == timeless(&whole));
        let json = serde_json::to_string(&whole).unwrap();
        assert!(serde_json::from_str::<Vec<PlayedGame>>(&json).unwrap() == whole);
    }

    #[test]
    fn two_games_share_an_opening_with_colours_exchanged() {
        let plan = tournament(&["random", "greedy"], 4, None);
        let games = plan.run(Vec::new(), 1, &Cancel::default(), &|_: &_| {});
        let openings: Vec<&[TetressPlacement]> = games.iter().map(|game| &game.moves[..2]).collect();
        assert!(openings[0] == openings[1] && openings[2] == openings[3] && openings[0] != openings[2]);
        assert_eq!([0, 1].map(|game: usize| games[game].fixture.colour()), Colour::ALL);
        for game in &games {
            let mut position = TetressPosition::START;
            for placement in &game.moves {
                position.play(*placement).unwrap();
            }
            let colour = game.fixture.colour();
            assert_eq!(position.outcome() == Some(GameEnd::Winner(colour)), game.value == 1.0);
        }
        let (one, other) = (plan.score(&games, 0, 1), plan.score(&games, 1, 0));
        assert_eq!((one.games(), one), (4, other.reversed()));
    }

    #[test]
    fn a_test_ends_a_pair_early() {
        let plan = tournament(&["minimax", "random"], 300, Some("0,300"));
        let games = plan.run(Vec::new(), 1, &Cancel::default(), &|_: &_| {});
        assert!((5..200).contains(&games.len()), "{}", games.len());
        assert_ne!(plan.sprt.unwrap().verdict(&plan.score(&games, 0, 1)), SprtVerdict::Open);
    }
}
