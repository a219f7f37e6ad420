//! `GET /api/runs/{name}/boards`: unseen targets, and how far the newest weights of a run get with them; of classic and
//! guideline Tetris games that they play.

use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use tetreach::classic::{ClassicGame, ClassicTask, NamedPlayer};
use tetreach::game::guideline::{Field, GuidelineGame};
use tetreach::game::{Board, SizeRule};
use tetreach::guideline::GuidelineAgent;
use tetreach::guideline::value::{GuidelineKind, GuidelineNetwork};
use tetreach::network::{RunWeights, RunWeightsError};
use tetreach::reach::{LoadOptions, load_suite};
use tetreach_agents::store::Model;

use super::Shared;
use super::board_text::BoardText;
use super::refusal::Refusal;
use crate::run_game::{RunGame, newest_weights};

/// The suites that are played, of which no run trains on the split.
const SUITES: [&str; 3] = ["stack-2@validation", "stack-4@validation", "stack-8@validation"];
/// Targets of each.
const TARGETS: usize = 4;
/// Games of other kinds, and their pieces at most.
const GAMES: u64 = 6;
const MOST_PIECES: usize = 500;
/// Time after which no further target is begun: the page asks again and again.
const TIME: Duration = Duration::from_secs(4);

/// How the newest weights play.
#[derive(Debug, Serialize)]
pub struct RunBoards {
    /// Gradient steps of the weights.
    step: u64,
    /// One after the other.
    boards: Vec<PlayedBoard>,
    /// Why there are none.
    reason: Option<String>,
}

/// One target.
#[derive(Debug, Serialize)]
struct PlayedBoard {
    /// The suite.
    name: String,
    /// The target.
    #[serde(flatten)]
    target: BoardText,
    /// The last board.
    last: String,
    /// Whether it is the target.
    reached: bool,
    /// Pieces placed.
    pieces: usize,
    /// What a game came to that has no target.
    score: Option<String>,
}

/// Plays by the newest weights.
fn play(run: &FilePath) -> anyhow::Result<RunBoards> {
    match RunGame::of(run) {
        RunGame::Reach => Ok(targets(run)?),
        RunGame::Classic(game) => games(run, |path, seed, until| classic_game(&game, path, seed, until)),
        RunGame::Guideline(game) => games(run, |path, seed, until| guideline_game(&game, path, seed, until)),
        RunGame::Other(kind) => anyhow::bail!("{kind} is not shown"),
    }
}

/// Games, one after the other, as long as there is time.
fn games(
    run: &FilePath,
    mut play: impl FnMut(&FilePath, u64, Instant) -> anyhow::Result<PlayedBoard>,
) -> anyhow::Result<RunBoards> {
    let weights = newest_weights(run).context("no weights were saved yet")?;
    let step = Model::load(&weights)?.card().step;
    let (until, mut boards) = (Instant::now() + TIME, Vec::new());
    // Always the same pieces, so that later weights can be compared with earlier ones.
    for seed in 1..=GAMES {
        if Instant::now() < until {
            boards.push(play(&weights, seed, until)?);
        }
    }
    Ok(RunBoards { step, boards, reason: None })
}

fn classic_game(
    game: &ClassicGame,
    weights: &FilePath,
    seed: u64,
    until: Instant,
) -> anyhow::Result<PlayedBoard> {
    let rules = game.rules().map_err(|(path, problem)| anyhow!("{path}: {problem}"))?;
    let player = NamedPlayer::named(&format!("network:{}", weights.display()), &rules)?.player;
    let (task, mut pieces) = (ClassicTask::new(rules), Pcg64Mcg::seed_from_u64(seed));
    let mut state = task.rules.start(&mut pieces);
    let (mut placed, mut lines, mut points) = (0, 0, 0);
    while !state.is_over && placed < MOST_PIECES && Instant::now() < until {
        let Some(action) = player.choose(&task, &state, &mut Pcg64Mcg::seed_from_u64(seed)) else { break };
        let after = task.rules.after(&state, action).context("the network chose what is not offered")?;
        placed += 1;
        lines += u64::from(after.lines);
        points += u64::from(task.rules.points(&after));
        state = task.rules.draw(&after, &mut pieces);
    }
    let score = format!("{lines} lines, {points} points in {placed} pieces");
    Ok(PlayedBoard::game(seed, BoardText::from(&state.board), !state.is_over, placed, score))
}

