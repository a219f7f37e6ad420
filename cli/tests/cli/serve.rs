//! The server from outside: answers, refusals, the queue, and searches that end with their listener.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use serde_json::{Value, json};

/// A board that random placements never reach.
const HARD: &str = "#.#.#.#.#.\n.#.#.#.#.#\n#.#.#.#.#.\n.#.#.#.#.#";

/// A server on its own port, ended with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tetreach"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        Self { child, port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends a whole request and reads the answer to its end.
    fn send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: localhost:{}\r\n", self.port)
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses early may close before it has read all.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.send("GET", path, "", b"")
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, answer) =
            self.send("POST", path, "Content-Type: application/json\r\n", body.to_string().as_bytes());
        (status, serde_json::from_str(body_of(&answer)).unwrap_or(Value::Null))
    }

    fn ask(&self, body: &Value) -> String {
        let (status, accepted) = self.post("/api/solve", body);
        assert_eq!(status, 202, "{accepted}");
        accepted["id"].as_str().unwrap().to_owned()
    }

    /// The events of a search, one after the other as they arrive.
    fn events(&self, id: &str) -> Events {
        let mut stream = self.connect();
        let host = format!("Host: localhost:{}\r\nConnection: close", self.port);
        let request = format!("GET /api/solve/{id}/events HTTP/1.1\r\n{host}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        Events { reader: BufReader::new(stream), name: String::new() }
    }

    fn waiting(&self) -> u64 {
        let (_, answer) = self.get("/api/agents");
        serde_json::from_str::<Value>(body_of(&answer)).unwrap()["waiting"].as_u64().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Events {
    reader: BufReader<TcpStream>,
    name: String,
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = String::new();
        while self.reader.read_line(&mut line).ok()? > 0 {
            if let Some(name) = line.trim().strip_prefix("event: ") {
                name.clone_into(&mut self.name);
            } else if let Some(data) = line.trim().strip_prefix("data: ") {
                return Some((self.name.clone(), serde_json::from_str(data).unwrap()));
            }
            line.clear();
        }
        None
    }
}

fn body_of(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// The one sentence of a refusal.
fn sentence(answer: &str) -> String {
    let body: Value = serde_json::from_str(body_of(answer)).unwrap_or_else(|_| panic!("no JSON: {answer}"));
    let sentence = body["error"].as_str().unwrap().to_owned();
    assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence}");
    sentence
}

#[test]
fn a_board_is_solved_and_its_answer_replays_and_is_drawn() {
    let server = Server::start(&[]);
    let board = "...#......\n..###.####";
    let id = server.ask(&json!({ "board": board, "seconds": 5.0, "name": "two" }));
    let events: Vec<_> = server.events(&id).collect();
    let (last, record) = events.last().unwrap();
    assert_eq!((last.as_str(), &record["status"], &record["pieces"]), ("done", &json!("solved"), &json!(2)));
    assert!(events.iter().any(|(name, _)| name == "found"), "{events:?}");

    let answer = json!({ "board": board, "name": "two", "moves": record["moves"] });
    for (format, kind) in
        [("gif", "image/gif"), ("svg", "image/svg+xml"), ("png", "image/png"), ("fumen", "text/plain")]
    {
        let (status, drawn) = server.send(
            "POST",
            &format!("/api/draw/{format}"),
            "Content-Type: application/json\r\n",
            answer.to_string().as_bytes(),
        );
        assert_eq!(status, 200, "{format}");
        assert!(drawn.contains(&format!("content-type: {kind}")), "{format}");
    }
    let (status, wrong) =
        server.post("/api/draw/gif", &json!({ "board": "####......", "moves": record["moves"] }));
    assert_eq!(
        (status, wrong["error"].as_str()),
        (400, Some("the sequence ends at another board than the target"))
    );
}

#[test]
fn the_page_comes_with_strict_headers_and_nothing_else_does() {
    let server = Server::start(&[]);
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    assert!(page.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{page}");
    assert!(page.contains("x-content-type-options: nosniff"));
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/src/main.rs",
        "/api/none",
        "/api/runs/%2e%2e/0",
    ] {
        let (status, answer) = server.get(path);
        assert_eq!(status, 404, "{path}");
        sentence(&answer);
    }
    for (method, status) in [("PUT", 405), ("OPTIONS", 405), ("PATCH", 405), ("TRACE", 405)] {
        assert_eq!(server.send(method, "/api/solve", "", b"").0, status, "{method}");
    }
    assert_eq!(server.send("POST", "/", "", b"").0, 405);
}

#[test]
fn other_origins_and_other_names_are_refused() {
    let server = Server::start(&[]);
    let body = json!({ "board": "####......" }).to_string();
    let json = "Content-Type: application/json\r\n";
    for (headers, expected) in [
        ("Origin: https://example.org\r\n", 403),
        ("Origin: null\r\n", 403),
        ("Origin: http://localhost:1\r\n", 403),
        ("Sec-Fetch-Site: cross-site\r\n", 403),
        ("Host: example.org\r\n", 421),
    ] {
        let (status, answer) =
            server.send("POST", "/api/check", &format!("{headers}{json}"), body.as_bytes());
        assert_eq!(status, expected, "{headers}");
        sentence(&answer);
    }
    let own = format!("Origin: http://localhost:{}\r\n{json}", server.port);
    assert_eq!(server.send("POST", "/api/check", &own, body.as_bytes()).0, 200);
    let (status, answer) = server.send("POST", "/api/check", "Content-Type: text/plain\r\n", body.as_bytes());
    assert_eq!(status, 415);
    assert!(sentence(&answer).contains("application/json"));
}

#[test]
fn bodies_that_make_no_sense_are_refused_with_one_sentence() {
    let server = Server::start(&["--seconds", "5"]);
    for (body, words) in [
        (json!({}), "missing field `board`"),
        (json!([1, 2]), "expected"),
        (json!({ "board": 7 }), "invalid type"),
        (json!({ "board": "#x" }), "line 1, column 2"),
        (json!({ "board": "####......", "size": "99x99" }), "not supported"),
        (json!({ "board": "####......", "size": "ten" }), "expected a size"),
        (json!({ "board": "####......", "agent": "autp" }), "did you mean `auto`"),
        (json!({ "board": "####......", "seconds": 6.0 }), "at most 5 seconds"),
        (json!({ "board": "####......", "seconds": -1.0 }), "more than 0"),
        (json!({ "board": "####......", "seconds": "1" }), "invalid type"),
        (json!({ "board": "####......", "nodes": 0 }), "at least 1"),
        (json!({ "board": "####......", "name": "x".repeat(101) }), "at most 100"),
    ] {
        let (status, answer) = server.post("/api/solve", &body);
        assert_eq!(status, 400, "{body}");
        let said = answer["error"].as_str().unwrap();
        assert!(said.contains(words) && !said.contains('\n'), "{said}");
    }
    let huge = format!("{{\"board\":\"{}\"}}", "#".repeat(100_000));
    let (status, answer) =
        server.send("POST", "/api/solve", "Content-Type: application/json\r\n", huge.as_bytes());
    assert_eq!(status, 413);
    assert!(sentence(&answer).contains("too large"));
    assert_eq!(server.send("POST", "/api/read", "", &vec![b'#'; 2 << 20]).0, 413);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(100));
    let bodies = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..300),
        "[{}\\[\\]\":,a-z0-9#.\\\\]{0,200}".prop_map(String::into_bytes),
    ];
    let paths =
        prop::sample::select(vec!["/api/solve", "/api/check", "/api/think", "/api/draw/gif", "/api/read"]);
    let fuzzed = runner.run(&(bodies, paths), |(body, path)| {
        let (status, _) = server.send("POST", path, "Content-Type: application/json\r\n", &body);
        prop_assert!((400..500).contains(&status), "{} {}", path, status);
        Ok(())
    });
    fuzzed.unwrap();
}

