//! The report as one HTML file that needs nothing else: style and pictures inside, no scripts.

use std::fmt::Write;

use super::super::analysis::Analysis;
use super::super::comparison::{AgentStanding, Comparison};
use super::super::plan::DuelPlan;
use super::figures::Figure;
use super::findings::findings;
use super::words::{STANDING_HEADER, comparison_sentence, percent, percent_interval, standing_cells};
use tetreach::draw::chart::dark_style;
use tetreach::draw::escaped;
use tetreach::text::{counted, duration};

const STYLE: &str = include_str!("style.css");

/// The report as a page.
pub fn html(
    plan: &DuelPlan,
    analysis: &Analysis,
    figures: &[Figure],
    gallery: Option<&str>,
    command: &str,
) -> String {
    let mut page = String::new();
    let style = STYLE.replace("/*DARK*/", &dark_style());
    let suites: Vec<&str> = plan.suites().into_iter().map(|(suite, _)| suite).collect();
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>tetreach duel</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n\
         <h1>tetreach duel</h1>\n<p class=\"muted\">{} agents on {} targets ({}), {} seeds, \
         {} of {} runs finished.</p>\n",
        analysis.agents.len(),
        plan.targets.len(),
        escaped(&suites.join(", ")),
        plan.rounds,
        analysis.finished,
        analysis.planned,
    );
    let found = findings(analysis);
    if !found.is_empty() {
        page.push_str("<ul class=\"findings\">\n");
        for finding in found {
            let _ = writeln!(page, "<li>{}</li>", with_code(&finding));
        }
        page.push_str("</ul>\n");
    }
    let page_of = Page { analysis, figures };
    for comparison in &analysis.comparisons {
        page_of.comparison(&mut page, comparison, plan);
    }
    page_of.learning(&mut page);
    if let Some(gallery) = gallery {
        let _ = write!(
            page,
            "<h2>Final boards</h2>\n<p>The first seed of each agent, beside the target: Figure 18 of the thesis made \
             again, with all agents. Pieces in their colours where the target was reached. Where it was not: green \
             cells are right, orange ones are not; a faint target means that the agent has no board to show. Below: \
             pieces used, and how many seeds reached it.</p>\n<div class=\"charts\"><figure class=\"wide\">\n{gallery}\
             </figure></div>\n"
        );
    }
    page_of.agents(&mut page);
    let _ = write!(
        page,
        "<h2>How to read it</h2>\n\
         <p>A run scores the lower bound on pieces over the pieces it used: 1 is provably shortest, 0 is not found. \
         <b>IQM</b> is the mean of the middle half of all runs. Its interval is a stratified bootstrap: targets are \
         drawn again within their suites, and seeds within targets. The interval of <b>solved</b> is Wilson's with \
         targets as units, because two seeds on one target are hardly two pieces of evidence. <b>Probability of \
         improvement</b> is the chance that a run of one agent scores more than a run of the other on the same \
         target; a draw counts half. All as Agarwal et al. (2021) propose; the file <code>duel.json</code> holds the \
         scores as their package rliable reads them.</p>\n<h3>The same again</h3>\n<pre>{}</pre>\n\
         </main>\n</body>\n</html>\n",
        escaped(command)
    );
    page
}

/// The parts of the page.
struct Page<'a> {
    analysis: &'a Analysis,
    figures: &'a [Figure],
}

