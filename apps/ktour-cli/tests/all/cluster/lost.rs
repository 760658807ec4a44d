//! Processes that are killed, stopped, silent or out of disk.

use std::{
    collections::BTreeMap,
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{ANSWER, Place, all, ended, is_counted, process, sentence, start, text};

/// Returns the layers of which the processes have saved all parts.
fn whole_layers(place: &Place, processes: usize) -> Vec<String> {
    let mut layers: BTreeMap<String, usize> = BTreeMap::new();
    let ending = format!("-of-{processes}.ktour");
    for entry in fs::read_dir(place.parts()).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if let Some((layer, _)) = name.split_once("-part-").filter(|_| name.ends_with(&ending)) {
            *layers.entry(layer.to_owned()).or_default() += 1;
        }
    }
    layers.into_iter().filter(|(_, parts)| *parts == processes).map(|(layer, _)| layer).collect()
}

/// Runs this many processes until they have saved another complete layer, and for `pause` longer.
fn start_until_a_layer_is_whole(place: &Place, processes: usize, pause: u64) -> Vec<Child> {
    let parts = place.parts();
    let before = whole_layers(place, processes);
    let mut children = start("7x8", place, processes, &["--checkpoint", parts.to_str().unwrap()]);
    let began = Instant::now();
    while whole_layers(place, processes).iter().all(|layer| before.contains(layer)) {
        assert!(began.elapsed() < Duration::from_secs(60), "no checkpoint");
        let is_running = |child: &mut Child| child.try_wait().unwrap().is_none();
        assert!(children.iter_mut().all(is_running), "one has ended by itself");
        thread::sleep(Duration::from_millis(2));
    }
    thread::sleep(Duration::from_millis(pause));
    children
}

const SEVEN: &str = "69048864632 directed closed tours, 34524432316 undirected\n";

#[test]
fn a_lost_process_is_named_and_the_same_command_resumes() {
    let place = Place::new(3);
    let parts = place.parts();
    let more = ["--checkpoint", parts.to_str().unwrap()];
    let mut children = start_until_a_layer_is_whole(&place, 3, 0);
    // On Unix this is kill -9.
    children[1].kill().unwrap();
    let outputs = all(children);
    for at in [0, 2] {
        let sentence = sentence(&outputs[at], 3);
        let lost = format!("ktour: {} was lost, ", place.name(1));
        assert!(sentence.starts_with(&lost), "{sentence}");
        assert!(
            sentence
                .ends_with("run the same command on every process to continue from the last complete layer"),
            "{sentence}"
        );
    }
    // All processes are killed at once, a little later; then the count is resumed with fewer, and with more.
    for (processes, pause) in [(3, 50), (1, 0), (2, 20)] {
        let mut children = start_until_a_layer_is_whole(&place, processes, pause);
        children.iter_mut().for_each(|child| child.kill().unwrap());
        all(children);
    }
    let outputs = all(start("7x8", &place, 3, &more));
    assert!(text(&outputs[0].stderr).contains("resumed after layer"), "{:?}", outputs[0]);
    is_counted(&outputs, SEVEN);
    assert_eq!(fs::read_dir(&parts).unwrap().count(), 0, "nothing is left when all is done");
}

#[test]
fn parts_of_another_question_and_broken_ones_are_refused_by_name() {
    let place = Place::new(2);
    let parts = place.parts();
    let more = ["--checkpoint", parts.to_str().unwrap()];
    let mut children = start_until_a_layer_is_whole(&place, 2, 0);
    children.iter_mut().for_each(|child| child.kill().unwrap());
    all(children);
    let hosts = place.hosts(1);
    let refusal = sentence(&process("6x8", &hosts, 0, &more).output().unwrap(), 2);
    assert!(refusal.contains(".ktour is a checkpoint of 7x8 closed, part "), "{refusal}");
    assert!(refusal.contains(", not of 6x8 closed, part "), "{refusal}");
    let part = fs::read_dir(&parts)
        .unwrap()
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension() == Some("ktour".as_ref()))
        .unwrap();
    let whole = fs::read(&part).unwrap();
    fs::write(&part, &whole[..whole.len() - 1]).unwrap();
    let refusal = sentence(&process("7x8", &hosts, 0, &more).output().unwrap(), 2);
    assert!(refusal.contains("cannot be resumed, it is incomplete"), "{refusal}");
}

#[test]
fn a_full_disk_costs_the_parts_and_not_the_count() {
    let place = Place::new(2);
    let (hosts, parts) = (place.hosts(2), place.parts());
    let start = |at| {
        let inside = process("6x8", &hosts, at, &["--checkpoint", parts.to_str().unwrap()]);
        // A limit on file sizes simulates a full disk.
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""]);
        command.arg(inside.get_program()).args(inside.get_args());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let outputs = all(vec![start(0), start(1)]);
    is_counted(&outputs, ANSWER);
    for output in &outputs {
        let said = text(&output.stderr);
        let sentence = said.lines().find(|line| line.contains("went on without this checkpoint"));
        assert!(sentence.is_some_and(|line| line.contains(".ktour cannot be written: ")), "{said}");
    }
    assert_eq!(fs::read_dir(&parts).unwrap().count(), 0, "no part and no half of one is left");
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

#[test]
fn a_slow_process_is_waited_for() {
    let place = Place::new(2);
    let children = start("6x8", &place, 2, &["--cluster-wait", "30"]);
    for _ in 0..4 {
        signal(&children[1], Signal::STOP);
        thread::sleep(Duration::from_millis(250));
        signal(&children[1], Signal::CONT);
        thread::sleep(Duration::from_millis(20));
    }
    is_counted(&all(children), ANSWER);
}

#[test]
fn a_process_that_falls_silent_is_lost() {
    let place = Place::new(2);
    let mut children = start("8x8", &place, 2, &["--cluster-wait", "3"]);
    thread::sleep(Duration::from_millis(1500));
    signal(&children[1], Signal::STOP);
    let first = ended(children.remove(0));
    let sentence = sentence(&first, 3);
    children[0].kill().unwrap();
    all(children);
    assert!(
        sentence.contains(&format!("{} was lost, nothing was received from it for 3 s", place.name(1))),
        "{sentence}"
    );
}

#[test]
fn ctrl_c_in_one_process_ends_all() {
    let place = Place::new(3);
    let children = start("8x8", &place, 3, &[]);
    thread::sleep(Duration::from_millis(1500));
    signal(&children[2], Signal::INT);
    let outputs = all(children);
    assert_eq!(outputs[2].status.code(), Some(130), "{:?}", outputs[2]);
    for output in &outputs[..2] {
        let sentence = sentence(output, 130);
        assert_eq!(sentence, format!("ktour: {} was interrupted, which ends the count", place.name(2)));
    }
}
