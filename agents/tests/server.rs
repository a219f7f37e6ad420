//! The inference server answers like the evaluator it owns, in batches; no client waits for a thread that has ended.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tetreach_agents::serve::{Server, ServerSettings};
use tetreach_agents::toy::corridor::CorridorTask;
use tetreach_agents::{EvaluateError, Evaluations, Evaluator, HashEvaluator};

const TASK: CorridorTask = CorridorTask { length: 100, max_steps: 99 };

fn noise() -> HashEvaluator<CorridorTask> {
    HashEvaluator { task: TASK, seed: 4 }
}

fn answers(evaluator: &mut impl Evaluator<State = u16, Goal = u16>, pairs: &[(u16, u16)]) -> Evaluations {
    let mut out = Evaluations::default();
    evaluator.evaluate(pairs, &mut out).unwrap();
    out
}

#[test]
fn answers_are_those_of_the_evaluator_for_every_client_and_owner() {
    let server = Server::start(vec![noise(), noise()], None, ServerSettings::default()).unwrap();
    thread::scope(|scope| {
        for client in 0..6_u16 {
            let server = &server;
            scope.spawn(move || {
                let mut asking = server.client();
                for round in 0..50_u16 {
                    let pair = |i: u16| ((client * 7 + round * 3 + i) % 100, (round + 5 * i) % 100);
                    let pairs: Vec<_> = (0..1 + round % 9).map(pair).collect();
                    assert_eq!(answers(&mut asking, &pairs), answers(&mut noise(), &pairs));
                }
            });
        }
    });
    let numbers = server.numbers();
    assert_eq!(numbers.asked, numbers.hits + numbers.judged);
    assert!(numbers.hits > 0 && numbers.hit_rate() < 1.0 && numbers.mean_batch() >= 1.0);
    let judged_by_batches = numbers.batches.iter().sum::<u64>() as f64 * numbers.mean_batch();
    assert!(
        (judged_by_batches - numbers.judged as f64).abs() < 0.5,
        "{judged_by_batches} of {}",
        numbers.judged
    );
    server.join();
}

#[test]
fn of_a_question_and_its_mirror_image_one_is_judged() {
    let server = Server::start(vec![noise()], Some(Arc::new(TASK)), ServerSettings::default()).unwrap();
    let mut client = server.client();
    let here = answers(&mut client, &[(10, 30), (10, 30)]);
    let there = answers(&mut client, &[(89, 69)]);
    assert_eq!(client.judged(), 1);
    assert_eq!(here.log_policy(0), here.log_policy(1));
    let swapped = |row: &[f32]| [row[1], row[0]];
    assert_eq!(swapped(here.log_policy(0)), there.log_policy(0));
    assert_eq!(swapped(here.q(0)), there.q(0));
    assert_eq!(here.distance[0], there.distance[0]);
    assert!((server.numbers().hit_rate() - 2.0 / 3.0).abs() < 1e-9);
    server.forget();
    answers(&mut client, &[(89, 69)]);
    assert_eq!(client.judged(), 2, "what is forgotten is judged again");
}

/// Takes its time, so that questions pile up.
struct Slow;

impl Evaluator for Slow {
    type State = u16;
    type Goal = u16;

    fn evaluate(&mut self, pairs: &[(u16, u16)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        thread::sleep(Duration::from_millis(2));
        noise().evaluate(pairs, out)
    }
}

#[test]
fn questions_of_several_clients_share_a_batch_and_large_ones_are_split() {
    let settings = ServerSettings { batch: 8, wait: 100_000, cache: 0 };
    let server = Server::start(vec![Slow], None, settings).unwrap();
    thread::scope(|scope| {
        for client in 0..4_u16 {
            let server = &server;
            scope.spawn(move || {
                let mut asking = server.client();
                for round in 0..10 {
                    answers(&mut asking, &[(client, round), (client + 4, round)]);
                }
            });
        }
    });
    let numbers = server.numbers();
    assert!(numbers.mean_batch() > 3.0, "{numbers:?}");
    let pairs: Vec<_> = (0..20).map(|place| (place, 50)).collect();
    assert_eq!(answers(&mut server.client(), &pairs), answers(&mut noise(), &pairs));
    let after = server.numbers();
    assert_eq!(after.batches[3] - numbers.batches[3], 2, "two full batches of eight");
    assert_eq!(after.batches[2] - numbers.batches[2], 1, "and one of four");
}

/// Fails on one place and dies on another.
struct Moody;

impl Evaluator for Moody {
    type State = u16;
    type Goal = u16;

    fn evaluate(&mut self, pairs: &[(u16, u16)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        assert!(pairs.iter().all(|(place, _)| *place != 13), "an accident");
        if pairs.iter().any(|(place, _)| *place == 7) {
            return Err(EvaluateError { reason: "out of memory".into() });
        }
        noise().evaluate(pairs, out)
    }
}

#[test]
fn errors_travel_to_the_client_and_the_server_goes_on() {
    let server = Server::start(vec![Moody], None, ServerSettings::default()).unwrap();
    let mut client = server.client();
    let refused = client.evaluate(&[(1, 2), (7, 2)], &mut Evaluations::default());
    assert_eq!(refused, Err(EvaluateError { reason: "out of memory".into() }));
    assert_eq!(answers(&mut client, &[(1, 2)]), answers(&mut noise(), &[(1, 2)]));
}

#[test]
fn nobody_waits_for_an_owner_that_died() {
    let server =
        Server::start(vec![Moody], None, ServerSettings { wait: 1000, ..Default::default() }).unwrap();
    thread::scope(|scope| {
        for client in 0..4 {
            let server = &server;
            scope.spawn(move || {
                let mut asking = server.client();
                let mut failed = 0;
                for round in 0..50 {
                    let place = if client == 0 && round == 20 { 13 } else { 20 + round };
                    let answer = asking.evaluate(&[(place, client)], &mut Evaluations::default());
                    failed += u32::from(answer.is_err());
                }
                assert!(failed > 0 || client > 0);
            });
        }
    });
    let late = server.client().evaluate(&[(1, 99)], &mut Evaluations::default());
    assert!(late.is_err_and(|error| error.to_string().contains("the inference thread has ended")));
    server.join();
}
