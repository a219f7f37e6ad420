//! The forward environment as its users see it.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Actions, Board, Orientation, Piece, Placement, Size};
use tetreach::reach::{
    Ends, EnvKind, GeneratedGoals, Generator, GoalSource, IllegalActions, OnSuccess, RandomWalk, ReachEnv,
    ReachOptions, ReachSettings, Reward, RewardKind, SharedSource, Split, StepLimit, SuiteGoals, Target,
    check, fewest_pieces,
};
use tetreach::{to_action, to_placement};
use tetreach_agents::env::check::CheckSettings;
use tetreach_agents::{Action, Env, EnvError, GoalEnv, GoalTask, Transition};

fn settings(size: Size, kind: RewardKind) -> ReachSettings {
    ReachSettings { size, reward: Reward::of_kind(kind), ..Default::default() }
}

fn rows(size: Size, rows: &[u16]) -> Board {
    Board::from_rows(size, rows.iter().copied())
}

#[test]
fn the_whole_contract_holds_for_every_environment_reward_and_board() {
    let how = CheckSettings { seed: 7, episodes: 3, max_steps: 24 };
    for (width, height) in [(10, 20), (6, 5), (16, 2)] {
        for kind in RewardKind::ALL {
            for env in EnvKind::ALL {
                let report = check(env, &settings(Size::new(width, height).unwrap(), kind), &how);
                assert!(report.passed(), "{env} {width}x{height} {kind}\n{report}");
            }
        }
    }
}

#[test]
fn two_pieces_reach_their_board() {
    let mut env = ReachEnv::new(ReachSettings::default(), SharedSource::default());
    let goal = rows(Size::STANDARD, &[0b1111_1111]);
    let options = ReachOptions { goal: Some(goal), ..Default::default() };
    let (seen, info) = env.reset(Some(1), &options).unwrap();
    assert!(seen.observation.is_empty() && seen.desired_goal == goal);
    assert_eq!((info.extra.lower_bound, info.legal_actions.count(), info.extra.detail), (Some(2), 162, None));
    // Actions 0 to 6 are the lying I from left to right.
    let first = env.step(Action(0)).unwrap();
    assert_eq!((first.reward, first.terminated, first.info.extra.lower_bound), (-1.0, false, Some(1)));
    let second = env.step(Action(4)).unwrap();
    assert_eq!((second.reward, second.terminated, second.info.extra.is_success), (0.0, true, true));
    assert_eq!(second.info.extra.detail.unwrap().row, 0);
    assert_eq!(env.step(Action(0)), Err(EnvError::StepAfterEnd));
    let episode = env.episode().unwrap();
    let text = tetreach::draw::ansi(&episode.state, &episode.desired_goal, false);
    assert!(text.contains("|########..|  |########..|"));
}

#[test]
fn a_cleared_row_is_told() {
    let mut env = ReachEnv::new(ReachSettings::default(), SharedSource::default());
    let start = rows(Size::STANDARD, &[0b11_1111]);
    env.reset(None, &ReachOptions::between(start, Board::empty(Size::STANDARD))).unwrap();
    let step = env.step(Action(6)).unwrap();
    assert!(step.terminated && step.info.extra.is_success);
    assert_eq!(step.info.extra.detail.unwrap().cleared.iter().collect::<Vec<_>>(), [0]);
}

#[test]
fn an_episode_is_cut_at_its_limit_and_ends_where_no_piece_fits() {
    let limit = StepLimit::Steps(3);
    let mut env = ReachEnv::new(ReachSettings { limit, ..Default::default() }, SharedSource::default());
    let options = ReachOptions { goal: Some(rows(Size::STANDARD, &[0b1111_0000])), ..Default::default() };
    env.reset(None, &options).unwrap();
    let cut: Vec<_> =
        (0..3).map(|_| env.step(Action(0)).unwrap()).map(|s| (s.terminated, s.truncated)).collect();
    assert_eq!(cut, [(false, false), (false, false), (false, true)]);

    // On two rows of four columns nothing fits beside a T that lies at the left wall.
    let size = Size::new(4, 2).unwrap();
    let mut env = ReachEnv::new(settings(size, RewardKind::Sparse), SharedSource::default());
    env.reset(None, &ReachOptions { goal: Some(rows(size, &[0b0110])), ..Default::default() }).unwrap();
    let lying = Placement { orientation: Orientation::of(Piece::T, 0).unwrap(), column: 0 };
    let action = Actions::of_width(4).id(lying).unwrap();
    let step = env.step(to_action(action)).unwrap();
    assert!(step.terminated && !step.info.extra.is_success && step.info.legal_actions.is_empty());
}

