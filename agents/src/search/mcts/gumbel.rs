//! Sequential halving over the moves of the root.

/// A move under consideration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contender {
    /// Its place among the edges of the root.
    pub place: u32,
    /// Its share of chance, added to its score.
    pub gumbel: f32,
    /// Its visits when the phase began.
    pub visits_before: u32,
}

/// The contenders of one round (Danihelka et al. 2022, algorithm 2; Karnin et al. 2013).
#[derive(Clone, Debug)]
pub(super) struct Halving {
    pub contenders: Vec<Contender>,
    /// Simulations of the whole round.
    pub simulations: u32,
    /// Moves sampled for it.
    pub considered: u32,
    phases: u32,
    /// Visits that each contender gets in this phase.
    pub quota: u32,
}

impl Halving {
    /// A round over these contenders.
    pub fn new(contenders: Vec<Contender>, simulations: u32, considered: u32) -> Self {
        let phases = (contenders.len().max(2) as f32).log2().ceil() as u32;
        let mut halving = Halving { contenders, simulations, considered, phases, quota: 0 };
        halving.set_quota();
        halving
    }

    fn set_quota(&mut self) {
        let contenders = self.contenders.len().max(1) as u32;
        self.quota = (self.simulations / (self.phases * contenders)).max(1);
    }

    /// Drops the worse half by score; `false` if two are left already, whose comparison ends the round.
    pub fn halve(&mut self, score: impl Fn(&Contender) -> f32, visits: impl Fn(u32) -> u32) -> bool {
        if self.contenders.len() <= 2 {
            return false;
        }
        // Stable, so that of equals the one sampled first stays.
        self.contenders.sort_by(|a, b| score(b).total_cmp(&score(a)));
        self.contenders.truncate(self.contenders.len().div_ceil(2));
        self.contenders.iter_mut().for_each(|contender| contender.visits_before = visits(contender.place));
        self.set_quota();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_spends_its_simulations_on_fewer_and_fewer_moves() {
        let contender = |place| Contender { place, gumbel: 0.0, visits_before: 0 };
        let mut halving = Halving::new((0..16).map(contender).collect(), 64, 16);
        let mut spent = 0;
        let mut sizes = Vec::new();
        loop {
            sizes.push((halving.contenders.len(), halving.quota));
            spent += halving.contenders.len() as u32 * halving.quota;
            if !halving.halve(|contender| contender.place as f32, |_| 0) {
                break;
            }
        }
        assert_eq!(sizes, [(16, 1), (8, 2), (4, 4), (2, 8)]);
        assert_eq!(spent, 64);
        assert_eq!(halving.contenders[0].place, 15, "the best stay");
    }
}
