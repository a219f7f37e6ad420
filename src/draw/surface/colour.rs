//! The colours of all pictures: one dark card that stands out on white and on dark pages alike.

use std::fmt;

use crate::game::Piece;

/// A colour as red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// The card behind everything.
    pub const CARD: Rgb = Rgb([0x1B, 0x21, 0x2C]);
    /// The inside of the well.
    pub const WELL: Rgb = Rgb([0x10, 0x14, 0x1C]);
    /// The lines between empty cells.
    pub const GRID: Rgb = Rgb([0x1E, 0x25, 0x31]);
    /// The frame of card and well.
    pub const FRAME: Rgb = Rgb([0x3D, 0x48, 0x5A]);
    /// Important text.
    pub const TEXT: Rgb = Rgb([0xEE, 0xF2, 0xF7]);
    /// Text in the background.
    pub const MUTED: Rgb = Rgb([0x93, 0xA0, 0xB4]);
    /// The outline of the target and rows that vanish.
    pub const LIGHT: Rgb = Rgb([0xFF, 0xFF, 0xFF]);
    /// A filled cell of which the piece is not known.
    pub const PLAIN: Rgb = Rgb([0x8F, 0x9D, 0xB5]);
    /// A filled cell that the goal has too.
    pub const MATCH: Rgb = Rgb([0x56, 0xBF, 0x72]);
    /// A filled cell that the goal does not have.
    pub const EXTRA: Rgb = Rgb([0xE3, 0x8B, 0x4A]);

    /// The colour of a piece: the hues that players know, a little softened.
    pub const fn of(piece: Piece) -> Rgb {
        match piece {
            Piece::I => Rgb([0x45, 0xC4, 0xD9]),
            Piece::O => Rgb([0xF0, 0xC7, 0x4B]),
            Piece::T => Rgb([0xB0, 0x75, 0xDC]),
            Piece::S => Rgb([0x62, 0xC2, 0x6C]),
            Piece::Z => Rgb([0xE8, 0x5D, 0x63]),
            Piece::J => Rgb([0x55, 0x86, 0xE8]),
            Piece::L => Rgb([0xEF, 0x94, 0x48]),
        }
    }

    /// This colour moved towards another: 0 leaves it, 256 replaces it.
    pub fn mixed(self, other: Rgb, share: u16) -> Rgb {
        let mix = |a: u8, b: u8| {
            ((u32::from(a) * u32::from(256 - share) + u32::from(b) * u32::from(share)) / 256) as u8
        };
        Rgb(std::array::from_fn(|i| mix(self.0[i], other.0[i])))
    }

    /// A lighter shade, for edges that face the light.
    pub fn lighter(self) -> Rgb {
        self.mixed(Rgb::LIGHT, 80)
    }

    /// A darker shade, for edges in the shadow.
    pub fn darker(self) -> Rgb {
        self.mixed(Rgb([0, 0, 0]), 72)
    }

    /// A shade that steps back, for cells that lie there already.
    pub fn dimmed(self) -> Rgb {
        self.mixed(Rgb::WELL, 96)
    }
}

impl fmt::Display for Rgb {
    /// As in HTML and SVG: `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance and contrast as WCAG 2.1 defines them.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let luminance = |colour: Rgb| {
            let linear = |v: u8| {
                let v = f64::from(v) / 255.0;
                if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * linear(colour.0[0]) + 0.7152 * linear(colour.0[1]) + 0.0722 * linear(colour.0[2])
        };
        let (x, y) = (luminance(a), luminance(b));
        (x.max(y) + 0.05) / (x.min(y) + 0.05)
    }

    #[test]
    fn texts_and_pieces_stand_out_from_what_is_behind_them() {
        assert!(contrast(Rgb::TEXT, Rgb::CARD) > 7.0);
        assert!(contrast(Rgb::MUTED, Rgb::CARD) > 4.5);
        for piece in Piece::ALL {
            assert!(contrast(Rgb::of(piece), Rgb::WELL) > 4.5, "{piece}");
            assert!(contrast(Rgb::of(piece).dimmed(), Rgb::WELL) > 2.0, "{piece}");
        }
    }

    #[test]
    fn mixing_keeps_the_ends() {
        assert_eq!(Rgb::CARD.mixed(Rgb::TEXT, 0), Rgb::CARD);
        assert_eq!(Rgb::CARD.mixed(Rgb::TEXT, 256), Rgb::TEXT);
        assert_eq!(Rgb([0x0A, 0xFF, 0x00]).to_string(), "#0aff00");
    }
}
