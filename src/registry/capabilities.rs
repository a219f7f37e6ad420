//! What can be done with an agent, beside playing.

use std::fmt;

use serde::Serialize;

/// What can be done with an agent, whatever its game: the flags of Sir Tet's plug-ins.
///
/// ```
/// use tetreach::registry::Registry;
///
/// let registry = Registry::standard();
/// assert_eq!(registry.entry("mcts")?.capabilities().to_string(), "trainable, savable, monitored");
/// assert_eq!(registry.entry("oracle")?.capabilities().to_string(), "");
/// # Ok::<(), tetreach::registry::UnknownAgent>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Capabilities {
    /// It learns: by `tetreach train` or `tetreach tune`.
    pub trainable: bool,
    /// What it learned is kept in a file and can be given to it again.
    pub savable: bool,
    /// It says what it does while it thinks.
    pub monitored: bool,
}

impl Capabilities {
    /// An agent that only plays.
    pub const NONE: Self = Self { trainable: false, savable: false, monitored: false };

    /// An agent that learns, and whose knowledge is kept in files.
    pub const LEARNS: Self = Self { trainable: true, savable: true, monitored: false };

    /// The same, of an agent that says what it does.
    pub const fn monitored(self) -> Self {
        Self { monitored: true, ..self }
    }
}

impl fmt::Display for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = [(self.trainable, "trainable"), (self.savable, "savable"), (self.monitored, "monitored")];
        let names: Vec<&str> = flags.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect();
        f.write_str(&names.join(", "))
    }
}
