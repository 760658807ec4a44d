//! Places at the server: who goes away, gives his back.
//!
//! A heavy job is begun and its client hangs up, politely or not, with or without bytes behind the
//! request; or stops reading. Each time the place must be free again soon after.

use std::{
    io::Write,
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use rustix::net::sockopt::{set_socket_linger, set_socket_recv_buffer_size};

use crate::{
    http::{Client, connect},
    report::{CheckResult, Report},
    server::{API, HEAVY, Server},
    target::AttackTarget,
};

/// The promise is a tenth of a second; the machine may be shared.
const SOON: Duration = Duration::from_secs(3);

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    report.row("hang-ups", |row| {
        let heavy = [
            HEAVY,
            "/api/v1/trace?board=20&start=b1&kind=closed&max_time=5m",
            "/api/v1/count?board=6x12&kind=open&max_time=5m",
            "/api/v1/lab/warnsdorff?sizes=2000&tries=100000&ties=random",
            "/api/v1/render?board=500&format=pdf&numbers=always&path=smooth",
        ];
        let mut worst = Duration::ZERO;
        for job in heavy.into_iter().take(target.times(heavy.len(), 1)) {
            for tail in ["", "\r\n", "G", "GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
                for is_reset in [false, true] {
                    let verdict = hang_up(target, job, tail, is_reset);
                    worst = worst.max(*verdict.as_ref().unwrap_or(&Duration::ZERO));
                    row.judge(format!("{job} with {tail:?} behind it, reset: {is_reset}"), verdict.map(drop));
                }
            }
        }
        row.figure(format!("place free after {:.2} s at worst", worst.as_secs_f64()));
    });
    if target.is_short {
        return;
    }
    report.row("readers that stop reading", |row| {
        for job in [
            "count?board=6x12&kind=open",
            "trace?board=20&start=b1&kind=closed",
            "lab/warnsdorff?sizes=5..60&tries=100000",
        ] {
            row.judge(job, paused(target, job));
        }
    });
}

fn hang_up(target: &AttackTarget, job: &str, tail: &str, is_reset: bool) -> Result<Duration, String> {
    let mut server = Server::start(target, ":", &["--max-time", "60s"])?;
    let stream = begin(&server, job, tail)?;
    if server.wait_for(1, SOON).is_none() {
        // Refused, or ready already: then there is no place to give back.
        let is_answered = stream.peek(&mut [0]).is_ok_and(|count| count > 0);
        return if is_answered { Ok(Duration::ZERO) } else { Err("the job did not begin".to_owned()) };
    }
    if is_reset {
        set_socket_linger(&stream, Some(Duration::ZERO)).map_err(|error| error.to_string())?;
    }
    drop(stream);
    let freed = server.wait_for(0, SOON).ok_or(format!("the place is taken {} s later", SOON.as_secs()))?;
    server.is_well()?;
    Ok(freed)
}

fn begin(server: &Server, job: &str, tail: &str) -> Result<TcpStream, String> {
    let mut stream = connect(server.address, Duration::from_secs(10)).map_err(|error| error.to_string())?;
    let request = format!("GET {job} HTTP/1.1\r\nHost: {}\r\n\r\n{tail}", server.address);
    stream.write_all(request.as_bytes()).map_err(|error| error.to_string())?;
    Ok(stream)
}

/// Answers fill the socket, and then comes a job whose reader does not read.
fn paused(target: &AttackTarget, job: &str) -> CheckResult {
    let server = Server::start(target, ":", &["--max-time", "5s"])?;
    let mut stream = connect(server.address, Duration::from_secs(2)).map_err(|error| error.to_string())?;
    set_socket_recv_buffer_size(&stream, 1).map_err(|error| error.to_string())?;
    let ask = |path: &str| format!("GET {API}/{path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let _ = stream.write_all(ask("openapi.json").repeat(40).as_bytes());
    let _ = stream.write_all(ask(job).as_bytes());
    let began = Instant::now();
    thread::sleep(Duration::from_secs(12));
    let verdict = server.wait_for(0, SOON).map(drop);
    verdict.ok_or(format!("the place is taken after {:.0} s of 5 s", began.elapsed().as_secs_f64()))?;
    let answer = Client::new(server.address, SOON).ask(&format!("{API}/exists?board=8"));
    answer.map(drop).map_err(|error| format!("others are not answered: {error}"))
}
