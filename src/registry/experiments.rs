//! Ablations and baselines that need no network: usable by name, and teachers of demonstrations.

use super::{AgentEntry, AgentError, Family};
use crate::solve::estimate::EstimateKind;
use crate::solve::{AnytimeSearch, Beam, Direction, PlainUct, Proposers, RandomWalks, Solver};

fn anytime(proposers: Proposers, estimate: EstimateKind) -> Result<Box<dyn Solver>, AgentError> {
    Ok(Box::new(AnytimeSearch { estimate, proposers }))
}

/// The agents by name.
pub(super) const AGENTS: &[AgentEntry] = &[
    AgentEntry::new(
        "unstack",
        "ever wider beams that take pieces off, ranked by what was learned of the lines still needed",
        |_| anytime(Proposers::Pieces, EstimateKind::Learned),
    )
    .of(Family::LearnedEstimate)
    .experiment(),
    AgentEntry::new("unstack-hand", "the same with hand-made features in place of what was learned", |_| {
        anytime(Proposers::Pieces, EstimateKind::Hand)
    })
    .experiment(),
    AgentEntry::new(
        "waypoints",
        "ever wider beams over peeled boards, ranked by what was learned of the lines still needed",
        |_| anytime(Proposers::Waypoints, EstimateKind::Learned),
    )
    .of(Family::LearnedEstimate)
    .experiment(),
    AgentEntry::new(
        "waypoints-hand",
        "the same with hand-made features in place of what was learned",
        |_| anytime(Proposers::Waypoints, EstimateKind::Hand),
    )
    .experiment(),
    AgentEntry::new(
        "waypoints-mcts",
        "tree search over peeled boards, valued by what was learned of the lines still needed",
        |_| anytime(Proposers::WaypointTrees, EstimateKind::Learned),
    )
    .of(Family::LearnedEstimate)
    .experiment(),
    AgentEntry::new(
        "waypoints-mcts-hand",
        "the same with hand-made features in place of what was learned",
        |_| anytime(Proposers::WaypointTrees, EstimateKind::Hand),
    )
    .experiment(),
    AgentEntry::new(
        "beam",
        "backward beam search on hand-made features, widening until the budget ends",
        |options| Ok(Box::new(options.read_settings::<Beam>()?)),
    )
    .configurable()
    .coloured([0x2F, 0xA0, 0x5A])
    .experiment(),
    AgentEntry::new("random", "random placements until the target happens to appear", |_| {
        Ok(Box::new(RandomWalks))
    })
    .coloured([0x8A, 0x93, 0x9D])
    .experiment(),
    AgentEntry::new(
        "uct",
        "plain Monte Carlo tree search over placements, win or lose, nothing learned",
        |_| Ok(Box::new(PlainUct::of(Direction::Forward))),
    )
    .coloured([0xA0, 0x6A, 0x45])
    .experiment(),
    AgentEntry::new(
        "uct-backward",
        "plain Monte Carlo tree search over reverse moves from the target",
        |_| Ok(Box::new(PlainUct::of(Direction::Backward))),
    )
    .coloured([0xC7, 0x5B, 0x9E])
    .experiment(),
];
