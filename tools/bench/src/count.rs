//! Counting: seconds and memory against their limits, with the numbers of states as signatures.
//!
//! Boards that take seconds are counted by a separate process each (`ktour-bench --count`), so that its
//! memory is that of one count.

use std::{
    env, fs,
    ops::ControlFlow,
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use ktour_core::{Board, Control, Puzzle, Square, TourKind};
use ktour_count::{Counted, Counter, Resources, Shard, Task, TourCount, plain};
use serde_json::{Value, json};

use crate::{
    clock::{fastest, fastest_alone, processor_time},
    cluster::over_loopback,
    peer::Peer,
    row::Row,
};

/// Share by which the memory that is announced may differ from what is taken.
const MAX_MEMORY_ERROR: f64 = 0.15;
/// The least memory that is compared: smaller counts take hardly more than the program itself.
const MIN_BYTES_TO_COMPARE: f64 = 5e7;

pub(crate) const CLOSED: TourKind = TourKind::Closed;
pub(crate) const OPEN: TourKind = TourKind::Open;

/// A board and its known numbers: closed tours without directions, open ones with both, and states.
struct KnownBoard {
    sides: (u64, u64),
    kind: TourKind,
    tours: u64,
    states: u64,
    /// Limit in seconds.
    seconds: f64,
}

impl KnownBoard {
    fn puzzle(&self) -> Puzzle {
        puzzle(self.sides, self.kind)
    }

    fn name(&self) -> String {
        format!("count {}x{} {}", self.sides.0, self.sides.1, self.kind)
    }

    fn agrees(&self, tours: &str, states: u64) {
        assert_eq!((tours, states), (&*self.tours.to_string(), self.states), "{}", self.name());
    }

    /// Counts in this process, by the clock.
    fn count_here(&self, repeats: u32) -> Row {
        let (time, counted) = fastest(repeats, || count_all(&self.puzzle()));
        self.agrees(&tours(&counted.tours, self.kind), counted.states);
        row(self.name(), time, self.seconds, self.states)
    }

    /// Counts in a separate process, in processor time; `gigabytes` is the limit of its resident memory.
    fn count_in_process(&self, gigabytes: Option<f64>) -> Row {
        let output = count_with(&format!("{}x{} {}", self.sides.0, self.sides.1, self.kind));
        self.agrees(
            output["tours"].as_str().unwrap_or_default(),
            output["states"].as_u64().unwrap_or_default(),
        );
        let seconds = |word: &str| output[word].as_f64().expect("it says how long it took");
        let time = seconds("processor");
        let mut row = row(self.name(), Duration::from_secs_f64(time), self.seconds, self.states);
        let clock = seconds("clock");
        row = row.against(format!("the clock, {clock:.1} s"), clock / time);
        if let (Some(taken), Some(announced)) = (output["peak"].as_f64(), output["announced"].as_f64())
            && taken > MIN_BYTES_TO_COMPARE
        {
            let ratio = announced / taken;
            assert!((ratio - 1.0).abs() <= MAX_MEMORY_ERROR, "{}: {announced} announced", self.name());
            row = row.against("the memory taken, announced", ratio);
        }
        match (output["peak"].as_f64().map(|bytes| bytes / 1e9), gigabytes) {
            (Some(taken), Some(limit)) => {
                row.limit(1.0, format!("the limit of {limit} GB, {taken:.2} taken"), limit / taken)
            }
            (Some(taken), None) => row.against(format!("a gigabyte, {taken:.2} taken"), 1.0 / taken),
            (None, _) => row,
        }
    }
}

pub(crate) fn puzzle((files, ranks): (u64, u64), kind: TourKind) -> Puzzle {
    Puzzle::new(Board::new(files, ranks).expect("a bench board has squares")).with_kind(kind)
}

pub(crate) fn count_all(puzzle: &Puzzle) -> Counted {
    let counter = Counter::new(puzzle).expect("a bench puzzle has a kind");
    counter.count(&Resources::default(), &Control::unlimited()).expect("a bench board fits")
}

/// Returns the number of tours in the convention of the published numbers.
fn tours(count: &TourCount, kind: TourKind) -> String {
    match kind {
        TourKind::Closed => count.undirected().to_string(),
        TourKind::Open => count.directed().to_string(),
    }
}

/// Counts a board given as `8x8 closed`, perhaps followed by `threads N`, `memory MIB` or `processes N`, and
/// prints the result, the time and, where the system reports them, the peak of resident memory, the share of the
/// time in which fewer than all threads work, and that of the kernel.
pub(crate) fn count_alone(question: &str) {
    let words: Vec<&str> = question.split(' ').collect();
    let (files, ranks) = words[0].split_once('x').expect("files and ranks");
    let side = |word: &str| word.parse().expect("a side is a number");
    let kind = if words[1] == "closed" { CLOSED } else { OPEN };
    let option = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words[at + 1].parse::<usize>().ok()
    };
    let puzzle = puzzle((side(files), side(ranks)), kind);
    let threads = option("threads").unwrap_or(2);
    let files = tempfile::tempdir().expect("there is a place for temporary files");
    let mut resources = Resources::default().with_threads(threads);
    if let Some(mebibytes) = option("memory") {
        resources = resources.with_memory((mebibytes as u128) << 20).with_spill(files.path());
    }
    let counter = Counter::new(&puzzle).expect("a bench puzzle has a kind");
    let estimate = counter.estimate(Task::Count, &resources, &Control::unlimited());
    let announced = estimate.map(|estimate| estimate.bytes as f64).ok();
    let work = || match option("processes") {
        Some(processes) => {
            let tally = over_loopback(&puzzle, processes, threads);
            (tally.counted, tally.sent_bytes)
        }
        None => (counter.count(&resources, &Control::unlimited()).expect("a bench board fits"), 0),
    };
    let (fewer, (clock, (counted, sent))) =
        share_with_fewer(threads * option("processes").unwrap_or(1), || fastest(1, work));
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
    let peak = peak.and_then(|kibibytes| kibibytes.parse::<u64>().ok()).map(|kibibytes| kibibytes * 1024);
    let (clock, processor) = (clock.as_secs_f64(), processor_time().as_secs_f64());
    println!(
        "{}",
        json!({
            "tours": tours(&counted.tours, kind), "states": counted.states,
            "clock": clock, "processor": processor, "peak": peak, "kernel": kernel_share(), "fewer": fewer,
            "announced": announced, "sent": sent, "written": counted.written_bytes, "read": counted.read_bytes,
        })
    );
}

