//! The constructive solver on whole boards, and the plan table as a proof.

use proptest::prelude::*;
use tetreach::eval::solve_checked;
use tetreach::game::{Board, Size, Solution};
use tetreach::reach::Target;
use tetreach::solve::construct::{PlanTable, TableError, Top, by_table};
use tetreach::solve::construct::{WaypointBeam, WaypointSettings};
use tetreach::solve::estimate::EstimateKind;
use tetreach::solve::{
    AnytimeSearch, Auto, Budget, Cancel, Construct, Meter, Proposers, Request, Solver, Verdict,
};

fn meter() -> Meter {
    Meter::start(Budget::default(), Cancel::default())
}

/// Any admissible board of ten columns that leaves two free rows.
fn boards(most_rows: usize) -> impl Strategy<Value = Board> {
    let rows = prop::collection::vec(1_u16..1023, 1..=most_rows);
    rows.prop_map(|rows| Board::from_rows(Size::STANDARD, rows))
        .prop_filter("the number of cells is even", |board| board.cells().is_multiple_of(2))
}

#[test]
fn the_embedded_table_is_a_proof() {
    let certificate = PlanTable::standard().verify().unwrap();
    assert_eq!((certificate.row_plans, certificate.nub_plans), (10_120, 102_200));
}

#[test]
fn a_table_with_a_wrong_plan_is_no_proof() {
    let mut bytes = PlanTable::standard().to_bytes();
    // The first plan follows the magic, the width, its rest of four bytes and its length.
    let first_action = 8 + 1 + 4 + 1;
    bytes[first_action] ^= 1;
    let error = PlanTable::from_bytes(&bytes).unwrap().verify().unwrap_err();
    assert!(matches!(error, TableError::Wrong { top: Top::Row(3), .. }), "{error}");
}

#[test]
fn a_damaged_table_is_refused() {
    let bytes = PlanTable::standard().to_bytes();
    for damaged in [&bytes[..bytes.len() - 1], &bytes[1..], &[bytes.as_slice(), b"x"].concat()] {
        assert!(matches!(PlanTable::from_bytes(damaged), Err(TableError::Damaged(_))));
    }
}

#[test]
fn a_table_can_be_built_for_other_widths() {
    let size = Size::new(5, 20).unwrap();
    let table = PlanTable::build(size, 2, &|| true).unwrap();
    assert_eq!(table.verify().unwrap().width, 5);
    assert_eq!(PlanTable::from_bytes(&table.to_bytes()).unwrap(), table);
    let stopped = PlanTable::build(size, 2, &|| false);
    assert_eq!(stopped, Err(TableError::Stopped));
    let eight = PlanTable::build(Size::new(8, 20).unwrap(), 1, &|| true);
    assert_eq!(eight, Err(TableError::OtherWidth { width: 8 }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_table_alone_reaches_every_board_with_two_free_rows(board in boards(18)) {
        let plan = by_table(&board, &mut meter()).expect("the theorem");
        prop_assert!(Solution::replay(&board, plan).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn construct_reaches_every_board_with_two_free_rows(board in boards(18)) {
        let report = Construct::default().solve(&Request::new(Target::new(board).unwrap(), Budget::default()));
        prop_assert!(matches!(report.verdict, Verdict::Solved(_)));
    }

    #[test]
    fn auto_answers_whatever_the_budget(board in boards(18), nodes in 1_u64..100_000) {
        let report = Auto::default().solve(&Request::new(Target::new(board).unwrap(), Budget::nodes(nodes)));
        prop_assert!(matches!(report.verdict, Verdict::Solved(_)));
    }

    #[test]
    fn auto_does_not_depend_on_threads_where_nodes_are_counted(board in boards(4)) {
        let solve = |threads| {
            let request = Request { threads, ..Request::new(Target::new(board).unwrap(), Budget::nodes(300_000)) };
            let report = Auto::default().solve(&request);
            (report.verdict, report.nodes)
        };
        prop_assert_eq!(solve(1), solve(2));
    }
}

/// Six rows, a third of their cells filled.
fn sparse_board() -> Board {
    let text = "#.....#..#\n..#.#...#.\n#..##.....\n.#....##..\n...#.#...#\n#.#.....#.";
    text.parse().unwrap()
}

fn pieces(solver: &dyn Solver, nodes: u64, threads: usize) -> usize {
    let request =
        Request { threads, ..Request::new(Target::new(sparse_board()).unwrap(), Budget::nodes(nodes)) };
    match solver.solve(&request).verdict {
        Verdict::Solved(solution) => solution.pieces(),
        other => panic!("{}: {other:?}", solver.name()),
    }
}

#[test]
fn waypoints_shorten_with_either_estimate_and_any_threads() {
    let quick = pieces(&Construct::default(), u64::MAX, 1);
    let both = [EstimateKind::Hand, EstimateKind::Learned];
    for solver in [Proposers::Waypoints, Proposers::WaypointTrees, Proposers::Pieces]
        .into_iter()
        .flat_map(|proposers| both.map(|estimate| AnytimeSearch { estimate, proposers }))
    {
        let short = pieces(&solver, 2_000_000, 1);
        assert!(short < quick, "{} needs {short}, construct {quick}", solver.name());
        assert_eq!(pieces(&solver, 2_000_000, 2), short, "{}", solver.name());
    }
}

#[test]
fn a_second_pass_finds_only_shorter_ways_than_were_learned() {
    let target = sparse_board();
    let estimate = EstimateKind::Learned.for_width(target.width());
    let plan = by_table(&target, &mut meter()).unwrap();
    let known = Solution::replay(&target, plan).unwrap();
    let mut beam = WaypointBeam::new(WaypointSettings::NARROW, estimate);
    beam.start(&target, 200);
    beam.learn(&known);
    let mut fewest = known.cleared();
    let mut found = 0;
    for _ in 0..6 {
        if let Some(plan) = beam.pass(&mut meter()) {
            let cleared = Solution::replay(&target, plan).unwrap().cleared();
            assert!(cleared < fewest, "{cleared} lines after {fewest}");
            fewest = cleared;
            found += 1;
        }
    }
    assert!(found > 0, "a pass shortens what the table alone gives");
}

#[test]
fn construct_is_exact_on_every_single_row() {
    // The exact minima of all 510 rows of even size, found by the closure of the 10x3 board, sum to 2745 pieces.
    let total: usize = (1_u16..1023)
        .filter(|row| row.count_ones().is_multiple_of(2))
        .map(|row| {
            let board = Board::from_rows(Size::STANDARD, [row]);
            match Construct::default()
                .solve(&Request::new(Target::new(board).unwrap(), Budget::default()))
                .verdict
            {
                Verdict::Solved(solution) => solution.pieces(),
                other => panic!("{board}: {other:?}"),
            }
        })
        .sum();
    assert_eq!(total, 2745);
}

#[test]
fn a_checkerboard_up_to_the_top_is_proved_unreachable() {
    // No four cells hang together and no row is free to put a cleared one back: nothing can have been placed last.
    let rows = (0..20).map(|row| if row % 2 == 0 { 0b01_0101_0101 } else { 0b10_1010_1010 });
    let board = Board::from_rows(Size::STANDARD, rows);
    let report =
        solve_checked(&Auto::default(), &board, |target| Request::new(target, Budget::seconds(10.0)));
    assert!(matches!(report.verdict, Verdict::Unreachable(_)), "{:?}", report.verdict);
}
