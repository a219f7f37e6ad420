//! Observations of many boards as arrays, ready for NumPy and for other networks.

use ndarray::{Array2, Array3, Array4};
use tetreach_agents::{Action, ActionMask, GoalTask};

use super::encode::{PLANES, PlaneValue, encode_batch, encode_landings_batch};
use super::task::legal_mask;
use super::vector::VectorReachEnv;

impl VectorReachEnv {
    /// Writes the boards' rows, bottom row first, leftmost column in bit 0: `[count, 2, height]`, state then goal.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write_rows(&self, out: &mut [u16]) {
        let height = usize::from(self.task().settings().size.height());
        assert_eq!(out.len(), self.states().len() * 2 * height, "two boards of rows for each environment");
        for ((state, goal), rows) in
            self.states().iter().zip(self.goals()).zip(out.chunks_exact_mut(2 * height))
        {
            let (above, below) = rows.split_at_mut(height);
            above.iter_mut().enumerate().for_each(|(row, cells)| *cells = state.row(row));
            below.iter_mut().enumerate().for_each(|(row, cells)| *cells = goal.row(row));
        }
    }

    /// Writes planes: `[count, PLANES, height, width]`, see [`super::encode()`].
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write_planes<T: PlaneValue>(&self, out: &mut [T]) {
        encode_batch(self.states(), self.goals(), out);
    }

    /// Writes the legal actions of every board.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write_masks(&self, out: &mut [ActionMask]) {
        assert_eq!(out.len(), self.states().len(), "one mask for each environment");
        self.states().iter().zip(out).for_each(|(state, mask)| *mask = legal_mask(state));
    }

    /// Writes landing cells `[count, actions]` and masks, see [`super::encode_landings`].
    ///
    /// # Panics
    /// If a slice has another length.
    pub fn write_landings(&self, indices: &mut [i64], masks: &mut [ActionMask]) {
        encode_landings_batch(self.states(), indices, masks);
    }

    /// The boards' rows `[count, 2, height]`, state then goal, bottom row first, leftmost column in bit 0.
    ///
    /// ```
    /// use tetreach::reach::{ReachSettings, SharedSource, VectorReachEnv};
    /// use tetreach_agents::Autoreset;
    ///
    /// let env = VectorReachEnv::new(4, ReachSettings::default(), SharedSource::default(), Autoreset::SameStep)?;
    /// assert_eq!(env.rows_array().shape(), [4, 2, 20]);
    /// assert_eq!(env.mask_array().shape(), [4, 162]);
    /// # Ok::<(), tetreach_agents::VectorError>(())
    /// ```
    pub fn rows_array(&self) -> Array3<u16> {
        let height = usize::from(self.task().settings().size.height());
        let mut rows = vec![0; self.states().len() * 2 * height];
        self.write_rows(&mut rows);
        Array3::from_shape_vec((self.states().len(), 2, height), rows).expect(SIZES)
    }

    /// The planes `[count, PLANES, height, width]` that networks see, see [`super::encode()`].
    pub fn planes_array<T: PlaneValue>(&self) -> Array4<T> {
        let size = self.task().settings().size;
        let shape = (self.states().len(), PLANES, usize::from(size.height()), usize::from(size.width()));
        let mut planes = vec![T::default(); shape.0 * shape.1 * shape.2 * shape.3];
        self.write_planes(&mut planes);
        Array4::from_shape_vec(shape, planes).expect(SIZES)
    }

    /// Which actions are legal on each board, `[count, actions]`.
    pub fn mask_array(&self) -> Array2<bool> {
        let masks: Vec<_> = self.states().iter().map(legal_mask).collect();
        let shape = (masks.len(), self.task().action_count());
        Array2::from_shape_fn(shape, |(index, action)| masks[index].contains(Action(action as u16)))
    }
}

/// Why the arrays have their shapes.
const SIZES: &str = "invariant: the buffer was made for this shape";

#[cfg(test)]
mod tests {
    use tetreach_agents::Autoreset;

    use super::*;
    use crate::reach::{ReachOptions, ReachSettings, SharedSource};

    #[test]
    fn arrays_say_the_same_as_the_boards() {
        let settings = ReachSettings::default();
        let mut env = VectorReachEnv::new(3, settings, SharedSource::default(), Autoreset::SameStep).unwrap();
        env.restart_all(Some(5), &ReachOptions::default()).unwrap();
        let (rows, planes, masks) = (env.rows_array(), env.planes_array::<f32>(), env.mask_array());
        assert_eq!(planes.shape(), [3, PLANES, 20, 10]);
        for (index, goal) in env.goals().iter().enumerate() {
            for row in 0..20 {
                assert_eq!(rows[[index, 1, row]], goal.row(row));
            }
            let legal = masks.row(index).iter().filter(|legal| **legal).count();
            assert_eq!(legal, legal_mask(&env.states()[index]).count());
        }
    }
}