/// Counts in a process of its own; `question` as for [`count_alone`].
fn count_with(question: &str) -> Value {
    let program = env::current_exe().expect("a running program has a place");
    let output = Command::new(program)
        .args(["--count", question])
        .env("GLIBC_TUNABLES", "glibc.malloc.arena_max=1")
        .stderr(Stdio::inherit())
        .output();
    serde_json::from_slice(&output.expect("it runs again").stdout).expect("it answers")
}

/// Share of the processor time that the kernel takes, where the system says.
fn kernel_share() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let mut words = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || words.next()?.parse::<f64>().ok();
    let (user, kernel) = (ticks()?, ticks()?);
    Some(kernel / (user + kernel))
}

/// Runs work and looks often at how many threads run or wait for a processor: the share of looks with fewer than
/// `threads`, where the system says. Other work on the machine does not change it.
fn share_with_fewer<T>(threads: usize, work: impl FnOnce() -> T) -> (Option<f64>, T) {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let looking = scope.spawn(|| {
            let own = fs::read_link("/proc/thread-self").ok()?.file_name()?.to_owned();
            let (mut looks, mut fewer) = (0, 0);
            while !is_over.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
                let tasks = fs::read_dir("/proc/self/task").ok()?.flatten();
                let others = tasks.filter(|task| task.file_name() != own);
                let stats = others.filter_map(|task| fs::read_to_string(task.path().join("stat")).ok());
                let running = stats.filter(|stat| stat.contains(") R ") || stat.contains(") D ")).count();
                looks += 1;
                fewer += i32::from(running < threads);
            }
            Some(f64::from(fewer) / f64::from(looks.max(1)))
        });
        let done = work();
        is_over.store(true, Ordering::Relaxed);
        (looking.join().ok().flatten(), done)
    })
}

