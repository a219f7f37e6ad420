//! Plain UCT on boards: what it finds, that it keeps to its budget, and that equal seeds give equal answers.

use std::sync::Mutex;
use std::time::Instant;

use tetreach::eval::solve_checked;
use tetreach::game::{Board, Size};
use tetreach::reach::Target;
use tetreach::solve::{
    Budget, Cancel, Direction, Observer, PlainUct, PlainUctSettings, Progress, Refutation, Report, Request,
    Solver, Verdict,
};
use tetreach_agents::search::uct::{Selection, UctError};

const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Backward];

/// A board from rows of text, top row first.
fn board(rows: &[&str]) -> Board {
    let bits = |row: &&str| row.bytes().rev().fold(0, |bits, cell| bits << 1 | u16::from(cell == b'#'));
    Board::from_rows(Size::STANDARD, rows.iter().rev().map(bits))
}

fn t() -> Board {
    board(&["...#......", "..###....."])
}

fn t_and_i() -> Board {
    board(&["...#......", "..###.####"])
}

fn hi() -> Board {
    board(&["#.#.#####.", "#.#...#...", "###...#...", "#.#...#...", "#.#.#####."])
}

fn solver(direction: Direction, selection: Selection, refutation: Refutation) -> PlainUct {
    PlainUct::new(direction, PlainUctSettings { selection, refutation, ..PlainUctSettings::default() })
        .unwrap()
}

fn solve(solver: &PlainUct, target: Board, nodes: u64) -> Report {
    solve_checked(solver, &target, |target| Request::new(target, Budget::nodes(nodes)))
}

fn pieces(report: &Report) -> Option<usize> {
    match &report.verdict {
        Verdict::Solved(solution) => Some(solution.pieces()),
        _ => None,
    }
}

#[test]
fn the_short_targets_of_the_thesis_are_found_in_both_directions_by_every_rule() {
    for direction in DIRECTIONS {
        for selection in [Selection::FullExpansion, Selection::SelfSelecting, Selection::BreadthFirstRoot] {
            let solver = solver(direction, selection, Refutation::Rows);
            for (target, shortest) in [(t(), 1), (t_and_i(), 2)] {
                let report = solve(&solver, target, 1000);
                assert_eq!(pieces(&report), Some(shortest), "{direction:?} {selection:?} {report:?}");
            }
        }
    }
}

#[test]
fn without_refutation_the_textbook_rule_still_finds_two_pieces_forwards() {
    let plain = solver(Direction::Forward, Selection::FullExpansion, Refutation::Off);
    assert_eq!(pieces(&solve(&plain, t(), 100_000)), Some(1));
    assert_eq!(pieces(&solve(&plain, t_and_i(), 1_000_000)), Some(2));
}

#[test]
fn a_target_that_needs_a_cleared_line_is_found() {
    for direction in DIRECTIONS {
        let report = solve(&PlainUct::of(direction), board(&["##........"]), 2_000_000);
        assert_eq!(pieces(&report), Some(3), "{direction:?} {report:?}");
    }
}

#[test]
fn the_lower_bound_as_refutation_makes_hi_easy_backwards() {
    let bounded = solver(Direction::Backward, Selection::FullExpansion, Refutation::Bound);
    assert_eq!(pieces(&solve(&bounded, hi(), 20_000)), Some(11));
}

#[test]
fn equal_seeds_give_equal_reports_and_the_seed_matters() {
    let target = board(&["...#......", "..###.##..", ".##...##..", "##....####"]);
    for direction in DIRECTIONS {
        let spent = |seed| {
            let mut request = Request::new(Target::new(target).unwrap(), Budget::nodes(300_000));
            request.seed = seed;
            let report = PlainUct::of(direction).solve(&request);
            (report.verdict, report.nodes)
        };
        let all: Vec<_> = (0..6).map(spent).collect();
        assert_eq!(all, (0..6).map(spent).collect::<Vec<_>>(), "{direction:?}");
        assert!(all.iter().any(|one| *one != all[0]), "{direction:?} plays the same games for every seed");
    }
}

