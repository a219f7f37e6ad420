//! What a network sees: pairs of state and goal, written row by row into buffers that are filled again and again.

use ndarray::{ArrayView2, ArrayView3, ArrayView4};
use serde::{Deserialize, Serialize};

/// The sizes of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncodingShape {
    /// The number of input planes.
    pub planes: usize,
    /// The height of each plane.
    pub height: usize,
    /// The width of each plane.
    pub width: usize,
    /// The number of output maps over the same cells that actions are read from; dense networks ignore it.
    pub maps: usize,
    /// The number of actions, legal or not.
    pub actions: usize,
    /// How many things are told of each action beforehand; none in networks from before there were any.
    #[serde(default)]
    pub hints: usize,
}

impl EncodingShape {
    /// The number of cells of a plane.
    pub const fn cells(&self) -> usize {
        self.height * self.width
    }

    /// The number of inputs: all cells of all planes.
    pub const fn inputs(&self) -> usize {
        self.planes * self.cells()
    }
}

/// How a task is shown to a network.
///
/// A convolution gives every action the number that one of its output maps has at one cell: the cell where the
/// action takes effect. So the same weights score the same move everywhere, on boards of any size.
pub trait Encoder {
    /// The states of the task.
    type State;
    /// The goals of the task.
    type Goal;

    /// The sizes of what [`Encoder::encode`] writes.
    fn shape(&self) -> EncodingShape;

    /// Writes one pair; the row comes with zeros in `planes`, `landing` and `hints`, and with no legal action.
    fn encode(&self, state: &Self::State, goal: &Self::Goal, row: EncodingRow<'_>);
}

/// One row of an [`Encoding`], to be written by an [`Encoder`].
#[derive(Debug)]
pub struct EncodingRow<'a> {
    /// The input planes, `[planes, height, width]`.
    pub planes: &'a mut [f32],
    /// Where each action is read from, `(map * height + row) * width + column`; 0 will do for illegal actions.
    pub landing: &'a mut [i64],
    /// Which actions are legal.
    pub legal: &'a mut [bool],
    /// What the task's rules say of each action, `[hints, actions]`; how much that counts is learned.
    pub hints: &'a mut [f32],
}

/// Why the arrays of an encoding have their shapes.
const WHOLE_ROWS: &str = "invariant: rows are added whole";

/// Many encoded pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoding {
    shape: EncodingShape,
    len: usize,
    planes: Vec<f32>,
    landing: Vec<i64>,
    legal: Vec<bool>,
    hints: Vec<f32>,
}

impl Encoding {
    /// An encoding without rows.
    pub fn new(shape: EncodingShape) -> Self {
        Encoding {
            shape,
            len: 0,
            planes: Vec::new(),
            landing: Vec::new(),
            legal: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Forgets the rows and keeps the room.
    pub fn clear(&mut self) {
        self.len = 0;
        self.planes.clear();
        self.landing.clear();
        self.legal.clear();
        self.hints.clear();
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the encoder's shape is another, or an action lands outside the maps.
    pub fn push<E: Encoder + ?Sized>(&mut self, encoder: &E, state: &E::State, goal: &E::Goal) {
        let shape = self.shape;
        assert_eq!(encoder.shape(), shape, "an encoding has one shape");
        let (inputs, actions) = (self.len * shape.inputs(), self.len * shape.actions);
        self.len += 1;
        self.planes.resize(self.len * shape.inputs(), 0.0);
        self.landing.resize(self.len * shape.actions, 0);
        self.legal.resize(self.len * shape.actions, false);
        self.hints.resize(self.len * shape.actions * shape.hints, 0.0);
        let row = EncodingRow {
            planes: &mut self.planes[inputs..],
            landing: &mut self.landing[actions..],
            legal: &mut self.legal[actions..],
            hints: &mut self.hints[actions * shape.hints..],
        };
        encoder.encode(state, goal, row);
        let places = 0..(shape.maps * shape.cells()) as i64;
        let inside = self.landing[actions..].iter().all(|at| places.contains(at));
        assert!(inside || shape.maps == 0, "actions land inside the maps");
    }

    /// The sizes.
    pub fn shape(&self) -> EncodingShape {
        self.shape
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The input planes, `[len, planes, height, width]`.
    pub fn planes(&self) -> &[f32] {
        &self.planes
    }

    /// Where each action is read from, `[len, actions]`.
    pub fn landing(&self) -> &[i64] {
        &self.landing
    }

    /// Which actions are legal, `[len, actions]`.
    pub fn legal(&self) -> &[bool] {
        &self.legal
    }

    /// What is told of each action, `[len, hints, actions]`.
    pub fn hints(&self) -> &[f32] {
        &self.hints
    }

    /// The input planes as an array `[len, planes, height, width]`.
    pub fn planes_view(&self) -> ArrayView4<'_, f32> {
        let EncodingShape { planes, height, width, .. } = self.shape;
        ArrayView4::from_shape((self.len, planes, height, width), &self.planes).expect(WHOLE_ROWS)
    }

    /// Where each action is read from, as an array `[len, actions]`.
    pub fn landing_view(&self) -> ArrayView2<'_, i64> {
        ArrayView2::from_shape((self.len, self.shape.actions), &self.landing).expect(WHOLE_ROWS)
    }

    /// Which actions are legal, as an array `[len, actions]`.
    pub fn legal_view(&self) -> ArrayView2<'_, bool> {
        ArrayView2::from_shape((self.len, self.shape.actions), &self.legal).expect(WHOLE_ROWS)
    }

    /// What is told of each action, as an array `[len, hints, actions]`.
    pub fn hints_view(&self) -> ArrayView3<'_, f32> {
        let shape = (self.len, self.shape.hints, self.shape.actions);
        ArrayView3::from_shape(shape, &self.hints).expect(WHOLE_ROWS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Encoder for Echo {
        type State = f32;
        type Goal = i64;

        fn shape(&self) -> EncodingShape {
            EncodingShape { planes: 2, height: 1, width: 3, maps: 1, actions: 2, hints: 1 }
        }

        fn encode(&self, state: &f32, goal: &i64, row: EncodingRow<'_>) {
            row.planes[5] = *state;
            row.landing[1] = *goal;
            row.legal[1] = true;
            row.hints[0] = 3.0;
        }
    }

    #[test]
    fn rows_come_one_after_the_other_and_start_blank() {
        let mut encoding = Encoding::new(Echo.shape());
        encoding.push(&Echo, &7.0, &2);
        encoding.clear();
        encoding.push(&Echo, &8.0, &1);
        encoding.push(&Echo, &9.0, &0);
        assert_eq!(encoding.len(), 2);
        assert_eq!(encoding.planes(), [0.0, 0.0, 0.0, 0.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0]);
        assert_eq!(encoding.landing(), [0, 1, 0, 0]);
        assert_eq!(encoding.legal(), [false, true, false, true]);
        assert_eq!(encoding.hints(), [3.0, 0.0, 3.0, 0.0]);
        assert_eq!(encoding.planes_view()[[1, 1, 0, 2]], 9.0);
        assert_eq!((encoding.landing_view()[[0, 1]], encoding.legal_view()[[1, 0]]), (1, false));
        assert_eq!(encoding.hints_view().shape(), [2, 1, 2]);
    }

    #[test]
    #[should_panic(expected = "inside the maps")]
    fn a_landing_outside_the_maps_is_an_error_of_the_encoder() {
        Encoding::new(Echo.shape()).push(&Echo, &0.0, &3);
    }
}
