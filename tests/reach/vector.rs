//! The vector environment against single ones.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Board, Size};
use tetreach::reach::{
    RandomWalk, ReachEnv, ReachOptions, ReachSettings, Reward, RewardKind, SharedSource, StepLimit,
    VectorReachEnv,
};
use tetreach_agents::{Action, Autoreset, Env, EnvError, VectorEnv, VectorError};

const MODES: [Autoreset; 3] = [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Each board of the vector is one environment of its own, through ends and resets.
    #[test]
    fn a_random_episode_equals_that_of_a_single_environment(
        seed in any::<u64>(), width in 4_usize..=10, height in 2_usize..=8, kind in 0_usize..4, mode in 0_usize..3,
        count in 1_usize..5, limit in 1_u32..12,
    ) {
        let settings = ReachSettings {
            size: Size::new(width, height).unwrap(),
            reward: Reward { dead_end: -3.0, ..Reward::of_kind(RewardKind::ALL[kind]) },
            limit: StepLimit::Steps(limit),
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
            let actions: Vec<Action> =
                batch.infos.iter().map(|info| info.legal_actions.sample(&mut rng).unwrap_or_default()).collect();
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
                    prop_assert_eq!((step.observation, &step.info), (batch.final_observations[i], &batch.final_infos[i]));
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
