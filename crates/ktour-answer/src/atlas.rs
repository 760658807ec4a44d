//! Maps of tours that are computed on demand, never stored, and requested tile by tile.
//!
//! Positions are columns and rows counted from the top left, as a page draws them. A tour is built in a few
//! milliseconds at most; the last few are cached for the next tile.

use std::sync::{Arc, Mutex, PoisonError};

use ktour_core::{AnyTour, Board, Puzzle, Square};
use ktour_search::{
    Method,
    atlas::Atlas,
    theory::{Verdict, exists},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Declined, Job, Limits, Parameters, Refused, Reply,
    document::{BoardDocument, KindDocument, OutcomeWord, ReasonDocument},
};

/// Longest side of a board, so that every step number fits into 64 bits.
const MAX_SIDE: u64 = 4_000_000_000;
/// Maximum number of samples along a side of a tile.
const TILE_SAMPLES: u64 = 256;
/// Maximum number of squares, blocks or steps in one answer.
const MAX_LISTED: u64 = 4096;
/// Memory for one tile, or for [`MAX_LISTED`] blocks or steps, while the answer is written.
const TILE_COST: Cost = Cost::quick(1 << 20);
/// Value of a tile sample that lies outside the board or on a hole.
const NO_SQUARE: u16 = u16::MAX;
/// Number of cached tours.
const MAX_CACHED_TOURS: usize = 8;

/// Cached tour with its puzzle and method.
type KeptAtlas = (Puzzle, Method, Arc<Atlas>);

/// Cached tours, the most recently used first.
static CACHE: Mutex<Vec<KeptAtlas>> = Mutex::new(Vec::new());

/// Tour, and the upper left corner of the requested part.
struct MapView {
    puzzle: Puzzle,
    method: Method,
    x: u64,
    y: u64,
}

impl MapView {
    fn parse(words: &Parameters) -> Result<MapView, Refused> {
        let puzzle = words.puzzle(u128::MAX)?;
        let board = puzzle.board();
        if board.files().max(board.ranks()) > MAX_SIDE {
            return Err(Declined::BeyondAtlas { board: board.to_string(), most: MAX_SIDE }.into());
        }
        let method = words.parse_named("method", Method::Auto)?;
        let (x, y) = (words.number("x", 0, board.files() - 1)?, words.number("y", 0, board.ranks() - 1)?);
        Ok(MapView { puzzle, method, x, y })
    }

    /// Returns the tour from the cache, or builds it.
    fn atlas(&self) -> Result<Arc<Atlas>, Refused> {
        let is_it = |(puzzle, method, _): &KeptAtlas| *puzzle == self.puzzle && *method == self.method;
        let mut lately = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = lately.iter().position(is_it) {
            lately[..=at].rotate_right(1);
            return Ok(Arc::clone(&lately[0].2));
        }
        let built = Atlas::new(&self.puzzle, self.method).map_err(Refused::new)?;
        let none = || Declined::NotBuilt { board: self.puzzle.board().to_string() };
        let atlas = Arc::new(built.ok_or_else(none)?);
        lately.insert(0, (self.puzzle.clone(), self.method, Arc::clone(&atlas)));
        lately.truncate(MAX_CACHED_TOURS);
        Ok(atlas)
    }

    /// Returns the square in column `x` and row `y`, if it is on the board.
    fn square(&self, x: u64, y: u64) -> Option<Square> {
        let board = self.puzzle.board();
        (x < board.files() && y < board.ranks()).then(|| Square::new(x, board.rank_of(y)))
    }
}

/// Returns the column and the row of a square.
fn column_and_row(board: &Board, square: Square) -> [u64; 2] {
    [square.file, board.row_of(square.rank)]
}

/// Properties of the tour, or the reason why there is none.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Atlas", deny_unknown_fields)]
pub struct AtlasDocument {
    /// `impossible` if there is no tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// Reason why there is no tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// The board's sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The board itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<BoardDocument>,
    /// Number of columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<u64>,
    /// Number of rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u64>,
    /// Open or closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// Method by which the tour was built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<&'static str>,
    /// Number of squares of the tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<String>,
}

pub(crate) fn prepare(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let view = MapView::parse(words)?;
    Ok(Job::single(Cost::QUICK, None, move |_| {
        let board = view.puzzle.board();
        if let Verdict::No(reason) = exists(&view.puzzle) {
            return Ok(Reply::json(&AtlasDocument {
                outcome: Some(OutcomeWord::Impossible),
                reason: Some(ReasonDocument::new(board, &reason)),
                ..AtlasDocument::default()
            }));
        }
        let atlas = view.atlas()?;
        Ok(Reply::json(&AtlasDocument {
            board: Some(board.to_string()),
            shape: Some(board.into()),
            files: Some(board.files()),
            ranks: Some(board.ranks()),
            kind: Some(atlas.kind().into()),
            method: Some(atlas.method().name()),
            squares: Some(atlas.len().to_string()),
            ..AtlasDocument::default()
        }))
    }))
}