#[test]
fn the_node_budget_ends_the_search_within_one_expansion() {
    let far = Board::from_rows(Size::STANDARD, (0..14).map(|row| 0b01_0101_0101 << (row % 2)));
    for direction in DIRECTIONS {
        // The thesis' rule runs into dead ends, where trees stop growing: the budget must be used up all the same.
        for selection in [Selection::FullExpansion, Selection::SelfSelecting] {
            for refutation in [Refutation::Off, Refutation::Rows] {
                let report = solve(&solver(direction, selection, refutation), far, 20_000);
                assert_eq!(report.verdict, Verdict::NotFound);
                assert!((20_000..22_000).contains(&report.nodes), "{direction:?} {selection:?} {report:?}");
            }
        }
    }
}

#[test]
fn seconds_and_cancelling_end_the_search() {
    let far = Board::from_rows(Size::STANDARD, (0..14).map(|row| 0b01_0101_0101 << (row % 2)));
    for direction in DIRECTIONS {
        let started = Instant::now();
        let report =
            PlainUct::of(direction).solve(&Request::new(Target::new(far).unwrap(), Budget::seconds(0.1)));
        assert_eq!(report.verdict, Verdict::NotFound);
        assert!(report.seconds >= 0.1 && started.elapsed().as_secs_f64() < 3.0, "{report:?}");

        let mut request = Request::new(Target::new(far).unwrap(), Budget::default());
        request.cancel = Cancel::default();
        request.cancel.cancel();
        let report = PlainUct::of(direction).solve(&request);
        assert_eq!((report.verdict, report.nodes), (Verdict::NotFound, 0));
    }
}

#[test]
fn boards_out_of_reach_get_the_reason_and_the_empty_board_needs_nothing() {
    for direction in DIRECTIONS {
        let solver = PlainUct::of(direction);
        for (rows, words) in [
            (&["#.........", "##........"][..], "3 filled cells"),
            (&["####......", "..........", "####......"], "row 2"),
            (&["##########"], "is full"),
        ] {
            let report = solve(&solver, board(rows), 1000);
            let Verdict::Unreachable(reason) = &report.verdict else { panic!("{report:?}") };
            assert!(reason.to_string().contains(words), "{reason}");
            assert_eq!(report.nodes, 0);
        }
        assert_eq!(pieces(&solve(&solver, Board::empty(Size::STANDARD), 1)), Some(0));
    }
}

#[derive(Debug, Default)]
struct Notes(Mutex<Vec<String>>);

impl Observer<Progress<'_>> for Notes {
    fn observe(&self, progress: Progress<'_>) {
        self.0.lock().unwrap().push(match progress {
            Progress::Searching { stage, .. } => stage.to_owned(),
            Progress::Found(solution) => format!("found {}", solution.pieces()),
            Progress::Ended(_) => "ended elsewhere".to_owned(),
            Progress::Failed(error) => error.to_string(),
        });
    }
}

#[test]
fn the_listener_hears_of_trees_and_of_the_way() {
    let heard = |target, nodes| {
        let notes = Notes::default();
        let mut request = Request::new(Target::new(target).unwrap(), Budget::nodes(nodes));
        request.observer = &notes;
        PlainUct::of(Direction::Forward).solve(&request);
        notes.0.into_inner().unwrap()
    };
    assert_eq!(heard(t_and_i(), 1000), ["found 2"]);
    let far = heard(hi(), 200_000);
    assert_eq!(far[0], "tree 1 with at most 2 lines", "{far:?}");
    assert_eq!(far.last().unwrap(), "tree 2 with at most 4 lines", "{far:?}");
}

#[test]
fn settings_come_from_text_and_are_checked() {
    let text = r#"{"selection": "breadth-first-root", "refutation": "bound"}"#;
    let settings: PlainUctSettings = serde_json::from_str(text).unwrap();
    assert_eq!((settings.selection, settings.refutation), (Selection::BreadthFirstRoot, Refutation::Bound));
    assert_eq!(settings.exploration, 2.0_f64.sqrt());
    assert!(serde_json::from_str::<PlainUctSettings>(r#"{"selektion": 1}"#).is_err());

    let refused = |settings| PlainUct::new(Direction::Forward, settings).unwrap_err();
    let none = PlainUctSettings { rollouts: 0, ..PlainUctSettings::default() };
    assert_eq!(refused(none), UctError::NoRollouts);
    let endless = PlainUctSettings { exploration: f64::INFINITY, ..PlainUctSettings::default() };
    assert_eq!(refused(endless), UctError::Exploration);
}