#[test]
fn unreachable_boards_are_explained_before_and_after_a_search() {
    let server = Server::start(&[]);
    let body = json!({ "board": "##########\n##########" });
    let (status, checked) = server.post("/api/check", &body);
    assert_eq!((status, &checked["admissible"], &checked["rows"]), (200, &json!(false), &json!([0, 1])));
    let (last, record) = server.events(&server.ask(&body)).last().unwrap();
    assert_eq!((last.as_str(), &record["status"]), ("done", &json!("unreachable")));
    assert!(record["reason"].as_str().unwrap().contains("is full"));
}

#[test]
fn searches_wait_in_a_queue_and_a_closed_connection_ends_one() {
    let server = Server::start(&["--searches", "1", "--queue", "2"]);
    let body = json!({ "board": HARD, "agent": "random", "seconds": 60.0 });
    let mut first = server.events(&server.ask(&body));
    while first.next().unwrap() != ("queue".to_owned(), json!({ "place": 0 })) {}
    let mut second = server.events(&server.ask(&body));
    assert_eq!(second.next().unwrap(), ("queue".to_owned(), json!({ "place": 1 })));
    let third = server.ask(&body);
    let mut heard = server.events(&third);
    assert_eq!(heard.next().unwrap(), ("queue".to_owned(), json!({ "place": 2 })));
    let (status, full) = server.post("/api/solve", &body);
    assert_eq!((status, full["error"].as_str()), (429, Some("2 searches wait already: try again later")));

    // The tab whose search runs is closed: the next one's turn comes long before 60 seconds.
    let began = Instant::now();
    drop(first);
    while second.next().unwrap() != ("queue".to_owned(), json!({ "place": 0 })) {}
    assert!(began.elapsed() < Duration::from_secs(20));
    while heard.next().unwrap() != ("queue".to_owned(), json!({ "place": 1 })) {}

    // Ending a search that waits forgets it; ending one that runs gives its listener the end.
    assert_eq!(server.send("DELETE", &format!("/api/solve/{third}"), "", b"").0, 204);
    assert_eq!(server.get(&format!("/api/solve/{third}/events")).0, 404);
    assert_eq!(server.waiting(), 0);
    assert_eq!(server.send("DELETE", "/api/solve/none", "", b"").0, 404);
    drop(second);
}

