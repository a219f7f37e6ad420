//! Guideline Tetris for two, with placements as actions.

use tetreach::game::guideline::{GuidelineRules, PlacementList, Slot};
use tetreach::guideline::{ACTIONS, Side, Versus, action_of, placement_of};
use tetreach_agents::Action;

use super::AnyDuel;
use crate::game::Part;
use crate::game::pieces::{Writer, game_parts, pieces_text, visible};

/// A game under these rules.
#[derive(Debug)]
pub struct PlacementVersus {
    rules: GuidelineRules,
    versus: Versus,
}

impl PlacementVersus {
    pub fn new(rules: GuidelineRules) -> Self {
        PlacementVersus { rules, versus: Versus::new(rules, 0) }
    }
}

/// The parts of one's own side, then those of the other player's.
pub fn both_sides(mut sides: Vec<Part>) -> Vec<Part> {
    sides.push(Part::number("incoming"));
    let other = |part: &Part| Part { name: other_name(part.name), ..part.clone() };
    sides.extend(sides.iter().map(other).collect::<Vec<Part>>());
    sides
}

fn other_name(name: &'static str) -> &'static str {
    match name {
        "field" => "other_field",
        "hold" => "other_hold",
        "queue" => "other_queue",
        "bag" => "other_bag",
        "combo" => "other_combo",
        "back_to_back" => "other_back_to_back",
        "incoming" => "other_incoming",
        "moving" => "other_moving",
        "moving_piece" => "other_moving_piece",
        "rotation" => "other_rotation",
        _ => "other_hold_used",
    }
}

/// Writes what a player sees into bytes that are all 0.
pub fn write(versus: &Versus, player: usize, out: &mut [u8]) {
    let mut writer = Writer::new(out);
    let own = Side::ALL[player];
    for side in [own, own.other()] {
        writer.game(versus.game(side));
        writer.number(versus.incoming(side));
    }
}

/// What the end of a game is worth to each player.
pub fn worth(winner: Option<Side>) -> Option<(f64, f64)> {
    winner.map(|winner| if winner == Side::Left { (1.0, -1.0) } else { (-1.0, 1.0) })
}

impl AnyDuel for PlacementVersus {
    fn actions(&self) -> usize {
        ACTIONS
    }

    fn parts(&self) -> Vec<Part> {
        both_sides(game_parts())
    }

    fn start(&mut self, seed: u64) {
        self.versus = Versus::new(self.rules, seed);
    }

    fn mover(&self) -> usize {
        self.versus.to_place() as usize
    }

    fn write_mask(&self, player: usize, out: &mut [u8]) {
        out.fill(0);
        let game = self.versus.game(Side::ALL[player]);
        if self.versus.winner().is_some() || game.topped_out {
            return;
        }
        for slot in Slot::ALL {
            if let Some(piece) = game.piece(slot) {
                PlacementList::for_each(&game.position.field, piece, &self.rules, |placement| {
                    out[action_of(slot, placement).index()] = 1;
                });
            }
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        let game = self.versus.game(self.versus.to_place());
        placement_of(game, action).is_some_and(|placement| {
            let slot = game.slot_of(placement.piece);
            slot.is_some_and(|slot| game.moves(slot, &self.rules).iter().any(|legal| legal == placement))
        })
    }

    fn play(&mut self, action: Action) -> u32 {
        let placement = placement_of(self.versus.game(self.versus.to_place()), action);
        let placement = placement.expect("invariant: the action is legal");
        self.versus.play(placement).expect("invariant: the action is legal").sent
    }

    fn pass(&mut self) {
        self.versus.pass();
    }

    fn outcome(&self) -> Option<(f64, f64)> {
        worth(self.versus.winner())
    }

    fn write(&self, player: usize, out: &mut [u8]) {
        write(&self.versus, player, out);
    }

    fn text(&self) -> String {
        let side = |side: Side| {
            let (game, incoming) = (self.versus.game(side), self.versus.incoming(side));
            let board = visible(&game.position.field);
            format!("{side:?}\n{board}\n{}  incoming {incoming}", pieces_text(game))
        };
        format!("{}\n\n{}\n{:?} places", side(Side::Left), side(Side::Right), self.versus.to_place())
    }
}
