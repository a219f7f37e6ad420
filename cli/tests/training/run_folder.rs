//! Run folders and checkpoints: atomic, verified, and sound after every kind of accident.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tetreach::config::{Config, Layers};
use tetreach_agents::record::{Ending, RecordError, TensorBoard, read_metrics, tags};
use tetreach_agents::store::checkpoint::{
    Checkpoint, CheckpointError, Checkpoints, Place, REPLAY, STATE, WEIGHTS, read_tensor_entries,
};
use tetreach_agents::store::run_dir::{BuildInfo, Facts, RunDir, RunDirError, read_facts};
use tetreach_agents::train::run::recorder;

/// Tells a test that it is the child of another one, and where to work.
const CHILD: &str = "TETREACH_TEST_CHILD";

fn save(checkpoints: &Checkpoints, place: Place, step: u64) -> Result<(), CheckpointError> {
    checkpoints.save(place, step, |draft| {
        draft.add(WEIGHTS, format!("weights of step {step}").as_bytes())?;
        draft.add(STATE, step.to_string().as_bytes())?;
        draft.stream(REPLAY, |writer| (0..1000).try_for_each(|_| writer.write_all(&step.to_le_bytes())))
    })
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_saved_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::open(folder.path()).unwrap();
    save(&checkpoints, Place::Last, 7).unwrap();
    let checkpoint = checkpoints.load(Place::Last).unwrap();
    assert_eq!(checkpoint.step(), 7);
    assert_eq!(checkpoint.read(STATE).unwrap(), b"7");
    assert_eq!(checkpoint.entry(REPLAY).unwrap().size, 8000);
    assert!(checkpoint.read("other").unwrap_err().to_string().contains("holds no other"));
    assert!(matches!(checkpoints.load(Place::Best), Err(CheckpointError::Missing { .. })));
}

#[test]
fn last_keeps_two_generations_and_other_places_one() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::open(folder.path()).unwrap();
    for step in [1, 2, 3] {
        save(&checkpoints, Place::Last, step).unwrap();
        save(&checkpoints, Place::Best, step).unwrap();
    }
    assert_eq!(names(folder.path()), ["best", "last", "last.previous"]);
    assert_eq!(Checkpoint::open(&folder.path().join("last.previous")).unwrap().step(), 2);
}

#[test]
fn copies_leave_out_what_they_are_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::open(folder.path()).unwrap();
    save(&checkpoints, Place::Last, 5).unwrap();
    checkpoints.copy(Place::Last, Place::Best, &[REPLAY]).unwrap();
    save(&checkpoints, Place::Last, 6).unwrap();
    let best = checkpoints.load(Place::Best).unwrap();
    assert_eq!((best.step(), best.read(STATE).unwrap()), (5, b"5".to_vec()));
    assert!(best.entry(REPLAY).is_none());
}

#[test]
fn only_the_latest_steps_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::open(folder.path()).unwrap();
    for step in [900, 1000, 20, 300] {
        save(&checkpoints, Place::Step(step), step).unwrap();
    }
    checkpoints.prune(2).unwrap();
    assert_eq!(checkpoints.places().unwrap(), [Place::Step(900), Place::Step(1000)]);
}

