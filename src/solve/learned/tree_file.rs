//! The settings of a tree search as a file gives them.

use serde::{Deserialize, Deserializer};
use tetreach_agents::mcts::{Backup, Interior, MctsSettings, RootRule, Unvisited};

use super::settings::MctsAgentSettings;

/// What a file says of the tree search.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TreeFile {
    root: Option<RootRule>,
    interior: Option<Interior>,
    unvisited: Option<Unvisited>,
    backup: Option<Backup>,
    gumbel_visits: Option<f32>,
    gumbel_scale: Option<f32>,
    virtual_loss: Option<f32>,
    leaves: Option<u32>,
    max_nodes: Option<u32>,
}

/// Reads the settings of a tree search; what is left out is as the agent has it, not as any tree search has it.
pub(super) fn tree_over_default<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<MctsSettings, D::Error> {
    let file = TreeFile::deserialize(deserializer)?;
    let usual = MctsAgentSettings::default().tree;
    Ok(MctsSettings {
        root: file.root.unwrap_or(usual.root),
        interior: file.interior.unwrap_or(usual.interior),
        unvisited: file.unvisited.unwrap_or(usual.unvisited),
        backup: file.backup.unwrap_or(usual.backup),
        gumbel_visits: file.gumbel_visits.unwrap_or(usual.gumbel_visits),
        gumbel_scale: file.gumbel_scale.unwrap_or(usual.gumbel_scale),
        virtual_loss: file.virtual_loss.unwrap_or(usual.virtual_loss),
        leaves: file.leaves.unwrap_or(usual.leaves),
        max_nodes: file.max_nodes.unwrap_or(usual.max_nodes),
    })
}
