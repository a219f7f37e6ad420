//! Games of an expert against itself.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::Action;
use tetreach_agents::search::alpha_beta::{AlphaBeta, Limits};
use tetreach_agents::train::{Advice, Demonstrate, TrainError, Trajectory};
use tetreach_agents::{Game, Outcome};

use super::concession::conceded;
use super::config::ImitationConfig;
use crate::game::tetress::{GameEnd, TetressPosition, playout};
use crate::tetress::agents::AlphaBetaAgent;
use crate::tetress::{Mobility, Tetress};

/// The difference of an expert's estimates, in points of [`Mobility`], at which one side wins about three games of
/// four.
const POINTS: f32 = 200.0;

/// Alpha-beta on mobility against itself, with some moves drawn so that games differ.
pub struct ExpertGames {
    settings: ImitationConfig,
    rng: Pcg64Mcg,
}

/// A game of an expert.
#[derive(Clone, Debug)]
pub(super) struct ExpertGame {
    /// The positions, one more than moves.
    pub states: Vec<TetressPosition>,
    /// The moves played.
    pub actions: Vec<Action>,
    /// The expert's choice in each position but the last.
    pub best: Vec<Action>,
    /// What the expert thinks of the chances of who moves.
    pub chances: Vec<f32>,
}

impl ExpertGames {
    /// Games with these settings.
    pub fn new(settings: ImitationConfig, rng: Pcg64Mcg) -> Self {
        ExpertGames { settings, rng }
    }

    /// One game from its opening to its end, with the expert's choice in every position.
    pub fn game(&mut self) -> ExpertGame {
        let mut position = opening(self.settings.opening, &mut self.rng);
        let (states, actions, best, chances) = (vec![position], Vec::new(), Vec::new(), Vec::new());
        let mut game = ExpertGame { states, actions, best, chances };
        // A new table for each game: what is shown depends on the stream alone, and a run can be repeated.
        let mut expert = AlphaBeta::new(Tetress, Mobility, AlphaBetaAgent::SETTINGS)
            .expect("invariant: the settings are valid");
        let limits = Limits { depth: None, nodes: Some(self.settings.nodes), deadline: None };
        while Tetress.outcome(&position).is_none() {
            let drawn = drawn_move(&position, &mut self.rng);
            let report = expert.search(&position, limits);
            let best = report.action.unwrap_or(drawn);
            let action = if self.rng.random_bool(self.settings.random) { drawn } else { best };
            let estimate = 1.0 / (1.0 + (-(report.score as f32) / POINTS).exp());
            game.best.push(best);
            game.chances.push(report.solved.unwrap_or(estimate));
            game.actions.push(action);
            position = Tetress.play(&position, action);
            game.states.push(position);
        }
        game
    }

    /// A step of a game as an episode of its own: the expert's choice as advice, and as winner that of the game, of a
    /// random game, or one drawn with the chances that the expert sees.
    fn step(&mut self, game: &ExpertGame, step: usize) -> Option<Trajectory<TetressPosition, ()>> {
        let (state, next) = (game.states[step], game.states[step + 1]);
        let (settings, chance) = (self.settings, game.chances[step]);
        let is_proved = chance == 0.0 || chance == 1.0;
        let wins = if self.rng.random_bool(settings.outcomes) {
            mover_wins(&state, game.states.last()?)
        } else if !is_proved && self.rng.random_bool(settings.playouts) {
            playout(&state, &mut self.rng).outcome == GameEnd::Winner(state.mover())
        } else {
            self.rng.random_bool(chance.into())
        };
        let mut shown = Trajectory::new(state, ());
        shown.push(game.actions[step], conceded(if wins { &next } else { &state })?);
        shown.advice.push(Advice { step: 0, policy: [(game.best[step], 1.0)].into() });
        Some(shown)
    }
}

impl std::fmt::Debug for ExpertGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExpertGames").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Demonstrate<TetressPosition, ()> for ExpertGames {
    fn show(&mut self) -> Result<Vec<Trajectory<TetressPosition, ()>>, TrainError> {
        let game = self.game();
        Ok((0..game.actions.len()).filter_map(|step| self.step(&game, step)).collect())
    }

    fn rng(&mut self) -> &mut Pcg64Mcg {
        &mut self.rng
    }
}

