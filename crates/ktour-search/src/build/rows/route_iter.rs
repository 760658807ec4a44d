//! The iterator over the squares of a route, from any step to any other.

use super::{
    super::offset::Offset,
    route::{Route, RouteItem, divide},
};

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
