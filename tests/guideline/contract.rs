//! The environment keeps Gymnasium's contract.

use tetreach::game::guideline::GuidelinePreset;
use tetreach::guideline::{ACTIONS, GuidelineEnv, GuidelineTask};
use tetreach_agents::env::check::{CheckSettings, check_env};
use tetreach_agents::{ActionSet, Autoreset, Env, GoalEnv, SyncVector, VectorEnv};

#[test]
fn every_preset_keeps_the_contract() {
    for preset in GuidelinePreset::ALL {
        let env = GuidelineEnv::new(GuidelineTask { rules: preset.rules(), pieces: 30 });
        let settings = CheckSettings { episodes: 2, max_steps: 60, ..Default::default() };
        let report = check_env(&env, &settings);
        assert!(report.passed(), "{preset}: {report}");
    }
}

#[test]
fn an_episode_ends_with_the_game_or_with_the_last_piece() {
    let mut env = GuidelineEnv::default();
    let (_, mut info) = env.reset(Some(3), &Default::default()).unwrap();
    assert_eq!(env.action_space().count(), ACTIONS);
    let mut steps = 0;
    loop {
        let step = env.step(info.legal_actions.nth(0).unwrap()).unwrap();
        steps += 1;
        if step.done() {
            assert!(step.terminated && !step.truncated, "pieces piled up on one side end the game");
            assert!(step.info.legal_actions.is_empty() && steps < 100);
            break;
        }
        info = step.info;
    }
    let mut short = GuidelineEnv::new(GuidelineTask { pieces: 1, ..*env.task() });
    let (_, info) = short.reset(Some(3), &Default::default()).unwrap();
    let step = short.step(info.legal_actions.nth(0).unwrap()).unwrap();
    assert!(step.truncated && !step.terminated);
}

#[test]
fn many_games_run_side_by_side() {
    let envs = vec![GuidelineEnv::new(GuidelineTask { pieces: 3, ..Default::default() }); 4];
    let mut vector = SyncVector::new(envs, Autoreset::SameStep).unwrap();
    let mut batch = vector.reset(Some(1), &Default::default()).unwrap();
    for step in 1..=6 {
        let actions: Vec<_> = batch.infos.iter().map(|info| info.legal_actions.nth(1).unwrap()).collect();
        vector.step(&actions, &mut batch).unwrap();
        assert_eq!(batch.has_final, [step % 3 == 0; 4]);
    }
}