#[test]
fn impossible_options_are_refused_in_one_sentence() {
    let mut env = ReachEnv::new(ReachSettings::default(), SharedSource::default());
    let refused =
        |env: &mut ReachEnv, options: &ReachOptions| env.reset(None, options).unwrap_err().to_string();
    let small = Board::empty(Size::new(4, 4).unwrap());
    let text = refused(&mut env, &ReachOptions { goal: Some(small), ..Default::default() });
    assert_eq!(text, "reset refused its options: a board is 4x4, but the environment is 10x20");
    let full = rows(Size::STANDARD, &[0b1, 0x3FF]);
    let text = refused(&mut env, &ReachOptions { start: Some(full), ..Default::default() });
    assert_eq!(text, "reset refused its options: row 2 of a board is full, and full rows vanish");
    let tower = rows(Size::STANDARD, &[0x155, 0x2AA].repeat(10));
    let text = refused(&mut env, &ReachOptions { start: Some(tower), ..Default::default() });
    assert_eq!(text, "reset refused its options: no piece fits on the start board");
    let nothing = SharedSource::new(|_: &Board, _: &mut Pcg64Mcg| None::<Ends>);
    let text = refused(&mut env, &ReachOptions { source: Some(nothing), ..Default::default() });
    assert_eq!(text, "reset refused its options: the source of goals drew none");
    assert_eq!(env.step(Action(0)), Err(EnvError::StepBeforeReset));
}

#[test]
fn a_closure_may_draw_both_ends_and_options_overrule_it() {
    let far = rows(Size::STANDARD, &[0b1111]);
    let goal = rows(Size::STANDARD, &[0b1111, 0b1111]);
    let source = SharedSource::new(move |_: &Board, _: &mut Pcg64Mcg| Some(Ends { start: far, goal }));
    let mut env = ReachEnv::new(ReachSettings::default(), source);
    let (seen, _) = env.reset(Some(0), &Default::default()).unwrap();
    assert_eq!((seen.observation, seen.desired_goal), (far, goal));
    let empty = Board::empty(Size::STANDARD);
    let (seen, _) = env.reset(None, &ReachOptions { start: Some(empty), ..Default::default() }).unwrap();
    assert_eq!((seen.observation, seen.desired_goal), (empty, goal));
    env.set_source(SharedSource::new(RandomWalk { pieces: 1..=1 }));
    let (seen, info) = env.reset(None, &Default::default()).unwrap();
    assert_eq!((seen.desired_goal.cells(), info.extra.lower_bound), (4, Some(1)));
}

