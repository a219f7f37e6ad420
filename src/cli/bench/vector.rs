//! How fast many boards are stepped together, with and without writing what an agent sees.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{Action, ActionMask, Autoreset, BatchOf, SyncVector, VectorEnv};

use crate::game::Actions;
use crate::reach::{ReachEnv, ReachSettings, SharedSource, VectorReachEnv, plane_count};

/// Boards stepped together.
const BOARDS: usize = 256;
/// Steps after which the same play begins again.
const STEPS: usize = 256;
const SEED: u64 = 1;

/// Random legal play on many boards, recorded so that the clock sees only the steps.
#[derive(Debug)]
pub struct VectorBench {
    start: VectorReachEnv,
    /// One action for each board, step after step.
    play: Vec<Action>,
}

/// What is done on every step of the recorded play.
type Variant<'a> = (&'static str, Box<dyn FnMut() -> u64 + 'a>);

impl VectorBench {
    /// Plays once to record.
    pub fn new() -> anyhow::Result<Self> {
        let settings = ReachSettings::default();
        let mut env = VectorReachEnv::new(BOARDS, settings, SharedSource::default(), Autoreset::SameStep)?;
        env.restart_all(Some(SEED), &Default::default())?;
        let start = env.clone();
        let mut rng = Pcg64Mcg::seed_from_u64(SEED);
        let mut masks = vec![ActionMask::EMPTY; BOARDS];
        let mut play = Vec::with_capacity(BOARDS * STEPS);
        for _ in 0..STEPS {
            env.write_masks(&mut masks);
            let first = play.len();
            play.extend(masks.iter().map(|mask| mask.sample(&mut rng).unwrap_or_default()));
            env.advance(&play[first..])?;
        }
        Ok(Self { start, play })
    }

    /// The same play in several ways; each replays all of it and says how many boards it stepped.
    pub fn variants(&self) -> anyhow::Result<Vec<Variant<'_>>> {
        let size = self.start.task().settings().size;
        let height = usize::from(size.height());
        let actions = Actions::of_width(size.width()).count();
        let mut rows = vec![0_u16; BOARDS * 2 * height];
        let mut bytes = vec![0_u8; BOARDS * plane_count(size)];
        let mut floats = vec![0.0_f32; BOARDS * plane_count(size)];
        let mut landings = vec![0_i64; BOARDS * actions];
        let mut masks = vec![ActionMask::EMPTY; BOARDS];
        let mut all_masks = masks.clone();
        let mut single = self.singles()?;
        let (mut full, mut batch) =
            (self.start.clone(), self.start.clone().reset(Some(SEED), &Default::default())?);
        Ok(vec![
            ("vector_steps_per_second", Box::new(|| self.replay(|_| {}))),
            ("vector_steps_with_masks_per_second", {
                Box::new(move || self.replay(|env| env.write_masks(&mut masks)))
            }),
            ("vector_steps_with_row_observations_per_second", {
                Box::new(move || self.replay(|env| env.write_rows(&mut rows)))
            }),
            ("vector_steps_with_byte_planes_per_second", {
                Box::new(move || self.replay(|env| env.write_planes(&mut bytes)))
            }),
            ("vector_steps_with_float_planes_and_landings_per_second", {
                Box::new(move || {
                    self.replay(|env| {
                        env.write_planes(&mut floats);
                        env.write_landings(&mut landings, &mut all_masks);
                    })
                })
            }),
            ("vector_steps_with_observations_and_infos_per_second", {
                Box::new(move || {
                    full.clone_from(&self.start);
                    self.replay_batch(&mut full, &mut batch)
                })
            }),
            ("single_env_steps_per_second", {
                Box::new(move || {
                    // Resetting puts the environments back to where the recorded play begins.
                    let started = single.reset(Some(SEED), &Default::default());
                    let mut seen = started.expect("invariant: the environments were reset so before");
                    self.replay_batch(&mut single, &mut seen)
                })
            }),
        ])
    }

    fn singles(&self) -> anyhow::Result<SyncVector<ReachEnv>> {
        let env = ReachEnv::new(*self.start.task().settings(), SharedSource::default());
        let mut singles = SyncVector::new(vec![env; BOARDS], Autoreset::SameStep)?;
        singles.reset(Some(SEED), &Default::default())?;
        Ok(singles)
    }

    fn replay(&self, mut observe: impl FnMut(&VectorReachEnv)) -> u64 {
        let mut env = self.start.clone();
        for actions in self.play.chunks_exact(BOARDS) {
            env.advance(actions).expect("invariant: the recorded play is legal");
            observe(&env);
        }
        self.play.len() as u64
    }

    fn replay_batch<V: VectorEnv>(&self, env: &mut V, batch: &mut BatchOf<V>) -> u64 {
        for actions in self.play.chunks_exact(BOARDS) {
            env.step(actions, batch).expect("invariant: the recorded play is legal");
        }
        self.play.len() as u64
    }
}
