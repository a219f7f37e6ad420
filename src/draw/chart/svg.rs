//! A drawing as SVG.

use std::fmt::{self, Write};

use super::scene::{Anchor, Mark, Paint, Point, Scene};
use super::theme::{FONT, ink};
use crate::draw::escaped;

impl Scene {
    /// The drawing as an SVG document.
    pub fn svg(&self) -> String {
        let Self { width, height, title, .. } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            escaped(title),
            ink::PAPER
        );
        for mark in &self.marks {
            mark.write_svg(&mut svg).expect("invariant: writing to a string succeeds");
        }
        svg.push_str("</svg>\n");
        svg
    }
}

impl Mark {
    fn write_svg(&self, svg: &mut String) -> fmt::Result {
        match self {
            Mark::Rectangle { corner: (x, y), size: (width, height), fill, line } => {
                let fill = fill.map_or(String::from(" fill=\"none\""), |paint| painted("fill", paint));
                let line = line.map_or(String::new(), |colour| format!(" stroke=\"{colour}\""));
                writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"{fill}{line}/>"
                )
            }
            Mark::Path { points, pen } => {
                let dashes = if pen.is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
                writeln!(
                    svg,
                    "<polyline points=\"{}\" fill=\"none\"{} stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes}/>",
                    listed(points),
                    painted("stroke", pen.paint),
                    pen.width
                )
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
            Mark::Text { at: (x, y), letters, text } => {
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
                writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{}\"{anchor}{weight}{turn} fill=\"{}\">{}</text>",
                    letters.size,
                    letters.colour,
                    escaped(text)
                )
            }
        }
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

fn listed(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}
