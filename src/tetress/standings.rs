//! What a tournament says: the win matrix, ratings, and the report's three columns.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use super::referee::Reason;
use super::tournament::{PlayedGame, Tournament};
use crate::arena::{Rating, Score, SprtVerdict, ratings};
use crate::eval::{Interval, mean};

/// One pair.
#[derive(Clone, Debug, Serialize)]
pub struct Pairing {
    /// One agent.
    pub agent: String,
    /// The other.
    pub opponent: String,
    /// Games of the one.
    #[serde(flatten)]
    pub score: Score,
    /// Points of the one per game.
    pub rate: Option<f64>,
    /// The 95 % interval of the rate.
    pub interval: Interval,
    /// Games that ended by a fault or by the clock and not by play.
    pub not_by_play: usize,
    /// What the sequential test says, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtVerdict>,
}

/// One agent over all its games.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The agent.
    pub agent: String,
    /// All its games.
    #[serde(flatten)]
    pub score: Score,
    /// Points per game.
    pub win_rate: Option<f64>,
    /// The 95 % interval of the rate.
    pub interval: Interval,
    /// The mean share of its tokens at the end.
    pub board_control: Option<f64>,
    /// The mean number of moves of both players in the games that it won.
    pub game_length: Option<f64>,
    /// Mean seconds per move.
    pub seconds_per_move: Option<f64>,
    /// Elo among these agents.
    #[serde(flatten)]
    pub rating: Elo,
}

/// A rating in the fields of the JSON output.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Elo {
    /// Elo points, 0 being the mean of the agents.
    pub elo: f64,
    /// The 95 % interval.
    pub elo_interval: Interval,
}

/// The results of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// Seconds per move, if they were limited.
    pub seconds: Option<f64>,
    /// Nodes per move, if they were limited.
    pub nodes: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// Moves drawn before the agents play.
    pub opening: usize,
    /// Games played.
    pub games: usize,
    /// The agents, in the order in which they were given.
    pub agents: Vec<Standing>,
    /// Points of the agent of the row per game against the agent of the column.
    pub matrix: Vec<Vec<Option<f64>>>,
    /// All pairs.
    pub pairs: Vec<Pairing>,
}

impl Standings {
    /// Sums up the games of a tournament.
    pub fn new(tournament: &Tournament, games: &[PlayedGame]) -> Self {
        let count = tournament.agents.len();
        let score = |one, other| tournament.score(games, one, other);
        let scores: Vec<Vec<Score>> =
            (0..count).map(|one| (0..count).map(|other| score(one, other)).collect()).collect();
        let rated = ratings(&scores);
        let name = |agent: usize| tournament.agents[agent].to_string();
        let pair = |one: usize, other: usize| {
            let score = scores[one][other];
            let of_pair =
                games.iter().filter(|game| (game.fixture.first, game.fixture.second) == (one, other));
            Pairing {
                agent: name(one),
                opponent: name(other),
                score,
                rate: score.rate(),
                interval: score.interval(),
                not_by_play: of_pair.filter(|game| game.reason != Reason::Play).count(),
                sprt: tournament.sprt.map(|test| test.verdict(&score)),
            }
        };
        let rate = |one: usize, other: usize| (one != other).then(|| scores[one][other].rate()).flatten();
        Standings {
            seconds: tournament.referee.budget.seconds,
            nodes: tournament.referee.budget.nodes,
            seed: tournament.seed,
            opening: tournament.opening,
            games: games.len(),
            agents: (0..count).map(|agent| Standing::new(agent, name(agent), games, rated[agent])).collect(),
            matrix: (0..count).map(|one| (0..count).map(|other| rate(one, other)).collect()).collect(),
            pairs: (0..count)
                .flat_map(|one| (one + 1..count).map(move |other| (one, other)))
                .map(|(one, other)| pair(one, other))
                .collect(),
        }
    }

