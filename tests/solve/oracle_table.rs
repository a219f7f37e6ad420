//! Tables of exact distances on small boards.

use std::fs;

use tetreach::eval::solve_checked;
use tetreach::game::{Board, Size, Solution};

use tetreach::solve::oracle::{BuildError, ClosureRun, DistanceTable, Oracle, OracleCache, TableDirection};
use tetreach::solve::{Budget, Cancel, Request, Silent, Verdict};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

fn with_run<T>(work: impl FnOnce(&ClosureRun<'_>) -> T) -> T {
    work(&ClosureRun { threads: 2, observer: &Silent, cancel: &Cancel::default() })
}

fn table(width: usize, height: usize) -> DistanceTable {
    with_run(|run| DistanceTable::from_empty(size(width, height), run)).unwrap()
}

#[test]
fn small_boards_have_the_known_numbers_of_reachable_boards() {
    for (width, height, boards, deepest) in
        [(4, 5, 37_427, 9), (5, 4, 218_218, 14), (6, 4, 1_721_069, 17), (8, 3, 0, 14)]
    {
        let table = table(width, height);
        let depths = table.depths();
        assert_eq!(depths.iter().sum::<u64>(), table.len() as u64);
        assert_eq!(depths.len() - 1, deepest, "{width}x{height}");
        if boards > 0 {
            assert_eq!(table.len(), boards, "{width}x{height}");
        }
    }
}

#[test]
fn distances_are_shortest_and_routes_replay() {
    let table = table(4, 5);
    let mut seen = 0;
    for (board, distance) in table.boards() {
        seen += 1;
        assert_eq!(table.distance(&board), Some(distance));
        assert_eq!(table.distance(&board.mirrored()), Some(distance));
        board.for_each_successor(|_, next, _| {
            let farther = table.distance(next).expect("what follows a reachable board is reachable");
            assert!(farther <= distance + 1);
        });
        let solution = Solution::replay(&board, table.route(&board).unwrap()).unwrap();
        assert_eq!(solution.pieces() as u32, distance);
    }
    assert_eq!(seen, table.len());
}

#[test]
fn distances_to_a_goal_agree_with_distances_from_the_empty_board() {
    let forward = table(5, 4);
    let empty = Board::empty(size(5, 4));
    for (goal, distance) in forward.boards().step_by(40_000) {
        let everywhere = with_run(|run| DistanceTable::to_goal(&goal, None, run)).unwrap();
        let within = with_run(|run| DistanceTable::to_goal(&goal, Some(&forward), run)).unwrap();
        assert_eq!(everywhere.direction(), TableDirection::To);
        assert_eq!(everywhere.distance(&empty), Some(distance));
        assert_eq!(everywhere.distance(&goal), Some(0));
        assert!(within.len() <= everywhere.len().min(forward.len()));
        for (start, steps) in within.boards().step_by(501) {
            assert_eq!(everywhere.distance(&start), Some(steps), "ways from reachable boards stay reachable");
            let mut board = start;
            for action in within.route(&start).unwrap() {
                board.play_action(action).unwrap();
            }
            assert_eq!(board, goal);
        }
    }
}

#[test]
fn a_stored_table_answers_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/oracle.bin");
    let built = table(4, 5);
    built.save(&path).unwrap();
    let opened = DistanceTable::open(&path).unwrap();
    assert_eq!((opened.size(), opened.len(), opened.depths()), (built.size(), built.len(), built.depths()));
    assert!(built.boards().eq(opened.boards()));
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file is left");
}

#[test]
fn damaged_files_are_refused_and_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let cache = OracleCache::in_folder(folder.path());
    let path = cache.file(size(4, 4)).unwrap();
    let open_or_build = || with_run(|run| cache.open_or_build(size(4, 4), run)).unwrap().len();
    let boards = open_or_build();
    let good = fs::read(&path).unwrap();
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    for (bytes, reason) in [
        (Vec::new(), "shorter than its header"),
        (good[..40].to_vec(), "shorter than its header"),
        (good[..good.len() - 1].to_vec(), "checksum"),
        (flipped(0), "begin"),
        (flipped(8), "another version"),
        (flipped(12), "checksum"),
        (flipped(16), "checksum"),
        (flipped(24), "checksum"),
        (flipped(good.len() - 1), "checksum"),
    ] {
        fs::write(&path, &bytes).unwrap();
        // A map of nothing is refused by some systems before the header is looked at.
        let message = DistanceTable::open(&path).unwrap_err().to_string();
        assert!(bytes.is_empty() || message.contains(reason), "{message}");
        assert_eq!(open_or_build(), boards);
        assert_eq!(fs::read(&path).unwrap(), good);
    }
}

#[test]
fn a_cancelled_build_ends() {
    let cancel = Cancel::default();
    cancel.cancel();
    let run = ClosureRun { threads: 2, observer: &Silent, cancel: &cancel };
    let ended = DistanceTable::from_empty(size(10, 3), &run).unwrap_err();
    assert!(matches!(ended, BuildError::Cancelled(_)));
}

fn solve(oracle: &Oracle, target: Board) -> Verdict {
    solve_checked(oracle, &target, |target| Request::new(target, Budget::default())).verdict
}

#[test]
fn the_oracle_is_exact_on_its_own_boards() {
    let folder = tempfile::tempdir().unwrap();
    let oracle = Oracle::new(OracleCache::in_folder(folder.path()), 2);
    let reachable = Board::from_rows(size(5, 4), [0b01101, 0b00101, 0b00111]);
    let distance = oracle.table(size(5, 4), &Cancel::default(), &Silent).unwrap().distance(&reachable);
    match solve(&oracle, reachable) {
        Verdict::Solved(solution) => assert_eq!(Some(solution.pieces() as u32), distance),
        other => assert!(distance.is_none() && matches!(other, Verdict::Unreachable(_))),
    }
    let lone_cell_at_the_top = Board::from_rows(size(5, 4), [1, 1, 1, 1 << 2]);
    assert!(matches!(solve(&oracle, lone_cell_at_the_top), Verdict::Unreachable(_)));
}

#[test]
fn on_higher_boards_the_oracle_answers_only_what_is_exact() {
    let folder = tempfile::tempdir().unwrap();
    let oracle = Oracle::new(OracleCache::in_folder(folder.path()), 2);
    let high = size(11, 20);
    match solve(&oracle, Board::from_rows(high, [0b111_1011_1000, 0b000_0001_0000])) {
        Verdict::Solved(solution) => assert_eq!(solution.pieces(), 2),
        other => panic!("two pieces side by side meet the lower bound: {other:?}"),
    }
    let three_rows = Board::from_rows(high, [1, 1, 3]);
    assert_eq!(solve(&oracle, three_rows), Verdict::NotFound);
    // Two cells that two rows of room do not allow; more room may.
    let unknown = Board::from_rows(high, [0b101]);
    assert_eq!(solve(&oracle, unknown), Verdict::NotFound);
    assert_eq!(solve(&oracle, Board::from_rows(size(16, 20), [0b1111])), Verdict::NotFound);
}