fn guideline_game(
    game: &GuidelineKind,
    weights: &FilePath,
    seed: u64,
    until: Instant,
) -> anyhow::Result<PlayedBoard> {
    let rules = game.rules()?;
    let mut network = GuidelineNetwork::load(weights, rules)?;
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut game = GuidelineGame::start(&mut rng);
    let (mut placed, mut attack) = (0, 0);
    while !game.is_over(&rules) && placed < MOST_PIECES && Instant::now() < until {
        let Some(placement) = network.choose(&game)? else { break };
        attack += game.play(placement, &rules, &mut rng).attack;
        placed += 1;
    }
    let field = game.position.field;
    let is_filled = |x: usize, y: usize| field.columns()[x] >> y & 1 == 1;
    let row = |y| (0..Field::WIDTH).map(|x| if is_filled(x, y) { '#' } else { '.' }).collect::<String>();
    let rows: Vec<String> = (0..Field::VISIBLE).rev().map(row).collect();
    let board = BoardText { board: rows.join("\n"), size: format!("{}x{}", Field::WIDTH, Field::VISIBLE) };
    let score = format!("{attack} sent in {placed} pieces");
    Ok(PlayedBoard::game(seed, board, !game.is_over(&rules), placed, score))
}

impl PlayedBoard {
    /// The end of a game without a target.
    fn game(seed: u64, last: BoardText, reached: bool, pieces: usize, score: String) -> Self {
        let name = format!("game {seed}");
        PlayedBoard { name, last: last.board.clone(), target: last, reached, pieces, score: Some(score) }
    }
}

/// Plays some targets by the newest weights.
fn targets(run: &FilePath) -> Result<RunBoards, RunWeightsError> {
    let mut weights = RunWeights::of(run);
    let (step, size) = weights.refresh()?;
    let (began, mut boards) = (Instant::now(), Vec::new());
    for name in SUITES {
        let options = LoadOptions { size: SizeRule::Given(size), count: Some(TARGETS), seed: 0 };
        // A suite that small boards have no room for is left out.
        let Ok(suite) = load_suite(name, &options) else { continue };
        for sketch in suite.sketches {
            if began.elapsed() > TIME {
                break;
            }
            let target: Board = sketch.board;
            let episode = weights.play(&target)?;
            boards.push(PlayedBoard {
                name: name.trim_end_matches("@validation").to_owned(),
                target: BoardText::from(&target),
                last: episode.last.to_string(),
                reached: episode.reached,
                pieces: episode.way.len(),
                score: None,
            });
        }
    }
    Ok(RunBoards { step, boards, reason: None })
}

/// Answers the request.
pub async fn boards_of(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
) -> Result<Json<RunBoards>, Refusal> {
    let folder = shared.runs.folder(&name)?;
    let _turn = shared.thinking.turn().await?;
    let played = tokio::task::spawn_blocking(move || play(&folder));
    let failed = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the games could not be played");
    // A run that is too young to play is no fault of the request.
    Ok(Json(played.await.map_err(failed)?.unwrap_or_else(|error| RunBoards {
        step: 0,
        boards: Vec::new(),
        reason: Some(format!("{error:#}")),
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetreach::network::shipped;
    use tetreach_agents::store::checkpoint::{CARD, Checkpoints, Place, WEIGHTS};

    #[test]
    fn the_newest_weights_of_a_run_play_unseen_targets() {
        let run = tempfile::tempdir().unwrap();
        assert_eq!(play(run.path()).unwrap_err().to_string(), "no weights were saved yet");
        let model = shipped().unwrap();
        let checkpoints = Checkpoints::open(&run.path().join("checkpoints")).unwrap();
        let saved = checkpoints.save(Place::Last, 7, |draft| {
            draft.add(CARD, &serde_json::to_vec(model.card()).unwrap())?;
            draft.add(WEIGHTS, model.weights())
        });
        saved.unwrap();
        let played = play(run.path()).unwrap();
        assert_eq!(played.step, model.card().step);
        let count = played.boards.len();
        assert!((1..=SUITES.len() * TARGETS).contains(&count), "as many as there is time for: {count}");
        for board in &played.boards {
            assert_eq!(board.reached, board.last == board.target.board, "{board:?}");
        }
        assert!(played.boards.iter().filter(|board| board.reached).count() * 2 >= count, "{played:?}");
    }
}
