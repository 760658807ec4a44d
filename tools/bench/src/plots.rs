//! Plots of growth: the time of a tour against the squares of the board, ours and its peers.
//!
//! `cargo xtask bench plots` measures ours and writes `docs/bench/*.svg`, which BENCHMARKS.md shows;
//! `plots-searches`, `plots-counting` and `plots-boards` (large boards, any board, hard boards) draw a part.
//! Plain C, plain Python and Graphillion run in turns with ours if they are installed. CP-SAT and LKH take
//! minutes: `tools/bench/peers/anyboard.py` writes their times to `docs/bench/*.csv`.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use ktour_cluster::Cluster;
use ktour_core::{Board, Control, KNIGHT, Puzzle, TourKind, random::Random};
use ktour_count::{Counter, Resources, plain};
use ktour_lab::{
    Figure, Plot,
    growth::comparison_plot,
    plot::{Series, Style},
};
use ktour_search::{Method, Strategy, Tie, build::build, solve};

use crate::{
    anyboard, clock::fastest_alone, count, hard, large, peer::Peer, row::Row, search::from_top_left,
};

/// Squares and seconds.
type TimedSizes = Vec<(f64, f64)>;

/// Rounds in which ours and the peers take turns.
const MEASUREMENT_ROUNDS: u32 = 3;

/// The searches: walks of the processor against the same walks in plain programs.
pub(crate) fn searches() -> Vec<Row> {
    drawn([warnsdorff(), backtracking()].into_iter())
}

/// Counting.
pub(crate) fn counting() -> Vec<Row> {
    drawn([counting_tours()].into_iter())
}

/// Boards with holes and shapes, small, hard and large.
pub(crate) fn boards() -> Vec<Row> {
    drawn([any_board(), hard_boards(), large_boards()].into_iter())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bench")
}

fn drawn(plots: impl Iterator<Item = Plot>) -> Vec<Row> {
    let folder = folder();
    let drawn = plots.map(|plot| {
        fs::write(folder.join(format!("{}.svg", plot.name)), plot.svg()).expect("the folder can be written");
        let points: Vec<String> =
            plot.series.iter().map(|series| format!("{} {}", series.points.len(), series.name)).collect();
        Row {
            name: format!("docs/bench/{}.svg", plot.name),
            time: None,
            done: None,
            ratios: Vec::new(),
            signature: points.join(", "),
        }
    });
    drawn.collect()
}

/// The fastest of several rounds of ours and of each peer, in seconds; a peer that is not there has none.
fn race(ours: &mut dyn FnMut() -> Duration, peers: &[&dyn Fn() -> Option<Duration>]) -> Vec<Option<f64>> {
    let mut best = vec![None::<Duration>; 1 + peers.len()];
    for _ in 0..MEASUREMENT_ROUNDS {
        let round = [Some(ours())].into_iter().chain(peers.iter().map(|peer| peer()));
        for (best, time) in best.iter_mut().zip(round) {
            *best = best.take().into_iter().chain(time).min();
        }
    }
    best.into_iter().map(|time| time.map(|time| time.as_secs_f64())).collect()
}

fn collect(all: &mut [(&str, TimedSizes)], squares: u64, times: Vec<Option<f64>>) {
    for ((_, points), time) in all.iter_mut().zip(times) {
        points.extend(time.map(|time| (squares as f64, time)));
    }
}

/// One program; the colour follows from its place.
fn series(name: &str, style: Style, points: TimedSizes) -> Series {
    Series::new(Figure::Name(name.to_owned()), 0, style, points)
}

/// Ours first, then its peers.
fn styled<const N: usize>(all: [(&str, TimedSizes); N]) -> impl Iterator<Item = Series> {
    let style = |at| if at == 0 { Style::Marks } else { Style::Hollow };
    all.into_iter().enumerate().map(move |(at, (name, points))| series(name, style(at), points))
}

