//! What a recorder writes, read back without TensorBoard.

use std::fs;
use std::path::Path;

use crate::support::docs::assert_up_to_date;
use crate::support::events::read_events;
use protobuf::Message;
use serde_json::json;
use tensorboard_proto::event::Event;
use tetreach_agents::record::{
    Ending, Histogram, Jsonl, Picture, RecordError, Recorder, RunProgress, TensorBoard, hyperparameters,
    read_metrics, reference, tags,
};

fn recorder(folder: &Path) -> Recorder {
    let numbers = Jsonl::create(&folder.join("metrics.jsonl")).unwrap();
    let events = TensorBoard::create(&folder.join("events")).unwrap();
    Recorder::new(vec![Box::new(numbers), Box::new(events)], 0.0)
}

fn resumed(folder: &Path, step: u64) -> Recorder {
    let numbers = Jsonl::resume(&folder.join("metrics.jsonl"), step).unwrap();
    let events = TensorBoard::resume(&folder.join("events"), step).unwrap();
    Recorder::new(vec![Box::new(numbers), Box::new(events)], 100.0)
}

/// The events of all files in the order of their names.
fn events(folder: &Path) -> Vec<Event> {
    let mut files: Vec<_> =
        fs::read_dir(folder.join("events")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let payloads = files.iter().flat_map(|path| read_events(&fs::read(path).unwrap()));
    payloads.map(|payload| Event::parse_from_bytes(&payload).unwrap()).collect()
}

#[test]
fn the_page_of_metrics_is_up_to_date() {
    assert_up_to_date("docs/metrics.md", &reference());
}

#[test]
fn numbers_stand_in_both_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = recorder(folder.path());
    for step in 0..50_u64 {
        let values =
            [(tags::TD_LOSS, 1.0 / (step + 1) as f64), (tags::SUITE_SUCCESS_RATE.of("stack-4"), 0.25)];
        recorder.scalars(step, &values).unwrap();
    }
    recorder.progress(RunProgress::default()).unwrap();
    recorder.scalars(50, &[]).unwrap();
    recorder.flush().unwrap();

    let lines = read_metrics(&folder.path().join("metrics.jsonl")).unwrap();
    let from_events: Vec<_> = events(folder.path())
        .iter()
        .flat_map(|event| {
            event.get_summary().get_value().iter().map(move |value| (event.step, value.clone()))
        })
        .collect();
    assert_eq!((lines.len(), from_events.len()), (50, 100));
    for (line, values) in lines.iter().zip(from_events.chunks(2)) {
        for (step, value) in values {
            assert_eq!(*step, line.step as i64);
            assert_eq!(line.scalar(value.get_tag()).unwrap() as f32, value.get_simple_value());
        }
    }
    assert_eq!(lines[3].scalar("losses/td_loss"), Some(0.25));
    assert_eq!(lines[3].scalar("eval/stack-4/success_rate"), Some(0.25));
}

#[test]
fn event_files_begin_with_their_version() {
    let folder = tempfile::tempdir().unwrap();
    drop(recorder(folder.path()));
    let events = events(folder.path());
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].get_file_version(), "brain.Event:2");
}

#[test]
fn pictures_keep_their_sides_and_histograms_their_buckets() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = recorder(folder.path());
    let picture = Picture::new(10, 20, vec![7; 600]).unwrap();
    recorder.picture(1, &tags::EPISODES.of("art"), &picture).unwrap();
    let histogram = Histogram::of((0..100).map(f64::from));
    recorder.histogram(2, &tags::Q_VALUE_DISTRIBUTION, &histogram).unwrap();
    recorder.flush().unwrap();
    let events = events(folder.path());
    let image = events[1].get_summary().get_value()[0].get_image();
    assert_eq!((image.width, image.height, image.colorspace), (10, 20, 3));
    let buckets = events[2].get_summary().get_value()[0].get_histo();
    assert_eq!((buckets.num, buckets.max, buckets.sum), (100.0, 99.0, 4950.0));
    assert_eq!(buckets.bucket.iter().sum::<f64>(), 100.0);
    let lines = read_metrics(&folder.path().join("metrics.jsonl")).unwrap();
    assert_eq!(lines.len(), 1, "pictures are no numbers");
    assert_eq!(lines[0].entries["distributions/q_values"]["sum"], 4950.0);
}

