//! A cluster counts what one machine counts, layer by layer.
#![cfg(feature = "cluster")]

use std::{net::TcpListener, thread, time::Duration};

use knights_tour::{Board, Puzzle, TourKind};
use knights_tour_count::{
    Watch,
    cluster::{Cluster, ClusterError, Hosts, Tally},
    count,
};

fn puzzle(files: u64, ranks: u64, kind: TourKind) -> Puzzle {
    Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(kind)
}

/// Boards counted by halves, boards counted as a whole, with holes, and one whose numbers widen.
fn boards() -> Vec<Puzzle> {
    let with_hole = Board::new(5, 5).unwrap();
    let hole = knights_tour::notation::parse_square(&with_hole, "a2").unwrap();
    vec![
        puzzle(6, 6, TourKind::Closed),
        puzzle(6, 8, TourKind::Closed),
        puzzle(5, 6, TourKind::Closed),
        puzzle(5, 6, TourKind::Open),
        puzzle(5, 5, TourKind::Closed),
        puzzle(1, 1, TourKind::Open),
        Puzzle::new(with_hole.with_holes([hole]).unwrap()).with_kind(TourKind::Closed),
        puzzle(3, 90, TourKind::Closed),
        puzzle(3, 200, TourKind::Open),
    ]
}

fn as_one_machine(puzzle: &Puzzle, tally: &Tally, watch: &Watch) {
    let own = Watch::default().with_threads(2);
    let counted = count(puzzle, &own).unwrap();
    let what = format!("{} {:?}", puzzle.board(), puzzle.kind());
    assert_eq!(tally.counted.tours, counted.tours, "{what}");
    assert_eq!(watch.layers(), own.layers(), "{what}");
    assert_eq!(tally.counted.states, counted.states, "{what}");
}

#[test]
fn one_two_and_four_workers_have_the_layers_of_one_machine() {
    for puzzle in boards() {
        for workers in [1, 2, 4] {
            let watch = Watch::default();
            let tally = Cluster::alone(workers).count(&puzzle, &watch).unwrap();
            as_one_machine(&puzzle, &tally, &watch);
            assert_eq!(tally.sent_states, 0);
        }
    }
}

/// A hosts file of free ports on this machine.
fn hosts(processes: usize) -> Hosts {
    let free: Vec<TcpListener> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> = free.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    Hosts::parse(&lines.join("\n"), "hosts").unwrap()
}

/// Every process in a thread of its own, talking over real connections.
fn together(
    processes: usize,
    workers: usize,
    puzzle: impl Fn(usize) -> Puzzle + Sync,
) -> Vec<(Result<Tally, ClusterError>, Watch)> {
    let hosts = hosts(processes);
    thread::scope(|scope| {
        let start = |process: usize| {
            let (hosts, puzzle) = (hosts.clone(), &puzzle);
            scope.spawn(move || {
                let watch = Watch::default();
                let cluster = Cluster::new(hosts, process).unwrap().with_workers(workers);
                let tally = cluster.with_wait(Duration::from_secs(20)).count(&puzzle(process), &watch);
                (tally, watch)
            })
        };
        let all: Vec<_> = (0..processes).map(start).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn two_and_three_processes_have_the_layers_of_one_machine() {
    for (processes, workers) in [(2, 1), (2, 2), (3, 1)] {
        for puzzle in boards() {
            for (tally, watch) in together(processes, workers, |_| puzzle.clone()) {
                let tally = tally.unwrap();
                as_one_machine(&puzzle, &tally, &watch);
                assert_eq!(tally.sent_states > 0, tally.counted.states > 1);
            }
        }
    }
}
