//! Charts as SVG that look right on light and on dark pages: lines with bands, profiles, bars with intervals, points
//! and boxes.
//!
//! A chart is drawn in the colours of a light page. Page furniture (ink, grid, paper) has colours that nothing else
//! has, so a page that shows the SVG inline may restyle it for the dark: [`dark_style`] is that style sheet.

mod axis;
mod bars;
mod boxes;
mod frame;
mod lines;
mod scatter;
mod theme;

pub use axis::{Axis, Scale};
pub use bars::{Bar, bar_chart};
pub use boxes::{BoxSummary, box_chart};
pub use frame::{ChartError, Frame};
pub use lines::{Line, Stroke, line_chart};
pub use scatter::{Dot, scatter_chart};
pub use theme::{Colour, dark_style};
