//! `/atlas`: a map of a tour that is not stored, asked tile by tile.
//!
//! Places are columns and rows from the top left, as the page draws them. A board's tour is built in a
//! few milliseconds at most, so a few of them are kept for the next tile.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use knights_tour::{
    Board, Method, Puzzle, Square,
    build::Atlas,
    theory::{Verdict, exists},
};
use knights_tour_render::answer::reason_json;
use serde_json::{Value, json};

use crate::{app::Shared, error::Error, request::Asked, response};

/// The longest side: all steps then fit into 64 bits.
const SIDE: u64 = 4_000_000_000;
/// Samples along a side of a tile.
const TILE: u64 = 256;
/// Squares, blocks or steps in one answer.
const LISTED: u64 = 4096;
/// What a tile says where there is no square.
const NOWHERE: u16 = u16::MAX;
/// Tours kept for the next question.
const KEPT: usize = 8;

/// Tours that were asked for lately, the last first.
#[derive(Debug, Default)]
pub(crate) struct Shelf(Mutex<Vec<(Puzzle, Method, Arc<Atlas>)>>);

impl Shelf {
    /// The tour from the shelf, or built.
    fn atlas(&self, puzzle: &Puzzle, method: Method) -> Result<Arc<Atlas>, Error> {
        let find = |(known, way, _): &(Puzzle, Method, _)| known == puzzle && *way == method;
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = shelf.iter().position(find) {
            shelf[..=at].rotate_right(1);
            return Ok(Arc::clone(&shelf[0].2));
        }
        let built = Atlas::new(puzzle, method).map_err(Error::refused)?;
        let atlas = Arc::new(built.ok_or_else(|| {
            Error::refused(format!("no tour of {} can be built: /atlas says why", puzzle.board()))
        })?);
        shelf.insert(0, (puzzle.clone(), method, Arc::clone(&atlas)));
        shelf.truncate(KEPT);
        Ok(atlas)
    }
}

/// What is asked about: a tour and a rectangle of it.
struct View {
    puzzle: Puzzle,
    method: Method,
    x: u64,
    y: u64,
}

impl View {
    fn new(asked: &Asked) -> Result<View, Error> {
        let puzzle = asked.puzzle(u128::MAX)?;
        let board = puzzle.board();
        if board.files().max(board.ranks()) > SIDE {
            return Err(Error::refused(format!(
                "{board} is larger than the atlas, whose sides go to {SIDE}"
            )));
        }
        let method = asked.strategy(puzzle.leaper())?.method;
        let (x, y) = (asked.number("x", 0, board.files() - 1)?, asked.number("y", 0, board.ranks() - 1)?);
        Ok(View { puzzle, method, x, y })
    }

    /// A column and a row as a square, where the board goes so far.
    fn square(board: &Board, x: u64, y: u64) -> Option<Square> {
        let rank = (board.ranks() - 1).checked_sub(y)?;
        (x < board.files()).then_some(Square::new(x, rank))
    }
}

fn place(board: &Board, square: Square) -> [u64; 2] {
    [square.file, board.ranks() - 1 - square.rank]
}

/// What tour it is, or why there is none.
pub(crate) async fn atlas(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let shared = Arc::clone(&app);
    let document = app.jobs.read(asked, move |asked| {
        let View { puzzle, method, .. } = View::new(asked)?;
        let board = puzzle.board();
        if let Verdict::No(reason) = exists(&puzzle) {
            return Ok(json!({"outcome": "impossible", "reason": reason_json(board, &reason)}));
        }
        let atlas = shared.shelf.atlas(&puzzle, method)?;
        let way = if matches!(*atlas, Atlas::Quadrants(_)) { Method::Parberry } else { Method::Divide };
        Ok(json!({
            "board": board.to_string(),
            "files": board.files(),
            "ranks": board.ranks(),
            "kind": atlas.kind().to_string(),
            "method": way.to_string(),
            "squares": atlas.len().to_string(),
        }))
    });
    document.await.map(|document: Value| response::json(&document))
}

/// Where along the tour each of some squares is, as two bytes: the part of a period that has passed.
pub(crate) async fn tile(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let shared = Arc::clone(&app);
    let bytes = app.jobs.read(asked, move |asked| {
        let View { puzzle, method, x, y } = View::new(asked)?;
        let stride = asked.number("stride", 1, SIDE)?.max(1);
        let side = asked.number("side", 128, TILE)?;
        let period = asked.number("period", u64::MAX, u64::MAX)?.max(1);
        let atlas = shared.shelf.atlas(&puzzle, method)?;
        let period = u128::from(period).min(atlas.len());
        let phase = |step: u128| ((step - 1) % period * u128::from(NOWHERE) / period) as u16;
        // Each sample stands for the squares around it: it is taken in their middle.
        let at =
            |first: u64, number: u64| first.checked_add(number.checked_mul(stride)?.checked_add(stride / 2)?);
        let mut bytes = Vec::with_capacity((2 * side * side) as usize);
        for row in 0..side {
            for column in 0..side {
                let square =
                    at(x, column).zip(at(y, row)).and_then(|(x, y)| View::square(puzzle.board(), x, y));
                let step = square.and_then(|square| atlas.step_of(square));
                bytes.extend(step.map_or(NOWHERE, phase).to_le_bytes());
            }
        }
        Ok(bytes)
    });
    let mut answer = response::typed("application/octet-stream", bytes.await?);
    // The same question has the same answer.
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
    Ok(answer)
}

