//! Placements valued by a weighted sum of features.

use super::counts::{COUNTED, Counts, ERODED, LANDING, LINES, place};
use super::feature::Feature;
use super::profile::Profile;
use super::surface::surface;
use super::weights::{Weights, WidthError};
use super::whole::whole;
use crate::board::Board;
use crate::classic::rules::ClassicRules;
use crate::classic::state::{After, State};
use crate::drop::landing::NO_LANDING;
use crate::drop::placement::{ActionId, Actions};

/// A value for every placement: the weighted sum of its features.
///
/// What most features of the boards after each placement of a piece are follows from the board before and the few
/// columns that the piece touches; whole boards are made only where a line is cleared or a rare feature wants one.
///
/// ```
/// use tetreach_games::classic::{Linear, Preset, Randomizer, ClassicRules, State, WeightsPreset};
/// use tetreach_games::{ActionId, Board, Piece, Size};
///
/// let rules = ClassicRules::preset(Preset::Simplified);
/// let board = Board::from_text("###.######\n###.######", Size::STANDARD)?;
/// let state = State { board, piece: Piece::I, next: None, supply: rules.randomizer.start(), is_over: false };
/// let player = Linear::new(&WeightsPreset::Dellacherie.weights(), 10)?;
/// let (action, value) = player.best(&rules, &state).expect("the game goes on");
/// assert_eq!(action, ActionId(7 + 3), "upright into the well");
/// assert_eq!(value, player.value(&rules.after(&state, action).expect("it is offered")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    counted: [f64; COUNTED],
    surface: Vec<(Feature, f64)>,
    whole: Vec<(Feature, f64)>,
    losing: f64,
}

impl Linear {
    /// A player with these weights on boards with this many columns.
    pub fn new(weights: &Weights, width: u8) -> Result<Self, WidthError> {
        weights.check(width)?;
        let mut linear = Linear {
            counted: [0.0; COUNTED],
            surface: Vec::new(),
            whole: Vec::new(),
            losing: weights.losing,
        };
        for &(feature, weight) in &weights.terms {
            if let Some((at, factor)) = place(feature) {
                linear.counted[at] += factor * weight;
            } else if surface(feature, &[0; 16]).is_some() {
                linear.surface.push((feature, weight));
            } else {
                linear.whole.push((feature, weight));
            }
        }
        Ok(linear)
    }

    /// The value of a placement.
    pub fn value(&self, after: &After) -> f64 {
        if after.is_lost { self.losing } else { self.sum(&counts(after), &after.board, after.row) }
    }

    fn sum(&self, counts: &Counts, board: &Board, row: u8) -> f64 {
        let mut sum = counts.weighted(&self.counted);
        if !self.surface.is_empty() {
            sum += self.surface_sum(board);
        }
        for &(feature, weight) in &self.whole {
            sum += weight * whole(feature, board, row);
        }
        sum
    }

    /// Visits the placements of a state that is not over with their values: those that [`ClassicRules::for_each_after`]
    /// offers, in the same order, and where losing ones are a last resort those too.
    #[inline]
    pub fn for_each_value(&self, rules: &ClassicRules, state: &State, mut visit: impl FnMut(ActionId, f64)) {
        let board = &state.board;
        if !rules.entry.is_from_above(board) || !self.whole.is_empty() {
            return rules.entry.for_each_rest(board, state.piece, |action, row| {
                let value = row.map(|row| self.value(&rules.settled(state, action, row)));
                visit(action, value.unwrap_or(self.losing));
            });
        }
        let profile = Profile::of(board);
        let actions = Actions::of_width(board.width());
        let stack = board.stack_height();
        for orientation in state.piece.orientations() {
            let shape = orientation.shape();
            let rows = board.landing_rows_of(shape);
            let values = profile.values(shape, board.width(), &rows, &self.counted);
            for (column, index) in actions.of_orientation(orientation).enumerate() {
                let (row, action, drop) = (rows[column], ActionId(index as u16), &actions.drops()[index]);
                let value = if row == NO_LANDING {
                    self.losing
                } else if board.fills_row(drop, row) {
                    self.value(&rules.settled(state, action, row))
                } else if rules.is_too_high(stack.max(usize::from(row + drop.height))) {
                    self.losing
                } else if self.surface.is_empty() {
                    values[column]
                } else {
                    values[column] + self.surface_sum(&board.with_piece(drop, row))
                };
                visit(action, value);
            }
        }
    }

    #[inline]
    fn surface_sum(&self, board: &Board) -> f64 {
        let value = |(feature, weight): &(Feature, f64)| {
            weight * surface(*feature, board.heights()).unwrap_or_default()
        };
        self.surface.iter().map(value).sum()
    }

    /// The placement with the highest value, the first of equals, and its value; `None` if the game is over.
    #[inline]
    pub fn best(&self, rules: &ClassicRules, state: &State) -> Option<(ActionId, f64)> {
        let mut best = None;
        if !state.is_over {
            self.for_each_value(rules, state, |action, value| {
                if best.is_none_or(|(_, highest)| value > highest) {
                    best = Some((action, value));
                }
            });
        }
        best
    }
}

/// The counts after a placement.
fn counts(after: &After) -> Counts {
    let mut counts = Profile::of(&after.board).counts();
    counts.0[LANDING] = after.doubled_landing_height() as i32;
    counts.0[ERODED] = i32::from(after.lines) * i32::from(after.eroded);
    counts.0[LINES] = i32::from(after.lines);
    counts
}

/// The numbers of features for a placement that did not lose, in their order: [`Feature::measure`] of each, with the
/// board counted once.
///
/// # Panics
/// If the board does not have one of them ([`Feature::exists_on`]).
///
/// ```
/// use tetreach_games::classic::{Feature, Preset, ClassicRules, measured};
/// use rand::SeedableRng;
///
/// let rules = ClassicRules::preset(Preset::Simplified);
/// let state = rules.start(&mut rand_pcg::Pcg64Mcg::seed_from_u64(1));
/// rules.for_each_after(&state, |_, after| {
///     let numbers: Vec<f64> = measured(&[Feature::Holes, Feature::RemovedLines], after).collect();
///     assert_eq!(numbers, [Feature::Holes.measure(after), 0.0]);
/// });
/// ```
pub fn measured<'a>(features: &'a [Feature], after: &'a After) -> impl Iterator<Item = f64> + 'a {
    let counts = counts(after);
    features.iter().map(move |&feature| feature.measure_counted(&counts, after))
}

impl Feature {
    /// The feature's number for a placement that did not lose.
    ///
    /// # Panics
    /// If the board does not have it ([`Feature::exists_on`]).
    pub fn measure(self, after: &After) -> f64 {
        self.measure_counted(&counts(after), after)
    }

    fn measure_counted(self, counts: &Counts, after: &After) -> f64 {
        match place(self) {
            Some((at, factor)) => factor * f64::from(counts.0[at]),
            None => {
                surface(self, after.board.heights()).unwrap_or_else(|| whole(self, &after.board, after.row))
            }
        }
    }
}
