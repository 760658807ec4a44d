//! `/trace`: a search as it happens, square by square.
//!
//! As many events as were asked for are sent in full; then the search goes on at its own speed, and
//! some ten times a second its path and its counters are sent, as a time-lapse.

use std::time::{Duration, Instant};

use axum::{extract::State, response::Response};
use knights_tour::{
    Answer, Budget, Outcome, Puzzle, Stats, Strategy, Tour,
    notation::name,
    solve,
    solve::{
        memory_needed,
        trace::{Event, Trace},
    },
};
use serde_json::{Value, json};

use super::{PLAYED, solve::document};
use crate::{
    app::Shared,
    error::Error,
    events::{Events, Gone, Last, stream},
    jobs::Load,
    request::Asked,
};

/// Events that are sent in full where nothing else is asked for, and at most.
const EVENTS: (u64, u64) = (20_000, 1_000_000);
/// Events in one message.
const BATCH: usize = 500;
/// Time between two looks at a search in time-lapse.
const LAPSE: Duration = Duration::from_millis(100);
/// Events between two looks at the clock.
const GLANCE: u64 = 4096;
/// Bytes of the messages that wait for a slow client.
const MESSAGES: u128 = 4 << 20;
/// How long a search is watched where no time is asked for.
const USUAL: Duration = Duration::from_secs(60);

/// The events of a search.
pub(crate) async fn trace(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let most = app.settings.max_time;
    let question = app.jobs.read(asked, move |asked| question(asked, most));
    let (puzzle, strategy, trace, events, time) = question.await?;
    let load = Load::Heavy(memory_needed(&puzzle, strategy.method) + MESSAGES, time);
    stream(&app, load, move |out, cancel| {
        let budget = Budget::within(time).with_cancel(cancel);
        let answer = watch(&puzzle, &strategy, trace, events, &budget, out)?;
        let answer = answer.map_or_else(|| settle(&puzzle, &strategy, &budget), Ok);
        Ok(match answer {
            Ok(answer) => Last::text("end", &document(&puzzle, &answer)),
            Err(error) => Last::error(&error),
        })
    })
    .await
}

/// What is watched, how much of it in full, and for how long.
fn question(asked: &Asked, most: Duration) -> Result<(Puzzle, Strategy, Trace, u64, Duration), Error> {
    let mut puzzle = asked.puzzle(PLAYED)?;
    if puzzle.visited().is_empty() {
        // One search is watched: from the first square as the grid is read.
        let first = puzzle.board().squares_as_read().find(|&square| Some(square) != puzzle.end());
        puzzle = puzzle
            .from(first.ok_or_else(|| Error::refused("the board has no square to start from"))?)
            .map_err(Error::refused)?;
    }
    let mut strategy = asked.strategy(puzzle.leaper())?;
    if asked.value("method").is_none() {
        strategy.method = knights_tour::Method::Backtrack;
    }
    let events = asked.number("events", EVENTS.0, EVENTS.1)?;
    let time = asked.time(USUAL, most)?;
    let trace = Trace::new(&puzzle, &strategy).map_err(Error::refused)?;
    Ok((puzzle, strategy, trace, events, time))
}

/// Sends what the search does; its answer, unless it ended without a tour.
fn watch(
    puzzle: &Puzzle,
    strategy: &Strategy,
    mut trace: Trace,
    full: u64,
    budget: &Budget,
    out: &Events,
) -> Result<Option<Answer>, Gone> {
    let began = Instant::now();
    let name = |square| name(puzzle.board(), square);
    let (mut sent, mut batch) = (0, Vec::new());
    while sent < full {
        let event = trace.next();
        if let Some(event) = event {
            batch.push(match event {
                Event::Enter(square) => json!(["e", name(square)]),
                Event::Leave(square) => json!(["l", name(square)]),
            });
            sent += 1;
        }
        if batch.len() == BATCH || (event.is_none() || sent == full) && !batch.is_empty() {
            let mut data = counters(&trace);
            data["events"] = std::mem::take(&mut batch).into();
            out.send("step", &data)?;
        }
        if event.is_none() || budget.is_spent(trace.trials()) {
            return Ok(ended(puzzle, strategy, &trace, began, budget));
        }
    }
    let mut looked = Instant::now();
    for number in 0u64.. {
        if trace.next().is_none() {
            break;
        }
        if number % GLANCE == 0 {
            if budget.is_spent(trace.trials()) {
                break;
            }
            if looked.elapsed() >= LAPSE {
                looked = Instant::now();
                let mut data = counters(&trace);
                data["squares"] = trace.squares().map(|square| Value::from(name(square))).collect();
                out.send("skip", &data)?;
            }
        }
    }
    Ok(ended(puzzle, strategy, &trace, began, budget))
}

fn counters(trace: &Trace) -> Value {
    json!({"trials": trace.trials(), "moves": trace.entered(), "backtracks": trace.left()})
}

/// Found or out of time; `None` for a search that came to its end without a tour.
fn ended(
    puzzle: &Puzzle,
    strategy: &Strategy,
    trace: &Trace,
    began: Instant,
    budget: &Budget,
) -> Option<Answer> {
    let outcome = if trace.is_found() {
        Outcome::Found(Tour::verify(puzzle.board(), puzzle.leaper(), trace.squares()).ok()?)
    } else if budget.is_spent(trace.trials()) {
        Outcome::Unknown(budget.spent(trace.trials()))
    } else {
        return None;
    };
    let (trials, moves, backtracks) = (trace.trials(), trace.entered(), trace.left());
    let method = strategy.method;
    Some(Answer {
        outcome,
        stats: Stats { method, trials, moves, backtracks, tries: 1, elapsed: began.elapsed() },
    })
}

/// What the search itself says of its end: nothing left to try, or stuck.
fn settle(puzzle: &Puzzle, strategy: &Strategy, budget: &Budget) -> Result<Answer, Error> {
    let strategy = Strategy { tries: 1, ..strategy.clone() };
    solve(puzzle, &strategy, budget).map_err(Error::refused)
}
