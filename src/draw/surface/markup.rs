//! Texts inside of SVG and HTML.

/// The text with the signs of the markup replaced and without characters that XML forbids.
pub fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars().filter(|character| !character.is_control() || *character == '\n') {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}
