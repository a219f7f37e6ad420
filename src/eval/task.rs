//! What an evaluation attempts: named boards of suites.

use crate::game::Board;
use crate::reach::Suite;
use crate::solve::oracle::{DistanceTable, OracleCache};

/// A named board of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The suite it comes from; results are grouped by it.
    pub suite: String,
    /// Its name in the suite.
    pub name: String,
    /// The board to reach; it need not be admissible.
    pub board: Board,
}

impl Suite {
    /// All boards as tasks, under the name by which the suite was asked for; boards without a name get their number.
    ///
    /// ```
    /// use tetreach::game::Size;
    /// use tetreach::reach::Suite;
    ///
    /// let suite = Suite::from_text("small", "= square\n##........\n##........", Size::STANDARD)?;
    /// let tasks = suite.tasks("small.txt");
    /// assert_eq!((tasks[0].suite.as_str(), tasks[0].name.as_str()), ("small.txt", "square"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tasks(&self, source: &str) -> Vec<Task> {
        let named = self.sketches.iter().enumerate().map(|(index, sketch)| Task {
            suite: source.to_owned(),
            name: sketch.name.clone().unwrap_or_else(|| (index + 1).to_string()),
            board: sketch.board,
        });
        named.collect()
    }
}

/// The table of exact distances of the tasks' board size, if the user's cache has one.
pub fn known_distances(tasks: &[Task]) -> Option<DistanceTable> {
    let file = OracleCache::of_user().file(tasks.first()?.board.size())?;
    DistanceTable::open(&file).ok().filter(|table| table.origin().is_empty())
}
