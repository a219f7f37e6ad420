//! The reverse environment: every move it offers is a placement played backwards.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Board, ReverseMove, Size};
use tetreach::reach::{
    GoalSource, RandomWalk, ReachOptions, ReachSettings, ReverseEnv, ReverseTask, SharedSource,
};
use tetreach_agents::{Action, ActionSet, Env, GoalTask, TaskModel};

#[test]
fn taking_one_piece_back_reaches_the_empty_board() {
    let mut env = ReverseEnv::new(ReachSettings::default(), SharedSource::default());
    let start = Board::from_rows(Size::STANDARD, [0b1111]);
    let (seen, info) =
        env.reset(Some(1), &ReachOptions { start: Some(start), ..Default::default() }).unwrap();
    assert!(seen.desired_goal.is_empty());
    assert_eq!(info.extra.lower_bound, Some(1));
    let takes = info.legal_actions.nth(0).unwrap();
    let step = env.step(takes).unwrap();
    assert!(step.terminated && step.info.extra.is_success && step.reward == 0.0);
    assert!(matches!(step.info.extra.detail, Some(ReverseMove::Take { row: 0, .. })));
}

#[test]
fn a_piece_that_cleared_a_row_is_taken_back_in_two_moves() {
    // Three cells of a standing I, the fourth of which completed the lowest row.
    let size = Size::new(4, 6).unwrap();
    let task = ReverseTask::new(ReachSettings { size, ..Default::default() });
    let (start, goal) = (Board::from_rows(size, [1, 1, 1]), Board::from_rows(size, [0b1110]));
    assert_eq!(task.lower_bound(&start, &goal), Some(2));
    let restore = Action(task.actions().id(ReverseMove::Restore { row: 0 }) as u16);
    let open = task.next(&start, restore);
    assert_eq!((open.row(0), task.lower_bound(&open, &goal)), (0b1111, Some(1)));
    let ends: Vec<Board> = task.legal_actions(&open).iter().map(|action| task.next(&open, action)).collect();
    assert!(ends.contains(&goal));
}

#[test]
fn promising_moves_lower_the_bound_and_ceilings_are_what_it_allows() {
    let task = ReverseTask::new(ReachSettings::default());
    let empty = Board::empty(Size::STANDARD);
    let source = RandomWalk { pieces: 6..=6 };
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let mut detours = 0;
    for _ in 0..20 {
        let board = source.draw(&empty, &mut rng).unwrap().goal;
        let before = task.lower_bound(&board, &empty).unwrap();
        let promising = task.promising_actions(&board, &empty);
        let mut ceilings = vec![f32::INFINITY; task.action_count()];
        task.lower_ceilings(&board, &empty, &mut ceilings);
        for action in task.legal_actions(&board).iter() {
            let left = task.lower_bound(&task.next(&board, action), &empty);
            assert_eq!(promising.contains(action), left.is_some_and(|left| left < before));
            assert_eq!(ceilings[action.index()], task.settings().reward.ceiling(left));
            detours += usize::from(!promising.contains(action));
        }
    }
    assert!(detours > 0, "nothing was held against any move");
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
    fn a_way_back_is_a_way_forward(seed in any::<u64>()) {
        let size = Size::new(6, 8).unwrap();
        let mut env = ReverseEnv::new(ReachSettings { size, ..Default::default() }, SharedSource::default());
        let (seen, mut info) = env.reset(Some(seed), &Default::default()).unwrap();
        let (mut rng, mut taken) = (Pcg64Mcg::seed_from_u64(seed), Vec::new());
        // Rows that came back for a piece that was not taken yet are left out.
        let mut settled = seen.observation;
        for _ in 0..30 {
            let Some(action) = info.legal_actions.sample(&mut rng) else { break };
            let step = env.step(action).unwrap();
            if let Some(ReverseMove::Take { placement, .. }) = step.info.extra.detail {
                taken.push(placement);
                settled = step.observation.observation;
            }
            if step.done() {
                break;
            }
            info = step.info;
        }
        for placement in taken.into_iter().rev() {
            settled.play(placement).unwrap();
        }
        prop_assert_eq!(settled, seen.observation);
    }

    #[test]
    fn looking_ahead_agrees_with_the_legal_moves(seed in any::<u64>()) {
        let size = Size::new(5, 7).unwrap();
        let task = ReverseTask::new(ReachSettings { size, ..Default::default() });
        let source = RandomWalk { pieces: 6..=6 };
        let board = source.draw(&Board::empty(size), &mut Pcg64Mcg::seed_from_u64(seed)).unwrap().goal;
        let legal = task.legal_actions(&board);
        let open = legal.iter().map(|action| task.next(&board, action)).chain([board]);
        for state in open.collect::<Vec<_>>() {
            let legal = task.legal_actions(&state);
            for id in 0..task.action_count() {
                let action = Action(id as u16);
                let seen = task.look_ahead(&state, action);
                let takes = matches!(task.actions().reverse_move(id), Some(ReverseMove::Take { .. }));
                // Looking ahead may allow a row that leads nowhere, never a piece that cannot be taken.
                prop_assert!(!legal.contains(action) || seen.is_some());
                prop_assert!(seen.is_none() || legal.contains(action) || !takes, "{} {}", state, id);
            }
        }
    }
}