#[test]
fn ending_a_running_search_tells_its_listener() {
    let server = Server::start(&["--searches", "1"]);
    let id = server.ask(&json!({ "board": HARD, "agent": "random", "seconds": 60.0 }));
    let mut events = server.events(&id);
    while events.next().unwrap() != ("queue".to_owned(), json!({ "place": 0 })) {}
    assert_eq!(server.send("DELETE", &format!("/api/solve/{id}"), "", b"").0, 204);
    let (last, record) = events.last().unwrap();
    assert_eq!((last.as_str(), &record["status"]), ("done", &json!("not_found")));
}

#[test]
fn a_port_in_use_is_told_in_one_sentence() {
    let server = Server::start(&[]);
    let output = Command::new(env!("CARGO_BIN_EXE_tetreach"))
        .args(["serve", "--port", &server.port.to_string()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("choose another port with --port"));
}

#[test]
fn searches_begin_with_other_boards_where_agents_can() {
    let server = Server::start(&[]);
    let target = "####..####";
    let asked = |agent: &str| json!({ "board": target, "start": "####......", "agent": agent, "seconds": 5 });
    let id = server.ask(&asked("exact"));
    let (name, answer) = server.events(&id).last().unwrap();
    assert_eq!(
        (name.as_str(), &answer["pieces"], &answer["proved_optimal"]),
        ("done", &1.into(), &true.into())
    );
    let (status, refused) = server.post("/api/solve", &asked("construct"));
    assert_eq!(status, 400);
    assert!(refused["error"].as_str().unwrap().contains("choose auto, exact, greedy"), "{refused}");
    let (status, _) = server.post("/api/solve", &json!({ "board": target, "start": "#####" }));
    assert_eq!(status, 400);
    let (_, checked) = server.post("/api/check", &json!({ "board": target, "start": "####......" }));
    assert_eq!((&checked["admissible"], &checked["lower_bound"]), (&true.into(), &1.into()));
    assert!(checked["bound_reason"].as_str().unwrap().ends_with("and none is shorter"), "{checked}");
    let with_moves = json!({ "board": target, "start": "####......", "moves": answer["moves"] });
    for format in ["fumen", "gif", "svg", "png"] {
        assert_eq!(server.post(&format!("/api/draw/{format}"), &with_moves).0, 200, "{format}");
    }
    let elsewhere = json!({ "board": target, "start": "....######", "moves": answer["moves"] });
    assert_eq!(server.post("/api/draw/gif", &elsewhere).0, 400);
}

#[test]
fn the_network_says_what_it_thinks() {
    let server = Server::start(&[]);
    let (status, thought) = server.post("/api/think", &json!({ "board": "####......", "now": ".........." }));
    assert_eq!(status, 200, "{thought}");
    assert_eq!(thought["policy"][0]["piece"], "I");
    assert!(thought["distance"].as_f64().unwrap() < 3.0, "{thought}");
    let of_another = json!({ "board": "####......", "now": "..........", "agent": "search" });
    let (status, other) = server.post("/api/think", &of_another);
    assert_eq!(status, 200, "{other}");
    assert_ne!(other["policy"][0]["probability"], thought["policy"][0]["probability"], "another network");
    for body in [
        json!({ "board": "####......" }),
        json!({ "board": "####......", "now": "#" }),
        json!({ "board": "####", "now": "....", "size": "4x99" }),
        json!({ "board": "####......", "now": "..........", "agent": "exact" }),
        json!({ "board": "####......", "now": "..........", "agent": "greedi" }),
    ] {
        let (status, refused) = server.post("/api/think", &body);
        assert_eq!(status, 400, "{refused}");
        assert!(refused["error"].is_string());
    }
}

#[test]
fn the_newest_weights_of_runs_play() {
    let runs = tempfile::tempdir().unwrap();
    for name in ["young", "trained"] {
        let run = runs.path().join(name);
        std::fs::create_dir(&run).unwrap();
        std::fs::write(run.join("metrics.jsonl"), "").unwrap();
    }
    let last = runs.path().join("trained/checkpoints/last");
    std::fs::create_dir_all(&last).unwrap();
    for file in ["card.json", "weights.safetensors"] {
        let shipped =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkpoints/agent").join(file);
        std::fs::copy(shipped, last.join(file)).unwrap();
    }
    let server = Server::start(&["--runs", runs.path().to_str().unwrap()]);
    let boards = |name: &str| {
        let (status, answer) = server.get(&format!("/api/runs/{name}/boards"));
        (status, serde_json::from_str::<Value>(body_of(&answer)).unwrap())
    };
    assert_eq!(boards("young").1["reason"], "no weights were saved yet");
    let (status, played) = boards("trained");
    assert_eq!((status, &played["reason"]), (200, &Value::Null));
    assert!((1..=12).contains(&played["boards"].as_array().unwrap().len()), "{played}");
    assert_eq!(boards("other").0, 404);
}
