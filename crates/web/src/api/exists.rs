//! `/exists` and `/table`: whether a tour exists, and why not.

use std::{
    sync::atomic::{AtomicU8, Ordering},
    time::Duration,
};

use axum::{extract::State, response::Response};
use knights_tour::{
    Board, Budget, Cancel, Method, Outcome, Puzzle, Strategy, solve,
    solve::memory_needed,
    theory::{self, Class, Grounds, Verdict},
};
use knights_tour_render::answer::{Survey, table_json};

use crate::{
    app::Shared,
    error::Error,
    jobs::Load,
    request::Asked,
    response,
    settings::{QUICK, SMALL, USUAL},
};

/// The longest side of a table.
const TABLE: u64 = 200;
/// Boards whose missing squares are few enough to be listed at once, or too many to be listed.
const LISTED: std::ops::RangeInclusive<u128> = 401..=4096;

/// What is known of a board.
pub(crate) async fn exists(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let (most, memory) = (app.settings.max_time, app.settings.memory);
    let question =
        app.jobs.read(asked, move |asked| Ok((asked.puzzle(u128::MAX)?, asked.time(USUAL, most)?)));
    let (puzzle, time) = question.await?;
    let (area, needed) = (puzzle.board().area(), memory_needed(&puzzle, Method::Auto));
    // Where a search does not fit, theory has the only word.
    let bytes = if needed <= memory { needed } else { 0 };
    let work = move |time: Duration| {
        let puzzle = puzzle.clone();
        move |cancel: Cancel| {
            let budget = Budget::within(time).with_cancel(cancel);
            let survey = Survey::of(&puzzle, |puzzle| decide(puzzle, memory, &budget));
            let is_silent =
                survey.closed.iter().chain(&survey.open).any(|verdict| *verdict == Verdict::Unknown);
            (is_silent, survey.json())
        }
    };
    if !LISTED.contains(&area) && bytes <= SMALL {
        let (is_silent, document) = app.jobs.run(Load::Quick, work(time.min(QUICK))).await?;
        if !is_silent || time <= QUICK {
            return Ok(response::json(&document));
        }
    }
    let (_, document) = app.jobs.run(Load::Heavy(bytes, time), work(time)).await?;
    Ok(response::json(&document))
}

/// The oracle's word, or what a search says where the oracle is silent.
fn decide(puzzle: &Puzzle, memory: u128, budget: &Budget) -> Verdict {
    let verdict = theory::exists_within(puzzle, &|| budget.is_spent(0));
    if verdict != Verdict::Unknown || memory_needed(puzzle, Method::Auto) > memory {
        return verdict;
    }
    match solve(puzzle, &Strategy::default(), budget).map(|answer| answer.outcome) {
        Ok(Outcome::Found(_)) => Verdict::Yes(Grounds::Search),
        Ok(Outcome::Impossible(reason)) => Verdict::No(reason),
        _ => Verdict::Unknown,
    }
}

/// The class of every rectangle up to a size.
pub(crate) async fn table(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let size = asked.text("size")?.unwrap_or_else(|| "20x20".to_owned());
    let sides: Board = size.parse().map_err(Error::refused)?;
    if sides.files().max(sides.ranks()) > TABLE {
        let sentence = format!("a table of {sides} is too long to answer: the longest side is {TABLE}");
        return Err(Error::refused(sentence));
    }
    let document = app.jobs.run(Load::Quick, move |_| table_json(&sides, &rows(&sides)));
    Ok(response::json(&document.await?))
}

/// The rows of a table; a rectangle that was asked for before is not asked again.
fn rows(sides: &Board) -> Vec<String> {
    static KNOWN: [AtomicU8; (TABLE * TABLE) as usize] =
        [const { AtomicU8::new(0) }; (TABLE * TABLE) as usize];
    let class = |m: u64, n: u64| {
        let known = &KNOWN[((m - 1) * TABLE + n - 1) as usize];
        if known.load(Ordering::Relaxed) == 0 {
            let class = Board::new(n, m).map_or(String::new(), |board| Class::of(&board).to_string());
            known.store(class.bytes().next().unwrap_or(b'x'), Ordering::Relaxed);
        }
        char::from(known.load(Ordering::Relaxed)).to_string()
    };
    let row = |m| (1..=sides.files()).map(|n| class(m, n)).collect::<Vec<_>>().join(" ");
    (1..=sides.ranks()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use knights_tour_render::answer::table_rows;

    #[test]
    fn the_table_from_memory_is_the_table() {
        for size in ["20x20", "7x30", "30x7"] {
            let sides: Board = size.parse().unwrap();
            assert_eq!(rows(&sides), table_rows(&sides).unwrap(), "{size}");
            assert_eq!(rows(&sides), table_rows(&sides).unwrap(), "{size}, known by now");
        }
    }
}
