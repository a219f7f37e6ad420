//! The search for perfect clears: against a naive one, by the rules of the game, and by public counts.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach::game::Piece;
use tetreach::game::guideline::{
    Bag, Field, GuidelinePlacement, GuidelinePosition, GuidelinePreset, GuidelineRules, PlacementList,
};
use tetreach::guideline::perfect_clear::{PerfectClear, PerfectClearSearch, bag_queues};

/// The same question, asked of every order of placements and of nothing else.
fn naive(field: &Field, hold: Option<Piece>, queue: &[Piece], pieces: usize, rules: &GuidelineRules) -> bool {
    if pieces == 0 {
        return field.is_empty();
    }
    let mut ways: Vec<(Piece, Option<Piece>, &[Piece])> = Vec::new();
    match (hold, queue) {
        (_, [current, rest @ ..]) => {
            ways.push((*current, hold, rest));
            match (hold, rest) {
                (Some(held), _) => ways.push((held, Some(*current), rest)),
                (None, [next, rest @ ..]) if next != current => ways.push((*next, Some(*current), rest)),
                _ => {}
            }
        }
        (Some(held), []) => ways.push((held, None, queue)),
        (None, []) => {}
    }
    ways.into_iter().any(|(piece, hold, queue)| {
        PlacementList::of(field, piece, rules).iter().any(|placement| {
            let mut next = *field;
            next.place(placement);
            next.height() <= 6 && naive(&next, hold, queue, pieces - 1, rules)
        })
    })
}

/// A field of some rows that lacks exactly the cells of some pieces, and pieces for it.
fn case(rng: &mut Pcg64Mcg) -> (Field, u8, Option<Piece>, Vec<Piece>) {
    loop {
        let lines = rng.random_range(2..=4_u8);
        let (from, width) = (rng.random_range(0..8_usize), rng.random_range(2..=5_usize));
        let window = from..(from + width).min(Field::WIDTH);
        let mut field = Field::EMPTY;
        for (x, y) in (0..Field::WIDTH).flat_map(|x| (0..usize::from(lines)).map(move |y| (x, y))) {
            // Mostly a well, with some cells in it and some beside it.
            if window.contains(&x) == rng.random_bool(0.1) {
                field.fill(x, y);
            }
        }
        let is_whole = field.full_rows() == 0 && field.height() == usize::from(lines);
        if is_whole && PerfectClearSearch::pieces(&field, lines).is_some_and(|pieces| pieces <= 3) {
            let mut bag = Bag::FULL;
            let hold = rng.random_bool(0.5).then(|| bag.draw(rng));
            let queue = (0..4).map(|_| bag.draw(rng)).collect();
            return (field, lines, hold, queue);
        }
    }
}

#[test]
fn small_cases_agree_with_the_naive_search() {
    let rules = GuidelinePreset::Ppt.rules();
    let mut search = PerfectClearSearch::new(rules);
    let mut rng = Pcg64Mcg::seed_from_u64(20);
    let mut possible = 0;
    for _ in 0..200 {
        let (field, lines, hold, queue) = case(&mut rng);
        let pieces = PerfectClearSearch::pieces(&field, lines).unwrap();
        let expected = naive(&field, hold, &queue, pieces, &rules);
        let found = search.find(&field, hold, &queue, lines, u64::MAX);
        assert_eq!(
            matches!(found, PerfectClear::Found(_)),
            expected,
            "{field}\n{hold:?} {queue:?} {found:?}"
        );
        assert_ne!(found, PerfectClear::Undecided);
        possible += u32::from(expected);
    }
    assert!((10..190).contains(&possible), "{possible} of 200 cases are possible: they show nothing");
}

/// Plays placements by the rules of the game and hold; the number of lines they clear, if all is well.
fn replay(queue: &[Piece], hold: Option<Piece>, placements: &[GuidelinePlacement]) -> Result<u32, String> {
    let rules = GuidelinePreset::Ppt.rules();
    let mut position = GuidelinePosition::default();
    let (mut hold, mut queue, mut lines) = (hold, queue.to_vec(), 0);
    for placement in placements {
        if queue.first() != Some(&placement.piece) {
            let current = (!queue.is_empty()).then(|| queue.remove(0));
            let held = hold.or_else(|| (!queue.is_empty()).then(|| queue.remove(0)));
            if held != Some(placement.piece) {
                return Err(format!("{placement} is neither next nor held"));
            }
            hold = current;
        } else {
            queue.remove(0);
        }
        let moves = PlacementList::of(&position.field, placement.piece, &rules);
        if !moves.iter().any(|legal| legal == *placement) {
            return Err(format!("{placement} cannot be reached"));
        }
        lines += u32::from(position.play(*placement, &rules).clear.lines);
    }
    if position.field.is_empty() { Ok(lines) } else { Err(format!("{} is left", position.field)) }
}

#[test]
fn openers_of_four_lines_are_found_and_can_be_played() {
    // Of TemariVirus/perfect-tetris at 1a7eedb: every queue of an opener can.
    let mut search = PerfectClearSearch::new(GuidelinePreset::Ppt.rules());
    for seed in 0..60 {
        let (mut rng, mut bag) = (Pcg64Mcg::seed_from_u64(seed), Bag::FULL);
        let queue: Vec<Piece> = (0..11).map(|_| bag.draw(&mut rng)).collect();
        let found = search.nearest(&Field::EMPTY, None, &queue, u64::MAX);
        let PerfectClear::Found(placements) = found else { panic!("{queue:?}: {found:?}") };
        assert_eq!(replay(&queue, None, &placements), Ok(4), "{queue:?}");
        assert_eq!(search.find(&Field::EMPTY, None, &queue, 4, 2), PerfectClear::Undecided);
    }
}

#[test]
fn two_lines_are_possible_as_often_as_published() {
    // The same source: none of 5,040 openers. Those from anywhere in a bag are counted by
    // `tetreach bench perfect-clear --lines 2 --queues any`.
    let mut search = PerfectClearSearch::new(GuidelinePreset::Ppt.rules());
    let openers = bag_queues(6, 7);
    assert_eq!(openers.len(), 5040);
    for queue in openers {
        assert_eq!(search.find(&Field::EMPTY, None, &queue, 2, u64::MAX), PerfectClear::Impossible);
    }
}
