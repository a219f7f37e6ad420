//! Move generation and shortest inputs against the naive twin.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tetreach_games::Piece;
use tetreach_games::guideline::{
    Active, Field, GuidelinePlacement, GuidelinePreset, GuidelineRules, Inputs, Key, KickSystem, Perft,
    PlacementList, Spawn, Spin, SpinRule,
};

use crate::naive::{self, Cells};

fn sorted(placement: GuidelinePlacement) -> Cells {
    let mut cells = placement.cells();
    cells.sort();
    cells
}

/// Checks every placement of every piece: the same places with the same spins, and inputs that lead there, as few as
/// the twin needs.
fn compare(field: &Field, rules: &GuidelineRules) -> Result<(), TestCaseError> {
    for piece in Piece::ALL {
        let moves = PlacementList::of(field, piece, rules);
        let found: BTreeMap<(Cells, Spin), GuidelinePlacement> =
            moves.iter().map(|placement| ((sorted(placement), placement.spin), placement)).collect();
        prop_assert_eq!(found.len(), moves.len(), "a placement twice: {} on {:?}", piece, field);
        prop_assert_eq!(moves.len() as u64, PlacementList::count(field, piece, rules));
        let expected = naive::placements(field, rules, piece);
        prop_assert!(
            found.keys().eq(expected.keys()),
            "{} on {:?} with {:?}: {:?} against {:?}",
            piece,
            field,
            rules,
            found.keys().filter(|key| !expected.contains_key(key)).collect::<Vec<_>>(),
            expected.keys().filter(|key| !found.contains_key(key)).collect::<Vec<_>>()
        );
        let inputs = Inputs::of(field, piece, rules);
        for (key, placement) in found {
            let keys = inputs.to(placement);
            let keys = keys.ok_or_else(|| TestCaseError::fail(format!("no inputs to {placement}")))?;
            prop_assert_eq!(keys.len(), expected[&key], "inputs to {} on {:?}: {:?}", placement, field, keys);
            // Where the rules leave the choice, some start leads there.
            let replayed = Active::spawns(field, piece, rules).any(|mut active| {
                keys.iter().all(|&key| active.press(key, field, rules)) && active.placement() == placement
            });
            prop_assert!(replayed, "{:?} do not lead to {} on {:?}", keys, placement, field);
        }
    }
    Ok(())
}

/// Rows with holes, dense ones below and sparse ones above.
pub fn fields() -> impl Strategy<Value = Field> {
    let rows = proptest::collection::vec((any::<u16>(), any::<u16>(), 0..4_u8), 0..23);
    rows.prop_map(|rows| {
        let mut field = Field::EMPTY;
        for (y, (a, b, kind)) in rows.into_iter().enumerate() {
            let row = match kind {
                0 => a & b,
                1 => a,
                2 => a | b,
                _ => !(1 << (a % 10)),
            };
            for x in 0..Field::WIDTH {
                if row >> x & 1 == 1 {
                    field.fill(x, y);
                }
            }
        }
        field
    })
}

fn rule_sets() -> Vec<GuidelineRules> {
    let plus = Perft { kicks: KickSystem::SrsPlus, spawn: 5, spins: true };
    let mut rules: Vec<GuidelineRules> = GuidelinePreset::ALL.map(GuidelinePreset::rules).to_vec();
    rules.extend([Perft::default().rules(), plus.rules()]);
    rules
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_fields_agree_with_the_naive_twin(field in fields()) {
        for rules in rule_sets() {
            compare(&field, &rules)?;
        }
    }

    #[test]
    fn keys_move_pieces_as_in_the_naive_twin(field in fields(), keys in proptest::collection::vec(0..7_usize, 1..40)) {
        for rules in rule_sets() {
            for piece in Piece::ALL {
                let twin = naive::NaivePiece::appear(&field, &rules, piece);
                let active = Active::spawn(&field, piece, &rules);
                prop_assert_eq!(active.is_some(), twin.is_some());
                let (Some(mut active), Some(mut twin)) = (active, twin) else { continue };
                for &key in &keys {
                    let key = if key < 6 { Key::MOVES[key] } else { Key::HardDrop };
                    let moved = active.press(key, &field, &rules);
                    prop_assert_eq!(moved, twin.press(key, &field, &rules), "{:?} of {} on {:?}", key, piece, field);
                    prop_assert_eq!(sorted(active.placement()), twin.cells());
                    prop_assert_eq!(active.spin, twin.spin, "{:?} of {} on {:?}", key, piece, field);
                }
            }
        }
    }

    #[test]
    fn mirrored_fields_have_mirrored_placements(field in fields()) {
        // The kicks of SRS for T, S, Z, J and L are symmetric, those of the I are not.
        let rules = GuidelineRules { spawn: Spawn::RowOrAbove(19), ..Perft::default().rules() };
        for piece in Piece::ALL.into_iter().filter(|piece| !matches!(piece, Piece::I | Piece::O)) {
            let mirror = |cells: Cells| {
                let mut cells = cells.map(|(x, y)| (9 - x, y));
                cells.sort();
                cells
            };
            let mut one: Vec<Cells> = PlacementList::of(&field, piece, &rules).iter().map(sorted).map(mirror).collect();
            let mut other: Vec<Cells> =
                PlacementList::of(&field.mirrored(), piece.mirrored(), &rules).iter().map(sorted).collect();
            one.sort();
            other.sort();
            // Pieces appear one column to the left of the middle, which matters on high stacks only.
            if field.height() <= 16 {
                prop_assert_eq!(one, other);
            }
        }
    }
}

#[test]
fn public_boards_agree_with_the_naive_twin() {
    for (_, field) in crate::boards::all() {
        for rules in rule_sets() {
            compare(&field, &rules).unwrap();
        }
    }
    assert_eq!(naive::KEYS, 6);
}

#[test]
fn a_piece_that_cannot_appear_has_no_moves() {
    let mut field = Field::EMPTY;
    (0..20).for_each(|y| field.fill(4, y));
    let ppt = GuidelinePreset::Ppt.rules();
    assert!(!PlacementList::of(&field, Piece::T, &ppt).is_empty(), "one row higher there is room");
    let strict = GuidelineRules { spawn: Spawn::Row(19), ..ppt };
    assert!(PlacementList::of(&field, Piece::T, &strict).is_empty());
    field.fill(4, 20);
    assert!(
        PlacementList::of(&field, Piece::T, &ppt).is_empty()
            && !PlacementList::can_spawn(&field, Piece::T, &ppt)
    );
}

#[test]
fn spins_are_ignored_where_the_rules_say_so() {
    for (_, field) in crate::boards::all() {
        let rules = GuidelineRules { spins: SpinRule::Ignored, ..GuidelinePreset::Ppt.rules() };
        assert!(
            PlacementList::of(&field, Piece::T, &rules).iter().all(|placement| placement.spin == Spin::None)
        );
    }
}
