//! Which moves were good elsewhere.

use crate::env::{Action, Player};

/// Killers and history.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    /// The two last moves that cut at each distance from the root.
    killers: Vec<[Option<Action>; 2]>,
    /// How often, weighted by depth, a move of each player cut.
    history: [Vec<u32>; 2],
    most: u32,
    bonus: i32,
}

impl Ordering {
    pub fn new(actions: usize, bonus: i32) -> Self {
        Ordering { killers: Vec::new(), history: [vec![0; actions], vec![0; actions]], most: 1, bonus }
    }

    /// Forgets the killers, which belong to distances from an old root, and half of the history.
    pub fn begin(&mut self) {
        self.killers.clear();
        self.history.iter_mut().flatten().for_each(|count| *count /= 2);
        self.most = (self.most / 2).max(1);
    }

    /// What the past of a move is worth in the order of moves.
    pub fn bonus(&self, mover: Player, ply: usize, action: Action) -> i32 {
        let killer = self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(action)));
        let history = f64::from(self.history[mover as usize][action.index()]) / f64::from(self.most);
        if killer { self.bonus } else { (history * f64::from(self.bonus)) as i32 }
    }

    /// Remembers a move that cut.
    pub fn cut(&mut self, mover: Player, ply: usize, action: Action, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let count = &mut self.history[mover as usize][action.index()];
        *count = count.saturating_add(depth * depth);
        self.most = self.most.max(*count);
    }
}
