//! The curves as a picture: a panel a suite, boards judged across on a logarithmic scale, targets solved upwards.

use super::curve::{Curve, Curves};
use tetreach::draw::chart::{Axis, Frame, Legend, Line, Scene, Stroke, line_chart, panels, series_colour};

const PANEL: (f64, f64) = (400.0, 300.0);
const MOST_ACROSS: usize = 2;

/// The picture of all curves.
pub fn picture(curves: &Curves) -> Scene {
    let charts = (0..curves.suites.len()).map(|suite| panel(curves, suite)).collect();
    let colours = curves.all.iter().enumerate();
    let legend =
        Legend(colours.map(|(index, curve)| (curve.name.to_owned(), series_colour(index))).collect());
    panels("Targets solved against boards judged", charts, MOST_ACROSS, &legend)
}

fn panel(curves: &Curves, suite: usize) -> Scene {
    let n = curves.all.first().map_or(0, |curve| curve.targets[suite]);
    let frame = Frame::new(&format!("{}, n = {n}", curves.suites[suite]), PANEL.0, PANEL.1);
    let x = Axis::log("boards judged", curves.budgets.iter().map(|budget| *budget as f64));
    let line = |(index, curve): (usize, &Curve)| Line {
        name: String::new(),
        colour: series_colour(index),
        points: curves
            .budgets
            .iter()
            .enumerate()
            .map(|(place, budget)| (*budget as f64, curve.rate(suite, place).0))
            .collect(),
        band: Vec::new(),
    };
    let lines: Vec<Line> = curves.all.iter().enumerate().map(line).collect();
    line_chart(&frame, &x, &Axis::share("targets solved"), Stroke::Straight, &lines)
}
