//! A scatter plot as SVG.

use std::fmt::Write;

/// Points of one colour.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    /// Its name in the legend.
    pub name: &'a str,
    /// The points, exact number first.
    pub points: &'a [(f64, f64)],
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
const MARGIN: f64 = 56.0;
const COLOURS: [&str; 4] = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"];
/// Lines of the grid, about.
const TICKS: f64 = 8.0;

/// Draws whole numbers against estimates, on equal axes with the diagonal; points of the same whole number are spread
/// sideways, each series on its own side.
pub fn scatter(series: &[Series<'_>], x_label: &str, y_label: &str) -> String {
    let numbers = series.iter().flat_map(|series| series.points).flat_map(|(x, y)| [*x, *y]);
    let most = numbers.filter(|number| number.is_finite()).fold(1.0, f64::max).ceil() + 1.0;
    let step = (most / TICKS).ceil();
    let x = |value: f64| MARGIN + value / most * (WIDTH - 2.0 * MARGIN);
    let y = |value: f64| HEIGHT - MARGIN - value / most * (HEIGHT - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    let mut tick = 0.0;
    while tick <= most {
        let (left, right, top, bottom) = (x(0.0), x(most), y(most), y(0.0));
        let (at_x, at_y) = (x(tick), y(tick));
        let _ = writeln!(
            svg,
            "<path d=\"M{at_x:.1} {bottom:.1}V{top:.1}M{left:.1} {at_y:.1}H{right:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{at_x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
            bottom + 18.0,
            left - 8.0,
            at_y + 4.0
        );
        tick += step;
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#888\" stroke-dasharray=\"5 4\"/>",
        x(0.0),
        y(0.0),
        x(most),
        y(most)
    );
    for (index, Series { name, points }) in series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let _ = writeln!(svg, "<g fill=\"{colour}\" fill-opacity=\"0.35\">");
        for (count, &(exact, estimate)) in points.iter().enumerate() {
            // Golden-ratio steps: even, and the same in every drawing.
            let spread = (count as f64 * 0.618_034).fract() * 0.8 / series.len() as f64;
            let shift = index as f64 * 0.8 / series.len() as f64 - 0.4;
            let (at_x, at_y) = (x(exact + shift + spread), y(estimate.clamp(0.0, most)));
            let _ = write!(svg, "<circle cx=\"{at_x:.1}\" cy=\"{at_y:.1}\" r=\"1.7\"/>");
        }
        let _ = writeln!(svg, "</g>");
        let line = MARGIN + 18.0 * index as f64;
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{line:.1}\" r=\"5\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            MARGIN + 14.0,
            MARGIN + 24.0,
            line + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x_label}</text>\
         <text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">{y_label}</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 14.0,
        HEIGHT / 2.0
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_name_is_drawn() {
        let points: Vec<(f64, f64)> = (0..20).map(|i| (f64::from(i % 5), f64::from(i) / 3.0)).collect();
        let series =
            [Series { name: "head", points: &points }, Series { name: "value", points: &points[..7] }];
        let svg = scatter(&series, "exact", "learned");
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        let circles = parsed.descendants().filter(|node| node.has_tag_name("circle")).count();
        assert_eq!(circles, 20 + 7 + 2);
        assert!(svg.contains(">value<") && svg.contains(">learned<"));
    }
}