impl Page<'_> {
    fn comparison(&self, page: &mut String, comparison: &Comparison, plan: &DuelPlan) {
        let title = comparison.cost_model.title(comparison.limit);
        let _ =
            writeln!(page, "<h2>{}</h2>\n<p>{}</p>", escaped(&title), comparison_sentence(comparison, plan));
        self.standings(page, comparison);
        page.push_str("<div class=\"charts\">\n");
        for figure in self.figures.iter().filter(|figure| figure.cost_model == Some(comparison.cost_model)) {
            show(page, figure);
        }
        page.push_str("</div>\n");
        self.suites(page, comparison);
        self.improvements(page, comparison);
    }

    fn name(&self, standing: &AgentStanding) -> String {
        let colour = self.analysis.agents[standing.agent_index].colour(standing.agent_index);
        format!("<span class=\"dot\" style=\"background:{colour}\"></span>{}", escaped(&standing.agent))
    }

    fn standings(&self, page: &mut String, comparison: &Comparison) {
        page.push_str("<div class=\"scroll\"><table>\n<tr>");
        for name in STANDING_HEADER {
            let _ = write!(page, "<th>{name}</th>");
        }
        page.push_str("</tr>\n");
        for standing in &comparison.standings {
            let cells = standing_cells(standing);
            let _ = write!(page, "<tr><td>{}</td>", self.name(standing));
            for (index, cell) in cells.iter().enumerate().skip(1) {
                match index {
                    1 => heat(page, standing.success, cell),
                    3 => heat(page, standing.iqm, cell),
                    _ => {
                        let _ = write!(page, "<td>{}</td>", escaped(cell));
                    }
                }
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n");
    }

    fn suites(&self, page: &mut String, comparison: &Comparison) {
        let Some(first) = comparison.standings.first() else { return };
        page.push_str("<h3>Solved, by suite</h3>\n<div class=\"scroll\"><table>\n<tr><th>agent</th>");
        for suite in &first.suites {
            let _ = write!(page, "<th>{} <small>({})</small></th>", escaped(&suite.suite), suite.targets);
        }
        page.push_str("</tr>\n");
        for standing in &comparison.standings {
            let _ = write!(page, "<tr><td>{}</td>", self.name(standing));
            for suite in &standing.suites {
                let interval = percent_interval(suite.success_interval);
                heat(page, suite.success, &format!("{}\n{interval}", percent(suite.success)));
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n");
    }

    fn improvements(&self, page: &mut String, comparison: &Comparison) {
        if comparison.standings.len() < 2 {
            return;
        }
        page.push_str(
            "<h3>Probability that a run of the agent on the left beats one of the agent above</h3>\n\
             <div class=\"scroll\"><table>\n<tr><th>agent</th>",
        );
        for standing in &comparison.standings {
            let _ = write!(page, "<th>{}</th>", escaped(&standing.agent));
        }
        page.push_str("</tr>\n");
        for x in &comparison.standings {
            let _ = write!(page, "<tr><td>{}</td>", self.name(x));
            for y in &comparison.standings {
                match comparison.improvement(&x.agent, &y.agent) {
                    None => page.push_str("<td class=\"muted\">–</td>"),
                    Some(chance) => {
                        let (low, high) = (chance.interval.low, chance.interval.high);
                        heat(
                            page,
                            chance.probability,
                            &format!("{:.2}\n{low:.2} to {high:.2}", chance.probability),
                        );
                    }
                }
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n");
    }

    fn learning(&self, page: &mut String) {
        let figures: Vec<&Figure> =
            self.figures.iter().filter(|figure| figure.cost_model.is_none()).collect();
        if figures.is_empty() {
            return;
        }
        page.push_str("<h2>Learning cost</h2>\n<div class=\"charts\">\n");
        for figure in figures {
            show(page, figure);
        }
        page.push_str(
            "</div>\n<div class=\"scroll\"><table>\n<tr><th>agent</th><th>once</th><th>each target</th>",
        );
        let counts = [1, 10, 100, 1000];
        for count in counts {
            let _ = write!(page, "<th>{}</th>", counted(count, "target"));
        }
        page.push_str("</tr>\n");
        for cost in &self.analysis.costs {
            let each = cost.each.map_or_else(|| "–".to_owned(), duration);
            let once = if cost.once > 0.0 { duration(cost.once) } else { "–".to_owned() };
            let _ = write!(page, "<tr><td>{}</td><td>{once}</td><td>{each}</td>", escaped(&cost.agent));
            for count in counts {
                let _ = write!(page, "<td>{}</td>", duration(cost.seconds(count)));
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n");
    }

    fn agents(&self, page: &mut String) {
        page.push_str("<h2>Agents</h2>\n<div class=\"scroll\"><table>\n");
        for (index, agent) in self.analysis.agents.iter().enumerate() {
            let _ = writeln!(
                page,
                "<tr><td><span class=\"dot\" style=\"background:{}\"></span>{}</td><td class=\"text\">{}</td>\
                 <td class=\"text muted\">{}</td></tr>",
                agent.colour(index),
                escaped(&agent.name),
                escaped(&agent.summary),
                agent.family.title(),
            );
        }
        for agent in &self.analysis.missing {
            let _ = writeln!(
                page,
                "<tr><td class=\"muted\">{}</td><td class=\"text muted\" colspan=\"2\">left out: {}</td></tr>",
                escaped(&agent.name),
                escaped(&agent.reason)
            );
        }
        page.push_str("</table></div>\n");
    }
}

fn show(page: &mut String, figure: &Figure) {
    let class = if figure.is_wide { " class=\"wide\"" } else { "" };
    let _ = writeln!(
        page,
        "<figure{class}>\n{}<figcaption>{}</figcaption></figure>",
        figure.svg,
        escaped(&figure.caption)
    );
}

/// A cell that is the greener, the nearer its value is to 1; a second line stands small below the first.
fn heat(page: &mut String, value: f64, text: &str) {
    let _ = match escaped(text).split_once('\n') {
        Some((main, rest)) => {
            write!(page, "<td class=\"heat\" style=\"--v:{value:.3}\">{main}<br><small>{rest}</small></td>")
        }
        None => write!(page, "<td class=\"heat\" style=\"--v:{value:.3}\">{}</td>", escaped(text)),
    };
}

/// Text in which names between backquotes become code.
fn with_code(text: &str) -> String {
    let mut html = String::new();
    for (index, part) in escaped(text).split('`').enumerate() {
        let _ = if index % 2 == 1 { write!(html, "<code>{part}</code>") } else { write!(html, "{part}") };
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_code_and_signs_are_replaced() {
        assert_eq!(with_code("`a<b` beats `c`."), "<code>a&lt;b</code> beats <code>c</code>.");
        let mut cell = String::new();
        heat(&mut cell, 0.5, "50 %\n<low");
        assert_eq!(cell, "<td class=\"heat\" style=\"--v:0.500\">50 %<br><small>&lt;low</small></td>");
    }
}
