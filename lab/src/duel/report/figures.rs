//! The charts of a report.

use super::super::analysis::Analysis;
use super::super::comparison::{AgentStanding, Comparison};
use super::super::limit::CostModel;
use super::words::percent;
use tetreach::draw::Rgb;
use tetreach::draw::chart::{
    Axis, Bar, BoxSummary, Dot, Frame, Line, Scene, Stroke, bar_chart, box_chart, line_chart, scatter_chart,
};

/// A chart with its place in the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The comparison that it belongs to; `None` for those of the whole duel.
    pub cost_model: Option<CostModel>,
    /// A short name.
    pub key: &'static str,
    /// What one sees, in one sentence.
    pub caption: String,
    /// Whether it takes the whole width of a page.
    pub is_wide: bool,
    /// The picture.
    pub svg: String,
}

impl Figure {
    /// The name of its file.
    pub fn file(&self) -> String {
        match self.cost_model {
            Some(cost_model) => format!("{}-{}.svg", cost_model.key(), self.key),
            None => format!("{}.svg", self.key),
        }
    }
}

const WIDTH: f64 = 560.0;
const PROFILE: &str = "profile";

/// Enough room for a number of lines.
fn high_enough(lines: usize) -> f64 {
    90.0 + 26.0 * lines as f64
}

/// All charts, comparison by comparison.
pub fn figures(analysis: &Analysis) -> Vec<Figure> {
    let mut figures = Vec::new();
    for comparison in &analysis.comparisons {
        let charts = Charts { analysis, comparison };
        figures.push(charts.success());
        figures.push(charts.quality());
        figures.push(charts.profile());
        figures.push(charts.spending());
        figures.extend(charts.lengths());
    }
    figures.extend(learning(analysis));
    figures
}

/// The charts of one comparison.
struct Charts<'a> {
    analysis: &'a Analysis,
    comparison: &'a Comparison,
}

