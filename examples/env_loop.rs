//! Thousands of boards stepped in one call, as a learner of your own would do it.
//!
//! `cargo run --release --example env_loop`

use std::error::Error;
use std::time::Instant;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::reach::{ReachOptions, ReachSettings, SharedSource, VectorReachEnv, legal_mask};
use tetreach_agents::{Action, Autoreset};

const BOARDS: usize = 1024;
const STEPS: usize = 200;

/// Plays at random and counts the goals that happen to be reached.
pub fn main() -> Result<(), Box<dyn Error>> {
    let settings = ReachSettings::default();
    let mut env = VectorReachEnv::new(BOARDS, settings, SharedSource::default(), Autoreset::SameStep)?;
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    env.restart_all(Some(7), &ReachOptions::default())?;
    let (begun, mut ended, mut reached) = (Instant::now(), 0, 0);
    for _ in 0..STEPS {
        let choose = |board| legal_mask(board).sample(&mut rng).ok_or("a board without legal placements");
        let actions: Vec<Action> = env.states().iter().map(choose).collect::<Result<_, _>>()?;
        let arrays = env.advance(&actions)?;
        for index in (0..BOARDS).filter(|index| arrays.has_final[*index]) {
            ended += 1;
            reached += usize::from(arrays.final_states[index] == arrays.final_goals[index]);
        }
    }
    let rate = (BOARDS * STEPS) as f64 / begun.elapsed().as_secs_f64();
    println!("{rate:.0} placements per second; {reached} of {ended} goals reached by chance");
    Ok(())
}
