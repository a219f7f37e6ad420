//! The agents that need no network, for users.

use super::{AgentEntry, Family};
use crate::solve::oracle::Oracle;
use crate::solve::{Auto, Construct, Exact, LowestFirst};

/// The agents by name.
pub(super) const AGENTS: &[AgentEntry] = &[
    AgentEntry::new(
        "auto",
        "the portfolio that always answers: proofs, searches, construction, then shorter answers",
        |_| Ok(Box::new(Auto::default())),
    )
    .of(Family::LearnedEstimate)
    .coloured([0xB8, 0x8A, 0x0B])
    .monitored(),
    AgentEntry::new(
        "construct",
        "peels the target row by row; answers every board with two free rows, at once",
        |_| Ok(Box::new(Construct::default())),
    )
    .coloured([0x12, 0x8C, 0x8C])
    .first_answer(),
    AgentEntry::new("exact", "a shortest way with its proof, by exact search on boards of any size", |_| {
        Ok(Box::new(Exact))
    })
    .first_answer()
    .monitored(),
    AgentEntry::new("oracle", "exact shortest ways on small boards", |_| Ok(Box::new(Oracle::default())))
        .first_answer(),
    AgentEntry::new(
        "rule",
        "the lowest placement that counting cells does not speak against; no network, no search",
        |_| Ok(Box::new(LowestFirst::default())),
    )
    .coloured([0x5C, 0x6B, 0x2E])
    .first_answer()
    .experiment(),
];
