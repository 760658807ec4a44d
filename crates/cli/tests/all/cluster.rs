//! Counts across processes: real ones, on real connections, killed, stopped and refused.
#![cfg(all(unix, feature = "cluster"))]

use std::{
    collections::BTreeMap,
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{self, Child, Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

const ANSWER: &str = "110976284 directed closed tours, 55488142 undirected\n";

/// A directory with a hosts file of free ports on this machine.
struct Place {
    directory: tempfile::TempDir,
    ports: Vec<u16>,
}

/// A port that nobody uses, below those that the system gives to whoever asks for any.
fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = process::id().wrapping_mul(101).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 12_000 + (number % 18_000) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

impl Place {
    fn new(processes: usize) -> Place {
        let ports = (0..processes).map(|_| free_port()).collect();
        let place = Place { directory: tempfile::tempdir().unwrap(), ports };
        place.hosts(processes);
        place
    }

    /// The hosts file with the first so many processes.
    fn hosts(&self, processes: usize) -> PathBuf {
        let lines: String = self.ports[..processes].iter().map(|port| format!(":{port}\n")).collect();
        let path = self.directory.path().join(format!("hosts-{processes}"));
        fs::write(&path, lines).unwrap();
        path
    }

    fn parts(&self) -> PathBuf {
        self.directory.path().join("parts")
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} (127.0.0.1:{})", self.ports[process])
    }
}

fn ktour(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn process(board: &str, hosts: &Path, process: usize, more: &[&str]) -> Command {
    let mut command = ktour(&["count", board, "--closed", "--workers", "2", "--cluster"]);
    command.arg(hosts).args(["--process", &process.to_string()]).args(more);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a process has said when it ends, which it must soon.
fn ended(mut child: Child) -> Output {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            panic!("it hangs: {:?}", child.wait_with_output());
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn all(children: Vec<Child>) -> Vec<Output> {
    children.into_iter().map(ended).collect()
}

fn start(board: &str, place: &Place, processes: usize, more: &[&str]) -> Vec<Child> {
    let hosts = place.hosts(processes);
    (0..processes).map(|at| process(board, &hosts, at, more).spawn().unwrap()).collect()
}

fn sentence(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let sentence = text(&output.stderr);
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence.trim().to_owned()
}

/// The number on process 0, and a word about memory and rate from everybody else.
fn is_counted(outputs: &[Output], answer: &str) {
    for (at, output) in outputs.iter().enumerate() {
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(text(&output.stdout), if at == 0 { answer } else { "" }, "{output:?}");
        let said = text(&output.stderr);
        assert!(said.contains(&format!("ktour: process {at}: ")) && said.contains("M states/s"), "{said}");
    }
}

#[test]
fn two_and_three_processes_count_as_one_does() {
    for processes in [2, 3] {
        let place = Place::new(processes);
        let outputs = all(start("6x8", &place, processes, &[]));
        is_counted(&outputs, ANSWER);
        let said = text(&outputs[0].stderr);
        assert!(
            said.contains(&format!("{processes} processes sent ")) && said.contains("bytes a state"),
            "{said}"
        );
    }
}

#[test]
fn one_process_counts_with_several_workers() {
    let alone = text(&ktour(&["count", "6x8", "--closed", "--json"]).output().unwrap().stdout);
    let states =
        |json: &str| json.split("\"states\":").nth(1).map(|rest| rest.split(',').next().unwrap().to_owned());
    for workers in ["1", "2", "4"] {
        let output = ktour(&["count", "6x8", "--closed", "--json", "--workers", workers]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        assert!(states(&alone).is_some());
        assert_eq!(states(&text(&output.stdout)), states(&alone));
    }
}

/// The layers of which all parts are there that so many workers leave.
fn whole_layers(place: &Place, workers: usize) -> Vec<String> {
    let mut layers: BTreeMap<String, usize> = BTreeMap::new();
    let ending = format!("-of-{workers}.ktour");
    for entry in fs::read_dir(place.parts()).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if let Some((layer, _)) = name.split_once("-part-").filter(|_| name.ends_with(&ending)) {
            *layers.entry(layer.to_owned()).or_default() += 1;
        }
    }
    layers.into_iter().filter(|(_, parts)| *parts == workers).map(|(layer, _)| layer).collect()
}

/// Runs so many processes until they have left a whole layer that was not there, and a little on.
fn start_until_a_layer_is_whole(place: &Place, processes: usize, pause: u64) -> Vec<Child> {
    let parts = place.parts();
    let before = whole_layers(place, 2 * processes);
    let mut children = start("7x8", place, processes, &["--checkpoint", parts.to_str().unwrap()]);
    let began = Instant::now();
    while whole_layers(place, 2 * processes).iter().all(|layer| before.contains(layer)) {
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
fn a_lost_process_is_named_and_the_same_command_goes_on() {
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
            sentence.ends_with("the same command on all goes on from the last whole layer"),
            "{sentence}"
        );
    }
    // All at once, a little later; then fewer of them go on, and more of them again.
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
    assert!(refusal.contains("cannot be resumed, it is not whole"), "{refusal}");
}

#[test]
fn a_full_disk_costs_the_parts_and_not_the_count() {
    let place = Place::new(2);
    let (hosts, parts) = (place.hosts(2), place.parts());
    let start = |at| {
        let inside = process("6x8", &hosts, at, &["--checkpoint", parts.to_str().unwrap()]);
        // Files that cannot grow stand for a disk that is full.
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
        sentence.contains(&format!("{} was lost, it has not been heard for 3 s", place.name(1))),
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

#[test]
fn another_board_other_workers_and_other_hosts_are_refused_on_both_sides() {
    let place = Place::new(3);
    let two = place.hosts(2);
    let three = place.hosts(3);
    let own = place.name(0);
    let cases: [(Vec<&str>, &Path, [&str; 2]); 3] = [
        (
            vec!["count", "6x7", "--closed", "--workers", "2"],
            &two,
            [
                "counts 6x7 closed, and this process counts 6x8 closed",
                "counts 6x8 closed, and this process counts 6x7 closed",
            ],
        ),
        (
            vec!["count", "6x8", "--closed", "--workers", "3"],
            &two,
            [
                "has 3 workers, and this process has 2 workers",
                "has 2 workers, and this process has 3 workers",
            ],
        ),
        (vec!["count", "6x8", "--closed", "--workers", "2"], &three, ["has the hosts ", "has the hosts "]),
    ];
    for (arguments, hosts, [here, there]) in cases {
        let first = process("6x8", &two, 0, &["--cluster-wait", "4"]).spawn().unwrap();
        let mut second = ktour(&arguments);
        let second = second.arg("--cluster").arg(hosts).args(["--process", "1"]).spawn().unwrap();
        let (first, second) = (sentence(&ended(first), 2), sentence(&ended(second), 2));
        assert!(first.contains("process 1 (127.0.0.1") && first.contains(here), "{first}");
        assert!(second.contains(&format!("{own} ")) && second.contains(there), "{second}");
        assert!(first.ends_with("start all processes alike"), "{first}");
    }
}

#[test]
fn another_version_is_refused() {
    let place = Place::new(2);
    let listener = TcpListener::bind(("127.0.0.1", place.ports[0])).unwrap();
    let child = process("6x8", &place.hosts(2), 1, &[]).spawn().unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut greeting = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut greeting).unwrap();
    let greeting = text(&greeting);
    assert!(greeting.starts_with("ktour cluster\nversion ") && greeting.contains(", build "), "{greeting}");
    let answer = "ktour cluster\nversion 0.0.1, ktour checkpoint 1\nsomething\nelse\n0";
    stream.write_all(&(answer.len() as u32).to_le_bytes()).unwrap();
    stream.write_all(answer.as_bytes()).unwrap();
    let refusal = sentence(&ended(child), 2);
    assert!(
        refusal.contains(&format!(
            "{} is of version 0.0.1, ktour checkpoint 1, and this process of version ",
            place.name(0)
        )),
        "{refusal}"
    );
}

/// A connection to a process that is about to listen.
fn dialled(port: u16) -> TcpStream {
    loop {
        match TcpStream::connect(("127.0.0.1", port)) {
            Ok(stream) => break stream,
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
}

#[test]
fn strangers_delay_nobody_and_end_nothing() {
    let place = Place::new(2);
    let hosts = place.hosts(2);
    let more = ["--cluster-wait", "60"];
    let first = process("6x8", &hosts, 0, &more).spawn().unwrap();
    let dial = || dialled(place.ports[0]);
    // One after the other, five seconds each, they would use up the wait.
    let silent: Vec<TcpStream> = (0..20).map(|_| dial()).collect();
    let mut other = dial();
    let greeting = "ktour cluster\nversion 0.0.1\nsomething\nelse\n1\n2\nfalse";
    other.write_all(&(greeting.len() as u32).to_le_bytes()).unwrap();
    other.write_all(greeting.as_bytes()).unwrap();
    let mut length = [0; 4];
    other.read_exact(&mut length).unwrap();
    let second = process("6x8", &hosts, 1, &more).spawn().unwrap();
    is_counted(&all(vec![first, second]), ANSWER);
    drop(silent);
}

#[test]
fn who_has_the_key_counts_and_who_has_not_is_refused_by_name() {
    let place = Place::new(3);
    let key = |name: &str, bytes: &str| {
        let path = place.directory.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let (right, again) = (key("right", "a long secret\n"), key("again", "a long secret"));
    let wrong = key("wrong", "another secret\n");
    let hosts = place.hosts(3);
    let begin = |at: usize, key: &[&str]| process("6x8", &hosts, at, key).spawn().unwrap();
    let first = begin(0, &["--cluster-key", &right]);
    let refused = |key: &[&str]| sentence(&ended(begin(1, key)), 2);
    assert_eq!(
        refused(&["--cluster-key", &wrong]),
        format!(
            "ktour: {} has a --cluster-key, and this process has another: start all processes alike",
            place.name(0)
        )
    );
    assert_eq!(
        refused(&[]),
        format!(
            "ktour: {} has a --cluster-key, and this process has none: start all processes alike",
            place.name(0)
        )
    );
    // The count goes on with those who have it, and their file may lack the newline.
    let second = begin(1, &["--cluster-key", &again]);
    let third = begin(2, &["--cluster-key", &right]);
    is_counted(&all(vec![first, second, third]), ANSWER);
}

#[test]
fn who_was_dialled_names_who_had_no_key_if_nobody_better_comes() {
    let place = Place::new(2);
    let (hosts, key) = (place.hosts(2), place.directory.path().join("key"));
    fs::write(&key, "secret").unwrap();
    let key = ["--cluster-key", key.to_str().unwrap()];
    let short = ["--cluster-wait", "4"];
    let sentences = |ours: &[&str], theirs: &[&str]| {
        let dialled = process("6x8", &hosts, 0, &[ours, &short].concat()).spawn().unwrap();
        let dialling = process("6x8", &hosts, 1, theirs).spawn().unwrap();
        [dialled, dialling].map(|child| sentence(&ended(child), 2))
    };
    let said =
        |who: usize, what: &str| format!("ktour: {} {what}: start all processes alike", place.name(who));
    assert_eq!(
        sentences(&key, &[]),
        [
            said(1, "has no --cluster-key, and this process has one"),
            said(0, "has a --cluster-key, and this process has none")
        ]
    );
    assert_eq!(
        sentences(&[], &key),
        [
            said(1, "has a --cluster-key, and this process has none"),
            said(0, "has no --cluster-key, and this process has one")
        ]
    );
}

/// A message without a seal: its length, then its text.
fn message(text: &str) -> Vec<u8> {
    [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
}

#[test]
fn a_greeting_that_was_heard_before_opens_nothing() {
    let place = Place::new(2);
    let (hosts, key) = (place.hosts(2), place.directory.path().join("key"));
    fs::write(&key, "secret").unwrap();
    let key = ["--cluster-key", key.to_str().unwrap()];
    // Process 1 dials somebody who only listens, and is heard out.
    let listener = TcpListener::bind(("127.0.0.1", place.ports[0])).unwrap();
    let mut second = process("6x8", &hosts, 1, &key).spawn().unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut greeting = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut greeting).unwrap();
    let greeting = text(&greeting);
    assert!(greeting.contains("\nfalse\nnonce "), "{greeting}");
    // Its own greeting said back brings its proof, which proves nothing anywhere else.
    stream.write_all(&message(&greeting)).unwrap();
    let mut proof = [0; 36];
    stream.read_exact(&mut proof).unwrap();
    second.kill().unwrap();
    second.wait().unwrap();
    drop((listener, stream));
    let first = process("6x8", &hosts, 0, &key).spawn().unwrap();
    let mut stranger = dialled(place.ports[0]);
    stranger.write_all(&message(&greeting)).unwrap();
    stranger.write_all(&proof).unwrap();
    // It hears the greeting and the proof of process 0, and then nothing for good.
    let mut heard = Vec::new();
    stranger.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stranger.read_to_end(&mut heard).unwrap();
    assert!(String::from_utf8_lossy(&heard).contains("ktour cluster\n"));
    let second = process("6x8", &hosts, 1, &key).spawn().unwrap();
    is_counted(&all(vec![first, second]), ANSWER);
}

#[test]
fn a_file_without_a_key_is_refused() {
    let place = Place::new(2);
    let hosts = place.hosts(2);
    let refused = |key: &Path| {
        let key = key.to_str().unwrap();
        sentence(&process("6x8", &hosts, 0, &["--cluster-key", key]).output().unwrap(), 2)
    };
    let cure = "write a secret into it, such as 32 random bytes, and give it to all processes";
    let empty = place.directory.path().join("empty");
    fs::write(&empty, "\n").unwrap();
    assert_eq!(refused(&empty), format!("ktour: {} is empty: {cure}", empty.display()));
    let nowhere = place.directory.path().join("nowhere");
    let refusal = refused(&nowhere);
    assert!(refusal.contains("nowhere cannot be read: ") && refusal.ends_with(cure), "{refusal}");
    let endless = refused(Path::new("/dev/zero"));
    assert_eq!(endless, format!("ktour: /dev/zero has more than 4096 bytes, which is no key: {cure}"));
}

#[test]
fn what_cannot_begin_is_one_sentence() {
    let place = Place::new(2);
    let hosts = place.hosts(2);
    let refused = |mut command: Command| sentence(&command.output().unwrap(), 2);
    let refusal = refused(process("6", &hosts, 2, &[]));
    assert_eq!(refusal, "ktour: there is no process 2: the hosts file has 2, numbered from 0");
    let refusal = refused(process("6", &hosts, 1, &["--cluster-wait", "1"]));
    assert_eq!(
        refusal,
        format!(
            "ktour: {} has not answered within 1 s: start it with the same command and its --process",
            place.name(0)
        )
    );
    let taken = TcpListener::bind(("127.0.0.1", place.ports[0])).unwrap();
    let refusal = refused(process("6", &hosts, 0, &[]));
    assert_eq!(
        refusal,
        format!(
            "ktour: process 0 cannot listen at 127.0.0.1:{}: the port is in use: end who uses it, or write another",
            place.ports[0]
        )
    );
    drop(taken);
    fs::write(&hosts, ":4001\nelsewhere\n").unwrap();
    let refusal = refused(process("6", &hosts, 0, &[]));
    assert!(refusal.ends_with("hosts-2 line 2: \"elsewhere\" is no address: write host:port, such as 10.0.0.2:4001, once for every process"), "{refusal}");
    let refusal = refused(process("6", &place.directory.path().join("nowhere"), 0, &[]));
    assert!(refusal.contains("nowhere cannot be read: "), "{refusal}");
}

/// Runs `ip`, if it is there and may.
fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip").args(arguments.split(' ')).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("ip {arguments}: {}", text(&output.stderr).trim()))
    }
}

/// Two network namespaces with a cable between them, removed in the end.
struct Cable([String; 2]);

impl Cable {
    fn new() -> Result<Cable, String> {
        let names = ["a", "b"].map(|end| format!("ktour-{end}-{}", std::process::id()));
        let cable = Cable(names);
        let [a, b] = &cable.0;
        ip(&format!("netns add {a}"))?;
        ip(&format!("netns add {b}"))?;
        ip(&format!("link add veth0 netns {a} type veth peer name veth0 netns {b}"))?;
        for (name, address) in [(a, "10.77.0.1/24"), (b, "10.77.0.2/24")] {
            ip(&format!("-n {name} addr add {address} dev veth0"))?;
            ip(&format!("-n {name} link set veth0 up"))?;
            ip(&format!("-n {name} link set lo up"))?;
        }
        Ok(cable)
    }

    fn run(&self, end: usize, command: &Command) -> Command {
        let mut inside = Command::new("ip");
        inside.args(["netns", "exec", &self.0[end]]).arg(command.get_program()).args(command.get_args());
        inside.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        inside
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        for name in &self.0 {
            let _ = ip(&format!("netns del {name}"));
        }
    }
}

#[test]
fn machines_of_their_own_count_over_a_cable_and_notice_when_it_is_cut() {
    let cable = match Cable::new() {
        Ok(cable) => cable,
        Err(why) => {
            crate::skipping::skipped(&format!("no network namespaces here, {why}"));
            return;
        }
    };
    let directory = tempfile::tempdir().unwrap();
    let hosts = directory.path().join("hosts");
    fs::write(&hosts, "10.77.0.1:4001\n10.77.0.2:4001\n").unwrap();
    let start = |board, more: &[&str]| -> Vec<Child> {
        (0..2).map(|at| cable.run(at, &process(board, &hosts, at, more)).spawn().unwrap()).collect()
    };
    is_counted(&all(start("6x8", &[])), ANSWER);
    // Nobody closes a connection when a cable is cut: only silence tells.
    let children = start("8x8", &["--cluster-wait", "3"]);
    thread::sleep(Duration::from_millis(2500));
    ip(&format!("-n {} link set veth0 down", cable.0[1])).unwrap();
    for (output, other) in
        all(children).iter().zip(["process 1 (10.77.0.2:4001)", "process 0 (10.77.0.1:4001)"])
    {
        let sentence = sentence(output, 3);
        assert!(sentence.contains(&format!("{other} was lost, it has not been heard for 3 s")), "{sentence}");
    }
}
