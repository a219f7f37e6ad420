//! Environments with key presses as actions, against a naive twin that moves cells one by one.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach::game::Piece;
use tetreach::game::guideline::{
    Active, Field, GuidelineGame, GuidelinePosition, GuidelinePreset, GuidelineRules, Inputs, Key, Lock,
    PlacementList,
};
use tetreach::guideline::keys::{
    KeyAction, KeyEnv, KeyGame, KeyTask, VersusKeyEnv, VersusKeyTask, VersusKeys,
};
use tetreach::guideline::{GuidelineEnvKind, Side, check};
use tetreach_agents::env::check::{CheckSettings, check_env};
use tetreach_agents::{ActionMask, Autoreset, Env, GoalEnv, SyncVector, VectorEnv};

use crate::naive::NaivePiece;

/// A game kept as a set of cells, a list of pieces and a piece that moves.
struct Twin {
    cells: BTreeSet<(i32, i32)>,
    queue: Vec<Piece>,
    hold: Option<Piece>,
    has_held: bool,
    piece: Option<NaivePiece>,
}

impl Twin {
    fn of(game: &KeyGame, rules: &GuidelineRules) -> Self {
        let field = &game.game.position.field;
        let all = (0..10).flat_map(|x| (0..40).map(move |y| (x, y)));
        let cells = all.filter(|&(x, y)| field.is_filled(x, y)).collect();
        let (queue, hold) = (game.game.queue.to_vec(), game.game.hold);
        let mut twin = Twin { cells, queue, hold, has_held: false, piece: None };
        twin.piece = NaivePiece::appear(&twin.field(), rules, twin.queue[0]);
        twin
    }

    fn field(&self) -> Field {
        let mut field = Field::EMPTY;
        self.cells.iter().for_each(|&(x, y)| field.fill(x as usize, y as usize));
        field
    }

    /// Whether a press does something, and what follows: the rows that a lock fills.
    fn press(&mut self, press: KeyAction, rules: &GuidelineRules, next: &[Piece]) -> Option<usize> {
        let field = self.field();
        match press {
            KeyAction::Hold => {
                let brought = self.hold.unwrap_or(self.queue[1]);
                if self.has_held || brought == self.queue[0] {
                    return None;
                }
                self.piece = Some(NaivePiece::appear(&field, rules, brought)?);
                self.has_held = true;
                Some(0)
            }
            KeyAction::Move(Key::HardDrop) => {
                let piece = self.piece.as_mut()?;
                piece.press(Key::HardDrop, &field, rules);
                let covered = piece.cells();
                let full = self.fill(covered);
                if self.has_held {
                    let held = self.hold.replace(self.queue.remove(0));
                    if held.is_none() {
                        self.queue.remove(0);
                    }
                } else {
                    self.queue.remove(0);
                }
                // What is drawn is known from the environment only.
                let drawn = 6 - self.queue.len();
                self.queue.extend(&next[6 - drawn.min(6)..]);
                self.has_held = false;
                self.piece = NaivePiece::appear(&self.field(), rules, self.queue[0]);
                if rules.lock_out && full == 0 && covered.iter().all(|&(_, y)| y >= 20) {
                    self.piece = None;
                }
                Some(full)
            }
            KeyAction::Move(key) => self.piece.as_mut()?.press(key, &field, rules).then_some(0),
        }
    }

    /// Fills cells and removes full rows; how many there were.
    fn fill(&mut self, cells: [(i32, i32); 4]) -> usize {
        self.cells.extend(cells);
        let full: Vec<i32> = (0..40).filter(|&y| (0..10).all(|x| self.cells.contains(&(x, y)))).collect();
        let left = self.cells.iter().filter(|cell| !full.contains(&cell.1));
        let fallen = |y: i32| full.iter().filter(|&&row| row < y).count() as i32;
        self.cells = left.map(|&(x, y)| (x, y - fallen(y))).collect();
        full.len()
    }

    fn legal(&self, rules: &GuidelineRules, next: &[Piece]) -> ActionMask {
        let copy = || Twin {
            cells: self.cells.clone(),
            queue: self.queue.clone(),
            hold: self.hold,
            has_held: self.has_held,
            piece: self.piece,
        };
        let legal = KeyAction::ALL.into_iter().filter(|&press| copy().press(press, rules, next).is_some());
        legal.map(KeyAction::action).collect()
    }

