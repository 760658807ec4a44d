//! `/count`: how many tours, with progress as it goes.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use axum::{extract::State, response::Response};
use knights_tour::{Puzzle, TourKind};
use knights_tour_count::{CountError, Counted, Watch, count as exactly, count_classes, estimate};
use knights_tour_render::answer::{count_json, counted_kind};
use serde_json::json;

use crate::{
    app::{App, Shared},
    error::Error,
    events::{Events, stream},
    request::Asked,
};

/// Time between two messages.
const TELL: Duration = Duration::from_millis(200);
/// Boards of more squares than this are not worth an estimate.
pub(crate) const SQUARES: u128 = 65_536;

/// The number, and the way to it.
pub(crate) async fn count(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let puzzle = counted_kind(asked.puzzle(SQUARES)?);
    let has_classes = asked.flag("symmetry")?;
    let time = asked.time(app.settings.max_time, app.settings.max_time)?;
    let watch = watch(&app, &puzzle)?;
    stream(&app, move |out, cancel| {
        let watch = watch.with_cancel(cancel.clone());
        let began = Instant::now();
        let counted = while_telling(
            out,
            &watch,
            began,
            || {
                if began.elapsed() >= time {
                    cancel.cancel();
                }
            },
            || if has_classes { count_classes(&puzzle, &watch) } else { exactly(&puzzle, &watch) },
        );
        match counted {
            Ok(counted) => out.send("end", &count_json(&puzzle, &counted, began.elapsed().as_secs_f64())),
            Err(error) => out.fail(&refusal(&puzzle, &error, began.elapsed())),
        }
    })
    .await
}

/// Threads and memory for one count, unless it would not fit.
pub(crate) fn watch(app: &App, puzzle: &Puzzle) -> Result<Watch, Error> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let watch = Watch::default().with_threads((cores / 2).max(1)).with_memory(app.settings.memory);
    let needed = estimate(puzzle, &watch).map_err(Error::refused)?;
    if needed.bytes > watch.memory() {
        return Err(Error::refused(format!(
            "{} {} needs about {:.1e} states in a layer and {} MiB, and {} MiB may be used: take a narrower board",
            puzzle.board(),
            puzzle.kind().unwrap_or(TourKind::Open),
            needed.states,
            needed.bytes >> 20,
            watch.memory() >> 20,
        )));
    }
    Ok(watch)
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
    heed: impl Fn() + Sync,
    work: impl FnOnce() -> Result<Counted, CountError>,
) -> Result<Counted, CountError> {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let teller = scope.spawn(|| {
            while !is_done.load(Ordering::SeqCst) {
                thread::park_timeout(TELL);
                heed();
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
