//! Time to find the best known closed tours of the chessboard: medians of ten seeds on one thread, against
//! their limits.

use std::time::{Duration, Instant};

use ktour_core::{Board, Control, Puzzle, TourKind};
use ktour_search::{
    Strategy,
    best::{Aim, Annealer, Feature},
    solve,
};

use crate::row::Row;

const SEEDS: u64 = 10;

pub(super) fn best() -> Vec<Row> {
    [(Feature::Turns, 46, 60.0), (Feature::Turns, 45, 600.0), (Feature::Crossings, 69, 60.0)]
        .map(|(feature, wanted, limit)| row(feature, wanted, limit))
        .into()
}

/// Rounds from ten seeds, each until a tour is good enough; the signature is the number of rounds of each.
fn row(feature: Feature, wanted: u64, limit: f64) -> Row {
    let puzzle = Puzzle::new(Board::new(8, 8).expect("a board")).with_kind(TourKind::Closed);
    let (aim, control) = (Aim::Fewest(feature), Control::unlimited());
    let mut runs: Vec<(Duration, u64)> = Vec::new();
    for seed in 1..=SEEDS {
        let began = Instant::now();
        let strategy = Strategy { seed, ..Strategy::default() };
        let first = solve(&puzzle, &strategy, &control).expect("can be asked").outcome.found();
        let search = Annealer::new(&puzzle, aim, &first.expect("8x8 has closed tours"));
        let is_good =
            |round: &u64| search.round(seed, *round, &control).is_some_and(|tour| aim.value(&tour) <= wanted);
        let rounds = (0..).find(is_good).expect("sooner or later") + 1;
        runs.push((began.elapsed(), rounds));
    }
    let signature = runs.iter().map(|(_, rounds)| rounds.to_string()).collect::<Vec<_>>().join(" ");
    runs.sort_unstable();
    let (median, longest) = (runs[runs.len() / 2].0, runs[runs.len() - 1].0.as_secs_f64());
    let row = Row::new(format!("8x8 closed, {wanted} {feature}, median"), format!("{signature} rounds"));
    let row = row.time(median).within(limit);
    row.against(format!("the longest ({longest:.3} s)"), longest / median.as_secs_f64())
}
