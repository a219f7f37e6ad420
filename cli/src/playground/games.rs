//! The games of the playground, by name, with the agents that play them.

use anyhow::bail;
use tetreach::game::Size;
use tetreach::game::classic::Preset;
use tetreach::game::guideline::NamedSetup;
use tetreach::reach::{LoadOptions, load_suite};
use tetreach::registry::{OfferedAgent, Registry};
use tetreach::tetress::ROSTER;

use super::classic::ClassicPlay;
use super::game::Playable;
use super::guideline::GuidelinePlay;
use super::reach::ReachGame;
use super::tetress::{NOBODY, TetressGame};

/// How a game is begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStart {
    /// What is to be built, or the rules, in the words of the game.
    pub level: Option<String>,
    /// Who plays on the other side.
    pub against: Option<String>,
    /// Columns x rows, where the game has other sizes than its own.
    pub size: Option<Size>,
    /// The seed of pieces and agents.
    pub seed: u64,
}

/// Something to begin with, as the menu offers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What the menu says.
    pub title: String,
    /// What begins.
    pub start: GameStart,
}

/// A game that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// What one does in it, in one sentence.
    pub summary: &'static str,
    /// Who plays it unless somebody else is asked for.
    pub agent: &'static str,
    /// The seconds that an agent gets: for the whole game in reach, for each move elsewhere.
    pub seconds: f64,
    /// What can be chosen to begin with.
    pub levels: fn() -> Vec<Level>,
    /// Who plays it, as the game's registry says.
    pub agents: fn() -> Vec<OfferedAgent>,
    /// Begins a game.
    pub begin: fn(&GameStart) -> anyhow::Result<Box<dyn Playable>>,
}

/// All games; a new one is one entry here.
pub const GAMES: &[GameEntry] = &[
    GameEntry {
        name: "reach",
        summary: "build exactly the board that is shown",
        agent: "auto",
        seconds: 5.0,
        levels: reach_levels,
        agents: || Registry::standard().offered(),
        begin: |start| {
            none_of("reach", &[("--against", start.against.is_some()), ("--size", start.size.is_some())])?;
            Ok(Box::new(ReachGame::load(start.level.as_deref().unwrap_or("thesis:hi"))?))
        },
    },
    GameEntry {
        name: "classic",
        summary: "Tetris with given pieces, dropped straight down",
        agent: "bcts",
        seconds: 1.0,
        levels: || Preset::ALL.map(|preset| level(preset.name(), None)).into(),
        agents: tetreach::classic::offered,
        begin: |start| {
            none_of("classic", &[("--against", start.against.is_some())])?;
            Ok(Box::new(ClassicPlay::begin(start)?))
        },
    },
    GameEntry {
        name: "guideline",
        summary: "Tetris with hold, kicks and spins, alone or against a bot",
        agent: "bot",
        seconds: 0.1,
        levels: || {
            let levels = [("ppt", None), ("ppt", Some("bot")), ("tetrio", None), ("tetrio", Some("bot"))];
            levels
                .map(|(rules, against)| level(rules, against))
                .into_iter()
                .chain([level("alphatetris", None)])
                .chain(NamedSetup::ALL.iter().map(|setup| level(&format!("ppt:{}", setup.name), None)))
                .collect()
        },
        agents: tetreach::guideline::offered,
        begin: |start| {
            none_of("guideline", &[("--size", start.size.is_some())])?;
            Ok(Box::new(GuidelinePlay::begin(start)?))
        },
    },
    GameEntry {
        name: "tetress",
        summary: "two players on a torus of 11 x 11",
        agent: "alpha-beta",
        seconds: 0.5,
        levels: || {
            let against = ROSTER.iter().map(|entry| entry.name).chain([NOBODY]);
            against.map(|name| Level { title: format!("against {name}"), start: opponent(name) }).collect()
        },
        agents: tetreach::tetress::offered,
        begin: |start| {
            let has_rules = start.level.is_some();
            none_of("tetress", &[("--size", start.size.is_some()), ("--rules", has_rules)])?;
            Ok(Box::new(TetressGame::begin(start)?))
        },
    },
];

