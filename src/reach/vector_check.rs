//! What the vector environment promises: it is as many single environments, only faster.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::check::CheckSettings;
use tetreach_agents::{Action, ActionMask, Autoreset, BatchOf, SyncVector, VectorEnv};

use super::check::{CheckVerdict, Rule};
use super::encode::{encode, plane_count};
use super::env::ReachEnv;
use super::goal_source::SharedSource;
use super::options::{ReachOptions, ReachSettings};
use super::vector::VectorReachEnv;

/// The number of boards checked side by side.
const BOARDS: usize = 16;

pub(super) static RULES: [Rule; 6] = [
    Rule {
        name: "next_step",
        sentence: "With reset in the next step, every array equals that of single environments at every step.",
        holds: |settings, how| equal_to_singles(settings, how, Autoreset::NextStep),
    },
    Rule {
        name: "same_step",
        sentence: "With reset in the same step, every array equals that of single environments at every step.",
        holds: |settings, how| equal_to_singles(settings, how, Autoreset::SameStep),
    },
    Rule {
        name: "disabled",
        sentence: "With resets by the caller, every array equals that of single environments at every step.",
        holds: |settings, how| equal_to_singles(settings, how, Autoreset::Disabled),
    },
    Rule {
        name: "clones",
        sentence: "A clone goes on exactly as the original, resets included.",
        holds: clones,
    },
    Rule {
        name: "written_arrays",
        sentence: "Rows, planes and masks are those of the boards, and the fast step does what the full step does.",
        holds: written_arrays,
    },
    Rule {
        name: "refusals",
        sentence: "Steps before a reset, illegal actions and arrays of a wrong length are refused.",
        holds: refusals,
    },
];

type Singles = SyncVector<ReachEnv>;

fn vector(settings: &ReachSettings, autoreset: Autoreset) -> Result<VectorReachEnv, String> {
    let source = SharedSource::default();
    VectorReachEnv::new(BOARDS, *settings, source, autoreset).map_err(|error| error.to_string())
}

/// A random legal action for each board; any action where the episode has ended.
fn choose(masks: impl Iterator<Item = ActionMask>, rng: &mut Pcg64Mcg) -> Vec<Action> {
    masks.map(|mask| mask.sample(rng).unwrap_or_default()).collect()
}

fn equal_to_singles(settings: &ReachSettings, how: &CheckSettings, autoreset: Autoreset) -> CheckVerdict {
    let text = |error: tetreach_agents::VectorError| error.to_string();
    let single = ReachEnv::new(*settings, SharedSource::default());
    let mut singles = Singles::new(vec![single; BOARDS], autoreset).map_err(text)?;
    let mut fast = vector(settings, autoreset)?;
    let mut rng = Pcg64Mcg::seed_from_u64(how.seed);
    let options = ReachOptions::default();
    let mut expected: BatchOf<Singles> = singles.reset(Some(how.seed), &options).map_err(text)?;
    let mut batch = fast.reset(Some(how.seed), &options).map_err(text)?;
    for step in 0..how.max_steps.max(1) * how.episodes.max(1) / 4 + 1 {
        if batch != expected {
            let differs = (0..BOARDS).find(|&i| {
                batch.observations[i] != expected.observations[i] || batch.infos[i] != expected.infos[i]
            });
            return Err(format!("after {step} steps the arrays differ, first at board {differs:?}"));
        }
        let actions = choose(batch.infos.iter().map(|info| info.legal_actions), &mut rng);
        singles.step(&actions, &mut expected).map_err(text)?;
        fast.step(&actions, &mut batch).map_err(text)?;
        if autoreset == Autoreset::Disabled {
            let ended = expected.has_final.clone();
            if batch.has_final != ended {
                return Err(format!("after {} steps other episodes have ended", step + 1));
            }
            singles.reset_where(&ended, None, &options, &mut expected).map_err(text)?;
            fast.reset_where(&ended, None, &options, &mut batch).map_err(text)?;
        }
    }
    Ok(())
}

