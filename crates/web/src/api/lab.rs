//! `/lab/…`: the experiments of `ktour lab`, told row by row.
//!
//! First comes `begin` with the plan, then every `row` as it is measured, now and then the `findings` so far, and
//! at the `end` the findings with their plots, the rows as csv and the page of the report.

use std::{
    ops::ControlFlow,
    str::FromStr,
    thread,
    time::{Duration, Instant},
};

use axum::{extract::State, response::Response};
use knights_tour::{Board, Method, Puzzle, Tie, solve::memory_needed};
use knights_tour_lab::{
    Backtracking, Ended, Experiment, Findings, Growth, Plot, Race, Report, Section, Table, Warnsdorff,
    plot::{Axis, Scale, Series, Style, Unit},
    record::Recorder,
    run, sizes,
    warnsdorff::Starts,
};
use serde_json::{Value, json};

use super::PLAYED;
use crate::{
    app::{App, Shared},
    error::Error,
    events::{Last, stream},
    jobs::Load,
    request::Asked,
};

/// The most rows of an experiment.
const ROWS: usize = 2000;
/// Sides of square boards.
const SIDES: (u64, u64) = (5, 2000);
/// The most walks a row.
const TRIES: u64 = 100_000;
/// The longest that one search may take.
const SEARCH: Duration = Duration::from_secs(60);
/// Bytes of searches on boards that are played, and of what is said about them.
const SEARCHES: u128 = 16 << 20;
/// Time between two tellings of the findings so far.
const TELL: Duration = Duration::from_secs(1);

/// Trials, moves and time of plain backtracking.
pub(crate) async fn backtracking(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let plan = app.jobs.read(asked, |asked| {
        let usual = Backtracking::default();
        let boards: Vec<Board> = list(asked, "boards", usual.boards)?;
        if let Some(board) = boards.iter().find(|board| board.area() > PLAYED) {
            return Err(Error::refused(format!(
                "{board} is too large to search: the limit is {PLAYED} squares"
            )));
        }
        let max_time = search_time(asked, Duration::from_secs(10))?;
        few(Backtracking { boards, max_time })
    });
    tell(&app, "backtracking", "Backtracking", SEARCHES, plan.await?).await
}

/// How often a greedy walk succeeds.
pub(crate) async fn warnsdorff(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let memory = app.settings.memory;
    let question = app.jobs.read(asked, move |asked| {
        let usual = Warnsdorff::default();
        let (sizes, bytes) = sides(asked, (5..=20).collect(), Method::Warnsdorff, memory)?;
        let tries = asked.number("tries", 200, TRIES)?;
        if tries == 0 {
            return Err(Error::refused("0 tries measure nothing: give at least 1"));
        }
        let ties: Vec<Tie> = list(asked, "ties", usual.ties)?;
        let starts = asked.text("starts")?.map_or(Ok(Starts::default()), |text| text.parse());
        let starts = starts.map_err(Error::refused)?;
        let seed = asked.number("seed", usual.seed, u64::MAX)?;
        Ok((few(Warnsdorff { sizes, tries, ties, starts, seed })?, bytes))
    });
    let (plan, bytes) = question.await?;
    tell(&app, "warnsdorff", "Warnsdorff's rule", bytes, plan).await
}

/// How the time of a method grows with the board.
pub(crate) async fn growth(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let memory = app.settings.memory;
    let question = app.jobs.read(asked, move |asked| {
        let usual = Growth::default();
        let method = asked.text("method")?.map_or(Ok(usual.method), |name| name.parse());
        let method = method.map_err(Error::refused)?;
        let usually = vec![8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];
        let (sizes, bytes) = sides(asked, usually, method, memory)?;
        let repeats = asked.number("repeats", 3, 100)?;
        if repeats == 0 {
            return Err(Error::refused("0 repeats measure nothing: give at least 1"));
        }
        let max_time = search_time(asked, Duration::from_secs(10))?;
        let seed = asked.number("seed", usual.seed, u64::MAX)?;
        Ok((few(Growth { method, sizes, repeats, max_time, seed })?, bytes))
    });
    let (plan, bytes) = question.await?;
    tell(&app, "growth", &format!("Growth: {}", plan.method), bytes, plan).await
}

/// Methods side by side over all starts of a board.
pub(crate) async fn race(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let plan = app.jobs.read(asked, |asked| {
        let usual = Race::default();
        let board = if asked.value("board").is_some() { asked.board_within(PLAYED)? } else { usual.board };
        let methods: Vec<Method> = list(asked, "methods", usual.methods)?;
        let max_time = search_time(asked, Duration::from_secs(1))?;
        let seed = asked.number("seed", usual.seed, u64::MAX)?;
        few(Race { board, methods, max_time, seed })
    });
    tell(&app, "race", "A race from every square", SEARCHES, plan.await?).await
}

