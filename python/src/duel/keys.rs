//! Guideline Tetris for two, with key presses as actions.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::guideline::GuidelineRules;
use tetreach::guideline::Side;
use tetreach::guideline::keys::{KEY_ACTIONS, KeyAction, VersusKeys};
use tetreach_agents::Action;

use super::AnyDuel;
use super::versus::{both_sides, worth};
use crate::cells;
use crate::game::Part;
use crate::game::keys::{parts, write as write_keys};
use crate::game::pieces::{Writer, pieces_text, visible};

/// Writes what a player sees into bytes that are all 0.
pub fn write(versus: &VersusKeys, player: usize, out: &mut [u8]) {
    let mut writer = Writer::new(out);
    for seat in [player, 1 - player].map(|player| &versus.seats[player]) {
        write_keys(&seat.keys, &mut writer);
        writer.number(seat.incoming.lines());
    }
}

/// A game under these rules, with the stream that pieces and holes are drawn with.
#[derive(Debug)]
pub struct KeyVersus {
    rules: GuidelineRules,
    versus: VersusKeys,
    rng: Pcg64Mcg,
}

impl KeyVersus {
    pub fn new(rules: GuidelineRules) -> Self {
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        KeyVersus { rules, versus: VersusKeys::start(&rules, &mut rng), rng }
    }
}

impl AnyDuel for KeyVersus {
    fn actions(&self) -> usize {
        KEY_ACTIONS
    }

    fn parts(&self) -> Vec<Part> {
        both_sides(parts())
    }

    fn start(&mut self, seed: u64) {
        self.rng = Pcg64Mcg::seed_from_u64(seed);
        self.versus = VersusKeys::start(&self.rules, &mut self.rng);
    }

    fn mover(&self) -> usize {
        self.versus.to_place as usize
    }

    fn write_mask(&self, player: usize, out: &mut [u8]) {
        out.fill(0);
        if self.versus.winner(&self.rules).is_none() {
            cells::write_mask(&self.versus.seats[player].keys.legal(&self.rules), out);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        self.versus.legal(&self.rules).contains(action)
    }

    fn play(&mut self, action: Action) -> u32 {
        let press = KeyAction::of(action).expect("invariant: the action is legal");
        self.versus.press(press, &self.rules, &mut self.rng).map_or(0, |turn| turn.sent)
    }

    fn pass(&mut self) {
        self.versus.to_place = self.versus.to_place.other();
    }

    fn outcome(&self) -> Option<(f64, f64)> {
        worth(self.versus.winner(&self.rules))
    }

    fn write(&self, player: usize, out: &mut [u8]) {
        write(&self.versus, player, out);
    }

    fn text(&self) -> String {
        let side = |side: Side| {
            let seat = &self.versus.seats[side as usize];
            let (game, incoming) = (&seat.keys.game, seat.incoming.lines());
            let board = visible(&game.position.field);
            format!("{side:?}\n{board}\n{}  incoming {incoming}", pieces_text(game))
        };
        format!("{}\n\n{}\n{:?} plays", side(Side::Left), side(Side::Right), self.versus.to_place)
    }
}
