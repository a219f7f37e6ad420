//! What is special about the root: noise on its priors, and sequential halving over its moves.

use rand::{Rng, RngExt};
use rand_distr::{Distribution, Gamma};

use super::edge::Hop;
use super::gumbel::{Contender, Halving};
use super::packed::Packed;
use super::select::{Descent, NodeView};
use super::settings::RootNoise;
use super::tree::{Chosen, ROOT, Tree};
use crate::search::PlanningProblem;

impl<P: PlanningProblem> Tree<P> {
    /// Mixes Dirichlet noise into the priors of the root.
    pub(super) fn add_noise(&mut self, noise: RootNoise) {
        let (tried, untried) = (self.arena.edges(ROOT).len(), self.arena.untried(ROOT).len());
        let shares = dirichlet(noise.alpha, tried + untried, &mut self.rng);
        let mixed = |prior: f32, share: f32| (1.0 - noise.fraction) * prior + noise.fraction * share;
        for (place, share) in shares[..tried].iter().enumerate() {
            self.arena.edit(Hop { node: ROOT, place: place as u32 }, |edge| {
                edge.prior = mixed(edge.prior, *share);
                edge.log_prior = edge.prior.ln();
            });
        }
        let mut shares = shares[tried..].iter();
        let mut total = 0.0;
        self.arena.reweigh(ROOT, |packed| {
            let prior = mixed(packed.log_prior().exp(), shares.next().copied().unwrap_or(0.0));
            total += prior;
            Packed::from_parts(prior.ln(), packed.action())
        });
        self.arena.node_mut(ROOT).untried_prior = total;
        self.is_noisy = true;
    }

    /// The contender with the fewest visits of this phase.
    pub(super) fn choose_contender(&mut self, considered: u32, simulations: u32, scale: f32) -> Chosen {
        loop {
            let Some(halving) = &mut self.halving else {
                if !self.begin_round(considered, simulations, scale) {
                    return Chosen::Nothing;
                }
                continue;
            };
            let edges = self.arena.edges(ROOT);
            halving.contenders.retain(|contender| !edges[contender.place as usize].closed);
            let visits = |contender: &Contender| {
                let edge = &edges[contender.place as usize];
                edge.visits + edge.under_way - contender.visits_before
            };
            let next = halving.contenders.iter().min_by_key(|contender| visits(contender));
            if let Some(next) = next.filter(|next| visits(next) < halving.quota) {
                return Chosen::Move(Descent::Tried(next.place as usize));
            }
            if self.arena.node(ROOT).under_way > 0 {
                return Chosen::Wait;
            }
            let (considered, simulations) = (halving.considered, halving.simulations);
            // When a round is over, or all its moves are lost, a wider and longer one begins.
            if !self.halve()
                && !self.begin_round(considered.saturating_mul(2), simulations.saturating_mul(2), scale)
            {
                return Chosen::Nothing;
            }
        }
    }

    /// Drops the worse half of the contenders; `false` if the round is over.
    fn halve(&mut self) -> bool {
        let Some(mut halving) = self.halving.take() else { return false };
        let view = NodeView::new(&self.arena, ROOT, &self.settings, self.range);
        let improved = view.improved();
        let edges = self.arena.edges(ROOT);
        let goes_on = halving.halve(
            |contender| contender.gumbel + view.root_score(&edges[contender.place as usize], &improved),
            |place| edges[place as usize].visits,
        );
        self.halving = Some(halving);
        goes_on
    }

    /// Samples the moves of a round without replacement: the highest of log-prior plus Gumbel noise; `false` if no
    /// move is left.
    fn begin_round(&mut self, considered: u32, simulations: u32, scale: f32) -> bool {
        let view = NodeView::new(&self.arena, ROOT, &self.settings, self.range);
        let improved = view.improved();
        let mut drawn: Vec<(f32, f32, Drawn)> = Vec::new();
        for (place, edge) in self.arena.edges(ROOT).iter().enumerate().filter(|(_, edge)| !edge.closed) {
            let gumbel = scale * gumbel(&mut self.rng);
            // What is known already from an earlier round counts.
            let score = view.root_score(edge, &improved);
            drawn.push((gumbel + score, gumbel, Drawn::Tried(place as u32)));
        }
        for packed in self.arena.untried(ROOT) {
            let gumbel = scale * gumbel(&mut self.rng);
            let score = packed.log_prior() + improved.factor * improved.mixed;
            drawn.push((gumbel + score, gumbel, Drawn::Untried(*packed)));
        }
        drawn.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        let mut contenders = Vec::new();
        for (_, gumbel, drawn) in drawn {
            if contenders.len() == considered as usize {
                break;
            }
            let place = match drawn {
                Drawn::Tried(place) => Some(place),
                Drawn::Untried(packed) => self.try_move(ROOT, packed),
            };
            let visits = |place| self.arena.edge(Hop { node: ROOT, place }).visits;
            contenders.extend(place.map(|place| Contender { place, gumbel, visits_before: visits(place) }));
        }
        if contenders.is_empty() {
            return false;
        }
        self.halving = Some(Halving::new(contenders, simulations, considered));
        true
    }
}

/// A move of the root in the draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Drawn {
    Tried(u32),
    Untried(Packed),
}

/// A draw from the standard Gumbel distribution: the highest of log-probability plus such a draw is a move by chance.
pub fn gumbel<R: Rng + ?Sized>(rng: &mut R) -> f32 {
    // In (0, 1], so that neither logarithm is infinite.
    let uniform = 1.0 - rng.random::<f64>();
    let uniform = uniform.min(1.0 - f64::EPSILON);
    (-(-uniform.ln()).ln()) as f32
}

/// A draw from the symmetric Dirichlet distribution; with tiny `alpha` all of it may go to one share.
fn dirichlet<R: Rng + ?Sized>(alpha: f32, count: usize, rng: &mut R) -> Vec<f32> {
    let Ok(gamma) = Gamma::new(f64::from(alpha), 1.0) else { return vec![1.0 / count as f32; count] };
    let mut shares: Vec<f64> = (0..count).map(|_| gamma.sample(rng)).collect();
    let total: f64 = shares.iter().sum();
    if total <= f64::MIN_POSITIVE {
        // Every share was too small for a float: what is left of the distribution is one random corner.
        shares.fill(0.0);
        let corner = rng.random_range(0..count.max(1));
        shares.iter_mut().skip(corner).take(1).for_each(|share| *share = 1.0);
        return shares.into_iter().map(|share| share as f32).collect();
    }
    shares.iter().map(|share| (share / total) as f32).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn dirichlet_shares_sum_to_one_however_small_alpha_is() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for alpha in [1e-9, 1e-3, 0.06, 1.0, 50.0] {
            let shares = dirichlet(alpha, 162, &mut rng);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{alpha}");
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        }
    }

    #[test]
    fn gumbel_noise_has_its_mean_and_makes_a_sample_by_the_prior() {
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mean = (0..20_000).map(|_| f64::from(gumbel(&mut rng))).sum::<f64>() / 20_000.0;
        // Euler's constant; the standard error is 1.28 / sqrt(20,000) = 0.009.
        assert!((mean - 0.5772).abs() < 0.045, "{mean}");
        // The highest of log-prior plus noise is a draw from the prior.
        let firsts =
            (0..20_000).filter(|_| 0.8_f32.ln() + gumbel(&mut rng) > 0.2_f32.ln() + gumbel(&mut rng)).count();
        assert!((15_700..16_300).contains(&firsts), "{firsts}");
    }
}
