//! `tetreach eval` from outside: the numbers, the formats, and what it refuses.

use std::fs;
use std::path::Path;

use serde_json::Value;

const SUITE: &str = "= square\n##....\n##....\n\n= hook\n#.#...\n##....\n\n= dot\n#.....\n";

fn eval(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    fs::write(folder.join("small.txt"), SUITE).unwrap();
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tetreach"))
        .env("XDG_CACHE_HOME", folder)
        .current_dir(folder)
        .arg("eval")
        .args(if arguments.contains(&"--size") { &[][..] } else { &["--size", "6x4"] })
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn json_holds_the_sums_and_every_result() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--suite", "small.txt", "--agent", "oracle", "--seconds", "60", "--format", "json"];
    let (code, out, err) = eval(folder.path(), &arguments);
    assert_eq!((code, err.as_str()), (0, ""));
    let all: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&all["suite"], &all["agent"]), (&"small.txt".into(), &"oracle".into()));
    assert_eq!((&all["n"], &all["solved"], &all["unreachable"]), (&3.into(), &2.into(), &1.into()));
    assert_eq!(all["budget"], serde_json::json!({"nodes": null, "seconds": 60.0}));
    // Wilson's interval of 2 in 3.
    let interval: [f64; 2] = serde_json::from_value(all["interval"].clone()).unwrap();
    assert!((interval[0] - 0.2077).abs() < 1e-3 && (interval[1] - 0.9385).abs() < 1e-3, "{interval:?}");
    let results = all["results"].as_array().unwrap();
    let names: Vec<&str> = results.iter().map(|result| result["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["square", "hook", "dot"]);
    assert_eq!(results[0]["pieces"], 1);
    assert_eq!(results[1]["moves"].as_array().unwrap().len() as u64, results[1]["pieces"].as_u64().unwrap());
    assert_eq!(results[2]["status"], "unreachable");
    assert_eq!(all["groups"].as_array().unwrap().len(), 1);

    // The table that the oracle left in the cache now gives exact distances, and the oracle meets them.
    let (_, out, _) = eval(folder.path(), &arguments);
    let all: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&all["exact_n"], &all["exact_ratio"]), (&2.into(), &1.0.into()));
    let (_, table, _) = eval(folder.path(), &arguments[..6]);
    assert!(table.contains("/ exact (n)") && table.contains("1.000 (2)"), "{table}");
}

#[test]
fn node_budgets_give_the_same_results_whatever_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let run = |jobs: &str, seed: &str| {
        let arguments = ["--suite", "small.txt", "--agent", "random", "--nodes", "3000", "--format", "csv"];
        let (code, out, _) =
            eval(folder.path(), &[&arguments[..], &["--jobs", jobs, "--seed", seed]].concat());
        assert_eq!(code, 0);
        let no_seconds = |line: &str| line.split(',').take(9).collect::<Vec<_>>().join(",");
        out.lines().map(no_seconds).collect::<Vec<_>>()
    };
    let one = run("1", "0");
    assert_eq!(one[0], "suite,name,status,agent,pieces,lower_bound,proved_optimal,exact,nodes");
    assert_eq!(one.len(), 4);
    assert!(one[1].starts_with("small.txt,square,solved,random,"), "{one:?}");
    assert_eq!(one, run("3", "0"));
    assert_ne!(one, run("1", "1"), "another seed, other walks");
}

#[test]
fn several_suites_are_summed_up_one_by_one_and_together() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--suite",
        "small.txt,stack-1",
        "--suite",
        "stack-2",
        "--count",
        "2",
        "--agent",
        "random",
        "--nodes",
        "500",
    ];
    let (code, out, _) = eval(folder.path(), &[&arguments[..], &["--format", "md"]].concat());
    assert_eq!(code, 0);
    assert!(out.starts_with("agent random, 500 nodes per target, seed 0\n\n| suite "), "{out}");
    let starts: Vec<&str> = out.lines().skip(4).map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(starts, ["small.txt", "stack-1", "stack-2", "all"]);
    assert!(out.lines().last().unwrap().split('|').nth(2).unwrap().trim() == "6", "{out}");
}

#[test]
fn bad_usage_gets_one_sentence_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 4] = [
        (&["--suite", "nothing", "--agent", "random"], "`nothing` is neither a file nor a built-in suite"),
        (&["--suite", "small.txt", "--agent", "orakle"], "did you mean `oracle`?"),
        (
            &["--suite", "small.txt", "--agent", "random", "--size", "10x20"],
            "small.txt, line 2: expected a row of 10",
        ),
        (&["--agent", "random"], "--suite"),
    ];
    for (arguments, sentence) in cases {
        let (code, out, err) = eval(folder.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(sentence), "{arguments:?}: {err}");
    }
}
