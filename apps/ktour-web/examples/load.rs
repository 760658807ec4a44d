//! A load test of the server, bounded and on this machine only.
//!
//! Two hundred clients send light questions for twenty seconds while two heavy jobs run; then a hundred
//! clients start long jobs and disconnect. The test prints a table and fails on an unexpected status, a 99th
//! percentile of 250 ms or more, growing memory, or a job that remains.
//!
//! `cargo run --release -p ktour-web --example load [SECONDS [CLIENTS]]`

#[path = "../tests/api/client.rs"]
#[allow(dead_code)]
mod client;

use std::{
    collections::BTreeMap,
    env, fs,
    io::{BufReader, Write},
    net::{SocketAddr, TcpStream},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use client::{Server, read_answer};
use ktour_web::Settings;

/// Requests that the page sends during a game.
const LIGHT: [&str; 9] = [
    "/",
    "/api/v1/board?board=8",
    "/api/v1/solve?board=8&start=c3",
    "/api/v1/finish?board=8&after=a1,b3,a5,b7,d8,f7",
    "/api/v1/exists?board=7x9",
    "/api/v1/table?size=20x20",
    "/api/v1/at?board=1000000000&step=123456789012345",
    "/api/v1/verify?squares=a1,b3,c1,a2,b4,c2,a3,c4,b2,a4,c3,b1",
    "/api/v1/atlas/tile?board=1000000000&stride=8000000&side=64",
];
/// Number of requests per long one, and the long question, which may be refused and repeated.
const LONG_QUESTION: (usize, &str) = (100, "/api/v1/starts?board=6&kind=closed");
/// Questions whose work does not end by itself.
const HEAVY: [&str; 2] =
    ["/api/v1/count?board=7x40&kind=closed", "/api/v1/trace?board=20&start=b1&kind=closed&max_time=10m"];

/// Maximum memory in MiB: that of one count, and a quarter more for everything else.
const LIMIT: u64 = 1280;

fn main() -> ExitCode {
    let mut numbers = env::args().skip(1).filter_map(|number| number.parse::<u64>().ok());
    let time = Duration::from_secs(numbers.next().unwrap_or(20).clamp(1, 120));
    let clients = numbers.next().unwrap_or(200).clamp(1, 500) as usize;
    let server = Server::with(Settings::default());
    let mut broken = Vec::new();

    let heavy = HEAVY.map(|path| server.begin(path));
    server.until_running(2);
    thread::sleep(Duration::from_secs(1));
    println!("memory before: {} MiB", resident("VmRSS:"));
    let asked = ask_for(time, clients, server.addr);
    let after = resident("VmRSS:");
    let running = server.jobs().0;
    drop(heavy);
    print_table(&asked, time);
    if running < 2 {
        broken.push(format!("{running} of 2 heavy jobs were left at the end: they should have gone on"));
    }
    for (path, answers) in &asked {
        let wrong = answers
            .statuses
            .iter()
            .find(|(status, _)| **status != 200 && !(**status == 503 && *path == LONG_QUESTION.1));
        if let Some((status, times)) = wrong {
            broken.push(format!("{path} answered {status} {times} times"));
        }
        if *path != LONG_QUESTION.1 && answers.percentile(99.0) >= Duration::from_millis(250) {
            broken.push(format!("{path}: a 99th percentile of {:?}", answers.percentile(99.0)));
        }
    }
    println!("memory with both heavy jobs: {} MiB, at most {} MiB", after, resident("VmHWM:"));
    if resident("VmHWM:") > LIMIT {
        broken.push(format!("memory reached {} MiB, and {LIMIT} MiB are allowed", resident("VmHWM:")));
    }

    server.until_running(0);
    let streams: Vec<_> = (0..100).map(|at| server.begin(HEAVY[at % 2])).collect();
    thread::sleep(Duration::from_millis(500));
    let (running, waiting) = server.jobs();
    let began = Instant::now();
    drop(streams);
    while server.jobs() != (0, 0) && began.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(2));
    }
    println!(
        "100 clients hung up ({running} jobs ran, {waiting} waited): {:?} jobs left after {:.0} ms",
        server.jobs().0,
        began.elapsed().as_secs_f64() * 1e3
    );
    if server.jobs() != (0, 0) {
        broken.push(format!("{:?} jobs run and wait for nobody", server.jobs()));
    }
    println!("memory at the end: {} MiB", resident("VmRSS:"));
    broken.iter().for_each(|promise| eprintln!("broken: {promise}"));
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Latencies and statuses of the responses to one question.
#[derive(Default)]
struct LoadFigures {
    times: Vec<Duration>,
    statuses: BTreeMap<u16, usize>,
}

impl LoadFigures {
    fn percentile(&self, percent: f64) -> Duration {
        let at = (self.times.len() as f64 * percent / 100.0).ceil() as usize;
        self.times.get(at.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// Runs all clients at once, each on one connection, with one question after the other.
fn ask_for(time: Duration, clients: usize, addr: SocketAddr) -> BTreeMap<&'static str, LoadFigures> {
    let is_over = AtomicBool::new(false);
    let mut all: BTreeMap<&str, LoadFigures> = BTreeMap::new();
    thread::scope(|scope| {
        let clients: Vec<_> = (0..clients)
            .map(|client| {
                scope.spawn({
                    let is_over = &is_over;
                    move || {
                        let mut asked = Vec::new();
                        let mut stream =
                            BufReader::new(TcpStream::connect(addr).expect("the server listens"));
                        stream.get_ref().set_nodelay(true).expect("a socket has options");
                        for number in client.. {
                            if is_over.load(Ordering::Relaxed) {
                                break;
                            }
                            let path = if number % LONG_QUESTION.0 == 0 {
                                LONG_QUESTION.1
                            } else {
                                LIGHT[number % LIGHT.len()]
                            };
                            let began = Instant::now();
                            write!(stream.get_mut(), "GET {path} HTTP/1.1\r\nhost: load\r\n\r\n")
                                .expect("the server hears");
                            let answer = read_answer(&mut stream).expect("the server answers");
                            asked.push((path, answer.status, began.elapsed()));
                        }
                        asked
                    }
                })
            })
            .collect();
        thread::sleep(time);
        is_over.store(true, Ordering::Relaxed);
        for (path, status, took) in
            clients.into_iter().flat_map(|client| client.join().expect("a client ends"))
        {
            let answers = all.entry(path).or_default();
            answers.times.push(took);
            *answers.statuses.entry(status).or_default() += 1;
        }
    });
    all.values_mut().for_each(|answers| answers.times.sort_unstable());
    all
}

fn print_table(asked: &BTreeMap<&str, LoadFigures>, time: Duration) {
    let all: usize = asked.values().map(|answers| answers.times.len()).sum();
    println!("{all} questions, {:.0} a second", all as f64 / time.as_secs_f64());
    println!(
        "| question | answers | median ms | 99 % ms | slowest ms | statuses |\n| --- | ---: | ---: | ---: | ---: | --- |"
    );
    for (path, answers) in asked {
        let [median, most, slowest] =
            [50.0, 99.0, 100.0].map(|percent| answers.percentile(percent).as_secs_f64() * 1e3);
        let statuses = &answers.statuses;
        println!(
            "| `{path}` | {} | {median:.1} | {most:.1} | {slowest:.1} | {statuses:?} |",
            answers.times.len()
        );
    }
}

/// Memory in use (`VmRSS:`) or its peak (`VmHWM:`) in MiB; 0 if the system does not report it.
fn resident(line: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|text| text.strip_prefix(line));
    line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).unwrap_or(0) >> 10
}
