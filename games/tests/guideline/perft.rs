//! Path counts against public numbers and the naive twin.

use proptest::prelude::*;
use tetreach_games::Piece;
use tetreach_games::guideline::{Field, GuidelineRules, KickSystem, Perft, perft};

use crate::{moves, naive};

fn queue(letters: &str) -> Vec<Piece> {
    let piece = |letter| Piece::ALL.into_iter().find(|piece| piece.letter() == letter).unwrap();
    letters.chars().map(piece).collect()
}

const PLUS: Perft = Perft { kicks: KickSystem::SrsPlus, spawn: 5, spins: true };

#[test]
fn six_bars_are_placed_in_as_many_ways_as_published() {
    // apps/bench.cpp of Kixenon/cobra-movegen at 40bea9e; the seven other queues of each rule take longer:
    // `tetreach perft guideline --queue IOLJSZT`.
    assert_eq!(perft(&Field::EMPTY, &queue("IIIIII"), &Perft::default().rules()), 33_325_345);
    assert_eq!(perft(&Field::EMPTY, &queue("IIIIII"), &PLUS.rules()), 12_955_903);
}

#[test]
fn prefixes_of_the_published_queues_keep_their_counts() {
    // The counts of whole queues were compared with the published ones by the command above, in docs/guideline.md.
    let counts = |letters: &str, rules: &GuidelineRules| -> Vec<u64> {
        (1..=letters.len()).map(|depth| perft(&Field::EMPTY, &queue(&letters[..depth]), rules)).collect()
    };
    let (srs, plus) = (Perft::default().rules(), PLUS.rules());
    assert_eq!(counts("IOLJS", &srs), [17, 153, 5266, 188_374, 3_497_187]);
    assert_eq!(counts("ZTIOL", &srs), [17, 591, 10_601, 100_077, 3_699_006]);
    assert_eq!(counts("TIOLJ", &plus), [34, 600, 5288, 170_827, 5_157_192]);
}

#[test]
fn the_naive_twin_counts_the_same_where_it_is_cheap() {
    for rules in [Perft::default().rules(), PLUS.rules()] {
        for letters in ["TZS", "JLT", "IIT"] {
            let naive = naive_perft(&Field::EMPTY, &queue(letters), &rules);
            assert_eq!(perft(&Field::EMPTY, &queue(letters), &rules), naive, "{letters}");
        }
    }
}

#[test]
fn every_published_queue_begins_as_in_the_naive_twin() {
    // Whole queues are compared with the published counts by `tetreach bench games`.
    let queues = ["IIIIII", "IOLJSZT", "TIOLJSZ", "ZTIOLJS", "SZTIOLJ", "JSZTIOL", "LJSZTIO", "OLJSZTI"];
    for letters in queues {
        for (rules, depth) in [(Perft::default().rules(), 2), (PLUS.rules(), 3)] {
            let queue = &queue(letters)[..depth];
            let naive = naive_perft(&Field::EMPTY, queue, &rules);
            assert_eq!(perft(&Field::EMPTY, queue, &rules), naive, "{letters} to depth {depth}");
        }
    }
}

/// Rules of counts, with the number of pieces that the twin places in a fraction of a second.
fn counted() -> impl Strategy<Value = (Perft, usize)> {
    let kicks = prop_oneof![Just(KickSystem::Srs), Just(KickSystem::SrsPlus)];
    let spawn = prop_oneof![Just((5, 3)), Just((19, 2)), Just((20, 2))];
    (kicks, spawn, any::<bool>())
        .prop_map(|(kicks, (spawn, depth), spins)| (Perft { kicks, spawn, spins }, depth))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_queues_on_random_fields_are_counted_as_by_the_naive_twin(
        field in moves::fields(),
        letters in proptest::collection::vec(0..7_usize, 3),
        (rules, depth) in counted(),
    ) {
        let (queue, rules) = (letters.into_iter().map(|piece| Piece::ALL[piece]).collect::<Vec<_>>(), rules.rules());
        for depth in 0..=depth {
            let naive = naive_perft(&field, &queue[..depth], &rules);
            prop_assert_eq!(perft(&field, &queue[..depth], &rules), naive, "{:?} on {:?}", &queue[..depth], field);
        }
    }
}

/// The rows that are left when full ones vanish, one after the other.
fn without_full_rows(field: &Field) -> Field {
    let row = |y| (0..Field::WIDTH).filter(move |&x| field.is_filled(x as i32, y)).collect::<Vec<_>>();
    let rows = (0..Field::HEIGHT as i32).map(row).filter(|row| row.len() < Field::WIDTH);
    let mut left = Field::EMPTY;
    rows.enumerate().for_each(|(y, row)| row.into_iter().for_each(|x| left.fill(x, y)));
    left
}

fn naive_perft(field: &Field, queue: &[Piece], rules: &GuidelineRules) -> u64 {
    let [piece, rest @ ..] = queue else { return 1 };
    let places = naive::placements(field, rules, *piece);
    if rest.is_empty() {
        return places.len() as u64;
    }
    let after = places.into_keys().map(|(cells, _)| {
        let mut next = *field;
        cells.into_iter().for_each(|(x, y)| next.fill(x as usize, y as usize));
        naive_perft(&without_full_rows(&next), rest, rules)
    });
    after.sum()
}
