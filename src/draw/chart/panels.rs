//! Several charts in one picture.

use super::frame::MARGIN;
use super::legend::Legend;
use crate::draw::surface::Scene;

/// Charts of one size in rows of at most `columns`, with one legend for all.
pub fn panels(title: &str, charts: Vec<Scene>, most_across: usize, legend: &Legend) -> Scene {
    let across = charts.len().clamp(1, most_across.max(1));
    let down = charts.len().div_ceil(across);
    let (width, height) = charts.first().map_or((0.0, 0.0), Scene::size);
    let wide = width * across as f64;
    let high = (height * down as f64).max(legend.height() + 2.0 * MARGIN + 40.0);
    let mut scene = Scene::new(title, wide + legend.width() + 2.0 * MARGIN, high);
    for (index, chart) in charts.into_iter().enumerate() {
        scene.place(chart, ((index % across) as f64 * width, (index / across) as f64 * height));
    }
    legend.draw(&mut scene, (wide + MARGIN, 50.0));
    scene
}
