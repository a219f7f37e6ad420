//! Colours and letters of all charts.

use std::fmt;

use plotters::style::RGBColor;

/// A colour as red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Letters that every system has in some form; the page decides which.
pub(super) const FONT: &str = "system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif";

impl Colour {
    /// Texts and axes.
    pub const INK: Colour = Colour(0x1F, 0x23, 0x28);
    /// Texts in the background.
    pub const MUTED: Colour = Colour(0x59, 0x63, 0x6E);
    /// Lines behind the data.
    pub const GRID: Colour = Colour(0xE4, 0xE8, 0xEC);
    /// Behind everything.
    pub const PAPER: Colour = Colour(0xFF, 0xFF, 0xFE);

    /// Colours of series without one of their own, in turn; neighbours differ in hue and lightness.
    const SERIES: [Colour; 8] = [
        Colour(0x1F, 0x77, 0xB4),
        Colour(0xD6, 0x5F, 0x0E),
        Colour(0x2C, 0x9A, 0x4B),
        Colour(0xC4, 0x38, 0x3B),
        Colour(0x86, 0x5F, 0xC5),
        Colour(0x9A, 0x6A, 0x4F),
        Colour(0xC9, 0x5F, 0xAE),
        Colour(0x7F, 0x86, 0x8E),
    ];

    /// The colour of the series with this number.
    pub fn of_series(index: usize) -> Colour {
        Self::SERIES[index % Self::SERIES.len()]
    }
}

impl From<Colour> for RGBColor {
    fn from(Colour(red, green, blue): Colour) -> Self {
        RGBColor(red, green, blue)
    }
}

impl fmt::Display for Colour {
    /// As in HTML and SVG: `#RRGGBB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = self;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

/// Rules of CSS that turn inline charts dark; meant for the inside of `@media (prefers-color-scheme: dark)`.
pub fn dark_style() -> String {
    let dark = [
        (Colour::INK, "#e6edf3"),
        (Colour::MUTED, "#9aa5b1"),
        (Colour::GRID, "#2b323b"),
        (Colour::PAPER, "#161b22"),
    ];
    let rule = |(light, dark): (Colour, &str)| {
        format!("svg [fill=\"{light}\"]{{fill:{dark}}}svg [stroke=\"{light}\"]{{stroke:{dark}}}\n")
    };
    dark.into_iter().map(rule).collect()
}

/// About how many pixels wide a text is; letters of the page may differ.
pub(super) fn text_width(text: &str, size: f64) -> u32 {
    (text.chars().count() as f64 * size * 0.56).ceil() as u32
}