#[test]
fn generators_and_suites_draw_goals_from_the_stream_of_the_environment() {
    let generator = Generator::Reverse { rows: 4, density: 50, steps: 3 };
    let goals = GeneratedGoals::new(generator, Size::STANDARD, Split::Validation).unwrap();
    let mut env = ReachEnv::new(ReachSettings::default(), SharedSource::new(goals));
    let (first, info) = env.reset(Some(4), &Default::default()).unwrap();
    assert_eq!(Split::of(&first.desired_goal), Split::Validation);
    assert!(info.extra.lower_bound.is_some_and(|bound| bound <= 3));
    let (second, _) = env.reset(None, &Default::default()).unwrap();
    assert_ne!(first.desired_goal, second.desired_goal);
    assert_eq!(env.reset(Some(4), &Default::default()).unwrap().0, first);
    assert!(GeneratedGoals::new(Generator::Stack { pieces: 99 }, Size::STANDARD, Split::Train).is_err());

    let targets = vec![Target::new(rows(Size::STANDARD, &[0b1111])).unwrap()];
    env.set_source(SharedSource::new(SuiteGoals { targets: targets.clone() }));
    assert_eq!(env.reset(None, &Default::default()).unwrap().0.desired_goal, *targets[0].board());
    env.set_source(SharedSource::new(SuiteGoals { targets: Vec::new() }));
    assert!(env.reset(None, &Default::default()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Ng, Harada and Russell 1999: shaping adds the same to every way between a start and an end.
    #[test]
    fn potential_shaping_telescopes(seed in any::<u64>(), width in 4_usize..=10, height in 4_usize..=12,
                                    gamma in 0.5_f32..=1.0) {
        let size = Size::new(width, height).unwrap();
        let shaped = Reward { gamma, ..Reward::of_kind(RewardKind::Potential) };
        let mut env = ReachEnv::new(ReachSettings { size, reward: shaped, ..Default::default() }, Default::default());
        let plain = ReachEnv::new(settings(size, RewardKind::Sparse), Default::default());
        let (seen, mut info) = env.reset(Some(seed), &Default::default()).unwrap();
        let goal = seen.desired_goal;
        let wrong = |board: &Board| f64::from(tetreach::reach::differing_cells(board, &goal)) / 4.0;
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut discount, mut added) = (seen.observation, 1.0_f64, 0.0_f64);
        for elapsed in 1.. {
            let action = info.legal_actions.sample(&mut rng).unwrap();
            let step = env.step(action).unwrap();
            let transition = Transition { state, action, next_state: step.observation.observation, elapsed };
            let sparse = plain.task().reward(&transition, &goal);
            added += discount * f64::from(step.reward - sparse);
            discount *= f64::from(gamma);
            state = transition.next_state;
            if step.done() {
                let left = if step.terminated { 0.0 } else { wrong(&state) };
                prop_assert!((added - (wrong(&seen.observation) - discount * left)).abs() < 1e-3);
                break;
            }
            info = step.info;
        }
    }

    #[test]
    fn the_drawn_goals_are_within_reach(seed in any::<u64>(), width in 4_usize..=16, height in 2_usize..=20,
                                        pieces in 1_u32..=12) {
        let start = Board::empty(Size::new(width, height).unwrap());
        let source = RandomWalk { pieces: pieces..=pieces };
        let ends = source.draw(&start, &mut Pcg64Mcg::seed_from_u64(seed)).unwrap();
        prop_assert_eq!(ends.start, start);
        prop_assert!(fewest_pieces(&start, &ends.goal).is_some());
        prop_assert_eq!(Some(ends), source.draw(&start, &mut Pcg64Mcg::seed_from_u64(seed)));
    }

    #[test]
    fn every_reward_under_any_goal_is_what_a_step_gives(seed in any::<u64>(), kind in 0_usize..4) {
        let size = Size::new(6, 6).unwrap();
        let mut env = ReachEnv::new(settings(size, RewardKind::ALL[kind]), SharedSource::default());
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let state = env.reset(Some(seed), &Default::default()).unwrap().0.desired_goal;
        let goal = env.reset(None, &Default::default()).unwrap().0.desired_goal;
        let (_, info) = match env.reset(None, &env.options_for(state, goal)) {
            Ok(start) => start,
            Err(_) => return Ok(()),
        };
        let action = info.legal_actions.sample(&mut rng).unwrap();
        let mut next_state = state;
        next_state.play_action(to_placement(action)).unwrap();
        let transition = Transition { state, action, next_state, elapsed: 1 };
        let step = env.step(action).unwrap();
        let (mut reward, mut terminated, mut truncated) = ([0.0; 2], [false; 2], [true; 2]);
        env.task().compute_reward(&[transition; 2], &[goal, next_state], &mut reward);
        env.task().compute_terminated(&[transition; 2], &[goal, next_state], &mut terminated);
        env.task().compute_truncated(&[transition; 2], &[goal, next_state], &mut truncated);
        prop_assert_eq!((reward[0], terminated[0], truncated[0]), (step.reward, step.terminated, step.truncated));
        prop_assert!(terminated[1], "in hindsight every board was the goal");
    }
}

#[test]
fn what_is_not_legal_stays_or_ends_as_the_settings_say() {
    let size = Size::new(4, 4).unwrap();
    let (start, goal) = (rows(size, &[0b0111, 0b0011, 0b0001, 0b0001]), rows(size, &[0b0110]));
    let options = ReachOptions::between(start, goal);
    let reward = Reward { dead_end: -3.0, ..Reward::default() };
    for (illegal, ends, earned) in [(IllegalActions::Stay, false, -1.0), (IllegalActions::End, true, -4.0)] {
        let settings = ReachSettings { size, reward, illegal, ..Default::default() };
        let mut env = ReachEnv::new(settings, SharedSource::default());
        let (_, info) = env.reset(Some(1), &options).unwrap();
        let action = (0..).map(Action).find(|action| !info.legal_actions.contains(*action)).unwrap();
        let step = env.step(action).unwrap();
        assert_eq!((step.terminated, step.truncated, step.reward), (ends, false, earned));
        assert_eq!((step.observation.observation, step.info.extra.detail), (start, None));
        assert_eq!(env.step(action).is_err(), ends);
    }
}

#[test]
fn a_goal_where_the_episode_stays_is_left_by_the_limit_only() {
    let settings =
        ReachSettings { limit: StepLimit::Steps(3), on_success: OnSuccess::Stay, ..ReachSettings::default() };
    let goal = rows(Size::STANDARD, &[0b1111]);
    let mut env = ReachEnv::new(settings, SharedSource::default());
    env.reset(Some(1), &ReachOptions { goal: Some(goal), ..Default::default() }).unwrap();
    for (number, action) in [0, 7, 400].into_iter().enumerate() {
        let step = env.step(Action(action)).unwrap();
        assert_eq!((step.observation.observation, step.reward, step.terminated), (goal, 0.0, false));
        assert_eq!(step.truncated, number == 2);
    }
    let kept = env.snapshot();
    env.reset(None, &Default::default()).unwrap();
    assert_ne!(env.snapshot(), kept);
    env.restore(&kept).unwrap();
    assert_eq!(env.snapshot(), kept);
    assert_eq!(env.step(Action(0)).unwrap_err(), EnvError::StepAfterEnd);
}
