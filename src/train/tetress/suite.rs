//! What a network is judged by: games against others, and whether it knows who wins.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::GameTask;
use tetreach_agents::evaluate::{Evaluations, Evaluator, GreedyBy, Policy};
use tetreach_agents::store::SuiteScore;
use tetreach_agents::train::{BoxedEvaluator, Demonstrate, Episodes, SuiteRun, TrainError, ValidationSuite};

use super::config::ImitationConfig;
use super::demonstrations::{ExpertGames, mover_wins};
use crate::game::tetress::{Colour, GameEnd, TetressPosition};
use crate::solve::Budget;
use crate::tetress::{AgentName, AgentNameError, Tetress, opening};

/// The evaluators of the trainer.
type TetressEvaluator = BoxedEvaluator<TetressPosition, ()>;

/// The seed of openings that judge progress, and of those never used before.
fn seed(of: Episodes) -> u64 {
    match of {
        Episodes::Validation => 0x7e7e_0001,
        Episodes::Test => 0x7e7e_0002,
    }
}

/// Games by the most probable move against an agent, each opening with both colours; a game won is a target reached.
#[derive(Clone, Debug)]
pub(super) struct GamesAgainst {
    name: String,
    opponent: AgentName,
    games: usize,
    seed: u64,
}

impl GamesAgainst {
    /// This number of games against the agent of this name.
    pub fn new(opponent: &str, games: usize, of: Episodes) -> Result<Self, AgentNameError> {
        Ok(GamesAgainst { name: opponent.to_owned(), opponent: opponent.parse()?, games, seed: seed(of) })
    }

    /// Plays a game; its length, and whether the network won.
    fn play(&self, number: u64, policy: &mut PolicyOf<'_>) -> Result<(usize, bool), TrainError> {
        let own = Colour::ALL[number as usize % 2];
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed ^ number);
        let mut opponent = self.opponent.make();
        let mut position = TetressPosition::START;
        for placement in opening(self.seed, number / 2, 2) {
            position = position.after(placement);
        }
        let mut actions = Vec::new();
        loop {
            if let Some(end) = position.outcome() {
                return Ok((position.turn().into(), end == GameEnd::Winner(own)));
            }
            let placement = if position.mover() == own {
                policy.act(&[(position, ())], 0.0, &mut rng, &mut actions)?;
                Tetress::placement(actions[0])
            } else {
                opponent.act(&position, Budget::default(), &mut rng).map_err(TrainError::other)?
            };
            position = position.after(placement);
        }
    }
}

/// The policy of an evaluator.
type PolicyOf<'a> = Policy<GameTask<Tetress>, &'a mut TetressEvaluator>;

impl ValidationSuite<TetressPosition, ()> for GamesAgainst {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, evaluator: &mut TetressEvaluator) -> Result<SuiteRun, TrainError> {
        let mut policy = Policy::new(GameTask { game: Tetress }, evaluator, GreedyBy::Policy);
        let ends = (0..self.games as u64).map(|number| self.play(number, &mut policy));
        let ends = ends.collect::<Result<Vec<_>, _>>()?;
        Ok(SuiteRun { score: SuiteScore::new(&self.name, ends), picture: None, example: None })
    }
}

/// A position of each of some games of an expert: one whose winner the network names is a target reached.
#[derive(Clone, Debug)]
pub(super) struct Outcomes {
    positions: Vec<(TetressPosition, bool)>,
}

impl Outcomes {
    /// Positions of this number of games that training never sees.
    pub fn new(settings: ImitationConfig, games: usize, of: Episodes) -> Self {
        let mut expert = ExpertGames::new(settings, Pcg64Mcg::seed_from_u64(seed(of)));
        let positions = (0..games).map(|_| {
            let game = expert.game();
            let state = game.states[expert.rng().random_range(0..game.actions.len())];
            (state, mover_wins(&state, &game.states[game.actions.len()]))
        });
        Outcomes { positions: positions.collect() }
    }
}

impl ValidationSuite<TetressPosition, ()> for Outcomes {
    fn name(&self) -> &str {
        "outcomes"
    }

    fn run(&self, evaluator: &mut TetressEvaluator) -> Result<SuiteRun, TrainError> {
        let pairs: Vec<(TetressPosition, ())> =
            self.positions.iter().map(|(state, _)| (*state, ())).collect();
        let mut judged = Evaluations::default();
        evaluator.evaluate(&pairs, &mut judged).map_err(TrainError::other)?;
        let right = self.positions.iter().zip(&judged.success);
        let right = right.map(|((_, wins), success)| (1, (*success > 0.5) == *wins));
        Ok(SuiteRun { score: SuiteScore::new(self.name(), right), picture: None, example: None })
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::evaluate::UniformEvaluator;

    use super::*;

    #[test]
    fn a_network_that_knows_nothing_loses_some_and_guesses_half() {
        let mut evaluator: TetressEvaluator = Box::new(UniformEvaluator { task: GameTask { game: Tetress } });
        let games = GamesAgainst::new("greedy", 6, Episodes::Validation).unwrap();
        let score = games.run(&mut evaluator).unwrap().score;
        assert_eq!((score.suite.as_str(), score.targets), ("greedy", 6));
        assert!(score.mean_length > 10.0 && score.reached < 6, "{score:?}");
        let settings = ImitationConfig { nodes: 200, ..ImitationConfig::default() };
        let score = Outcomes::new(settings, 40, Episodes::Validation).run(&mut evaluator).unwrap().score;
        assert_eq!(score.targets, 40);
        // It finds every position won, which is right about every other time.
        assert!((0.3..=0.7).contains(&score.rate()), "{score:?}");
        let unseen = Outcomes::new(settings, 4, Episodes::Test);
        assert_ne!(unseen.positions, Outcomes::new(settings, 4, Episodes::Validation).positions);
    }
}
