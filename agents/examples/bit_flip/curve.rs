//! Curves of success as SVG.

use std::fmt::Write;

/// One run.
pub struct Curve {
    /// What it shows; runs of the same name share an entry in the legend.
    pub name: String,
    /// Which colour.
    pub colour: usize,
    /// Points from left to right, success between 0 and 1.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 52.0;
const COLOURS: [&str; 4] = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"];

/// Draws all curves over the same axes.
pub fn curves(title: &str, x_label: &str, curves: &[Curve]) -> String {
    let most = curves.iter().flat_map(|curve| &curve.points).map(|point| point.0).fold(1.0, f64::max);
    let x = |value: f64| MARGIN + value / most * (WIDTH - 2.0 * MARGIN);
    let y = |value: f64| HEIGHT - MARGIN - value * (HEIGHT - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{:.1}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{title}</text>\n",
        WIDTH / 2.0
    );
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let (at, right) = (y(share), WIDTH - MARGIN);
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{:.0} %</text><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.0}</text>",
            MARGIN - 6.0,
            at + 4.0,
            100.0 * share,
            x(share * most),
            HEIGHT - MARGIN + 18.0,
            share * most
        );
    }
    let mut named: Vec<&str> = Vec::new();
    for Curve { name, colour, points } in curves {
        let colour = COLOURS[colour % COLOURS.len()];
        let path: Vec<String> =
            points.iter().map(|(at, success)| format!("{:.1} {:.1}", x(*at), y(*success))).collect();
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join("L")
        );
        if !named.contains(&name.as_str()) {
            let line = HEIGHT / 2.0 + 20.0 * named.len() as f64;
            let _ = writeln!(
                svg,
                "<path d=\"M{0:.1} {line:.1}h24\" stroke=\"{colour}\" stroke-width=\"3\"/><text x=\"{1:.1}\" \
                 y=\"{2:.1}\">{name}</text>",
                WIDTH - MARGIN - 170.0,
                WIDTH - MARGIN - 138.0,
                line + 4.0
            );
            named.push(name);
        }
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x_label}</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 12.0
    );
    svg
}