    fn assert_is(&self, game: &KeyGame) {
        assert_eq!(self.field(), game.game.position.field);
        assert_eq!((&self.queue[..], self.hold), (&game.game.queue[..], game.game.hold));
        let moving = game.active.map(|active| {
            let mut cells = active.placement().cells();
            cells.sort();
            (cells, active.spin)
        });
        assert_eq!(self.piece.map(|piece| (piece.cells(), piece.spin)), moving);
    }
}

/// The next press of a player that plays random keys for half of the pieces, and else clears as much as it can.
fn next_press(
    game: &KeyGame,
    legal: &ActionMask,
    rules: &GuidelineRules,
    plan: &mut Vec<Key>,
    rng: &mut Pcg64Mcg,
) -> KeyAction {
    let field = &game.game.position.field;
    // Only from where the piece appears are the keys to a placement known.
    let new = game.active.filter(|active| Active::spawn(field, active.piece, rules) == Some(*active));
    if let Some(active) = new.filter(|_| plan.is_empty() && rng.random_bool(0.5)) {
        let cleared = |placement| {
            let mut position = game.game.position;
            let lock = position.play(placement, rules);
            (lock.attack, lock.clear.lines, std::cmp::Reverse(position.field.height()))
        };
        let moves = PlacementList::of(field, active.piece, rules);
        let best = moves.iter().max_by_key(|&placement| cleared(placement));
        let keys = best.and_then(|best| Inputs::of(field, active.piece, rules).to(best));
        *plan = keys.unwrap_or_default();
        plan.reverse();
    }
    let random =
        |rng: &mut Pcg64Mcg| legal.sample(rng).and_then(KeyAction::of).expect("a key does something");
    plan.pop().map_or_else(|| random(rng), KeyAction::Move)
}

/// A game over rows that lack one cell each.
fn dug(rules: &GuidelineRules, rows: usize, rng: &mut Pcg64Mcg) -> KeyGame {
    let mut game = GuidelineGame::start(rng);
    let hole = rng.random_range(0..10_u8);
    let holes: Vec<u8> =
        (0..rows).map(|_| if rng.random_bool(0.2) { rng.random_range(0..10) } else { hole }).collect();
    game.position = GuidelinePosition::default();
    game.position.field.raise(&holes);
    KeyGame::new(game, rules)
}

#[test]
fn single_games_are_those_of_the_naive_twin() {
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let (mut lines, mut spins, mut held) = (0, 0, 0);
    for preset in [GuidelinePreset::Ppt, GuidelinePreset::Tetrio] {
        let rules = preset.rules();
        for seed in 0..12 {
            let mut env = KeyEnv::new(KeyTask { rules, ..KeyTask::default() });
            let start = dug(&rules, seed as usize % 8, &mut rng);
            let (seen, mut info) = env.reset(Some(seed), &env.options_for(start, ())).unwrap();
            let mut game = seen.observation;
            let mut twin = Twin::of(&game, &rules);
            let mut plan = Vec::new();
            for _ in 0..250 {
                assert_eq!(info.legal_actions, twin.legal(&rules, &game.game.queue));
                let press = next_press(&game, &info.legal_actions, &rules, &mut plan, &mut rng);
                let step = env.step(press.action()).unwrap();
                let next = step.observation.observation;
                let before = twin.piece.map(|piece| {
                    let mut dropped = piece;
                    dropped.press(Key::HardDrop, &twin.field(), &rules);
                    dropped.spin
                });
                let full = twin.press(press, &rules, &next.game.queue).expect("the press does something");
                twin.assert_is(&next);
                let lock: Option<Lock> = step.info.extra.detail;
                assert_eq!(lock.is_some(), press == KeyAction::Move(Key::HardDrop));
                if let Some(lock) = lock {
                    assert_eq!(usize::from(lock.clear.lines), full);
                    assert_eq!(Some(lock.clear.spin), before);
                    assert_eq!(step.reward, lock.attack as f32);
                    spins += u32::from(lock.clear.spin != Default::default());
                }
                lines += full;
                held += u32::from(press == KeyAction::Hold);
                (game, info) = (next, step.info);
                if step.terminated {
                    assert!(info.legal_actions.is_empty());
                    break;
                }
            }
        }
    }
    assert!(lines > 10 && held > 20, "{lines} lines, {held} holds, {spins} spins show little");
}