#[test]
fn damage_is_named_and_the_generation_before_serves() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::open(folder.path()).unwrap();
    save(&checkpoints, Place::Best, 1).unwrap();
    let best = folder.path().join("best");
    type Harm<'a> = &'a dyn Fn(&Path);
    let cases: [(&str, Harm<'_>, &str); 6] = [
        (WEIGHTS, &|path| fs::write(path, "weights of step 2").unwrap(), "its SHA-256 sum differs"),
        (WEIGHTS, &|path| fs::write(path, "weights").unwrap(), "has 7 bytes instead of 17"),
        (REPLAY, &|path| fs::remove_file(path).unwrap(), "replay.bin is missing"),
        ("manifest.json", &|path| fs::write(path, "{\"format\": 1").unwrap(), "manifest.json: EOF"),
        (
            "manifest.json",
            &|path| fs::write(path, r#"{"format": 9, "step": 1, "files": []}"#).unwrap(),
            "its format is 9, but this program reads format 1",
        ),
        ("manifest.json", &|path| fs::remove_file(path).unwrap(), "manifest.json is missing"),
    ];
    for (file, harm, expected) in cases {
        save(&checkpoints, Place::Best, 1).unwrap();
        harm(&best.join(file));
        let error = checkpoints.load(Place::Best).unwrap_err().to_string();
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    }
    let outside = r#"{"format": 1, "step": 1, "files": [{"name": "../x", "size": 1, "sha256": ""}]}"#;
    fs::write(best.join("manifest.json"), outside).unwrap();
    assert!(checkpoints.load(Place::Best).unwrap_err().to_string().contains("lists a file \"../x\""));

    save(&checkpoints, Place::Last, 1).unwrap();
    save(&checkpoints, Place::Last, 2).unwrap();
    fs::write(folder.path().join("last").join(STATE), "").unwrap();
    assert_eq!(checkpoints.load(Place::Last).unwrap().step(), 1);
    // The damaged one must not push out the sound one.
    let checkpoints = Checkpoints::open(folder.path()).unwrap();
    save(&checkpoints, Place::Last, 3).unwrap();
    fs::write(folder.path().join("last").join(STATE), "").unwrap();
    assert_eq!(checkpoints.load(Place::Last).unwrap().step(), 1);
}

#[test]
fn a_write_that_fails_leaves_the_checkpoint_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::open(folder.path()).unwrap();
    save(&checkpoints, Place::Last, 1).unwrap();
    let failing = checkpoints.save(Place::Last, 2, |draft| {
        draft.add(WEIGHTS, b"new")?;
        draft.stream(REPLAY, |writer| {
            writer.write_all(&[0; 100_000])?;
            Err(io::ErrorKind::StorageFull.into())
        })
    });
    let message = failing.unwrap_err().to_string();
    assert!(
        message.starts_with("the disk is full") && message.ends_with("the one of step 1 is intact"),
        "{message}"
    );
    assert_eq!(names(folder.path()), ["last"]);
    for name in ["", "../x", ".hidden", "a/b", "manifest.json"] {
        let refused = checkpoints.save(Place::Last, 3, |draft| draft.add(name, b""));
        assert!(matches!(refused, Err(CheckpointError::Name { .. })), "{name}");
    }
    assert_eq!(checkpoints.load(Place::Last).unwrap().step(), 1);
}

/// Saves checkpoints until it is killed, if it is a child; each step is told when it is safe.
#[test]
fn child_that_saves_until_it_is_killed() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let checkpoints = Checkpoints::open(Path::new(&folder)).unwrap();
    let start = checkpoints.load(Place::Last).map_or(0, |checkpoint| checkpoint.step());
    for step in start + 1.. {
        save(&checkpoints, Place::Last, step).unwrap();
        println!("saved {step}");
    }
}

#[test]
fn a_kill_at_any_moment_leaves_a_loadable_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let mut safe = 0;
    for round in 0..12_u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "run_folder::child_that_saves_until_it_is_killed",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(CHILD, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let began = Instant::now();
        let mut saves = 0;
        for line in output.lines() {
            if let Some(step) = line.unwrap().split("saved ").nth(1) {
                safe = step.trim().parse().unwrap();
                saves += 1;
            }
            // At another moment every time, somewhere within a save.
            if saves > round || began.elapsed() > Duration::from_secs(20) {
                std::thread::sleep(Duration::from_micros(137 * round));
                break;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let loaded = Checkpoints::look(folder.path()).load(Place::Last).unwrap().step();
        assert!(loaded >= safe, "saved {safe}, but found {loaded}");
    }
    assert!(safe > 12);
    Checkpoints::open(folder.path()).unwrap();
    assert!(names(folder.path()).iter().all(|name| name.starts_with("last")), "leftovers are cleared away");
}

/// Fills a disk of a few hundred kilobytes, if it is a child that stands on one.
#[test]
fn child_that_fills_its_disk() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let folder = Path::new(&folder);
    let checkpoints = Checkpoints::open(&folder.join("checkpoints")).unwrap();
    save(&checkpoints, Place::Last, 1).unwrap();
    let error = checkpoints.save(Place::Last, 2, |draft| draft.add(REPLAY, &vec![1; 1 << 20])).unwrap_err();
    println!("told: {error}");
    assert_eq!(checkpoints.load(Place::Last).unwrap().step(), 1);
    assert_eq!(names(checkpoints.folder()), ["last"]);
    let mut events = TensorBoard::create(&folder.join("events")).unwrap();
    let values: Vec<_> = (0..100).map(|layer| (tags::FINAL_SCORE.of(&format!("{layer}")), 0.0)).collect();
    let failure = (0..1000).find_map(|step| {
        let content = tetreach_agents::record::Content::Scalars(&values);
        let record = tetreach_agents::record::StepRecord { step, seconds: 0.0, content };
        tetreach_agents::record::MetricWriter::write(&mut events, &record).err()
    });
    assert!(matches!(failure, Some(RecordError::DiskFull { .. })), "{failure:?}");
    println!("passed");
}

