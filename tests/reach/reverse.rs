//! The reverse environment: every move it offers is a placement played backwards.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{ActionId, Board, Size};
use tetreach::reach::{
    GoalSource, RandomWalk, ReachOptions, ReachSettings, ReverseEnv, ReverseMoves, SharedSource,
};
use tetreach_agents::{ActionMask, Env};

fn two_letters() -> Board {
    // "HI" in five rows.
    Board::from_rows(
        Size::STANDARD,
        ["#.#..###", "#.#...#.", "###...#.", "#.#...#.", "#.#..###"].iter().rev().map(|row| {
            row.bytes()
                .enumerate()
                .fold(0, |word, (column, cell)| word | u16::from(cell == b'#') << (column + 1))
        }),
    )
}

#[test]
fn taking_one_piece_back_reaches_the_empty_board() {
    let mut env = ReverseEnv::new(ReachSettings::default(), SharedSource::default());
    let start = Board::from_rows(Size::STANDARD, [0b1111]);
    let (seen, info) =
        env.reset(Some(1), &ReachOptions { start: Some(start), ..Default::default() }).unwrap();
    assert!(seen.desired_goal.is_empty());
    assert_eq!(info.extra.lower_bound, Some(1));
    let moves = ReverseMoves::of(&start);
    let way = moves.as_slice().iter().position(|predecessor| predecessor.board.is_empty()).unwrap();
    assert_eq!(way, 0, "moves that bring back no row come first");
    let step = env.step(tetreach_agents::Action(way as u16)).unwrap();
    assert!(step.terminated && step.info.extra.is_success && step.reward == 0.0);
    assert_eq!(step.info.extra.detail.unwrap().action, ActionId(0));
}

#[test]
fn the_thesis_word_has_more_moves_than_forward_play_has_actions() {
    let moves = ReverseMoves::of(&two_letters());
    assert!(moves.as_slice().len() > 162 && moves.as_slice().len() <= ReverseMoves::CAPACITY);
    assert_eq!(moves.mask(), ActionMask::first(moves.as_slice().len()));
}

#[test]
fn a_board_that_nothing_leads_to_is_refused() {
    let size = Size::new(4, 2).unwrap();
    let checkered = Board::from_rows(size, [0b0101, 0b1010]);
    let mut env = ReverseEnv::new(ReachSettings { size, ..Default::default() }, SharedSource::default());
    let refused = env.reset(None, &ReachOptions { start: Some(checkered), ..Default::default() });
    assert!(refused.unwrap_err().to_string().contains("nothing to take back"));
    assert!(env.reset(None, &Default::default()).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_move_replays_forward_and_comes_once(seed in any::<u64>(), width in 4_usize..=10,
                                                 height in 3_usize..=20, pieces in 1_u32..=16) {
        let size = Size::new(width, height).unwrap();
        let source = RandomWalk { pieces: pieces..=pieces };
        let board = source.draw(&Board::empty(size), &mut Pcg64Mcg::seed_from_u64(seed)).unwrap().goal;
        let moves = ReverseMoves::of(&board);
        prop_assert!(moves.as_slice().len() <= ReverseMoves::CAPACITY);
        let mut boards = std::collections::HashSet::new();
        let mut previous = (0, ActionId(0));
        for predecessor in moves.as_slice() {
            let mut after = predecessor.board;
            let landing = after.play_action(predecessor.action).unwrap();
            prop_assert_eq!(after, board);
            prop_assert_eq!(landing.cleared.count(), u32::from(predecessor.cleared));
            prop_assert!(boards.insert(predecessor.board));
            prop_assert!(previous <= (predecessor.cleared, predecessor.action));
            previous = (predecessor.cleared, predecessor.action);
        }
        let every: std::collections::HashSet<Board> = board.predecessors().map(|p| p.board).collect();
        prop_assert_eq!(every.len(), boards.len() + moves.left_out());
    }

    #[test]
    fn a_way_back_is_a_way_forward(seed in any::<u64>()) {
        let size = Size::new(6, 8).unwrap();
        let mut env = ReverseEnv::new(ReachSettings { size, ..Default::default() }, SharedSource::default());
        let (seen, mut info) = env.reset(Some(seed), &Default::default()).unwrap();
        let (mut rng, mut undone) = (Pcg64Mcg::seed_from_u64(seed), Vec::new());
        let mut board = seen.observation;
        for _ in 0..20 {
            let Some(action) = info.legal_actions.sample(&mut rng) else { break };
            let step = env.step(action).unwrap();
            undone.push(step.info.extra.detail.unwrap().action);
            board = step.observation.observation;
            if step.done() {
                break;
            }
            info = step.info;
        }
        for action in undone.into_iter().rev() {
            board.play_action(action).unwrap();
        }
        prop_assert_eq!(board, seen.observation);
    }
}
