//! The trained agent that comes with the program, inside it: it plays wherever the program is run from.

/// Its weights.
pub const WEIGHTS: &[u8] = include_bytes!("../checkpoints/agent/weights.safetensors");
/// What they are.
pub const CARD: &[u8] = include_bytes!("../checkpoints/agent/card.json");
