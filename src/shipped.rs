//! The trained networks that come with the program, inside it: they play wherever the program is run from.

/// The weights of the network that places pieces.
pub const WEIGHTS: &[u8] = include_bytes!("../checkpoints/agent/weights.safetensors");
/// What they are.
pub const CARD: &[u8] = include_bytes!("../checkpoints/agent/card.json");
/// The weights of the network that also knows the way back.
pub const TWO_WAY_WEIGHTS: &[u8] = include_bytes!("../checkpoints/two-way/weights.safetensors");
/// What they are.
pub const TWO_WAY_CARD: &[u8] = include_bytes!("../checkpoints/two-way/card.json");
