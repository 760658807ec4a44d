//! Requests that are not HTTP, or only nearly: refused or closed, and never answered with a hidden second request.

use std::{
    io::{BufReader, Write},
    net::{Shutdown, TcpStream},
    time::Duration,
};

use crate::client::{Server, read_answer};

const GET: &str = "GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n";
const POST: &str = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

/// Checks that bytes are refused with a 4xx or 5xx other than 500, or that the connection is closed.
fn is_refused(server: &Server, bytes: &[u8]) -> bool {
    let mut stream = TcpStream::connect(server.addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut stream = BufReader::new(stream);
    read_answer(&mut stream).map_or(true, |first| {
        let is_error = (400..=505).contains(&first.status) && first.status != 500;
        is_error && !read_answer(&mut stream).is_ok_and(|second| second.status == 200)
    })
}

#[test]
fn malformed_requests_are_refused_and_hide_no_second_request() {
    let server = Server::start();
    let hidden = format!("0\r\n\r\n{GET}\r\n");
    let deep = "[".repeat(100_000);
    let requests = [
        // Lengths that two servers could read differently.
        format!("{POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n{hidden}"),
        format!("{POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n{hidden}"),
        format!("{POST}Content-Length: 4\r\nContent-Length: 5\r\n\r\n1234"),
        format!("{POST}Content-Length: 4, 5\r\n\r\n1234"),
        format!("{POST}Content-Length: -1\r\n\r\n"),
        format!("{POST}Content-Length: +4\r\n\r\n1234"),
        format!("{POST}Content-Length: 0x4\r\n\r\n1234"),
        format!("{POST}Content-Length: 99999999999999999999\r\n\r\n"),
        format!("{POST}Transfer-Encoding: xchunked\r\n\r\n{hidden}"),
        format!("{POST}Transfer-Encoding: chunked, identity\r\n\r\n{hidden}"),
        format!("{POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n1234\r\n0\r\n\r\n"),
        format!("{POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n1234\r\n0\r\n\r\n"),
        format!("{POST}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n1\r\n"),
        // Heads.
        format!("{GET}Content-Length : 4\r\n\r\n1234"),
        format!("{GET}X: a\r\n b\r\n\r\n"),
        format!("{GET}nonsense\r\n\r\n"),
        format!("{GET}: x\r\n\r\n"),
        format!("{GET}X: a\0b\r\n\r\n"),
        format!("{GET}{}\r\n", "X: y\r\n".repeat(200)),
        format!("{GET}X: {}\r\n\r\n", "y".repeat(1 << 20)),
        format!("GET /api/v1/solve?board={} HTTP/1.1\r\nHost: localhost\r\n\r\n", "8".repeat(100_000)),
        format!("{POST}Content-Length: 5000000\r\n\r\n{}", " ".repeat(5_000_000)),
        format!("{POST}Content-Length: 100000\r\n\r\n{deep}"),
        "GET /api/v1/sta tus HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
        "GET /api/v1/status\r\n\r\n".to_owned(),
        "GET /api/v1/status HTTP/0.9\r\n\r\n".to_owned(),
        "GET /api/v1/status HTTP/3.0\r\nHost: localhost\r\n\r\n".to_owned(),
        " /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
        "TRACE /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
        "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n".to_owned(),
        // Other protocols.
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        "SSH-2.0-OpenSSH_9.9\r\n".to_owned(),
    ];
    let tls = [&[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3][..], &[7; 512]].concat();
    let bytes = [tls, vec![0; 4096], (0..=255).collect()];
    for request in requests.into_iter().map(String::into_bytes).chain(bytes) {
        let shown: String = String::from_utf8_lossy(&request).chars().take(200).collect();
        assert!(is_refused(&server, &request), "{shown}");
    }
    assert_eq!(server.get("/api/v1/solve?board=5").status, 200);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Server::start();
    for step in ["..", "%2e%2e", "..%2f..", "%252e%252e", "....//", "..\\..", "%c0%ae%c0%ae", ".%00."] {
        for file in ["etc/passwd", "Cargo.toml", "proc/self/environ"] {
            let path = format!("/{}/{file}", [step; 8].join("/"));
            assert!((400..=499).contains(&server.get(&path).status), "{path}");
        }
    }
}
