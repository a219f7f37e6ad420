//! How cells look: in colours, in colours that everyone can tell apart, and in plain characters.

use clap::ValueEnum;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use tetreach::game::Piece;
use tetreach::game::tetress::Colour;

use super::game::{CellView, Tone};

/// A way to draw cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Palette {
    /// Blocks in the colours that players know.
    Colour,
    /// Letters in colours that everyone can tell apart.
    ColourBlind,
    /// Letters without colours, ASCII only.
    Ascii,
}

impl Palette {
    /// The palette asked for; without colours if `NO_COLOR` is set.
    pub fn chosen(asked: Option<Palette>) -> Self {
        let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if is_plain { Palette::Ascii } else { asked.unwrap_or(Palette::Colour) }
    }

    /// The one after it.
    pub fn next(self) -> Self {
        match self {
            Palette::Colour => Palette::ColourBlind,
            Palette::ColourBlind => Palette::Ascii,
            Palette::Ascii => Palette::Colour,
        }
    }

    /// Two characters and their style.
    pub fn cell(self, cell: CellView) -> (String, Style) {
        let plain = Style::new();
        match (self, cell) {
            (_, CellView::Empty) => ("  ".into(), plain),
            (Palette::Ascii, CellView::Target) => ("..".into(), plain),
            (_, CellView::Target) => ("░░".into(), plain.fg(Color::Indexed(244))),
            (Palette::Ascii, CellView::Flash) => ("##".into(), plain),
            (Palette::Ascii, CellView::Garbage) => ("@@".into(), plain),
            (_, CellView::Garbage) => ("▓▓".into(), plain.fg(Color::Indexed(240))),
            (Palette::Ascii, CellView::Misplaced) => ("xx".into(), plain),
            (_, CellView::Misplaced) => ("╳╳".into(), plain.fg(Color::Indexed(244))),
            (Palette::Colour, CellView::Token(colour)) => ("██".into(), plain.fg(self.side(colour))),
            (Palette::Colour, CellView::TokenPreview(colour)) => ("▒▒".into(), plain.fg(self.side(colour))),
            (Palette::ColourBlind, CellView::Token(colour)) => {
                (initials(colour), plain.fg(Color::Black).bg(self.side(colour)))
            }
            (Palette::Ascii, CellView::Token(colour)) => (initials(colour), plain),
            (_, CellView::TokenPreview(colour)) => {
                let style = if self == Palette::Ascii { plain } else { plain.fg(self.side(colour)) };
                (initials(colour).to_lowercase(), style)
            }
            (_, CellView::Flash) => ("██".into(), plain.fg(Color::White).add_modifier(Modifier::BOLD)),
            (Palette::Colour, CellView::Filled(piece)) => ("██".into(), plain.fg(self.colour(piece))),
            (Palette::Colour, CellView::Preview(piece)) => ("▒▒".into(), plain.fg(self.colour(piece))),
            (_, CellView::Filled(piece)) => (letters(piece), self.lettered(piece)),
            (_, CellView::Preview(piece)) => {
                let style = if self == Palette::Ascii { plain } else { plain.fg(self.colour(piece)) };
                (letters(piece).to_lowercase(), style)
            }
        }
    }

    /// The style of a sentence.
    pub fn tone(self, tone: Tone) -> Style {
        let plain = Style::new();
        match (self, tone) {
            (Palette::Ascii, Tone::Good | Tone::Bad) => plain.add_modifier(Modifier::BOLD),
            (Palette::Ascii, _) | (_, Tone::Plain) => plain,
            (Palette::Colour, Tone::Good) => plain.fg(Color::Indexed(77)),
            (Palette::Colour, Tone::Bad) => plain.fg(Color::Indexed(203)),
            (Palette::ColourBlind, Tone::Good) => plain.fg(Color::Indexed(75)),
            (Palette::ColourBlind, Tone::Bad) => plain.fg(Color::Indexed(208)),
            (_, Tone::Muted) => plain.fg(Color::Indexed(245)),
        }
    }

    /// The style of what is chosen.
    pub fn chosen_style(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A character in place of one that the palette does not have.
    pub fn character(self, symbol: &str) -> Option<&'static str> {
        if self != Palette::Ascii || symbol.is_ascii() {
            return None;
        }
        Some(match symbol {
            "│" => "|",
            "─" => "-",
            "•" => "*",
            _ => "+",
        })
    }

    /// The points of a curve.
    pub fn marker(self) -> Marker {
        if self == Palette::Ascii { Marker::Dot } else { Marker::Braille }
    }

    /// The colour of a curve.
    pub fn curve(self) -> Style {
        if self == Palette::Ascii { Style::new() } else { Style::new().fg(Color::Indexed(75)) }
    }

    fn lettered(self, piece: Piece) -> Style {
        match self {
            Palette::Ascii => Style::new(),
            _ => Style::new().fg(Color::Black).bg(self.colour(piece)),
        }
    }

    /// The colour of a player.
    fn side(self, colour: Colour) -> Color {
        Color::Indexed(match (colour, self) {
            (Colour::Red, Palette::ColourBlind) => 208,
            (Colour::Red, _) => 203,
            (Colour::Blue, Palette::ColourBlind) => 75,
            (Colour::Blue, _) => 69,
        })
    }

    /// From the 256 colours that every terminal of the last decades has.
    fn colour(self, piece: Piece) -> Color {
        // The second list is the palette of Okabe and Ito, as near as the 256 colours come.
        let index = match piece {
            Piece::I => [80, 74],
            Piece::O => [221, 227],
            Piece::T => [141, 175],
            Piece::S => [77, 36],
            Piece::Z => [203, 166],
            Piece::J => [69, 67],
            Piece::L => [208, 214],
        };
        Color::Indexed(index[usize::from(self == Palette::ColourBlind)])
    }
}

fn initials(colour: Colour) -> String {
    colour.letter().to_ascii_uppercase().to_string().repeat(2)
}

fn letters(piece: Piece) -> String {
    piece.letter().to_string().repeat(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_has_no_colours_and_no_other_characters() {
        let mut cells = vec![CellView::Empty, CellView::Target, CellView::Flash];
        cells.extend([CellView::Garbage, CellView::Misplaced]);
        for colour in Colour::ALL {
            cells.extend([CellView::Token(colour), CellView::TokenPreview(colour)]);
        }
        cells.extend(
            Piece::ALL.into_iter().flat_map(|piece| [CellView::Filled(piece), CellView::Preview(piece)]),
        );
        for cell in cells {
            let (text, style) = Palette::Ascii.cell(cell);
            assert!(text.is_ascii() && text.len() == 2, "{cell:?}");
            assert_eq!((style.fg, style.bg), (None, None), "{cell:?}");
        }
    }

    #[test]
    fn pieces_differ_in_every_palette() {
        for palette in [Palette::Colour, Palette::ColourBlind, Palette::Ascii] {
            let looks: Vec<_> =
                Piece::ALL.into_iter().map(|piece| palette.cell(CellView::Filled(piece))).collect();
            for (index, look) in looks.iter().enumerate() {
                assert!(!looks[..index].contains(look), "{palette:?} {index}");
            }
        }
    }
}
