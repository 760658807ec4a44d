//! A route: the squares of a path in order, written with repetitions.
//!
//! A tour of a large board repeats the same few walks, each time a little further along. So a route is a list
//! of items, and an item is either a walk over single squares or a shorter route that is repeated, each copy
//! shifted from the one before. Two levels of repetition, along the files and along the ranks, are
//! enough for any rectangle: a board of 10^18 squares needs only a few hundred offsets and a few counts.

use crate::build::{offset::Offset, patch::PathPiece};

/// One stretch of a route.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RouteItem {
    /// Squares in order.
    Walk(Vec<Offset>),
    /// A unit that is repeated `count` times, each copy `shift` from the one before.
    Repeat { unit: Route, count: u64, shift: Offset },
}

/// A path as a list of items.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Route {
    items: Vec<RouteItem>,
    /// Number of squares up to the end of each item.
    ends: Vec<u128>,
}

impl Route {
    /// The route of a path, with each detour replaced by its route.
    pub(crate) fn through(pieces: &[PathPiece], detours: &[Route]) -> Route {
        let mut route = Route::default();
        for piece in pieces {
            match *piece {
                PathPiece::Square(square) => route.push(square),
                PathPiece::Detour(number, true) => route.append(detours[number].clone()),
                PathPiece::Detour(number, false) => route.append(detours[number].reversed()),
            }
        }
        route
    }

    pub(crate) fn items(&self) -> &[RouteItem] {
        &self.items
    }

    #[inline]
    pub(crate) fn len(&self) -> u128 {
        self.ends.last().copied().unwrap_or(0)
    }

    pub(crate) fn walk(squares: impl IntoIterator<Item = Offset>) -> Route {
        let mut route = Route::default();
        squares.into_iter().for_each(|square| route.push(square));
        route
    }

    pub(crate) fn repeat(unit: Route, count: u64, shift: Offset) -> Route {
        let mut route = Route::default();
        route.add(RouteItem::Repeat { unit, count, shift });
        route
    }

    pub(crate) fn push(&mut self, square: Offset) {
        match (self.items.last_mut(), self.ends.last_mut()) {
            (Some(RouteItem::Walk(squares)), Some(end)) => {
                squares.push(square);
                *end += 1;
            }
            _ => self.add(RouteItem::Walk(vec![square])),
        }
    }

    fn add(&mut self, item: RouteItem) {
        let length = match &item {
            RouteItem::Walk(squares) => squares.len() as u128,
            RouteItem::Repeat { unit, count, .. } => unit.len() * u128::from(*count),
        };
        if length > 0 {
            self.ends.push(self.len() + length);
            self.items.push(item);
        }
    }

    pub(crate) fn append(&mut self, other: Route) {
        for item in other.items {
            match item {
                RouteItem::Walk(squares) => squares.into_iter().for_each(|square| self.push(square)),
                repeat => self.add(repeat),
            }
        }
    }

    /// The route without its first square, if it begins with a walk, as every core does.
    pub(crate) fn without_first(&self) -> Option<Route> {
        let Some(RouteItem::Walk(squares)) = self.items.first() else { return None };
        let mut route = Route::walk(squares[1..].iter().copied());
        self.items[1..].iter().for_each(|item| route.add(item.clone()));
        Some(route)
    }

    /// The route on the board after a reflection, a rotation or a shift.
    pub(crate) fn mapped(&self, map: &dyn Fn(Offset) -> Offset) -> Route {
        let origin = map(Offset::default());
        let mut route = Route::default();
        for item in &self.items {
            route.add(match item {
                RouteItem::Walk(squares) => {
                    RouteItem::Walk(squares.iter().map(|&square| map(square)).collect())
                }
                RouteItem::Repeat { unit, count, shift } => {
                    RouteItem::Repeat { unit: unit.mapped(map), count: *count, shift: map(*shift) - origin }
                }
            });
        }
        route
    }

    pub(crate) fn shifted(&self, by: Offset) -> Route {
        self.mapped(&|square| square + by)
    }

    pub(crate) fn reversed(&self) -> Route {
        let mut route = Route::default();
        for item in self.items.iter().rev() {
            route.add(match item {
                RouteItem::Walk(squares) => RouteItem::Walk(squares.iter().rev().copied().collect()),
                RouteItem::Repeat { unit, count, shift } => {
                    let last = *count as i64 - 1;
                    let unit = unit.reversed().shifted(*shift * last);
                    RouteItem::Repeat { unit, count: *count, shift: -*shift }
                }
            });
        }
        route
    }

    /// The item with this step, and the number of squares before the item.
    pub(crate) fn item_at(&self, step: u128) -> (usize, u128) {
        let item = self.ends.partition_point(|&end| end <= step);
        (item, if item == 0 { 0 } else { self.ends[item - 1] })
    }

    /// The square at a step, counted from 0.
    pub(crate) fn at(&self, mut step: u128) -> Offset {
        let (mut route, mut by) = (self, Offset::default());
        loop {
            let (item, before) = route.item_at(step);
            step -= before;
            match &route.items[item] {
                RouteItem::Walk(squares) => {
                    return squares[step as usize] + by;
                }
                RouteItem::Repeat { unit, shift, .. } => {
                    let copy = divide(step, unit.len());
                    step -= copy * unit.len();
                    by = by + *shift * copy as i64;
                    route = unit;
                }
            }
        }
    }
}

