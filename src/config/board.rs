//! `[board]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Size, SizeError};

/// The board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BoardConfig {
    /// Columns.
    #[schemars(range(min = 4, max = 16))]
    pub width: u8,
    /// Rows.
    #[schemars(range(min = 2, max = 32))]
    pub height: u8,
}

impl Default for BoardConfig {
    fn default() -> Self {
        BoardConfig { width: Size::STANDARD.width(), height: Size::STANDARD.height() }
    }
}

impl BoardConfig {
    /// The size as the game knows it.
    pub fn size(&self) -> Result<Size, SizeError> {
        Size::new(self.width.into(), self.height.into())
    }
}
