//! A cluster counts what one machine counts, layer by layer.
#![cfg(feature = "cluster")]

use std::{net::TcpListener, thread, time::Duration};

use knights_tour::{Board, Cancel, Puzzle, TourKind};
use knights_tour_count::{
    CountError, Watch,
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
fn together(puzzle: &Puzzle, workers: usize, watches: &[Watch]) -> Vec<Result<Tally, ClusterError>> {
    let hosts = hosts(watches.len());
    thread::scope(|scope| {
        let start = |(process, watch)| {
            let cluster = Cluster::new(hosts.clone(), process).unwrap().with_workers(workers);
            scope.spawn(move || cluster.with_wait(Duration::from_secs(20)).count(puzzle, watch))
        };
        let all: Vec<_> = watches.iter().enumerate().map(start).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn two_and_three_processes_have_the_layers_of_one_machine() {
    for (processes, workers) in [(2, 1), (2, 2), (3, 1)] {
        for puzzle in boards() {
            let watches: Vec<Watch> = (0..processes).map(|_| Watch::default()).collect();
            for (tally, watch) in together(&puzzle, workers, &watches).into_iter().zip(&watches) {
                let tally = tally.unwrap();
                as_one_machine(&puzzle, &tally, watch);
                assert_eq!(tally.sent_states > 0, tally.counted.states > 1);
            }
        }
    }
}

#[test]
fn machines_with_directories_of_their_own_go_on_from_what_each_has() {
    let puzzle = puzzle(6, 10, TourKind::Closed);
    let directories = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let cancel = Cancel::default();
    let watches = directories.each_ref().map(|directory| Watch::default().with_checkpoint(directory.path()));
    let stopped = [watches[0].clone().with_cancel(cancel.clone()), watches[1].clone()];
    let ended = thread::scope(|scope| {
        scope.spawn(|| {
            while watches[0].progress().step < 9 {
                thread::sleep(Duration::from_millis(1));
            }
            cancel.cancel();
        });
        together(&puzzle, 2, &stopped)
    });
    assert_eq!(ended[0].as_ref().unwrap_err(), &ClusterError::Count(CountError::Stopped));
    let other = ended[1].as_ref().unwrap_err();
    assert!(matches!(other, ClusterError::Interrupted { who } if who.starts_with("process 0 ")), "{other}");
    // The machines have changed their numbers, and a third has come that sees nothing.
    let third = tempfile::tempdir().unwrap();
    let again: Vec<Watch> = [directories[1].path(), directories[0].path(), third.path()]
        .map(|directory| Watch::default().with_checkpoint(directory))
        .to_vec();
    for (tally, watch) in together(&puzzle, 1, &again).into_iter().zip(&again) {
        assert_eq!(*tally.unwrap().counted.tours.undirected(), 239_187_240_144u64.into());
        assert!(watch.progress().resumed > 0);
    }
}
