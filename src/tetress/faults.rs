//! What the code of the report's agents does otherwise than the report says.

/// A difference between the report and its code, which can be switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ReportFault {
    /// The tree has moves of the own colour only, as if the opponent never moved, and the turn is forgotten.
    OwnColourTree,
    /// Random games begin with the own colour although it has just moved.
    WrongSidePlayout,
    /// Moves are random while fewer than 50 cells are filled.
    RandomOpening,
    /// The ending begins earlier than above 85 filled cells: from 82 in tree search, above 70 in minimax.
    EarlyEnding,
    /// The result of a random game from a position without moves is not carried to the root.
    LostBackup,
    /// Scores of nodes are those of their last visit.
    StaleScores,
    /// Whoever has more cells counts as the winner, so that minimax stops after one move.
    MoreCellsWin,
}

impl ReportFault {
    /// All faults.
    pub const ALL: [ReportFault; 7] = [
        ReportFault::OwnColourTree,
        ReportFault::WrongSidePlayout,
        ReportFault::RandomOpening,
        ReportFault::EarlyEnding,
        ReportFault::LostBackup,
        ReportFault::StaleScores,
        ReportFault::MoreCellsWin,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A set of faults.
///
/// ```
/// use tetreach::tetress::{ReportFault, ReportFaults};
///
/// let faults = ReportFaults::NONE.with(ReportFault::EarlyEnding);
/// assert!(faults.has(ReportFault::EarlyEnding) && !faults.has(ReportFault::LostBackup));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReportFaults(u8);

impl ReportFaults {
    /// Everything as the report says.
    pub const NONE: ReportFaults = ReportFaults(0);

    /// The same faults and one more.
    #[must_use]
    pub const fn with(self, fault: ReportFault) -> Self {
        ReportFaults(self.0 | 1 << fault as u8)
    }

    /// Whether a fault is among them.
    pub const fn has(self, fault: ReportFault) -> bool {
        self.0 >> fault as u8 & 1 == 1
    }
}
