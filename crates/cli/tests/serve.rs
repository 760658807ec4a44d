//! `ktour serve` as a program: where it says it is, a port in use, and how it ends.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

fn serve(addr: &str) -> Child {
    let mut ktour = Command::new(env!("CARGO_BIN_EXE_ktour"));
    ktour.args(["serve", "--addr", addr]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn it_says_where_it_is_and_a_second_one_says_that_the_port_is_taken() {
    let mut first = serve("127.0.0.1:0");
    let mut line = String::new();
    BufReader::new(first.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let addr =
        line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap().to_owned();
    let mut stream = TcpStream::connect(&addr).unwrap();
    write!(stream, "GET /api/v1/exists?board=8 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("\"class\":\"c\""), "{answer}");

    let second = serve(&addr).wait_with_output().unwrap();
    let sentence = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{sentence}");
    assert!(
        sentence.starts_with(&format!("ktour: {addr} is in use already: choose another port")),
        "{sentence}"
    );
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    first.kill().unwrap();
    first.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn asked_to_terminate_it_ends_its_streams_and_itself() {
    let mut server = serve("127.0.0.1:0");
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let addr = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut stream = TcpStream::connect(&addr).unwrap();
    let path = "/api/v1/trace?board=20&start=b1&kind=closed&max_time=5m";
    write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    let mut begun = [0; 4096];
    assert!(stream.read(&mut begun).unwrap() > 0);
    let told = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    assert!(told.success());
    let began = Instant::now();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert!(String::from_utf8_lossy(&rest).contains("event: end"), "the stream has a last word");
    assert_eq!(server.wait().unwrap().code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn an_address_that_is_none_is_one_sentence() {
    for (addr, says) in
        [("nowhere", "invalid value 'nowhere'"), ("203.0.113.1:8080", "is not an address of this machine")]
    {
        let output = serve(addr).wait_with_output().unwrap();
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{sentence}");
        assert!(sentence.contains(says) && sentence.lines().count() == 1, "{sentence}");
    }
}

/// A server under limits of the shell's, and where it is.
#[cfg(target_os = "linux")]
fn limited(limits: &str, memory: &str) -> (Child, String) {
    let serve =
        format!("{limits}; exec {} serve --addr 127.0.0.1:0 --memory {memory}", env!("CARGO_BIN_EXE_ktour"));
    let mut server = Command::new("sh").args(["-c", &serve]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let addr = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    (server, addr)
}

/// The status and the answer.
#[cfg(target_os = "linux")]
fn get(addr: &str, question: &str) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    write!(stream, "GET /api/v1/{question} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let status = answer.get(9..12).and_then(|status| std::str::from_utf8(status).ok()?.parse().ok());
    (status.unwrap_or_else(|| panic!("{question}: no answer")), answer)
}

#[cfg(target_os = "linux")]
#[test]
fn the_largest_question_of_every_kind_leaves_the_server_alive() {
    let (mut server, addr) = limited("ulimit -v 3000000", "300MiB");
    let formats = ["svg", "png", "gif", "pdf", "csv", "json", "npy", "squares", "grid"];
    let drawings = ["500", "3x5000", "12x20000", "3x83333"].into_iter().flat_map(|board| {
        formats.map(|format| {
            format!("render?board={board}&format={format}&width=4000&numbers=always&worksheet=true")
        })
    });
    let others = [
        "render?board=40&format=gif&width=4000",
        "board?board=40",
        "solve?board=500",
        "solve?board=500&method=exact",
        "finish?board=500&after=a1,b3",
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
    ];
    for question in drawings.chain(others.map(str::to_owned)) {
        let (status, answer) = get(&addr, &format!("{question}&max_time=300ms"));
        assert!(status == 200 || status == 422, "{question}: {status}");
        let text = String::from_utf8_lossy(&answer);
        assert!(status == 200 || text.contains("{\"error\":\""), "{question}: {text}");
    }
    for lab in ["warnsdorff?sizes=2000&tries=100000&starts=each", "growth?sizes=2000&repeats=1&method=divide"]
    {
        assert!(matches!(get(&addr, &format!("lab/{lab}")).0, 200 | 422), "{lab}");
    }
    assert_eq!(server.try_wait().unwrap(), None, "the server lives");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn with_few_files_and_many_half_requests_others_are_answered() {
    let (mut server, addr) = limited("ulimit -n 300", "100MiB");
    let halves: Vec<TcpStream> = (0..600)
        .map(|_| {
            let mut stream = TcpStream::connect(&addr).unwrap();
            let _ = stream.write_all(b"GET / HTT");
            stream
        })
        .collect();
    assert_eq!(get(&addr, "solve?board=8").0, 200);
    drop(halves);
    server.kill().unwrap();
    server.wait().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_need_read_where_it_is() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_ktour"));
    server
        .args(["serve", "--addr", "127.0.0.1:0"])
        .stdout(std::fs::File::options().write(true).open("/dev/full").unwrap());
    let mut server = server.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(server.try_wait().unwrap(), None, "it serves all the same");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn no_memory_at_all_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_ktour")).args(["serve", "--memory", "0"]).output().unwrap();
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    assert!(sentence.contains("give at least 1MiB"), "{sentence}");
}
