//! `/tours` and `/sample`: many tours of one board, in order or at random.

use std::{ops::ControlFlow, time::Instant};

use axum::{extract::State, response::Response};
use knights_tour::{Puzzle, Tour, notation::name};
use knights_tour_count::{Shard, Watch, each_tour, is_first_of_its_class, sample as draw};
use knights_tour_render::{answer::counted_kind, board_json};
use serde_json::{Value, json};

use super::count::{SQUARES, refusal, watch};
use crate::{app::Shared, error::Error, jobs::Weight, request::Asked, response, settings::USUAL};

/// The most tours in one answer.
const MOST: u64 = 100;
/// The most tours that are passed over.
const SKIPPED: u64 = 10_000_000;

/// A page of the list of all tours.
pub(crate) async fn tours(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let puzzle = counted_kind(asked.puzzle(SQUARES)?);
    let (limit, skip) = (asked.number("limit", 10, MOST)?, asked.number("skip", 0, SKIPPED)?);
    let is_unique = asked.flag("unique")?;
    let time = asked.time(USUAL, app.settings.max_time)?;
    let memory = app.settings.memory;
    let listed = app.jobs.run_within(Weight::Heavy, time, move |cancel| {
        let began = Instant::now();
        let watch = Watch::default().with_threads(1).with_memory(memory).with_cancel(cancel);
        let symmetries = if is_unique { puzzle.board().symmetries() } else { Vec::new() };
        let (mut seen, mut found) = (0, Vec::new());
        let mut has_more = false;
        let listed = each_tour(&puzzle, Shard::default(), &watch, &mut |tour| {
            if is_unique && !is_first_of_its_class(&tour, &symmetries) {
                return ControlFlow::Continue(());
            }
            seen += 1;
            if seen <= skip {
                return ControlFlow::Continue(());
            }
            has_more = found.len() as u64 == limit;
            if has_more {
                return ControlFlow::Break(());
            }
            found.push(tour_json(&tour));
            ControlFlow::Continue(())
        });
        listed.map_err(|error| refusal(&puzzle, &error, began.elapsed()))?;
        Ok(document(&puzzle, found, Some(has_more)))
    });
    listed.await?.map(|document| response::json(&document))
}

/// Tours drawn uniformly.
pub(crate) async fn sample(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let puzzle = counted_kind(asked.puzzle(SQUARES)?);
    let (n, seed) = (asked.number("n", 1, MOST)?, asked.seed()?);
    let time = asked.time(USUAL, app.settings.max_time)?;
    let watch = watch(&app, &puzzle)?;
    let drawn = app.jobs.run_within(Weight::Heavy, time, move |cancel| {
        let began = Instant::now();
        let tours = draw(&puzzle, n as usize, seed, &watch.with_cancel(cancel));
        let tours = tours.map_err(|error| refusal(&puzzle, &error, began.elapsed()))?;
        Ok(document(&puzzle, tours.iter().flatten().map(tour_json).collect(), None))
    });
    drawn.await?.map(|document| response::json(&document))
}

fn tour_json(tour: &Tour) -> Value {
    let squares: Vec<String> = tour.squares().map(|square| name(tour.board(), square)).collect();
    json!({"squares": squares, "kind": tour.kind().to_string()})
}

fn document(puzzle: &Puzzle, tours: Vec<Value>, has_more: Option<bool>) -> Value {
    let leaper = puzzle.leaper();
    let mut document =
        json!({"board": board_json(puzzle.board()), "leaper": [leaper.r(), leaper.s()], "tours": tours});
    if let Some(has_more) = has_more {
        document["more"] = has_more.into();
    }
    document
}