impl Charts<'_> {
    fn colour(&self, standing: &AgentStanding) -> Rgb {
        self.analysis.agents[standing.agent_index].colour(standing.agent_index)
    }

    fn figure(&self, key: &'static str, caption: &str, chart: &Scene) -> Figure {
        Figure {
            cost_model: Some(self.comparison.cost_model),
            key,
            caption: caption.to_owned(),
            is_wide: key == PROFILE,
            svg: chart.svg(),
        }
    }

    /// A frame that is high enough for one line per agent.
    fn lines_frame(&self, title: &str) -> Frame {
        Frame::new(title, WIDTH, high_enough(self.comparison.standings.len()))
    }

    fn success(&self) -> Figure {
        let bars = self.comparison.standings.iter().map(|standing| Bar {
            name: standing.agent.clone(),
            colour: self.colour(standing),
            value: standing.success,
            interval: (standing.success_interval.low, standing.success_interval.high),
            text: percent(standing.success),
        });
        let frame = self.lines_frame("Targets reached");
        let chart =
            bar_chart(&frame, &Axis::share("attempts that reached the target"), &bars.collect::<Vec<_>>());
        self.figure(
            "success",
            "Share of attempts that reached the target, with 95 % intervals over targets.",
            &chart,
        )
    }

    fn quality(&self) -> Figure {
        let bars = self.comparison.standings.iter().map(|standing| Bar {
            name: standing.agent.clone(),
            colour: self.colour(standing),
            value: standing.iqm,
            interval: (standing.iqm_interval.low, standing.iqm_interval.high),
            text: format!("{:.3}", standing.iqm),
        });
        let frame = self.lines_frame("Interquartile mean of the score");
        let chart = bar_chart(&frame, &Axis::linear("score (IQM)", 0.0, 1.0), &bars.collect::<Vec<_>>());
        let caption = "Mean of the middle half of all scores, with 95 % bootstrap intervals. A score is the lower \
                       bound over the pieces used: 1 is provably shortest, 0 is not found.";
        self.figure("iqm", caption, &chart)
    }

    fn profile(&self) -> Figure {
        let thresholds = &self.comparison.thresholds;
        let lines = self.comparison.standings.iter().map(|standing| Line {
            name: standing.agent.clone(),
            colour: self.colour(standing),
            points: thresholds.iter().copied().zip(standing.profile.iter().copied()).collect(),
            band: standing.profile_band.iter().map(|band| (band.low, band.high)).collect(),
        });
        let lines: Vec<Line> = lines.collect();
        let frame = Frame::new("Performance profile", 2.0 * WIDTH, 420.0);
        let (x, y) = (Axis::linear("score τ", 0.0, 1.0), Axis::share("runs with a score above τ"));
        let chart = line_chart(&frame, &x, &y, Stroke::Steps, &lines);
        let caption = "Share of runs that score more than τ; a line above another is better everywhere. On the left \
                       edge: how many are solved; towards the right: how many with few pieces.";
        self.figure(PROFILE, caption, &chart)
    }

    fn spending(&self) -> Figure {
        let in_nodes = self.comparison.cost_model == CostModel::Nodes;
        let (label, key) = if in_nodes {
            ("nodes per target, mean", "nodes")
        } else {
            ("seconds per target, mean", "seconds")
        };
        let spent = |standing: &AgentStanding| {
            if in_nodes { standing.nodes_mean.max(1.0) } else { standing.seconds_mean.max(1e-5) }
        };
        let x = Axis::log(label, self.comparison.standings.iter().map(spent));
        let dots = self.comparison.standings.iter().map(|standing| Dot {
            name: standing.agent.clone(),
            colour: self.colour(standing),
            at: (spent(standing), standing.mean),
            interval: (standing.mean_interval.low, standing.mean_interval.high),
        });
        let frame = Frame::new("Score against what was spent", WIDTH, 380.0);
        let chart =
            scatter_chart(&frame, &x, &Axis::linear("mean score", 0.0, 1.0), &dots.collect::<Vec<_>>());
        let caption = format!("Mean score against mean {key} really used; up and to the left is better.");
        self.figure("spending", &caption, &chart)
    }

    /// How long the ways are that were found; nothing to see if none were.
    fn lengths(&self) -> Option<Figure> {
        let boxes: Vec<BoxSummary> = self
            .comparison
            .standings
            .iter()
            .filter_map(|standing| {
                let (name, colour) = (standing.agent.clone(), self.colour(standing));
                Some(BoxSummary { name, colour, quantiles: standing.bound_quantiles? })
            })
            .collect();
        if boxes.is_empty() {
            return None;
        }
        let most = boxes.iter().map(|summary| summary.quantiles[4]).fold(1.5, f64::max);
        let axis = Axis::linear("pieces / lower bound", 1.0, most * 1.02);
        let frame = Frame::new("Length of the ways found", WIDTH, high_enough(boxes.len()));
        let chart = box_chart(&frame, &axis, &boxes);
        let caption = "Pieces used over the lower bound, successes only: box from 25 to 75 %, line at the median, \
                       whiskers from 5 to 95 %. Agents that solve little show only their easy targets here.";
        Some(self.figure("lengths", caption, &chart))
    }
}

/// The cost of learning against the number of targets; nothing to see if nobody tells what learning took.
fn learning(analysis: &Analysis) -> Option<Figure> {
    if analysis.costs.is_empty() {
        return None;
    }
    let lines: Vec<Line> = analysis
        .costs
        .iter()
        .map(|cost| Line {
            name: cost.agent.clone(),
            colour: analysis.agents[cost.agent_index].colour(cost.agent_index),
            points: cost.points(),
            band: Vec::new(),
        })
        .collect();
    let x = Axis::log("targets", [1.0, 1000.0]);
    let y = Axis::log(
        "seconds of training, all together",
        lines.iter().flat_map(|line| line.points.iter().map(|p| p.1)),
    );
    let frame = Frame::new("What learning costs", 2.0 * WIDTH, 400.0);
    let chart = line_chart(&frame, &x, &y, Stroke::Straight, &lines);
    let measured = analysis.costs.iter().map(|cost| cost.measured.len()).max().unwrap_or(0);
    let caption = format!(
        "Seconds of training against the number of targets: again for each target, or once for all. Measured up to \
         {measured} targets, from there on the mean for each further one. Agents that learn nothing cost nothing."
    );
    Some(Figure { cost_model: None, key: "learning-cost", caption, is_wide: true, svg: chart.svg() })
}
