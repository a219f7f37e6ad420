//! The curves as a picture: a panel a suite, boards judged across on a logarithmic scale, targets solved upwards.

use std::fmt::Write;

use super::curve::Curves;
use crate::picture::Rgb;

const PANEL: (f64, f64) = (300.0, 220.0);
const MARGIN: f64 = 28.0;
const AXIS: f64 = 46.0;
const TITLE: f64 = 34.0;
const LEGEND: f64 = 150.0;
const MOST_ACROSS: usize = 2;
const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace";
/// Hues that can be told apart on the dark card, in the order of the curves.
const HUES: [Rgb; 11] = [
    Rgb([0x93, 0xA0, 0xB4]),
    Rgb([0xE8, 0x5D, 0x63]),
    Rgb([0xEF, 0x94, 0x48]),
    Rgb([0x62, 0xC2, 0x6C]),
    Rgb([0x2E, 0x8B, 0x57]),
    Rgb([0x45, 0xC4, 0xD9]),
    Rgb([0x55, 0x86, 0xE8]),
    Rgb([0xB0, 0x75, 0xDC]),
    Rgb([0xF0, 0xC7, 0x4B]),
    Rgb([0xF2, 0xA0, 0xC8]),
    Rgb([0xFF, 0xFF, 0xFF]),
];

/// The picture as an SVG document.
pub fn svg(curves: &Curves) -> String {
    let across = curves.suites.len().clamp(1, MOST_ACROSS);
    let down = curves.suites.len().max(1).div_ceil(across);
    let (step_x, step_y) = (PANEL.0 + AXIS + MARGIN, PANEL.1 + TITLE + AXIS);
    let width = MARGIN + across as f64 * step_x + LEGEND;
    let height = MARGIN + down as f64 * step_y;
    let (card, frame) = (Rgb::CARD, Rgb::FRAME);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\" font-size=\"12\">\n\
         <title>Targets solved against boards judged</title>\n\
         <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"10\" fill=\"{card}\" stroke=\"{frame}\"/>\n",
        width - 1.0,
        height - 1.0,
    );
    for suite in 0..curves.suites.len() {
        let left = MARGIN + AXIS + (suite % across) as f64 * step_x;
        let top = MARGIN + TITLE + (suite / across) as f64 * step_y;
        panel(&mut svg, curves, suite, left, top - MARGIN / 2.0);
    }
    let left = MARGIN + across as f64 * step_x;
    for (index, curve) in curves.all.iter().enumerate() {
        let (y, hue) = (MARGIN + TITLE + 20.0 * index as f64, HUES[index % HUES.len()]);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {y}h22\" stroke=\"{hue}\" stroke-width=\"3\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>",
            left + 30.0,
            y + 4.0,
            Rgb::TEXT,
            curve.name,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn panel(svg: &mut String, curves: &Curves, suite: usize, left: f64, top: f64) {
    let (wide, high) = PANEL;
    let (muted, text) = (Rgb::MUTED, Rgb::TEXT);
    let digits = |budget: u64| (budget.max(1) as f64).log10();
    let first = curves.budgets.first().map_or(0.0, |&budget| digits(budget));
    let last = curves.budgets.last().map_or(1.0, |&budget| digits(budget)).max(first + 1e-9);
    let x = |budget: u64| left + wide * (digits(budget) - first) / (last - first);
    let y = |rate: f64| top + high * (1.0 - rate);
    let n = curves.all.first().map_or(0, |curve| curve.targets[suite]);
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-size=\"15\" fill=\"{text}\">{}<tspan dx=\"10\" font-size=\"12\" \
         fill=\"{muted}\">n = {n}</tspan></text>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"{}\" stroke=\"{}\"/>",
        top - 10.0,
        curves.suites[suite].replace('&', "&amp;").replace('<', "&lt;"),
        Rgb::WELL,
        Rgb::FRAME,
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {at}h{wide}\" stroke=\"{}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\" \
             fill=\"{muted}\">{percent} %</text>",
            Rgb::GRID,
            left - 6.0,
            at + 4.0,
        );
    }
    for &budget in &curves.budgets {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"{muted}\">{budget}</text>",
            x(budget),
            top + high + 17.0,
        );
    }
    for (index, curve) in curves.all.iter().enumerate() {
        let points: Vec<String> = curves
            .budgets
            .iter()
            .enumerate()
            .map(|(place, &budget)| format!("{:.1},{:.1}", x(budget), y(curve.rate(suite, place).0)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\" \
             stroke-linejoin=\"round\"/>",
            points.join(" "),
            HUES[index % HUES.len()],
        );
    }
}
