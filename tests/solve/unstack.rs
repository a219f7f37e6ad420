//! The beam that takes a stack apart: against exact distances, interrupted, and under a limit.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use std::collections::HashSet;
use tetreach::game::{Board, Size, Solution};
use tetreach::reach::Target;
use tetreach::solve::estimate::EstimateKind;
use tetreach::solve::oracle::{ClosureRun, DistanceTable};
use tetreach::solve::unstack::{BeamEnd, UnstackBeam, UnstackSettings};
use tetreach::solve::{
    AnytimeSearch, Budget, Cancel, Meter, Proposers, Request, Silent, Solver, Verdict, lower_bound,
};

fn meter(budget: Budget) -> Meter {
    Meter::start(budget, Cancel::default())
}

fn sparse_board() -> Board {
    "#.....#..#\n..#.#...#.\n#..##.....\n.#....##..\n...#.#...#\n#.#.....#.".parse().unwrap()
}

fn beam_on(target: &Board, settings: UnstackSettings, most_lines: usize) -> UnstackBeam<'static> {
    let mut beam = UnstackBeam::new(EstimateKind::Learned.appraiser(target.width()));
    beam.start(target, settings, most_lines);
    beam
}

#[test]
fn wide_beams_are_exact_on_a_small_board() {
    let size = Size::new(5, 4).unwrap();
    let run = ClosureRun { threads: 2, observer: &Silent, cancel: &Cancel::default() };
    let table = DistanceTable::from_empty(size, &run).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let rows: Vec<u16> = (1..31).collect();
    let settings = UnstackSettings { rows: 4, cleared: 4, width: 3000 };
    let mut compared = 0;
    while compared < 60 {
        let target = Board::from_rows(size, (0..3).map(|_| *rows.choose(&mut rng).unwrap()));
        let Some(distance) = table.distance(&target) else { continue };
        let BeamEnd::Found(way) = beam_on(&target, settings, 40).go_on(&mut meter(Budget::default())) else {
            panic!("no way to {target:?}");
        };
        assert_eq!(Solution::replay(&target, way).unwrap().pieces(), distance as usize, "{target:?}");
        compared += 1;
    }
}

#[test]
fn interrupted_beams_go_on_where_they_were() {
    let target = sparse_board();
    let whole = beam_on(&target, UnstackSettings::of_width(24), 40).go_on(&mut meter(Budget::default()));
    let mut beam = beam_on(&target, UnstackSettings::of_width(24), 40);
    let mut interruptions = 0;
    let in_parts = loop {
        match beam.go_on(&mut meter(Budget::nodes(5_000))) {
            BeamEnd::Interrupted => interruptions += 1,
            other => break other,
        }
    };
    assert!(interruptions > 3, "{interruptions}");
    assert_eq!(in_parts, whole);
    let BeamEnd::Found(way) = whole else { panic!("{whole:?}") };
    Solution::replay(&target, way).unwrap();
}

#[test]
fn kept_boards_are_all_different_and_their_lines_add_up() {
    let target = sparse_board();
    let mut beam = beam_on(&target, UnstackSettings::of_width(24), 40);
    beam.go_on(&mut meter(Budget::default()));
    let mut boards = HashSet::new();
    for kept in beam.kept() {
        assert!(boards.insert(kept.board), "{:?} was kept twice", kept.board);
        let taken = target.cells() + 10 * u32::from(kept.lines) - kept.board.cells();
        assert!(taken.is_multiple_of(4), "{taken} cells are no pieces");
    }
    let last = beam.kept().iter().rposition(|kept| kept.board.is_empty()).unwrap();
    assert_eq!(beam.way_to(last).last(), Some(0), "the way begins at the target");
}

#[test]
fn a_limit_on_the_lines_holds() {
    let target = sparse_board();
    let lines = |outcome| match outcome {
        BeamEnd::Found(way) => Some(Solution::replay(&target, way).unwrap().cleared()),
        _ => None,
    };
    let free =
        lines(beam_on(&target, UnstackSettings::of_width(24), 40).go_on(&mut meter(Budget::default())));
    let free = free.expect("a way without a limit");
    for most in (0..free).rev() {
        let mut beam = beam_on(&target, UnstackSettings::of_width(24), 40);
        beam.limit(most as usize);
        let found = lines(beam.go_on(&mut meter(Budget::default())));
        assert!(found.is_none_or(|lines| lines <= most), "{found:?} lines instead of at most {most}");
    }
}

#[test]
fn a_search_whose_beams_are_as_wide_as_can_be_still_ends() {
    // Few lines are allowed once a way is known, so that beams soon hold all there is; the rest of the budget must run
    // out all the same.
    let target: Board = ".##..#....\n#..#.#....\n####.#....\n#..#.#....\n#..#.####.".parse().unwrap();
    for estimate in [EstimateKind::Hand, EstimateKind::Learned] {
        let solver = AnytimeSearch { estimate, proposers: Proposers::Pieces };
        let report = solver.solve(&Request::new(Target::new(target).unwrap(), Budget::nodes(2_000_000)));
        let Verdict::Solved(solution) = report.verdict else { panic!("{:?}", report.verdict) };
        assert!(solution.pieces() as u32 >= lower_bound(&target).pieces);
        assert!(report.nodes < 4_000_000, "{} boards", report.nodes);
    }
}
