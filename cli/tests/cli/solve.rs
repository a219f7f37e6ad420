//! `tetreach solve` from outside: answers that a naive program can replay, pictures, exit codes, error sentences.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A run of the program with its own cache, so that tests neither see nor touch the user's.
fn tetreach(cache: &Path) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach"));
    command.env("XDG_CACHE_HOME", cache).env_remove("NO_COLOR");
    command
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Exit code, standard output and standard error.
fn outcome(command: &mut assert_cmd::Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The pieces as a rule book draws them, top row first, by clockwise quarter turns; written down here once more so
/// that the check shares nothing with the program.
fn picture(piece: &str, rotation: u64) -> Vec<&'static str> {
    let pictures: &[&str] = match piece {
        "I" => &["####", "#/#/#/#"],
        "O" => &["##/##"],
        "T" => &[".#./###", "#./##/#.", "###/.#.", ".#/##/.#"],
        "S" => &[".##/##.", "#./##/.#"],
        "Z" => &["##./.##", ".#/##/#."],
        "J" => &["#../###", "##/#./#.", "###/..#", ".#/.#/##"],
        "L" => &["..#/###", "#./#./##", "###/#..", "##/.#/.#"],
        other => panic!("{other} is no piece"),
    };
    pictures[rotation as usize].split('/').collect()
}

/// Plays the moves of an answer cell by cell and returns the rows, bottom first, up to the highest filled one.
fn naive_replay(answer: &Value, width: usize, height: usize) -> Vec<String> {
    let mut grid = vec![vec![false; width]; height + 8];
    for step in answer["moves"].as_array().unwrap() {
        let drawn = picture(step["piece"].as_str().unwrap(), step["rotation"].as_u64().unwrap());
        let column = step["column"].as_u64().unwrap() as usize;
        let cells: Vec<(usize, usize)> = (0..drawn.len())
            .flat_map(|up| {
                let row = drawn[drawn.len() - 1 - up].bytes().enumerate();
                row.filter(|(_, cell)| *cell == b'#').map(move |(right, _)| (up, column + right))
            })
            .collect();
        let free = |base: usize| cells.iter().all(|&(up, c)| !grid[base + up][c]);
        let mut base = height;
        while base > 0 && free(base - 1) {
            base -= 1;
        }
        let rest: Vec<[usize; 2]> = cells.iter().map(|&(up, c)| [base + up, c]).collect();
        assert!(rest.iter().all(|[row, _]| *row < height), "the piece sticks out");
        let mut told: Vec<[usize; 2]> = serde_json::from_value(step["cells"].clone()).unwrap();
        told.sort_unstable();
        let mut sorted = rest.clone();
        sorted.sort_unstable();
        assert_eq!(told, sorted);
        for [row, c] in rest {
            grid[row][c] = true;
        }
        let full: Vec<usize> = (0..height).filter(|row| grid[*row].iter().all(|cell| *cell)).collect();
        assert_eq!(serde_json::from_value::<Vec<usize>>(step["cleared"].clone()).unwrap(), full);
        for row in full.into_iter().rev() {
            grid.remove(row);
            grid.push(vec![false; width]);
        }
    }
    let text = |row: &Vec<bool>| row.iter().map(|cell| if *cell { '#' } else { '.' }).collect::<String>();
    let mut rows: Vec<String> = grid.iter().map(text).collect();
    while rows.last().is_some_and(|row| !row.contains('#')) {
        rows.pop();
    }
    rows
}

#[test]
fn json_answers_can_be_replayed_by_an_outside_program() {
    let folder = folder();
    let boards = ["#.#...\n##....\n", "##..##\n##..##\n", ".#....\n##....\n#.....\n", "......\n"];
    for board in boards {
        let (code, out, err) = outcome(
            tetreach(folder.path())
                .args(["solve", "-", "--agent", "oracle", "--size", "6x4", "--format", "json"])
                .write_stdin(board),
        );
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(out.matches('\n').count(), 1, "one object on one line");
        let answer: Value = serde_json::from_str(&out).unwrap();
        let mut wanted: Vec<&str> = board.lines().filter(|row| row.contains('#')).collect();
        wanted.reverse();
        assert_eq!(naive_replay(&answer, 6, 4), wanted);
        assert_eq!(answer["status"], "solved");
        assert_eq!(answer["reason"], Value::Null);
        assert_eq!(answer["agent"], "oracle");
        assert_eq!(answer["pieces"], answer["moves"].as_array().unwrap().len());
        assert!(answer["lower_bound"].as_u64() <= answer["pieces"].as_u64());
        let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = "name status reason agent pieces lower_bound proved_optimal nodes seconds moves";
        assert_eq!(keys, expected.split(' ').collect::<Vec<_>>());
        assert_eq!(answer["proved_optimal"], true, "the oracle's ways are shortest");
    }
}

