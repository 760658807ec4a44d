//! `ktour serve` as a program: the address that it prints, a port in use, refusals, released memory, and
//! shutdown.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

fn serve(addr: &str) -> Command {
    let mut ktour = Command::new(env!("CARGO_BIN_EXE_ktour"));
    ktour.args(["serve", "--addr", addr]);
    ktour
}

/// Server that ends with its test.
struct Server {
    child: Child,
    addr: String,
}

impl Server {
    fn start(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let addr = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Server { child, addr }
    }

    fn new() -> Server {
        Server::start(serve("127.0.0.1:0"))
    }

    /// Starts a server under limits of the shell.
    #[cfg(target_os = "linux")]
    fn limited(limits: &str, memory: &str) -> Server {
        let ktour = env!("CARGO_BIN_EXE_ktour");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{limits}; exec {ktour} serve --addr 127.0.0.1:0 --memory {memory}")]);
        Server::start(shell)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.addr).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends bytes, and returns everything the server sends until it closes the connection.
    fn said_to(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    }

    /// Sends a request with a body, and returns the status and the whole response.
    fn ask(&self, method: &str, question: &str, body: &str) -> (u16, Vec<u8>) {
        let length = body.len();
        let request = format!(
            "{method} /api/v1/{question} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        let answer = self.said_to(request.as_bytes());
        let status = answer.get(9..12).and_then(|status| std::str::from_utf8(status).ok()?.parse().ok());
        (status.unwrap_or_else(|| panic!("{question}: no answer")), answer)
    }

    fn get(&self, question: &str) -> (u16, Vec<u8>) {
        self.ask("GET", question, "")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_server_prints_its_address_and_a_second_one_reports_the_port_in_use() {
    let first = Server::new();
    let (status, answer) = first.get("exists?board=8");
    let answer = String::from_utf8_lossy(&answer);
    assert!(status == 200 && answer.contains("\"class\":\"c\""), "{answer}");

    let second = serve(&first.addr).output().unwrap();
    let sentence = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{sentence}");
    assert!(
        sentence.starts_with(&format!("ktour: {} is in use already: choose another port", first.addr)),
        "{sentence}"
    );
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
}

#[cfg(unix)]
#[test]
fn sigterm_ends_the_streams_and_the_server() {
    let mut server = Server::new();
    let mut stream = server.connect();
    let path = "/api/v1/trace?board=20&start=b1&kind=closed&max_time=5m";
    write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    // A read with a timeout can fail with EINTR after a suspend; `read_exact` tries again.
    stream.read_exact(&mut [0; 1]).unwrap();
    kill_process(Pid::from_child(&server.child), Signal::TERM).unwrap();
    let began = Instant::now();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert!(String::from_utf8_lossy(&rest).contains("event: end"), "the stream has a last word");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn an_invalid_address_is_refused_in_one_sentence() {
    for (addr, says) in
        [("nowhere", "invalid value 'nowhere'"), ("203.0.113.1:8080", "is not an address of this machine")]
    {
        let output = serve(addr).output().unwrap();
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{sentence}");
        assert!(sentence.contains(says) && sentence.lines().count() == 1, "{sentence}");
    }
}

#[test]
fn malformed_requests_get_a_sentence_too() {
    let server = Server::new();
    let long = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "a".repeat(70_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(200));
    let large = format!("GET / HTTP/1.1\r\na: {}\r\n\r\n", "b".repeat(1_000_000));
    let answered = "GET /api/v1/status HTTP/1.1\r\nhost: localhost\r\n\r\nnonsense\r\n\r\n";
    for (bytes, status, code) in [
        ("nonsense\r\n\r\n", "400 Bad Request", "server-bad-request"),
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "400 Bad Request", "server-bad-request"),
        (answered, "400 Bad Request", "server-bad-request"),
        (&long, "414 URI Too Long", "server-long-target"),
        (&many, "431 Request Header Fields Too Large", "server-large-head"),
        (&large, "431 Request Header Fields Too Large", "server-large-head"),
    ] {
        let answer = String::from_utf8(server.said_to(bytes.as_bytes())).unwrap();
        let begins = answer.rfind("HTTP/1.1 4").unwrap_or_default();
        let (head, document) = answer[begins..].split_once("\r\n\r\n").unwrap_or_default();
        assert!(head.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{answer}");
        assert!(head.contains(&format!("content-length: {}", document.len())), "{answer}");
        let document: Value = serde_json::from_str(document).unwrap();
        assert_eq!(document["code"], code, "{answer}");
        assert!(document["error"].as_str().is_some_and(|sentence| sentence.contains(": ")), "{answer}");
    }
}

/// Returns a tour of a board with 3 files as text: the largest body that is accepted.
#[cfg(target_os = "linux")]
fn long_tour() -> String {
    let solved = Command::new(env!("CARGO_BIN_EXE_ktour"))
        .args(["solve", "3x80000", "--format", "squares"])
        .output()
        .unwrap();
    String::from_utf8(solved.stdout).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn the_largest_question_of_every_kind_leaves_the_server_alive() {
    // All formats and all boards are combined.
    let drawings = LARGEST_DRAWN_BOARDS.into_iter().cycle().zip(FORMATS);
    the_server_outlives(drawings.map(|(board, format)| drawing(board, format)));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "every format of every board: half a minute without optimisation"]
fn the_largest_drawing_of_every_kind_leaves_the_server_alive() {
    the_server_outlives(
        LARGEST_DRAWN_BOARDS.into_iter().flat_map(|board| FORMATS.map(|format| drawing(board, format))),
    );
}

#[cfg(target_os = "linux")]
const FORMATS: [&str; 9] = ["svg", "png", "gif", "pdf", "csv", "json", "npy", "squares", "grid"];
/// Largest boards that are drawn, wide and long.
#[cfg(target_os = "linux")]
const LARGEST_DRAWN_BOARDS: [&str; 4] = ["500", "3x5000", "12x20000", "3x83333"];
/// Options of the largest drawing of a board.
#[cfg(target_os = "linux")]
const PICTURE: &str = "width=4000&numbers=always&worksheet=true";

#[cfg(target_os = "linux")]
fn drawing(board: &str, format: &str) -> String {
    format!("render?board={board}&format={format}&{PICTURE}")
}

#[cfg(target_os = "linux")]
fn the_server_outlives(drawings: impl Iterator<Item = String>) {
    let mut server = Server::limited("ulimit -v 3000000", "300MiB");
    let (_, listed) = server.get("openapi.json");
    let listed = String::from_utf8(listed).unwrap();
    let listed: Value = serde_json::from_str(listed.split_once("\r\n\r\n").unwrap().1).unwrap();
    let is_timed = |question: &str| {
        let name = question.split('?').next().unwrap_or_default();
        let words = listed["paths"][format!("/api/v1/{name}")]["get"]["parameters"].as_array();
        words.unwrap_or_else(|| panic!("{name} is not listed")).iter().any(|word| word["name"] == "max_time")
    };
    let refused_or_answered = |question: &str, (status, answer): (u16, Vec<u8>)| {
        let text = String::from_utf8_lossy(&answer);
        assert!(
            status == 200 || status == 422,
            "{question}: {}",
            text.chars().take(2000).collect::<String>()
        );
        assert!(status == 200 || text.contains("{\"error\":\""), "{question}: {text}");
    };
    let others = [
        "render?board=40&format=gif&width=4000",
        "board?board=40",
        "solve?board=500",
        "solve?board=500&method=exact",
        "finish?board=500&after=a1,b3",
        "hint?board=64&after=a1,b3",
        "exists?board=500&holes=a1,a2,c7",
        "exists?board=1000000000&holes=a1,a2",
        "table?size=200",
        "starts?board=40",
        "merge?board=160",
        "at?board=99999999999&step=5",
        "atlas?board=4000000000",
        "atlas/tile?board=4000000000&stride=10000&side=256",
        "atlas/steps?board=4000000000&width=64&height=64",
        "atlas/blocks?board=4000000000&width=4000000000&height=4000000000",
        "atlas/path?board=4000000000&count=1000",
        "trace?board=40&events=1000000",
        "count?board=64",
        "count?board=1x4096",
        "count?board=4x1024&kind=open",
        "count?board=8&kind=closed",
        "tours?board=2x2048&limit=100",
        "tours?board=6x682&kind=open&limit=100",
        "sample?board=4x1024&n=100",
        "sample?board=6x8&kind=open&n=100",
        "lab/backtracking?boards=40,50",
        "lab/warnsdorff?sizes=2000&tries=100000&starts=each",
        "lab/growth?sizes=2000&repeats=1&method=divide",
        "lab/race?board=40",
    ];
    for question in drawings.chain(others.map(str::to_owned)) {
        let time = if is_timed(&question) { "&max_time=120ms" } else { "" };
        refused_or_answered(&question, server.get(&format!("{question}{time}")));
    }
    let sent = serde_json::json!({"board": "3x80000", "text": long_tour()}).to_string();
    refused_or_answered("verify", server.ask("POST", "verify", &sent));
    for format in FORMATS {
        let question = format!("render?format={format}&{PICTURE}&max_time=120ms");
        refused_or_answered(&question, server.ask("POST", &question, &sent));
    }
    assert_eq!(server.child.try_wait().unwrap(), None, "the server lives");
}

#[cfg(target_os = "linux")]
#[test]
fn requests_are_answered_despite_few_files_and_many_incomplete_requests() {
    // The limit on open files is below and above the number of connections.
    for (files, halves) in [(300, 600), (40, 80)] {
        let server = Server::limited(&format!("ulimit -n {files}"), "100MiB");
        let halves: Vec<TcpStream> = (0..halves)
            .map(|_| {
                let mut stream = server.connect();
                let _ = stream.write_all(b"GET / HTT");
                stream
            })
            .collect();
        assert_eq!(server.get("solve?board=8").0, 200);
        drop(halves);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_server_runs_if_its_address_cannot_be_printed() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut server = serve("127.0.0.1:0").stdout(full).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let ended = server.try_wait().unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(ended, None, "it serves all the same");
}

/// Returns a memory figure of the process in MiB, by the name of its line in /proc.
#[cfg(target_os = "linux")]
fn mebibytes(server: &Server, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').split_whitespace().next().unwrap().parse::<u64>().unwrap() / 1024
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn the_memory_of_heavy_jobs_is_released() {
    let server = Server::limited("unset GLIBC_TUNABLES", "1GiB");
    assert_eq!(server.get("solve?board=8").0, 200);
    let before = mebibytes(&server, "RssAnon");
    // Each job takes the same memory on a busy machine.
    let heavy = [
        "render?board=100&format=png&width=2000&max_time=5m",
        "solve?board=400&max_time=5m",
        "sample?board=6x6&kind=open&n=10&max_time=5m",
        "starts?board=6&max_time=5m",
    ];
    std::thread::scope(|scope| {
        for client in 0..4 {
            let (server, jobs) = (&server, heavy.iter().cycle().skip(client).take(heavy.len()));
            scope.spawn(move || jobs.for_each(|job| assert_eq!(server.get(job).0, 200, "{job}")));
        }
    });
    // An allocator without the settings would retain most of the peak.
    let peak = mebibytes(&server, "VmHWM");
    let most = before + (peak - before) / 2;
    let began = Instant::now();
    while mebibytes(&server, "RssAnon") > most && began.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(100));
    }
    let after = mebibytes(&server, "RssAnon");
    assert!(after <= most, "{before} MiB before, {peak} at the peak, {after} after");
}

#[test]
fn a_memory_limit_of_zero_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_ktour")).args(["serve", "--memory", "0"]).output().unwrap();
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    assert!(sentence.contains("give at least 1MiB"), "{sentence}");
}