/// The steps of the squares of a rectangle, row by row.
pub(crate) async fn steps(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let shared = Arc::clone(&app);
    let document = app.jobs.read(asked, move |asked| {
        let View { puzzle, method, x, y } = View::new(asked)?;
        let (width, height) = (asked.number("width", 8, LISTED)?, asked.number("height", 8, LISTED)?);
        if width * height > LISTED {
            return Err(Error::refused(format!(
                "{width} by {height} squares are too many: at most {LISTED} at once"
            )));
        }
        let atlas = shared.shelf.atlas(&puzzle, method)?;
        let places = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
        let step = |(x, y)| atlas.step_of(View::square(puzzle.board(), x, y)?).map(|step| step.to_string());
        Ok(json!({"steps": places.map(step).collect::<Vec<_>>()}))
    });
    Ok(response::json(&document.await?))
}

/// The blocks in a rectangle, and the leaps that join them where the blocks are small.
pub(crate) async fn blocks(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let shared = Arc::clone(&app);
    let document = app.jobs.read(asked, move |asked| {
        let View { puzzle, method, x, y } = View::new(asked)?;
        let (width, height) = (asked.number("width", 8, SIDE)?, asked.number("height", 8, SIDE)?);
        let side = asked.number("side", 1, SIDE)?;
        let most = asked.number("most", LISTED, LISTED)?;
        let atlas = shared.shelf.atlas(&puzzle, method)?;
        let board = puzzle.board();
        let (right, bottom) = ((x + width).min(board.files()), (y + height).min(board.ranks()));
        let mut blocks: Vec<[u64; 4]> = Vec::new();
        let (mut row, mut joins) = (y, Vec::new());
        while row < bottom {
            let mut next = bottom;
            let mut column = x;
            while column < right {
                let part = View::square(board, column, row).and_then(|square| atlas.block_of(square, side));
                let Some(part) = part else { return Ok(json!({"blocks": [], "joins": []})) };
                let top = board.ranks() - part.rank - part.ranks;
                let block = [part.file, top, part.files, part.ranks];
                next = next.min(top + part.ranks);
                column = part.file + part.files;
                if row == y.max(top) {
                    blocks.push(block);
                }
                if blocks.len() as u64 > most {
                    return Err(Error::refused(format!(
                        "that are more than {most} blocks: look at a smaller part"
                    )));
                }
            }
            row = next;
        }
        for block in blocks.iter().filter(|block| block[2] * block[3] <= 200) {
            joins_of(&atlas, board, *block, &mut joins);
        }
        Ok(json!({"blocks": blocks, "joins": joins}))
    });
    document.await.map(|document: Value| response::json(&document))
}

/// The leaps out of a block, each as two places.
fn joins_of(atlas: &Atlas, board: &Board, [x, y, width, height]: [u64; 4], joins: &mut Vec<[u64; 4]>) {
    let squares = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
    for square in squares.filter_map(|(x, y)| View::square(board, x, y)) {
        let Some((_, Some(after))) = atlas.neighbours(square) else { continue };
        let ([from_x, from_y], [to_x, to_y]) = (place(board, square), place(board, after));
        if !(x..x + width).contains(&to_x) || !(y..y + height).contains(&to_y) {
            joins.push([from_x, from_y, to_x, to_y]);
        }
    }
}

/// The places from a step on; a closed tour goes round.
pub(crate) async fn path(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let shared = Arc::clone(&app);
    let document = app.jobs.read(asked, move |asked| {
        let View { puzzle, method, .. } = View::new(asked)?;
        let (step, count) = (asked.number("step", 1, u64::MAX)?, asked.number("count", 100, 1000)?);
        let atlas = shared.shelf.atlas(&puzzle, method)?;
        let squares = atlas.len();
        if !(1..=squares).contains(&u128::from(step)) {
            return Err(Error::refused(format!(
                "there is no step {step}: steps are counted from 1 to {squares}"
            )));
        }
        let square = |after: u64| atlas.square_at((u128::from(step) - 1 + u128::from(after)) % squares + 1);
        let places: Vec<_> =
            (0..count).map_while(square).map(|square| place(puzzle.board(), square)).collect();
        Ok(json!({"step": step.to_string(), "places": places}))
    });
    document.await.map(|document: Value| response::json(&document))
}
