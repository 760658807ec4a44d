//! The comb: a core that contains the ends, with blocks attached to it.
//!
//! ```text
//!   ┌───┬───┬──────┬───┬───┐     the core holds what is special about the question: the ends of
//!   │ ← │ ← │  ↑   │ → │ → │     the path, a missing square. Above and below it stands the
//!   ├───┼───┼──────┼───┼───┤     spine, and from the core and from every block of the spine an
//!   │ ← │ ← │ core │ → │ → │     arm reaches out to either side. All parts but the core's own
//!   ├───┼───┼──────┼───┼───┤     are even: sixes, and one eight or ten at the far end, so no
//!   │ ← │ ← │  ↓   │ → │ → │     block is odd by odd.
//!   └───┴───┴──────┴───┴───┘
//! ```
//!
//! At the border between a block and its parent, the path leaves the parent at the corner (0,-1), enters at
//! (1,1), visits everything further out, leaves at (1,0) and returns to (2,-2): counted from the block's
//! lower left corner, for a block above its parent. Other sides are reflections. Blocks of six by six are all
//! alike, so a whole arm is three items of a route: out through every block, around the last one, and back.

use super::{
    super::{
        offset::Offset,
        patch::{Ends, PathPiece, path_through},
    },
    corridor::{RouteLayout, Zone, ZoneGrid},
    route::Route,
};

/// An even number of files or ranks, zero or at least six: parts of six and a last part of 6, 8 or 10.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pad {
    sixes: u64,
    last: i64,
}

const NONE: Pad = Pad { sixes: 0, last: 0 };

impl Pad {
    pub(crate) fn new(length: i64) -> Option<Pad> {
        match length {
            0 => Some(NONE),
            6.. if length % 2 == 0 => {
                let last = 6 + length % 6;
                Some(Pad { sixes: ((length - last) / 6) as u64, last })
            }
            _ => None,
        }
    }
}

/// The route over the blocks above a parent of this width, with their arms; from (0,-1) back to (2,-2).
fn spine(width: i64, left: Pad, right: Pad, up: Pad) -> Route {
    if up == NONE {
        return Route::default();
    }
    let around = block(width, up.last, left, right, false).0.shifted(Offset::new(0, 6 * up.sixes as i64));
    if up.sixes == 0 {
        return around;
    }
    let (out, back) = block(width, 6, left, right, true);
    let mut route = Route::repeat(out, up.sixes, Offset::new(0, 6));
    route.append(around);
    let last = back.shifted(Offset::new(0, 6 * (up.sixes as i64 - 1)));
    route.append(Route::repeat(last, up.sixes, Offset::new(0, -6)));
    route
}

/// The route over one block of a spine and its arms; with a next block, the parts before and after that.
fn block(width: i64, height: i64, left: Pad, right: Pad, has_next: bool) -> (Route, Route) {
    let mut detours = Vec::new();
    let mut arms = Vec::new();
    if right != NONE {
        detours.push((Offset::new(width - 1, 0), Offset::new(width - 2, 2)));
        arms.push(spine(height, NONE, NONE, right).mapped(&|s| Offset::new(width + s.rank, s.file)));
    }
    if left != NONE {
        detours.push((Offset::new(0, 0), Offset::new(1, 2)));
        arms.push(spine(height, NONE, NONE, left).mapped(&|s| Offset::new(-1 - s.rank, s.file)));
    }
    if has_next {
        detours.push((Offset::new(0, height - 1), Offset::new(2, height - 2)));
    }
    let patch: Vec<Offset> = Offset::rectangle(width, height).collect();
    let ends = Ends::Between(Offset::new(1, 1), Offset::new(1, 0));
    for variant in 0.. {
        let pieces = path_through(&patch, &detours, ends, variant);
        let Some(pieces) = pieces else { continue };
        if !has_next {
            return (Route::through(&pieces, &arms), Route::default());
        }
        // The next block must be entered in the same direction, or the pattern would not repeat.
        if let Some(at) = pieces.iter().position(|&piece| piece == PathPiece::Detour(arms.len(), true)) {
            return (Route::through(&pieces[..at], &arms), Route::through(&pieces[at + 1..], &arms));
        }
    }
    unreachable!("every block has a tour of every kind")
}

/// The largest side of a core.
const MAX_CORE_SIDE: i64 = 16;

/// One side of a board: the start and the length of the core, and the pads before and after it.
#[derive(Clone, Copy, Debug)]
struct CoreSpan {
    before: Pad,
    begin: i64,
    core: i64,
    after: Pad,
}

impl CoreSpan {
    /// All spans whose core contains `low..=high`, short cores first.
    fn all_spans(length: i64, low: i64, high: i64) -> Vec<CoreSpan> {
        let mut frames = Vec::new();
        for core in (5..=MAX_CORE_SIDE.min(length)).filter(|core| (length - core) % 2 == 0) {
            for begin in (high + 1 - core).max(0)..=low.min(length - core) {
                if let (Some(before), Some(after)) = (Pad::new(begin), Pad::new(length - core - begin)) {
                    frames.push(CoreSpan { before, begin, core, after });
                }
            }
        }
        frames
    }