#[test]
fn hi_takes_eleven_pieces_and_gives_all_pictures() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let (code, out, err) = outcome(
        tetreach(folder.path()).args(["solve", "thesis:hi", "--agent", "exact", "--seconds", "120"]).args([
            "--gif".as_ref(),
            at("hi.gif").as_os_str(),
            "--svg".as_ref(),
            at("hi.svg").as_os_str(),
            "--png-dir".as_ref(),
            at("steps/hi").as_os_str(),
        ]),
    );
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("hi: solved in 11 pieces (proved shortest), 2 rows cleared (exact, "), "{out}");
    assert!(out.lines().nth(2).unwrap().starts_with(" 1  "), "{out}");
    assert!(!out.contains('\u{1b}'), "no colours without a terminal");
    assert!(err.contains("wrote 12 pictures into"), "{err}");

    let gif = fs::read(at("hi.gif")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&gif[..]).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert!(frames > 11 && gif.len() < 200_000, "{frames} frames, {} bytes", gif.len());
    roxmltree::Document::parse(&fs::read_to_string(at("hi.svg")).unwrap()).unwrap();
    let mut stills: Vec<_> =
        fs::read_dir(at("steps/hi")).unwrap().map(|file| file.unwrap().file_name()).collect();
    stills.sort();
    assert_eq!(stills.len(), 12);
    assert_eq!((stills[0].to_str(), stills[11].to_str()), (Some("000.png"), Some("011.png")));
    assert!(fs::read(at("steps/hi/000.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn fumen_is_one_line_and_only_for_boards_that_it_knows() {
    let folder = folder();
    let solve = ["solve", "thesis:t", "--agent", "random", "--nodes", "100000", "--format", "fumen"];
    let (code, out, _) = outcome(tetreach(folder.path()).args(solve));
    assert!(code == 0 && out.starts_with("v115@") && out.lines().count() == 1, "{out}");
    let board = ["solve", "-", "--agent", "random", "--size", "6x4", "--format", "fumen"];
    let (code, out, err) = outcome(tetreach(folder.path()).args(board).write_stdin("##..##\n##..##\n"));
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(err, "error: fumen holds boards of 10 columns and at most 23 rows, not 6x4\n");
}

#[test]
fn targets_out_of_reach_get_their_reason_and_exit_code_1() {
    let folder = folder();
    let solve = |board: &str, format: &str| {
        let args = ["solve", "-", "--agent", "random", "--nodes", "1000", "--format", format];
        outcome(tetreach(folder.path()).args(args).write_stdin(board.to_owned()))
    };
    let (code, out, _) = solve("#.........\n", "text");
    assert_eq!(code, 1);
    assert!(
        out.starts_with("target: unreachable: it has 1 filled cells, but 10 columns allow only"),
        "{out}"
    );
    let (code, out, _) = solve("##########\n", "json");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["status"], &answer["pieces"]), (1, &"unreachable".into(), &Value::Null));
    assert!(answer["reason"].as_str().unwrap().contains("is full"), "{answer}");
    assert_eq!(answer["moves"], Value::Array(Vec::new()));
    let (code, out, err) = solve("##........\n..........\n", "fumen");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("unreachable: row 1"), "{err}");
    let (code, out, _) = solve(".#.#.#.#.#\n#.#.#.#.#.\n.#.#.#.#.#\n#.#.#.#.#.\n", "json");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["status"], &answer["nodes"]), (1, &"not_found".into(), &1000.into()));
}

