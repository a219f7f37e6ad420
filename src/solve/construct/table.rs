//! The plan table: for every floor of a single cell, how to peel every possible top of a stack.
//!
//! A plan over a floor is a plan over every floor that contains it, so single cells are enough; and a floor's
//! mirror image has the mirror images of its plans, so half of the columns are. `docs/theorem.md` tells why a
//! complete table proves that every admissible board with two free rows above it is reachable.

use std::sync::OnceLock;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::local::LocalSearch;
use super::top::{Top, TopPlan, find_plan};
use super::window::Window;
use crate::game::{ActionId, Actions, Board, PlayError, Size, action_count};

/// Plans for all tops over the floors with one cell in the left half of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanTable {
    size: Size,
    /// By the floor's column, then by [`Top::index`]; behind them the plans for a lone cell on the ground, by
    /// column, if the width is odd.
    plans: Vec<TopPlan>,
}

/// Why a table is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A plan is missing.
    #[error("no plan was found for {top:?} over the floor {floor:#b} (column 0 is the lowest bit)")]
    Missing {
        /// The top without a plan.
        top: Top,
        /// The row under it.
        floor: u16,
    },
    /// A plan does not do what it should.
    #[error("the plan for {top:?} over the floor {floor:#b} is wrong: {reason}")]
    Wrong {
        /// The top.
        top: Top,
        /// The row under it.
        floor: u16,
        /// What is wrong with it.
        reason: WrongPlan,
    },
    /// The bytes do not hold a table.
    #[error("the bytes do not hold a plan table: {0}")]
    Damaged(&'static str),
    /// The method does not cover boards of this width.
    #[error(
        "the method does not cover {width} columns: it needs 5 to 14, and not a multiple of 4, where cells come in \
         fours and a row of two or three cannot be peeled alone"
    )]
    OtherWidth {
        /// The columns asked for.
        width: u8,
    },
    /// The table was given up because the user asked to stop.
    #[error("stopped before the table was complete")]
    Stopped,
}

/// What can be wrong with a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongPlan {
    /// The rest is not smaller.
    #[error("its rest is neither lower nor a strict subset")]
    NotSmaller,
    /// The rest could not stand on a board.
    #[error("its rest has a full row, or an empty row under a filled one")]
    NotABoard,
    /// A placement cannot be played.
    #[error("a placement cannot be played: {0}")]
    Illegal(#[from] PlayError),
    /// A placement comes to rest below the floor.
    #[error("a piece comes to rest in the floor")]
    BreaksFloor,
    /// The placements lead elsewhere.
    #[error("its placements lead to another board")]
    EndsElsewhere,
}

/// What a verified table proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Certificate {
    /// Columns of the boards.
    pub width: u8,
    /// Plans that peel a row of two or more cells.
    pub row_plans: usize,
    /// Plans that peel a lone cell with the row under it.
    pub nub_plans: usize,
    /// Placements replayed.
    pub placements: usize,
    /// Most placements in one plan.
    pub longest: usize,
}

const MAGIC: &[u8; 8] = b"tetrplan";

/// Plans are stored with one byte per placement, which is enough up to 14 columns.
const ONE_BYTE: usize = 256;

