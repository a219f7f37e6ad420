//! Beam search that takes a stack apart piece by piece.
//!
//! A level holds the boards that are left after equally many pieces were taken away. Boards are ranked by the lines
//! un-cleared so far and those that they still need by an estimate; since pieces and lines go together, the first way
//! that comes out is the shortest that this beam can find. Pieces are taken from the topmost rows only: what lies
//! deeper can be taken as well later on, and so the beam is not filled with the same pieces in another order.

use rustc_hash::FxHashSet;

use super::fingerprint::Fingerprint;
use crate::game::{ActionId, Board};
use crate::solve::budget::Meter;
use crate::solve::construct::{MAX_ROWS, Window, WindowFrame};
use crate::solve::estimate::{Appraiser, LINE};

/// How much of a level the beam looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnstackSettings {
    /// Topmost rows from which pieces are taken.
    pub rows: usize,
    /// Most lines that one piece may have cleared.
    pub cleared: usize,
    /// Boards kept of each level.
    pub width: usize,
}

impl UnstackSettings {
    /// A beam of this width. Pieces that clear two lines are three quarters of all, and narrow beams do without them.
    pub fn of_width(width: usize) -> Self {
        Self { rows: 4, cleared: if width < 64 { 1 } else { 2 }, width }
    }
}

/// How far a beam came within its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeamEnd {
    /// The empty board was met; these placements lead from it to the target.
    Found(Vec<ActionId>),
    /// No way within the allowed lines was met.
    Nothing,
    /// The budget ended first; the beam can go on.
    Interrupted,
}

/// A board that was kept.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// The board.
    pub board: Board,
    /// Lines un-cleared on the way to it.
    pub lines: u16,
    parent: u32,
    action: ActionId,
}

/// A board that may be kept: its topmost rows, and where the rest of it stands.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    window: Window,
    fingerprint: u64,
    /// Lines so far and lines still needed, in parts of a [`LINE`].
    total: u32,
    parent: u32,
    action: ActionId,
    lines: u16,
    floor: u8,
}

/// A beam on its way.
pub struct UnstackBeam<'a> {
    settings: UnstackSettings,
    appraiser: Box<dyn Appraiser + 'a>,
    most_lines: usize,
    kept: Vec<Kept>,
    /// Where the level that is expanded now begins and ends among the kept boards, and its next board.
    level: std::ops::Range<usize>,
    next: usize,
    candidates: Vec<Candidate>,
    /// Candidates from here on would not be kept.
    too_many: u32,
    met: FxHashSet<u64>,
}

impl std::fmt::Debug for UnstackBeam<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UnstackBeam")
            .field("settings", &self.settings)
            .field("kept", &self.kept.len())
            .finish_non_exhaustive()
    }
}

impl<'a> UnstackBeam<'a> {
    /// A beam that has nothing to do yet.
    pub fn new(appraiser: Box<dyn Appraiser + 'a>) -> Self {
        Self {
            settings: UnstackSettings::of_width(1),
            appraiser,
            most_lines: 0,
            kept: Vec::new(),
            level: 0..0,
            next: 0,
            candidates: Vec::new(),
            too_many: u32::MAX,
            met: FxHashSet::default(),
        }
    }

    /// Forgets everything and begins at `target`, from which at most `most_lines` lines may be un-cleared.
    pub fn start(&mut self, target: &Board, settings: UnstackSettings, most_lines: usize) {
        self.settings = UnstackSettings { width: settings.width.max(1), ..settings };
        self.most_lines = most_lines;
        self.kept.clear();
        self.met.clear();
        self.candidates.clear();
        self.too_many = u32::MAX;
        self.kept.push(Kept { board: *target, lines: 0, parent: NO_PARENT, action: ActionId(0) });
        (self.level, self.next) = (0..1, 0);
    }

    /// From now on at most this many lines may be un-cleared.
    pub fn limit(&mut self, most_lines: usize) {
        self.most_lines = self.most_lines.min(most_lines);
    }