    /// The tables for people.
    pub fn tables(&self) -> String {
        let percent =
            |rate: Option<f64>| rate.map_or("-".to_owned(), |rate| format!("{:.1} %", 100.0 * rate));
        let span = |interval: Interval| format!("{:.1}-{:.1} %", 100.0 * interval.low, 100.0 * interval.high);
        let number = |value: Option<f64>, digits: usize| {
            value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
        };
        let mut agents = table(&[
            "agent",
            "games",
            "win rate",
            "95 %",
            "board control",
            "game length",
            "Elo",
            "95 %",
            "s per move",
        ]);
        for agent in &self.agents {
            let Elo { elo, elo_interval } = agent.rating;
            agents.add_row([
                agent.agent.clone(),
                agent.score.games().to_string(),
                percent(agent.win_rate),
                span(agent.interval),
                percent(agent.board_control),
                number(agent.game_length, 1),
                format!("{elo:+.0}"),
                format!("{:+.0} to {:+.0}", elo_interval.low, elo_interval.high),
                number(agent.seconds_per_move, 4),
            ]);
        }
        let heading: Vec<&str> =
            [""].into_iter().chain(self.agents.iter().map(|agent| agent.agent.as_str())).collect();
        let mut matrix = table(&heading);
        for (agent, row) in self.agents.iter().zip(&self.matrix) {
            matrix.add_row([agent.agent.clone()].into_iter().chain(row.iter().map(|rate| percent(*rate))));
        }
        let mut pairs =
            table(&["agent", "opponent", "won", "drawn", "lost", "rate", "95 %", "not by play", "SPRT"]);
        for pair in &self.pairs {
            let sprt = pair.sprt.map_or("-", SprtVerdict::words);
            let Score { wins, draws, losses } = pair.score;
            pairs.add_row([
                pair.agent.clone(),
                pair.opponent.clone(),
                wins.to_string(),
                draws.to_string(),
                losses.to_string(),
                percent(pair.rate),
                span(pair.interval),
                pair.not_by_play.to_string(),
                sprt.to_owned(),
            ]);
        }
        format!("{agents}\n\nwin rate of the row against the column\n{matrix}\n\n{pairs}\n")
    }
}

impl Standing {
    fn new(index: usize, agent: String, games: &[PlayedGame], rating: Rating) -> Self {
        let mut score = Score::default();
        let (mut control, mut lengths, mut seconds, mut moves) = (Vec::new(), Vec::new(), 0.0, 0.0);
        for game in games {
            let (value, share, spent, own) = if game.fixture.first == index {
                (game.value, game.control, game.seconds[0], game.fixture.colour())
            } else if game.fixture.second == index {
                (1.0 - game.value, 1.0 - game.control, game.seconds[1], game.fixture.colour().other())
            } else {
                continue;
            };
            score.add(value);
            control.push(share);
            seconds += spent;
            moves += (game.moves.len() + 1 - own.index()) as f64 / 2.0;
            lengths.extend((value == 1.0).then_some(game.moves.len() as f64));
        }
        Standing {
            agent,
            score,
            win_rate: score.rate(),
            interval: score.interval(),
            board_control: mean(control),
            game_length: mean(lengths),
            seconds_per_move: (moves > 0.0).then(|| seconds / moves),
            rating: Elo { elo: rating.elo, elo_interval: rating.interval },
        }
    }
}

fn table(heading: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED);
    table.set_header(heading.to_vec());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::referee::Referee;
    use super::*;
    use crate::solve::Cancel;

    #[test]
    fn rates_of_three_agents_add_up_to_150_percent() {
        let tournament = Tournament {
            agents: ["random", "greedy", "minimax"].map(|name| name.parse().unwrap()).to_vec(),
            games: 6,
            referee: Referee::default(),
            seed: 1,
            opening: 2,
            sprt: None,
        };
        let games = tournament.run(Vec::new(), 1, &Cancel::default(), &|_: &_| {});
        let standings = Standings::new(&tournament, &games);
        let sum: f64 = standings.agents.iter().filter_map(|agent| agent.win_rate).sum();
        assert!((sum - 1.5).abs() < 1e-9, "{sum}");
        let control: f64 = standings.agents.iter().filter_map(|agent| agent.board_control).sum();
        assert!((control - 1.5).abs() < 1e-9, "{control}");
        let elo: f64 = standings.agents.iter().map(|agent| agent.rating.elo).sum();
        assert!(elo.abs() < 1e-6);
        for one in 0..3 {
            assert_eq!(standings.matrix[one][one], None);
            for other in (0..3).filter(|other| *other != one) {
                let both = standings.matrix[one][other].unwrap() + standings.matrix[other][one].unwrap();
                assert!((both - 1.0).abs() < 1e-9);
            }
        }
        assert_eq!(standings.pairs.iter().map(|pair| pair.score.games()).sum::<usize>(), 18);
        let tables = standings.tables();
        assert!(tables.contains("board control") && tables.contains("minimax"), "{tables}");
    }
}
