//! Colours and letters of charts, and the letters of sheets.

use super::colour::Rgb;

/// Letters that every system has in some form; the page decides which.
pub(super) const PAGE_FONT: &str = "system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif";

/// Letters of one width, for texts beside boards.
pub(super) const SHEET_FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace";

/// The colours of page furniture, which nothing else has, and of marks with a fixed meaning.
pub mod ink {
    use super::Rgb;

    /// Texts and axes.
    pub const TEXT: Rgb = Rgb([0x1F, 0x23, 0x28]);
    /// Texts in the background.
    pub const MUTED: Rgb = Rgb([0x59, 0x63, 0x6E]);
    /// Lines behind the data.
    pub const GRID: Rgb = Rgb([0xE4, 0xE8, 0xEC]);
    /// Behind everything.
    pub const PAPER: Rgb = Rgb([0xFF, 0xFF, 0xFE]);
    /// What the data is compared with.
    pub const TRUTH: Rgb = Rgb([0xD6, 0x2B, 0x2B]);
    /// What was reached.
    pub const REACHED: Rgb = Rgb([0x2F, 0x9E, 0x5B]);
}

/// Colours of series without one of their own, in turn; neighbours differ in hue and lightness.
const SERIES: [Rgb; 12] = [
    Rgb([0x1F, 0x77, 0xB4]),
    Rgb([0xD6, 0x5F, 0x0E]),
    Rgb([0x2C, 0x9A, 0x4B]),
    Rgb([0xC4, 0x38, 0x3B]),
    Rgb([0x86, 0x5F, 0xC5]),
    Rgb([0x9A, 0x6A, 0x4F]),
    Rgb([0xC9, 0x5F, 0xAE]),
    Rgb([0x7F, 0x86, 0x8E]),
    Rgb([0x12, 0x8C, 0x8C]),
    Rgb([0xB8, 0x8A, 0x0B]),
    Rgb([0x3A, 0x3F, 0x8F]),
    Rgb([0x6F, 0x9E, 0x1E]),
];

/// The colour of the series with this number.
pub fn series_colour(index: usize) -> Rgb {
    SERIES[index % SERIES.len()]
}

/// Rules of CSS that turn inline charts dark; meant for the inside of `@media (prefers-color-scheme: dark)`.
pub fn dark_style() -> String {
    let dark =
        [(ink::TEXT, "#e6edf3"), (ink::MUTED, "#9aa5b1"), (ink::GRID, "#2b323b"), (ink::PAPER, "#161b22")];
    let rule = |(light, dark): (Rgb, &str)| {
        format!("svg [fill=\"{light}\"]{{fill:{dark}}}svg [stroke=\"{light}\"]{{stroke:{dark}}}\n")
    };
    dark.into_iter().map(rule).collect()
}

/// About how wide a text is; letters of the page may differ.
pub fn text_width(text: &str, size: f64) -> f64 {
    (text.chars().count() as f64 * size * 0.56).ceil()
}