/// Warnsdorff's rule with far ties, verified, against plain C and plain Python of the same rule.
fn warnsdorff() -> Plot {
    let c = Peer::c(include_str!("../peers/warnsdorff.c"));
    let python = Peer::python(include_str!("../peers/warnsdorff.py"));
    let mut all = [
        ("ours, verified", TimedSizes::new()),
        ("plain C", TimedSizes::new()),
        ("plain Python", TimedSizes::new()),
    ];
    let strategy = Strategy { tie: Tie::Far, ..Strategy::new(Method::Warnsdorff) };
    for side in [10u64, 20, 50, 100, 200, 500, 1000, 2000, 5000] {
        let puzzle = from_top_left(side, side);
        let repeats = 4_000_000u64.div_ceil(side * side).min(1000);
        let mut ours = || {
            let walk = || solve(&puzzle, &strategy, &Control::unlimited()).expect("the board fits");
            fastest_alone(repeats as u32, walk).0
        };
        let plain = || Some(c.as_ref()?.run(&[side, repeats]).time);
        let slow = || Some(python.as_ref().filter(|_| side <= 500)?.run(&[side]).time);
        collect(&mut all, side * side, race(&mut ours, &[&plain, &slow]));
    }
    comparison_plot("warnsdorff", "a walk by Warnsdorff's rule", styled(all))
}

/// Plain backtracking against plain C; both ways of ours take the same.
fn backtracking() -> Plot {
    let c = Peer::c(include_str!("../peers/backtrack.c"));
    let mut all = [("ours", TimedSizes::new()), ("plain C", TimedSizes::new())];
    let strategy = Strategy::new(Method::BacktrackIterative);
    for (files, ranks) in [(4, 5), (5, 5), (5, 6), (6, 6), (6, 7), (7, 7), (8, 8)] {
        let puzzle = from_top_left(files, ranks);
        let mut ours = || {
            let walk = || solve(&puzzle, &strategy, &Control::unlimited()).expect("the board fits");
            fastest_alone(5, walk).0
        };
        let plain = || Some(c.as_ref()?.run(&[ranks, files, 5]).time);
        collect(&mut all, files * ranks, race(&mut ours, &[&plain]));
    }
    comparison_plot("backtracking", "backtracking from a corner to its first tour", styled(all))
}

/// Counting, in groups and as it was, against a diagram of all cycles and against a walk of every tour.
fn counting_tours() -> Plot {
    const CLOSED_BOARDS: [(u64, u64); 11] =
        [(5, 6), (6, 6), (5, 8), (6, 7), (6, 8), (5, 10), (7, 8), (6, 10), (8, 8), (7, 10), (6, 12)];
    const OPEN_BOARDS: [(u64, u64); 9] =
        [(5, 5), (5, 6), (5, 7), (6, 6), (5, 8), (5, 9), (6, 8), (7, 7), (7, 8)];
    let words = |&sides: &(u64, u64)| {
        let counter = Counter::new(&count::puzzle(sides, count::CLOSED)).expect("a bench puzzle has a kind");
        let (engine, resources) = (Cluster::alone(1), Resources::default());
        let counted = || engine.count(&counter, &resources, &Control::unlimited()).expect("it fits");
        ((sides.0 * sides.1) as f64, fastest_alone(2, counted).0.as_secs_f64())
    };
    let walked = |&(sides, kind): &((u64, u64), TourKind)| {
        let walk = || plain::count(&count::puzzle(sides, kind)).expect("it is small");
        ((sides.0 * sides.1) as f64, fastest_alone(1, walk).0.as_secs_f64())
    };
    let peer = Peer::package(include_str!("../peers/graphillion_count.py"), "graphillion");
    let diagram = |&(files, ranks): &(u64, u64)| {
        let run = peer.as_ref()?.run(&[files, ranks]);
        let counted = count::count_all(&count::puzzle((files, ranks), count::CLOSED));
        assert_eq!(*counted.tours.undirected(), run.counts[0].into(), "Graphillion counts the same");
        Some((run.counts[1] as f64, run.time.as_secs_f64()))
    };
    let words = CLOSED_BOARDS[..7].iter().map(words).collect();
    let diagrams = [(5, 6), (6, 6), (5, 8)].iter().filter_map(diagram).collect();
    let walks =
        [((4, 6), count::OPEN), ((5, 5), count::OPEN), ((4, 7), count::OPEN), ((5, 6), count::CLOSED)];
    comparison_plot(
        "counting",
        "counting all tours",
        [
            series("ours, closed", Style::Marks, count::points(count::CLOSED, &CLOSED_BOARDS)),
            series("ours, open", Style::Marks, count::points(count::OPEN, &OPEN_BOARDS)),
            series("ours, closed, state by state", Style::Hollow, words),
            series("Graphillion, closed", Style::Hollow, diagrams),
            series("every tour walked", Style::Hollow, walks.iter().map(walked).collect()),
        ],
    )
}