#[test]
fn a_broken_topmost_row_is_refuted_at_once() {
    let folder = folder();
    let board = "...#......\n###.######\n".to_owned() + &"#########.\n".repeat(18);
    for agent in ["auto", "beam", "exact", "construct"] {
        let started = Instant::now();
        let args = ["solve", "-", "--agent", agent, "--seconds", "60"];
        let (code, out, _) = outcome(tetreach(folder.path()).args(args).write_stdin(board.clone()));
        assert_eq!(code, 1);
        let reason = "target: unreachable: its cells in row 20, the topmost of the board, were placed after the last \
                      row vanished, but they do not belong to whole pieces that can be lifted off\n";
        assert_eq!(out, reason);
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn settings_of_an_agent_come_from_a_file() {
    let folder = folder();
    let file = folder.path().join("my.toml");
    let solve = |agent: &str, settings: &str| {
        fs::write(&file, settings).unwrap();
        let args = ["solve", "thesis:hi", "--agent", agent, "--nodes", "300000", "--format", "json"];
        outcome(tetreach(folder.path()).args(args).arg("--agent-config").arg(&file))
    };
    let (code, out, err) = solve("beam", "lines = 2\n[weights]\nholes = 3.0\n");
    assert_eq!(code, 0, "{err}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["pieces"], 11);
    let (code, out, _) = solve("beam", "lines = 1\n");
    assert_eq!(code, 1, "with one line there is no way: {out}");

    let path = file.display();
    let (code, out, err) = solve("beam", "width = 25\n[weights]\nhols = 3.0\n");
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(
        err,
        format!("error: {path}:3: `weights.hols` is no setting; did you mean `weights.holes`?\n")
    );
    let (code, _, err) = solve("random", "");
    assert_eq!(code, 2);
    assert_eq!(err, "error: the agent `random` has no settings in a file and takes no --agent-config\n");
    fs::remove_file(&file).unwrap();
    let args = ["eval", "--suite", "thesis", "--agent", "beam", "--agent-config", file.to_str().unwrap()];
    let (code, out, err) = outcome(tetreach(folder.path()).args(args));
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with(&format!("error: {path}: cannot read this config: ")), "{err}");
}

#[test]
fn bad_usage_gets_one_sentence_and_exit_code_2() {
    let folder = folder();
    let missing = folder.path().join("no/such/hi.gif");
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let cases: [(&[&str], &str); 7] = [
        (
            &["thesis:hi", "--agent", "randm"],
            "there is no agent `randm`, did you mean `random`? (agents: auto, ",
        ),
        (&["thesis:ho", "--agent", "random"], "thesis has no target `ho`"),
        (&["nowhere.txt", "--agent", "random"], "cannot read nowhere.txt"),
        (&["thesis:hi", "--agent", "random", "--gif", missing.to_str().unwrap()], "there is no folder"),
        (&["thesis:hi", "--agent", "random", "--svg", folder.path().to_str().unwrap()], "it is a folder"),
        (&["thesis:hi", "--agent", "random", "--png-dir", file.to_str().unwrap()], "it is not a folder"),
        (&["thesis:hi", "--agent", "random", "--size", "3x3"], "3 columns"),
    ];
    for (arguments, sentence) in cases {
        let (code, out, err) = outcome(tetreach(folder.path()).arg("solve").args(arguments));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.starts_with("error: ") && err.contains(sentence), "{arguments:?}: {err}");
    }
    for limit in [["--seconds", "-1"], ["--seconds", "nan"], ["--nodes", "0"], ["--format", "xml"]] {
        let (code, out, err) = outcome(tetreach(folder.path()).args(["solve", "thesis:hi"]).args(limit));
        assert_eq!((code, out.as_str()), (2, ""), "{limit:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn help_describes_the_agents_of_users_and_the_lab_describes_the_others() {
    let cache = folder();
    for command in ["solve", "eval"] {
        let (code, help, _) = outcome(tetreach(cache.path()).args([command, "--help"]));
        let described = |name: &str| help.lines().any(|line| line.trim().starts_with(&format!("{name}  ")));
        assert_eq!(code, 0);
        for name in ["auto", "construct", "exact", "oracle", "greedy", "mcts", "search"] {
            assert!(described(name), "{command} --help without {name}:\n{help}");
        }
        assert!(!described("waypoints-mcts") && help.contains("tetreach lab agents"), "{help}");
    }
    let (code, lab, _) = outcome(tetreach(cache.path()).args(["lab", "agents"]));
    assert_eq!(code, 0);
    for name in ["waypoints-mcts", "unstack-hand", "beam", "random", "uct", "mcts-cnn", "levin"] {
        assert!(lab.lines().any(|line| line.starts_with(&format!("{name}  "))), "{lab}");
    }
    let (code, json, _) = outcome(tetreach(cache.path()).args(["lab", "agents", "--format", "json"]));
    let agents: Vec<Value> = serde_json::from_str(&json).unwrap();
    assert_eq!((code, agents.len()), (0, lab.lines().count()));
}

#[test]
fn an_interrupt_ends_the_search_and_still_prints_the_outcome() {
    let folder = folder();
    let started = Instant::now();
    let child = Command::new(env!("CARGO_BIN_EXE_tetreach"))
        .env("XDG_CACHE_HOME", folder.path())
        .args(["solve", "thesis:hi", "--agent", "random", "--seconds", "300", "--format", "json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough for the handler to stand, far less than the budget.
    std::thread::sleep(Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(100));
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["status"], "not_found");
}