/// The same count on one thread and on two, in an eighth of the memory, and by two processes: processor time and
/// memory against two threads in memory, in turns.
pub(crate) fn cores() -> Vec<Row> {
    let boards = [("8x8 closed", 149_613_347.0, 46), ("7x7 open", 46_980_304.0, 33)];
    let rows = boards.into_iter().flat_map(|(board, states, eighth)| {
        let ways = [
            "threads 2".to_owned(),
            "threads 1".to_owned(),
            format!("threads 2 memory {eighth}"),
            "threads 1 processes 2".to_owned(),
        ];
        let mut best: Vec<Option<Value>> = vec![None; ways.len()];
        for _ in 0..CORES_ROUNDS {
            for (way, best) in ways.iter().zip(&mut best) {
                let output = count_with(&format!("{board} {way}"));
                let time = |output: &Value| output["processor"].as_f64().unwrap_or(f64::INFINITY);
                if best.as_ref().is_none_or(|best| time(&output) < time(best)) {
                    *best = Some(output);
                }
            }
        }
        let best: Vec<Value> = best.into_iter().flatten().collect();
        let number = |output: &Value, word: &str| output[word].as_f64().unwrap_or(f64::NAN);
        let rows = ways.iter().zip(&best).map(|(way, output)| {
            let against = |word: &str| number(&best[0], word) / number(output, word);
            let mut signature = format!("{} states", output["states"]);
            for word in ["sent", "written", "read"].into_iter().filter(|word| number(output, word) > 0.0) {
                signature += &format!(", {:.1} bytes {word} a state", number(output, word) / states);
            }
            let percent = |word: &str| 100.0 * number(output, word);
            Row::new(format!("count {board}, {way}"), signature)
                .time(Duration::from_secs_f64(number(output, "processor")))
                .done(states, "states")
                .against("two threads", against("processor"))
                .against(
                    format!("their memory, {:.0} MB taken", number(output, "peak") / 1e6),
                    against("peak"),
                )
                .against(
                    format!("% with fewer than all threads, {:.1} % kernel", percent("kernel")),
                    percent("fewer"),
                )
        });
        rows.collect::<Vec<_>>()
    });
    rows.collect()
}

/// Rounds of [`cores`], of which the fastest counts.
const CORES_ROUNDS: usize = 3;

fn row(name: String, time: Duration, limit: f64, states: u64) -> Row {
    Row::new(name, format!("{states} states")).time(time).done(states as f64, "states").within(limit)
}

fn known(sides: (u64, u64), kind: TourKind, tours: u64, states: u64, seconds: f64) -> KnownBoard {
    KnownBoard { sides, kind, tours, states, seconds }
}

/// Boards that are counted within a second, and all with files times ranks up to 40.
pub(crate) fn count() -> Vec<Row> {
    let mut rows = vec![
        known((6, 6), CLOSED, 9862, 13083, 0.01).count_here(20),
        known((6, 8), CLOSED, 55_488_142, 244_393, 0.1).count_here(5),
        known((7, 8), CLOSED, 34_524_432_316, 9_329_886, 2.0).count_here(2),
        // Boards with an odd longer side are glued from two tables.
        known((5, 5), OPEN, 1728, 3390, 0.1).count_here(3),
        known((5, 7), OPEN, 1_245_736, 79825, 0.1).count_here(3),
        known((5, 9), OPEN, 529_791_280, 467_122, 0.5).count_here(3),
        known((9, 5), OPEN, 529_791_280, 467_122, 0.5).count_here(3),
        listed(),
    ];
    for (kind, limit, tours, states) in [(CLOSED, 0.2, 54_264u64, 25_974), (OPEN, 5.0, 23_664_471, 1_140_149)]
    {
        let boards = || (1..=6).flat_map(|files| (files..=40 / files).map(move |ranks| (files, ranks)));
        let (time, all) =
            fastest(3, || boards().map(|sides| count_all(&puzzle(sides, kind))).collect::<Vec<_>>());
        let number = |counted: &Counted| u64::try_from(counted.tours.undirected()).unwrap_or(u64::MAX);
        let counted = (all.iter().map(number).sum(), all.iter().map(|counted| counted.states).sum());
        assert_eq!(counted, (tours, states), "all boards up to 40 squares, {kind}");
        rows.push(row(format!("count all up to 40 squares {kind}"), time, limit, states));
    }
    rows
}

/// All closed tours of 6x8, one after the other, on one thread.
fn listed() -> Row {
    let puzzle = puzzle((6, 8), CLOSED);
    let (time, tours) = fastest_alone(1, || {
        let mut tours = 0u64;
        let mut listener = |_: &[u32]| {
            tours += 1;
            ControlFlow::Continue(())
        };
        let counter = Counter::new(&puzzle).expect("a bench puzzle has a kind");
        let (resources, control) = (Resources::default().with_threads(1), Control::unlimited());
        counter
            .each_order(Shard::default(), &resources, &control, &mut listener)
            .expect("a bench board fits");
        tours
    });
    assert_eq!(tours, 55_488_142, "all closed tours of 6x8");
    let rate = tours as f64 / time.as_secs_f64();
    let row = Row::new("list 6x8 closed, 1 thread", format!("{tours} tours"));
    row.time(time).done(tours as f64, "tours").limit(1.0, "2.5 M tours/s", rate / 2.5e6)
}

