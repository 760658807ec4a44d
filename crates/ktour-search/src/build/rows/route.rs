//! A route: the squares of a path in order, written with repetitions.
//!
//! A tour of a large board repeats the same few walks, each time a little further along. So a route is a list
//! of items, and an item is either a walk over single squares or a shorter route that is repeated, each copy
//! shifted from the one before. Two levels of repetition, along the files and along the ranks, are
//! enough for any rectangle: a board of 10^18 squares needs only a few hundred offsets and a few counts.

use super::super::{offset::Offset, patch::PathPiece};

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

#[cfg(test)]
mod tests {
    use super::{super::route_iter::RouteIter, *};

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
