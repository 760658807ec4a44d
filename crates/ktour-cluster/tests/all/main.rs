//! A cluster counts what one machine counts, layer by layer.

use std::{net::TcpListener, thread, time::Duration};

use ktour_cluster::{Cluster, ClusterError, Hosts, Tally};
use ktour_core::{Board, Cancel, Control, Puzzle, TourKind};
use ktour_count::{CountError, Counter, Resources};
use tempfile::TempDir;

fn puzzle(files: u64, ranks: u64, kind: TourKind) -> Puzzle {
    Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(kind)
}

/// Boards counted by halves, boards counted as a whole, with holes, and one whose numbers widen.
fn boards() -> Vec<Puzzle> {
    let with_hole = Board::new(5, 5).unwrap();
    let hole = ktour_core::notation::parse_square(&with_hole, "a2").unwrap();
    vec![
        puzzle(6, 6, TourKind::Closed),
        puzzle(6, 8, TourKind::Closed),
        puzzle(5, 6, TourKind::Closed),
        puzzle(5, 6, TourKind::Open),
        puzzle(5, 7, TourKind::Open),
        puzzle(5, 5, TourKind::Closed),
        puzzle(1, 1, TourKind::Open),
        Puzzle::new(with_hole.with_holes([hole]).unwrap()).with_kind(TourKind::Closed),
        puzzle(3, 90, TourKind::Closed),
        puzzle(3, 200, TourKind::Open),
    ]
}

fn as_one_machine(puzzle: &Puzzle, tally: &Tally, counter: &Counter) {
    let own = Counter::new(puzzle).unwrap();
    let counted = own.count(&Resources::default().with_threads(2), &Control::unlimited()).unwrap();
    let what = format!("{} {:?}", puzzle.board(), puzzle.kind());
    assert_eq!(tally.counted.tours, counted.tours, "{what}");
    assert_eq!(counter.report().layers(), own.report().layers(), "{what}");
    assert_eq!(tally.counted.states, counted.states, "{what}");
}

#[test]
fn one_and_four_workers_have_the_layers_of_one_machine() {
    for puzzle in boards() {
        for workers in [1, 4] {
            let counter = Counter::new(&puzzle).unwrap();
            let cluster = Cluster::alone(workers);
            let tally = cluster.count(&counter, &Resources::default(), &Control::unlimited()).unwrap();
            as_one_machine(&puzzle, &tally, &counter);
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

/// Settings of a process of a cluster.
struct Machine {
    counter: Counter,
    resources: Resources,
    control: Control,
}

impl Machine {
    fn new(puzzle: &Puzzle) -> Machine {
        let counter = Counter::new(puzzle).unwrap();
        Machine { counter, resources: Resources::default(), control: Control::unlimited() }
    }

    fn with_checkpoint(self, directory: &TempDir) -> Machine {
        Machine { resources: self.resources.with_checkpoint(directory.path()), ..self }
    }
}

/// Every process in a thread of its own, talking over real connections.
fn together(workers: usize, machines: &[Machine]) -> Vec<Result<Tally, ClusterError>> {
    let hosts = hosts(machines.len());
    thread::scope(|scope| {
        let mut all = Vec::new();
        for (process, Machine { counter, resources, control }) in machines.iter().enumerate() {
            let cluster = Cluster::new(hosts.clone(), process).unwrap().with_workers(workers);
            let cluster = cluster.with_wait(Duration::from_secs(20));
            all.push(scope.spawn(move || cluster.count(counter, resources, control)));
        }
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn two_and_three_processes_have_the_layers_of_one_machine() {
    // Three processes count the smaller boards; the long run has all of them.
    processes_agree(2, 2, boards());
    processes_agree(3, 1, boards().into_iter().filter(|puzzle| puzzle.board().square_count() <= 36));
}

#[test]
#[ignore = "the same on every board"]
fn two_and_three_processes_of_one_worker_have_the_layers_of_one_machine() {
    processes_agree(2, 1, boards());
    processes_agree(3, 1, boards());
}

fn processes_agree(processes: usize, workers: usize, boards: impl IntoIterator<Item = Puzzle>) {
    for puzzle in boards {
        let machines: Vec<Machine> = (0..processes).map(|_| Machine::new(&puzzle)).collect();
        for (tally, machine) in together(workers, &machines).into_iter().zip(&machines) {
            let tally = tally.unwrap();
            as_one_machine(&puzzle, &tally, &machine.counter);
            // More than the empty board, from either side.
            assert_eq!(tally.sent_states > 0, tally.counted.states > 2);
        }
    }
}

#[test]
fn machines_with_directories_of_their_own_go_on_from_what_each_has() {
    let puzzle = puzzle(6, 10, TourKind::Closed);
    let directories = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let cancel = Cancel::default();
    let mut machines =
        directories.each_ref().map(|directory| Machine::new(&puzzle).with_checkpoint(directory));
    machines[0].control = Control::unlimited().with_cancel(cancel.clone());
    let ended = thread::scope(|scope| {
        scope.spawn(|| {
            while machines[0].counter.report().progress().step < 9 {
                thread::sleep(Duration::from_millis(1));
            }
            cancel.cancel();
        });
        together(2, &machines)
    });
    assert_eq!(ended[0].as_ref().unwrap_err(), &ClusterError::Count(CountError::Stopped));
    let other = ended[1].as_ref().unwrap_err();
    assert!(matches!(other, ClusterError::Interrupted { peer } if peer.starts_with("process 0 ")), "{other}");
    // The machines have changed their numbers, and a third has come that sees nothing.
    let third = tempfile::tempdir().unwrap();
    let again = [&directories[1], &directories[0], &third]
        .map(|directory| Machine::new(&puzzle).with_checkpoint(directory));
    for (tally, machine) in together(1, &again).into_iter().zip(&again) {
        assert_eq!(*tally.unwrap().counted.tours.undirected(), 239_187_240_144u64.into());
        assert!(machine.counter.report().progress().resumed > 0);
    }
}
