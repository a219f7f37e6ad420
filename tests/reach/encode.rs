//! Planes, landing cells and the mirror.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Actions, Board, Orientation, Size};
use tetreach::reach::{
    GoalSource, PLANES, Plane, RandomWalk, encode, encode_batch, encode_landings, encode_landings_batch,
    legal_mask, mirror_by_action, mirror_mask, mirror_planes, mirrored_actions, plane_count,
};
use tetreach::{to_action, to_placement};
use tetreach_agents::ActionMask;

fn walk(size: Size, pieces: u32, seed: u64) -> Board {
    let source = RandomWalk { pieces: pieces..=pieces };
    source.draw(&Board::empty(size), &mut Pcg64Mcg::seed_from_u64(seed)).unwrap().goal
}

/// What a cell of a plane should be, written down one by one.
fn expected(plane: Plane, state: &Board, goal: &Board, row: usize, column: usize) -> u8 {
    let filled = |board: &Board| board.is_filled(row, column);
    let under =
        |board: &Board| (row + 1..usize::from(board.height())).any(|above| board.is_filled(above, column));
    let width = usize::from(state.width());
    let share = |board: &Board| {
        let cells = (0..width).filter(|&column| board.is_filled(row, column)).count();
        (cells as f64 / width as f64 * 255.0).round() as u8
    };
    let bit = match plane {
        Plane::State => filled(state),
        Plane::Goal => filled(goal),
        Plane::Missing => filled(goal) && !filled(state),
        Plane::Surplus => filled(state) && !filled(goal),
        Plane::Covered => under(state),
        Plane::GoalCovered => under(goal),
        Plane::Floor => row == 0,
        Plane::Walls => column == 0 || column + 1 == width,
        Plane::StateFill => return share(state),
        Plane::GoalFill => return share(goal),
    };
    if bit { 255 } else { 0 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn planes_show_what_they_say(width in 4_usize..=16, height in 2_usize..=32, pieces in 1_u32..=20,
                                 seed in any::<u64>()) {
        let size = Size::new(width, height).unwrap();
        let (state, goal) = (walk(size, pieces, seed), walk(size, pieces / 2 + 1, !seed));
        let mut bytes = vec![7_u8; plane_count(size)];
        let mut floats = vec![7.0_f32; plane_count(size)];
        encode(&state, &goal, &mut bytes);
        encode(&state, &goal, &mut floats);
        let mut cells = bytes.iter().zip(&floats);
        for plane in Plane::ALL {
            for row in 0..height {
                for column in 0..width {
                    let (&byte, &float) = cells.next().unwrap();
                    let cell = expected(plane, &state, &goal, row, column);
                    prop_assert_eq!(byte, cell, "{:?} {} {}", plane, row, column);
                    prop_assert_eq!(float, f32::from(byte) / 255.0);
                }
            }
        }
        prop_assert!(cells.next().is_none());
    }

    #[test]
    fn mirroring_commutes_with_encoding(width in 4_usize..=16, height in 2_usize..=20, pieces in 1_u32..=16,
                                        seed in any::<u64>()) {
        let size = Size::new(width, height).unwrap();
        let (state, goal) = (walk(size, pieces, seed), walk(size, pieces, !seed));
        let (mut planes, mut twin) = (vec![0.0_f32; plane_count(size)], vec![0.0_f32; plane_count(size)]);
        encode(&state, &goal, &mut planes);
        encode(&state.mirrored(), &goal.mirrored(), &mut twin);
        mirror_planes(size, &mut planes);
        prop_assert_eq!(&planes, &twin);
        prop_assert_eq!(mirror_mask(size, &legal_mask(&state)), legal_mask(&state.mirrored()));

        let actions = Actions::of_width(size.width());
        let (mut cells, mut twins) = (vec![0; actions.count()], vec![0; actions.count()]);
        let mask = encode_landings(&state, &mut cells);
        encode_landings(&state.mirrored(), &mut twins);
        for action in mask {
            let placement = actions.placement(to_placement(action)).unwrap();
            let shape = placement.orientation.shape();
            let (area, wide) = ((width * height) as i64, width as i64);
            let row = cells[action.index()] % area / wide;
            let column = cells[action.index()] % wide;
            // The lower left cell of a box is the lower right one of its mirror image.
            let column = wide - column - i64::from(shape.width);
            let orientation = placement.orientation.mirrored().index() as i64;
            let image = mirrored_actions(size)[action.index()];
            prop_assert_eq!(twins[image.index()], orientation * area + row * wide + column);
        }
    }

    #[test]
    fn a_landing_cell_leads_back_to_its_action(height in 2_usize..=20, pieces in 1_u32..=16, seed in any::<u64>()) {
        let size = Size::new(10, height).unwrap();
        let state = walk(size, pieces, seed);
        let actions = Actions::of_width(10);
        let mut cells = vec![-1; actions.count()];
        let mask = encode_landings(&state, &mut cells);
        let mut seen = std::collections::HashSet::new();
        for id in actions.ids() {
            let cell = cells[id.index()] as usize;
            prop_assert!(cell < Orientation::COUNT * 10 * height);
            if !mask.contains(to_action(id)) {
                prop_assert_eq!(cell, 0);
                continue;
            }
            prop_assert!(seen.insert(cell), "no two placements are read at one cell");
            let placement = actions.placement(id).unwrap();
            prop_assert_eq!(cell / (10 * height), placement.orientation.index());
            prop_assert_eq!(cell % 10, usize::from(placement.column));
            let landing = state.clone().play_action(id).unwrap();
            prop_assert_eq!(cell / 10 % height, usize::from(landing.row));
        }
    }
}

#[test]
fn batches_are_encoded_one_after_the_other() {
    let size = Size::STANDARD;
    let states: Vec<Board> = (0..5).map(|seed| walk(size, 7, seed)).collect();
    let goals: Vec<Board> = (5..10).map(|seed| walk(size, 9, seed)).collect();
    let mut planes = vec![9_u8; 5 * plane_count(size)];
    encode_batch(&states, &goals, &mut planes);
    let (mut cells, mut masks) = (vec![0; 5 * 162], vec![ActionMask::EMPTY; 5]);
    encode_landings_batch(&states, &mut cells, &mut masks);
    for i in 0..5 {
        let mut single = vec![0_u8; plane_count(size)];
        encode(&states[i], &goals[i], &mut single);
        assert_eq!(single, planes[i * PLANES * 200..(i + 1) * PLANES * 200]);
        let mut indices = vec![0; 162];
        assert_eq!(encode_landings(&states[i], &mut indices), masks[i]);
        assert_eq!(indices, cells[i * 162..(i + 1) * 162]);
    }
}

#[test]
fn a_policy_mirrored_twice_is_itself() {
    let policy: Vec<f32> = (0..162).map(|action| action as f32).collect();
    let (mut once, mut twice) = (vec![0.0; 162], vec![0.0; 162]);
    mirror_by_action(Size::STANDARD, &policy, &mut once);
    mirror_by_action(Size::STANDARD, &once, &mut twice);
    assert_ne!(policy, once);
    assert_eq!(policy, twice);
    // The lying I at the left wall becomes the lying I at the right wall.
    assert_eq!(once[6], 0.0);
}
