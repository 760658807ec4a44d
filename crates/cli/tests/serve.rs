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
