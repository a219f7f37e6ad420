//! `tetreach bench games`: guideline Tetris by public counts and by the clock.

use std::hint::black_box;

use clap::Args;
use serde_json::{Map, Value, json};

use super::machine;
use super::measure::{Clock, ROUNDS, Workload, rates};
use crate::format::Format;
use crate::progress::cancel_on_interrupt;
use crate::{CommandOutcome, output};
use tetreach::game::Piece;
use tetreach::game::guideline::{
    Field, GuidelinePreset, GuidelineRules, KickSystem, NamedSetup, Perft, PlacementList, UnknownSetup, perft,
};

/// Counts placements of the public queues and compares them with the published counts, and measures how long the
/// placements of one piece take to generate.
///
/// Counts are those of apps/bench.cpp of Kixenon/cobra-movegen at 40bea9e: SRS with pieces that appear in row 19, spins
/// not told apart; SRS+ with row 5, spins told apart. Seconds are processor time of the one thread used (wall-clock
/// time where the system does not tell it), rates of placements the best of five rounds.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tetreach bench games --format json
  tetreach bench games --depth 5
  tetreach bench games --queue IOLJSZT,IIIIII --system srs
  tetreach bench games --depth 1 --field t-spin-double,t-spin-triple,fin,neo,iso")]
pub struct GuidelineBench {
    /// Pieces of each queue that are placed; published counts are those of whole queues.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u8).range(1..=7))]
    depth: u8,
    /// The queues, separated by commas; all public ones if not given.
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    queue: Vec<String>,
    /// The rotation system: srs or srs-plus; both if not given.
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(["srs", "srs-plus"]))]
    system: Option<String>,
    /// Fields on which the placements of all pieces are generated, separated by commas: empty, t-spin, overhangs, and
    /// setups by name, such as fin; the first three if not given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = field)]
    field: Vec<NamedField>,
    /// Seconds to spend on the placements of one piece.
    #[arg(long, default_value_t = 5.0, value_parser = super::positive_seconds)]
    seconds: f64,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The public queues with their counts under SRS and SRS+.
const PUBLIC: [(&str, u64, u64); 8] = [
    ("IIIIII", 33_325_345, 12_955_903),
    ("IOLJSZT", 2_647_076_135, 788_332_817),
    ("TIOLJSZ", 2_785_677_550, 908_982_457),
    ("ZTIOLJS", 2_741_273_038, 884_231_722),
    ("SZTIOLJ", 2_740_055_656, 822_485_640),
    ("JSZTIOL", 2_801_460_686, 735_332_135),
    ("LJSZTIO", 2_852_978_763, 648_149_538),
    ("OLJSZTI", 2_689_379_684, 721_407_228),
];

/// Fields on which placements are generated: nothing, a slot for a T-spin, and an overhung stack of garbage.
const FIELDS: [(&str, &str); 3] = [
    ("empty", ""),
    ("t-spin", "....#.....\n...##...##\n######.###\n#####...##\n######.###\n#########."),
    (
        "overhangs",
        "#...####..\n#.......#.\n###.#####.\n#....#....\n#.##...###\n#.########\n#....#####\n###.######",
    ),
];

/// A field by its name.
#[derive(Clone, Debug)]
struct NamedField(String, Field);

/// One of [`FIELDS`], or a setup.
fn field(name: &str) -> Result<NamedField, UnknownSetup> {
    let field = match FIELDS.iter().find(|field| field.0 == name) {
        Some((_, rows)) => Field::from_text(rows).expect("invariant: the fields are well-formed"),
        None => NamedSetup::named(name)?.field(),
    };
    Ok(NamedField(name.to_owned(), field))
}

