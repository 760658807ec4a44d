//! A layout: a route, and the zones of the board in which it repeats.
//!
//! The board is divided into a few rectangles; each is a *grid* of *zones*, ranges of files or ranks that are
//! a number of equal parts. Two squares at the same position in their parts are visited by copies of the same
//! walk, so their steps differ by a fixed amount for every part between them.

use super::{super::offset::Offset, route::Route};

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