#[test]
fn versus_games_send_what_the_naive_twin_sends() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let rules = GuidelinePreset::Ppt.rules();
    let (mut sent, mut risen, mut ends) = (0, 0, 0);
    for seed in 0..12 {
        let mut env = VersusKeyEnv::new(VersusKeyTask { rules, ..VersusKeyTask::default() });
        let mut versus = VersusKeys::start(&rules, &mut rng);
        versus.seats.iter_mut().for_each(|seat| seat.keys = dug(&rules, 8, &mut rng));
        let (seen, mut info) = env.reset(Some(seed), &env.options_for(versus, ())).unwrap();
        versus = seen.observation;
        let (mut waiting, mut plan) = ([0_u32; 2], Vec::new());
        for _ in 0..600 {
            let side = versus.to_place as usize;
            let game = versus.seats[side].keys;
            let press = next_press(&game, &info.legal_actions, &rules, &mut plan, &mut rng);
            let step = env.step(press.action()).unwrap();
            let next = step.observation.observation;
            assert_eq!(next.seats[1 - side].keys, versus.seats[1 - side].keys, "the other one waits");
            match step.info.extra.detail {
                None => assert_eq!((next.to_place, step.reward), (versus.to_place, 0.0)),
                Some(turn) => {
                    assert_eq!(next.to_place, versus.to_place.other());
                    let cancelled = waiting[side].min(turn.lock.attack);
                    waiting[side] -= cancelled;
                    assert_eq!(turn.sent, turn.lock.attack - cancelled);
                    assert_eq!(step.reward, turn.sent as f32);
                    let rises = if turn.lock.clear.lines > 0 { 0 } else { waiting[side] };
                    assert_eq!(turn.risen, rises);
                    waiting[side] -= rises;
                    waiting[1 - side] += turn.sent;
                    // The field moved up by whole rows with one hole each.
                    let field = &next.seats[side].keys.game.position.field;
                    for y in 0..rises as i32 {
                        assert_eq!((0..10).filter(|&x| !field.is_filled(x, y)).count(), 1);
                    }
                    let mut twin = Twin::of(&game, &rules);
                    twin.fill(game.dropped(&rules).expect("a piece was dropped").cells());
                    assert_eq!(field.columns().map(|column| column >> rises), *twin.field().columns());
                    (sent, risen) = (sent + turn.sent, risen + turn.risen);
                }
            }
            assert_eq!([0, 1].map(|side| next.seats[side].incoming.lines()), waiting);
            (versus, info) = (next, step.info);
            if step.terminated {
                ends += 1;
                let loser = versus.winner(&rules).map(Side::other).expect("the game is over");
                assert!(versus.seats[loser as usize].keys.legal(&rules).is_empty());
                break;
            }
        }
    }
    assert!(sent > 0 && risen > 0 && ends > 0, "{sent} sent, {risen} risen, {ends} ends show little");
}

#[test]
fn the_contract_is_kept_under_every_preset() {
    let settings = CheckSettings { episodes: 3, max_steps: 80, ..Default::default() };
    for preset in GuidelinePreset::ALL {
        let rules = preset.rules();
        let report = check_env(&KeyEnv::new(KeyTask { rules, pieces: 8, presses: 60 }), &settings);
        assert!(report.passed(), "{preset}: {report}");
        let report = check_env(&VersusKeyEnv::new(VersusKeyTask { rules, presses: 60 }), &settings);
        assert!(report.passed(), "{preset}, versus: {report}");
    }
    let report = check(GuidelineEnvKind::GuidelineKeys, &settings);
    assert!(report.passed() && report.checks.len() > 10, "{report}");
}

#[test]
fn many_games_run_side_by_side() {
    let envs = vec![KeyEnv::new(KeyTask { pieces: 2, ..KeyTask::default() }); 3];
    let mut vector = SyncVector::new(envs, Autoreset::SameStep).unwrap();
    let mut batch = vector.reset(Some(1), &Default::default()).unwrap();
    let drop = KeyAction::Move(Key::HardDrop).action();
    for step in 1..=4 {
        vector.step(&[drop; 3], &mut batch).unwrap();
        assert_eq!(batch.truncated, [step % 2 == 0; 3]);
    }
}
