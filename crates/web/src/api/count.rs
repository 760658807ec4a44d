//! `/count`: how many tours, with progress as it goes.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use axum::{extract::State, response::Response};
use knights_tour::{Puzzle, TourKind};
use knights_tour_count::{CountError, Counted, Estimate, Watch, count as exactly, count_classes, estimate};
use knights_tour_render::answer::{count_json, counted_kind};
use serde_json::json;

use crate::{
    app::Shared,
    error::Error,
    events::{Events, Last, stream},
    jobs::Load,
    request::Asked,
};

/// Time between two messages.
const TELL: Duration = Duration::from_millis(200);
/// Boards of more squares are long, and their plans alone take seconds.
pub(crate) const SQUARES: u128 = 4096;
/// Bytes of a plan and its filters, a square.
const PLAN: u128 = 36 << 10;
/// Bytes of tables that every count may take: estimates of small boards are rough.
const TABLES: u128 = 32 << 20;

/// The number, and the way to it.
pub(crate) async fn count(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let (most, memory) = (app.settings.max_time, app.settings.memory);
    let question = app.jobs.read(asked, move |asked| {
        let puzzle = counted_kind(asked.puzzle(SQUARES)?);
        let needed = |watch: &Watch| estimate(&puzzle, watch);
        let (watch, bytes) = watch(&puzzle, memory, needed)?;
        let load = Load::Heavy(bytes, asked.time(most, most)?);
        Ok((puzzle, asked.flag("symmetry")?, watch, load))
    });
    let (puzzle, has_classes, watch, load) = question.await?;
    stream(&app, load, move |out, cancel| {
        let watch = watch.with_cancel(cancel);
        let began = Instant::now();
        let counted = while_telling(out, &watch, began, || {
            if has_classes { count_classes(&puzzle, &watch) } else { exactly(&puzzle, &watch) }
        });
        Ok(match counted {
            Ok(counted) => Last::word("end", &count_json(&puzzle, &counted, began.elapsed().as_secs_f64())),
            Err(error) => Last::error(&refusal(&puzzle, &error, began.elapsed())),
        })
    })
    .await
}

/// Threads and memory for one count, and what it takes in all, unless it would not fit.
pub(crate) fn watch(
    puzzle: &Puzzle,
    memory: u128,
    needed: impl Fn(&Watch) -> Result<Estimate, CountError>,
) -> Result<(Watch, u128), Error> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let plan = PLAN * puzzle.board().area();
    let room = memory.saturating_sub(plan);
    let watch = Watch::default().with_threads((cores / 2).max(1)).with_memory(room);
    let needed = needed(&watch).map_err(Error::refused)?;
    if needed.bytes > room || room == 0 {
        return Err(Error::refused(format!(
            "{} {} needs about {:.1e} states in a layer and {} MiB, and {} MiB may be used: take a narrower board",
            puzzle.board(),
            puzzle.kind().unwrap_or(TourKind::Open),
            needed.states,
            needed.bytes.saturating_add(plan) >> 20,
            memory >> 20,
        )));
    }
    let tables = needed.bytes.saturating_mul(2).max(TABLES).min(room);
    Ok((watch.with_memory(tables), plan + tables))
}

/// Why there is no number.
pub(crate) fn refusal(puzzle: &Puzzle, error: &CountError, elapsed: Duration) -> Error {
    Error::refused(match error {
        CountError::Stopped => format!("stopped after {:.0} s without an answer", elapsed.as_secs_f64()),
        CountError::OutOfMemory { bytes, memory } => format!(
            "the tables of {} grow beyond {} MiB, and {} MiB may be used: take a narrower board",
            puzzle.board(),
            bytes >> 20,
            memory >> 20
        ),
        error => error.to_string(),
    })
}

/// Counts while another thread tells how far it is.
fn while_telling(
    out: &Events,
    watch: &Watch,
    began: Instant,
    work: impl FnOnce() -> Result<Counted, CountError>,
) -> Result<Counted, CountError> {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let teller = scope.spawn(|| {
            while !is_done.load(Ordering::SeqCst) {
                thread::park_timeout(TELL);
                let progress = watch.progress();
                let data = json!({
                    "layer": progress.step,
                    "layers": progress.steps,
                    "states": progress.states,
                    "done": progress.done,
                    "pairs": progress.pairs,
                    "seconds": began.elapsed().as_secs_f64(),
                });
                if out.send("progress", &data).is_err() {
                    break;
                }
            }
        });
        let counted = work();
        is_done.store(true, Ordering::SeqCst);
        teller.thread().unpark();
        counted
    })
}
