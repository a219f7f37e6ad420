//! Observations of many boards as arrays, ready for NumPy and for other networks.

use ndarray::{Array2, Array3, Array4};
use tetreach_agents::{Action, GoalTask, VectorEnv};

use super::encode::{PLANES, PlaneValue};
use super::landing::legal_mask;
use super::vector::VectorReachEnv;

impl VectorReachEnv {
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
        let mut rows = vec![0; self.count() * 2 * height];
        self.write_rows(&mut rows);
        Array3::from_shape_vec((self.count(), 2, height), rows).expect(SIZES)
    }

    /// The planes `[count, PLANES, height, width]` that networks see, see [`super::encode()`].
    pub fn planes_array<T: PlaneValue>(&self) -> Array4<T> {
        let size = self.task().settings().size;
        let shape = (self.count(), PLANES, usize::from(size.height()), usize::from(size.width()));
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
