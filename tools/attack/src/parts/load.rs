//! Many at once: clients beside heavy jobs, half requests, unfinished bodies, refused counts.
//!
//! The limits are wide, because the machine may be shared: they only distinguish an answer from none. The
//! figures say more.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::{
    http::{Client, connect},
    report::{CheckResult, Report, Row},
    server::{API, HEAVY, Server, raise_descriptors},
    target::AttackTarget,
};

/// An ordinary question is answered within this.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

type Attack = fn(&AttackTarget, &mut Row) -> CheckResult;

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    raise_descriptors();
    let rows: [(&str, Attack); 6] = [
        ("clients beside heavy jobs", crowd),
        ("half requests", half_requests),
        ("the end, with half requests open", end),
        ("unfinished bodies", bodies),
        ("questions beside refused counts", beside_refusals),
        ("memory after heavy jobs", memory_after),
    ];
    for (what, attack) in rows.into_iter().take(target.times(rows.len(), 3)) {
        report.row(what, |row| {
            let verdict = attack(target, row);
            row.judge(what, verdict);
        });
    }
}

/// 200 clients ask small questions while every place is taken.
fn crowd(target: &AttackTarget, row: &mut Row) -> CheckResult {
    let mut server = Server::start(target, ":", &["--max-time", "60s", "--jobs", "4"])?;
    let _heavy =
        (0..4).map(|_| half(&server, &format!("GET {HEAVY} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address)));
    let _heavy = _heavy.collect::<Result<Vec<_>, _>>()?;
    server.wait_for(4, ANSWER_TIMEOUT).ok_or("the heavy jobs did not begin")?;
    let (address, rounds) = (server.address, target.times(20, 2));
    let clients = target.times(200, 50);
    let answers = thread::scope(|scope| {
        let clients: Vec<_> = (0..clients)
            .map(|_| {
                scope.spawn(move || {
                    let mut client = Client::new(address, ANSWER_TIMEOUT);
                    let paths = [format!("{API}/status"), format!("{API}/exists?board=8")];
                    let asked = paths.iter().cycle().take(rounds).map(|path| {
                        let began = Instant::now();
                        let answer = client.ask(path).map_err(|error| format!("{path}: {error}"));
                        answer.and_then(|answer| answer.verdict()).map(|()| began.elapsed())
                    });
                    asked.collect::<Vec<_>>()
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client ends")).collect::<Vec<_>>()
    });
    let mut times: Vec<Duration> =
        answers.iter().filter_map(|answer| answer.as_ref().ok().copied()).collect();
    for answer in answers {
        row.judge("an ordinary question", answer.map(drop));
    }
    times.sort_unstable();
    if let (Some(middle), Some(worst)) = (times.get(times.len() / 2), times.last()) {
        row.figure(format!(
            "{clients} clients, median {} ms, worst {} ms",
            middle.as_millis(),
            worst.as_millis()
        ));
    }
    server.is_well()
}

fn half(server: &Server, bytes: &str) -> Result<TcpStream, String> {
    let mut stream = connect(server.address, ANSWER_TIMEOUT).map_err(|error| format!("connect: {error}"))?;
    stream.write_all(bytes.as_bytes()).map_err(|error| format!("write: {error}"))?;
    Ok(stream)
}

/// Connections that begin a request and never end it, as many as there are descriptors.
fn half_requests(target: &AttackTarget, row: &mut Row) -> CheckResult {
    let mut server = Server::start(target, "ulimit -n 1024", &[])?;
    // The server may refuse some: that is one way to hold.
    let held: Vec<TcpStream> =
        (0..target.times(1020, 300)).filter_map(|_| half(&server, "GET /api/v1/status HT").ok()).collect();
    for _ in 0..3 {
        let began = Instant::now();
        let answer = Client::new(server.address, ANSWER_TIMEOUT).ask(&format!("{API}/status"));
        let verdict = answer
            .map_err(|error| format!("beside {} half requests: {error}", held.len()))
            .and_then(|answer| answer.verdict());
        row.judge("a question beside them", verdict);
        row.figure(format!("{} ms", began.elapsed().as_millis()));
    }
    if !target.is_short {
        let mut left = held;
        let began = Instant::now();
        while !left.is_empty() && began.elapsed() < Duration::from_secs(40) {
            left.retain(|stream| !is_closed(stream));
            thread::sleep(Duration::from_millis(200));
        }
        if left.is_empty() {
            row.figure(format!("all ended after {:.0} s", began.elapsed().as_secs_f64()));
        }
        let is_ended =
            if left.is_empty() { Ok(()) } else { Err(format!("{} are still held after 40 s", left.len())) };
        row.judge("a time to finish a request", is_ended);
    }
    server.is_well()
}

fn is_closed(stream: &TcpStream) -> bool {
    let mut heard = [0; 512];
    let _ = stream.set_nonblocking(true);
    let mut stream = stream;
    match stream.read(&mut heard) {
        Ok(count) => count == 0,
        Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
    }
}

/// The server ends on request without waiting for clients that never finish.
fn end(target: &AttackTarget, row: &mut Row) -> CheckResult {
    let server = Server::start(target, ":", &["--jobs", "4"])?;
    let _half: Vec<_> = (0..60).filter_map(|_| half(&server, "GET /api/v1/status HT").ok()).collect();
    let _heavy: Vec<_> = (0..11)
        .filter_map(|_| {
            half(&server, &format!("GET {HEAVY} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address)).ok()
        })
        .collect();
    thread::sleep(Duration::from_millis(300));
    let took = server.end()?;
    row.figure(format!("{:.2} s", took.as_secs_f64()));
    if took > Duration::from_millis(2500) { Err(format!("took {took:.1?}")) } else { Ok(()) }
}

/// 150 bodies of 4 MiB that stop before their last byte.
fn bodies(target: &AttackTarget, row: &mut Row) -> CheckResult {
    let mut server = Server::start(target, ":", &["--memory", "200MiB"])?;
    let length = 4 << 20;
    let head = format!(
        "POST {API}/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n",
        server.address
    );
    let body = " ".repeat(length - 1);
    let address = server.address;
    let held: Vec<TcpStream> = thread::scope(|scope| {
        let (head, body) = (&head, &body);
        let senders: Vec<_> = (0..6)
            .map(|_| {
                scope.spawn(move || {
                    let one = || {
                        let mut stream = connect(address, Duration::from_secs(2)).ok()?;
                        // A server that reads no more is one that holds.
                        let _ = stream
                            .write_all(head.as_bytes())
                            .and_then(|()| stream.write_all(body.as_bytes()));
                        Some(stream)
                    };
                    (0..25).filter_map(|_| one()).collect::<Vec<_>>()
                })
            })
            .collect();
        senders.into_iter().flat_map(|sender| sender.join().expect("a sender ends")).collect()
    });
    let answer = Client::new(server.address, ANSWER_TIMEOUT).ask(&format!("{API}/status"));
    let verdict = answer.map_err(|error| error.to_string()).and_then(|answer| answer.verdict());
    row.judge("a question beside them", verdict);
    let peak = server.memory().peak;
    row.figure(format!("{} bodies, peak {peak} MiB", held.len()));
    if peak > 400 {
        return Err(format!("{peak} MiB for {} bodies", held.len()));
    }
    server.is_well()
}

/// Six clients ask for counts that are refused; others must not notice.
fn beside_refusals(target: &AttackTarget, row: &mut Row) -> CheckResult {
    let mut server = Server::start(target, "ulimit -v 8388608", &["--memory", "200MiB"])?;
    let (address, is_over) = (server.address, AtomicBool::new(false));
    let mut times = thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let mut client = Client::new(address, ANSWER_TIMEOUT);
                while !is_over.load(Ordering::Relaxed) {
                    let _ = client.ask(&format!("{API}/count?board=6x682&kind=open&max_time=1s"));
                }
            });
        }
        let mut client = Client::new(address, ANSWER_TIMEOUT);
        let asking = Instant::now();
        let times: Vec<Duration> = (0..40)
            .take_while(|_| asking.elapsed() < Duration::from_secs(30))
            .map(|_| {
                thread::sleep(Duration::from_millis(100));
                let began = Instant::now();
                let verdict = client.ask(&format!("{API}/status")).map_err(|error| error.to_string());
                row.judge("a small question", verdict.and_then(|answer| answer.verdict()));
                began.elapsed()
            })
            .collect();
        is_over.store(true, Ordering::Relaxed);
        times
    });
    times.sort_unstable();
    let (middle, worst) = (times[times.len() / 2].as_millis(), times[times.len() - 1].as_millis());
    let peak = server.memory().peak;
    row.figure(format!("median {middle} ms, worst {worst} ms, peak {peak} MiB"));
    server.is_well()?;
    if peak > 400 {
        return Err(format!("{peak} MiB for counts that are refused"));
    }
    if middle > 500 { Err(format!("{middle} ms for a small question")) } else { Ok(()) }
}

/// A hundred heavy jobs, and what is still taken when they are gone.
fn memory_after(target: &AttackTarget, row: &mut Row) -> CheckResult {
    let mut server = Server::start(
        target,
        "ulimit -v 16777216",
        &["--max-time", "1s", "--memory", "1GiB", "--queue", "100"],
    )?;
    let mut client = Client::new(server.address, Duration::from_secs(60));
    let _ = client.ask(&format!("{API}/solve?board=8"));
    let before = server.memory().now;
    let heavy = [
        "count?board=6x9&kind=open",
        "sample?board=6x6&kind=open&n=10",
        "render?board=200&format=png&width=3000",
        "solve?board=400",
        "tours?board=4x500&kind=open",
    ];
    let address = server.address;
    thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || {
                let mut client = Client::new(address, Duration::from_secs(60));
                for job in heavy.iter().cycle().skip(part).take(25) {
                    let _ = client.ask(&format!("{API}/{job}"));
                }
            });
        }
    });
    thread::sleep(Duration::from_secs(10));
    let memory = server.memory();
    row.figure(format!("{before} MiB before, {} at peak, {} after", memory.peak, memory.now));
    server.is_well()?;
    let bound = before * 3 / 2 + 16;
    if memory.now > bound {
        Err(format!("{} MiB is kept, {bound} would be right", memory.now))
    } else {
        Ok(())
    }
}
