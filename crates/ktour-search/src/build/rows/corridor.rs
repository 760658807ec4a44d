//! Paths between ends that are far apart, through a row of rectangles from one to the other.
//!
//! ```text
//!   ┌────────┬───┬───┬─────────┐     The path leads through the first rectangle from the start to
//!   │        │   │   │       t │     its right border, then through equal strips of six files,
//!   │    s   │   │   │         │     each from its left border to its right one at the same
//!   │     ⇢  │ ⇢ │ ⇢ │ ⇢       │     height, then through the last rectangle to the end. If the
//!   └────────┴───┴───┴─────────┘     end is still far there, that one is divided by ranks.
//! ```
//!
//! Within each rectangle the two ends are close, so each is a comb.

use super::{comb::comb, route::Route};
use crate::build::{offset::Offset, patch::Ends};

/// Builds a path over a rectangle from one square to another.
pub(crate) fn between(width: i64, height: i64, start: Offset, end: Offset) -> Option<RouteLayout> {
    if !colours_suit(width, height, start, end) {
        return None;
    }
    let single = comb(width, height, Ends::Between(start, end), None);
    if single.is_some() {
        return single;
    }
    let across = || horizontal(width, height, start, end);
    let upwards = || Some(horizontal(height, width, start.turned(), end.turned())?.transposed());
    let apart = end - start;
    if apart.file.abs() >= apart.rank.abs() { across().or_else(upwards) } else { upwards().or_else(across) }
}

fn horizontal(width: i64, height: i64, start: Offset, end: Offset) -> Option<RouteLayout> {
    if start.file > end.file {
        return Some(to_the_right(width, height, end, start)?.reversed());
    }
    to_the_right(width, height, start, end)
}

fn to_the_right(width: i64, height: i64, start: Offset, end: Offset) -> Option<RouteLayout> {
    for cut in (start.file + 2).max(5)..(start.file + 11).min(end.file) {
        let strips = (end.file - 2).min(width - 6).saturating_sub(cut).max(0) / 6;
        let last = cut + 6 * strips;
        for (exit, entry) in crossings(cut, height, start) {
            let entered = entry - Offset::new(cut, 0);
            let goal = end - Offset::new(last, 0);
            if entered == goal
                || !colours_suit(cut, height, start, exit)
                || !colours_suit(width - last, height, entered, goal)
            {
                continue;
            }
            let Some(first) = comb(cut, height, Ends::Between(start, exit), None) else { continue };
            let Some(rest) = between(width - last, height, entered, goal) else { continue };
            let mut layout = first;
            if strips > 0 {
                let left = exit - Offset::new(cut - 6, 0);
                let Some(strip) = comb(6, height, Ends::Between(entered, left), None) else { continue };
                layout = layout.followed_by(strip.repeated(6, strips as u64).shifted(Offset::new(cut, 0)));
            }
            return Some(layout.followed_by(rest.shifted(Offset::new(last, 0))));
        }
    }
    None
}

/// The leaps over a cut, those near the start's height first.
fn crossings(cut: i64, height: i64, start: Offset) -> Vec<(Offset, Offset)> {
    let mut leaps = Vec::new();
    for exit_file in [cut - 1, cut - 2] {
        for exit_rank in (start.rank - 6).max(0)..(start.rank + 7).min(height) {
            let exit = Offset::new(exit_file, exit_rank);
            for (files, ranks) in [(1, 2), (1, -2), (2, 1), (2, -1)] {
                let entry = exit + Offset::new(files, ranks);
                if entry.file >= cut && (0..height).contains(&entry.rank) && exit != start {
                    leaps.push((exit, entry));
                }
            }
        }
    }
    leaps.sort_by_key(|(exit, _)| (exit.rank - start.rank).abs());
    leaps
}

/// Whether the colours allow these ends: they differ, or on an odd board both are that of the corners.
fn colours_suit(width: i64, height: i64, start: Offset, end: Offset) -> bool {
    let (a, b) = (start.is_dark(), end.is_dark());
    if width % 2 == 0 || height % 2 == 0 { a != b } else { a && b }
}

// A layout: a route, and the zones of the board in which it repeats.
//
// The board is divided into a few rectangles; each is a *grid* of *zones*, ranges of files or ranks that are
// a number of equal parts. Two squares at the same position in their parts are visited by copies of the same
// walk, so their steps differ by a fixed amount for every part between them.

/// Consecutive equal parts along the files or the ranks of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Zone {
    pub(crate) begin: i64,
    pub(crate) part: i64,
    pub(crate) count: u64,
}

impl Zone {
    pub(crate) fn new(begin: i64, part: i64, count: u64) -> Zone {
        Zone { begin, part, count }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.part == 0 || self.count == 0
    }

    #[inline]
    pub(crate) fn end(&self) -> i64 {
        self.begin + self.part * self.count as i64
    }

    fn shifted(mut self, by: i64) -> Zone {
        self.begin += by;
        self
    }
}

/// A rectangle of the board, divided into zones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ZoneGrid {
    pub(crate) files: Vec<Zone>,
    pub(crate) ranks: Vec<Zone>,
}

/// A route and the grids that it visits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RouteLayout {
    pub(crate) route: Route,
    pub(crate) grids: Vec<ZoneGrid>,
}

impl RouteLayout {
    /// The layout of the board reflected in its diagonal.
    pub(crate) fn transposed(self) -> RouteLayout {
        let grids =
            self.grids.into_iter().map(|grid| ZoneGrid { files: grid.ranks, ranks: grid.files }).collect();
        RouteLayout { route: self.route.mapped(&Offset::turned), grids }
    }

    pub(crate) fn reversed(self) -> RouteLayout {
        RouteLayout { route: self.route.reversed(), ..self }
    }

    pub(crate) fn shifted(self, by: Offset) -> RouteLayout {
        let shift = |zones: Vec<Zone>, by| zones.into_iter().map(|zone: Zone| zone.shifted(by)).collect();
        let grids = self
            .grids
            .into_iter()
            .map(|grid| ZoneGrid { files: shift(grid.files, by.file), ranks: shift(grid.ranks, by.rank) })
            .collect();
        RouteLayout { route: self.route.shifted(by), grids }
    }

    /// Appends the route and the grids of another layout.
    pub(crate) fn followed_by(mut self, other: RouteLayout) -> RouteLayout {
        self.route.append(other.route);
        self.grids.extend(other.grids);
        self
    }

    /// Repeats the layout `count` times, each copy `width` files further. Its files must be one part.
    pub(crate) fn repeated(mut self, width: i64, count: u64) -> RouteLayout {
        for grid in &mut self.grids {
            grid.files = vec![Zone::new(grid.files[0].begin, width, count)];
        }
        RouteLayout { route: Route::repeat(self.route, count, Offset::new(width, 0)), grids: self.grids }
    }
}