fn clones(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    let mut one = vector(settings, Autoreset::SameStep)?;
    let mut rng = Pcg64Mcg::seed_from_u64(how.seed);
    let mut batch = one.reset(Some(how.seed), &Default::default()).map_err(|error| error.to_string())?;
    let (mut other, mut copy) = (one.clone(), batch.clone());
    for step in 0..how.max_steps {
        let actions = choose(batch.infos.iter().map(|info| info.legal_actions), &mut rng);
        one.step(&actions, &mut batch).map_err(|error| error.to_string())?;
        other.step(&actions, &mut copy).map_err(|error| error.to_string())?;
        if batch != copy {
            return Err(format!("after {} steps a clone differs", step + 1));
        }
    }
    Ok(())
}

fn written_arrays(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    let mut full = vector(settings, Autoreset::SameStep)?;
    let mut rng = Pcg64Mcg::seed_from_u64(how.seed);
    let mut batch = full.reset(Some(how.seed), &Default::default()).map_err(|error| error.to_string())?;
    let mut fast = full.clone();
    let (count, height) = (plane_count(settings.size), usize::from(settings.size.height()));
    let (mut planes, mut bytes) = (vec![0.0_f32; BOARDS * count], vec![0_u8; BOARDS * count]);
    let (mut expected, mut expected_bytes) = (vec![0.0_f32; count], vec![0_u8; count]);
    let mut rows = vec![0_u16; BOARDS * 2 * height];
    let mut masks = vec![ActionMask::EMPTY; BOARDS];
    for step in 0..how.max_steps.min(50) {
        fast.write_planes(&mut planes);
        fast.write_planes(&mut bytes);
        fast.write_rows(&mut rows);
        fast.write_masks(&mut masks);
        for (index, seen) in batch.observations.iter().enumerate() {
            encode(&seen.observation, &seen.desired_goal, &mut expected);
            encode(&seen.observation, &seen.desired_goal, &mut expected_bytes);
            let boards = [&seen.observation, &seen.desired_goal];
            let cells = boards.into_iter().flat_map(|board| (0..height).map(|row| board.row(row)));
            if planes[index * count..][..count] != expected
                || bytes[index * count..][..count] != expected_bytes
                || !rows[index * 2 * height..][..2 * height].iter().copied().eq(cells)
                || masks[index] != batch.infos[index].legal_actions
            {
                return Err(format!(
                    "after {step} steps the arrays of board {index} are not those of {seen:?}"
                ));
            }
        }
        let actions = choose(masks.iter().copied(), &mut rng);
        full.step(&actions, &mut batch).map_err(|error| error.to_string())?;
        let arrays = fast.advance(&actions).map_err(|error| error.to_string())?;
        if arrays.rewards != batch.rewards || arrays.terminated != batch.terminated {
            return Err(format!("after {} steps fast and full step differ", step + 1));
        }
    }
    Ok(())
}

fn refusals(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    let mut env = vector(settings, Autoreset::Disabled)?;
    let refused =
        |outcome: bool, what: &str| if outcome { Ok(()) } else { Err(format!("{what} was accepted")) };
    refused(env.advance(&[Action(0); BOARDS]).is_err(), "a step before the first reset")?;
    let mut batch = env.reset(Some(how.seed), &Default::default()).map_err(|error| error.to_string())?;
    refused(env.step(&[Action(0); BOARDS - 1], &mut batch).is_err(), "an array with an action too few")?;
    let beyond = Action(env.single_action_space().count() as u16);
    refused(env.step(&[beyond; BOARDS], &mut batch).is_err(), "an action that does not exist")?;
    let none = VectorReachEnv::new(0, *settings, SharedSource::default(), Autoreset::Disabled);
    refused(none.is_err(), "a vector of no environments")
}
