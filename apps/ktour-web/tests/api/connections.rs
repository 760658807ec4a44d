//! Connections: incomplete requests, too many connections, and clients that disconnect.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use crate::client::Server;
use ktour_web::Settings;

const ENDLESS: &str = "/api/v1/solve?board=20&start=b1&kind=closed&method=backtrack&max_time=10m";

/// Opens a connection with an incomplete request.
fn incomplete_request(server: &Server) -> TcpStream {
    let mut stream = TcpStream::connect(server.addr).unwrap();
    stream.write_all(b"GET /api/v1/status HTTP/1.1\r\nhost: loc").unwrap();
    stream
}

#[test]
fn a_job_is_cancelled_even_if_its_client_leaves_unread_bytes() {
    let server = Server::start();
    for tail in ["", "G", "\r\n", "GET /api/v1/status HTTP/1.1\r\nhost: localhost\r\n\r\n"] {
        // The fastest of five attempts counts, and it is compared with a question, since other programs may
        // delay the server.
        let is_soon = |_| {
            let mut stream = server.begin(ENDLESS);
            stream.write_all(tail.as_bytes()).unwrap();
            server.until_running(1);
            thread::sleep(Duration::from_millis(200));
            assert_eq!(server.jobs().0, 1, "{tail:?} ended by itself");
            drop(stream);
            let took = server.until_running(0);
            let began = Instant::now();
            server.jobs();
            took < Duration::from_millis(100) + 10 * began.elapsed()
        };
        assert!((0..5).any(is_soon), "{tail:?}");
    }
}

#[test]
fn incomplete_requests_do_not_block_other_clients() {
    let server = Server::start();
    let mut halves: Vec<TcpStream> = (0..400).map(|_| incomplete_request(&server)).collect();
    for _ in 0..20 {
        assert_eq!(server.get("/api/v1/solve?board=5").status, 200);
    }
    // The oldest was closed, the youngest are still open.
    halves[0].set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    assert!(matches!(halves[0].read(&mut [0]), Ok(0) | Err(_)));
    let last = halves.last_mut().unwrap();
    last.write_all(b"alhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    last.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn an_incomplete_head_times_out() {
    let server = Server::start();
    let (mut half, mut silent) = (incomplete_request(&server), TcpStream::connect(server.addr).unwrap());
    for stream in [&mut half, &mut silent] {
        stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).expect("the server closes it");
    }
}

#[test]
fn the_server_stops_quickly_despite_incomplete_requests() {
    let mut server = Server::start();
    let _halves: Vec<TcpStream> = (0..60).map(|_| incomplete_request(&server)).collect();
    let _body = {
        let mut stream = TcpStream::connect(server.addr).unwrap();
        stream
            .write_all(b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{")
            .unwrap();
        stream
    };
    let _endless = server.begin(ENDLESS);
    server.until_running(1);
    let began = Instant::now();
    server.end();
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn unfinished_bodies_are_bounded_together() {
    let server = Server::with(Settings { jobs: 1, ..Settings::default() });
    let part = vec![b' '; 4 << 20];
    let bodies: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = TcpStream::connect(server.addr).unwrap();
            let head = "POST /api/v1/verify HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n";
            write!(stream, "{head}content-length: {}\r\n\r\n", (4 << 20) + 1).unwrap();
            stream.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
            // The last bodies may be refused while they are sent.
            let _ = stream.write_all(&part);
            stream
        })
        .collect();
    let refused = bodies.into_iter().filter_map(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = [0; 512];
        let length = stream.read(&mut answer).unwrap_or(0);
        String::from_utf8_lossy(&answer[..length]).contains("503 Service").then_some(())
    });
    assert!(refused.count() > 0, "160 MiB of bodies were held at once");
}