/// Division in one machine word if the numbers fit, which is faster.
pub(crate) fn divide(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => u128::from(a / b),
        _ => a / b,
    }
}

/// The squares of a route from one step up to another.
pub(crate) struct RouteIter<'a> {
    remaining: u128,
    /// The remaining squares of the current walk, and their shift.
    walk: std::slice::Iter<'a, Offset>,
    by: Offset,
    /// The position in each enclosing route, the innermost last.
    cursors: Vec<RouteCursor<'a>>,
}

/// A position in one route: the item, and the copy of a repeated one.
struct RouteCursor<'a> {
    route: &'a Route,
    item: usize,
    copy: u64,
    by: Offset,
}

impl<'a> RouteIter<'a> {
    pub(crate) fn new(route: &'a Route, from: u128, until: u128) -> RouteIter<'a> {
        let remaining = until.saturating_sub(from);
        let mut iter = RouteIter { remaining, walk: [].iter(), by: Offset::default(), cursors: Vec::new() };
        if remaining > 0 {
            iter.descend(route, from, Offset::default());
        }
        iter
    }

    /// Descends to the walk with this step of the route.
    fn descend(&mut self, mut route: &'a Route, mut step: u128, mut by: Offset) {
        loop {
            let (item, before) = route.item_at(step);
            step -= before;
            match &route.items()[item] {
                RouteItem::Walk(squares) => {
                    self.cursors.push(RouteCursor { route, item, copy: 0, by });
                    self.walk = squares[step as usize..].iter();
                    self.by = by;
                    return;
                }
                RouteItem::Repeat { unit, shift, .. } => {
                    let copy = divide(step, unit.len());
                    step -= copy * unit.len();
                    self.cursors.push(RouteCursor { route, item, copy: copy as u64, by });
                    by = by + *shift * copy as i64;
                    route = unit;
                }
            }
        }
    }

    /// Advances to the next walk; `None` at the end of the route.
    fn next_walk(&mut self) -> Option<()> {
        while let Some(mut level) = self.cursors.pop() {
            if let RouteItem::Repeat { unit, count, shift } = &level.route.items()[level.item]
                && level.copy + 1 < *count
            {
                level.copy += 1;
                let by = level.by + *shift * level.copy as i64;
                self.cursors.push(level);
                self.descend(unit, 0, by);
                return Some(());
            }
            level.item += 1;
            let Some(item) = level.route.items().get(level.item) else { continue };
            let by = level.by;
            match item {
                RouteItem::Walk(squares) => {
                    level.copy = 0;
                    self.cursors.push(level);
                    self.walk = squares.iter();
                    self.by = by;
                }
                RouteItem::Repeat { unit, .. } => {
                    level.copy = 0;
                    self.cursors.push(level);
                    self.descend(unit, 0, by);
                }
            }
            return Some(());
        }
        None
    }
}

impl Iterator for RouteIter<'_> {
    type Item = Offset;

    #[inline]
    fn next(&mut self) -> Option<Offset> {
        self.remaining = self.remaining.checked_sub(1)?;
        loop {
            if let Some(square) = self.walk.next() {
                return Some(*square + self.by);
            }
            self.next_walk()?;
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = usize::try_from(self.remaining).ok();
        (remaining.unwrap_or(usize::MAX), remaining)
    }

    /// Folds whole walks at a time, which is faster than square by square.
    fn fold<B, F: FnMut(B, Offset) -> B>(mut self, first: B, mut f: F) -> B {
        let mut folded = first;
        while self.remaining > 0 {
            let by = self.by;
            let squares = &self.walk.as_slice()
                [..self.walk.len().min(usize::try_from(self.remaining).unwrap_or(usize::MAX))];
            folded = squares.iter().fold(folded, |folded, &square| f(folded, square + by));
            self.remaining -= squares.len() as u128;
            if self.remaining > 0 && self.next_walk().is_none() {
                break;
            }
        }
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_route_reads_the_same_from_both_ends() {
        let mut route = Route::walk([Offset::new(9, 9)]);
        let inner = Route::repeat(Route::walk([Offset::new(0, 0), Offset::new(1, 2)]), 3, Offset::new(2, 0));
        route.append(Route::repeat(inner, 2, Offset::new(0, 4)));
        let mut squares: Vec<Offset> = RouteIter::new(&route, 0, 13).collect();
        assert_eq!(squares.len(), 13);
        assert_eq!(&squares[7..10], [Offset::new(0, 4), Offset::new(1, 6), Offset::new(2, 4)]);
        let by_step: Vec<Offset> = (0..route.len()).map(|step| route.at(step)).collect();
        assert_eq!(by_step, squares);
        squares.reverse();
        let backwards = route.reversed();
        let by_step: Vec<Offset> = (0..route.len()).map(|step| backwards.at(step)).collect();
        assert_eq!(by_step, squares);
    }
}
