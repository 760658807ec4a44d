//! The cluster: its processor time against one machine with as many threads, and the bytes that it sends.

use std::{net::TcpListener, thread, time::Duration};

use ktour_cluster::{Cluster, Hosts, Tally};
use ktour_core::{Board, Control, Puzzle, TourKind};
use ktour_count::{Counter, Resources};

use crate::{clock::fastest_alone, row::Row};

const TOURS: u64 = 34_524_432_316;
const THREADS: usize = 2;
const MEASUREMENT_ROUNDS: u32 = 5;

/// 7x8 closed: two threads, two workers of one process, and two processes of one worker each.
pub(crate) fn cluster() -> Vec<Row> {
    let board = Board::new(7, 8).expect("a bench board has squares");
    let puzzle = Puzzle::new(board).with_kind(TourKind::Closed);
    let alone = || {
        let resources = Resources::default().with_threads(THREADS);
        counter(&puzzle).count(&resources, &Control::unlimited()).expect("a bench board fits")
    };
    let engine = || tally(&Cluster::alone(THREADS), &puzzle);
    // In turns, and by the time of all threads, since the machine may be busy with something else.
    let (mut limit, counted) = fastest_alone(1, alone);
    let mut workers = fastest_alone(1, engine);
    let mut processes = fastest_alone(1, || over_loopback(&puzzle, THREADS, 1));
    for _ in 1..MEASUREMENT_ROUNDS {
        limit = limit.min(fastest_alone(1, alone).0);
        workers.0 = workers.0.min(fastest_alone(1, engine).0);
        processes.0 = processes.0.min(fastest_alone(1, || over_loopback(&puzzle, THREADS, 1)).0);
    }
    let rows = [("2 workers", workers), ("2 processes", processes)].map(|(what, (time, tally))| {
        assert_eq!(*tally.counted.tours.undirected(), TOURS.into(), "7x8 closed, {what}");
        assert_eq!(tally.counted.states, counted.states, "7x8 closed, {what}");
        row(what, time, limit, &tally)
    });
    rows.into()
}

fn counter(puzzle: &Puzzle) -> Counter {
    Counter::new(puzzle).expect("a bench puzzle has a kind")
}

fn tally(cluster: &Cluster, puzzle: &Puzzle) -> Tally {
    let (resources, control) = (Resources::default(), Control::unlimited());
    cluster.count(&counter(puzzle), &resources, &control).expect("a bench board fits")
}

fn row(what: &str, time: Duration, limit: Duration, tally: &Tally) -> Row {
    let (states, bytes) = (tally.counted.states, tally.sent_bytes);
    let sent = match bytes {
        0 => String::new(),
        _ => format!(", {:.1} bytes sent a state", bytes as f64 / states as f64),
    };
    let row = Row::new(format!("count 7x8 closed, {what}"), format!("{states} states{sent}"));
    let row = row.time(time).done(states as f64, "states");
    row.against("one machine, 2 threads", limit.as_secs_f64() / time.as_secs_f64())
}

/// Processes, as threads of this one, that talk over real connections.
pub(crate) fn over_loopback(puzzle: &Puzzle, processes: usize, workers: usize) -> Tally {
    let free: Vec<TcpListener> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("this machine has a free port"))
        .collect();
    let lines: Vec<String> = free
        .iter()
        .filter_map(|listener| listener.local_addr().ok())
        .map(|address| address.to_string())
        .collect();
    drop(free);
    let hosts = Hosts::parse(&lines.join("\n"), "the bench's hosts").expect("these are addresses");
    let count = |process: usize| {
        let cluster = Cluster::new(hosts.clone(), process).expect("there are as many processes as lines");
        tally(&cluster.with_workers(workers), puzzle)
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..processes).map(|process| scope.spawn(move || count(process))).collect();
        let tally = count(0);
        others.into_iter().for_each(|other| drop(other.join()));
        tally
    })
}