/// Names separated by commas, or an array of them.
fn list<T: FromStr<Err: std::fmt::Display>>(
    asked: &Asked,
    word: &str,
    usual: Vec<T>,
) -> Result<Vec<T>, Error> {
    let text = match asked.value(word) {
        None => return Ok(usual),
        Some(Value::Array(names)) => names
            .iter()
            .map(|name| name.as_str().map_or(name.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(","),
        Some(_) => asked.text(word)?.unwrap_or_default(),
    };
    text.split(',').map(|name| name.trim().parse().map_err(Error::refused)).collect()
}

/// Sides of square boards, whose searches must fit the memory, and what they take: one search a thread.
fn sides(asked: &Asked, usual: Vec<u64>, method: Method, memory: u128) -> Result<(Vec<u64>, u128), Error> {
    let text = asked.text("sizes")?;
    let sizes =
        text.map_or(Ok(usual), |text| sizes::parse(&text, SIDES.0, SIDES.1)).map_err(Error::refused)?;
    let largest = sizes.iter().max().and_then(|&side| Board::new(side, side).ok());
    let Some(board) = largest else { return Ok((sizes, SEARCHES)) };
    let bytes = SEARCHES + threads() as u128 * memory_needed(&Puzzle::new(board.clone()), method);
    if bytes > memory {
        return Err(Error::refused(format!(
            "{method} on {board} needs more memory than may be used: choose smaller sizes"
        )));
    }
    Ok((sizes, bytes))
}

/// An experiment of not too many rows, counted before any is made.
fn few<E: Experiment>(plan: E) -> Result<E, Error> {
    let cells = plan.cell_count();
    if cells > ROWS {
        return Err(Error::refused(format!(
            "{cells} rows are too many: choose an experiment of at most {ROWS}"
        )));
    }
    Ok(plan)
}

/// Half of the processors.
fn threads() -> usize {
    (thread::available_parallelism().map_or(1, usize::from) / 2).max(1)
}

fn search_time(asked: &Asked, usual: Duration) -> Result<Duration, Error> {
    let time = asked.time(usual, SEARCH)?;
    if time.is_zero() {
        return Err(Error::refused(
            "a limit of 0 s measures nothing: give a `max_time` such as 500ms or 10s",
        ));
    }
    Ok(time)
}

/// Measures and tells, on half of the processors.
async fn tell<E>(app: &App, name: &'static str, title: &str, bytes: u128, plan: E) -> Result<Response, Error>
where
    E: Experiment<Row: Send> + Send + Sync + 'static,
{
    let title = title.to_owned();
    stream(app, Load::Heavy(bytes, app.settings.max_time), move |out, cancel| {
        let cells = plan.cell_count();
        out.send("begin", &json!({"experiment": name, "command": plan.command(), "cells": cells}))?;
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads()).build() else {
            return Ok(Last::error(&Error::panicked()));
        };
        let mut told = Instant::now();
        let mut rows: Vec<E::Row> = Vec::new();
        let ended = pool.install(|| {
            run(&plan, &|_| false, &cancel, &mut |row| {
                let (cell, done) = (plan.cell_of(&row), rows.len() + 1);
                let data = json!({"cell": cell, "done": done, "cells": cells, "row": row});
                rows.push(row);
                let mut heard = out.send("row", &data);
                if told.elapsed() >= TELL && heard.is_ok() {
                    told = Instant::now();
                    heard = out.send("findings", &findings_json(&plan.findings(&rows), false));
                }
                if heard.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        let ended = match ended {
            Ok(ended) => ended,
            Err(refusal) => return Ok(Last::error(&Error::refused(refusal))),
        };
        let findings = plan.findings(&rows);
        let mut document = findings_json(&findings, true);
        document["command"] = plan.command().into();
        document["complete"] = (ended == Ended::Complete).into();
        document["rows"] = rows.len().into();
        document["csv"] = csv(&plan, &rows).into();
        document["html"] = page(name, &title, &plan.command(), findings).into();
        Ok(Last::word("end", &document))
    })
    .await
}

/// The rows as `ktour lab -o` writes them.
fn csv<E: Experiment>(plan: &E, rows: &[E::Row]) -> String {
    let mut bytes = Vec::new();
    let written = Recorder::begin(&mut bytes, plan)
        .and_then(|mut recorder| rows.iter().try_for_each(|row| recorder.row(row)));
    written.expect("memory takes whatever is written to it");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The page that `ktour lab report` would write of this experiment alone.
fn page(name: &str, title: &str, command: &str, findings: Findings) -> String {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let machine = format!("{} {}, {threads} threads", std::env::consts::OS, std::env::consts::ARCH);
    let section = Section {
        name: name.to_owned(),
        title: title.to_owned(),
        intro: String::new(),
        command: command.to_owned(),
        findings,
    };
    Report { command: command.to_owned(), machine, sections: vec![section] }.html()
}

fn findings_json(findings: &Findings, has_svg: bool) -> Value {
    let table =
        |table: &Table| json!({"caption": table.caption, "columns": table.columns, "rows": table.rows});
    json!({
        "sentences": findings.sentences,
        "tables": findings.tables.iter().map(table).collect::<Vec<_>>(),
        "plots": findings.plots.iter().map(|plot| plot_json(plot, has_svg)).collect::<Vec<_>>(),
    })
}

/// A plot as data, so that the page can draw it itself, and at the end as a drawing.
fn plot_json(plot: &Plot, has_svg: bool) -> Value {
    let axis = |axis: &Axis| {
        let unit = match axis.unit {
            Unit::Count => "count",
            Unit::Seconds => "seconds",
            Unit::Percent => "percent",
        };
        let scale = if axis.scale == Scale::Log { "log" } else { "linear" };
        json!({"label": axis.label, "unit": unit, "scale": scale, "ends": axis.ends})
    };
    let series = |series: &Series| {
        let style = match series.style {
            Style::Marked => "marked",
            Style::Line => "line",
            Style::Dashed => "dashed",
            Style::Marks => "marks",
            Style::Hollow => "hollow",
            Style::AtLeast => "at-least",
            Style::Steps => "steps",
        };
        json!({"name": series.name, "hue": series.hue, "style": style, "points": series.points, "ranges": series.ranges})
    };
    let mut value = json!({
        "name": plot.name,
        "title": plot.title,
        "x": axis(&plot.x),
        "y": axis(&plot.y),
        "series": plot.series.iter().map(series).collect::<Vec<_>>(),
    });
    if has_svg {
        value["svg"] = plot.svg().into();
    }
    value
}
