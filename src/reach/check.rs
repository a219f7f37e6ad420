//! The conformance of the environments: the agents crate's checker and the rules of this game.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use tetreach_agents::env::check::{CheckReport, CheckSettings, RuleCheck, check_env};
use tetreach_agents::{Action, ActionSet, Env, GoalTask, TaskModel};

use super::encode::{encode, encode_landings, plane_count};
use super::env::ReachEnv;
use super::goal_source::SharedSource;
use super::mirror::{mirror_mask, mirror_planes, mirrored_actions};
use super::options::ReachSettings;
use super::reverse_env::ReverseEnv;
use super::reverse_task::ReverseTask;
use super::task::legal_mask;
use super::vector_check;
use crate::game::{Actions, Board, ReverseMove};
use crate::numbering::{to_action, to_placement};

/// The environments that can be checked.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownEnv, parse_err_fn = UnknownEnv::new)]
pub enum EnvKind {
    /// [`ReachEnv`].
    Reach,
    /// [`ReverseEnv`].
    Reverse,
    /// [`super::VectorReachEnv`].
    Vector,
}

impl EnvKind {
    /// All of them.
    pub const ALL: [EnvKind; 3] = [EnvKind::Reach, EnvKind::Reverse, EnvKind::Vector];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A name that no environment has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no environment {name:?}: choose reach, reverse or vector")]
pub struct UnknownEnv {
    name: String,
}

impl UnknownEnv {
    fn new(name: &str) -> Self {
        UnknownEnv { name: name.to_owned() }
    }
}

pub(super) type CheckVerdict = Result<(), String>;

/// A rule of this game: what it is called, what it says, and the test of it.
pub(super) struct Rule {
    pub name: &'static str,
    pub sentence: &'static str,
    pub holds: fn(&ReachSettings, &CheckSettings) -> CheckVerdict,
}

/// Checks everything that one of the environments promises.
pub fn check(kind: EnvKind, settings: &ReachSettings, how: &CheckSettings) -> CheckReport {
    let source = SharedSource::default();
    let (mut report, rules) = match kind {
        EnvKind::Reach => (check_env(&ReachEnv::new(*settings, source), how), FORWARD.as_slice()),
        EnvKind::Reverse => (check_env(&ReverseEnv::new(*settings, source), how), BACKWARD.as_slice()),
        EnvKind::Vector => (CheckReport { checks: Vec::new() }, vector_check::RULES.as_slice()),
    };
    report.checks.extend(rules.iter().map(|rule| RuleCheck {
        name: rule.name,
        sentence: rule.sentence,
        failure: (rule.holds)(settings, how).err(),
    }));
    report
}

static FORWARD: [Rule; 4] = [
    Rule {
        name: "play",
        sentence: "The mask holds exactly the placements that the game plays, and a step plays them as the game does.",
        holds: mask_and_play,
    },
    Rule {
        name: "cell_count",
        sentence: "Every piece adds four cells and every cleared row takes as many as the board is wide.",
        holds: cell_count,
    },
    Rule {
        name: "landing_cells",
        sentence: "The cell at which a network is read for a placement is where the piece comes to rest.",
        holds: landing_cells,
    },
    Rule {
        name: "mirror",
        sentence: "Mirroring state, goal and action mirrors planes, mask and the board that follows.",
        holds: mirror,
    },
];

static BACKWARD: [Rule; 2] = [
    Rule {
        name: "replay",
        sentence: "The placement that a reverse move takes back leads forward to the board again.",
        holds: reverse_replay,
    },
    Rule {
        name: "complete",
        sentence: "Every forward move is among the reverse moves of its result, unless they are too many to number.",
        holds: reverse_complete,
    },
];

fn mask_and_play(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    let mut env = ReachEnv::new(*settings, SharedSource::default());
    let mut rng = Pcg64Mcg::seed_from_u64(how.seed);
    for episode in 0..how.episodes.max(1) as u64 {
        let start = env.reset(Some(how.seed.wrapping_add(episode)), &Default::default());
        let (seen, mut info) = start.map_err(|error| error.to_string())?;
        let mut board = seen.observation;
        for _ in 0..how.max_steps {
            for id in Actions::of_width(board.width()).ids() {
                let (played, masked) =
                    (board.clone().play_action(id), info.legal_actions.contains(to_action(id)));
                if played.is_ok() != masked {
                    return Err(format!(
                        "action {} is masked {masked} but played {played:?} on {board:?}",
                        id.0
                    ));
                }
            }
            let Some(action) = info.legal_actions.sample(&mut rng) else { break };
            let landing = board.play_action(to_placement(action)).map_err(|error| error.to_string())?;
            let step = env.step(action).map_err(|error| error.to_string())?;
            if step.observation.observation != board || step.info.extra.detail != Some(landing) {
                return Err(format!(
                    "action {action} led to {:?}, in the game to {board:?}",
                    step.observation
                ));
            }
            if step.done() {
                break;
            }
            info = step.info;
        }
    }
    Ok(())
}

fn cell_count(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    walk(settings, how, |from, action, to| {
        let landing = from.clone().play_action(action).map_err(|error| error.to_string())?;
        let expected = from.cells() + 4 - landing.cleared.count() * u32::from(from.width());
        if to.cells() == expected {
            Ok(())
        } else {
            Err(format!("{} cells, not {expected}, on {to:?}", to.cells()))
        }
    })
}

fn landing_cells(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    let actions = Actions::of_width(settings.size.width());
    let (width, height) = (usize::from(settings.size.width()), usize::from(settings.size.height()));
    let mut indices = vec![0; actions.count()];
    walk(settings, how, |from, _, _| {
        let mask = encode_landings(from, &mut indices);
        for id in actions.ids() {
            let placement = actions.placement(id).ok_or("an action has no placement")?;
            let row = from.landing_row(placement);
            if row.is_some() != mask.contains(to_action(id)) {
                return Err(format!("action {} is masked differently from its landing on {from:?}", id.0));
            }
            let cell = row.map_or(0, |row| {
                (placement.orientation.index() * height + usize::from(row)) * width
                    + usize::from(placement.column)
            });
            if indices[id.index()] != cell as i64 {
                return Err(format!(
                    "action {} is read at {}, not {cell}, on {from:?}",
                    id.0,
                    indices[id.index()]
                ));
            }
        }
        Ok(())
    })
}

fn mirror(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    let size = settings.size;
    let (mut planes, mut mirrored) = (vec![0_u8; plane_count(size)], vec![0_u8; plane_count(size)]);
    walk(settings, how, |from, action, to| {
        encode(from, to, &mut planes);
        mirror_planes(size, &mut planes);
        encode(&from.mirrored(), &to.mirrored(), &mut mirrored);
        let twin = mirrored_actions(size)[action.index()];
        let mut after = from.mirrored();
        let played = after.play_action(to_placement(twin));
        if planes != mirrored {
            return Err(format!("the planes of the mirror image of {from:?} are not mirrored"));
        }
        if mirror_mask(size, &legal_mask(from)) != legal_mask(&from.mirrored()) {
            return Err(format!("the mask of the mirror image of {from:?} is not mirrored"));
        }
        if played.is_err() || after != to.mirrored() {
            return Err(format!("action {twin} on the mirror image of {from:?} gave {after:?}"));
        }
        Ok(())
    })
}

fn reverse_replay(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    let mut env = ReverseEnv::new(*settings, SharedSource::default());
    let mut rng = Pcg64Mcg::seed_from_u64(how.seed);
    for episode in 0..how.episodes.max(1) as u64 {
        let start = env.reset(Some(how.seed.wrapping_add(episode)), &Default::default());
        let (seen, mut info) = start.map_err(|error| error.to_string())?;
        // The board before the rows of the next piece came back.
        let (mut settled, mut board) = (seen.observation, seen.observation);
        for _ in 0..how.max_steps {
            let Some(action) = info.legal_actions.sample(&mut rng) else { break };
            let step = env.step(action).map_err(|error| error.to_string())?;
            let before = step.observation.observation;
            let reverse = step.info.extra.detail.ok_or("a reverse move does not say what it was")?;
            if let ReverseMove::Take { placement, row } = reverse {
                let mut after = before;
                let landing = after.play(placement).map_err(|error| error.to_string())?;
                let full = board.without_full_rows().1;
                if after != settled || landing.row != row || landing.cleared != full {
                    return Err(format!("{placement:?} on {before:?} gave {after:?}, not {settled:?}"));
                }
                settled = before;
            }
            if step.done() {
                break;
            }
            (board, info) = (before, step.info);
        }
    }
    Ok(())
}

fn reverse_complete(settings: &ReachSettings, how: &CheckSettings) -> CheckVerdict {
    let task = ReverseTask::new(*settings);
    walk(settings, how, |from, id, to| {
        let missing = || format!("{from:?} is missing before {to:?}");
        let moves = to.moves_that_take_back(from, id).ok_or_else(missing)?;
        let back = moves.into_iter().try_fold(*to, |board, reverse| {
            let action = Action(task.actions().id(reverse) as u16);
            task.legal_actions(&board).contains(action).then(|| task.next(&board, action))
        });
        if back == Some(*from) { Ok(()) } else { Err(missing()) }
    })
}

/// Plays random games from the empty board and shows each move to `look`.
fn walk(
    settings: &ReachSettings,
    how: &CheckSettings,
    mut look: impl FnMut(&Board, crate::game::ActionId, &Board) -> CheckVerdict,
) -> CheckVerdict {
    let task = super::task::ReachTask::new(*settings);
    let mut rng = Pcg64Mcg::seed_from_u64(how.seed);
    for _ in 0..how.episodes.max(1) {
        let mut board = Board::empty(settings.size);
        for _ in 0..how.max_steps {
            let Some(action) = task.legal_actions(&board).sample(&mut rng) else { break };
            let (before, id) = (board, to_placement(action));
            board.play_action(id).map_err(|error| error.to_string())?;
            look(&before, id, &board)?;
        }
    }
    Ok(())
}