    /// Goes on level by level until a way is met, nothing is left or the budget ends.
    pub fn go_on(&mut self, meter: &mut Meter) -> BeamEnd {
        loop {
            while self.next < self.level.end {
                if self.next.is_multiple_of(BOARDS_PER_LOOK) && meter.is_spent() {
                    return BeamEnd::Interrupted;
                }
                meter.count(self.expand(self.next));
                self.next += 1;
            }
            self.begin_level();
            if let Some(index) = self.level.clone().find(|&index| self.kept[index].board.is_empty()) {
                return BeamEnd::Found(self.placements(index));
            }
            if self.level.is_empty() {
                return BeamEnd::Nothing;
            }
        }
    }

    /// The boards kept so far, the target first.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// Makes candidates of all boards that lead to a kept one, and tells how many there were.
    fn expand(&mut self, index: usize) -> u64 {
        let Kept { board, lines, .. } = self.kept[index];
        let floor = board.stack_height().saturating_sub(self.settings.rows);
        let spare = self.most_lines.saturating_sub(usize::from(lines));
        let below = Fingerprint::of_rows(0, (0..floor).map(|row| board.row(row)));
        self.appraiser.settle(&board, floor);
        let mut generated = 0;
        let frame = WindowFrame::above(&board, floor, MAX_ROWS);
        frame.for_each_predecessor(
            Window::of_board(&board, floor),
            self.settings.cleared.min(spare),
            |undone| {
                generated += 1;
                let lines = lines + undone.cleared as u16;
                let so_far = u32::from(lines) * LINE;
                let limit = self.too_many.saturating_sub(so_far);
                let total = so_far.saturating_add(self.appraiser.appraise(undone.window, limit));
                if total >= self.too_many {
                    return;
                }
                let rows = (0..undone.window.stack()).map(|row| undone.window.row(row));
                let fingerprint = below.with(Fingerprint::of_rows(floor, rows)).0;
                if !self.met.contains(&fingerprint) {
                    self.candidates.push(Candidate {
                        window: undone.window,
                        fingerprint,
                        total,
                        parent: index as u32,
                        action: undone.action,
                        lines,
                        floor: floor as u8,
                    });
                }
            },
        );
        if self.candidates.len() > SPARE * self.settings.width {
            self.choose();
        }
        generated
    }

    /// Keeps the most promising candidates, one of each board.
    fn choose(&mut self) {
        // All of the key, so that the order does not depend on how they are sorted.
        self.candidates.sort_unstable_by_key(|one| (one.total, one.fingerprint, one.parent, one.action.0));
        let mut twins = FxHashSet::default();
        self.candidates.retain(|one| twins.insert(one.fingerprint));
        if let Some(first_cut) = self.candidates.get(self.settings.width) {
            self.too_many = first_cut.total;
            self.candidates.truncate(self.settings.width);
        }
    }

    /// Makes the candidates the next level.
    fn begin_level(&mut self) {
        self.choose();
        let begin = self.kept.len();
        for one in &self.candidates {
            let board = one.window.onto(&self.kept[one.parent as usize].board, usize::from(one.floor));
            self.met.insert(one.fingerprint);
            self.kept.push(Kept { board, lines: one.lines, parent: one.parent, action: one.action });
        }
        self.candidates.clear();
        self.too_many = u32::MAX;
        (self.level, self.next) = (begin..self.kept.len(), begin);
    }

    /// The placements that lead from a kept board to the target.
    fn placements(&self, index: usize) -> Vec<ActionId> {
        let way = self.way_to(index).map(|index| &self.kept[index]);
        way.take_while(|kept| kept.parent != NO_PARENT).map(|kept| kept.action).collect()
    }

    /// The numbers of the kept boards between one of them and the target, itself first, the target last.
    pub fn way_to(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let parent = |&index: &usize| Some(self.kept[index].parent).filter(|&parent| parent != NO_PARENT);
        std::iter::successors(Some(index), move |index| parent(index).map(|parent| parent as usize))
    }
}

/// Candidates are cut when there are this many times as many as will be kept.
const SPARE: usize = 4;
/// Boards expanded between two looks at the clock.
const BOARDS_PER_LOOK: usize = 4;
/// Marks the target among the kept boards.
const NO_PARENT: u32 = u32::MAX;
