//! A tournament as one page of HTML.

use std::fmt::Write;

use super::standings::{Standing, Standings};
use crate::eval::Interval;

/// Everything is on the page itself, so that it can be sent and kept.
const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;\
    color-scheme:light dark}table{border-collapse:collapse;margin:1em 0}\
    th,td{padding:.25em .7em;text-align:right;border-bottom:1px solid #8884}\
    th:first-child,td:first-child{text-align:left}";

/// Width of the picture of the ratings.
const WIDTH: f64 = 640.0;
/// Width of the names in it.
const NAMES: f64 = 200.0;
/// Height of a rating in it.
const LINE: f64 = 26.0;

impl Standings {
    /// A page with tables, the win matrix in colours and a picture of the ratings.
    pub fn html(&self) -> String {
        let budget = match (self.seconds, self.nodes) {
            (Some(seconds), _) => format!("{seconds} s per move"),
            (None, Some(nodes)) => format!("{nodes} nodes per move"),
            (None, None) => "each agent's own budget".to_owned(),
        };
        let about = format!(
            "{} games, {budget}, {} drawn moves, seed {}; every opening is played with both colours. Intervals are \
             95 %.",
            self.games, self.opening, self.seed
        );
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tetress tournament</title>\
             <style>{STYLE}</style></head><body>\n<h1>Tetress tournament</h1>\n<p>{about}</p>\n<h2>Agents</h2>\n{}\
             <h2>Elo</h2>\n{}<h2>Win rate of the row against the column</h2>\n{}<h2>Pairs</h2>\n{}</body></html>\n",
            self.agent_rows(),
            self.picture(),
            self.matrix_rows(),
            self.pair_rows(),
        )
    }

    fn agent_rows(&self) -> String {
        let rows = self.agents.iter().map(|agent| {
            let elo = agent.rating.elo_interval;
            vec![
                escaped(&agent.agent),
                agent.score.games().to_string(),
                rate(agent.win_rate, agent.interval),
                percent(agent.board_control),
                number(agent.game_length, 1),
                format!("{:+.0} ({:+.0} to {:+.0})", agent.rating.elo, elo.low, elo.high),
                number(agent.seconds_per_move, 4),
            ]
        });
        let heading =
            ["agent", "games", "win rate", "board control", "moves of games won", "Elo", "seconds per move"];
        table(&heading.map(String::from), rows)
    }

    fn matrix_rows(&self) -> String {
        let names = || self.agents.iter().map(|agent| escaped(&agent.agent));
        let mut page = String::from("<table><tr><th></th>");
        names().for_each(|name| page += &format!("<th>{name}</th>"));
        page += "</tr>\n";
        for (name, row) in names().zip(&self.matrix) {
            page += &format!("<tr><td>{name}</td>");
            for cell in row {
                // Green for wins, red for losses, nothing for even games.
                let colour = cell.map_or(String::new(), |rate| {
                    let (hue, strength) = (if rate > 0.5 { 130 } else { 0 }, (rate - 0.5).abs() * 1.2);
                    format!(" style=\"background:hsl({hue} 60% 50% / {strength:.2})\"")
                });
                page += &format!("<td{colour}>{}</td>", percent(*cell));
            }
            page += "</tr>\n";
        }
        page + "</table>\n"
    }

    fn pair_rows(&self) -> String {
        let rows = self.pairs.iter().map(|pair| {
            vec![
                escaped(&pair.agent),
                escaped(&pair.opponent),
                format!("{} / {} / {}", pair.score.wins, pair.score.draws, pair.score.losses),
                rate(pair.rate, pair.interval),
                pair.not_by_play.to_string(),
                pair.sprt.map_or("-", |verdict| verdict.words()).to_owned(),
            ]
        });
        let heading = ["agent", "opponent", "won / drawn / lost", "rate", "not by play", "SPRT"];
        table(&heading.map(String::from), rows)
    }

    /// A line per agent: the interval of its rating, and the rating as a dot.
    fn picture(&self) -> String {
        let ends =
            |of: fn(&Interval) -> f64| self.agents.iter().map(move |agent| of(&agent.rating.elo_interval));
        let low = ends(|interval| interval.low).fold(0.0, f64::min);
        let high = ends(|interval| interval.high).fold(0.0, f64::max);
        let span = (high - low).max(1.0);
        let at = |elo: f64| NAMES + (elo.clamp(low, high) - low) / span * (WIDTH - NAMES - 20.0) + 10.0;
        let mut best: Vec<&Standing> = self.agents.iter().collect();
        best.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo));
        let height = LINE * best.len() as f64;
        let zero = at(0.0);
        let mut picture = format!(
            "<svg width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-label=\"Elo with intervals\" fill=\"currentColor\">\n\
             <line x1=\"{zero:.1}\" y1=\"0\" x2=\"{zero:.1}\" y2=\"{height}\" stroke=\"#8886\"/>\n"
        );
        for (place, agent) in best.into_iter().enumerate() {
            let (y, interval) = (LINE * (place as f64 + 0.5), agent.rating.elo_interval);
            let _ = writeln!(
                picture,
                "<text x=\"0\" y=\"{:.1}\">{}</text><line x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" \
                 stroke=\"#58a\" stroke-width=\"4\"/><circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>",
                y + 5.0,
                escaped(&agent.agent),
                at(interval.low),
                at(interval.high),
                at(agent.rating.elo),
            );
        }
        picture + "</svg>\n"
    }
}

fn table(heading: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.map(|cells| line(&cells, "td")).collect();
    format!("<table>{}{rows}</table>\n", line(heading, "th"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn percent(rate: Option<f64>) -> String {
    rate.map_or("-".to_owned(), |rate| format!("{:.1} %", 100.0 * rate))
}

fn rate(rate: Option<f64>, interval: Interval) -> String {
    format!("{} ({:.1}-{:.1})", percent(rate), 100.0 * interval.low, 100.0 * interval.high)
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
}

#[cfg(test)]
mod tests {
    use super::super::referee::Referee;
    use super::super::tournament::Tournament;
    use super::*;
    use crate::solve::Cancel;

    #[test]
    fn the_page_is_well_formed_and_has_every_pair() {
        let tournament = Tournament {
            agents: ["random", "greedy", "mcts+faults"].map(|name| name.parse().unwrap()).to_vec(),
            games: 2,
            referee: Referee::default(),
            seed: 1,
            opening: 2,
            sprt: Some("0,100".parse().unwrap()),
        };
        let games = tournament.run(Vec::new(), 1, &Cancel::default(), &|_: &_| {});
        let page = Standings::new(&tournament, &games).html();
        let body = page.strip_prefix("<!doctype html>\n").unwrap().replace("<meta charset=\"utf-8\">", "");
        let read = roxmltree::Document::parse(&body).unwrap();
        let count = |tag: &str| read.descendants().filter(|node| node.has_tag_name(tag)).count();
        assert_eq!((count("table"), count("circle")), (3, 3));
        // A heading and three lines each.
        assert_eq!(count("tr"), 12);
        assert!(
            page.contains("each agent's own budget") && page.contains("mcts+faults") && page.contains("open")
        );
        assert_eq!(escaped("a<b&c"), "a&lt;b&amp;c");
    }
}
