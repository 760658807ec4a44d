//! Many clients at once, beside heavy jobs and beside counts that are refused.
//!
//! The limits only distinguish an answer from none, because the machine may be shared; the figures say more.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::{
    http::Client,
    report::{CheckResult, Report, Row},
    server::{API, Server},
    target::AttackTarget,
};

/// An ordinary question is answered within this.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

/// MiB that a server may take that gives 200 MiB to its jobs.
const MAX_SERVER_MIB: u64 = 400;

/// A job that runs until it is stopped.
const HEAVY_JOB: &str = "/api/v1/solve?board=8&method=backtrack&start=b1&kind=closed&max_time=1h";

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    report.row("clients beside heavy jobs", |row| {
        let result = crowd(target, row);
        row.check("the server", result);
    });
    report.row("questions beside refused counts", |row| {
        let result = beside_refusals(target, row);
        row.check("the server", result);
    });
}

/// Clients ask small questions while every job slot is taken.
fn crowd(target: &AttackTarget, row: &mut Row) -> CheckResult {
    let mut server = Server::start(target, ":", &["--max-time", "60s", "--jobs", "4"])?;
    let address = server.address;
    let _heavy = (0..4).map(|_| Client::begin(address, HEAVY_JOB)).collect::<Result<Vec<_>, _>>()?;
    server.wait_for(4, ANSWER_TIMEOUT).ok_or("the heavy jobs did not begin")?;
    let (clients, rounds) = (target.times(200, 50), target.times(20, 2));
    let answers = thread::scope(|scope| {
        let clients: Vec<_> = (0..clients)
            .map(|_| {
                scope.spawn(move || {
                    let mut client = Client::new(address, ANSWER_TIMEOUT);
                    let paths = [format!("{API}/status"), format!("{API}/exists?board=8")];
                    let answers = paths.iter().cycle().take(rounds).map(|path| {
                        let began = Instant::now();
                        let answer = client.get(path).map_err(|error| format!("{path}: {error}"));
                        answer.and_then(|answer| answer.check()).map(|()| began.elapsed())
                    });
                    answers.collect::<Vec<_>>()
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client ends")).collect::<Vec<_>>()
    });
    let times = answers.iter().filter_map(|answer| answer.as_ref().ok().copied()).collect();
    row.figure(format!("{clients} clients, {}", median_and_worst(times)));
    for answer in answers {
        row.check("an ordinary question", answer.map(drop));
    }
    server.check()
}

/// Six clients ask for counts that are refused; other clients must not notice.
fn beside_refusals(target: &AttackTarget, row: &mut Row) -> CheckResult {
    let mut server = Server::start(target, "ulimit -v 8388608", &["--memory", "200MiB"])?;
    let (address, is_over) = (server.address, AtomicBool::new(false));
    let times = thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let mut client = Client::new(address, ANSWER_TIMEOUT);
                while !is_over.load(Ordering::Relaxed) {
                    let _ = client.get(&format!("{API}/count?board=6x682&kind=open&max_time=1s"));
                }
            });
        }
        let mut client = Client::new(address, ANSWER_TIMEOUT);
        let times = (0..target.times(40, 8)).map(|_| {
            thread::sleep(Duration::from_millis(100));
            let began = Instant::now();
            let answer = client.get(&format!("{API}/status")).map_err(|error| error.to_string());
            row.check("a small question", answer.and_then(|answer| answer.check()));
            began.elapsed()
        });
        let times = times.collect();
        is_over.store(true, Ordering::Relaxed);
        times
    });
    let peak = server.memory_mib();
    row.figure(format!("{}, peak {peak} MiB", median_and_worst(times)));
    if peak > MAX_SERVER_MIB {
        return Err(format!("{peak} MiB for counts that are refused"));
    }
    server.check()
}

fn median_and_worst(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    match times[..] {
        [] => "no answer".to_owned(),
        [.., worst] => {
            format!("median {} ms, worst {} ms", times[times.len() / 2].as_millis(), worst.as_millis())
        }
    }
}
