//! Which places a piece can reach: floods over all columns at once.
//!
//! A rotation that covers the same cells as an earlier one is kept in the earlier one's coordinates, so that both share
//! the set of places where the piece fits.

use super::field::Field;
use super::kicks::{Guard, KickSystem};
use super::plane::BitPlane;
use super::rules::SpinRule;
use super::shape::{CENTRE_COLUMN, Rotation, cells, distinct, highest_row};
use super::turns::{Turning, turnings};
use crate::Piece;

/// Where the flood begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum FloodStart {
    /// Everywhere above the stack, in every rotation: there is room to turn and to move where pieces appear.
    Open,
    /// Facing north with the centre in this row of the column where pieces appear.
    At(i8),
    /// In every rotation and column, as high as a ceiling above this many rows allows.
    Below(u8),
}

/// Which flood it is. Where all three are known when compiling, so are all movements.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloodKind {
    pub piece: Piece,
    pub kicks: KickSystem,
    pub spins: SpinRule,
}

/// The places at which a piece can come to rest, by distinct rotation and by spin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landings<P> {
    /// In the order of [`Spin`](super::Spin).
    pub by_spin: [[P; 4]; 3],
    /// The number of distinct rotations.
    pub distinct: usize,
    /// The number of spins that are told apart.
    pub spins: usize,
}

/// Repeats a block with a constant, so that tables can be looked up when compiling.
macro_rules! repeat {
    ($name:ident in [$($value:literal)*] $body:block) => {
        $({
            const $name: usize = $value;
            $body
        })*
    };
}

struct Flood<P> {
    blocked: P,
    /// Where the piece fits, by distinct rotation.
    fits: [P; 4],
    reached: [P; 4],
    /// Reached, but not turned yet.
    fresh: [P; 4],
    /// Centres of a T with three filled corners, and with both filled that it faces.
    cornered: P,
    facing: [P; 4],
    mini: [P; 4],
    full: [P; 4],
}

/// All places that a piece can reach and rest at.
#[inline(always)]
pub(super) fn landings<P: BitPlane>(blocked: P, start: FloodStart, kind: FloodKind) -> Landings<P> {
    let mut flood = Flood::new(blocked, kind);
    let seeds = flood.begin(start, kind);
    if kind.spins == SpinRule::ThreeCorners && !flood.has_corners(kind) {
        // No turn can end as a spin, so that all ways to a place are the same.
        let kind = FloodKind { spins: SpinRule::Ignored, ..kind };
        flood.run(kind);
        return flood.landings(seeds, kind);
    }
    flood.run(kind);
    flood.landings(seeds, kind)
}

impl FloodKind {
    #[inline(always)]
    fn distinct(self) -> usize {
        distinct(self.piece)
    }
}

impl<P: BitPlane> Flood<P> {
    #[inline(always)]
    fn new(blocked: P, kind: FloodKind) -> Self {
        let mut flood = Flood {
            blocked,
            fits: [P::NONE; 4],
            reached: [P::NONE; 4],
            fresh: [P::NONE; 4],
            cornered: P::NONE,
            facing: [P::NONE; 4],
            mini: [P::NONE; 4],
            full: [P::NONE; 4],
        };
        repeat!(R in [0 1 2 3] {
            if R < kind.distinct() {
                let [a, b, c, d] = cells(kind.piece, Rotation::ALL[R]);
                let free = |(dx, dy): (i8, i8)| blocked.free(dx, dy);
                flood.fits[R] = free(a).and(free(b)).and(free(c).and(free(d)));
            }
        });
        if kind.spins == SpinRule::ThreeCorners {
            // Clockwise from the left upper corner.
            let open = [blocked.free(-1, 1), blocked.free(1, 1), blocked.free(1, -1), blocked.free(-1, -1)];
            let (top, bottom) = (open[0].or(open[1]), open[2].or(open[3]));
            let two_open = open[0].and(open[1]).or(open[2].and(open[3])).or(top.and(bottom));
            let fits = flood.fits;
            flood.cornered = fits[0].or(fits[1]).or(fits[2]).or(fits[3]).minus(two_open);
            repeat!(R in [0 1 2 3] {
                flood.facing[R] = flood.cornered.minus(open[R].or(open[(R + 1) % 4]));
            });
        }
        flood
    }