#[test]
fn a_full_disk_is_told_and_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"mount -t tmpfs -o size=400k none "$TETREACH_TEST_CHILD" || exit 99; exec "$0" "$@""#;
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "run_folder::child_that_fills_its_disk", "--nocapture"])
        .env(CHILD, folder.path())
        .output();
    let text = match &output {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(_) => String::new(),
    };
    if !text.contains("run_folder::child_that_fills_its_disk") {
        // The same path through the code is tested above with a writer that fails.
        eprintln!("not run on a real full disk: this system lets no test mount one");
        return;
    }
    assert!(text.contains("passed"), "{output:?}");
    assert!(
        text.contains("told: the disk is full") && text.contains("the one of step 1 is intact"),
        "{text}"
    );
}

#[test]
fn a_run_folder_tells_what_happened() {
    let root = tempfile::tempdir().unwrap();
    let resolved = Layers::<Config>::new().assign(&"run.name=quick".parse().unwrap()).resolve().unwrap();
    let facts = Facts::now(5, BuildInfo::default());
    let run = RunDir::create(root.path(), resolved.name(), &resolved.to_toml(), &facts).unwrap();
    let name = run.path().file_name().unwrap().to_str().unwrap().to_string();
    let time = name.strip_prefix("quick__5__").unwrap();
    assert!(time.len() == 15 && time.as_bytes()[8] == b'-', "{name}");
    assert_eq!(
        names(run.path()),
        ["checkpoints", "command.txt", "config.toml", "evaluations", "events", "run.json", "run.lock"]
    );
    assert_eq!(Layers::<Config>::new().file(&run.config()).resolve().unwrap().config, resolved.config);
    assert_eq!(read_facts(run.path()).unwrap(), facts);
    run.write_evaluation("step-10.json", b"{}").unwrap();

    let mut recorder = recorder::begin(&run, Vec::new()).unwrap();
    (1..=4).for_each(|step| recorder.scalars(step, &[(tags::TD_LOSS, 0.5)]).unwrap());
    recorder.end(4, Ending::Stopped, &[]).unwrap();
    assert!(matches!(RunDir::resume(run.path()), Err(RunDirError::Busy { .. })));
    let path = run.path().to_path_buf();
    drop((run, recorder));
    let resumed = RunDir::resume(&path).unwrap();
    let mut recorder = recorder::resume(&resumed, 2, 60.0, Vec::new()).unwrap();
    recorder.scalars(3, &[(tags::TD_LOSS, 0.25)]).unwrap();
    let lines = read_metrics(&path.join("metrics.jsonl")).unwrap();
    assert_eq!(lines.iter().map(|line| line.step).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn two_runs_of_one_second_have_two_folders() {
    let root = tempfile::tempdir().unwrap();
    let resolved = Layers::<Config>::new().resolve().unwrap();
    let runs: Vec<_> = (0..3)
        .map(|_| {
            RunDir::create(
                root.path(),
                resolved.name(),
                &resolved.to_toml(),
                &Facts::now(0, BuildInfo::default()),
            )
            .unwrap()
        })
        .collect();
    assert_eq!(names(root.path()).len(), runs.len());
    let nothing = RunDir::resume(root.path()).unwrap_err().to_string();
    assert!(nothing.ends_with("is no run folder: it has no config.toml"), "{nothing}");
}

#[test]
fn tensors_are_listed_without_libtorch() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.safetensors");
    let header = r#"{"__metadata__":{"a":"b"},"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}}"#;
    let file = |header: &str, data: usize| {
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header.as_bytes());
        bytes.resize(bytes.len() + data, 0);
        bytes
    };
    fs::write(&path, file(header, 24)).unwrap();
    let tensors = read_tensor_entries(&path).unwrap();
    assert_eq!((tensors.len(), tensors[0].name.as_str(), &tensors[0].shape), (1, "x", &vec![2, 3]));
    for (bytes, expected) in [
        (file(header, 23), "tensor x lies outside the file"),
        (vec![1, 2, 3], "at least 8 bytes"),
        (vec![255; 40], "a header of 18446744073709551615 bytes in a file of 40 bytes"),
        (file("{]", 0), "its header"),
        (file(r#"{"x":{"dtype":"F32"}}"#, 0), "tensor x"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = read_tensor_entries(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
