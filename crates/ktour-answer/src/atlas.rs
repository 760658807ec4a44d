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
    Ask, Cost, Declined, Job, Limits, Refused, Reply, ReplyShape,
    document::{BoardDocument, KindDocument, OutcomeWord, ReasonDocument},
    parameters::{TourParameters, at_most, parameters},
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

parameters! {
    /// Parameters of a constructed tour.
    pub struct AtlasParameters: tours: TourParameters {
        /// Structure of the tour: divide builds blocks in rows, parberry quadrants within quadrants, tidy
        /// parallel lines.
        method: Method = Method::Auto,
    }
}

parameters! {
    /// Corner of a part of the map.
    pub struct CornerParameters: atlas: AtlasParameters {
        /// The first column, from the left.
        x: u64,
        /// The first row, from the top.
        y: u64,
    }
}

parameters! {
    /// Parameters of a tile of the map.
    pub struct TileParameters: corner: CornerParameters {
        /// Squares between two samples; each is taken in the middle.
        stride: u64 = 1,
        /// Number of samples along a side, 256 at most.
        side: u64 = 128,
        /// Number of steps after which the values repeat; by default all.
        period: Option<u64>,
    }
}

parameters! {
    /// Parameters of the steps of a rectangle.
    pub struct StepsParameters: corner: CornerParameters {
        /// Number of columns.
        width: u64 = 8,
        /// Number of rows.
        height: u64 = 8,
    }
}

parameters! {
    /// Parameters of the blocks of a rectangle.
    pub struct BlocksParameters: rectangle: StepsParameters {
        /// The longest side of a block that is not split.
        side: u64 = 1,
        /// Number of blocks, 4096 at most.
        most: u64 = MAX_LISTED,
    }
}

parameters! {
    /// Parameters of a part of the tour.
    pub struct PathParameters: atlas: AtlasParameters {
        /// Number of the first step, counted from 1.
        step: u64 = 1,
        /// Number of squares, 1000 at most.
        count: u64 = 100,
    }
}

/// Tour, and the upper left corner of the requested part.
struct MapView {
    puzzle: Puzzle,
    method: Method,
    x: u64,
    y: u64,
}

impl MapView {
    fn new(atlas: &AtlasParameters, x: u64, y: u64) -> Result<MapView, Refused> {
        let puzzle = atlas.tours.puzzle(u128::MAX)?;
        let board = puzzle.board();
        if board.files().max(board.ranks()) > MAX_SIDE {
            return Err(Declined::BeyondAtlas { board: board.to_string(), most: MAX_SIDE }.into());
        }
        let (x, y) = (at_most("x", x, board.files() - 1)?, at_most("y", y, board.ranks() - 1)?);
        Ok(MapView { puzzle, method: atlas.method, x, y })
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

impl CornerParameters {
    fn view(&self) -> Result<MapView, Refused> {
        MapView::new(&self.atlas, self.x, self.y)
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

impl Ask for AtlasParameters {
    const NAME: &'static str = "atlas";
    const ABOUT: &'static str =
        "The tour of a board of up to 4000000000 a side that the atlas shows, or why there is none.";
    const EXAMPLE: &'static str = "board=1000000000";
    const SHAPE: ReplyShape = ReplyShape::json::<AtlasDocument>();

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let view = MapView::new(self, 0, 0)?;
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
}

/// Samples of a square part of the board: each says which part of a period along the tour its square has
/// reached.
impl Ask for TileParameters {
    const NAME: &'static str = "atlas/tile";
    const ABOUT: &'static str = "The positions of the squares of a raster along the tour, as two bytes each, the lower first: the part of a period that has passed, 65535 if there is no square. Columns and rows count from the top left.";
    const EXAMPLE: &'static str = "board=1000000000&x=0&y=0&stride=1000000&side=16";
    const SHAPE: ReplyShape = ReplyShape::Bytes;

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let view = self.corner.view()?;
        let stride = at_most("stride", self.stride, MAX_SIDE)?.max(1);
        let side = at_most("side", self.side, TILE_SAMPLES)?;
        let period = self.period.unwrap_or(u64::MAX).max(1);
        Ok(Job::single(TILE_COST, None, move |_| {
            let atlas = view.atlas()?;
            let period = u128::from(period).min(atlas.len());
            let phase = |step: u128| ((step - 1) % period * u128::from(NO_SQUARE) / period) as u16;
            // Each sample represents the squares around it and is taken in their middle.
            let at = |first: u64, number: u64| {
                first.checked_add(number.checked_mul(stride)?.checked_add(stride / 2)?)
            };
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
}

/// The steps of the squares of a rectangle, row by row.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Steps", deny_unknown_fields)]
pub struct StepsDocument {
    /// Steps row by row from the top left; null for a hole.
    pub steps: Vec<Option<String>>,
}

impl Ask for StepsParameters {
    const NAME: &'static str = "atlas/steps";
    const ABOUT: &'static str =
        "The steps of the squares of a rectangle, row by row from the top left, 4096 at most.";
    const EXAMPLE: &'static str = "board=1000000000&x=500&y=500&width=4&height=2";
    const SHAPE: ReplyShape = ReplyShape::json::<StepsDocument>();

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let view = self.corner.view()?;
        let (width, height) =
            (at_most("width", self.width, MAX_LISTED)?, at_most("height", self.height, MAX_LISTED)?);
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

impl Ask for BlocksParameters {
    const NAME: &'static str = "atlas/blocks";
    const ABOUT: &'static str =
        "The blocks in a rectangle as column, row, width and height, and the leaps that join them.";
    const EXAMPLE: &'static str = "board=1000000000&x=500&y=500&width=10&height=10";
    const SHAPE: ReplyShape = ReplyShape::json::<BlocksDocument>();

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let view = self.rectangle.corner.view()?;
        let StepsParameters { width, height, .. } = self.rectangle;
        let (width, height) = (at_most("width", width, MAX_SIDE)?, at_most("height", height, MAX_SIDE)?);
        let (side, most) = (at_most("side", self.side, MAX_SIDE)?, at_most("most", self.most, MAX_LISTED)?);
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

impl Ask for PathParameters {
    const NAME: &'static str = "atlas/path";
    const ABOUT: &'static str = "The columns and rows of the squares from a step on.";
    const EXAMPLE: &'static str = "board=1000000000&step=1000000000000&count=3";
    const SHAPE: ReplyShape = ReplyShape::json::<PathDocument>();

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let view = MapView::new(&self.atlas, 0, 0)?;
        let (step, count) = (self.step, at_most("count", self.count, 1000)?);
        Ok(Job::single(TILE_COST, None, move |_| {
            let atlas = view.atlas()?;
            let squares = atlas.len();
            if !(1..=squares).contains(&u128::from(step)) {
                return Err(Declined::NoStep { step: step.to_string(), squares }.into());
            }
            let square =
                |after: u64| atlas.square_at((u128::from(step) - 1 + u128::from(after)) % squares + 1);
            let board = view.puzzle.board();
            let places = (0..count).map_while(square).map(|square| column_and_row(board, square)).collect();
            Ok(Reply::json(&PathDocument { step: step.to_string(), places }))
        }))
    }
}