    /// Whether a piece could rest between three filled corners at all.
    #[inline(always)]
    fn has_corners(&self, kind: FloodKind) -> bool {
        let mut corners = P::NONE;
        repeat!(R in [0 1 2 3] {
            if R < kind.distinct() {
                corners = corners.or(self.fits[R].resting().and(self.cornered));
            }
        });
        !corners.is_empty()
    }

    /// Puts the first places in; returns those at which a piece is before it moves at all.
    #[inline(always)]
    fn begin(&mut self, start: FloodStart, kind: FloodKind) -> [P; 4] {
        match start {
            FloodStart::Open => {
                repeat!(R in [0 1 2 3] {
                    if R < kind.distinct() {
                        let open = self.fits[R].open_above();
                        let tucked = open.or(open.widened().and(self.fits[R]));
                        self.reached[R] = tucked.or(tucked.spread().and(self.fits[R]));
                    }
                });
                if kind.distinct() == 2 {
                    (self.reached[2], self.reached[3]) = (self.reached[0], self.reached[1]);
                }
                self.fresh = self.reached;
                [P::NONE; 4]
            }
            FloodStart::At(row) => {
                let seed = P::at(CENTRE_COLUMN, row).and(self.fits[0]);
                (self.reached[0], self.fresh[0]) = (seed, seed);
                self.reached
            }
            FloodStart::Below(ceiling) => {
                for rotation in 0..kind.distinct() {
                    let row = highest_row(kind.piece, Rotation::ALL[rotation], ceiling);
                    let top = P::of(&[1 << row; Field::WIDTH]);
                    self.reached[rotation] = top.and(self.fits[rotation]);
                }
                self.fresh = self.reached;
                self.reached
            }
        }
    }

    #[inline(always)]
    fn run(&mut self, kind: FloodKind) {
        // Where spins are told apart, it matters how a place is reached, and the flood must end by itself.
        while kind.spins != SpinRule::Ignored || !self.is_complete(kind) {
            if self.fresh.iter().all(|fresh| fresh.is_empty()) {
                break;
            }
            if P::UNROLLED {
                repeat!(R in [0 1 2 3] { self.leave(R, kind) });
            } else {
                (0..4).for_each(|rotation| self.leave(rotation, kind));
            }
        }
    }

    /// Moves and turns everything that is new in a rotation.
    #[inline(always)]
    fn leave(&mut self, rotation: usize, kind: FloodKind) {
        if self.fresh[rotation].is_empty() {
            return;
        }
        self.walk(rotation, kind);
        let fresh = std::mem::replace(&mut self.fresh[rotation], P::NONE);
        let turnings = &turnings(kind.kicks, kind.piece)[rotation];
        if P::UNROLLED {
            repeat!(T in [0 1 2] { self.turn(&turnings[T], fresh, kind) });
        } else {
            turnings.iter().for_each(|turning| self.turn(turning, fresh, kind));
        }
    }

    /// Whether every place at which the piece could rest is reached.
    #[inline(always)]
    fn is_complete(&self, kind: FloodKind) -> bool {
        let mut missing = P::NONE;
        repeat!(R in [0 1 2 3] {
            if R < kind.distinct() {
                missing = missing.or(self.fits[R].resting().minus(self.reached_as(R, kind)));
            }
        });
        missing.is_empty()
    }

    /// The places reached in any rotation that covers the same cells as this one.
    #[inline(always)]
    fn reached_as(&self, rotation: usize, kind: FloodKind) -> P {
        let reached = self.reached[rotation];
        if kind.distinct() == 2 { reached.or(self.reached[(rotation + 2) % 4]) } else { reached }
    }

