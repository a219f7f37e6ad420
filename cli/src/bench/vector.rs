//! How fast many boards are stepped together, with and without writing what an agent sees.

use std::hint::black_box;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{Action, ActionMask, Autoreset, BatchOf, SyncVector, VectorEnv};

use super::measure::Workload;
use tetreach::game::Actions;
use tetreach::reach::{ReachEnv, ReachSettings, SharedSource, VectorReachEnv, plane_count};

/// Boards stepped together.
const BOARDS: usize = 1024;
/// Steps after which the same play begins again.
const STEPS: usize = 256;
const SEED: u64 = 1;

/// Random legal play on many boards, recorded so that the clock sees no choosing of actions.
#[derive(Debug)]
pub struct VectorBench {
    start: VectorReachEnv,
    /// One action for each board, step after step.
    play: Vec<Action>,
}

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

    /// The same play in several ways: the bare steps first, single environments one after the other last.
    pub fn workloads(&self) -> anyhow::Result<Vec<Workload<'_>>> {
        let size = self.start.task().settings().size;
        let mut masks = vec![ActionMask::EMPTY; BOARDS];
        let mut rows = vec![0_u16; BOARDS * 2 * usize::from(size.height())];
        let mut bytes = vec![0_u8; BOARDS * plane_count(size)];
        let mut floats = vec![0.0_f32; BOARDS * plane_count(size)];
        let mut cells = vec![0_i64; BOARDS * Actions::of_width(size.width()).count()];
        let mut cell_masks = masks.clone();
        let single = ReachEnv::new(*self.start.task().settings(), SharedSource::default());
        let singles = SyncVector::new(vec![single; BOARDS], Autoreset::SameStep)?;
        Ok(vec![
            self.bare("vector_steps_per_second", |_| {}),
            self.bare("vector_steps_with_masks_per_second", move |env| env.write_masks(&mut masks)),
            self.bare("vector_steps_with_rows_per_second", move |env| env.write_rows(&mut rows)),
            self.bare("vector_steps_with_byte_planes_per_second", move |env| env.write_planes(&mut bytes)),
            self.bare("vector_steps_with_float_planes_per_second", move |env| env.write_planes(&mut floats)),
            self.bare("vector_steps_with_landing_cells_per_second", move |env| {
                env.write_landings(&mut cells, &mut cell_masks);
            }),
            self.full("vector_steps_with_observations_and_infos_per_second", self.start.clone())?,
            self.full("single_env_steps_per_second", singles)?,
        ])
    }

    /// Fast steps, each followed by `observe`.
    fn bare<'a>(&'a self, key: &str, mut observe: impl FnMut(&VectorReachEnv) + 'a) -> Workload<'a> {
        let mut env = self.start.clone();
        let mut step = 0;
        Workload::new(key, move || {
            let restarted = if step == 0 { env.restart_all(Some(SEED), &Default::default()) } else { Ok(()) };
            restarted.and_then(|()| env.advance(self.actions(step)).map(drop)).expect(LEGAL);
            observe(black_box(&env));
            step = (step + 1) % STEPS;
            BOARDS as u64
        })
    }

    /// Steps by the trait, with whole observations and infos.
    fn full<'a, V: VectorEnv + 'a>(&'a self, key: &str, mut env: V) -> anyhow::Result<Workload<'a>>
    where
        BatchOf<V>: 'a,
    {
        let mut batch = env.reset(Some(SEED), &V::Options::default())?;
        let mut step = 0;
        Ok(Workload::new(key, move || {
            if step == 0 {
                batch = env.reset(Some(SEED), &V::Options::default()).expect(LEGAL);
            }
            env.step(self.actions(step), &mut batch).expect(LEGAL);
            black_box(&batch.observations);
            step = (step + 1) % STEPS;
            BOARDS as u64
        }))
    }

    fn actions(&self, step: usize) -> &[Action] {
        &self.play[step * BOARDS..(step + 1) * BOARDS]
    }
}

const LEGAL: &str = "invariant: the same seed allows the same play";
