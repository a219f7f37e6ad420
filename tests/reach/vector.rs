//! The vector environment against single ones.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Board, Size};
use tetreach::reach::{
    IllegalActions, OnSuccess, RandomWalk, ReachEnv, ReachInfo, ReachOptions, ReachSettings, Reward,
    RewardKind, SharedSource, StepLimit, VectorReachEnv,
};
use tetreach_agents::{Action, ActionMask, Autoreset, Env, EnvError, VectorEnv, VectorError};

const MODES: [Autoreset; 3] = [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Each board of the vector is a separate environment, through ends and resets.
    #[test]
    fn a_random_episode_equals_that_of_a_single_environment(
        seed in any::<u64>(), width in 4_usize..=10, height in 2_usize..=8, kind in 0_usize..4, mode in 0_usize..3,
        count in 1_usize..5, limit in 1_u32..12, illegal in 0_usize..3, stays in any::<bool>(),
    ) {
        let settings = ReachSettings {
            size: Size::new(width, height).unwrap(),
            reward: Reward { dead_end: -3.0, ..Reward::of_kind(RewardKind::ALL[kind]) },
            limit: StepLimit::Steps(limit),
            illegal: [IllegalActions::Error, IllegalActions::Stay, IllegalActions::End][illegal],
            on_success: if stays { OnSuccess::Stay } else { OnSuccess::End },
        };
        let source = SharedSource::new(RandomWalk { pieces: 1..=2 });
        let mode = MODES[mode];
        let mut vector = VectorReachEnv::new(count, settings, source.clone(), mode).unwrap();
        let mut batch = vector.reset(Some(seed), &Default::default()).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut singles = Vec::new();
        for i in 0..count {
            let mut single = ReachEnv::new(settings, source.clone());
            let (observation, info) = single.reset(Some(seed.wrapping_add(i as u64)), &Default::default()).unwrap();
            prop_assert_eq!((observation, &info), (batch.observations[i], &batch.infos[i]));
            singles.push(single);
        }
        for _ in 0..40 {
            let any = ActionMask::first(vector.single_action_space().count());
            let choice = |legal: &ActionMask| if illegal == 0 { *legal } else { any };
            let mut choose = |info: &ReachInfo| choice(&info.legal_actions).sample(&mut rng).unwrap_or_default();
            let actions: Vec<Action> = batch.infos.iter().map(&mut choose).collect();
            let ended: Vec<bool> = (0..count).map(|i| batch.terminated[i] || batch.truncated[i]).collect();
            vector.step(&actions, &mut batch).unwrap();
            for (i, single) in singles.iter_mut().enumerate() {
                if mode == Autoreset::NextStep && ended[i] {
                    let (observation, info) = single.reset(None, &Default::default()).unwrap();
                    prop_assert_eq!((observation, &info), (batch.observations[i], &batch.infos[i]));
                    prop_assert!(batch.started[i] && !batch.terminated[i] && !batch.truncated[i]);
                    prop_assert_eq!(batch.rewards[i], 0.0);
                    continue;
                }
                let step = single.step(actions[i]).unwrap();
                prop_assert_eq!(step.reward, batch.rewards[i]);
                prop_assert_eq!((step.terminated, step.truncated), (batch.terminated[i], batch.truncated[i]));
                prop_assert_eq!(step.done(), batch.has_final[i]);
                if step.done() {
                    let last = (batch.final_observations[i], &batch.final_infos[i]);
                    prop_assert_eq!((step.observation, &step.info), last);
                }
                if step.done() && mode == Autoreset::SameStep {
                    let (observation, info) = single.reset(None, &Default::default()).unwrap();
                    prop_assert_eq!((observation, &info), (batch.observations[i], &batch.infos[i]));
                    prop_assert!(batch.started[i]);
                } else {
                    prop_assert_eq!((step.observation, &step.info), (batch.observations[i], &batch.infos[i]));
                    prop_assert!(!batch.started[i]);
                }
                if step.done() && mode == Autoreset::Disabled {
                    single.reset(None, &Default::default()).unwrap();
                }
            }
            if mode == Autoreset::Disabled {
                let over = batch.has_final.clone();
                vector.reset_where(&over, None, &Default::default(), &mut batch).unwrap();
            }
        }
    }
}

#[test]
fn options_start_all_boards_alike_and_refusals_name_the_board() {
    let mut vector =
        VectorReachEnv::new(3, ReachSettings::default(), SharedSource::default(), Autoreset::Disabled)
            .unwrap();
    let refused = vector.advance(&[Action(0); 3]).unwrap_err();
    assert_eq!(refused, VectorError::Env { index: 0, source: EnvError::StepBeforeReset });
    let goal = Board::from_rows(Size::STANDARD, [0b1111]);
    let options = ReachOptions { goal: Some(goal), ..Default::default() };
    let mut batch = vector.reset(Some(1), &options).unwrap();
    assert!(vector.goals().iter().all(|board| *board == goal));
    vector.step(&[Action(0), Action(1), Action(2)], &mut batch).unwrap();
    assert_eq!(
        (&batch.rewards[..], &batch.terminated[..]),
        (&[0.0, -1.0, -1.0][..], &[true, false, false][..])
    );
    let refused = vector.step(&[Action(0); 3], &mut batch).unwrap_err();
    assert_eq!(refused, VectorError::Env { index: 0, source: EnvError::StepAfterEnd });
    vector.reset_where(&[true, false, false], Some(9), &options, &mut batch).unwrap();
    let refused = vector.step(&[Action(0), Action(0), Action(162)], &mut batch).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "environment 2: action 162 is not legal here: choose one from the action mask"
    );
    assert!(vector.step(&[Action(0)], &mut batch).is_err());
}

#[test]
fn a_restored_board_goes_on_as_it_did() {
    let settings = ReachSettings { size: Size::new(6, 6).unwrap(), ..Default::default() };
    let source = SharedSource::new(RandomWalk { pieces: 1..=3 });
    let new = || VectorReachEnv::new(2, settings, source.clone(), Autoreset::NextStep).unwrap();
    let (mut one, mut other) = (new(), new());
    assert_eq!((one.snapshot(0).episode, one.has_ended(0)), (None, None));
    one.restart_one(0, Some(5), &Default::default()).unwrap();
    one.restart_one(1, Some(5), &Default::default()).unwrap();
    assert_eq!((one.states()[0], one.goals()[0]), (one.states()[1], one.goals()[1]));
    assert_eq!(one.has_ended(1), Some(false));
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for step in 0..200 {
        if step % 50 == 20 {
            (0..2).for_each(|index| other.restore(index, &one.snapshot(index)).unwrap());
        }
        let actions: Vec<Action> = one
            .states()
            .iter()
            .map(|state| tetreach::reach::legal_mask(state).sample(&mut rng).unwrap_or_default())
            .collect();
        one.advance(&actions).unwrap();
        assert_eq!(one.has_ended(0), Some(one.arrays().has_final[0]));
        if step >= 20 {
            other.advance(&actions).unwrap();
            assert_eq!((one.states(), one.goals()), (other.states(), other.goals()));
            assert_eq!(one.arrays().rewards, other.arrays().rewards);
        }
    }
    let other_size = VectorReachEnv::new(1, Default::default(), source.clone(), Autoreset::NextStep);
    let refused = other_size.unwrap().restore(0, &one.snapshot(0)).unwrap_err().to_string();
    assert_eq!(
        refused,
        "environment 0: reset refused its options: a board is 6x6, but the environment is 10x20"
    );
}
