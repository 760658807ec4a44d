//! Counts across processes: real processes on real connections, killed, stopped and refused.
#![cfg(all(unix, feature = "cluster"))]

mod cable;
mod intruders;
mod lost;

use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{self, Child, Command, Output},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::ktour;

const ANSWER: &str = "110976284 directed closed tours, 55488142 undirected\n";

/// A directory with a hosts file of free ports on this machine.
struct Place {
    directory: tempfile::TempDir,
    ports: Vec<u16>,
}

/// Returns an unused port below the range that the system assigns.
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

    /// Writes the hosts file with the first `processes` processes.
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

fn process(board: &str, hosts: &Path, process: usize, more: &[&str]) -> Command {
    let mut command = ktour(&["count", board, "--closed", "--workers", "2", "--cluster"]);
    command.arg(hosts).args(["--process", &process.to_string()]).args(more);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Returns the output of a process that must end soon.
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
    let text = text(&output.stderr);
    // On a busy machine lines of progress may come before it.
    let sentences: Vec<&str> = text.lines().filter(|line| !line.contains("% of ")).collect();
    assert_eq!(sentences.len(), 1, "{text}");
    sentences[0].to_owned()
}

/// Asserts that process 0 prints the number, and all others their memory and rate.
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
                "counts 6x7 closed, but this process counts 6x8 closed",
                "counts 6x8 closed, but this process counts 6x7 closed",
            ],
        ),
        (
            vec!["count", "6x8", "--closed", "--workers", "3"],
            &two,
            ["has 3 workers, but this process has 2", "has 2 workers, but this process has 3"],
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
        assert!(first.ends_with("start all processes with the same command"), "{first}");
    }
}

/// Returns the first message of a process.
fn heard(stream: &mut TcpStream) -> String {
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut greeting = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut greeting).unwrap();
    text(&greeting)
}

#[test]
fn another_version_is_refused() {
    let place = Place::new(2);
    let listener = TcpListener::bind(("127.0.0.1", place.ports[0])).unwrap();
    let child = process("6x8", &place.hosts(2), 1, &[]).spawn().unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    let greeting = heard(&mut stream);
    assert!(greeting.starts_with("ktour cluster\nversion ") && greeting.contains(", build "), "{greeting}");
    let answer = "ktour cluster\nversion 0.0.1, ktour checkpoint 1\nsomething\nelse\n0";
    stream.write_all(&(answer.len() as u32).to_le_bytes()).unwrap();
    stream.write_all(answer.as_bytes()).unwrap();
    let refusal = sentence(&ended(child), 2);
    assert!(
        refusal.contains(&format!(
            "{} is of version 0.0.1, ktour checkpoint 1, but this process of version ",
            place.name(0)
        )),
        "{refusal}"
    );
}

#[test]
fn a_count_that_cannot_start_is_refused_in_one_sentence() {
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
            "ktour: process 0 cannot listen at 127.0.0.1:{}: the port is already in use: stop the program that uses it, or choose another port",
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
