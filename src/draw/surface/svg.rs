//! A drawing as SVG.

use std::fmt::{self, Write};
use std::sync::Arc;

use super::colour::Rgb;
use super::markup::escaped;
use super::scene::{Anchor, Ground, Letters, Mark, Paint, Pen, Point, Scene};
use super::theme::{PAGE_FONT, SHEET_FONT, ink};

impl Scene {
    /// The drawing as an SVG document.
    pub fn svg(&self) -> String {
        let mut writer = Writer { svg: String::new(), shared: Vec::new() };
        writer.document(self).expect("invariant: writing to a string succeeds");
        writer.svg
    }
}

struct Writer {
    svg: String,
    /// What is written already and needs only be named, by its place in the list.
    shared: Vec<Arc<[Mark]>>,
}

impl Writer {
    fn document(&mut self, scene: &Scene) -> fmt::Result {
        let Scene { width, height, title, ground, marks } = scene;
        let font = match ground {
            Ground::Paper => PAGE_FONT,
            Ground::Card => SHEET_FONT,
        };
        let title = escaped(title);
        write!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"{font}\">\n<title>{title}</title>\n"
        )?;
        match ground {
            Ground::Paper => {
                writeln!(self.svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", ink::PAPER)
            }
            Ground::Card => writeln!(
                self.svg,
                "<rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"10\" fill=\"{}\" stroke=\"{}\"/>",
                width - 1.0,
                height - 1.0,
                Rgb::CARD,
                Rgb::FRAME
            ),
        }?;
        self.marks(marks)?;
        self.svg.write_str("</svg>\n")
    }

    fn marks(&mut self, marks: &[Mark]) -> fmt::Result {
        marks.iter().try_for_each(|mark| self.mark(mark))
    }

    fn mark(&mut self, mark: &Mark) -> fmt::Result {
        let svg = &mut self.svg;
        match mark {
            Mark::Rectangle { corner: (x, y), size: (width, height), fill, line } => {
                let fill = fill.map_or(String::from(" fill=\"none\""), |paint| painted("fill", paint));
                let line = line.map_or(String::new(), |colour| format!(" stroke=\"{colour}\""));
                writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"{fill}{line}/>"
                )
            }
            Mark::Squares { corners, side, fill } => {
                svg.write_str("<path d=\"")?;
                for (x, y) in corners {
                    write!(svg, "M{x} {y}h{side}v{side}h-{side}z")?;
                }
                writeln!(svg, "\"{}/>", painted("fill", *fill))
            }
            Mark::Path { points, pen } => {
                writeln!(svg, "<polyline points=\"{}\"{}/>", listed(points), drawn(*pen))
            }
            Mark::Strokes { lines, pen } => {
                svg.write_str("<path d=\"")?;
                for [from, to] in lines {
                    write!(svg, "M{} {}", from.0, from.1)?;
                    match (to.0 - from.0, to.1 - from.1) {
                        (across, 0.0) => write!(svg, "h{across}")?,
                        (0.0, down) => write!(svg, "v{down}")?,
                        (across, down) => write!(svg, "l{across} {down}")?,
                    }
                }
                writeln!(svg, "\"{} stroke-linecap=\"square\"/>", drawn(*pen))
            }
            Mark::Area { points, fill } => {
                writeln!(svg, "<polygon points=\"{}\"{}/>", listed(points), painted("fill", *fill))
            }
            Mark::Disc { at: (x, y), radius, fill } => {
                writeln!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"{}/>",
                    painted("fill", *fill)
                )
            }
            Mark::Ring { at: (x, y), radius, colour } => writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\"/>"
            ),
            Mark::Text { at, letters, text, tail } => self.text(*at, letters, text, tail.as_ref()),
            Mark::Group { at: (x, y), marks } => {
                writeln!(svg, "<g transform=\"translate({x} {y})\">")?;
                self.marks(marks)?;
                self.svg.write_str("</g>\n")
            }
            Mark::Shared(marks) => {
                if let Some(number) = self.shared.iter().position(|other| Arc::ptr_eq(other, marks)) {
                    return writeln!(svg, "<use href=\"#shared-{number}\"/>");
                }
                writeln!(svg, "<g id=\"shared-{}\">", self.shared.len())?;
                self.shared.push(Arc::clone(marks));
                self.marks(marks)?;
                self.svg.write_str("</g>\n")
            }
        }
    }

    fn text(
        &mut self,
        (x, y): Point,
        letters: &Letters,
        text: &str,
        tail: Option<&(Letters, String)>,
    ) -> fmt::Result {
        let anchor = match letters.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if letters.is_bold { " font-weight=\"bold\"" } else { "" };
        let turn = if letters.is_turned {
            format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"")
        } else {
            String::new()
        };
        write!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{}\"{anchor}{weight}{turn} fill=\"{}\">{}",
            letters.size,
            letters.colour,
            escaped(text)
        )?;
        if let Some((other, text)) = tail {
            let weight = if other.is_bold { "bold" } else { "normal" };
            write!(
                self.svg,
                "<tspan dx=\"{:.1}\" font-size=\"{}\" font-weight=\"{weight}\" fill=\"{}\">{}</tspan>",
                letters.gap(),
                other.size,
                other.colour,
                escaped(text)
            )?;
        }
        self.svg.write_str("</text>\n")
    }
}

/// The attributes of a colour.
fn painted(attribute: &str, Paint { colour, opacity }: Paint) -> String {
    if opacity < 1.0 {
        format!(" {attribute}=\"{colour}\" {attribute}-opacity=\"{opacity}\"")
    } else {
        format!(" {attribute}=\"{colour}\"")
    }
}

/// The attributes of a line.
fn drawn(pen: Pen) -> String {
    let dashes = if pen.is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
    let stroke = painted("stroke", pen.paint);
    format!(" fill=\"none\"{stroke} stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes}", pen.width)
}

fn listed(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}
