//! The placements that a piece can reach.

use super::active::Active;
use super::field::Field;
use super::flood::{FloodKind, FloodStart, Landings, landings};
use super::kicks::KickSystem;
use super::placement::{GuidelinePlacement, Spin};
use super::plane::{BitPlane, Low, Tall};
use super::rules::{GuidelineRules, Spawn, SpinRule};
use super::shape::Rotation;
use crate::Piece;

/// The placements of one piece, each once: by spin, then rotation, then column, then row.
///
/// ```
/// use tetreach_games::Piece;
/// use tetreach_games::guideline::{Field, PlacementList, GuidelinePreset};
///
/// let counts = Piece::ALL.map(|piece| PlacementList::of(&Field::EMPTY, piece, &GuidelinePreset::Ppt.rules()).len());
/// assert_eq!(counts, [17, 9, 34, 17, 17, 34, 34]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacementList {
    placements: Vec<GuidelinePlacement>,
}

impl PlacementList {
    /// All placements that a piece can reach from where it appears; none if it cannot appear.
    pub fn of(field: &Field, piece: Piece, rules: &GuidelineRules) -> Self {
        let mut placements = Vec::with_capacity(64);
        Self::for_each(field, piece, rules, |placement| placements.push(placement));
        PlacementList { placements }
    }

    /// Visits all placements that a piece can reach.
    #[inline]
    pub fn for_each(
        field: &Field,
        piece: Piece,
        rules: &GuidelineRules,
        mut visit: impl FnMut(GuidelinePlacement),
    ) {
        with_landings(field, piece, rules, &mut Visit { piece, visit: &mut visit });
    }

    /// The number of placements that a piece can reach.
    #[inline]
    pub fn count(field: &Field, piece: Piece, rules: &GuidelineRules) -> u64 {
        let mut count = Count(0);
        with_landings(field, piece, rules, &mut count);
        count.0
    }

    /// Whether a piece can appear.
    pub fn can_spawn(field: &Field, piece: Piece, rules: &GuidelineRules) -> bool {
        Active::spawn(field, piece, rules).is_some()
    }

    /// The placements.
    pub fn as_slice(&self) -> &[GuidelinePlacement] {
        &self.placements
    }

    /// The placements, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = GuidelinePlacement> + '_ {
        self.placements.iter().copied()
    }

    /// The number of placements.
    pub fn len(&self) -> usize {
        self.placements.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.placements.is_empty()
    }
}

/// What is done with the places found, whatever the size of their sets.
trait Consumer {
    fn take<P: BitPlane>(&mut self, landings: &Landings<P>);
}

struct Count(u64);

impl Consumer for Count {
    #[inline(always)]
    fn take<P: BitPlane>(&mut self, landings: &Landings<P>) {
        for by_rotation in &landings.by_spin[..landings.spins] {
            for plane in &by_rotation[..landings.distinct] {
                self.0 += u64::from(plane.count());
            }
        }
    }
}

struct Visit<'a, F> {
    piece: Piece,
    visit: &'a mut F,
}

impl<F: FnMut(GuidelinePlacement)> Consumer for Visit<'_, F> {
    #[inline(always)]
    fn take<P: BitPlane>(&mut self, landings: &Landings<P>) {
        for (spin, by_rotation) in Spin::ALL.into_iter().zip(&landings.by_spin[..landings.spins]) {
            for (rotation, plane) in Rotation::ALL.into_iter().zip(&by_rotation[..landings.distinct]) {
                plane.for_each(|x, y| {
                    (self.visit)(GuidelinePlacement { piece: self.piece, rotation, x, y, spin })
                });
            }
        }
    }
}

/// The height up to which small sets hold all that matters: kicks from the open space above end in it again.
const LOW: usize = 12;

#[inline(always)]
fn with_landings(field: &Field, piece: Piece, rules: &GuidelineRules, consumer: &mut impl Consumer) {
    let height = field.height();
    let open = match rules.spawn {
        // Room for every rotation at the row where pieces appear: an upright I reaches two rows below it.
        Spawn::Row(row) | Spawn::RowOrAbove(row) => height + 2 <= usize::from(row),
        Spawn::Ceiling => false,
    };
    // Above an open space there is no ceiling to hit.
    if open && height <= LOW && rules.kicks != KickSystem::AlphaTetris {
        consumer.take(&low(Low::of(field.columns()), piece, rules));
    } else if open {
        consumer.take(&tall(Tall::of(field.columns()), FloodStart::Open, piece, rules));
    } else if let Some(active) = Active::spawn(field, piece, rules) {
        let start = match rules.spawn {
            Spawn::Ceiling => FloodStart::Below(rules.ceiling),
            _ => FloodStart::At(active.y),
        };
        consumer.take(&tall(Tall::of(&rules.blocked(field)), start, piece, rules));
    }
}

/// Low stacks, with a flood compiled for each piece.
#[inline(always)]
fn low(blocked: Low, piece: Piece, rules: &GuidelineRules) -> Landings<Low> {
    match rules.kicks {
        KickSystem::Srs => low_by::<{ KickSystem::Srs as usize }>(blocked, piece, rules),
        _ => low_by::<{ KickSystem::SrsPlus as usize }>(blocked, piece, rules),
    }
}

#[inline(always)]
fn low_by<const KICKS: usize>(blocked: Low, piece: Piece, rules: &GuidelineRules) -> Landings<Low> {
    // Only turns of a T are spins.
    match (piece, rules.spins) {
        (Piece::I, _) => fixed::<{ Piece::I as usize }, KICKS, false>(blocked),
        (Piece::O, _) => fixed::<{ Piece::O as usize }, KICKS, false>(blocked),
        (Piece::T, SpinRule::Ignored) => fixed::<{ Piece::T as usize }, KICKS, false>(blocked),
        (Piece::T, _) => fixed::<{ Piece::T as usize }, KICKS, true>(blocked),
        (Piece::S, _) => fixed::<{ Piece::S as usize }, KICKS, false>(blocked),
        (Piece::Z, _) => fixed::<{ Piece::Z as usize }, KICKS, false>(blocked),
        (Piece::J, _) => fixed::<{ Piece::J as usize }, KICKS, false>(blocked),
        (Piece::L, _) => fixed::<{ Piece::L as usize }, KICKS, false>(blocked),
    }
}

// Compiled once each, whoever consumes what they find.

#[inline(never)]
fn fixed<const PIECE: usize, const KICKS: usize, const SPINS: bool>(blocked: Low) -> Landings<Low> {
    let spins = if SPINS { SpinRule::ThreeCorners } else { SpinRule::Ignored };
    landings(
        blocked,
        FloodStart::Open,
        FloodKind { piece: Piece::ALL[PIECE], kicks: KickSystem::ALL[KICKS], spins },
    )
}

#[inline(never)]
fn tall(blocked: Tall, start: FloodStart, piece: Piece, rules: &GuidelineRules) -> Landings<Tall> {
    let spins = match rules.spins {
        SpinRule::ThreeCorners if piece != Piece::T => SpinRule::Ignored,
        spins => spins,
    };
    landings(blocked, start, FloodKind { piece, kicks: rules.kicks, spins })
}
