//! Rules that join several settings, or that no range states.

/// The rules that settings break.
#[derive(Clone, Debug, Default)]
pub struct BrokenRules {
    pub(super) broken: Vec<(String, String)>,
}

impl BrokenRules {
    /// Blames the setting at a dotted path, in one sentence.
    pub fn blame(&mut self, path: &str, sentence: impl Into<String>) {
        self.broken.push((path.to_string(), sentence.into()));
    }

    /// Blames the setting at a dotted path unless a rule holds.
    pub fn hold(&mut self, holds: bool, path: &str, sentence: impl FnOnce() -> String) {
        if !holds {
            self.blame(path, sentence());
        }
    }

    /// Whether a setting at or within a dotted path is blamed.
    pub fn is_blamed(&self, path: &str) -> bool {
        self.broken.iter().any(|(blamed, _)| blamed.starts_with(path))
    }
}
