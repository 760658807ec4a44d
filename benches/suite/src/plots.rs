//! Growth, drawn: the time of a tour against the squares of the board, ours and its peers, as the laboratory draws.
//!
//! `cargo xtask bench plots` measures and writes `docs/bench/*.svg`, which BENCHMARKS.md shows; `plots-boards` only the
//! picture of large boards. That of any board is drawn from what `benches/peers/anyboard.py` last measured, where it has.

use std::{fs, path::Path, time::Duration};

use knights_tour::{Control, Method, Strategy, Tie, solve};
use knights_tour_lab::{Plot, growth::beside};
use serde_json::Value;

use crate::{anyboard, clock::fastest_alone, large, peer::Peer, row::Row, search::from_top_left};

/// Squares and seconds.
type Points = Vec<(f64, f64)>;

/// Rounds in which ours and the peers take turns.
const ROUNDS: u32 = 3;

/// Measures, draws, and says what was drawn.
pub(crate) fn plots() -> Vec<Row> {
    drawn([Some(warnsdorff()), Some(backtracking()), any_board()].into_iter().flatten())
}

/// The same for large boards alone.
pub(crate) fn plots_of_large_boards() -> Vec<Row> {
    drawn([large_boards()].into_iter())
}

fn drawn(plots: impl Iterator<Item = Plot>) -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bench");
    fs::create_dir_all(&folder).expect("the pictures have a folder");
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
    for _ in 0..ROUNDS {
        let round = [Some(ours())].into_iter().chain(peers.iter().map(|peer| peer()));
        for (best, time) in best.iter_mut().zip(round) {
            *best = best.take().into_iter().chain(time).min();
        }
    }
    best.into_iter().map(|time| time.map(|time| time.as_secs_f64())).collect()
}

fn collect(all: &mut [(&str, Points)], squares: u64, times: Vec<Option<f64>>) {
    for ((_, points), time) in all.iter_mut().zip(times) {
        points.extend(time.map(|time| (squares as f64, time)));
    }
}

/// Warnsdorff's rule with far ties, verified, against plain C and plain Python of the same rule.
fn warnsdorff() -> Plot {
    let c = Peer::c(include_str!("../../peers/warnsdorff.c"));
    let python = Peer::python(include_str!("../../peers/warnsdorff.py"));
    let mut all =
        [("ours, verified", Points::new()), ("plain C", Points::new()), ("plain Python", Points::new())];
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
    beside("warnsdorff", Method::Warnsdorff, &all)
}

/// Plain backtracking, both ways, against plain C.
fn backtracking() -> Plot {
    let c = Peer::c(include_str!("../../peers/backtrack.c"));
    let mut all =
        [("ours, iterative", Points::new()), ("plain C", Points::new()), ("ours, recursive", Points::new())];
    for (files, ranks) in [(4, 5), (5, 5), (5, 6), (6, 6), (6, 7), (7, 7), (8, 8)] {
        let puzzle = from_top_left(files, ranks);
        let time = |method| {
            let walk =
                || solve(&puzzle, &Strategy::new(method), &Control::unlimited()).expect("the board fits");
            fastest_alone(5, walk).0
        };
        let plain = || Some(c.as_ref()?.run(&[ranks, files, 5]).time);
        let recursive = || Some(time(Method::Backtrack));
        collect(
            &mut all,
            files * ranks,
            race(&mut || time(Method::BacktrackIterative), &[&plain, &recursive]),
        );
    }
    beside("backtracking", Method::Backtrack, &all)
}

/// Every board of both corpora that ours and CP-SAT have decided; `None` where nothing was measured.
fn any_board() -> Option<Plot> {
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers/anyboard-10s.json");
    let known: Value = serde_json::from_str(&fs::read_to_string(known).ok()?).ok()?;
    let mut all = [("ours", Points::new()), ("CP-SAT", Points::new()), ("LKH", Points::new())];
    for (corpus, text) in [("corpus", anyboard::CORPUS), ("corpus-held-out", anyboard::HELD_OUT)] {
        for (name, puzzle) in anyboard::boards(text) {
            let time = |solver: &str| match &known[corpus][solver][&name] {
                Value::Array(answer) if answer[0] != "unknown" => {
                    answer[1].as_f64().filter(|&time| time > 0.0)
                }
                _ => None,
            };
            let times = ["ours", "CP-SAT", "LKH"].map(time).to_vec();
            collect(&mut all, puzzle.board().square_count() as u64, times);
        }
    }
    Some(beside("any-board", Method::Auto, &all))
}

/// Closed tours of large boards with holes and of large shapes.
fn large_boards() -> Plot {
    let all = ["1 ‰ holes", "10 ‰ holes", "30 ‰ holes", "heart", "letters"];
    beside("large-boards", Method::Auto, &all.map(|what| (what, large::points(what))))
}