/// Samples a square part of the board: each sample says which part of a period along the tour its square has
/// reached.
pub(crate) fn prepare_tile(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let view = MapView::parse(words)?;
    let stride = words.number("stride", 1, MAX_SIDE)?.max(1);
    let side = words.number("side", 128, TILE_SAMPLES)?;
    let period = words.number("period", u64::MAX, u64::MAX)?.max(1);
    Ok(Job::single(TILE_COST, None, move |_| {
        let atlas = view.atlas()?;
        let period = u128::from(period).min(atlas.len());
        let phase = |step: u128| ((step - 1) % period * u128::from(NO_SQUARE) / period) as u16;
        // Each sample represents the squares around it and is taken in their middle.
        let at =
            |first: u64, number: u64| first.checked_add(number.checked_mul(stride)?.checked_add(stride / 2)?);
        let mut bytes = Vec::with_capacity((2 * side * side) as usize);
        for row in 0..side {
            for column in 0..side {
                let square = at(view.x, column).zip(at(view.y, row)).and_then(|(x, y)| view.square(x, y));
                let step = square.and_then(|square| atlas.step_of(square));
                bytes.extend(step.map_or(NO_SQUARE, phase).to_le_bytes());
            }
        }
        Ok(Reply::Bytes(bytes))
    }))
}

/// The steps of the squares of a rectangle, row by row.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Steps", deny_unknown_fields)]
pub struct StepsDocument {
    /// Steps row by row from the top left; null for a hole.
    pub steps: Vec<Option<String>>,
}

pub(crate) fn prepare_steps(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let view = MapView::parse(words)?;
    let (width, height) = (words.number("width", 8, MAX_LISTED)?, words.number("height", 8, MAX_LISTED)?);
    if width * height > MAX_LISTED {
        return Err(Declined::TooManyListed { many: width * height, most: MAX_LISTED }.into());
    }
    Ok(Job::single(TILE_COST, None, move |_| {
        let atlas = view.atlas()?;
        let (x, y) = (view.x, view.y);
        let places = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
        let step = |(x, y)| atlas.step_of(view.square(x, y)?).map(|step| step.to_string());
        Ok(Reply::json(&StepsDocument { steps: places.map(step).collect() }))
    }))
}

/// Blocks in a rectangle, and the leaps that join them if the blocks are small.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Blocks", deny_unknown_fields)]
pub struct BlocksDocument {
    /// Column, row, width and height of each block.
    pub blocks: Vec<[u64; 4]>,
    /// Columns and rows of the two ends of each leap.
    pub joins: Vec<[u64; 4]>,
}

pub(crate) fn prepare_blocks(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let view = MapView::parse(words)?;
    let (width, height) = (words.number("width", 8, MAX_SIDE)?, words.number("height", 8, MAX_SIDE)?);
    let side = words.number("side", 1, MAX_SIDE)?;
    let most = words.number("most", MAX_LISTED, MAX_LISTED)?;
    Ok(Job::single(TILE_COST, None, move |_| {
        let atlas = view.atlas()?;
        let board = view.puzzle.board();
        let right = view.x.saturating_add(width).min(board.files());
        let bottom = view.y.saturating_add(height).min(board.ranks());
        let mut found = BlocksDocument::default();
        let mut row = view.y;
        while row < bottom {
            let mut next = bottom;
            let mut column = view.x;
            while column < right {
                let part = view.square(column, row).and_then(|square| atlas.block_of(square, side));
                let Some(part) = part else { return Ok(Reply::json(&BlocksDocument::default())) };
                let top = board.row_of(part.rank + part.ranks - 1);
                next = next.min(top + part.ranks);
                column = part.file + part.files;
                if row == view.y.max(top) {
                    found.blocks.push([part.file, top, part.files, part.ranks]);
                }
                if found.blocks.len() as u64 > most {
                    return Err(Declined::TooManyListed { many: found.blocks.len() as u64, most }.into());
                }
            }
            row = next;
        }
        for block in found.blocks.iter().filter(|block| block[2] * block[3] <= 200) {
            joins_of(&view, &atlas, *block, &mut found.joins);
        }
        Ok(Reply::json(&found))
    }))
}

/// Adds the leaps out of a block, each as the columns and rows of its ends.
fn joins_of(view: &MapView, atlas: &Atlas, [x, y, width, height]: [u64; 4], joins: &mut Vec<[u64; 4]>) {
    let board = view.puzzle.board();
    let squares = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
    for square in squares.filter_map(|(x, y)| view.square(x, y)) {
        let Some((_, Some(after))) = atlas.neighbours(square) else { continue };
        let ([from_x, from_y], [to_x, to_y]) = (column_and_row(board, square), column_and_row(board, after));
        if !(x..x + width).contains(&to_x) || !(y..y + height).contains(&to_y) {
            joins.push([from_x, from_y, to_x, to_y]);
        }
    }
}

/// Squares of the tour from a step on.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Path", deny_unknown_fields)]
pub struct PathDocument {
    /// The first step.
    pub step: String,
    /// Column and row of each square; a closed tour continues with its first square.
    pub places: Vec<[u64; 2]>,
}

pub(crate) fn prepare_path(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let view = MapView::parse(words)?;
    let (step, count) = (words.number("step", 1, u64::MAX)?, words.number("count", 100, 1000)?);
    Ok(Job::single(TILE_COST, None, move |_| {
        let atlas = view.atlas()?;
        let squares = atlas.len();
        if !(1..=squares).contains(&u128::from(step)) {
            return Err(Declined::NoStep { step: step.to_string(), squares }.into());
        }
        let square = |after: u64| atlas.square_at((u128::from(step) - 1 + u128::from(after)) % squares + 1);
        let board = view.puzzle.board();
        let places = (0..count).map_while(square).map(|square| column_and_row(board, square)).collect();
        Ok(Reply::json(&PathDocument { step: step.to_string(), places }))
    }))
}
