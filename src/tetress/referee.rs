//! Games between agents: moves are checked, time is measured, who breaks a rule loses.

use std::time::Instant;

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::agent::TetressAgent;
use crate::game::tetress::{Colour, Event, GameEnd, TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// By the rules.
    Play,
    /// A player made an illegal move, crashed, or broke the protocol.
    Fault,
    /// A player used up its time.
    Time,
}

/// What is allowed in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Referee {
    /// What an agent may spend per move; it is told so and trusted.
    pub budget: Budget,
    /// Seconds of wall-clock time that each player has for the whole game; who needs more loses.
    pub clock: Option<f64>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The moves, those of the opening first.
    pub moves: Vec<TetressPlacement>,
    /// The last position.
    pub last: TetressPosition,
    /// Who won.
    pub outcome: GameEnd,
    /// Why it ended.
    pub reason: Reason,
    /// The fault in one sentence, if it ended by one.
    pub message: Option<String>,
    /// Seconds that red and blue thought.
    pub seconds: [f64; 2],
    /// Seconds since the beginning at each move.
    times: Vec<f64>,
}

impl Referee {
    /// Plays a game after an opening; `agents` are red and blue.
    ///
    /// # Panics
    /// If a move of the opening is illegal.
    pub fn play(
        &self,
        mut agents: [&mut dyn TetressAgent; 2],
        opening: &[TetressPlacement],
        rng: &mut Pcg64Mcg,
    ) -> GameRecord {
        let mut position = TetressPosition::START;
        for placement in opening {
            agents.iter_mut().for_each(|agent| agent.observe(position.mover(), *placement));
            position.play(*placement).expect("invariant: the opening is legal");
        }
        let started = Instant::now();
        let mut record = GameRecord {
            moves: opening.to_vec(),
            last: position,
            outcome: GameEnd::Draw,
            reason: Reason::Play,
            message: None,
            seconds: [0.0; 2],
            times: vec![0.0; opening.len()],
        };
        loop {
            let position = &mut record.last;
            if let Some(outcome) = position.outcome() {
                record.outcome = outcome;
                return record;
            }
            let colour = position.mover();
            let thinking = Instant::now();
            let answer = agents[colour.index()].act(position, self.budget, rng);
            record.seconds[colour.index()] += thinking.elapsed().as_secs_f64();
            let spent = record.seconds[colour.index()];
            let played = answer.map_err(|failure| failure.message).and_then(|placement| {
                position.play(placement).map(|_| placement).map_err(|illegal| illegal.to_string())
            });
            let fault = match (played, self.clock) {
                (_, Some(clock)) if spent > clock => {
                    Some((Reason::Time, format!("{colour} used {spent:.1} of its {clock} seconds")))
                }
                (Ok(placement), _) => {
                    record.moves.push(placement);
                    agents.iter_mut().for_each(|agent| agent.observe(colour, placement));
                    record.times.push(started.elapsed().as_secs_f64());
                    None
                }
                (Err(message), _) => Some((Reason::Fault, format!("{colour}: {message}"))),
            };
            if let Some((reason, message)) = fault {
                record.outcome = GameEnd::Winner(colour.other());
                (record.reason, record.message) = (reason, Some(message));
                return record;
            }
        }
    }
}

impl GameRecord {
    /// The share of a colour in the tokens at the end; one half if there are none.
    pub fn board_control(&self, colour: Colour) -> f64 {
        let [own, other] = [colour, colour.other()].map(|colour| self.last.tokens(colour).len() as f64);
        if own + other > 0.0 { own / (own + other) } else { 0.5 }
    }

    /// The lines of a log that [`read_log`](crate::game::tetress::read_log) reads.
    pub fn log(&self) -> String {
        let mut log = Event::Other.at(0.0) + "\n";
        for (index, (placement, seconds)) in self.moves.iter().zip(&self.times).enumerate() {
            let (colour, turn) = (Colour::ALL[index % 2], index as u8 + 1);
            log += &(Event::Move { colour, turn, placement: *placement }.at(*seconds) + "\n");
        }
        let end = self.seconds.iter().sum();
        if let Some(message) = &self.message {
            let message = message.replace(['\t', '\n'], " ");
            log += &(Event::Fault { message }.at(end) + "\n");
        }
        log + &Event::End(self.outcome).at(end) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::super::agent::AgentFailure;
    use super::super::agents::Random;
    use super::*;
    use crate::game::tetress::read_log;
    use rand::SeedableRng;

    /// Does whatever it is told.
    #[derive(Debug)]
    struct Scripted(Result<usize, &'static str>, f64);

    impl TetressAgent for Scripted {
        fn act(
            &mut self,
            _: &TetressPosition,
            _: Budget,
            _: &mut Pcg64Mcg,
        ) -> Result<TetressPlacement, AgentFailure> {
            std::thread::sleep(std::time::Duration::from_secs_f64(self.1));
            self.0
                .map(|index| TetressPlacement::new(index).unwrap())
                .map_err(|message| AgentFailure { message: message.into() })
        }
    }

    #[test]
    fn games_end_by_the_rules_and_their_logs_can_be_replayed() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..20 {
            let record = Referee::default().play([&mut Random, &mut Random], &[], &mut rng);
            assert_eq!((record.last.outcome(), record.reason), (Some(record.outcome), Reason::Play));
            assert_eq!(read_log(&record.log()), Ok((record.moves.clone(), record.last)));
            let [red, blue] = Colour::ALL.map(|colour| record.board_control(colour));
            assert!((red + blue - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn who_breaks_the_rules_loses_and_nothing_else_happens() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let referee = Referee { clock: Some(0.05), ..Referee::default() };
        // The same placement twice lies on its own tokens.
        let illegal = referee.play([&mut Scripted(Ok(5), 0.0), &mut Random], &[], &mut rng);
        assert_eq!((illegal.outcome, illegal.reason), (GameEnd::Winner(Colour::Blue), Reason::Fault));
        let message = illegal.message.clone().unwrap();
        assert!(message.starts_with("RED: PLACE(") && message.ends_with(" is not empty"), "{message}");
        assert_eq!(read_log(&illegal.log()).unwrap().0, illegal.moves);
        let crashed = referee.play([&mut Random, &mut Scripted(Err("it crashed"), 0.0)], &[], &mut rng);
        assert_eq!(
            (crashed.outcome, crashed.message.as_deref()),
            (GameEnd::Winner(Colour::Red), Some("BLUE: it crashed"))
        );
        let slow = referee.play([&mut Scripted(Ok(5), 0.1), &mut Random], &[], &mut rng);
        assert_eq!((slow.outcome, slow.reason), (GameEnd::Winner(Colour::Blue), Reason::Time));
        assert!(slow.moves.is_empty());
    }
}
