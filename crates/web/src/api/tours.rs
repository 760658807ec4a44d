//! `/tours` and `/sample`: many tours of one board, in order or at random.

use std::{ops::ControlFlow, time::Instant};

use axum::{extract::State, response::Response};
use knights_tour::{Puzzle, Tour, notation::name};
use knights_tour_count::{
    Estimate, Shard, Watch, each_tour, estimate, estimate_sample, is_first_of_its_class, sample as draw,
};
use knights_tour_render::{answer::counted_kind, board_json};
use serde_json::{Value, json};

use super::count::{SQUARES, refusal, watch};
use crate::{app::Shared, error::Error, jobs::Load, request::Asked, response, settings::USUAL};

/// The most tours in one answer.
const MOST: u64 = 100;
/// The most tours that are passed over.
const SKIPPED: u64 = 10_000_000;
/// Bytes of a state in a layer that is kept.
const LAYERS: f64 = 40.0;
/// Bytes of a square in a document.
const NAME: u128 = 128;

/// A page of the list of all tours.
pub(crate) async fn tours(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let (most, memory) = (app.settings.max_time, app.settings.memory);
    let question = app.jobs.read(asked, move |asked| {
        let puzzle = counted_kind(asked.puzzle(SQUARES)?);
        let (limit, skip) = (asked.number("limit", 10, MOST)?, asked.number("skip", 0, SKIPPED)?);
        // Where the layers do not fit, tours are found one by one without them.
        let tables = |watch: &Watch| {
            let needed = estimate(&puzzle, watch)?;
            Ok(Estimate { bytes: ((needed.all_states * LAYERS) as u128).min(watch.memory() / 4), ..needed })
        };
        let (watch, bytes) = watch(&puzzle, memory, tables)?;
        let load = Load::Heavy(bytes + written(&puzzle, limit), asked.time(USUAL, most)?);
        Ok((puzzle, limit, skip, asked.flag("unique")?, watch.with_threads(1), load))
    });
    let (puzzle, limit, skip, is_unique, watch, load) = question.await?;
    let listed = app.jobs.run(load, move |cancel| {
        let began = Instant::now();
        let watch = watch.with_cancel(cancel);
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
    let (most, memory) = (app.settings.max_time, app.settings.memory);
    let question = app.jobs.read(asked, move |asked| {
        let puzzle = counted_kind(asked.puzzle(SQUARES)?);
        let (n, seed) = (asked.number("n", 1, MOST)?, asked.seed()?);
        let (watch, bytes) = watch(&puzzle, memory, |watch| estimate_sample(&puzzle, watch))?;
        let load = Load::Heavy(bytes + written(&puzzle, n), asked.time(USUAL, most)?);
        Ok((puzzle, n, seed, watch, load))
    });
    let (puzzle, n, seed, watch, load) = question.await?;
    let drawn = app.jobs.run(load, move |cancel| {
        let began = Instant::now();
        let tours = draw(&puzzle, n as usize, seed, &watch.with_cancel(cancel));
        let tours = tours.map_err(|error| refusal(&puzzle, &error, began.elapsed()))?;
        Ok(document(&puzzle, tours.iter().flatten().map(tour_json).collect(), None))
    });
    drawn.await?.map(|document| response::json(&document))
}

/// Bytes of so many tours as documents.
fn written(puzzle: &Puzzle, tours: u64) -> u128 {
    NAME * puzzle.board().area() * u128::from(tours)
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