impl GuidelineBench {
    /// Measures and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let unknown = self.queue.iter().find(|queue| !PUBLIC.iter().any(|public| public.0 == queue.as_str()));
        if let Some(unknown) = unknown {
            let names = PUBLIC.map(|public| public.0).join(", ");
            anyhow::bail!("{unknown:?} is no public queue: choose from {names}");
        }
        let cancel = cancel_on_interrupt()?;
        let mut counts = Vec::new();
        for (name, plus) in [("srs", false), ("srs-plus", true)] {
            let rules = rules(plus);
            for (queue, srs, srs_plus) in PUBLIC {
                let wanted = self.queue.is_empty() || self.queue.iter().any(|chosen| chosen == queue);
                if !wanted
                    || self.system.as_ref().is_some_and(|system| system != name)
                    || cancel.is_cancelled()
                {
                    continue;
                }
                let count = self.count(queue, if plus { srs_plus } else { srs }, &rules, name)?;
                eprintln!("{name} {queue}: {}", count["nodes"]);
                counts.push(count);
            }
        }
        let placements = self.placements()?;
        let is_wrong = counts.iter().any(|count| count["matches"] == json!(false));
        match self.format {
            Format::Json => {
                let report = json!({
                    "machine": machine::processor(),
                    "threads": 1,
                    "rounds": ROUNDS,
                    "perft": counts,
                    "microseconds_per_piece": placements,
                });
                output::print(&format!("{}\n", serde_json::to_string_pretty(&report)?))?;
            }
            Format::Text => output::print(&text(&counts, &placements))?,
        }
        Ok(if is_wrong || cancel.is_cancelled() { CommandOutcome::Failed } else { CommandOutcome::Done })
    }

    fn count(
        &self,
        queue: &str,
        expected: u64,
        rules: &GuidelineRules,
        system: &str,
    ) -> anyhow::Result<Value> {
        let piece = |letter| Piece::ALL.into_iter().find(|piece| piece.letter() == letter);
        let pieces: Vec<Piece> = queue.chars().filter_map(piece).take(self.depth.into()).collect();
        let clock = Clock::start();
        let nodes = perft(&Field::EMPTY, &pieces, rules);
        let seconds = clock.elapsed().as_secs_f64();
        let is_whole = pieces.len() == queue.len();
        Ok(json!({
            "system": system,
            "queue": queue,
            "depth": pieces.len(),
            "nodes": nodes,
            "published": is_whole.then_some(expected),
            "matches": is_whole.then_some(nodes == expected),
            "seconds": (seconds * 1e4).round() / 1e4,
            "nodes_per_second": (nodes as f64 / seconds.max(1e-9)).round(),
        }))
    }

    /// Microseconds in which the placements of one piece are generated, by field and piece, and on average.
    fn placements(&self) -> Result<Map<String, Value>, UnknownSetup> {
        let rules = GuidelinePreset::Ppt.rules();
        let fields = match self.field.as_slice() {
            [] => FIELDS.iter().map(|(name, _)| field(name)).collect::<Result<_, _>>()?,
            named => named.to_vec(),
        };
        let mut workloads = Vec::new();
        for NamedField(_, field) in &fields {
            for piece in Piece::ALL {
                workloads.push(Workload::new(piece.to_string(), move || {
                    for _ in 0..256 {
                        PlacementList::for_each(black_box(field), piece, &rules, |placement| {
                            black_box(placement);
                        });
                    }
                    256
                }));
            }
        }
        let measured = rates(&mut workloads, self.seconds);
        let mut report = Map::new();
        for (NamedField(name, _), rates) in fields.iter().zip(measured.chunks(Piece::ALL.len())) {
            let micros: Vec<f64> = rates.iter().map(|rate| (1e9 / rate).round() / 1e3).collect();
            let mean = micros.iter().sum::<f64>() / micros.len() as f64;
            let mut row: Map<String, Value> = Piece::ALL
                .iter()
                .zip(&micros)
                .map(|(piece, micros)| (piece.to_string(), json!(micros)))
                .collect();
            row.insert("mean".to_owned(), json!((mean * 1e3).round() / 1e3));
            report.insert(name.clone(), Value::Object(row));
        }
        Ok(report)
    }
}

fn rules(plus: bool) -> GuidelineRules {
    if plus {
        Perft { kicks: KickSystem::SrsPlus, spawn: 5, spins: true }.rules()
    } else {
        Perft::default().rules()
    }
}

fn text(counts: &[Value], placements: &Map<String, Value>) -> String {
    let mut text = String::new();
    for count in counts {
        let verdict = match count["matches"].as_bool() {
            Some(true) => "as published",
            Some(false) => "NOT AS PUBLISHED",
            None => "",
        };
        let speed = count["nodes_per_second"].as_f64().unwrap_or_default() / 1e6;
        let (system, queue) = (count["system"].as_str(), count["queue"].as_str());
        text += &format!(
            "{:<9} {:<8} depth {} {:>14} nodes {:>8.2} s {speed:>7.0} M/s  {verdict}\n",
            system.unwrap_or_default(),
            queue.unwrap_or_default(),
            count["depth"],
            count["nodes"],
            count["seconds"].as_f64().unwrap_or_default(),
        );
    }
    text += "\nplacements of one piece, microseconds\n";
    for (field, row) in placements {
        let cells = row.as_object().into_iter().flatten().map(|(piece, micros)| format!("{piece} {micros}"));
        text += &format!("{field:<10} {}\n", cells.collect::<Vec<_>>().join("  "));
    }
    text
}