impl PlanTable {
    /// The table for boards of ten columns, made by `tetreach targets prove --write`.
    pub fn standard() -> &'static PlanTable {
        static TABLE: OnceLock<PlanTable> = OnceLock::new();
        TABLE.get_or_init(|| {
            PlanTable::from_bytes(include_bytes!("plans-10.bin"))
                .expect("invariant: the embedded table is whole")
        })
    }

    /// Searches all plans for boards of this width, on `threads` threads; `progress` hears of every plan found
    /// and may end the search by returning false.
    pub fn build(
        size: Size,
        threads: usize,
        progress: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, TableError> {
        let width = size.width();
        if !(5..=14).contains(&width) || width.is_multiple_of(4) {
            return Err(TableError::OtherWidth { width });
        }
        let jobs: Vec<(u16, Top)> = jobs(size).collect();
        let search = |local: &mut LocalSearch, &(floor, top): &(u16, Top)| {
            let plan = find_plan(local, size, floor, top);
            if !progress() {
                return Err(TableError::Stopped);
            }
            plan.ok_or(TableError::Missing { top, floor })
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
        let plans = pool
            .expect("invariant: the system has threads")
            .install(|| jobs.par_iter().map_init(LocalSearch::default, search).collect::<Result<_, _>>())?;
        Ok(Self { size, plans })
    }

    /// How many plans a table for this width has.
    pub fn count(size: Size) -> usize {
        usize::from(supports(size)) * Top::count(size) + grounded(size).count()
    }

    /// The plans for the top of `board`, one for each cell of the row under it.
    pub fn plans_for(&self, board: &Board) -> Vec<TopPlan> {
        let Some(top) = Top::of_board(board) else { return Vec::new() };
        if let Top::Row(row) = top
            && top.is_lone_cell()
        {
            let first = usize::from(supports(self.size)) * Top::count(self.size);
            return self.plans.get(first + row.trailing_zeros() as usize).cloned().into_iter().collect();
        }
        let floor = match board.stack_height() - top.rows() {
            0 => self.size.full_row(),
            row => board.row(row - 1),
        };
        (0..self.size.width()).filter(|column| floor >> column & 1 == 1).map(|c| self.plan(c, top)).collect()
    }

    /// The plan for a top over a floor that has a cell in column `support`.
    fn plan(&self, support: u8, top: Top) -> TopPlan {
        let width = self.size.width();
        if support < supports(self.size) {
            return self.plans[usize::from(support) * Top::count(self.size) + top.index(self.size)].clone();
        }
        let flip = |row: u16| row.reverse_bits() >> (16 - width);
        let mirror = match top {
            Top::Row(row) => Top::Row(flip(row)),
            Top::Nub { row, column } => Top::Nub { row: flip(row), column: width - 1 - column },
        };
        let actions = Actions::of_width(width);
        let TopPlan { rest, actions: plan } = self.plan(width - 1 - support, mirror);
        let mirrored =
            |action| actions.mirrored(action).expect("invariant: plans hold actions of this width");
        TopPlan { rest: rest.mirrored(width), actions: plan.into_iter().map(mirrored).collect() }
    }

    /// Replays every plan and every mirror image with the real drop, on a board with exactly the room that the
    /// theorem grants.
    pub fn verify(&self) -> Result<Certificate, TableError> {
        let (size, width) = (self.size, self.size.width());
        let over_cells = (0..width)
            .flat_map(|support| Top::all(size).map(move |top| (1 << support, top, self.plan(support, top))));
        let on_ground = grounded(size).zip(&self.plans[usize::from(supports(size)) * Top::count(size)..]);
        let on_ground = on_ground.map(|((floor, top), plan)| (floor, top, plan.clone()));
        let mut certificate = Certificate { width, row_plans: 0, nub_plans: 0, placements: 0, longest: 0 };
        for (floor, top, plan) in over_cells.chain(on_ground) {
            verify_plan(size, floor, top, &plan).map_err(|reason| TableError::Wrong {
                top,
                floor,
                reason,
            })?;
            match top {
                Top::Row(_) => certificate.row_plans += 1,
                Top::Nub { .. } => certificate.nub_plans += 1,
            }
            certificate.placements += plan.actions.len();
            certificate.longest = certificate.longest.max(plan.actions.len());
        }
        Ok(certificate)
    }

    /// The table as bytes: magic, width, and for each plan its rest (two rows), its length and its actions.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.size.width());
        for plan in &self.plans {
            bytes.extend((plan.rest.0 as u32).to_le_bytes());
            bytes.push(plan.actions.len() as u8);
            bytes.extend(plan.actions.iter().map(|action| action.0 as u8));
        }
        bytes
    }

    /// Reads what [`PlanTable::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableError> {
        let damaged = TableError::Damaged;
        let rest = bytes.strip_prefix(MAGIC).ok_or(damaged("they begin otherwise"))?;
        let (&width, mut rest) = rest.split_first().ok_or(damaged("they end too early"))?;
        let height = usize::from(Size::STANDARD.height());
        let size = Size::new(usize::from(width), height).map_err(|_| damaged("the width is impossible"))?;
        if action_count(width) > ONE_BYTE {
            return Err(damaged("the width is too large for plans of one byte per placement"));
        }
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at_checked(count).ok_or(damaged("they end too early"))?;
            rest = left;
            Ok(taken)
        };
        let mut plans = Vec::with_capacity(Self::count(size));
        for _ in 0..Self::count(size) {
            let cells = u32::from_le_bytes(take(4)?.try_into().expect("invariant: four bytes"));
            let length = usize::from(take(1)?[0]);
            let actions = take(length)?.iter().map(|action| ActionId(u16::from(*action))).collect();
            plans.push(TopPlan { rest: Window(u128::from(cells)), actions });
        }
        if rest.is_empty() {
            Ok(Self { size, plans })
        } else {
            Err(damaged("they go on after the last plan"))
        }
    }
}

/// Columns whose floors have their own plans; the others are mirror images.
fn supports(size: Size) -> u8 {
    size.width().div_ceil(2)
}

/// Lone cells on the ground: only boards of odd width can have an odd number of cells.
fn grounded(size: Size) -> impl Iterator<Item = (u16, Top)> {
    let columns = if size.width().is_multiple_of(2) { 0 } else { size.width() };
    (0..columns).map(move |column| (size.full_row(), Top::Row(1 << column)))
}

/// All floors and tops that need their own plan, in the order of the table.
fn jobs(size: Size) -> impl Iterator<Item = (u16, Top)> {
    let over_cells = (0..supports(size)).flat_map(move |c| Top::all(size).map(move |top| (1 << c, top)));
    over_cells.chain(grounded(size))
}

fn verify_plan(size: Size, floor: u16, top: Top, plan: &TopPlan) -> Result<(), WrongPlan> {
    let (start, rest) = (top.window(), plan.rest);
    let smaller = rest.stack() < start.stack() || rest.0 & !start.0 == 0 && rest != start;
    if !smaller {
        return Err(WrongPlan::NotSmaller);
    }
    if (0..rest.stack()).any(|row| rest.row(row) == 0 || rest.row(row) == size.full_row()) {
        return Err(WrongPlan::NotABoard);
    }
    // The ground needs no separate row, and a full row would vanish.
    let ground = usize::from(floor != size.full_row());
    let low =
        Size::new(usize::from(size.width()), ground + top.room()).expect("invariant: a low board is a board");
    let floor = Board::from_rows(low, [floor]);
    let mut board = rest.onto(&floor, ground);
    for action in &plan.actions {
        if usize::from(board.play_action(*action)?.row) < ground {
            return Err(WrongPlan::BreaksFloor);
        }
    }
    if board == start.onto(&floor, ground) { Ok(()) } else { Err(WrongPlan::EndsElsewhere) }
}