/// The classes of all open tours of 7x7.
fn classes() -> Row {
    let counter = Counter::new(&puzzle((7, 7), OPEN)).expect("a bench puzzle has a kind");
    let (time, counted) = fastest(1, || {
        counter.classes(&Resources::default(), &Control::unlimited()).expect("a bench board fits")
    });
    let classes = counted.tours.up_to_symmetry().map(|classes| (&classes.all, &classes.binary));
    assert_eq!(classes, Some((&10_348_478_647u64.into(), &55_004u64.into())), "7x7 open");
    assert_eq!(counted.states, 46_980_304, "7x7 open");
    row("classes of 7x7 open".to_owned(), time, 5.0, counted.states)
}

/// A thousand open tours of 7x7, drawn uniformly; the signature is what they have in common.
fn drawn() -> Row {
    let counter = Counter::new(&puzzle((7, 7), OPEN)).expect("a bench puzzle has a kind");
    let (time, drawn) = fastest(1, || {
        counter.sample(1000, 1, &Resources::default(), &Control::unlimited()).expect("a bench board fits")
    });
    let tours = drawn.unwrap_or_default();
    assert_eq!(tours.len(), 1000, "7x7 open");
    let corners = tours.iter().filter(|tour| tour.square_at(1) == Some(Square::new(0, 0))).count();
    let row = Row::new("draw 1000 of 7x7 open", format!("{corners} from a1"));
    row.time(time).done(1000.0, "tours").within(6.0)
}

/// The chessboard, and open tours of boards that take a while.
pub(crate) fn chessboard() -> Vec<Row> {
    vec![
        known((6, 8), OPEN, 49_929_787_608, 5_709_026, 10.0).count_in_process(None),
        known((7, 7), OPEN, 165_575_218_320, 46_980_304, 4.0).count_in_process(Some(0.5)),
        known((8, 8), CLOSED, 13_267_364_410_532, 149_613_347, 20.0).count_in_process(Some(0.5)),
        known((7, 9), OPEN, 5_806_424_327_506_000, 396_618_470, 90.0).count_in_process(None),
        classes(),
        drawn(),
    ]
}

/// Boards that take minutes: the open tours of the chessboard, and the closed ones of two that are wider.
pub(crate) fn wide() -> Vec<Row> {
    vec![
        known((8, 9), CLOSED, 7_112_881_119_092_574, 1_435_467_293, 300.0).count_in_process(None),
        known((8, 10), CLOSED, 4_235_482_818_156_697_040, 1_427_506_855, 300.0).count_in_process(None),
        known((8, 8), OPEN, 19_591_828_170_979_904, 3_913_282_264, 1500.0)
            .count_in_process(Some(8.589_934_592)),
    ]
}

/// Growth with the board, for a plot: closed and open tours, Graphillion's diagram of all cycles where it is
/// installed, and a walk of every tour.
pub(crate) fn growth() -> Vec<Row> {
    const CLOSED_BOARDS: [(u64, u64); 11] =
        [(5, 6), (6, 6), (5, 8), (6, 7), (6, 8), (5, 10), (7, 8), (6, 10), (8, 8), (7, 10), (6, 12)];
    const OPEN_BOARDS: [(u64, u64); 10] =
        [(4, 6), (5, 5), (4, 7), (5, 6), (5, 7), (6, 6), (5, 8), (5, 9), (6, 8), (7, 7)];
    let graphillion = Peer::package(include_str!("../peers/graphillion_count.py"), "graphillion");
    let closed = CLOSED_BOARDS.into_iter().map(|sides| (sides, CLOSED));
    let boards = closed.chain(OPEN_BOARDS.into_iter().map(|sides| (sides, OPEN)));
    let row = |(sides, kind): ((u64, u64), TourKind)| {
        let (puzzle, squares) = (puzzle(sides, kind), sides.0 * sides.1);
        let (time, counted) = fastest_alone(if squares < 50 { 5 } else { 1 }, || count_all(&puzzle));
        let number = tours(&counted.tours, kind);
        let diagram = graphillion.as_ref().filter(|_| kind == CLOSED && squares <= 40).map(|peer| {
            let run = peer.run(&[sides.0, sides.1]);
            assert_eq!(
                run.counts,
                [number.parse().expect("a number"), squares],
                "Graphillion counts the same"
            );
            run.time
        });
        let walks = squares <= if kind == CLOSED { 30 } else { 28 };
        let walk = walks.then(|| {
            let (time, walked) = fastest_alone(1, || plain::count(&puzzle).expect("it is small"));
            assert_eq!(tours(&walked, kind), number, "a walk of every tour counts the same");
            time
        });
        let name = format!("count {}x{} {kind}, growth", sides.0, sides.1);
        Row::new(name, format!("{number} tours, {} states", counted.states))
            .time(time)
            .peer(&format!("Graphillion ({kind})"), diagram, None)
            .peer("every tour walked", walk, None)
            .point("counting", format!("ours ({kind})"), squares as f64)
    };
    boards.map(row).collect()
}
