//! What is not HTTP, or nearly.
//!
//! Requests that front and back end could read differently, other protocols on the same port, and
//! more than the server should take. A refusal, or a closed connection, is right; a 200 is not, and
//! neither is a second answer to what was one request. Afterwards the server still answers.

use std::{
    io::{BufReader, Write},
    time::Duration,
};

use crate::{
    http::{Client, connect, read_answer},
    report::{CheckResult, Report},
    server::{API, Server},
    target::AttackTarget,
};

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    report.row("malformed requests", |row| {
        let mut server = match Server::start(target, ":", &["--max-time", "1s"]) {
            Ok(server) => server,
            Err(why) => return row.judge("serve", Err(why)),
        };
        for (what, bytes) in requests(&server.address.to_string()) {
            let verdict = refused(&server, &bytes).and_then(|()| server.is_well());
            row.judge(what, verdict);
        }
        let answer =
            Client::new(server.address, Duration::from_secs(10)).ask(&format!("{API}/solve?board=5"));
        let is_answered = answer.is_ok_and(|answer| answer.status == 200);
        row.judge(
            "an honest question afterwards",
            if is_answered { Ok(()) } else { Err("not answered".to_owned()) },
        );
    });
    report.row("paths out of the page", |row| {
        let Ok(server) = Server::start(target, ":", &[]) else {
            return row.judge("serve", Err("no server".to_owned()));
        };
        let up = ["..", "%2e%2e", "..%2f..", "%252e%252e", "....//", "..\\..", "%c0%ae%c0%ae", ".%00."];
        for step in up {
            for file in ["etc/passwd", "Cargo.toml", "proc/self/environ"] {
                let path = format!("/{}/{file}", [step; 8].join("/"));
                let answer = Client::new(server.address, Duration::from_secs(10)).ask(&path);
                let is_refused = answer.is_ok_and(|answer| (400..=499).contains(&answer.status));
                row.judge(&path, if is_refused { Ok(()) } else { Err("not refused".to_owned()) });
            }
        }
    });
}

/// A 4xx or 5xx, or a connection closed without a word; never a hidden second answer.
fn refused(server: &Server, bytes: &[u8]) -> CheckResult {
    let stream = connect(server.address, Duration::from_millis(1500)).map_err(|error| error.to_string())?;
    let mut stream = BufReader::new(stream);
    let _ = stream.get_mut().write_all(bytes);
    let _ = stream.get_mut().shutdown(std::net::Shutdown::Write);
    match read_answer(&mut stream) {
        Err(_) => Ok(()),
        Ok(answer) if !(400..=505).contains(&answer.status) => Err(format!("answered {}", answer.status)),
        Ok(answer) if answer.status == 500 => Err("answered 500".to_owned()),
        Ok(_) => match read_answer(&mut stream) {
            Ok(second) if second.status == 200 => {
                Err("a second request was hidden in it, and answered".to_owned())
            }
            _ => Ok(()),
        },
    }
}

fn requests(host: &str) -> Vec<(&'static str, Vec<u8>)> {
    let get = format!("GET {API}/status HTTP/1.1\r\nHost: {host}\r\n");
    let post = format!("POST {API}/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    let hidden = format!("0\r\n\r\n{get}\r\n");
    let text = |text: String| text.into_bytes();
    vec![
        (
            "both lengths",
            text(format!("{post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n{hidden}")),
        ),
        (
            "both lengths, turned",
            text(format!("{post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n{hidden}")),
        ),
        ("two lengths", text(format!("{post}Content-Length: 4\r\nContent-Length: 5\r\n\r\n1234"))),
        ("a list of lengths", text(format!("{post}Content-Length: 4, 5\r\n\r\n1234"))),
        ("a negative length", text(format!("{post}Content-Length: -1\r\n\r\n"))),
        ("a length with a plus", text(format!("{post}Content-Length: +4\r\n\r\n1234"))),
        ("a length in hexadecimal", text(format!("{post}Content-Length: 0x4\r\n\r\n1234"))),
        ("a length beyond 2^64", text(format!("{post}Content-Length: 99999999999999999999\r\n\r\n"))),
        ("a coding nobody knows", text(format!("{post}Transfer-Encoding: xchunked\r\n\r\n{hidden}"))),
        ("two codings", text(format!("{post}Transfer-Encoding: chunked, identity\r\n\r\n{hidden}"))),
        ("a bad chunk", text(format!("{post}Transfer-Encoding: chunked\r\n\r\nzz\r\n1234\r\n0\r\n\r\n"))),
        (
            "a negative chunk",
            text(format!("{post}Transfer-Encoding: chunked\r\n\r\n-1\r\n1234\r\n0\r\n\r\n")),
        ),
        (
            "a chunk beyond 2^64",
            text(format!("{post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n1\r\n")),
        ),
        ("a blank before the colon", text(format!("{get}Content-Length : 4\r\n\r\n1234"))),
        ("a folded header", text(format!("{get}X: a\r\n b\r\n\r\n"))),
        ("a header without a colon", text(format!("{get}nonsense\r\n\r\n"))),
        ("a header without a name", text(format!("{get}: x\r\n\r\n"))),
        ("NUL in a header", text(format!("{get}X: a\0b\r\n\r\n"))),
        ("200 headers", text(format!("{get}{}\r\n", "X: y\r\n".repeat(200)))),
        ("a header of 1 MB", text(format!("{get}X: {}\r\n\r\n", "y".repeat(1 << 20)))),
        (
            "a URL of 100 KB",
            text(format!("GET {API}/solve?board={} HTTP/1.1\r\nHost: {host}\r\n\r\n", "8".repeat(100_000))),
        ),
        ("a body of 5 MB", text(format!("{post}Content-Length: 5000000\r\n\r\n{}", " ".repeat(5_000_000)))),
        ("JSON 100 000 deep", text(format!("{post}Content-Length: 100000\r\n\r\n{}", "[".repeat(100_000)))),
        ("a blank in the path", text(format!("GET {API}/sta tus HTTP/1.1\r\nHost: {host}\r\n\r\n"))),
        ("no version", text(format!("GET {API}/status\r\n\r\n"))),
        ("HTTP/0.9", text(format!("GET {API}/status HTTP/0.9\r\n\r\n"))),
        ("HTTP/3.0", text(format!("GET {API}/status HTTP/3.0\r\nHost: {host}\r\n\r\n"))),
        ("no method", text(format!(" {API}/status HTTP/1.1\r\nHost: {host}\r\n\r\n"))),
        ("DELETE", text(format!("DELETE {API}/status HTTP/1.1\r\nHost: {host}\r\n\r\n"))),
        ("TRACE", text(format!("TRACE {API}/status HTTP/1.1\r\nHost: {host}\r\n\r\n"))),
        ("CONNECT", text("CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n".to_owned())),
        ("the preface of HTTP/2", text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned())),
        ("a greeting of TLS", [&[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3][..], &[7; 512]].concat()),
        ("a greeting of SSH", text("SSH-2.0-OpenSSH_9.9\r\n".to_owned())),
        ("zeros", vec![0; 4096]),
        ("all bytes", (0..=255).collect()),
    ]
}
