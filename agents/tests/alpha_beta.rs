//! Alpha-beta against values that brute force gives.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use tetreach_agents::search::Minimax;
use tetreach_agents::search::alpha_beta::{
    AlphaBeta, AlphaBetaError, AlphaBetaSettings, Heuristic, Limits, NoHeuristic,
};
use tetreach_agents::toy::{ConnectThree, TicTacToe};
use tetreach_agents::{Game, Player};

/// A heuristic that is wrong more often than right, so that nothing but proofs can be relied on.
#[derive(Clone, Copy, Debug)]
struct Noise;

impl<G: Game> Heuristic<G> for Noise {
    fn estimate(&self, _game: &G, state: &G::State) -> i32 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish() as i32 / 1000
    }
}

/// All positions of a game with their values for the player who moves.
fn positions<G: Game + Copy>(game: G) -> Vec<(G::State, f32)> {
    let mut perfect = Minimax::new(game);
    let mut open = vec![game.start()];
    let mut seen = std::collections::HashSet::from([game.start()]);
    let mut found = Vec::new();
    while let Some(state) = open.pop() {
        found.push((state, game.mover(&state).value(perfect.value(&state))));
        for next in game.moves(&state).into_iter().map(|action| game.play(&state, action)) {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

fn assert_solves<G: Game + Copy>(
    game: G,
    heuristic: impl Heuristic<G> + Copy,
    settings: AlphaBetaSettings,
    every: usize,
) {
    let mut kept = AlphaBeta::new(game, heuristic, settings).unwrap();
    let all = positions(game);
    let mut perfect = Minimax::new(game);
    for (state, value) in all.into_iter().step_by(every) {
        let report = kept.search(&state, Limits::default());
        assert_eq!(report.solved, Some(value), "{state:?}");
        assert_eq!(report.action.is_none(), game.outcome(&state).is_some());
        if let Some(action) = report.action {
            assert!(perfect.best_moves(&state).contains(&action), "{state:?} {action}");
        }
    }
}

#[test]
fn every_position_of_tic_tac_toe_is_solved() {
    let small = AlphaBetaSettings { table_bits: 4, ..Default::default() };
    assert_solves(TicTacToe, NoHeuristic, AlphaBetaSettings::default(), 1);
    assert_solves(TicTacToe, Noise, small, 1);
}

#[test]
fn positions_of_connect_three_are_solved() {
    let settings = AlphaBetaSettings { table_bits: 12, ..Default::default() };
    assert_solves(ConnectThree, NoHeuristic, settings, 37);
    assert_solves(ConnectThree, Noise, settings, 41);
}

#[test]
fn a_narrow_search_never_claims_what_is_not_so() {
    let all = positions(ConnectThree);
    let mut claimed = [0; 2];
    for width in [1, 2] {
        let settings = AlphaBetaSettings { width: Some(width), table_bits: 10, ..Default::default() };
        let mut search = AlphaBeta::new(ConnectThree, Noise, settings).unwrap();
        for (state, value) in all.iter().step_by(23) {
            let report = search.search(state, Limits::depth(16));
            if let Some(solved) = report.solved {
                assert_eq!(solved, *value, "width {width}\n{state}");
                claimed[width - 1] += 1;
            }
        }
    }
    assert!(claimed.iter().all(|claims| *claims > all.len() / 23 / 4), "{claimed:?} of {}", all.len() / 23);
}

proptest! {
    #[test]
    fn depth_limited_search_is_plain_negamax(moves in proptest::collection::vec(0_usize..4, 0..8), depth in 1_u32..5) {
        let mut state = ConnectThree.start();
        for choice in moves {
            let legal = ConnectThree.moves(&state);
            if !legal.is_empty() {
                state = ConnectThree.play(&state, legal[choice % legal.len()]);
            }
        }
        prop_assume!(ConnectThree.outcome(&state).is_none());
        let settings = AlphaBetaSettings { table_bits: 0, ..Default::default() };
        let report = AlphaBeta::new(ConnectThree, Noise, settings).unwrap().search(&state, Limits::depth(depth));
        // A search that solved the position may have stopped at a smaller depth.
        prop_assert_eq!(report.score, negamax(&state, report.depth, 0));
        prop_assert!(report.depth == depth || report.solved.is_some());
    }
}

/// The score without any cut, table or order.
fn negamax(state: &<ConnectThree as Game>::State, depth: u32, ply: i32) -> i32 {
    match ConnectThree.outcome(state) {
        Some(outcome) => {
            let value = ConnectThree.mover(state).value(outcome.value());
            return if value == 0.5 { 0 } else { (1_000_000_000 - ply) * if value > 0.5 { 1 } else { -1 } };
        }
        None if depth == 0 => return Noise.estimate(&ConnectThree, state).clamp(-1_000_000, 1_000_000),
        None => {}
    }
    let next = ConnectThree.moves(state).into_iter().map(|action| ConnectThree.play(state, action));
    next.map(|next| -negamax(&next, depth - 1, ply + 1)).max().unwrap()
}

#[test]
fn limits_are_kept_and_there_is_always_a_move() {
    let start = ConnectThree.start();
    let mut search = AlphaBeta::new(ConnectThree, NoHeuristic, AlphaBetaSettings::default()).unwrap();
    let nothing = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let report = search.search(&start, nothing);
    assert!(report.action.is_some() && report.solved.is_none());
    for nodes in [1, 10, 100, 1000] {
        let report = search.search(&start, Limits::nodes(nodes));
        assert!(report.action.is_some() && report.nodes <= nodes + 5, "{report:?}");
    }
    assert_eq!(search.search(&start, Limits::depth(3)).depth, 3);
    let begun = Instant::now();
    search.search(&start, Limits::time(Duration::from_millis(1)));
    assert!(begun.elapsed() < Duration::from_millis(500));
    assert_eq!(ConnectThree.mover(&start), Player::First);
}

#[test]
fn absurd_settings_are_refused() {
    let made = |settings| AlphaBeta::new(TicTacToe, NoHeuristic, settings).map(drop);
    assert_eq!(
        made(AlphaBetaSettings { width: Some(0), ..Default::default() }),
        Err(AlphaBetaError::NoWidth)
    );
    assert_eq!(
        made(AlphaBetaSettings { table_bits: 60, ..Default::default() }),
        Err(AlphaBetaError::Table(60))
    );
}
