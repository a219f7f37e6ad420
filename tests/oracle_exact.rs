//! The exact search on the full board.

use tetreach::game::{Board, Size};
use tetreach::solve::{Budget, Exact, Proof, Request, Verdict};

/// A standard board drawn from the top row down.
fn draw(rows: &[&str]) -> Board {
    let cells = |row: &&str| row.bytes().enumerate().map(|(c, b)| u16::from(b == b'#') << c).sum();
    Board::from_rows(Size::STANDARD, rows.iter().rev().map(cells))
}

fn prove(target: Board, seconds: f64) -> Proof {
    Exact.prove(&Request::new(target, Budget::seconds(seconds)))
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
    eprintln!("{} nodes {:.3} s", proof.nodes, proof.seconds);
}