/// A position after some drawn moves, not yet at its end.
pub(super) fn opening([fewest, most]: [u8; 2], rng: &mut Pcg64Mcg) -> TetressPosition {
    loop {
        let mut position = Tetress.start();
        for _ in 0..rng.random_range(fewest..=most) {
            if Tetress.outcome(&position).is_none() {
                position = Tetress.play(&position, drawn_move(&position, rng));
            }
        }
        if Tetress.outcome(&position).is_none() {
            return position;
        }
    }
}

/// Any legal move of a position that has not ended.
fn drawn_move(position: &TetressPosition, rng: &mut Pcg64Mcg) -> Action {
    let legal = position.moves();
    let placement = legal.nth(rng.random_range(0..legal.count())).expect("invariant: below the count");
    Tetress::action(placement)
}

/// Whether the player who moves in a state of a finished game wins it; draws are no wins.
pub(super) fn mover_wins(state: &TetressPosition, last: &TetressPosition) -> bool {
    let outcome = Tetress.outcome(last).map_or(0.5, Outcome::value);
    Tetress.mover(state).value(outcome) > 0.5
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use tetreach_agents::{GameTask, GoalTask};

    use super::*;

    fn games(settings: ImitationConfig) -> ExpertGames {
        ExpertGames::new(settings, Pcg64Mcg::seed_from_u64(3))
    }

    #[test]
    fn the_expert_chooses_in_every_position_of_games_that_differ() {
        let settings = ImitationConfig { nodes: 300, random: 0.3, ..ImitationConfig::default() };
        let mut games = games(settings);
        let (one, other) = (games.game(), games.game());
        assert_ne!(one.states, other.states);
        for game in [one, other] {
            let last = game.states[game.states.len() - 1];
            assert!(Tetress.outcome(&last).is_some());
            let opening = game.states[0].turn();
            assert!((2..=8).contains(&opening), "{opening}");
            let length = game.actions.len();
            assert_eq!([game.best.len(), game.chances.len(), game.states.len() - 1], [length; 3]);
            let followed =
                game.best.iter().zip(&game.actions).filter(|(best, action)| best == action).count();
            assert!(followed > length / 3 && followed < length, "{followed} of {length}");
            for choices in [&game.best, &game.actions] {
                let mut moves = game.states.iter().zip(choices);
                assert!(moves.all(|(state, action)| Tetress.moves(state).contains(action)));
            }
            // Who makes the last move has proved it, if the expert chose it.
            let is_chosen = game.best[length - 1] == game.actions[length - 1];
            assert!(!is_chosen || game.chances[length - 1] == 1.0, "{:?}", game.chances);
            assert_ne!(
                mover_wins(&game.states[0], &last),
                mover_wins(&game.states[1], &last),
                "one of two wins"
            );
        }
    }

    #[test]
    fn what_is_shown_is_worth_what_the_expert_thinks_or_how_the_game_ended() {
        let task = GameTask { game: Tetress };
        let success = |shown: &Trajectory<TetressPosition, ()>| {
            assert_eq!((shown.len(), shown.advice.len(), shown.is_sound()), (1, 1, true));
            task.success(&shown.states[0], &shown.states[1], &()).unwrap()
        };
        let settings = ImitationConfig { nodes: 300, ..ImitationConfig::default() };
        let mut by_search = games(ImitationConfig { outcomes: 0.0, playouts: 0.0, ..settings });
        let game = by_search.game();
        for step in 0..game.actions.len() {
            let drawn = (0..60).map(|_| success(&by_search.step(&game, step).unwrap())).sum::<f32>() / 60.0;
            assert!((drawn - game.chances[step]).abs() < 0.27, "{drawn} for {}", game.chances[step]);
        }
        let mut by_end = games(ImitationConfig { outcomes: 1.0, ..settings });
        let shown: Vec<f32> = by_end.show().unwrap().iter().map(success).collect();
        assert!(shown.len() > 10 && shown.windows(2).all(|two| two[0] != two[1]), "{shown:?}");
    }
}