    /// Moves left, right and down as far as that leads.
    #[inline(always)]
    fn walk(&mut self, rotation: usize, kind: FloodKind) {
        let fits = self.fits[rotation & (kind.distinct() - 1)];
        let (mut fresh, mut reached) = (self.fresh[rotation], self.reached[rotation]);
        loop {
            let next = fresh.spread().and(fits).minus(reached);
            if next.is_empty() {
                break;
            }
            reached = reached.or(next);
            fresh = fresh.or(next);
        }
        (self.fresh[rotation], self.reached[rotation]) = (fresh, reached);
    }

    /// Turns places: each takes the first kick that fits.
    #[inline(always)]
    fn turn(&mut self, turning: &Turning, fresh: P, kind: FloodKind) {
        let mut left = fresh;
        let mut arrived = P::NONE;
        if P::UNROLLED {
            repeat!(I in [0 1 2 3 4 5] { self.kick(turning, I, &mut left, &mut arrived, kind) });
        } else {
            (0..6).for_each(|test| self.kick(turning, test, &mut left, &mut arrived, kind));
        }
        let new = arrived.minus(self.reached[turning.to]);
        self.reached[turning.to] = self.reached[turning.to].or(new);
        self.fresh[turning.to] = self.fresh[turning.to].or(new);
    }

    /// Tries one kick for the places for which none fitted before.
    #[inline(always)]
    fn kick(&mut self, turning: &Turning, test: usize, left: &mut P, arrived: &mut P, kind: FloodKind) {
        let Some(movement) = turning.movements().get(test) else { return };
        if test > 1 && left.is_empty() {
            return;
        }
        let tried = match movement.guard {
            Guard::Always => *left,
            guard => self.guarded(*left, guard, turning, kind),
        };
        let landed = tried.shifted(movement.dx, movement.dy).and(self.fits[turning.same]);
        *arrived = arrived.or(landed);
        *left = left.minus(landed.shifted(-movement.dx, -movement.dy));
        if kind.spins == SpinRule::ThreeCorners {
            let (spun, to) = (landed.and(self.cornered), turning.to);
            let proper = if test == 4 { spun } else { spun.and(self.facing[to]) };
            self.full[to] = self.full[to].or(proper);
            self.mini[to] = self.mini[to].or(spun.minus(proper));
        }
    }

    /// The places at which a guarded kick is tried: what was hit at the first one decides.
    #[inline(never)]
    fn guarded(&self, left: P, guard: Guard, turning: &Turning, kind: FloodKind) -> P {
        let all = cells(kind.piece, Rotation::ALL[turning.same]);
        let leftmost = all.iter().map(|cell| cell.0).min().unwrap_or(0);
        let mut free = left;
        for (dx, dy) in all.into_iter().filter(|cell| cell.0 == leftmost) {
            let first = turning.movements()[0];
            // What is free there, seen from before the turn.
            free = free.and(self.blocked.free(dx, dy).shifted(-first.dx, -first.dy));
        }
        if guard == Guard::LeftFree { free } else { left.minus(free) }
    }

    #[inline(always)]
    fn landings(self, seeds: [P; 4], kind: FloodKind) -> Landings<P> {
        let told_apart = kind.spins != SpinRule::Ignored;
        let mut landings = Landings {
            by_spin: [[P::NONE; 4]; 3],
            distinct: kind.distinct(),
            spins: if told_apart { 3 } else { 1 },
        };
        repeat!(R in [0 1 2 3] {
            if R < kind.distinct() {
                let resting = self.fits[R].resting();
                let reached = self.reached_as(R, kind).and(resting);
                landings.by_spin[0][R] = reached;
                if told_apart {
                    let mut walked = self.reached[R].spread().or(seeds[R]);
                    if kind.distinct() == 2 {
                        walked = walked.or(self.reached[(R + 2) % 4].spread());
                    }
                    let plain = reached.and(walked);
                    if kind.spins == SpinRule::AnyTurn {
                        landings.by_spin[0][R] = plain;
                        landings.by_spin[2][R] = reached.minus(walked);
                    } else {
                        landings.by_spin[0][R] = plain.or(reached.minus(self.cornered));
                        landings.by_spin[1][R] = self.mini[R].and(resting);
                        landings.by_spin[2][R] = self.full[R].and(resting);
                    }
                }
            }
        });
        landings
    }
}