    fn zones(&self) -> Vec<Zone> {
        let mut zones = vec![];
        let (sixes, last) = (self.before.sixes, self.before.last);
        zones.push(Zone::new(0, last, 1));
        zones.push(Zone::new(last, 6, sixes));
        zones.push(Zone::new(self.begin, self.core, 1));
        let (sixes, last) = (self.after.sixes, self.after.last);
        zones.push(Zone::new(self.begin + self.core, 6, sixes));
        zones.push(Zone::new(self.begin + self.core + 6 * sixes as i64, last, 1));
        zones.retain(|zone| !zone.is_empty());
        zones
    }
}

/// Builds a path over a rectangle whose ends, and missing square, are close enough for one core.
pub(crate) fn comb(width: i64, height: i64, ends: Ends, hole: Option<Offset>) -> Option<RouteLayout> {
    let special: Vec<Offset> = ends.squares().into_iter().chain(hole).collect();
    let span = |side: fn(&Offset) -> i64| {
        let sides = special.iter().map(side);
        (sides.clone().min().unwrap_or(0), sides.max().unwrap_or(0))
    };
    let (files, ranks) = (span(|s| s.file), span(|s| s.rank));
    let along = CoreSpan::all_spans(width, files.0, files.1);
    let up = CoreSpan::all_spans(height, ranks.0, ranks.1);
    let mut cores: Vec<(CoreSpan, CoreSpan)> =
        along.iter().flat_map(|&x| up.iter().map(move |&y| (x, y))).collect();
    cores.sort_by_key(|(x, y)| x.core * y.core);
    cores.into_iter().find_map(|(x, y)| around_core(x, y, ends, hole))
}

/// A side of the core with blocks, and the map that carries squares above a block to that side.
struct CoreSide {
    pad: Pad,
    is_vertical: bool,
    map: fn(Offset, Offset) -> Offset,
}

fn around_core(x: CoreSpan, y: CoreSpan, ends: Ends, hole: Option<Offset>) -> Option<RouteLayout> {
    let (width, height) = (x.core, y.core);
    let flip = |flipped: bool, length: i64, at: i64| if flipped { length - 1 - at } else { at };
    let sides = [
        CoreSide { pad: y.after, is_vertical: true, map: |s, core| Offset::new(s.file, core.rank + s.rank) },
        CoreSide { pad: x.after, is_vertical: false, map: |s, core| Offset::new(core.file + s.rank, s.file) },
        CoreSide { pad: y.before, is_vertical: true, map: |s, _| Offset::new(s.file, -1 - s.rank) },
        CoreSide { pad: x.before, is_vertical: false, map: |s, _| Offset::new(-1 - s.rank, s.file) },
    ];
    let sides: Vec<CoreSide> = sides.into_iter().filter(|side| side.pad != NONE).collect();
    let corner = Offset::new(x.begin, y.begin);
    let squares = Offset::rectangle(width, height).filter(|&square| hole != Some(square + corner));
    let patch: Vec<Offset> = squares.collect();
    let ends = ends.mapped(|square| square - corner);
    for choice in 0..1u32 << sides.len() {
        let mapped = |number: usize, square: Offset| {
            let flipped = choice >> number & 1 == 1;
            let side = &sides[number];
            let square = (side.map)(square, Offset::new(width, height));
            if side.is_vertical {
                Offset { file: flip(flipped, width, square.file), ..square }
            } else {
                Offset { rank: flip(flipped, height, square.rank), ..square }
            }
        };
        let detour = |number| (mapped(number, Offset::new(0, -1)), mapped(number, Offset::new(2, -2)));
        let detours: Vec<(Offset, Offset)> = (0..sides.len()).map(detour).collect();
        // With a free end the search sometimes fails; then another order of the squares helps.
        let variants = if matches!(ends, Ends::From(_)) { 4 } else { 1 };
        let found = (0..variants).find_map(|variant| path_through(&patch, &detours, ends, variant));
        let Some(pieces) = found else { continue };
        let routes: Vec<Route> = sides
            .iter()
            .enumerate()
            .map(|(number, side)| {
                let route = match (side.is_vertical, choice >> number & 1 == 1) {
                    (true, false) => spine(width, x.before, x.after, side.pad),
                    (true, true) => spine(width, x.after, x.before, side.pad),
                    (false, _) => spine(height, NONE, NONE, side.pad),
                };
                route.mapped(&|square| mapped(number, square))
            })
            .collect();
        let route = Route::through(&pieces, &routes).shifted(corner);
        return Some(RouteLayout { route, grids: vec![ZoneGrid { files: x.zones(), ranks: y.zones() }] });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_that_a_comb_may_need_is_found() {
        let arm = Pad::new(6).unwrap();
        for width in 5..=MAX_CORE_SIDE {
            for height in [6, 8, 10] {
                for (left, right) in [(NONE, NONE), (arm, NONE), (NONE, arm), (arm, arm)] {
                    for has_next in [false, true] {
                        let (out, back) = block(width, height, left, right, has_next);
                        let arms = [left, right].iter().filter(|&&pad| pad != NONE).count() as i64;
                        assert_eq!((out.len() + back.len()) as i64, width * height + arms * 6 * height);
                    }
                }
            }
        }
    }
}