/// Last results of `tools/bench/peers/anyboard.py` for one program: decided boards and timeouts.
fn told(picture: &str, program: &str) -> [TimedSizes; 2] {
    let path = folder().join(format!("{picture}.csv"));
    let text = fs::read_to_string(&path).unwrap_or_default();
    if text.is_empty() {
        eprintln!("{picture}: python3 tools/bench/peers/anyboard.py has not measured the peers");
    }
    let mut points = [TimedSizes::new(), TimedSizes::new()];
    for line in text.lines().skip(1) {
        let [_, squares, by, outcome, seconds] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{}: `{line}` has five fields", path.display())
        };
        if by == program {
            let number = |word: &str| word.parse().expect("squares and seconds are numbers");
            points[usize::from(outcome == "unknown")].push((number(squares), number(seconds)));
        }
    }
    points
}

/// Every board of the first corpus that each has decided.
fn any_board() -> Plot {
    let ours = anyboard::boards(anyboard::CORPUS).into_iter().map(|(name, puzzle)| {
        let (time, _) = anyboard::judged(&name, &puzzle, Duration::from_secs(10));
        (puzzle.board().square_count() as f64, time.as_secs_f64())
    });
    let [[cp_sat, _], [lkh, _]] = ["CP-SAT", "LKH"].map(|program| told("any-board", program));
    comparison_plot(
        "any-board",
        "deciding any board, by a tour or a proof",
        [
            series("ours", Style::Marks, ours.collect()),
            series("CP-SAT", Style::Hollow, cp_sat),
            series("LKH", Style::Hollow, lkh),
        ],
    )
}

/// The slowest of the two thousand hard boards, in the last measurement of both programs.
fn hard_boards() -> Plot {
    let [[ours, _], [decided, unknown]] = ["ours", "CP-SAT"].map(|program| told("hard", program));
    comparison_plot(
        "hard",
        "deciding our thirty slowest hard boards",
        [
            series("ours", Style::Marks, ours),
            series("CP-SAT", Style::Hollow, decided),
            series("CP-SAT, out of time", Style::AtLeast, unknown),
        ],
    )
}

/// Closed tours of large boards with holes and of large shapes, with the whole board for scale, and the peers
/// as far as they reach.
fn large_boards() -> Plot {
    leave_for_peers();
    let [[cp_sat, _], [lkh, _]] = ["CP-SAT", "LKH"].map(|program| told("large-boards", program));
    let whole = [300u64, 1000, 2000, 5000].map(|side| {
        let puzzle = Puzzle::new(Board::new(side, side).expect("a bench board has squares"));
        let built = || build(&puzzle).expect("it has a tour").verified().expect("a tour").len();
        ((side * side) as f64, fastest_alone(2, built).0.as_secs_f64())
    });
    let small = SMALL_SIDES.map(|side| {
        let board = large::riddled(side, SMALL_PER_MILLE);
        let puzzle = Puzzle::new(board.clone()).with_kind(TourKind::Closed);
        let search =
            || solve(&puzzle, &Strategy::default(), &Control::unlimited()).expect("the board is small");
        (board.square_count() as f64, fastest_alone(5, search).0.as_secs_f64())
    });
    let holes = small.into_iter().chain(large::points("30 ‰ holes")).collect();
    comparison_plot(
        "large-boards",
        "a closed tour of a large board",
        [
            series("3 % holes", Style::Marks, holes),
            series("0.1 % holes", Style::Marks, large::points("1 ‰ holes")),
            series("heart", Style::Marks, large::points("heart")),
            series("letters of thin strokes", Style::Marks, large::points("letters")),
            series("no holes, built", Style::Marked, whole.to_vec()),
            series("CP-SAT, 3 % holes", Style::Hollow, cp_sat),
            series("LKH, 3 % holes", Style::Hollow, lkh),
        ],
    )
}

/// Boards that the peers are asked too: sides, and how many of a thousand squares are missing.
const SMALL_SIDES: [u64; 9] = [12, 16, 20, 30, 40, 60, 80, 100, 150];
const SMALL_PER_MILLE: u64 = 30;

/// Leaves them in `target/peers/large.txt`, where `tools/bench/peers/anyboard.py large` finds them.
fn leave_for_peers() {
    let mut text = String::from("# Boards with holes that grow.\n");
    let mut random = Random::new(0, 0);
    for side in SMALL_SIDES {
        let board = large::riddled(side, SMALL_PER_MILLE);
        let block = hard::block(&format!("holes-{side}"), &board, KNIGHT, 0, &mut random);
        text += &format!("= {block}");
    }
    let folder = folder().join("../../target/peers");
    fs::create_dir_all(&folder).expect("the target has a folder");
    fs::write(folder.join("large.txt"), text).expect("the folder can be written");
}