/// The game of this name.
pub fn entry(name: &str) -> anyhow::Result<&'static GameEntry> {
    match GAMES.iter().find(|entry| entry.name == name) {
        Some(entry) => Ok(entry),
        None => {
            let names: Vec<_> = GAMES.iter().map(|entry| entry.name).collect();
            bail!("there is no game `{name}`: there are {}", names.join(", "))
        }
    }
}

/// Refuses arguments that a game has no use for.
fn none_of(game: &str, arguments: &[(&str, bool)]) -> anyhow::Result<()> {
    match arguments.iter().find(|(_, is_given)| *is_given) {
        Some((argument, _)) => bail!("{game} has no use for {argument}"),
        None => Ok(()),
    }
}

fn level(rules: &str, against: Option<&str>) -> Level {
    let title = against.map_or_else(|| rules.to_owned(), |name| format!("{rules}, against the {name}"));
    let against = against.map(str::to_owned);
    Level { title, start: GameStart { level: Some(rules.to_owned()), against, ..GameStart::default() } }
}

fn opponent(name: &str) -> GameStart {
    GameStart { against: Some(name.to_owned()), ..GameStart::default() }
}

/// The boards drawn by hand, the easy ones first.
fn reach_levels() -> Vec<Level> {
    let of = |suite: &str| {
        let sketches = load_suite(suite, &LoadOptions::default()).map(|suite| suite.sketches);
        let names = sketches.unwrap_or_default().into_iter().filter_map(|sketch| sketch.name);
        names.map(|name| level(&format!("{suite}:{name}"), None)).collect::<Vec<_>>()
    };
    let mut levels = of("thesis");
    levels.extend(of("art"));
    levels.extend(of("letters").into_iter().take(20));
    levels
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::game::AgentTurn;
    use super::*;

    #[test]
    fn every_agent_of_the_menu_can_be_asked_in_every_game() {
        for game in GAMES {
            let agents = (game.agents)();
            assert!(agents.iter().any(|agent| agent.name == game.agent), "{}", game.name);
            let levels = (game.levels)();
            let mut begun = (game.begin)(&levels[0].start).unwrap();
            for agent in agents {
                begun.ask_agent(&agent.name, 0.01).unwrap();
            }
            // Of many levels, some from each part of the list.
            let step = levels.len().div_ceil(12);
            for level in levels.into_iter().step_by(step) {
                (game.begin)(&level.start).unwrap_or_else(|error| panic!("{}: {error:#}", level.title));
            }
        }
    }

    #[test]
    fn agents_that_are_monitored_say_something_beside_the_board_and_others_do_not() {
        for name in ["classic", "guideline", "tetress"] {
            let game = entry(name).unwrap();
            for agent in (game.agents)() {
                let mut begun = (game.begin)(&GameStart::default()).unwrap();
                begun.ask_agent(&agent.name, 0.01).unwrap();
                let began = Instant::now();
                while begun.play_agent_move() == AgentTurn::Thinks {
                    assert!(began.elapsed() < Duration::from_secs(30), "{name}: {}", agent.name);
                    std::thread::sleep(Duration::from_millis(1));
                }
                let monitor = begun.view().monitor;
                assert_eq!(monitor[0], ("agent".to_owned(), agent.name.clone()));
                assert_eq!(monitor.len() > 1, agent.capabilities.monitored, "{name}: {monitor:?}");
            }
        }
    }

    #[test]
    fn arguments_without_a_use_are_refused_in_a_sentence() {
        let with_rules = GameStart { level: Some("ppt".into()), ..GameStart::default() };
        let refused = (entry("tetress").unwrap().begin)(&with_rules).unwrap_err().to_string();
        assert_eq!(refused, "tetress has no use for --rules");
        let refused = (entry("classic").unwrap().begin)(&opponent("bot")).unwrap_err().to_string();
        assert_eq!(refused, "classic has no use for --against");
    }
}
