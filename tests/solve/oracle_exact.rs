//! The exact search on the full board.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach::eval::solve_checked;
use tetreach::game::{ActionId, Actions, Board, Size};
use tetreach::reach::Target;
use tetreach::solve::oracle::{ClosureRun, DistanceTable};
use tetreach::solve::{Budget, Cancel, Exact, Proof, Request, Silent, UnreachableReason, Verdict};

/// A standard board drawn from the top row down.
fn draw(rows: &[&str]) -> Board {
    let cells = |row: &&str| row.bytes().enumerate().map(|(c, b)| u16::from(b == b'#') << c).sum();
    Board::from_rows(Size::STANDARD, rows.iter().rev().map(cells))
}

fn prove(target: Board, seconds: f64) -> Proof {
    Exact.prove(&Request::new(Target::new(target).unwrap(), Budget::seconds(seconds)))
}

fn pieces(proof: &Proof) -> usize {
    match &proof.verdict {
        Verdict::Solved(solution) => solution.pieces(),
        other => panic!("not solved: {other:?}"),
    }
}

#[test]
fn a_t_beside_an_i_needs_two_pieces() {
    assert_eq!(pieces(&prove(draw(&["...#......", "..###.####"]), 60.0)), 2);
}

#[test]
fn hi_needs_exactly_eleven_pieces() {
    let hi = draw(&["#.#.#####.", "#.#...#...", "###...#...", "#.#...#...", "#.#.#####."]);
    let proof = prove(hi, 120.0);
    assert_eq!(pieces(&proof), 11);
    assert_eq!(proof.fewest_lines, 2);
}

#[test]
fn stacks_without_clears_are_solved_at_once_at_the_counting_bound() {
    let actions = Actions::of_width(10).count() as u64;
    let mut random = Pcg64Mcg::seed_from_u64(7);
    for stacked in [4, 8, 16, 40] {
        let mut board = Board::empty(Size::STANDARD);
        for _ in 0..stacked {
            // The lowest of some landings without a clear, so that forty pieces fit.
            let landings = (0..60).filter_map(|_| {
                let mut next = board;
                let landing = next.play_action(ActionId((random.next_u64() % actions) as u16)).ok()?;
                (landing.cleared.count() == 0).then_some((landing.row, next))
            });
            board = landings.min_by_key(|(row, _)| *row).expect("some placement clears nothing").1;
        }
        let proof = prove(board, 60.0);
        assert_eq!(pieces(&proof), stacked);
        assert_eq!(proof.fewest_lines, 0);
    }
}

#[test]
fn exact_search_and_oracle_agree() {
    let run = ClosureRun { threads: 2, observer: &Silent, cancel: &Cancel::default() };
    let table = DistanceTable::from_empty(Size::new(6, 4).unwrap(), &run).unwrap();
    for (board, distance) in table.boards().step_by(4001) {
        let proof = prove(board, 60.0);
        assert_eq!(pieces(&proof) as u32, distance, "{board}");
    }
}

#[test]
fn a_spent_budget_ends_the_search_without_an_answer() {
    let hi = draw(&["#.#.#####.", "#.#...#...", "###...#...", "#.#...#...", "#.#.#####."]);
    let proof = Exact.prove(&Request::new(Target::new(hi).unwrap(), Budget::nodes(1)));
    assert_eq!(proof.verdict, Verdict::NotFound);
    assert_eq!(proof.fewest_lines, 2, "the lower bound alone excludes a way without clears");
}

#[test]
fn boards_that_counting_excludes_are_unreachable() {
    let odd = draw(&["###......."]);
    let report = solve_checked(&Exact, &odd, |target| Request::new(target, Budget::seconds(1.0)));
    assert!(matches!(report.verdict, Verdict::Unreachable(UnreachableReason::Inadmissible(_))));
}