#[test]
fn settings_texts_and_endings_go_through_the_plugins() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = recorder(folder.path());
    let score = tags::FINAL_SCORE.of("success_rate");
    recorder.settings(&hyperparameters(&json!({"run": {"seed": 3}})), std::slice::from_ref(&score)).unwrap();
    recorder.text(0, &tags::CONFIG, "| a | b |").unwrap();
    recorder.end(9, Ending::Finished, &[(score, 0.5)]).unwrap();
    let events = events(folder.path());
    let plugins: Vec<_> = events
        .iter()
        .flat_map(|event| event.get_summary().get_value())
        .map(|value| value.get_metadata().get_plugin_data().get_plugin_name())
        .collect();
    assert_eq!(plugins, ["hparams", "hparams", "text", "", "hparams"]);
    let lines = read_metrics(&folder.path().join("metrics.jsonl")).unwrap();
    assert_eq!(lines[0].entries["settings"]["run.seed"], 3.0);
    assert_eq!((&lines[2].entries["end"], lines[2].step), (&json!("finished"), 9));
    assert_eq!(lines[2].scalar("hparam/success_rate"), Some(0.5));
}

#[test]
fn two_writers_in_one_second_keep_apart() {
    let folder = tempfile::tempdir().unwrap();
    let writers: Vec<_> = (0..5).map(|_| TensorBoard::create(folder.path()).unwrap()).collect();
    let paths: Vec<_> = writers.iter().map(|writer| writer.path().to_path_buf()).collect();
    assert!(paths.is_sorted_by(|a, b| a < b), "{paths:?}");
}

#[test]
fn a_resumed_run_has_no_step_twice() {
    let folder = tempfile::tempdir().unwrap();
    let metrics = folder.path().join("metrics.jsonl");
    let mut first = recorder(folder.path());
    (1..=10).for_each(|step| first.scalars(step, &[(tags::TD_LOSS, 1.0)]).unwrap());
    first.end(10, Ending::Stopped, &[]).unwrap();
    drop(first);
    // As if killed in the middle of a line.
    let torn = fs::read_to_string(&metrics).unwrap() + "{\"step\":11,\"sec";
    fs::write(&metrics, torn).unwrap();

    let mut second = resumed(folder.path(), 6);
    (7..=12).for_each(|step| second.scalars(step, &[(tags::TD_LOSS, 2.0)]).unwrap());
    second.flush().unwrap();
    let lines = read_metrics(&metrics).unwrap();
    let steps: Vec<_> = lines.iter().map(|line| line.step).collect();
    assert_eq!(steps, (1..=12).collect::<Vec<_>>());
    let losses: Vec<_> = lines.iter().map(|line| line.scalar("losses/td_loss").unwrap()).collect();
    assert_eq!((losses[5], losses[6]), (1.0, 2.0));
    assert!(lines[6].seconds >= 100.0, "time goes on where the checkpoint left it");
    let restart = events(folder.path()).into_iter().find(|event| event.has_session_log()).unwrap();
    assert_eq!(restart.step, 7);
}

#[test]
fn numbers_that_are_not_finite_survive() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = recorder(folder.path());
    for (step, value) in [(1, f64::NAN), (2, f64::INFINITY), (3, f64::NEG_INFINITY)] {
        recorder.scalars(step, &[(tags::TD_LOSS, value)]).unwrap();
    }
    let lines = read_metrics(&folder.path().join("metrics.jsonl")).unwrap();
    let values: Vec<_> = lines.iter().map(|line| line.scalar("losses/td_loss").unwrap()).collect();
    assert!(values[0].is_nan() && values[1] == f64::INFINITY && values[2] == f64::NEG_INFINITY);
}

#[test]
fn a_damaged_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("metrics.jsonl");
    fs::write(&path, "{\"step\":1,\"seconds\":0.5}\n{\"step\":\n").unwrap();
    let error = read_metrics(&path).unwrap_err();
    assert!(matches!(error, RecordError::Damaged { line: 2, .. }), "{error}");
    assert!(Jsonl::resume(&path, 1).is_err());
    assert!(Jsonl::create(&path).is_err(), "a run never writes over the numbers of another");
}
